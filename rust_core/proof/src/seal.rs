//! Sealed choices (protocol P12).

use referee_kernel::digest::{Hash, Name, h32};

use crate::Fault;

/// The commitment to a choice of `seat` at `step`; `nonce` stays secret until the opening.
#[must_use]
pub fn commit(match_id: &Hash, seat: u8, step: u32, nonce: &[u8; 32], payload: &[u8]) -> Hash {
    h32(Name::Seal, &[match_id, &[seat], &step.to_be_bytes(), nonce, payload])
}

/// Checks that an opening is that of the seal of `seat` at `step`.
///
/// # Errors
/// [`Fault::Seal`] if it is not.
pub fn open(
    match_id: &Hash,
    seat: u8,
    step: u32,
    nonce: &[u8; 32],
    payload: &[u8],
    commitment: &Hash,
) -> Result<(), Fault> {
    if commit(match_id, seat, step, nonce, payload) == *commitment { Ok(()) } else { Err(Fault::Seal) }
}
