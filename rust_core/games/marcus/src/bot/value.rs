//! What a position is worth to the bot: integers, in hundredths of about a card.

use crate::cards::{ROMAN_KINDS, Roman};
use crate::ch10_housekeeping::meditation_spaces;
use crate::game::Marcus;
use crate::ids::{Reason, Round, Spot, Zone};
use crate::map::fort_spaces;
use crate::position::{Position, Source};

/// The numbers the bot judges by.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Where an army stands, by zone and space, from Home southwards.
    pub space: [[i32; 6]; 3],
    /// A tribe that has surrendered.
    pub surrendered: [i32; 4],
    /// Each point of the Pacification Value up to 6.
    pub pacified: i32,
    /// A Demoralized army.
    pub demoralized: i32,
    /// IP from 0 to 7.
    pub imperium: [i32; 8],
    /// A fort of Level 1 and 2 in the space of an army, in 1/1000 of the step south it stops.
    pub fort_here: [i32; 3],
    /// What a raid costs.
    pub raid: i32,
    /// One space north of it, where the next battle will be.
    pub fort_next: [i32; 3],
    /// Further north.
    pub fort_north: [i32; 3],
    /// South of it, where it keeps the others supplied.
    pub fort_south: [i32; 3],
    /// An army of theirs that nobody faces, by space; the Marcomanni count fully, the others a third.
    pub naked: [i32; 6],
    /// A legion in an army.
    pub legion: i32,
    /// A leader or legion out of the Unactivated box.
    pub raised: i32,
    /// A conflict.
    pub conflict: i32,
    /// Marcus on his Demoralized side.
    pub marcus_demoralized: i32,
    /// A Mutiny marker.
    pub mutiny: i32,
    /// Cards in the Surge Spaces.
    pub surge: [i32; 4],
    /// A fleet.
    pub fleet: i32,
    /// A truce.
    pub truce: i32,
    /// Any card in hand, before what it is good for.
    pub card: i32,
    /// What the event of each card adds to that.
    pub events: [i32; ROMAN_KINDS],
    /// A card saved in Winter.
    pub saved: i32,
    /// An Auxilia marker's side.
    pub auxilia: i32,
    /// A Harsh Winter to come.
    pub harsh_winter: i32,
    /// The second Meditations space.
    pub meditations: i32,
    /// A Barbarian draw that does not come.
    pub draw: i32,
    /// What Lectisternium must save.
    pub lectisternium: i32,
    /// A legion back from Recovery.
    pub recovered: i32,
    /// A card drawn by an event.
    pub drawn: i32,
    /// A look at the next Barbarian cards.
    pub informants: i32,
    /// A bias against actions that do little.
    pub nothing: i32,
    /// An attack to come, in 1/1000 of its stake.
    pub potential: i32,
    /// What the armies could do where they stand, in 1/1000.
    pub ready: i32,
    /// How often a tribe that has surrendered checks its oath in a Year, in 1/1000.
    pub guard: i32,
    /// Further attacks of a Round that are looked at.
    pub follow_ups: i32,
    /// Attacks expected in a Year for each army.
    pub attacks: i32,
}

/// Found by trying many values over whole campaigns.
pub const WEIGHTS: Weights = Weights {
    space: [[0, -255, -459, -629, -884, -2550], [0, -306, -544, -714, -884, -884], [0, -255, -459, -612, -731, -731]],
    surrendered: [0, 2000, 5000, 12000],
    pacified: 30,
    demoralized: 140,
    imperium: [-4000, -1200, -520, -250, -130, -55, 0, 30],
    fort_here: [0, 250, 400],
    raid: 90,
    fort_next: [0, 2, 4],
    fort_north: [0, 2, 3],
    fort_south: [0, 3, 4],
    naked: [0, -10, -60, -200, -700, -1500],
    legion: 25,
    raised: 60,
    conflict: -120,
    marcus_demoralized: 60,
    mutiny: -90,
    surge: [0, -10, -50, -50],
    fleet: 15,
    truce: 30,
    card: 65,
    events: [
        0, 35, 20, 30, 15, 5, 25, 30, 15, 25, 10, 20, 5, 30, 8, 35, 10, 15, 10, 25, 10, 40, 20, 35, 10, 25, 35, 25, 20,
        30, 10, 25, 10, 40, 20, 30, 30, 25, 5, 15,
    ],
    saved: 60,
    auxilia: 20,
    harsh_winter: 90,
    meditations: 80,
    draw: 45,
    lectisternium: 100,
    recovered: 40,
    drawn: 60,
    informants: 70,
    nothing: 10,
    potential: 300,
    ready: 200,
    guard: 1200,
    follow_ups: 3,
    attacks: 3,
};

/// The rules and the numbers to judge by.
pub struct Judge<'a> {
    /// The rules.
    pub game: &'a Marcus,
    /// The numbers.
    pub w: &'a Weights,
}

impl Judge<'_> {
    /// What the position is worth.
    pub fn value(&self, p: &Position) -> i32 {
        if let Some(ending) = &p.ending {
            let won = ending.reason == Reason::AllSurrendered;
            return if won { 20_000 } else { -20_000 } + 100 * i32::from(ending.score);
        }
        let w = self.w;
        let tribes: i32 = Zone::ALL.iter().map(|z| self.tribe(p, *z)).sum();
        let armies: i32 = Spot::ALL.iter().map(|s| self.army(p, *s)).sum();
        let conflicts = p.conflicts.iter().flatten().count() as i32 * w.conflict;
        let fleets = p.fleets.iter().filter(|f| **f).count() as i32 * w.fleet;
        let raised = 4 - (p.unactivated.iter().count() + p.reserve_legions.iter().filter(|l| **l).count()) as i32;
        let surrendered = p.tribes.iter().filter(|t| t.surrendered()).count();
        let surge = w.surge[usize::from(p.barbarian.surge.len().min(3))];
        let marcus = if p.marcus_bold { 0 } else { -w.marcus_demoralized };
        let auxilia = p.auxilia.map_or(0, |(_, side)| i32::from(side) * w.auxilia);
        let markers = i32::from(p.harsh_winter) * w.harsh_winter + i32::from(p.second_meditation) * w.meditations;
        tribes
            + w.surrendered[surrendered]
            + armies
            + conflicts
            + fleets
            + raised * w.raised
            + surge
            + marcus
            + auxilia
            + markers
            + w.imperium[usize::from(self.imperium_to_come(p).min(7))]
            + self.cards(p)
    }

    /// IP; in Winter less what Housekeeping is going to take.
    fn imperium_to_come(&self, p: &Position) -> u8 {
        if p.round != Round::Winter || p.year == crate::ch9_end::LAST_YEAR {
            return p.imperium;
        }
        let conflicts = p.conflicts.iter().flatten().count() as u8;
        p.imperium.saturating_sub(conflicts + crate::ch12_events::tribes_south(p))
    }

    fn tribe(&self, p: &Position, zone: Zone) -> i32 {
        let w = self.w;
        let tribe = p.tribe(zone);
        let levels = |spaces: &mut dyn Iterator<Item = u8>, worth: &[i32; 3]| {
            spaces.map(|s| worth[usize::from(p.fort(zone, s).min(2))]).sum::<i32>()
        };
        let Some(space) = tribe.space else {
            let guarded = self.game.pacification(p, zone).min(6);
            let forts = levels(&mut (0..fort_spaces(zone)), &w.fort_north);
            return w.pacified * i32::from(guarded) + forts / 2;
        };
        let spaces = &w.space[zone.at()];
        let at = usize::from(space.min(5));
        // A raid from the last space costs about a card.
        let step = if space >= crate::map::last_space(zone) { w.raid } else { spaces[at] - spaces[at + 1] };
        let here = step * w.fort_here[usize::from(p.fort(zone, space).min(2))] / 1000;
        let next = levels(&mut (space.saturating_sub(1)..space), &w.fort_next);
        let north = levels(&mut (0..space.saturating_sub(1).min(fort_spaces(zone))), &w.fort_north);
        let south = levels(&mut (space + 1..fort_spaces(zone)), &w.fort_south);
        let side = if tribe.bold { 0 } else { w.demoralized };
        let truce = if tribe.truce { w.truce * rounds_left(p) } else { 0 };
        spaces[at] + here + next + north + south + side + truce
    }

    fn army(&self, p: &Position, spot: Spot) -> i32 {
        let army = p.army(spot);
        let ready = if army.mutiny { self.w.mutiny } else { self.ready(p, spot) };
        i32::from(army.legions) * self.w.legion + ready
    }

    /// What the cards are worth that may be kept at the end of the Round.
    fn cards(&self, p: &Position) -> i32 {
        let mut worths = [0; 16];
        let mut n = 0;
        for from in Source::ALL {
            for card in p.cards(from).iter() {
                for _ in 0..p.cards(from).count(card) {
                    if n < worths.len() {
                        worths[n] = self.card(card);
                        n += 1;
                    }
                }
            }
        }
        let worths = &mut worths[..n];
        worths.sort_unstable_by(|a, b| b.cmp(a));
        let keep = if p.round == Round::Winter && p.year == crate::ch9_end::LAST_YEAR {
            0
        } else if p.round == Round::Winter {
            usize::from(meditation_spaces(p))
        } else {
            5 + usize::from(p.roman.meditations.len())
        };
        let worth: i32 = worths.iter().take(keep).sum();
        if p.round == Round::Winter { worth * self.w.saved / 60 } else { worth }
    }

    /// What a card is good for beyond paying.
    pub fn card(&self, card: Roman) -> i32 {
        self.w.card + self.w.events[card.at()]
    }

    /// The least valuable card and where it lies.
    pub fn cheapest(&self, p: &Position) -> Option<(Roman, Source)> {
        let all = Source::ALL.into_iter().flat_map(|from| p.cards(from).iter().map(move |card| (card, from)));
        all.min_by_key(|(card, _)| self.card(*card))
    }

    /// The value after a won battle, which moves only what the value asks for.
    pub fn won(&self, p: &Position, target: Spot) -> i32 {
        let mut q = p.clone();
        match target.zone() {
            None => {
                if let Some(i) = target.off_map() {
                    q.conflicts[i] = None;
                }
                q.recovery.legions += q.army(target).legions;
                if let Some(leader) = q.army(target).leader {
                    q.recovery.leaders = q.recovery.leaders.with(leader);
                }
                q.armies[target.at()] = crate::position::Army::default();
            }
            Some(zone) => {
                let tribe = &mut q.tribes[zone.at()];
                match tribe.space {
                    Some(space) if space > 0 => tribe.space = Some(space - 1),
                    _ => {
                        *tribe = crate::position::Tribe { space: None, bold: true, truce: false };
                        q.imperium = (q.imperium + 1).min(7);
                    }
                }
            }
        }
        self.value(&q)
    }

    /// The value after a lost battle.
    pub fn lost(&self, p: &Position) -> i32 {
        self.value(p) - self.w.legion
    }

    /// What one more tribe that surrenders is worth.
    pub fn surrender_worth(&self, p: &Position) -> i32 {
        let now = p.tribes.iter().filter(|t| t.surrendered()).count();
        self.w.surrendered[(now + 1).min(3)] - self.w.surrendered[now.min(2)]
    }

    /// What an Oathbreaker check of all surrendered tribes costs on average.
    pub fn oath_risk(&self, p: &Position) -> i32 {
        let risk = |zone: &Zone| {
            let open = (6 - self.game.pacification(p, *zone)).clamp(0, 6);
            i32::from(open) * self.surrender_worth(p) / 6
        };
        Zone::ALL.iter().filter(|z| p.tribe(**z).surrendered()).map(risk).sum()
    }
}

/// Barbarian Phases to come in this Year.
fn rounds_left(p: &Position) -> i32 {
    match p.round {
        Round::Spring => 2,
        Round::Summer => 1,
        Round::Winter => 0,
    }
}
