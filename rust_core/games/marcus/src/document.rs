//! The position document (interface 3): written here, read and checked in [`read`] and [`check`].

pub mod check;
mod pieces;
mod piles;
pub mod read;

use referee_kernel::json::Writer;

use crate::asked;
use crate::cards::{Card, Pile, Row};
use crate::game::{Marcus, Options};
use crate::ids::{Extra, Leader, Leaders, Reason, Spot, Zone};
use crate::map::fort_spaces;
use crate::position::{Battle, Ending, Position, Tribe, Troops};
use crate::todo::Todo;

/// Writes the document.
pub fn write(game: &Marcus, p: &Position, w: &mut Writer) {
    w.object(|w| {
        write_armies(p, w);
        w.key("auxilia");
        match p.auxilia {
            None => w.null(),
            Some((zone, side)) => w.object(|w| {
                w.key("box").str(zone.id());
                w.key("side").int(side);
            }),
        }
        write_barbarian(p, w);
        match p.battle {
            None => w.key("battle").null(),
            Some(battle) => battle.write(w.key("battle")),
        }
        w.key("current").str_or_null(p.barbarian.current.map(|c| c.id()));
        w.key("draws_left").int(p.draws_left);
        w.key("fleets").object(|w| {
            w.key("lower").bool(p.fleets[1]);
            w.key("upper").bool(p.fleets[0]);
        });
        w.key("forts").object(|w| {
            for zone in BY_NAME {
                w.key(zone.id()).ints(p.forts[zone.at()].iter().take(fort_spaces(zone).into()).copied());
            }
        });
        w.key("game").str("marcus");
        write_pile(&p.roman.hand, w.key("hand"));
        w.key("harsh_winter").bool(p.harsh_winter);
        w.key("imperium").int(p.imperium);
        w.key("imperium_bonus").bool(p.imperium_bonus);
        write_pile(&p.roman.kept, w.key("kept"));
        write_row(&p.barbarian.looked, w.key("looked"));
        w.key("marcus_bold").bool(p.marcus_bold);
        write_pile(&p.roman.meditations, w.key("meditations"));
        write_off_map(p, w);
        w.key("omens").int(p.omens);
        game.options.write(w.key("options"));
        write_pending(p, w.key("pending"));
        w.key("phase").str(p.phase.id());
        write_troops(&p.pool, w.key("pool"));
        w.key("quadi_peace").bool(p.quadi_peace);
        write_troops(&p.recovery, w.key("recovery"));
        w.key("rest").bool(p.todo.top().is_some_and(Todo::is_rest));
        match &p.ending {
            None => w.key("result").null(),
            Some(ending) => ending.write(w.key("result")),
        }
        w.key("roman").object(|w| {
            write_pile(&p.roman.deck, w.key("deck"));
            write_pile(&p.roman.discard, w.key("discard"));
            write_pile(&p.roman.history, w.key("history"));
            write_pile(&p.roman.late, w.key("late"));
        });
        w.key("round").str(p.round.id());
        w.key("second_meditation").bool(p.second_meditation);
        w.key("set").str(&game.set_name);
        write_pile(&p.barbarian.surge, w.key("surge"));
        w.key("tribes").object(|w| {
            for zone in BY_NAME {
                write_tribe(p.tribe(zone), w.key(zone.id()));
            }
        });
        write_unactivated(p, w);
        w.key("year").int(p.year);
    });
}

/// The zones in the order of their names, which is that of keys.
const BY_NAME: [Zone; 3] = [Zone::Iazyges, Zone::Marcomanni, Zone::Quadi];

fn write_armies(p: &Position, w: &mut Writer) {
    w.key("armies").object(|w| {
        for zone in BY_NAME {
            let army = p.army(zone.spot());
            w.key(zone.id()).object(|w| {
                w.key("leader").str_or_null(army.leader.map(Leader::id));
                w.key("legions").int(army.legions);
                w.key("mutiny").bool(army.mutiny);
            });
        }
    });
}

fn write_barbarian(p: &Position, w: &mut Writer) {
    w.key("barbarian").object(|w| {
        write_pile(&p.barbarian.deck, w.key("deck"));
        write_pile(&p.barbarian.discard, w.key("discard"));
        write_pile(&p.barbarian.history, w.key("history"));
        write_pile(&p.barbarian.late, w.key("late"));
        write_row(&p.barbarian.top, w.key("top"));
    });
}

fn write_off_map(p: &Position, w: &mut Writer) {
    w.key("off_map").object(|w| {
        for spot in [Spot::East, Spot::West] {
            let army = p.army(spot);
            w.key(spot.id()).object(|w| {
                w.key("conflict").str_or_null(p.conflict(spot).map(|c| c.id()));
                w.key("leader").str_or_null(army.leader.map(Leader::id));
                w.key("legions").int(army.legions);
            });
        }
    });
}

fn write_unactivated(p: &Position, w: &mut Writer) {
    w.key("unactivated").object(|w| {
        write_leaders(p.unactivated, w.key("leaders"));
        w.key("legions").strs(Extra::ALL.iter().filter(|l| p.waits(**l)).map(|l| l.id()));
    });
}

fn write_tribe(tribe: Tribe, w: &mut Writer) {
    w.object(|w| {
        w.key("bold").bool(tribe.bold);
        w.key("space").int_or_null(tribe.space);
        w.key("status").str(if tribe.surrendered() { "surrendered" } else { "active" });
        w.key("truce").bool(tribe.truce);
    });
}

fn write_troops(troops: &Troops, w: &mut Writer) {
    w.object(|w| {
        write_leaders(troops.leaders, w.key("leaders"));
        w.key("legions").int(troops.legions);
    });
}

fn write_leaders(leaders: Leaders, w: &mut Writer) {
    w.strs(leaders.iter().map(Leader::id));
}

fn write_pile<C: Card, const N: usize>(pile: &Pile<C, N>, w: &mut Writer) {
    w.object(|w| {
        for card in pile.iter() {
            w.key(card.name()).int(pile.count(card));
        }
    });
}

fn write_row(row: &Row, w: &mut Writer) {
    w.strs(row.iter().map(|c| c.id()));
}

/// What is awaited, without a legal list.
pub fn write_pending(p: &Position, w: &mut Writer) {
    match p.todo.top() {
        None => w.null(),
        Some(todo) if todo.is_decision() => {
            w.object(|w| asked::write_decision(p, todo, w.key("decide"), |_| {}));
        }
        Some(todo) => w.object(|w| asked::write_request(todo, w.key("chance"))),
    }
}

impl Battle {
    /// Writes the battle (interface 3).
    pub fn write(&self, w: &mut Writer) {
        w.object(|w| {
            w.key("barbarian_die").int_or_null(self.barbarian_die);
            w.key("barbarian_total").int_or_null(self.totals.map(|t| t.1));
            w.key("bonus").int(self.bonus);
            w.key("committed").bool(self.committed);
            w.key("no_winter").bool(self.no_winter);
            w.key("press_on").bool(self.press_on);
            w.key("roman_die").int_or_null(self.roman_die);
            w.key("roman_total").int_or_null(self.totals.map(|t| t.0));
            w.key("stand_in").bool(self.stand_in);
            w.key("target").str(self.target.id());
            w.key("terrain").int(self.terrain);
        });
    }
}

impl Ending {
    /// Writes the result (interface 7).
    pub fn write(&self, w: &mut Writer) {
        let won = self.reason == Reason::AllSurrendered;
        w.object(|w| {
            w.key("history").int(self.history);
            w.key("imperium").int(self.imperium);
            w.key("outcome").str(if won { "win" } else { "loss" });
            w.key("ranking").list(|w| w.ints([0]));
            w.key("reason").str(self.reason.id());
            w.key("score").int(self.score);
            w.key("surrendered").int(self.surrendered);
            w.key("winners").ints(won.then_some(0));
            w.key("years").int(self.years);
        });
    }
}

impl Options {
    /// Writes the options (interface 1).
    pub fn write(&self, w: &mut Writer) {
        w.object(|w| {
            w.key("heir_order").str(if self.heir_backward { "backward" } else { "forward" });
            w.key("start_imperium").int(self.start_imperium);
            w.key("truce_binds_rome").bool(self.truce_binds_rome);
        });
    }
}
