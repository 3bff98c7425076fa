//! From a document to a position.

use referee_kernel::json::Value;
use referee_kernel::rule::Unfit;
use referee_kernel::seat::Seat;
use referee_kernel::set::Sets;

use super::checks;
use super::shape::{self, SeatShape};
use crate::config;
use crate::decisions::pending_at_rest;
use crate::game::Augustus;
use crate::position::{Position, Side};
use crate::spaces::Spaces;
use crate::words::Category;

/// The position of a document at a rest point (interface section 3).
///
/// # Errors
/// The interface's error word of the first check that fails.
pub(crate) fn load(sets: &dyn Sets, document: &Value) -> Result<(Augustus, Position), Unfit> {
    shape::frame(document)?;
    let config = document.get("config").filter(|c| c.has_exactly(&config::KEYS));
    let game = config.and_then(|c| config::read(sets, c).ok()).ok_or(Unfit("config"))?;
    let d = shape::read(&game, document)?;
    checks::all(&game, &d)?;
    let mut p = Position::new(game.seats, game.first_crier);
    p.phase = d.phase;
    p.turn = d.turn;
    p.crier = d.crier;
    p.token = d.token;
    p.bag = d.bag.map(narrow);
    p.deck = d.deck;
    p.market = d.market;
    p.lost = d.lost;
    p.supply = narrow(d.supply);
    p.tiles = d.tiles;
    p.pending = pending_at_rest(&game, d.phase);
    for (seat, s) in (0..game.seats).zip(&d.seats) {
        take_seat(&mut p, seat, s);
    }
    Ok((game, p))
}

fn take_seat(p: &mut Position, seat: Seat, s: &SeatShape) {
    *p.side_mut(seat) = Side {
        stock: narrow(s.stock),
        active: s.active(),
        controlled: s.controlled,
        hand: s.hand,
        discards: s.discards,
        colour_tiles: s.colour_tiles,
        number_tile: s.number_tile,
        declined: s.declined,
    };
    for o in &s.objectives {
        let legions = Category::ALL.iter().zip(o.legions);
        *p.on_mut(o.number) = legions.fold(Spaces::NONE, |all, (c, n)| all.set(*c, narrow(n)));
    }
}

/// Counts that were checked against 48 legions and 23 tokens.
fn narrow(n: u32) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}
