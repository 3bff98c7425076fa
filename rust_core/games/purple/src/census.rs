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
    let hands: Vec<Seat> = unseen.iter().copied().filter(|s| !bound(*s)).collect();
    let piles = hands.iter().map(|s| p.family(*s).hand).chain([p.plot]);
    let mut dealt = deal::<PLOTS>(&piles.collect::<Vec<_>>(), dice).into_iter();
    for seat in hands {
        q.family_mut(seat).hand = dealt.next().unwrap_or_default();
    }
    q.plot = dealt.next().unwrap_or_default();
    redeal_agendas(p, &mut q, &unseen, dice);
    q
}

/// A position that `seat` can imagine to be in: what others have committed face down is forgotten, and everything it
/// cannot see is dealt anew. It depends on nothing that the seat cannot see.
pub(crate) fn imagine(p: &Position, seat: Seat, dice: &mut Stream) -> Position {
    let mut q = p.clone();
    if let Some(attempt) = &mut q.attempt {
        attempt.forget_others(seat);
    }
    redeal(&q, Some(seat), dice)
}

fn redeal_agendas(p: &Position, q: &mut Position, unseen: &[Seat], dice: &mut Stream) {
    let holders: Vec<Seat> = unseen.iter().copied().filter(|s| p.family(*s).agenda != Held::None).collect();
    let one = |s: &Seat| {
        let mut pile = Pile::<AGENDAS>::default();
        if let Held::Known(card) = p.family(*s).agenda {
            pile.add(Some(card.index()));
        }
        pile
    };
    let piles: Vec<_> = holders.iter().map(one).chain([p.agenda]).collect();
    let mut dealt = deal::<AGENDAS>(&piles, dice).into_iter();
    for seat in holders {
        let pile = dealt.next().unwrap_or_default();
        let card = Agenda::ALL.into_iter().find(|c| pile.of(c.index()) > 0);
        q.family_mut(seat).agenda = card.map_or(Held::None, Held::Known);
    }
    q.agenda = dealt.next().unwrap_or_default();
}

/// The cards of some piles, shuffled together and laid out again in the same numbers.
fn deal<const N: usize>(piles: &[Pile<N>], dice: &mut Stream) -> Vec<Pile<N>> {
    let mut rest = Pile::<N>::default();
    for pile in piles {
        for (i, n) in pile.known().iter().enumerate() {
            (0..*n).for_each(|_| rest.add(Some(i)));
        }
    }
    let sizes = piles.iter().map(Pile::count);
    sizes
        .map(|size| {
            let mut pile = Pile::default();
            for _ in 0..size {
                let card = rest.sample(dice);
                rest.take(Some(card));
                pile.add(Some(card));
            }
            pile
        })
        .collect()
}
