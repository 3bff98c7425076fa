//! The joint salt (protocol P8): everybody commits before anybody opens, so nobody chooses it.

use referee_kernel::digest::{Hash, Name, h32};

use crate::Fault;

/// The commitment of member `author` to a nonce, as it stands in JOIN.
#[must_use]
pub fn commit(match_id: &Hash, author: u8, nonce: &[u8; 32]) -> Hash {
    h32(Name::Commit, &[match_id, &[author], nonce])
}

/// Checks the nonce that READY opens.
///
/// # Errors
/// [`Fault::Nonce`] if it is not the one committed to.
pub fn open(match_id: &Hash, author: u8, nonce: &[u8; 32], commitment: &Hash) -> Result<(), Fault> {
    if commit(match_id, author, nonce) == *commitment { Ok(()) } else { Err(Fault::Nonce) }
}

/// The salt: of the nonces of the players, then of the keepers, in order.
#[must_use]
pub fn joint<'a>(nonces: impl IntoIterator<Item = &'a [u8; 32]>) -> Hash {
    let parts: Vec<&[u8]> = nonces.into_iter().map(|nonce| &nonce[..]).collect();
    h32(Name::Salt, &parts)
}
