//! Domain-separated digests (protocol P3).
