//! Where `consul` places legions and leaders: the plans that look best, each tried, the better half again and again.

use referee_kernel::game::Game as _;
use referee_kernel::tx::Tx;

use crate::action::Action;
use crate::ids::{Leader, Spot};
use crate::position::Position;
use crate::todo::Todo;
use crate::tools::BOX_LIMIT;

use super::consul::{Consul, is_free};
use super::plan::{self, Plan};

/// Plans that are tried.
const PLANS: usize = 24;
/// Plans with the same legions.
const ALIKE: usize = 2;
/// Samples of each plan in the first round; twice as many in each round after it.
const FIRST: u32 = 6;
/// Samples after which the best is good enough.
const ENOUGH: u32 = 80;

/// The next placing on the way to the best plan, or `done`.
pub fn next(consul: &Consul<'_>, p: &Position, todo: Todo) -> Action {
    let plans = promising(consul, p, todo).into_iter();
    let mut tried: Vec<_> = plans.map(|plan| (0, placed(consul, p, &plan, todo), plan)).collect();
    // The same in every call of a step, so that each placing leads to the same plan.
    let seed = u32::from(p.year);
    // After a reorganization the next decision is free: nothing is left to chance.
    let chance = tried.iter().any(|(_, q, _)| q.todo.top().is_some_and(|t| !is_free(t)));
    let (mut from, mut samples) = (0, if chance { FIRST } else { 1 });
    while tried.len() > 1 {
        for (sum, q, _) in &mut tried {
            *sum += (from..from + samples).map(|i| consul.sample(q.clone(), seed, i)).sum::<i64>();
        }
        tried.sort_by_key(|(sum, ..)| std::cmp::Reverse(*sum));
        from += samples;
        samples *= 2;
        tried.truncate(if from > ENOUGH || !chance { 1 } else { tried.len().div_ceil(2) });
    }
    tried.first().map_or(Action::Done, |(_, _, plan)| plan.next(p))
}

/// The plans that `legate` likes best, few of them with the same legions.
fn promising(consul: &Consul<'_>, p: &Position, todo: Todo) -> Vec<Plan> {
    let Some(boxes) = crate::ch3_placing::boxes(p, todo) else { return Vec::new() };
    let spots: Vec<Spot> = boxes.iter().collect();
    let worths = plan::worths(consul.judge, p);
    let free: Vec<Leader> = p.pool.leaders.iter().collect();
    let mut leaders = [None; 4];
    for spot in &spots {
        if let Some(leader) = p.army(*spot).leader {
            leaders[leader.at()] = Some(*spot);
        }
    }
    let mut plans = Vec::new();
    let legions = p.pool.legions + spots.iter().map(|s| p.army(*s).legions).sum::<u8>();
    plan::spread(&spots, legions.min(BOX_LIMIT * spots.len() as u8), [0; 5], &mut |legions| {
        if spots.iter().all(|s| legions[s.at()] >= p.army(*s).legions) {
            lead(&spots, Plan { legions, leaders, worth: 0 }, &free, &mut |plan| plans.push(plan));
        }
    });
    for plan in &mut plans {
        plan.worth = plan::worth(consul.judge, p, &worths, &spots, plan);
    }
    plans.sort_by_key(|plan| std::cmp::Reverse(plan.worth));
    let mut kept: Vec<Plan> = Vec::with_capacity(PLANS);
    for plan in plans {
        if kept.len() < PLANS && kept.iter().filter(|k| k.legions == plan.legions).count() < ALIKE {
            kept.push(plan);
        }
    }
    kept
}

/// Every way to give the free leaders to armies without one.
fn lead(spots: &[Spot], plan: Plan, free: &[Leader], visit: &mut dyn FnMut(Plan)) {
    let Some((leader, rest)) = free.split_first() else { return visit(plan) };
    let mut any = false;
    for spot in spots {
        if plan.legions[spot.at()] > 0 && !plan.leaders.contains(&Some(*spot)) {
            any = true;
            let mut next = plan;
            next.leaders[leader.at()] = Some(*spot);
            lead(spots, next, rest, visit);
        }
    }
    // Nobody is left out who could lead, unless there are more leaders than boxes.
    if !any || free.len() > spots.len() {
        lead(spots, plan, rest, visit);
    }
}

/// The position when the plan has been carried out.
fn placed(consul: &Consul<'_>, p: &Position, plan: &Plan, todo: Todo) -> Position {
    let game = consul.judge.game;
    let mut q = p.clone();
    while q.todo.top() == Some(todo) {
        let next = plan.next(&q);
        if game.act(&mut Tx::new(game, &mut q), 0, &next).is_err() || next == Action::Done {
            break;
        }
    }
    q
}
