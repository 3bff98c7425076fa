//! From a seed to dice (protocol P6).
