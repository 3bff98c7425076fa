//! referee_proof
