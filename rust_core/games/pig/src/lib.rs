//! referee_pig
