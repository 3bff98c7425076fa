//! Chapter 6: rewards.

use referee_kernel::seat::{Seat, Seats};
use referee_kernel::tx::Tx;

use crate::change::Change;
use crate::game::Augustus;
use crate::numbers::Numbers;
use crate::position::{Position, Step};
use crate::tables::ColourTile;
use crate::words::{Colour, Resource};

impl Augustus {
    /// Step 4 of the chain: colour tiles, gold, wheat, number tile (4.3.4); then step 5.
    pub(crate) fn rewards(&self, tx: &mut Tx<'_, Self>, seat: Seat) {
        for (tile, needs) in (0..).zip(&self.tables.colour_tiles) {
            if is_free(tx.position(), tile) && self.qualifies(needs, tx.position().side(seat).controlled) {
                tx.put(Change::ColourTileTaken(seat, tile));
            }
        }
        for resource in Resource::ALL {
            self.settle(tx, seat, resource);
        }
        match self.claimable(tx.position(), seat) {
            Some(_) => tx.put(Change::StepBegan(Step::Claim, 0, Seats::one(seat))),
            None => self.begin_choice(tx, seat),
        }
    }

    /// 6.2
    pub(crate) fn qualifies(&self, tile: &ColourTile, controlled: Numbers) -> bool {
        Colour::ALL.into_iter().zip(tile.needs).all(|(c, need)| controlled.and(self.tables.of_colour(c)).len() >= need)
    }

    /// The amount of a resource that `seat` has (6.12).
    pub(crate) fn amount(&self, p: &Position, seat: Seat, resource: Resource) -> u8 {
        p.side(seat).controlled.and(self.tables.producing(resource)).len()
    }

    /// 6.14 to 6.17
    fn settle(&self, tx: &mut Tx<'_, Self>, seat: Seat, resource: Resource) {
        let p = tx.position();
        let added = p.resolution.as_ref().map(|r| r.done.and(self.tables.producing(resource))).unwrap_or_default();
        if added.is_empty() {
            return;
        }
        let takes = match p.tiles[resource as usize] {
            None => true,
            Some(holder) => holder != seat && self.amount(p, seat, resource) >= self.amount(p, holder, resource),
        };
        if takes {
            tx.put(Change::TileMoved(resource, Some(seat)));
        }
    }

    /// The number tile about which `seat` has a choice (6.6).
    pub(crate) fn claimable(&self, p: &Position, seat: Seat) -> Option<u8> {
        let side = p.side(seat);
        let tile = side.controlled.len();
        let free = (2..=6).contains(&tile) && p.sides.iter().all(|s| s.number_tile != Some(tile));
        (free && side.number_tile.is_none() && side.declined >> tile & 1 == 0).then_some(tile)
    }

    /// 6.6, 6.9
    pub(crate) fn answer_claim(&self, tx: &mut Tx<'_, Self>, seat: Seat, claimed: bool) {
        if let Some(tile) = self.claimable(tx.position(), seat) {
            let change = if claimed { Change::NumberTileClaimed } else { Change::NumberTileDeclined };
            tx.put(change(seat, tile));
        }
        self.begin_choice(tx, seat);
    }
}

/// Whether colour tile `tile` lies in the centre.
pub(crate) fn is_free(p: &Position, tile: u8) -> bool {
    p.sides.iter().all(|s| s.colour_tiles >> tile & 1 == 0)
}
