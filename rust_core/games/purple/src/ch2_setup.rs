//! Set-up (rules 2) and the drawing of cards face down (19.30.1, 2.12).

use referee_kernel::seat::Seat;

use crate::change::Change;
use crate::position::mats_left;
use crate::run::{Pace, Tx, goto};
use crate::task::{Stage, Task};

/// 2.4: the mats in seat order; fixed ones and the last one are taken without a draw.
pub(crate) fn reach_mat(tx: &mut Tx<'_>, seat: Seat) -> Pace {
    let p = tx.position();
    if seat >= p.count {
        goto(tx, Stage::Deal);
        return Pace::On;
    }
    let fixed = tx.game().config().roles.as_ref().and_then(|r| r.get(usize::from(seat)).copied());
    let last = || mats_left(p).next().filter(|_| seat + 1 == p.count);
    match fixed.or_else(last) {
        Some(role) => {
            tx.put(Change::MatDrawn { seat, role });
            goto(tx, Stage::Mats(seat + 1));
            Pace::On
        }
        None => Pace::Wait,
    }
}

/// 2.5 to 2.7, then one plot card each, a second one for the emperor (2.11), and one agenda each (2.12).
pub(crate) fn deal(tx: &mut Tx<'_>) {
    tx.put(Change::OfficesTaken);
    goto(tx, Stage::Incoming);
    let ruler = tx.position().ruler();
    let order = [0, 1, 2].map(|i| (ruler + i) % tx.position().count);
    let order = &order[..usize::from(tx.position().count)];
    // The last pushed is done first.
    order.iter().rev().for_each(|s| tx.put(Change::Push(Task::DrawAgenda(*s))));
    tx.put(Change::Push(Task::DrawPlot(ruler)));
    order.iter().rev().for_each(|s| tx.put(Change::Push(Task::DrawPlot(*s))));
}

/// 19.30.1: an empty pile is renewed from the discards; with both empty no card is drawn.
///
/// Where cards are drawn unseen the draw is made at once; but an empty pile waits for its shuffle.
pub(crate) fn reach_plot(tx: &mut Tx<'_>, seat: Seat) -> Pace {
    let hidden = tx.game().hidden();
    let p = tx.position();
    if !p.can_draw() {
        tx.put(Change::Pop);
        return Pace::On;
    }
    if p.plot.is_empty() {
        if hidden {
            return Pace::Wait;
        }
        tx.put(Change::PlotsRenewed { unseen: false });
    }
    if !hidden {
        return Pace::Wait;
    }
    tx.put(Change::Pop);
    tx.put(Change::PlotDrawn { seat, card: None });
    Pace::On
}

/// 2.12
pub(crate) fn reach_agenda(tx: &mut Tx<'_>, seat: Seat) -> Pace {
    if !tx.game().hidden() {
        return Pace::Wait;
    }
    tx.put(Change::Pop);
    tx.put(Change::AgendaDealt { seat, card: None });
    Pace::On
}
