//! The closed list of codes and the refusal that carries one (protocol P17).

use core::fmt;

/// Writes the enum of codes and its texts from one list, so neither can miss an entry.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)+) => {
        /// A code of protocol P17: why bytes were refused, or what an event is at fault for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code {
            $($(#[$doc])* $name,)+
        }

        impl Code {
            /// Every code, in the order of the list.
            pub const ALL: &'static [Code] = &[$(Code::$name,)+];

            /// The code as the protocol writes it, for instance `E_SIGNATURE`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$name => $text,)+
                }
            }
        }
    };
}

codes! {
    /// The input is longer than its limit (P2).
    CSize = "C_SIZE",
    /// The input ends before the value does (P2).
    CTruncated = "C_TRUNCATED",
    /// The first byte of a value is none of the table (P2).
    CType = "C_TYPE",
    /// A longer form than needed (P2).
    CMinimal = "C_MINIMAL",
    /// A text that is not UTF-8 (P2).
    CUtf8 = "C_UTF8",
    /// A text with a forbidden character (P2).
    CText = "C_TEXT",
    /// An array inside eight arrays (P2).
    CDepth = "C_DEPTH",
    /// Bytes after the value (P2).
    CTrailing = "C_TRAILING",
    /// A file, or the union with what is known, above a limit (P15).
    FSize = "F_SIZE",
    /// The first eight bytes are not those of a file (P15).
    FMagic = "F_MAGIC",
    /// The file is not one value of P2 (P15).
    FCodec = "F_CODEC",
    /// The file's value has another shape (P15).
    FShape = "F_SHAPE",
    /// A file without events (P15).
    FEmpty = "F_EMPTY",
    /// Events not in canonical order (P15).
    FOrder = "F_ORDER",
    /// A block that begins and does not end (P16).
    AEnd = "A_END",
    /// No block at all (P16).
    ANone = "A_NONE",
    /// The check digits are missing or wrong (P16).
    ASum = "A_SUM",
    /// A character outside the base64 alphabet (P16).
    AChar = "A_CHAR",
    /// A length or last digit no base64 text has (P16).
    ABits = "A_BITS",
    /// The list of members breaks P14.1.
    HRoster = "H_ROSTER",
    /// The host is neither player nor keeper (P14.2).
    HHost = "H_HOST",
    /// Committees or thresholds break P14.3.
    HKeys = "H_KEYS",
    /// Flags this match may not have (P14.4).
    HFlags = "H_FLAGS",
    /// The rules do not take this configuration (P14.5).
    HConfig = "H_CONFIG",
    /// Keys that do not fit the decks of the rules; voids the match (P14).
    HDecks = "H_DECKS",
    /// A suite this version does not know (P13).
    ESuite = "E_SUITE",
    /// A kind of event that does not exist (P13).
    EKind = "E_KIND",
    /// An event of another shape (P13).
    EShape = "E_SHAPE",
    /// Parents out of order, unknown, too many, or one in another's past (P13, P15).
    EParents = "E_PARENTS",
    /// An event of another match, or a field only PROPOSE may have (P13, P15).
    EMatch = "E_MATCH",
    /// No such member (P15).
    EAuthor = "E_AUTHOR",
    /// The signature is not valid (P4, P15).
    ESignature = "E_SIGNATURE",
    /// The author's events in the past do not have the numbers before this one (P15).
    ESeq = "E_SEQ",
    /// The author has signed more bytes than allowed (P1, P15).
    ESize = "E_SIZE",
    /// A fork proof whose events are no fork (P15).
    EFork = "E_FORK",
    /// The author may not send this kind.
    ERole = "E_ROLE",
    /// START not by the host, or not naming valid JOINs of its past, in order.
    EStart = "E_START",
    /// The author did this already.
    ETwice = "E_TWICE",
    /// The step is not the one at which the event's past stands.
    EStep = "E_STEP",
    /// This kind answers nothing asked at this step.
    ENow = "E_NOW",
    /// The seat is not asked, not the author's, or absent.
    ESeat = "E_SEAT",
    /// A part or draw for something not open yet.
    EEarly = "E_EARLY",
    /// The body does not fit the question.
    EBody = "E_BODY",
    /// The rules refuse the action.
    EIllegal = "E_ILLEGAL",
    /// The target of the vote is not awaited.
    EVote = "E_VOTE",
    /// A vote before the grace period is over.
    EGrace = "E_GRACE",
    /// No such step to go back to, or a deck was used since.
    EBack = "E_BACK",
    /// By an author whose fork is not settled (P19.7).
    EForked = "E_FORKED",
    /// A dealing that fails its check (P8).
    XDealing = "X_DEALING",
    /// A dealing with a wrong share, shown by a complaint; voids the match (P8).
    XShare = "X_SHARE",
    /// A nonce that does not open its commitment (P8).
    XNonce = "X_NONCE",
    /// A complaint that shows nothing (P8).
    XComplaint = "X_COMPLAINT",
    /// A joint key that is the identity; voids the match (P8).
    XKey = "X_KEY",
    /// A wrong part or proof of one (P7).
    XPart = "X_PART",
    /// A shuffle whose proof fails (P10).
    XShuffle = "X_SHUFFLE",
    /// A draw whose proof fails (P11).
    XDraw = "X_DRAW",
    /// A reveal that shows nothing (P11).
    XReveal = "X_REVEAL",
    /// An opening that does not match its seal (P12).
    XSeal = "X_SEAL",
    /// A prescribed shuffle that was not kept (P10.4).
    XAudit = "X_AUDIT",
    /// An endorsement that fails (P20).
    XEndorse = "X_ENDORSE",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which event of a file a refusal is about: its place in the file, and its author and number
/// where these could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Place of the event in the file or union that was read, from 0.
    pub place: u32,
    /// Member number of the author and his number of the event, if it could be parsed.
    pub author_seq: Option<(u8, u16)>,
}

/// Why bytes were not taken: one code of P17, the event it is about, and what is true in words.
/// Nothing of what was refused is kept, and nobody is blamed (P15).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code.
    pub code: Code,
    /// The event at which the check failed, if one event did.
    pub event: Option<Place>,
    /// One lower-case clause saying what is true.
    pub detail: &'static str,
}

impl Refusal {
    /// A refusal that is about no single event.
    #[must_use]
    pub const fn new(code: Code, detail: &'static str) -> Self {
        Self { code, event: None, detail }
    }

    /// The same refusal, said of the event at `place` that could not be parsed.
    #[must_use]
    pub const fn at(self, place: u32) -> Self {
        Self { event: Some(Place { place, author_seq: None }), ..self }
    }

    /// The same refusal, said of event `seq` of `author` at `place`.
    #[must_use]
    pub const fn by(self, place: u32, author: u8, seq: u16) -> Self {
        Self { event: Some(Place { place, author_seq: Some((author, seq)) }), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.detail)?;
        match self.event {
            None => Ok(()),
            Some(Place { place, author_seq: None }) => write!(f, " (event {place})"),
            Some(Place { place, author_seq: Some((author, seq)) }) => {
                write!(f, " (event {place}, number {seq} of member {author})")
            }
        }
    }
}

impl core::error::Error for Refusal {}

/// Refuses with `code` unless `good`.
pub(crate) fn check(good: bool, code: Code, detail: &'static str) -> Result<(), Refusal> {
    if good { Ok(()) } else { Err(Refusal::new(code, detail)) }
}
