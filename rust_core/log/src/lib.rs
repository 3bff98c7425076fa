//! referee_log
