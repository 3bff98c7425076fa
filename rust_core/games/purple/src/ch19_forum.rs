//! Forum cards (rules 19.40 to 19.43).

use referee_kernel::seat::Seat;

use crate::action::{Action, Aim};
use crate::cards::Forum;
use crate::ch7_turns::senator_ready;
use crate::ch8_emperor::{legion_pile, safe_capitals};
use crate::ch15_board::raise_happiness;
use crate::ch19_plots::{cheapest, regain};
use crate::change::Change;
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::{Position, owner, seat_of};
use crate::run::Tx;
use crate::tables::{DEAREST, HAPPIEST, options_of, provinces};
use crate::task::Task;

/// Pays the price of an option and carries it out; the stamina lies on it already.
pub(crate) fn use_option(tx: &mut Tx<'_>, seat: Seat, card: Forum, option: u8, aim: Aim) {
    let price = tx.game().tables().options[card.index()][usize::from(option) - 1].coins;
    if price > 0 {
        tx.put(Change::CoinsPaid { seat, count: price.into() });
    }
    let gain = |tx: &mut Tx<'_>, count| tx.put(Change::CoinsGained { seat, count });
    match (card, option, aim) {
        (Forum::Baths, 1, _) => raise_happiness(tx, 2),
        (Forum::Baths, _, _) => regain(tx, seat, 3),
        (Forum::Arena, 1, _) => raise_happiness(tx, 3),
        (Forum::Arena, _, _) => tx.put(Change::Push(Task::Happiness(-2))),
        (Forum::GrainMerchants, _, Aim::Price(to)) => tx.put(Change::PriceMoved { to }),
        (Forum::GrainMerchants, _, _) => {
            tx.put(Change::GrainAdded { count: 5 });
            gain(tx, 3);
        }
        (Forum::Moneylenders, 1, _) => gain(tx, 5),
        (Forum::Moneylenders, _, _) => gain(tx, 9),
        (Forum::Auxiliaries, 1, Aim::Province(at)) => {
            let count = legion_pile(tx.game(), tx.position()).min(3);
            tx.put(Change::LegionsPlaced { at, count });
        }
        (Forum::Auxiliaries, _, Aim::Province(at)) => tx.put(Change::EnemiesRemoved { at, count: 1 }),
        (Forum::Colonnade, 1, _) => (0..2).for_each(|_| tx.put(Change::Push(Task::DrawPlot(seat)))),
        (Forum::Colonnade, _, Aim::Owner(target)) => {
            if let Some(from) = seat_of(target) {
                crate::ch19_windows::wake(tx, seat, from);
                tx.put(Change::Push(Task::Steal { to: seat, from }));
            }
        }
        (Forum::Clients, 1, _) => tx.put(Change::SenatorAdded { owner: owner(seat) }),
        (Forum::Clients, _, Aim::Space(left)) => tx.put(Change::SenatorsSwapped { left: left - 1 }),
        (Forum::Arch, 2, _) => tx.put(Change::HeirTokenMoved { to: Some(seat) }),
        // 19.43.3 and 19.43.9: the token counts at the end.
        _ => {}
    }
}

impl Purple {
    /// Every use of an open forum card, cards by id (interface, section 7.2).
    pub(crate) fn list_forum(&self, p: &Position, seat: Seat, f: Visit<'_>) -> Walk {
        if p.forum.is_empty() {
            return Walk::Continue(());
        }
        for card in Forum::ALL {
            let Some(open) = p.open_forum(card) else { continue };
            for (option, tokens) in (1..).zip(open.tokens).take(options_of(card)) {
                let price = self.tables().options[card.index()][usize::from(option) - 1];
                // 19.41
                let taken = price.small && tokens.iter().any(|n| *n > 0);
                if !taken && p.family(seat).coins >= price.coins.into() {
                    self.list_option(p, seat, card, option, f)?;
                }
            }
        }
        Walk::Continue(())
    }

    /// The ways to use one option that is free and paid for (0.4, 19.43).
    fn list_option(&self, p: &Position, seat: Seat, card: Forum, option: u8, f: Visit<'_>) -> Walk {
        let mut with = |aim: Aim| f(&Action::UseForum(card, option, aim));
        let plain = match (card, option) {
            (Forum::Baths | Forum::Arena, 1) => p.happiness < HAPPIEST,
            (Forum::Baths, _) => p.family(seat).used > 0,
            (Forum::GrainMerchants, 1) => {
                let prices = (p.price - 1).max(cheapest(self, p))..=(p.price + 1).min(DEAREST);
                return prices.filter(|n| *n != p.price).try_for_each(|n| with(Aim::Price(n)));
            }
            (Forum::Auxiliaries, 1) => {
                let land = if legion_pile(self, p) > 0 { safe_capitals(self, p) } else { 0 };
                return provinces(land).try_for_each(|at| with(Aim::Province(at)));
            }
            (Forum::Auxiliaries, _) => return provinces(p.hostile()).try_for_each(|at| with(Aim::Province(at))),
            (Forum::Colonnade, 1) => p.can_draw(),
            (Forum::Colonnade, _) => {
                let rich = (0..p.count).filter(|s| *s != seat && !p.family(*s).hand.is_empty());
                return rich.map(Aim::seat).try_for_each(with);
            }
            (Forum::Clients, 1) => senator_ready(self, p, seat),
            (Forum::Clients, _) => {
                let pairs = (1..).zip(p.senate.as_slice().windows(2));
                return pairs.filter(|(_, w)| w[0] != w[1]).try_for_each(|(left, _)| with(Aim::Space(left)));
            }
            (Forum::Arch, 2) => p.heir.is_none(),
            _ => true,
        };
        if plain { with(Aim::Plain) } else { Walk::Continue(()) }
    }
}
