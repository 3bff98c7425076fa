//! Writing events: the bytes a member signs (protocol P13).

use referee_kernel::digest::SIGN_PREFIX;

use crate::codec::{TooLong, Writer};
use crate::event::{Body, Hash, Kind, Member, Propose, Reveal};
use crate::limits::MAX_RAW;

/// An event that is not signed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Id of the match; [`crate::event::NO_MATCH`] in PROPOSE.
    pub match_id: Hash,
    /// Member number.
    pub author: u8,
    /// Number among the author's events.
    pub seq: u16,
    /// Ids of the heads, strictly ascending.
    pub parents: Vec<Hash>,
    /// The step the author's log stands at.
    pub step: u32,
    /// Digest of the position at that step.
    pub digest: Hash,
    /// Unix seconds.
    pub wall: u64,
    /// What it says.
    pub body: Body,
}

impl Draft {
    /// The `raw` of the event.
    ///
    /// # Errors
    /// [`TooLong`] if it, or something in it, has more than 65 535 bytes or elements.
    pub fn encode(&self) -> Result<Vec<u8>, TooLong> {
        let mut w = Writer::new();
        w.array(10)?;
        w.uint(1);
        w.bytes(&self.match_id)?;
        w.uint(self.body.kind().number().into());
        w.uint(self.author.into());
        w.uint(self.seq.into());
        list(&mut w, &self.parents, |w, id| w.bytes(id))?;
        w.uint(self.step.into());
        w.bytes(&self.digest)?;
        w.uint(self.wall);
        body(&mut w, &self.body)?;
        let raw = w.finish();
        if raw.len() > MAX_RAW { Err(TooLong) } else { Ok(raw) }
    }
}

/// The message that is signed for `raw` (P4).
#[must_use]
pub fn signed_message(raw: &[u8]) -> Vec<u8> {
    [SIGN_PREFIX, raw].concat()
}

impl Body {
    /// The kind whose body this is.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Body::Propose(_) => Kind::Propose,
            Body::Join { .. } => Kind::Join,
            Body::Start { .. } => Kind::Start,
            Body::Ready { .. } => Kind::Ready,
            Body::Action { .. } => Kind::Action,
            Body::Seal { .. } => Kind::Seal,
            Body::Open { .. } => Kind::Open,
            Body::Part { .. } => Kind::Part,
            Body::Shuffle { .. } => Kind::Shuffle,
            Body::Draw { .. } => Kind::Draw,
            Body::Vote { .. } => Kind::Vote,
            Body::Takeover { .. } => Kind::Takeover,
            Body::Back { .. } => Kind::Back,
            Body::Note { .. } => Kind::Note,
            Body::Post => Kind::Post,
            Body::Audit { .. } => Kind::Audit,
            Body::Endorse { .. } => Kind::Endorse,
            Body::Resign => Kind::Resign,
        }
    }
}

type Written = Result<(), TooLong>;

fn list<T>(w: &mut Writer, all: &[T], one: impl Fn(&mut Writer, &T) -> Written) -> Written {
    w.array(all.len())?;
    all.iter().try_for_each(|element| one(w, element))
}

fn body(w: &mut Writer, body: &Body) -> Written {
    w.array(crate::parse::fields(body.kind()).into())?;
    match body {
        Body::Propose(body) => propose(w, body)?,
        Body::Join { commitment, roll, deck, pq } => {
            w.bytes(commitment)?;
            w.bytes(roll)?;
            w.bytes(deck)?;
            w.bytes(pq)?;
        }
        Body::Start { joins } => list(w, joins, |w, id| w.bytes(id))?,
        Body::Ready { nonce, complaints } => {
            w.bytes(nonce)?;
            list(w, complaints, |w, c| {
                w.array(4)?;
                w.uint(c.dealer);
                w.uint(c.purpose);
                w.bytes(&c.shared)?;
                w.bytes(&c.proof)
            })?;
        }
        Body::Action { payload, reveals } => {
            w.bytes(payload)?;
            list(w, reveals, reveal)?;
        }
        Body::Seal { commitment } => w.bytes(commitment)?,
        Body::Open { nonce, payload, reveals } => {
            w.bytes(nonce)?;
            w.bytes(payload)?;
            list(w, reveals, reveal)?;
        }
        Body::Part { roll, shows, draws } => {
            w.bytes(roll)?;
            list(w, shows, |w, show| numbered(w, show.deck, show.pos, &show.part))?;
            list(w, draws, |w, draw| {
                w.array(3)?;
                w.bytes(&draw.draw)?;
                w.uint(draw.index);
                w.bytes(&draw.part)
            })?;
        }
        Body::Shuffle { decks } => list(w, decks, |w, entry| {
            w.array(3)?;
            w.uint(entry.deck);
            w.bytes(&entry.cards)?;
            w.bytes(&entry.proof)
        })?,
        Body::Draw { cards } => list(w, cards, |w, card| {
            w.array(4)?;
            w.uint(card.deck);
            w.uint(card.pos);
            w.bytes(&card.point)?;
            w.bytes(&card.proof)
        })?,
        Body::Vote { target } => w.uint(*target),
        Body::Takeover { seat } => w.uint(*seat),
        Body::Back { to } => w.uint(*to),
        Body::Note { text } => w.text(text)?,
        Body::Audit { reveals, shuffles } => {
            list(w, reveals, reveal)?;
            list(w, shuffles, |w, shuffle| numbered(w, shuffle.step, shuffle.deck, &shuffle.part))?;
        }
        Body::Endorse { sig } => w.bytes(sig)?,
        Body::Post | Body::Resign => {}
    }
    Ok(())
}

fn propose(w: &mut Writer, body: &Propose) -> Written {
    w.bytes(&body.nonce)?;
    w.text(&body.game)?;
    w.bytes(&body.rules)?;
    w.bytes(&body.config)?;
    for members in [&body.players, &body.keepers, &body.reserves] {
        list(w, members, member)?;
    }
    list(w, &body.keys, |w, terms| {
        w.array(2)?;
        w.uint(terms.threshold);
        list(w, &terms.committee, |w, member| {
            w.uint(*member);
            Ok(())
        })
    })?;
    w.uint(body.grace);
    w.uint(body.flags);
    Ok(())
}

fn member(w: &mut Writer, member: &Member) -> Written {
    w.array(3)?;
    w.text(&member.name)?;
    w.bytes(&member.identity)?;
    w.bytes(&member.box_key)
}

fn reveal(w: &mut Writer, reveal: &Reveal) -> Written {
    numbered(w, reveal.deck, reveal.pos, &reveal.rho)
}

/// Two numbers and bytes: how reveals and parts are written.
fn numbered(w: &mut Writer, first: u64, second: u64, bytes: &[u8]) -> Written {
    w.array(3)?;
    w.uint(first);
    w.uint(second);
    w.bytes(bytes)
}
