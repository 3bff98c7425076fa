//! referee_py
