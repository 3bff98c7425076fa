//! Files (protocol P15).
pub(crate) fn envelope_len(raw: usize) -> usize {
    raw + 70
}
