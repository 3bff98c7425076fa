//! referee_kuhn
