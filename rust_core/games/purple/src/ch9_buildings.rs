//! Phase 5: place buildings (rules 9).

use referee_kernel::seat::Seat;

use crate::action::Action;
use crate::change::{Change, free_land};
use crate::game::Purple;
use crate::legal::{Visit, Walk};
use crate::position::{Item, Position, seat_of};
use crate::run::{Pace, Tx, goto, wait_if};
use crate::tables::Province;
use crate::task::{Stage, Task};

/// Who may swap two items (9.1).
pub(crate) fn swapper(p: &Position) -> Option<Seat> {
    let items = p.line.as_slice();
    let differ = items.iter().any(|i| Some(i) != items.first());
    p.senate_leader().and_then(seat_of).filter(|_| differ)
}

/// 9.1
pub(crate) fn reach_swap(tx: &mut Tx<'_>) -> Pace {
    if swapper(tx.position()).is_some() {
        return Pace::Wait;
    }
    start_building(tx);
    Pace::On
}

/// Items built each year at most (9.2, 20.4).
pub(crate) fn built_a_year(game: &Purple, p: &Position) -> u8 {
    game.tables().built[usize::from(p.count) - 1]
}

fn start_building(tx: &mut Tx<'_>) {
    let left = built_a_year(tx.game(), tx.position());
    goto(tx, Stage::Build(left));
}

/// `pass` or `swap`; only at the swap.
pub(crate) fn swap(tx: &mut Tx<'_>, action: Action) {
    if let Action::Swap(a, b) = action {
        tx.put(Change::LineSwapped { a: a - 1, b: b - 1 });
    }
    start_building(tx);
}

/// Who places the next item, if it has to be placed: an estate's owner or, for an aqueduct, the emperor.
pub(crate) fn placer(p: &Position) -> Option<(Seat, Item)> {
    match p.line.as_slice().first()? {
        Item::Estate(owner) => Some((*owner, Item::Estate(*owner))),
        Item::Aqueduct => Some((p.ruler(), Item::Aqueduct)),
        Item::Monument(_) => None,
    }
}

/// 9.2, 9.3, 9.7, 9.8: the next item, while any is left.
pub(crate) fn reach_item(tx: &mut Tx<'_>, left: u8) -> Pace {
    let p = tx.position();
    let Some(item) = p.line.as_slice().first().copied().filter(|_| left > 0) else {
        goto(tx, Stage::Food);
        return Pace::On;
    };
    if !matches!(item, Item::Monument(_)) && free_land(p).next().is_some() {
        return Pace::Wait;
    }
    tx.put(Change::LineTaken { item });
    if let Item::Monument(seat) = item {
        tx.put(Change::MonumentBuilt { seat });
    }
    goto(tx, Stage::Build(left - 1));
    Pace::On
}

/// 9.4 to 9.6; only where an item waits for its place.
pub(crate) fn place(tx: &mut Tx<'_>, at: Province) {
    let Some(Task::Flow(Stage::Build(left))) = tx.position().stack.top() else { return };
    let Some((_, item)) = placer(tx.position()) else { return };
    goto(tx, Stage::Build(left.saturating_sub(1)));
    tx.put(Change::LineTaken { item });
    if let Item::Estate(owner) = item {
        tx.put(Change::EstatePlaced { at, owner });
        return;
    }
    tx.put(Change::AqueductPlaced { at });
    crate::ch15_board::raise_happiness(tx, 3);
    if let Some(region) = tx.game().tables().map.region[usize::from(at)].checked_sub(1) {
        tx.put(Change::Push(Task::Relief(region)));
    }
}

/// 9.5: only a region with famine asks.
pub(crate) fn reach_relief(tx: &mut Tx<'_>, region: u8) -> Pace {
    wait_if(tx, |p| p.famine[usize::from(region) % 4] > 0)
}

/// 9.5; only at the question.
pub(crate) fn relieve(tx: &mut Tx<'_>, count: u8) {
    let Some(Task::Relief(region)) = tx.position().stack.top() else { return };
    tx.put(Change::Pop);
    if count > 0 {
        tx.put(Change::FamineRemoved { region, count });
    }
}

impl Purple {
    /// What `swap` lists: pairs of different items.
    pub(crate) fn list_swaps(&self, p: &Position, f: Visit<'_>) -> Walk {
        f(&Action::Pass)?;
        let items = p.line.as_slice();
        for (a, left) in (1..).zip(items) {
            for (b, right) in (1..).zip(items).skip(usize::from(a)) {
                if left != right {
                    f(&Action::Swap(a, b))?;
                }
            }
        }
        Walk::Continue(())
    }

    /// What `place_building` lists.
    pub(crate) fn list_places(&self, p: &Position, f: Visit<'_>) -> Walk {
        free_land(p).try_for_each(|at| f(&Action::Place(at)))
    }

    /// What `remove_famine` lists.
    pub(crate) fn list_relief(&self, p: &Position, region: u8, f: Visit<'_>) -> Walk {
        (0..=p.famine[usize::from(region) % 4].min(2)).try_for_each(|n| f(&Action::Remove(n)))
    }
}
