//! Chapter 7: where a resource tile goes when its holder lost an objective.

use referee_kernel::seat::{Seat, Seats};
use referee_kernel::tx::Tx;

use crate::change::Change;
use crate::game::Augustus;
use crate::position::{Position, Step};
use crate::words::Resource;

impl Augustus {
    /// Checks the tiles that are due, gold first (7.6), until a holder must choose; then the attack is over.
    pub(crate) fn check_tiles(&self, tx: &mut Tx<'_, Self>) {
        while let Some(resource) = tx.position().tile_given() {
            let p = tx.position();
            let leaders = self.leaders(p, resource);
            match p.tiles[resource as usize] {
                Some(holder) if !leaders.has(holder) => {
                    if leaders.len() > 1 {
                        return tx.put(Change::StepBegan(Step::Give, 0, Seats::one(holder))); // 7.10
                    }
                    tx.put(Change::TileMoved(resource, leaders.iter().next())); // 7.7, 7.9
                }
                _ => (), // 7.8
            }
            self.tile_checked(tx, resource);
        }
        self.end_power(tx);
    }

    /// 7.10
    pub(crate) fn give_tile(&self, tx: &mut Tx<'_, Self>, tile: Resource, to: Seat) {
        tx.put(Change::TileMoved(tile, Some(to)));
        self.tile_checked(tx, tile);
        self.check_tiles(tx);
    }

    fn tile_checked(&self, tx: &mut Tx<'_, Self>, resource: Resource) {
        let mut check = tx.position().resolution.as_ref().map_or([false; 2], |r| r.check);
        check[resource as usize] = false;
        tx.put(Change::TilesChecked(check));
    }

    /// The seats that have the most of a resource, after all losses (7.11); nobody if nobody has any.
    pub(crate) fn leaders(&self, p: &Position, resource: Resource) -> Seats {
        let amount = |s| self.amount(p, s, resource);
        let most = (0..self.seats).map(amount).max().unwrap_or(0);
        (0..self.seats).filter(|s| most > 0 && amount(*s) == most).collect()
    }
}
