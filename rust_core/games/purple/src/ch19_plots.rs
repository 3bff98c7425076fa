//! Plot cards played for their effect (rules 19.36).

use referee_kernel::seat::Seat;

use crate::action::{Action, Aim};
use crate::cards::Plot;
use crate::ch4_enemies::Losses;
use crate::ch7_move::REACH;
use crate::ch7_turns::senator_ready;
use crate::ch19_windows::wake;
use crate::change::{Building, Change, buildings};
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::{NOBODY, Position, owner, seat_of};
use crate::run::Tx;
use crate::tables::{DEAREST, HAPPIEST, only, provinces};
use crate::task::Task;

/// Carries out the effect of a card that lies on the discards already (19.10.1).
pub(crate) fn play(tx: &mut Tx<'_>, seat: Seat, card: Plot, aim: Aim) {
    match (card, aim) {
        (Plot::Arson, Aim::Province(at)) => arson(tx, seat, at),
        (Plot::Baiae, _) => regain(tx, seat, 2),
        (Plot::BreadGames, _) => crate::ch15_board::raise_happiness(tx, 2),
        (Plot::ForcedMarch, Aim::Province(to)) => crate::ch7_move::begin(tx, seat, to),
        (Plot::GrainHoarders, Aim::Price(to)) => tx.put(Change::PriceMoved { to }),
        (Plot::LightFingers, Aim::Owner(target)) => light_fingers(tx, seat, target),
        (Plot::Mob, _) => tx.put(Change::Push(Task::Happiness(-2))),
        (Plot::MoveHeir, Aim::Owner(to)) => crate::ch17_succession::move_heir(tx, seat, to),
        (Plot::OldDebts, _) => tx.put(Change::SenatorAdded { owner: owner(seat) }),
        (Plot::PoisonedCup, Aim::Owner(target)) => {
            if let Some(target) = seat_of(target) {
                wake(tx, seat, target);
                tx.put(Change::Push(Task::Lose(target, 2)));
            }
        }
        (Plot::Scandal, Aim::Owner(target)) => scandal(tx, seat, target),
        _ => {}
    }
}

/// Up to `most` tokens from used to unused (19.36.9, 19.43.1).
pub(crate) fn regain(tx: &mut Tx<'_>, seat: Seat, most: u8) {
    let count = tx.position().family(seat).used.min(most);
    tx.put(Change::StaminaRegained { seat, count });
}

fn arson(tx: &mut Tx<'_>, seat: Seat, at: crate::tables::Province) {
    let owners: Vec<Seat> = buildings(tx.position(), at)
        .filter_map(|b| match b {
            Building::Estate(owner) => Some(owner),
            Building::Aqueduct => None,
        })
        .collect();
    owners.iter().for_each(|o| wake(tx, seat, *o));
    let mut lost = Losses::default();
    lost.raze(tx, at);
    lost.carry_out(tx);
}

fn light_fingers(tx: &mut Tx<'_>, seat: Seat, target: i8) {
    let Some(target) = seat_of(target) else { return };
    wake(tx, seat, target);
    let count = tx.position().family(target).coins.min(5);
    tx.put(Change::CoinsPaid { seat: target, count });
    tx.put(Change::CoinsGained { seat, count });
}

fn scandal(tx: &mut Tx<'_>, seat: Seat, target: i8) {
    if let Some(target) = seat_of(target) {
        wake(tx, seat, target);
    }
    let space = tx.position().senate.as_slice().iter().rposition(|o| *o == target);
    if let Some(space) = space.and_then(|s| u8::try_from(s).ok()) {
        tx.put(Change::SenatorRemoved { space });
    }
}

/// The lowest import price (15.3.1, 21.6).
pub(crate) fn cheapest(game: &Purple, p: &Position) -> u8 {
    if p.solo() { game.tables().price_solo } else { 1 }
}

impl Purple {
    /// Every play for an effect, cards by id (interface, section 7.1).
    pub(crate) fn list_plays(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        let known = p.family(seat).hand;
        Plot::ALL.into_iter().filter(|c| known.of(c.index()) > 0).try_for_each(|c| self.list_play(p, seat, c, f))
    }

    /// The ways to play one card (0.4).
    fn list_play(&self, p: &Position, seat: Seat, card: Plot, f: Visit<'_>) -> Walk {
        let family = p.family(seat);
        let mut with = |aim: Aim| f(&Action::Play(card, aim));
        let plain = match card {
            Plot::Arson => {
                let land = p.built() & !only(self.tables().map.roma);
                return provinces(land).try_for_each(|at| with(Aim::Province(at)));
            }
            Plot::ForcedMarch => {
                return self.list_steps(p, seat, REACH, Some(card), &mut |to| with(Aim::Province(to)));
            }
            Plot::GrainHoarders => {
                let prices = p.price.saturating_sub(2).max(cheapest(self, p))..=(p.price + 2).min(DEAREST);
                return prices.filter(|n| *n != p.price).try_for_each(|n| with(Aim::Price(n)));
            }
            Plot::LightFingers => {
                let rich = (0..p.count).filter(|s| *s != seat && p.family(*s).coins > 0);
                return rich.map(Aim::seat).try_for_each(with);
            }
            Plot::PoisonedCup => {
                let fresh = (0..p.count).filter(|s| *s != seat && p.family(*s).unused > 0);
                return fresh.map(Aim::seat).try_for_each(with);
            }
            Plot::MoveHeir => return self.list_heirs(p, f),
            Plot::Scandal => {
                let owners = (NOBODY..owner(p.count)).filter(|o| p.senators_of(*o) > 0);
                return owners.map(Aim::Owner).try_for_each(with);
            }
            Plot::BreadGames => p.happiness < HAPPIEST,
            Plot::Mob => true,
            Plot::Baiae => family.used > 0,
            Plot::OldDebts => senator_ready(self, p, seat),
            Plot::Bodyguard | Plot::Statue => false,
        };
        if plain { with(Aim::Plain) } else { Walk::Continue(()) }
    }
}
