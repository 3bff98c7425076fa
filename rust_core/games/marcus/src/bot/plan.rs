//! Where the bot wants its legions and leaders.

use crate::action::Action;
use crate::ids::{Leader, Spot, Spots};
use crate::position::{Position, Troops};
use crate::tools::BOX_LIMIT;

use super::value::Judge;

/// Highest sum of legions and leader that is told apart.
const STRENGTHS: usize = 18;

/// What each sum of legions and leader is worth in each spot.
pub type Worths = [[i32; STRENGTHS]; 5];

/// Legions by spot, and each leader's spot.
#[derive(Clone, Copy, Default)]
pub struct Plan {
    /// Legions that stand there in the end.
    pub legions: [u8; 5],
    /// Where each leader goes, if anywhere.
    pub leaders: [Option<Spot>; 4],
    /// What `legate` thinks of it.
    pub worth: i32,
}

impl Plan {
    /// The next placing on the way, or `done`.
    pub fn next(&self, p: &Position) -> Action {
        for to in Spot::ALL {
            let missing = self.legions[to.at()].saturating_sub(p.army(*to).legions);
            if missing > 0 && p.pool.legions > 0 {
                return Action::PlaceLegions { to: *to, count: missing.min(p.pool.legions) };
            }
        }
        for leader in p.pool.leaders.iter() {
            let free = |to: &Spot| p.army(*to).legions > 0 && p.army(*to).leader.is_none();
            if let Some(to) = self.leaders[leader.at()].filter(free) {
                return Action::PlaceLeader { leader, to };
            }
        }
        Action::Done
    }
}

/// The next placing on the way to the best plan, or `done`.
pub fn next(judge: &Judge<'_>, p: &Position, boxes: Spots) -> Action {
    best(judge, p, boxes, p.pool).next(p)
}

/// What reorganizing these boxes would gain.
pub fn gain(judge: &Judge<'_>, p: &Position, boxes: Spots) -> i32 {
    let worths = worths(judge, p);
    let now: i32 = boxes.iter().map(|s| worths[s.at()][strength(judge, p, s)]).sum();
    let plan = best(judge, p, boxes, Troops::default());
    plan.worth - now
}

fn strength(judge: &Judge<'_>, p: &Position, spot: Spot) -> usize {
    usize::from(judge.strength(p, spot).unsigned_abs()).min(STRENGTHS - 1)
}

/// The best way to place the pool and what already lies in the boxes.
fn best(judge: &Judge<'_>, p: &Position, boxes: Spots, pool: Troops) -> Plan {
    let worths = worths(judge, p);
    let mut legions = pool.legions;
    let mut leaders: Vec<Leader> = pool.leaders.iter().collect();
    for spot in boxes.iter() {
        legions += p.army(spot).legions;
        leaders.extend(p.army(spot).leader);
    }
    leaders.sort_by_key(|l| -judge.game.leader_value(p, *l));
    let spots: Vec<Spot> = boxes.iter().collect();
    let mut found = Plan { worth: i32::MIN, ..Plan::default() };
    let mut try_one = |legions: [u8; 5]| {
        let plan = lead(judge, p, &worths, &spots, legions, &leaders);
        if plan.worth > found.worth {
            found = plan;
        }
    };
    spread(&spots, legions.min(BOX_LIMIT * spots.len() as u8), [0; 5], &mut try_one);
    found
}

/// Every way to spread `legions` over the spots.
pub fn spread(spots: &[Spot], legions: u8, so_far: [u8; 5], visit: &mut dyn FnMut([u8; 5])) {
    let Some((spot, rest)) = spots.split_first() else {
        if legions == 0 {
            visit(so_far);
        }
        return;
    };
    let room = BOX_LIMIT * rest.len() as u8;
    for count in legions.saturating_sub(room)..=legions.min(BOX_LIMIT) {
        let mut next = so_far;
        next[spot.at()] = count;
        spread(rest, legions - count, next, visit);
    }
}

/// Gives each leader, the best first, to the army he helps most.
fn lead(
    judge: &Judge<'_>,
    p: &Position,
    worths: &Worths,
    spots: &[Spot],
    legions: [u8; 5],
    leaders: &[Leader],
) -> Plan {
    let mut plan = Plan { legions, ..Plan::default() };
    let mut strengths = legions.map(usize::from);
    let mut led = [false; 5];
    for leader in leaders {
        let value = usize::from(judge.game.leader_value(p, *leader).unsigned_abs());
        let free = spots.iter().filter(|s| legions[s.at()] > 0 && !led[s.at()]);
        let gain = |s: &Spot| {
            let at = strengths[s.at()];
            worths[s.at()][(at + value).min(STRENGTHS - 1)] - worths[s.at()][at]
        };
        if let Some(spot) = free.max_by_key(|s| gain(s)).copied() {
            plan.leaders[leader.at()] = Some(spot);
            led[spot.at()] = true;
            strengths[spot.at()] += value;
        }
    }
    plan.worth = worth(judge, p, worths, spots, &plan);
    plan
}

/// What a plan is worth.
pub fn worth(judge: &Judge<'_>, p: &Position, worths: &Worths, spots: &[Spot], plan: &Plan) -> i32 {
    let mut strengths = plan.legions.map(usize::from);
    for leader in Leader::ALL {
        if let Some(spot) = plan.leaders[leader.at()] {
            strengths[spot.at()] += usize::from(judge.game.leader_value(p, *leader).unsigned_abs());
        }
    }
    spots.iter().map(|s| worths[s.at()][strengths[s.at()].min(STRENGTHS - 1)]).sum()
}

/// The worth of every strength in every spot: what the attacks of a Year should bring, or how well a tribe is guarded.
pub fn worths(judge: &Judge<'_>, p: &Position) -> Worths {
    let mut worths = [[0; STRENGTHS]; 5];
    for spot in Spot::ALL {
        for (strength, worth) in worths[spot.at()].iter_mut().enumerate() {
            *worth = judge.strength_worth(p, *spot, strength as i16);
        }
    }
    worths
}
