//! referee_purple
