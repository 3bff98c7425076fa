//! JSON values and their canonical form (protocol P2).
