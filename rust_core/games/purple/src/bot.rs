//! A player by rules of thumb: it tries each choice on positions it can imagine and takes the one that is worth most.
//!
//! It sees what its seat may see: hidden cards are dealt anew before anything is tried.

mod worth;

use referee_kernel::game::{Game, Next};
use referee_kernel::seat::Seat;
use referee_kernel::stream::Stream;
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::game::Purple;
use crate::legal::Walk;
use crate::position::Position;
use crate::task::Task;

/// The names of the bots.
pub(crate) const NAMES: &[&str] = &["prudent"];

/// How often a choice that meets chance is tried.
const TRIES: u32 = 6;
/// Inputs after which a trial ends wherever it is.
const PATIENCE: u32 = 60;

/// The place of the choice in `legal`: the first of those worth most.
pub(crate) fn choose(game: &Purple, p: &Position, seat: Seat, legal: &[Action], dice: &mut Stream) -> u32 {
    if legal.len() < 2 {
        return 0;
    }
    let open = game.open_handed();
    let game = &open;
    let imagined = crate::census::imagine(game, p, seat, dice);
    // Every choice meets the same luck.
    let luck = seed(dice);
    let mut best = (i64::MIN, 0);
    for (place, action) in (0..).zip(legal) {
        let worth = trial(game, &imagined, seat, action, luck);
        if worth > best.0 {
            best = (worth, place);
        }
    }
    best.1
}

fn seed(dice: &mut Stream) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&dice.below(1 << 31).to_le_bytes());
    seed
}

/// What a choice is worth on average.
fn trial(game: &Purple, p: &Position, seat: Seat, action: &Action, luck: [u8; 32]) -> i64 {
    let mut dice = Stream::from_seed(&luck);
    let mut sum = 0;
    for tried in 1..=TRIES {
        let mut q = p.clone();
        if game.act(&mut Tx::new(game, &mut q), seat, action).is_err() {
            return i64::MIN;
        }
        let lucky = go_on(game, &mut q, seat, &mut dice);
        sum += worth::worth(game, &q, seat);
        if !lucky {
            return sum / i64::from(tried);
        }
    }
    sum / i64::from(TRIES)
}

/// Plays to the next rest point, everybody choosing what does least; says whether chance had a part in it.
fn go_on(game: &Purple, p: &mut Position, seat: Seat, dice: &mut Stream) -> bool {
    let mut lucky = false;
    for _ in 0..PATIENCE {
        let done = match game.next(p) {
            Next::Over => return lucky,
            Next::Chance => {
                lucky = true;
                let outcome = game.sample(p, dice);
                game.chance(&mut Tx::new(game, p), &outcome)
            }
            Next::Decide(seats) => {
                let own = seats.has(seat) && !seats.iter().any(|s| s != seat);
                if crate::document::at_rest(p) && own {
                    return lucky;
                }
                let Some(asked) = seats.iter().next() else { return lucky };
                let Some(action) = quiet(game, p, asked) else { return lucky };
                game.act(&mut Tx::new(game, p), asked, &action)
            }
        };
        if done.is_err() {
            return lucky;
        }
    }
    lucky
}

/// The choice that does least: the end of a turn, else the first of the list; in a battle the weakest card.
fn quiet(game: &Purple, p: &Position, seat: Seat) -> Option<Action> {
    let strength = |card: crate::cards::Plot| game.tables().strength[card.index()];
    let battle = matches!(p.stack.top(), Some(Task::Battle { .. }));
    let mut found: Option<Action> = None;
    let _ = game.walk(p, seat, &mut |a| {
        let better = match (found, a) {
            (None, _) | (_, Action::EndTurn) => true,
            (Some(Action::Boost(old)), Action::Boost(new)) => strength(*new) < strength(old),
            _ => false,
        };
        if better {
            found = Some(*a);
        }
        // Lists begin with what does least, but for the end of a turn and for battles.
        let ends = matches!(a, Action::Pass | Action::Stop | Action::Done) && !battle;
        if ends { Walk::Break(()) } else { Walk::Continue(()) }
    });
    found
}
