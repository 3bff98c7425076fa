//! What a position is worth to a seat, in thousandths of a victory point.

use referee_kernel::seat::Seat;

use crate::cards::Plot;
use crate::ch4_enemies::pawn_strength;
use crate::ch13_scoring::score;
use crate::game::Purple;
use crate::position::{Held, Item, NOBODY, Position, Reason};
use crate::tables::{Land, only, provinces};

/// The end of everything: more than any number of points.
const LOST: i64 = -200_000;

/// What things are worth beside the points themselves, in thousandths of a point.
struct Weights {
    /// A coin in hand, for each year to come.
    purse: i64,
    /// An estate, for each year to come.
    estate: i64,
    /// The first monument, which makes the pawn stronger than two enemies.
    monument: i64,
    /// An own senator.
    senator: i64,
    /// A plot card, up to three.
    card: i64,
    /// The points of today's happiness, for each year to come.
    later: i64,
    /// Unused stamina.
    stamina: i64,
    /// An heir.
    heir: i64,
    /// Each token below three.
    critical: i64,
    /// An enemy; a province with three or more of them.
    enemy: i64,
    horde: i64,
    /// Three legions or more together, which beat two enemies.
    group: i64,
    /// Each space between the pawn and enemies it can beat.
    chase: i64,
}

/// Found by playing: the empire stands or falls with what can beat two enemies.
const SOLO: Weights = Weights {
    purse: 31,
    estate: 91,
    monument: 7_400,
    senator: 26,
    card: 36,
    later: 113,
    stamina: 217,
    heir: 6_600,
    critical: 10_900,
    enemy: 4_700,
    horde: 130,
    group: 20_000,
    chase: 430,
};

/// At a table where somebody else may be emperor tomorrow, and everybody's enemies are everybody's.
const TABLE: Weights =
    Weights { stamina: 120, critical: 900, enemy: 250, group: 300, chase: 80, monument: 1_500, ..SOLO };

fn weights(p: &Position) -> &'static Weights {
    if p.solo() { &SOLO } else { &TABLE }
}

/// Own prospects against those of the strongest rival, or of the Senate.
pub(super) fn worth(game: &Purple, p: &Position, seat: Seat) -> i64 {
    match p.over {
        Some(Reason::NoHeir | Reason::EmpireFallen) => return LOST,
        Some(Reason::Scored) => return settled(game, p, seat),
        None => {}
    }
    let own = prospects(game, p, seat, true);
    let rivals =
        if p.solo() { senate(p) } else { p.others(seat).map(|s| prospects(game, p, s, false)).max().unwrap_or(0) };
    own - rivals + empire(game, p)
}

/// The margin of a game that is over.
fn settled(game: &Purple, p: &Position, seat: Seat) -> i64 {
    let total = |s: Seat| 1000 * score(p, game.tables(), s).total();
    let rivals = if p.solo() {
        1000 * (i64::from(p.senate_vp) + 2 * i64::from(p.senate_leader() == Some(NOBODY)))
    } else {
        p.others(seat).map(total).max().unwrap_or(0)
    };
    let margin = total(seat) - rivals;
    margin + if margin > 0 { 20_000 } else { -20_000 }
}

/// Years that are still to come after this one.
fn years_left(p: &Position) -> i64 {
    i64::from(4_u8.saturating_sub(p.year))
}

/// What this year will still do to an emperor's coins and happiness.
struct Year {
    coins: i64,
    happiness: i64,
}

/// Food and tax as far as they are still to come (rules 10, 11), the emperor buying what he can.
fn rest_of_year(game: &Purple, p: &Position, seat: Seat) -> Year {
    let f = p.family(seat);
    let mut year = Year { coins: f.coins.into(), happiness: p.happiness.into() };
    let hostile = i64::from(p.hostile().count_ones());
    if p.emperor == Some(seat) && fed_later(p) {
        let aqueducts = i64::from(p.in_line(Item::Aqueduct));
        year.happiness = (year.happiness + 3 * aqueducts).min(10);
        let grain = if p.phase < 3 { 15 } else { i64::from(p.grain) };
        let missing = (25 - hostile - grain).max(0);
        let bought = missing.min(year.coins / i64::from(p.price));
        year.coins -= bought * i64::from(p.price);
        year.happiness += if missing == bought { 1 } else { bought - missing };
    }
    if p.phase < 7 || (p.phase == 7 && crate::document::at_rest(p)) {
        let hungry = hungry(game, p);
        let estates = 5 * i64::from((f.estates & !hungry).count_ones());
        let tax = i64::from((!hungry & !p.hostile() & ((1 << 25) - 1)).count_ones());
        year.coins += estates + if p.emperor == Some(seat) { tax } else { 0 };
    }
    year.happiness = year.happiness.min(10);
    year
}

fn fed_later(p: &Position) -> bool {
    p.phase < 6 || (p.phase == 6 && crate::document::at_rest(p))
}

fn hungry(game: &Purple, p: &Position) -> Land {
    let regions = &game.tables().map.regions[1..];
    p.famine.iter().zip(regions).filter(|(n, _)| **n > 0).fold(0, |land, (_, r)| land | r)
}

/// What a seat can hope for. Of other seats it uses only what everybody sees.
fn prospects(game: &Purple, p: &Position, seat: Seat, own: bool) -> i64 {
    let (f, left, w) = (p.family(seat), years_left(p), weights(p));
    let year = rest_of_year(game, p, seat);
    let mut worth = 1000 * (i64::from(f.vp) - i64::from(f.deaths));
    worth += 50 * year.coins + w.purse * year.coins.clamp(0, 30) * left;
    let line = i64::from(p.in_line(Item::Estate(seat)));
    worth += (i64::from(f.estates.count_ones()) + line) * left * w.estate;
    let monuments = f.monuments + p.in_line(Item::Monument(seat));
    worth += [0, w.monument, w.monument + 200, w.monument + 1700][usize::from(monuments.min(3))];
    worth += if p.leads_senate(seat) { 2000 - 500 * left } else { 0 };
    worth += i64::from(p.senators_of(crate::position::owner(seat))) * w.senator;
    worth += i64::from(f.hand.count().min(3)) * w.card;
    if own {
        worth += i64::from(f.hand.of(Plot::Statue.index())) * 500;
        worth += agenda(p, game, seat) * (700 - 150 * left);
    }
    if p.emperor == Some(seat) {
        worth += reign(game, p, seat, &year);
    }
    worth += stamina(p, seat) + chase(game, p, seat);
    worth + forum(game, p, seat)
}

fn agenda(p: &Position, game: &Purple, seat: Seat) -> i64 {
    match p.family(seat).agenda {
        Held::Known(_) => score(p, game.tables(), seat).agenda,
        _ => 0,
    }
}

/// Forum tokens that count at the end (13.4).
fn forum(game: &Purple, p: &Position, seat: Seat) -> i64 {
    let statues = i64::from(p.family(seat).hand.of(Plot::Statue.index()));
    1000 * (score(p, game.tables(), seat).cards - statues)
}

/// What being emperor is worth: the happiness of this year and of those to come (12.3), against the skull.
fn reign(game: &Purple, p: &Position, seat: Seat, year: &Year) -> i64 {
    let w = weights(p);
    let vp = |space: i64| i64::from(game.tables().happiness_vp[usize::try_from(space.clamp(0, 10)).unwrap_or(0)]);
    let later = years_left(p) * (w.later * vp(year.happiness) + 800);
    let skull = match (year.happiness, p.heir == Some(seat)) {
        (..=0, true) => -6_000,
        (..=0, false) if p.solo() => LOST / 2,
        (..=0, false) => -8_000,
        (low @ 1..=2, _) => -1_000 * (3 - low),
        _ => 0,
    };
    1000 * vp(year.happiness) + later + skull
}

/// How near a death is, and what it would cost (16, 17).
fn stamina(p: &Position, seat: Seat) -> i64 {
    let (f, w) = (p.family(seat), weights(p));
    let unused = i64::from(f.unused);
    if p.solo() && p.heir == Some(seat) {
        return w.heir + w.stamina * unused.max(2);
    }
    let throne = p.solo() || (p.emperor == Some(seat) && p.heir != Some(seat));
    w.stamina * unused - if throne { w.critical } else { 150 } * (3 - unused).max(0)
}

/// The empire must not fall (1.2, 1.3).
fn empire(game: &Purple, p: &Position) -> i64 {
    let w = weights(p);
    let lost = (game.tables().map.capitals & p.hostile()).count_ones();
    let enemies = i64::from(p.enemies_on_map());
    let most = i64::from(game.tables().pieces.enemies);
    let groups = p.legions.iter().filter(|n| **n >= 3).count() as i64;
    let hordes = p.enemies.iter().filter(|n| **n >= 3).count() as i64;
    let fallen = if lost == 4 { -40_000 } else { -100 * i64::from(lost) };
    fallen + w.group * groups - w.enemy * enemies - w.horde * hordes - 1_500 * (enemies - most + 8).max(0)
}

/// What the Senate can hope for in solo (21.3, 21.5, 21.8).
fn senate(p: &Position) -> i64 {
    let mut black = i64::from(p.senators_of(NOBODY));
    let mut free = 10 - i64::from(p.senate.len());
    let mut vp = i64::from(p.senate_vp);
    if p.phase < 7 || (p.phase == 7 && crate::document::at_rest(p)) {
        vp += black;
    }
    for _ in 0..years_left(p) {
        let joining = free.min(2);
        free -= joining;
        black += joining;
        vp += black;
    }
    let leads = p.senate_leader() == Some(NOBODY) || (years_left(p) > 0 && free > 0);
    1000 * vp + if leads { 2000 } else { 0 }
}

/// A pawn near enemies it can beat has something to do.
fn chase(game: &Purple, p: &Position, seat: Seat) -> i64 {
    let map = &game.tables().map;
    let strength = pawn_strength(p, seat);
    let prey = provinces(p.hostile()).filter(|at| p.enemies_at(*at) < strength).fold(0, |land, at| land | only(at));
    let mut reached = only(p.family(seat).pawn);
    for distance in 0..6_i64 {
        if reached & prey != 0 {
            return -weights(p).chase * distance;
        }
        reached |= provinces(reached).fold(0, |land, at| land | map.land[usize::from(at)] | map.sea[usize::from(at)]);
    }
    -6 * weights(p).chase
}
