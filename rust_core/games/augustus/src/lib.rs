//! referee_augustus
