//! Events: what members sign (protocol P13).

use std::sync::Arc;

pub use referee_kernel::digest::Hash;

use crate::refusal::Refusal;

/// The match field of a PROPOSE, which cannot name its own id.
pub const NO_MATCH: Hash = [0; 32];

/// Kinds of events, with the numbers of P13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Invitation and charter, by the host.
    Propose = 1,
    /// A player or keeper accepts.
    Join = 2,
    /// The host names one JOIN per player and keeper.
    Start = 3,
    /// A player or keeper opens the nonce and confirms START and all dealings.
    Ready = 4,
    /// A seat decides.
    Action = 5,
    /// A seat decides under seal.
    Seal = 6,
    /// A seat opens its seal.
    Open = 7,
    /// A committee member's contributions to rolls and cards.
    Part = 8,
    /// A committee member's link of a shuffle.
    Shuffle = 9,
    /// A seat asks for its cards.
    Draw = 10,
    /// A player or keeper states that the target keeps the match waiting.
    Vote = 11,
    /// Somebody plays an absent seat from now on.
    Takeover = 12,
    /// A seat consents to go back.
    Back = 13,
    /// A member writes something.
    Note = 14,
    /// A member closes a file.
    Post = 15,
    /// Openings after the end.
    Audit = 16,
    /// A long-term signature.
    Endorse = 17,
    /// A seat gives up.
    Resign = 18,
}

impl Kind {
    /// Every kind, in the order of its number.
    pub const ALL: [Kind; 18] = [
        Kind::Propose,
        Kind::Join,
        Kind::Start,
        Kind::Ready,
        Kind::Action,
        Kind::Seal,
        Kind::Open,
        Kind::Part,
        Kind::Shuffle,
        Kind::Draw,
        Kind::Vote,
        Kind::Takeover,
        Kind::Back,
        Kind::Note,
        Kind::Post,
        Kind::Audit,
        Kind::Endorse,
        Kind::Resign,
    ];

    /// The kind with this number, if there is one.
    #[must_use]
    pub fn from_number(number: u64) -> Option<Self> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        Self::ALL.get(at).copied()
    }

    /// The number on the wire, 1 to 18.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The name as the protocol writes it, for instance `PROPOSE`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Propose => "PROPOSE",
            Kind::Join => "JOIN",
            Kind::Start => "START",
            Kind::Ready => "READY",
            Kind::Action => "ACTION",
            Kind::Seal => "SEAL",
            Kind::Open => "OPEN",
            Kind::Part => "PART",
            Kind::Shuffle => "SHUFFLE",
            Kind::Draw => "DRAW",
            Kind::Vote => "VOTE",
            Kind::Takeover => "TAKEOVER",
            Kind::Back => "BACK",
            Kind::Note => "NOTE",
            Kind::Post => "POST",
            Kind::Audit => "AUDIT",
            Kind::Endorse => "ENDORSE",
            Kind::Resign => "RESIGN",
        }
    }

    /// NOTE, POST, ENDORSE: nothing in the match depends on what they say (P13).
    #[must_use]
    pub const fn is_silent(self) -> bool {
        matches!(self, Kind::Note | Kind::Post | Kind::Endorse)
    }

    /// Silent events, PART and AUDIT: two versions of one are reported and harm nobody (P19.7).
    #[must_use]
    pub const fn is_no_choice(self) -> bool {
        self.is_silent() || matches!(self, Kind::Part | Kind::Audit)
    }

    /// ACTION, SEAL, OPEN, PART, SHUFFLE, DRAW: by one of these a member moves on (P19.6).
    #[must_use]
    pub const fn is_input(self) -> bool {
        matches!(self, Kind::Action | Kind::Seal | Kind::Open | Kind::Part | Kind::Shuffle | Kind::Draw)
    }
}

/// A member as the charter names him: display name, identity key, box key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Name, 1 to 64 bytes of UTF-8 without line feed once the charter is checked.
    pub name: String,
    /// Ed25519 key that signs his events (P4).
    pub identity: [u8; 32],
    /// ristretto255 point to which shares are masked (P8).
    pub box_key: [u8; 32],
}

/// Threshold and committee of one key as they stand in PROPOSE, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyTerms {
    /// How many members are needed.
    pub threshold: u64,
    /// Member numbers, in the order that gives evaluation points.
    pub committee: Vec<u64>,
}

/// Body of PROPOSE: the invitation, not checked yet (P14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Propose {
    /// Fresh bytes.
    pub nonce: Hash,
    /// Game id.
    pub game: String,
    /// Rules hash.
    pub rules: Hash,
    /// Canonical JSON of configuration and starting position.
    pub config: Vec<u8>,
    /// Original players; member number = seat.
    pub players: Vec<Member>,
    /// Keepers; their numbers follow those of the players.
    pub keepers: Vec<Member>,
    /// Reserves; their numbers follow those of the keepers.
    pub reserves: Vec<Member>,
    /// Purpose 0 `roll` and, with decks, purpose 1 `deck`.
    pub keys: Vec<KeyTerms>,
    /// Grace period in seconds (P19.5).
    pub grace: u64,
    /// Bit 0: taking back is allowed.
    pub flags: u64,
}

/// A complaint in READY (P8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Member number of the dealer.
    pub dealer: u64,
    /// Purpose of the key, 0 or 1.
    pub purpose: u64,
    /// The shared point of box key and dealing.
    pub shared: [u8; 32],
    /// Proof of equal logarithms for it.
    pub proof: [u8; 64],
}

/// A reveal of an own card (P11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reveal {
    /// Deck number.
    pub deck: u64,
    /// Position in the deck.
    pub pos: u64,
    /// The scalar of the author's DRAW of this card.
    pub rho: [u8; 32],
}

/// A part on a card that is opened for everybody (P11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShowPart {
    /// Deck number.
    pub deck: u64,
    /// Position in the deck.
    pub pos: u64,
    /// The part (P7).
    pub part: [u8; 96],
}

/// A part on a card somebody has drawn (P11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawPart {
    /// Id of the DRAW.
    pub draw: Hash,
    /// Entry of the DRAW, from 0.
    pub index: u64,
    /// The part (P7).
    pub part: [u8; 96],
}

/// One deck of a SHUFFLE (P10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShuffleEntry {
    /// Deck number.
    pub deck: u64,
    /// The new ciphertexts, 64 bytes a card.
    pub cards: Vec<u8>,
    /// The proof of P10.3.
    pub proof: Vec<u8>,
}

/// One card asked for by a DRAW (P11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawEntry {
    /// Deck number.
    pub deck: u64,
    /// Position in the deck.
    pub pos: u64,
    /// The masked point P = C1 + ρB.
    pub point: [u8; 32],
    /// Proof of knowledge of ρ.
    pub proof: [u8; 64],
}

/// A part that opens a prescribed shuffle (P10.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShufflePart {
    /// Step of the shuffle.
    pub step: u64,
    /// Deck number.
    pub deck: u64,
    /// The part (P7).
    pub part: [u8; 96],
}

/// What an event says, by kind. Numbers are as they came, below 2^64: whoever narrows one compares
/// it with its range first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// PROPOSE.
    Propose(Box<Propose>),
    /// JOIN.
    Join {
        /// Commitment to the salt nonce (P8).
        commitment: Hash,
        /// Dealing for purpose 0, empty where the author is not on the committee.
        roll: Vec<u8>,
        /// Dealing for purpose 1, likewise.
        deck: Vec<u8>,
        /// ML-DSA-65 key or empty (P20).
        pq: Vec<u8>,
    },
    /// START.
    Start {
        /// Ids of one JOIN per player and keeper, in member order.
        joins: Vec<Hash>,
    },
    /// READY.
    Ready {
        /// The salt nonce.
        nonce: Hash,
        /// Complaints about dealings.
        complaints: Vec<Complaint>,
    },
    /// ACTION.
    Action {
        /// Canonical JSON array of the actions.
        payload: Vec<u8>,
        /// The cards the actions need.
        reveals: Vec<Reveal>,
    },
    /// SEAL.
    Seal {
        /// Commitment of P12.
        commitment: Hash,
    },
    /// OPEN.
    Open {
        /// The seal's nonce.
        nonce: Hash,
        /// Canonical JSON array of the actions.
        payload: Vec<u8>,
        /// The cards the actions need.
        reveals: Vec<Reveal>,
    },
    /// PART.
    Part {
        /// Part on the roll of this step, or empty. Its length is checked in replay (`E_BODY`).
        roll: Vec<u8>,
        /// Parts on cards opened for everybody.
        shows: Vec<ShowPart>,
        /// Parts on drawn cards.
        draws: Vec<DrawPart>,
    },
    /// SHUFFLE.
    Shuffle {
        /// One entry per deck of the question.
        decks: Vec<ShuffleEntry>,
    },
    /// DRAW.
    Draw {
        /// The cards asked for.
        cards: Vec<DrawEntry>,
    },
    /// VOTE.
    Vote {
        /// A seat, or at `shuffle` a member.
        target: u64,
    },
    /// TAKEOVER.
    Takeover {
        /// The seat.
        seat: u64,
    },
    /// BACK.
    Back {
        /// The step to go back to.
        to: u64,
    },
    /// NOTE.
    Note {
        /// At most 4096 bytes of UTF-8.
        text: String,
    },
    /// POST.
    Post,
    /// AUDIT.
    Audit {
        /// The author's cards.
        reveals: Vec<Reveal>,
        /// Parts for his prescribed shuffles.
        shuffles: Vec<ShufflePart>,
    },
    /// ENDORSE.
    Endorse {
        /// ML-DSA-65 signature of P20.
        sig: Vec<u8>,
    },
    /// RESIGN.
    Resign,
}

/// One signed statement of one member. Equal raws are the same event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The signed bytes as transmitted; shared, so cloning an event copies no bytes of it.
    pub raw: Arc<[u8]>,
    /// Ed25519 signature over `raw` (P4).
    pub sig: [u8; 64],
    /// Digest of `raw` under the name `event`.
    pub id: Hash,
    /// Id of the match; in PROPOSE its own id.
    pub match_id: Hash,
    /// Kind.
    pub kind: Kind,
    /// Member number, 0 to 31.
    pub author: u8,
    /// Number among the author's events, 0 to 4095.
    pub seq: u16,
    /// Ids of the heads the author saw, strictly ascending, at most 64.
    pub parents: Vec<Hash>,
    /// The step the author's log stood at.
    pub step: u32,
    /// Digest of the position at that step.
    pub digest: Hash,
    /// The author's clock, Unix seconds: a claim.
    pub wall: u64,
    /// What it says.
    pub body: Body,
    /// 0 for PROPOSE, else one more than the greatest height of a parent; 0 until a log takes it.
    pub height: u32,
}

impl Event {
    /// Parses one envelope in the order of P15 point 2; the signature is not verified here.
    ///
    /// # Errors
    /// A code of P2, then `E_SHAPE`, `E_SUITE`, `E_KIND`, `E_SHAPE`, `E_PARENTS`, `E_MATCH`.
    pub fn parse(raw: &[u8], sig: [u8; 64]) -> Result<Self, Refusal> {
        crate::parse::event(raw, sig)
    }

    /// What canonical order ascends by: height, then id (P15).
    #[must_use]
    pub const fn rank(&self) -> (u32, Hash) {
        (self.height, self.id)
    }
}
