//! For the laws every game keeps: counts that never change, and hidden cards dealt anew.

use referee_kernel::seat::{Seat, Viewer};
use referee_kernel::stream::Stream;

use crate::cards::{AGENDAS, Agenda, PLOTS, Pile};
use crate::game::Purple;
use crate::position::{Held, Item, Position, Reason};

/// Cards of each kind, stamina of each seat, and what lies beyond a limit (law L7).
pub(crate) fn count(game: &Purple, p: &Position) -> Vec<u32> {
    let mut counts = Vec::new();
    for i in 0..PLOTS {
        let hands: u32 = p.each().map(|(_, f)| u32::from(f.hand.of(i))).sum();
        counts.push(hands + u32::from(p.plot.of(i)) + u32::from(p.plot_discard.of(i)));
    }
    counts.extend(p.event.iter().zip(p.event_discard).map(|(a, b)| u32::from(*a) + u32::from(b)));
    counts.push(p.forum_pile.count_ones() + u32::from(p.forum.len()));
    for agenda in Agenda::ALL {
        let held = p.each().filter(|(_, f)| f.agenda == Held::Known(agenda)).count() as u32;
        counts.push(held + u32::from(p.agenda.of(agenda.index())));
    }
    let pieces = &game.tables().pieces;
    for (seat, f) in p.each() {
        counts.push(u32::from(f.unused + f.used + f.spent + p.forum_tokens(seat)));
        let estates = f.estates.count_ones() + u32::from(p.in_line(Item::Estate(seat)));
        counts.push(estates.saturating_sub(pieces.estates.into()));
        counts.push(u32::from((f.monuments + p.in_line(Item::Monument(seat))).saturating_sub(pieces.monuments)));
        counts.push(u32::from(p.senators_of(crate::position::owner(seat)).saturating_sub(pieces.senators)));
    }
    counts.push(p.enemies_on_map().saturating_sub(pieces.enemies.into()));
    counts.push(p.legions_on_map().saturating_sub(game.config().legions.into()));
    counts.push(u32::from(p.famine.iter().sum::<u8>().saturating_sub(pieces.famine - u8::from(p.solo()))));
    let aqueducts = p.aqueducts.count_ones() + u32::from(p.in_line(Item::Aqueduct));
    counts.push(aqueducts.saturating_sub(pieces.aqueducts.into()));
    counts
}

/// Deals anew what `viewer` cannot see (law L6). Hands from which cards lie committed stay as they are, and so does
/// everything once the points are counted: they tell of statues and agendas (13.4, 13.6).
pub(crate) fn redeal(p: &Position, viewer: Viewer, dice: &mut Stream) -> Position {
    let mut q = p.clone();
    if p.over == Some(Reason::Scored) {
        return q;
    }
    let bound = |s: Seat| p.attempt.is_some_and(|a| a.has_committed(s));
    let unseen: Vec<Seat> = (0..p.count).filter(|s| viewer != Some(*s)).collect();
    let free: Vec<Seat> = unseen.iter().copied().filter(|s| !bound(*s)).collect();
    let mut plots = p.plot;
    free.iter().for_each(|s| plots.add_all(p.family(*s).hand.known()));
    deal_plots(&mut q, &free, plots, dice);
    let mut agendas = p.agenda;
    for seat in &unseen {
        if let Held::Known(card) = p.family(*seat).agenda {
            agendas.add(Some(card.index()));
        }
    }
    deal_agendas(&mut q, &unseen, agendas, dice);
    q
}

/// A position that `seat` can imagine to be in: what others have committed face down is forgotten, and every card that
/// it does not see lies anywhere. It depends on nothing that the seat cannot see.
pub(crate) fn imagine(game: &Purple, p: &Position, seat: Seat, dice: &mut Stream) -> Position {
    let mut q = p.clone();
    if let Some(attempt) = &mut q.attempt {
        attempt.forget_others(seat);
    }
    let tables = game.tables();
    let others: Vec<Seat> = p.others(seat).collect();
    let mut plots = Pile::open(tables.plots);
    plots.remove_all(p.plot_discard.known());
    plots.remove_all(p.family(seat).hand.known());
    deal_plots(&mut q, &others, plots, dice);
    let mut agendas = Pile::open(tables.agendas);
    if let Held::Known(card) = p.family(seat).agenda {
        agendas.take(Some(card.index()));
    }
    deal_agendas(&mut q, &others, agendas, dice);
    q
}

/// Lays out cards as the hands of these seats and the draw pile, in the numbers they have.
fn deal_plots(q: &mut Position, seats: &[Seat], mut cards: Pile<PLOTS>, dice: &mut Stream) {
    for seat in seats {
        let size = q.family(*seat).hand.count();
        q.family_mut(*seat).hand = cards.draw_some(size, dice);
    }
    q.plot = cards.draw_some(q.plot.count(), dice);
}

/// Lays out agendas to those of these seats that have one, and to those left over.
fn deal_agendas(q: &mut Position, seats: &[Seat], mut cards: Pile<AGENDAS>, dice: &mut Stream) {
    for seat in seats.iter().filter(|s| q.family(**s).agenda != Held::None).copied().collect::<Vec<_>>() {
        let one = cards.draw_some(1, dice);
        let card = Agenda::ALL.into_iter().find(|c| one.of(c.index()) > 0);
        q.family_mut(seat).agenda = card.map_or(Held::Dark, Held::Known);
    }
    q.agenda = cards.draw_some(q.agenda.count(), dice);
}
