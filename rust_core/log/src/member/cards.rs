//! The own hidden cards: drawing, helping others to draw, reading, revealing (protocol P11).

use referee_kernel::wire::{Cards, Place, Seat};
use referee_proof::draw;
use referee_proof::nonce::Fresh;

use crate::event::{Body, DrawEntry, DrawPart, Reveal};
use crate::log::Log;
use crate::replay::{Drawn, Report, Waiting};

use super::{Client, next_seq};

impl Client {
    /// The rights of the seats this member plays, ascending by place.
    fn rights<'a>(&self, report: &Report<'a>) -> impl Iterator<Item = Place> + use<'a> {
        let seats = self.seats(report);
        let own = move |seat: &Seat| seats.contains(seat);
        report.hands().iter().filter(move |(_, seat)| own(seat)).map(|(place, _)| *place)
    }

    /// The own DRAW of a place.
    fn own_draw<'a>(&self, report: &Report<'a>, place: Place) -> Option<&'a Drawn> {
        let log = report.log();
        report.draws().get(&place)?.iter().find(|drawn| log[drawn.event].author == self.member)
    }

    /// A DRAW of everything the member has a right to and has not drawn. It is made for the next own event: ρ comes from
    /// its number.
    pub(super) fn draw(&self, report: &Report<'_>, fresh: &Fresh) -> Option<Body> {
        let seq = u32::from(next_seq(report.log(), self.member)?);
        let undrawn = self.rights(report).filter(|place| self.own_draw(report, *place).is_none());
        let entry = |place: Place| {
            let c1 = report.deck(place.deck)?.get(usize::try_from(place.pos).ok()?)?.c1;
            let draw = self.secrets.draw(place.deck, place.pos, seq, &c1, fresh);
            let (deck, pos) = (place.deck.into(), place.pos.into());
            Some(DrawEntry { deck, pos, point: *draw.blinded.bytes(), proof: draw.proof })
        };
        let cards: Vec<DrawEntry> = undrawn.filter_map(entry).collect();
        (!cards.is_empty()).then_some(Body::Draw { cards })
    }

    /// The parts that draws still wait for from this member (law L: valid DRAWs of rights only).
    pub(super) fn draw_parts(&mut self, report: &Report<'_>, fresh: &Fresh) -> Vec<DrawPart> {
        let log = report.log();
        let asked = report.waiting().iter().filter_map(|(who, what)| match what {
            Waiting::Draw(place) if *who == self.member => Some(*place),
            _ => None,
        });
        let entries: Vec<&Drawn> = asked.filter_map(|place| self.open_entry(report, place)).collect();
        let Some(share) = self.shares(report).and_then(|shares| shares.deck.as_ref()) else { return Vec::new() };
        let part = |drawn: &Drawn| DrawPart {
            draw: log[drawn.event].id,
            index: drawn.index.into(),
            part: share.part(&drawn.point, &log.charter().match_id, fresh),
        };
        entries.into_iter().map(part).collect()
    }

    /// The entry of a DRAW of a place by who plays its seat, if it still waits for a part of this member.
    fn open_entry<'a>(&self, report: &Report<'a>, place: Place) -> Option<&'a Drawn> {
        let player = report.players().get(usize::from(*report.hands().get(&place)?))?;
        let entries = report.draws().get(&place)?.iter();
        let drawn = entries.rev().find(|drawn| report.log()[drawn.event].author == *player)?;
        let given = report.draw_parts(drawn).iter().any(|(member, _)| *member == self.member);
        (!given).then_some(drawn)
    }

    /// The hidden cards the member can read: of the rights of his seats those whose draws have t parts.
    #[must_use]
    pub fn known_cards(&self, report: &Report<'_>) -> Cards {
        self.rights(report).filter_map(|place| Some((place, self.read(report, place)?))).collect()
    }

    fn read(&self, report: &Report<'_>, place: Place) -> Option<u32> {
        let drawn = self.own_draw(report, place)?;
        let key = report.deck_key()?;
        let gamma = key.combine(&report.draw_parts(drawn))?;
        let c2 = report.deck(place.deck)?.get(usize::try_from(place.pos).ok()?)?.c2;
        let rho = self.secrets.rho(place.deck, place.pos, seq_of(report.log(), drawn));
        report.cards(place.deck)?.find(&draw::read(&c2, &gamma, &rho, key.x()))
    }

    /// The reveals of own cards, in the order given; `None` if one of them cannot be shown yet.
    #[must_use]
    pub fn reveals(&self, report: &Report<'_>, places: &[Place]) -> Option<Vec<Reveal>> {
        let reveal = |place: &Place| {
            self.read(report, *place)?;
            let drawn = self.own_draw(report, *place)?;
            let rho = self.secrets.rho(place.deck, place.pos, seq_of(report.log(), drawn));
            Some(Reveal { deck: place.deck.into(), pos: place.pos.into(), rho: rho.to_bytes() })
        };
        places.iter().map(reveal).collect()
    }

    /// After the end: the cards that are still hidden and can be shown.
    pub(super) fn last_reveals(&self, report: &Report<'_>) -> Vec<Reveal> {
        let revealed = report.revealed();
        let hidden = self.rights(report).filter(|place| !revealed.contains_key(place));
        hidden.filter_map(|place| self.reveals(report, &[place])).flatten().collect()
    }
}

fn seq_of(log: &Log, drawn: &Drawn) -> u32 {
    log[drawn.event].seq.into()
}
