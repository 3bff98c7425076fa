//! Changes as the journal reads them: `{"change": name, …}`.

use referee_kernel::json::Writer;

use super::{BarbarianAt, Change, Place, RomanAt};

impl Place {
    const fn id(self) -> &'static str {
        match self {
            Self::Army(spot) => spot.id(),
            Self::Recovery => "recovery",
            Self::Pool => "pool",
            Self::Unactivated => "unactivated",
        }
    }
}

impl RomanAt {
    const fn id(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Discard => "discard",
            Self::Late => "late",
            Self::History => "history",
            Self::Hand => "hand",
            Self::Meditations => "meditations",
            Self::Kept => "kept",
        }
    }
}

impl BarbarianAt {
    const fn id(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Top => "top",
            Self::Discard => "discard",
            Self::Late => "late",
            Self::History => "history",
            Self::Surge => "surge",
            Self::Current => "current",
            Self::Looked => "looked",
            Self::Conflict(spot) => spot.id(),
        }
    }
}

impl Change {
    /// Writes the change as `{"change": name, …}` for the journal.
    pub fn write(&self, w: &mut Writer) {
        w.object(|w| match *self {
            Self::Year { year } => named(w, "year", |w| w.key("year").int(year)),
            Self::Round { round } => named(w, "round", |w| w.key("round").str(round.id())),
            Self::Phase { phase } => named(w, "phase", |w| w.key("phase").str(phase.id())),
            Self::Imperium { to } => named(w, "imperium", |w| w.key("to").int(to)),
            Self::ImperiumBonus { on } => named(w, "imperium_bonus", |w| w.key("on").bool(on)),
            Self::TribeMoved { tribe, space } => named(w, "tribe_moved", |w| {
                w.key("space").int(space);
                w.key("tribe").str(tribe.id());
            }),
            Self::TribeTurned { tribe, bold } => {
                w.key("bold").bool(bold);
                named(w, "tribe_turned", |w| w.key("tribe").str(tribe.id()));
            }
            Self::Truce { tribe, on } => named(w, "truce", |w| {
                w.key("on").bool(on);
                w.key("tribe").str(tribe.id());
            }),
            Self::TribeSurrendered { tribe } => named(w, "tribe_surrendered", |w| w.key("tribe").str(tribe.id())),
            Self::TribeRevolted { tribe } => named(w, "tribe_revolted", |w| w.key("tribe").str(tribe.id())),
            Self::QuadiPeaceEnded => named(w, "quadi_peace_ended", |_| {}),
            Self::LegionsMoved { from, to, count } => named(w, "legions_moved", |w| {
                w.key("count").int(count);
                from_to(w, from.id(), to.id());
            }),
            Self::LegionRaised { legion, to } => named(w, "legion_raised", |w| {
                w.key("legion").str(legion.id());
                w.key("to").str(to.id());
            }),
            Self::LeaderMoved { leader, from, to } => named(w, "leader_moved", |w| {
                w.key("from").str(from.id());
                w.key("leader").str(leader.id());
                w.key("to").str(to.id());
            }),
            Self::Mutiny { zone, on } => named(w, "mutiny", |w| {
                w.key("on").bool(on);
                w.key("zone").str(zone.id());
            }),
            Self::MarcusTurned { bold } => {
                w.key("bold").bool(bold);
                named(w, "marcus_turned", |_| {});
            }
            Self::Fort { zone, space, level } => named(w, "fort", |w| {
                w.key("level").int(level);
                w.key("space").int(space);
                w.key("zone").str(zone.id());
            }),
            Self::FleetPlaced { fleet } => named(w, "fleet_placed", |w| w.key("fleet").str(fleet.id())),
            Self::Auxilia { marker } => {
                w.key("box").str_or_null(marker.map(|(zone, _)| zone.id()));
                named(w, "auxilia", |w| w.key("side").int_or_null(marker.map(|(_, side)| side)));
            }
            Self::SecondMeditationOpened => named(w, "second_meditation_opened", |_| {}),
            Self::Omens { value } => named(w, "omens", |w| w.key("value").int(value)),
            Self::HarshWinter { on } => named(w, "harsh_winter", |w| w.key("on").bool(on)),
            Self::DrawsLeft { draws } => named(w, "draws_left", |w| w.key("draws").int(draws)),
            Self::RomanCard { card, from, to } => {
                w.key("card").str(card.id());
                named(w, "roman_card", |w| from_to(w, from.id(), to.id()));
            }
            Self::RomanCards { from, to } => named(w, "roman_cards", |w| from_to(w, from.id(), to.id())),
            Self::BarbarianCard { card, from, to } => {
                w.key("card").str(card.id());
                named(w, "barbarian_card", |w| from_to(w, from.id(), to.id()));
            }
            Self::BarbarianCards { from, to } => named(w, "barbarian_cards", |w| from_to(w, from.id(), to.id())),
            Self::Battle { battle } => {
                battle.write(w.key("battle"));
                named(w, "battle", |_| {});
            }
            Self::BattleEnded => named(w, "battle_ended", |_| {}),
            Self::Over { ending } => named(w, "over", |w| {
                w.key("reason").str(ending.reason.id());
                w.key("score").int(ending.score);
            }),
            Self::Todo { .. } => named(w, "todo", |_| {}),
            Self::Done => named(w, "done", |_| {}),
        });
    }
}

fn named(w: &mut Writer, name: &str, rest: impl FnOnce(&mut Writer)) {
    w.key("change").str(name);
    rest(w);
}

fn from_to(w: &mut Writer, from: &str, to: &str) {
    w.key("from").str(from);
    w.key("to").str(to);
}
