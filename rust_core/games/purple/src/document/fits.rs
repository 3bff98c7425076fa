//! The checks of an import after its ranges, in the order of section 4, and the way back into the rules.

use referee_kernel::json::Value;
use referee_kernel::rule::Unfit;
use referee_kernel::seat::Seat;

use super::parts::{field, list, seat, small};
use super::read::Lists;
use crate::cards::{Agenda, Opening, Plot};
use crate::ch9_buildings as buildings;
use crate::ch10_food::most_imports;
use crate::ch12_year_end::{discarding, empire_falls};
use crate::ch19_windows as windows;
use crate::game::Purple;
use crate::position::{Held, Item, Position, Turn, owner};
use crate::tables::only;
use crate::task::{Queue, Stack, Stage, Task};

/// Every check from `enemy_count` to `turn`.
pub(super) fn check(game: &Purple, p: &Position, l: &Lists, document: &Value) -> Result<(), Unfit> {
    let ok = |holds: bool, word: &'static str| if holds { Ok(()) } else { Err(Unfit(word)) };
    let pieces = &game.tables().pieces;
    ok(p.enemies_on_map() <= pieces.enemies.into(), "enemy_count")?;
    ok(p.legions_on_map() <= game.config().legions.into(), "legion_count")?;
    ok(p.famine.iter().sum::<u8>() <= pieces.famine - u8::from(p.solo()), "famine_count")?;
    ok(l.aqueducts.len() + usize::from(p.in_line(Item::Aqueduct)) <= pieces.aqueducts.into(), "aqueduct_count")?;
    let active = field(document, "turn").and_then(|t| t.get("seat")).and_then(|s| seat(s, p.count));
    for s in 0..p.count {
        seat_fits(game, p, l, s, active)?;
    }
    let circles = l.forum.iter().all(|f| {
        let price = game.tables().options[f.card.index()];
        f.options()
            .iter()
            .zip(price)
            .all(|(o, price)| !price.small || o.iter().map(|n| u32::from(*n)).sum::<u32>() <= 1)
    });
    ok(circles, "forum_circle")?;
    cards_fit(game, p, l)?;
    land_fits(game, p, l)?;
    ok(!p.solo() || p.emperor == Some(0), "emperor")?;
    ok(crate::ch6_events::progress_fits(p), "event_progress")?;
    let forum_cards = usize::from(p.year) - usize::from(p.phase < 4);
    ok(l.forum.len() == forum_cards, "forum_progress")?;
    ok((p.phase == 4) == (field(document, "turn") != Some(&Value::Null)), "turn")?;
    ok(p.phase != 4 || turn(document, p.count).is_some(), "turn")
}

/// The checks that are made seat by seat.
fn seat_fits(game: &Purple, p: &Position, l: &Lists, s: Seat, active: Option<Seat>) -> Result<(), Unfit> {
    let ok = |holds: bool, word: &'static str| if holds { Ok(()) } else { Err(Unfit(word)) };
    let (pieces, f) = (&game.tables().pieces, p.family(s));
    let estates: usize = l.estates.iter().map(|(_, owners)| owners.iter().filter(|o| **o == s).count()).sum();
    ok(estates + usize::from(p.in_line(Item::Estate(s))) <= pieces.estates.into(), "estate_count")?;
    ok(f.monuments + p.in_line(Item::Monument(s)) <= pieces.monuments, "monument_count")?;
    ok(p.senators_of(owner(s)) <= pieces.senators, "senator_count")?;
    let tokens = l.forum.iter().flat_map(|c| c.tokens).map(|o| u32::from(o[usize::from(s)])).sum::<u32>();
    let stamina = if p.count == 2 { pieces.stamina_of_two } else { pieces.stamina };
    ok(u32::from(f.unused + f.used + f.spent) + tokens == stamina.into(), "stamina_count")?;
    ok(f.unused >= 1 || f.used + f.spent == 0, "dead_seat")?;
    ok(f.spent == 0 || (p.phase == 4 && active == Some(s)), "stamina_spent")
}

/// Every card is somewhere, once.
fn cards_fit(game: &Purple, p: &Position, l: &Lists) -> Result<(), Unfit> {
    let t = game.tables();
    let ok = |holds: bool, word: &'static str| if holds { Ok(()) } else { Err(Unfit(word)) };
    let plots = Plot::ALL.into_iter().map(Plot::index).all(|i| {
        let hands: u32 = p.each().map(|(_, f)| u32::from(f.hand.of(i))).sum();
        hands + u32::from(p.plot.of(i)) + u32::from(p.plot_discard.of(i)) == t.plots[i].into()
    });
    ok(plots, "plot_cards")?;
    let events = (0..p.event.len()).all(|i| {
        let set = if p.solo() && !t.in_solo[i] { 0 } else { t.events[i] };
        u32::from(p.event[i]) + u32::from(p.event_discard[i]) == set.into()
    });
    ok(events, "event_cards")?;
    let forum = (0..t.forum.len()).all(|i| {
        let open = l.forum.iter().filter(|f| f.card.index() == i).count();
        open + usize::from(l.forum_pile[i]) == t.forum[i].into()
    });
    ok(forum, "forum_cards")?;
    let agendas = Agenda::ALL.into_iter().all(|card| {
        let held = p.each().filter(|(_, f)| f.agenda == Held::Known(card)).count();
        held + usize::from(p.agenda.of(card.index())) == t.agendas[card.index()].into()
    });
    ok(agendas, "agenda_cards")
}

/// Who and what may stand together.
fn land_fits(game: &Purple, p: &Position, l: &Lists) -> Result<(), Unfit> {
    let ok = |holds: bool, word: &'static str| if holds { Ok(()) } else { Err(Unfit(word)) };
    let hostile = p.hostile();
    let pawns = p.each().fold(0, |land, (_, f)| land | only(f.pawn));
    let legions = (0..).zip(p.legions).filter(|(_, n)| *n > 0).fold(0, |land, (at, _): (u8, u8)| land | only(at));
    ok((pawns | legions) & hostile == 0, "romans_with_enemies")?;
    let buildings = l.estates.iter().map(|(at, _)| at).chain(&l.aqueducts);
    ok(buildings.clone().all(|at| only(*at) & hostile == 0), "building_with_enemies")?;
    let roma = game.tables().map.roma;
    let estates = l.estates.iter().all(|(at, owners)| {
        let several = *at == roma && owners.windows(2).all(|w| w[0] != w[1]);
        (owners.len() == 1 || several) && !l.aqueducts.contains(at)
    });
    ok(estates && l.aqueducts.windows(2).all(|w| w[0] != w[1]), "two_buildings")
}

/// A well-formed turn.
fn turn(document: &Value, seats: u8) -> Option<Turn> {
    let turn = field(document, "turn").filter(|t| t.has_exactly(&["actions", "first", "seat"]))?;
    Some(Turn {
        first: seat(field(turn, "first")?, seats)?,
        seat: seat(field(turn, "seat")?, seats)?,
        actions: small(turn, "actions", 0, 5)?,
    })
}

/// The check `step`: what is still to be done at this rest point.
pub(super) fn stack(game: &Purple, p: &mut Position, document: &Value) -> Result<Stack, Unfit> {
    p.turn = if p.phase == 4 { turn(document, p.count) } else { None };
    field(document, "step").and_then(|step| read_step(game, p, step)).ok_or(Unfit("step"))
}

fn read_step(game: &Purple, p: &Position, step: &Value) -> Option<Stack> {
    let at = field(step, "at")?.as_str()?;
    let safe = || !empire_falls(p, game.tables());
    let (stage, phase, opens) = match at {
        "window" => return window(game, p, step),
        "place_building" => return placing(game, p, step),
        "action" => (Stage::Action, 4, true),
        "swap" => (Stage::Swap, 5, buildings::swapper(p).is_some()),
        "import_grain" => (Stage::Import, 6, most_imports(p) > 0),
        "solo_defence" => (Stage::SenateAttack, 8, p.solo() && !p.family(0).hand.is_empty() && safe()),
        "discard" => (Stage::Discard, 8, !discarding(p).is_empty() && safe()),
        _ => return None,
    };
    let fits = step.has_exactly(&["at"]) && p.phase == phase && opens;
    fits.then(|| Stack::of(Task::Flow(stage)))
}

/// The phase of a window, and the stage that follows it.
fn after(opening: Opening) -> (u8, Stage) {
    match opening {
        Opening::Enemies => (1, Stage::Placement),
        Opening::Harvest => (2, Stage::FamineDie),
        Opening::Event => (3, Stage::EventCard),
        Opening::Turn => (4, Stage::Action),
        Opening::Building => (5, Stage::Swap),
        Opening::Food => (6, Stage::Import),
        Opening::Tax => (7, Stage::Collect),
        Opening::YearEnd => (8, Stage::Check),
    }
}

fn window(game: &Purple, p: &Position, step: &Value) -> Option<Stack> {
    let opening = Opening::from_id(field(step, "moment")?.as_str()?)?;
    let (phase, stage) = after(opening);
    let pending = list(field(step, "pending")?, 3, |v| seat(v, p.count))?;
    let first = *pending.first()?;
    let clockwise: Vec<Seat> = p.clockwise(first).filter(|s| pending.contains(s)).collect();
    let fits = step.has_exactly(&["at", "moment", "pending"])
        && p.phase == phase
        && windows::opens(game, p, opening)
        && clockwise == pending
        && pending.iter().all(|s| windows::asked(p, opening, *s));
    if !fits {
        return None;
    }
    let mut stack = Stack::of(Task::Flow(stage));
    stack.push(Task::Window(opening, Queue::of(pending)));
    Some(stack)
}

fn placing(game: &Purple, p: &Position, step: &Value) -> Option<Stack> {
    let left = small(step, "left", 1, buildings::built_a_year(game, p))?;
    let opens = buildings::placer(p).is_some() && crate::change::free_land(p).next().is_some();
    let fits = step.has_exactly(&["at", "left"]) && p.phase == 5 && opens;
    fits.then(|| Stack::of(Task::Flow(Stage::Build(left))))
}
