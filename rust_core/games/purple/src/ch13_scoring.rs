//! End-game scoring (rules 13, 19.2, 21.8, 21.12).

use referee_kernel::json::Writer;
use referee_kernel::seat::Seat;

use crate::cards::{Agenda, Forum, Plot};
use crate::position::{Family, Held, NOBODY, Position, Reason};
use crate::tables::Tables;

/// The points of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// 13.1
    pub tokens: i64,
    /// 13.2
    pub senate: i64,
    /// 13.3
    pub monuments: i64,
    /// 13.4
    pub cards: i64,
    /// 13.5
    pub coins: i64,
    /// 13.6
    pub agenda: i64,
    /// 13.7
    pub deaths: i64,
}

impl Score {
    /// The sum.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.tokens + self.senate + self.monuments + self.cards + self.coins + self.agenda + self.deaths
    }
}

/// Whether something of a seat is still face down.
#[must_use]
pub fn is_dark(f: &Family) -> bool {
    f.agenda == Held::Dark || f.hand.known().iter().sum::<u8>() < f.hand.count()
}

/// The points of a seat if the game ended now.
#[must_use]
pub fn score(p: &Position, t: &Tables, seat: Seat) -> Score {
    let f = p.family(seat);
    Score {
        tokens: f.vp.into(),
        senate: 2 * i64::from(p.leads_senate(seat)),
        monuments: 2 * i64::from(f.monuments >= 3),
        cards: i64::from(f.hand.of(Plot::Statue.index())) + forum(p, t, seat),
        coins: (f.coins / 20).into(),
        agenda: match f.agenda {
            Held::Known(card) => agenda(p, t, seat, card),
            _ => 0,
        },
        deaths: -i64::from(f.deaths),
    }
}

/// Regional capitals that hold enemies.
fn capitals_lost(p: &Position, t: &Tables) -> u32 {
    (t.map.capitals & p.hostile()).count_ones()
}

/// 19.43.3 and 19.43.9
fn forum(p: &Position, t: &Tables, seat: Seat) -> i64 {
    let tokens =
        |card, option: usize| p.open_forum(card).map_or(0, |f| i64::from(f.tokens[option - 1][usize::from(seat)]));
    let arch = i64::from((4 - capitals_lost(p, t)) / 2);
    2 * tokens(Forum::Jupiter, 1)
        + tokens(Forum::Jupiter, 2)
        + tokens(Forum::Jupiter, 3)
        + arch * tokens(Forum::Arch, 1)
}

/// 19.2: each line on its own.
fn agenda(p: &Position, t: &Tables, seat: Seat, card: Agenda) -> i64 {
    let f = p.family(seat);
    let holds = match card {
        Agenda::Landowner => [f.estates.count_ones() >= 3, f.monuments == 0],
        Agenda::LongLine => [f.deaths <= 1, f.deaths >= 4],
        Agenda::Miser => {
            let richest = if p.solo() { f.coins >= 30 } else { p.others(seat).all(|s| p.family(s).coins < f.coins) };
            [richest, f.coins < 10]
        }
        Agenda::PowerBehindThrone => [p.heir == Some(seat), p.emperor == Some(seat)],
        Agenda::ShieldOfRoma => [capitals_lost(p, t) == 0, capitals_lost(p, t) >= 2],
        Agenda::VoiceOfSenate => [p.senators_of(crate::position::owner(seat)) >= 3, p.leads_senate(seat)],
    };
    t.goals[card.index()].iter().zip(holds).filter(|(_, holds)| *holds).map(|(vp, _)| i64::from(*vp)).sum()
}

/// Seats by place, the best first; those that share a place together, ascending (13.8).
fn ranking(p: &Position, scores: &[Score]) -> Vec<Vec<Seat>> {
    let key = |s: Seat| {
        let total = scores.get(usize::from(s)).map_or(0, Score::total);
        (total, p.emperor == Some(s), p.leads_senate(s), p.family(s).coins)
    };
    let mut seats: Vec<Seat> = (0..p.count).collect();
    seats.sort_by_key(|s| std::cmp::Reverse(key(*s)));
    seats.chunk_by(|a, b| key(*a) == key(*b)).map(<[Seat]>::to_vec).collect()
}

/// Writes the result (interface, section 6).
pub(crate) fn write_result(p: &Position, t: &Tables, reason: Reason, w: &mut Writer) {
    let scored = reason == Reason::Scored;
    let scores: Vec<Score> = (0..p.count).filter(|_| scored).map(|s| score(p, t, s)).collect();
    let ranking = if scored { ranking(p, &scores) } else { Vec::new() };
    let senate =
        (p.solo() && scored).then(|| i64::from(p.senate_vp) + 2 * i64::from(p.senate_leader() == Some(NOBODY)));
    let beaten = senate.is_none_or(|vp| scores.iter().all(|s| s.total() > vp));
    let winners = ranking.first().filter(|_| beaten).cloned().unwrap_or_default();
    w.object(|w| {
        w.key("ranking").list(|w| ranking.iter().for_each(|place| w.ints(place.iter().copied())));
        w.key("reason").str(match reason {
            Reason::Scored => "scored",
            Reason::EmpireFallen => "empire_fallen",
            Reason::NoHeir => "no_heir",
        });
        w.key("scores").list(|w| scores.iter().for_each(|s| write_score(s, w)));
        w.key("senate").int_or_null(senate);
        w.key("winners").ints(winners);
    });
}

fn write_score(s: &Score, w: &mut Writer) {
    w.object(|w| {
        w.key("agenda").int(s.agenda);
        w.key("cards").int(s.cards);
        w.key("coins").int(s.coins);
        w.key("deaths").int(s.deaths);
        w.key("monuments").int(s.monuments);
        w.key("senate").int(s.senate);
        w.key("tokens").int(s.tokens);
        w.key("total").int(s.total());
    });
}
