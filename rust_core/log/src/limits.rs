//! The limits of protocol P1 that bytes meet before anything is reserved for them.

/// Bytes of a file.
pub const MAX_FILE: usize = 1 << 26;
/// Events of a file.
pub const MAX_EVENTS: usize = 65_535;
/// Bytes of one `raw`.
pub const MAX_RAW: usize = 65_535;
/// Bytes of the raws of an author's events in the past of his event, with its own.
pub const MAX_AUTHOR_BYTES: u32 = 1 << 20;
/// Bytes of the text of a NOTE.
pub const MAX_NOTE: usize = 4096;
/// Nesting of arrays.
pub const MAX_DEPTH: usize = 8;
/// Players of a match.
pub const MAX_PLAYERS: usize = 16;
/// Members of a match.
pub const MAX_MEMBERS: usize = 32;
/// Parents of an event.
pub const MAX_PARENTS: usize = 64;
/// Events of one author on one branch; numbers are below it.
pub const MAX_SEQ: u64 = 4096;
/// Fork branches of a match (P15).
pub const MAX_BRANCHES: usize = 256;
/// Bytes of a member's name.
pub const MAX_NAME: usize = 64;
