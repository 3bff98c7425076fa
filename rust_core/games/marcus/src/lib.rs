//! referee_marcus
