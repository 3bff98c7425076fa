//! Writing events: the bytes a member signs (protocol P13).

use crate::codec::{TooLong, Writer};
use crate::event::{Body, Hash, Kind, Member, Propose, Reveal};
use crate::limits::MAX_RAW;
use crate::refusal::Refusal;

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

impl Body {
    /// The bytes of the body alone, as they stand in `raw`.
    ///
    /// # Errors
    /// [`TooLong`] as in [`Draft::encode`].
    pub fn encode(&self) -> Result<Vec<u8>, TooLong> {
        let mut w = Writer::new();
        body(&mut w, self)?;
        Ok(w.finish())
    }

    /// Reads the bytes of a body of this kind.
    ///
    /// # Errors
    /// A code of P2, or `E_SHAPE`.
    pub fn parse(kind: Kind, bytes: &[u8]) -> Result<Self, Refusal> {
        crate::parse::body_alone(kind, bytes)
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{
        Complaint, DrawEntry, DrawPart, Event, KeyTerms, NO_MATCH, ShowPart, ShuffleEntry, ShufflePart,
    };
    use referee_kernel::digest::state_digest;

    fn bodies() -> Vec<Body> {
        let member = |n: u8| Member { name: format!("name {n}"), identity: [n; 32], box_key: [n + 1; 32] };
        let reveals = vec![Reveal { deck: 1, pos: 300, rho: [5; 32] }];
        let payload = b"[{\"do\":\"pass\"}]".to_vec();
        vec![
            Body::Propose(Box::new(Propose {
                nonce: [1; 32],
                game: "toy".to_owned(),
                rules: [2; 32],
                config: b"{}".to_vec(),
                players: vec![member(1), member(3)],
                keepers: vec![member(5)],
                reserves: Vec::new(),
                keys: vec![KeyTerms { threshold: 2, committee: vec![0, 1, 200] }],
                grace: u64::MAX,
                flags: 1,
            })),
            Body::Join { commitment: [1; 32], roll: vec![2; 300], deck: Vec::new(), pq: vec![3; 1952] },
            Body::Start { joins: vec![[1; 32]; 20] },
            Body::Ready {
                nonce: [1; 32],
                complaints: vec![Complaint { dealer: 1 << 40, purpose: 1, shared: [2; 32], proof: [3; 64] }],
            },
            Body::Action { payload: payload.clone(), reveals: reveals.clone() },
            Body::Seal { commitment: [4; 32] },
            Body::Open { nonce: [5; 32], payload, reveals: reveals.clone() },
            Body::Part {
                roll: vec![9; 96],
                shows: vec![ShowPart { deck: 0, pos: 7, part: [1; 96] }],
                draws: vec![DrawPart { draw: [2; 32], index: 3, part: [4; 96] }],
            },
            Body::Shuffle { decks: vec![ShuffleEntry { deck: 0, cards: vec![1; 640], proof: vec![2; 1440] }] },
            Body::Draw { cards: vec![DrawEntry { deck: 0, pos: 1, point: [1; 32], proof: [2; 64] }] },
            Body::Vote { target: u64::MAX },
            Body::Takeover { seat: 1 },
            Body::Back { to: 70_000 },
            Body::Note { text: "Grüße,\nEva".to_owned() },
            Body::Post,
            Body::Audit { reveals, shuffles: vec![ShufflePart { step: 0, deck: 0, part: [1; 96] }] },
            Body::Endorse { sig: vec![1; 3309] },
            Body::Resign,
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        for (body, kind) in bodies().into_iter().zip(Kind::ALL) {
            let first = kind == Kind::Propose;
            let draft = Draft {
                match_id: if first { NO_MATCH } else { [6; 32] },
                author: 31,
                seq: if first { 0 } else { 4095 },
                parents: if first { Vec::new() } else { vec![[1; 32], [2; 32]] },
                step: if first { 0 } else { u32::MAX },
                digest: state_digest(b""),
                wall: u64::MAX,
                body,
            };
            let raw = draft.encode().unwrap();
            let event = Event::parse(&raw, [7; 64]).unwrap();
            assert_eq!((event.kind, &*event.raw, event.sig), (kind, &*raw, [7; 64]));
            let Event { author, seq, parents, step, digest, wall, body, .. } = event;
            let match_id = if first { NO_MATCH } else { event.match_id };
            assert_eq!(Draft { match_id, author, seq, parents, step, digest, wall, body }, draft);
            assert_eq!(Kind::from_number(kind.number().into()), Some(kind));
        }
    }

    #[test]
    fn an_event_has_at_most_65535_bytes() {
        let draft = |n| Draft {
            match_id: [6; 32],
            author: 0,
            seq: 0,
            parents: vec![[1; 32]],
            step: 0,
            digest: [0; 32],
            wall: 0,
            body: Body::Action { payload: vec![0; n], reveals: Vec::new() },
        };
        let spare = 65_535 - draft(60_000).encode().unwrap().len();
        assert_eq!(draft(60_000 + spare).encode().unwrap().len(), 65_535);
        assert_eq!(draft(60_001 + spare).encode(), Err(TooLong));
        assert_eq!(draft(65_536).encode(), Err(TooLong));
    }
}
