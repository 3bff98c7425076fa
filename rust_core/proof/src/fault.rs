//! What a check in this crate refuses with.

use thiserror::Error;

/// A check failed. [`code`](Fault::code) is the code of P17; the text says what is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// P5: no canonical encoding of a point, or the identity.
    #[error("not the canonical encoding of a point other than the identity")]
    Point,
    /// P5: not 32 bytes, or not below the group order.
    #[error("not a scalar below the group order")]
    Scalar,
    /// P8: a dealing is malformed or its proof of possession fails.
    #[error("the dealing is malformed or its proof fails")]
    Dealing,
    /// P8: a dealing holds a wrong share; the match is void.
    #[error("the dealing holds a wrong share")]
    Share,
    /// P8: the opened nonce is not the one committed to.
    #[error("the nonce is not the one committed to")]
    Nonce,
    /// P8: a complaint shows nothing.
    #[error("the complaint shows nothing")]
    Complaint,
    /// P8: the joint key or a member's public share is the identity; the match is void.
    #[error("the joint key or a public share is the identity")]
    Key,
    /// P7: a part or its proof is wrong.
    #[error("the part or its proof is wrong")]
    Part,
    /// P10: a shuffle is malformed or its proof fails.
    #[error("the shuffle is malformed or its proof fails")]
    Shuffle,
    /// P11: a draw is malformed or its proof fails.
    #[error("the draw is malformed or its proof fails")]
    Draw,
    /// P11: a reveal does not show a card of its deck.
    #[error("the reveal does not show a card of its deck")]
    Reveal,
    /// P12: an opening does not match its seal.
    #[error("the opening does not match its seal")]
    Seal,
    /// P10.4: a prescribed shuffle was not the one made.
    #[error("the shuffle is not the prescribed one")]
    Audit,
    /// P20: an endorsement does not verify.
    #[error("the endorsement does not verify")]
    Endorse,
}

impl Fault {
    /// The code of P17 (`G_POINT` and `G_SCALAR` of the vectors where no section names its own).
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Fault::Point => "G_POINT",
            Fault::Scalar => "G_SCALAR",
            Fault::Dealing => "X_DEALING",
            Fault::Share => "X_SHARE",
            Fault::Nonce => "X_NONCE",
            Fault::Complaint => "X_COMPLAINT",
            Fault::Key => "X_KEY",
            Fault::Part => "X_PART",
            Fault::Shuffle => "X_SHUFFLE",
            Fault::Draw => "X_DRAW",
            Fault::Reveal => "X_REVEAL",
            Fault::Seal => "X_SEAL",
            Fault::Audit => "X_AUDIT",
            Fault::Endorse => "X_ENDORSE",
        }
    }
}
