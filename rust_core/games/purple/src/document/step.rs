//! What is being asked, as it stands in documents (interface, section 3.1).

use referee_kernel::json::Writer;
use referee_kernel::seat::Seat;

use super::write::{Eyes, Special, plots};
use crate::cards::PLOTS;
use crate::ch4_enemies;
use crate::game::Purple;
use crate::legal::{asked, decision};
use crate::position::{Attempt, Position};
use crate::task::{Queue, Stage, Task};

/// Whether the position is a rest point (section 4).
pub(crate) fn at_rest(p: &Position) -> bool {
    p.over.is_none()
        && match p.stack.top() {
            Some(Task::Window(..)) => true,
            Some(Task::Flow(stage)) => matches!(
                stage,
                Stage::Action | Stage::Swap | Stage::Build(_) | Stage::Import | Stage::SenateAttack | Stage::Discard
            ),
            _ => false,
        }
}

/// Writes the step.
pub(super) fn write(game: &Purple, p: &Position, eyes: Eyes, special: Special, w: &mut Writer) {
    w.object(|w| {
        if p.over.is_some() {
            return w.key("at").str("over");
        }
        if special == Special::Chance || asked(game, p).is_empty() && special == Special::Plain {
            return w.key("at").str("chance");
        }
        match p.stack.top() {
            Some(Task::Window(opening, pending)) => {
                w.key("at").str("window");
                w.key("moment").str(opening.id());
                seats(pending, w.key("pending"));
            }
            Some(Task::Copies(action, pending)) => {
                w.key("action").str(action.id());
                w.key("at").str("copy");
                seats(pending, w.key("pending"));
            }
            Some(Task::Commit) => {
                if let Some(attempt) = &p.attempt {
                    commit(attempt, eyes, special, w);
                }
            }
            other => one(game, p, other, w),
        }
    });
}

fn one(game: &Purple, p: &Position, task: Option<Task>, w: &mut Writer) {
    let t = game.tables();
    let at = |w: &mut Writer| w.key("at").str(decision(p).kind);
    match task {
        Some(Task::Move { points, .. }) => {
            at(w);
            w.key("points").int(points);
        }
        Some(Task::Battle { at: province, boost, .. }) => {
            at(w);
            w.key("boost").int(boost);
            w.key("province").str(t.id(province));
        }
        Some(Task::March { at: province, count }) => {
            at(w);
            w.key("count").int(count);
            w.key("province").str(t.id(province));
        }
        Some(Task::Invasion { at: place, boost, done, .. }) => {
            at(w);
            if let Some(q) = ch4_enemies::question(p, t, place, boost, done) {
                w.key("attack").int(q.attack);
                w.key("defence").int(q.defence);
                w.key("province").str(t.id(q.at));
            }
        }
        Some(Task::Choose(event, _)) => {
            at(w);
            w.key("event").str(event.id());
        }
        Some(Task::HeirWindow { dead, pending }) => {
            at(w);
            w.key("dead").int(dead);
            seats(pending, w.key("pending"));
        }
        Some(Task::Auction { dead, high, bidder, pending }) => {
            at(w);
            w.key("bidder").int_or_null(bidder);
            w.key("dead").int(dead);
            w.key("high").int(high);
            seats(pending, w.key("pending"));
        }
        Some(Task::Relief(region)) => {
            at(w);
            w.key("region").int(region + 1);
        }
        Some(Task::Flow(Stage::Build(left))) => {
            at(w);
            w.key("left").int(left);
        }
        _ => at(w),
    }
}

fn seats(pending: Queue, w: &mut Writer) {
    w.ints(pending.iter());
}

/// What each side committed is its own secret until it is shown (section 3.2).
fn commit(a: &Attempt, eyes: Eyes, special: Special, w: &mut Writer) {
    let defends = a.defender.map_or(eyes == Eyes::All, |d| eyes.see(d));
    let side = |cards: &[u8; PLOTS], seen: bool, w: &mut Writer| if seen { plots(cards, w) } else { w.null() };
    w.key("at").str("commit");
    side(&a.attack, eyes.see(a.attacker), w.key("attack"));
    w.key("attacker").int(a.attacker);
    if defends {
        w.key("bodyguard").bool(a.bodyguard);
    } else {
        w.key("bodyguard").null();
    }
    side(&a.defence, defends, w.key("defence"));
    w.key("defender").int_or_null(a.defender);
    if let Special::Sealed(sealed) = special {
        w.key("sealed").ints(sealed.iter().collect::<Vec<Seat>>());
    }
    w.key("target").str(a.target.id());
}
