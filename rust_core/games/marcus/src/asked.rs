//! What is asked: the kinds, rules and further keys of decisions and chance requests (interface 5 and 6).

use referee_kernel::json::Writer;
use referee_kernel::rule::Rule;

use crate::cards::Roman;
use crate::ids::Zone;
use crate::position::Position;
use crate::todo::Todo;

impl Todo {
    /// The kind of a decision; `None` for everything else.
    #[must_use]
    pub const fn kind(self) -> Option<&'static str> {
        Some(match self {
            Self::Deploy => "deploy",
            Self::Redeploy => "redeploy",
            Self::BeforeDraw => "before_draw",
            Self::Pin { .. } => "pin",
            Self::Surge { .. } => "surge",
            Self::Raid { .. } => "raid",
            Self::Plague => "plague",
            Self::ChooseArmy => "choose_army",
            Self::Scandal => "scandal",
            Self::Alexander => "alexander",
            Self::Donative => "donative",
            Self::ChooseTribe => "choose_tribe",
            Self::Upkeep => "upkeep",
            Self::Roman => "roman",
            Self::Pay { .. } => "pay",
            Self::Battle => "battle",
            Self::Reserve => "reserve",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::PressOn { .. } => "press_on",
            Self::Reorganize { .. } => "reorganize",
            Self::Send { .. } => "send",
            Self::Vexillationes { .. } => "vexillationes",
            Self::Recover { .. } => "recover",
            Self::InformantsDiscard => "informants_discard",
            Self::InformantsOrder => "informants_order",
            Self::HandLimit => "hand_limit",
            Self::Save => "save",
            Self::Rescue => "rescue",
            _ => return None,
        })
    }

    /// The rule that asks; 1.3 for a step the rules take by themselves, which never asks.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Deploy => Rule("3.6"),
            Self::Redeploy => Rule("6.2"),
            Self::BeforeDraw => Rule("7.0.2"),
            Self::Pin { .. } => Rule("7.5.1"),
            Self::Surge { .. } => Rule("7.4.1"),
            Self::Raid { .. } => Rule("7.6.3"),
            Self::Plague => Rule("12.27.1"),
            Self::ChooseArmy => Rule("12.27"),
            Self::Scandal => Rule("12.30"),
            Self::Alexander => Rule("12.35"),
            Self::Donative => Rule("12.36"),
            Self::ChooseTribe => Rule("12.45"),
            Self::Upkeep => Rule("8.0.2"),
            Self::Roman => Rule("8.1.1"),
            Self::Pay { .. } => Rule("8.1.2"),
            Self::Battle => Rule("8.2.1.4"),
            Self::Reserve => Rule("8.2.3.1"),
            Self::Won => Rule("8.2.5.4"),
            Self::Lost => Rule("8.2.6.1"),
            Self::PressOn { .. } => Rule("13.23"),
            Self::Reorganize { march: false, .. } => Rule("8.8.3"),
            Self::Reorganize { march: true, .. } => Rule("13.24"),
            Self::Send { .. } => Rule("8.9.3"),
            Self::Vexillationes { .. } => Rule("13.18"),
            Self::Recover { by: Roman::Galen, .. } | Self::DrawRoman { by: Some(Roman::Galen), .. } => Rule("13.29"),
            Self::Recover { .. } => Rule("13.26"),
            Self::InformantsDiscard | Self::InformantsOrder | Self::DrawInformant { .. } => Rule("13.22"),
            Self::HandLimit => Rule("8.12.1"),
            Self::Save => Rule("10.5.1"),
            Self::Rescue => Rule("10.8"),
            Self::DrawBarbarian => Rule("7.0.1"),
            Self::DrawRoman { by: Some(Roman::Inquiry), .. } => Rule("13.9"),
            Self::DrawRoman { by: Some(Roman::Retreat), .. } => Rule("13.15"),
            Self::DrawRoman { by: Some(_), .. } => Rule("13.25"),
            Self::DrawRoman { by: None, .. } => Rule("8.0.1"),
            Self::Oathbreaker { .. } => Rule("7.9.3"),
            Self::SiegeDie { .. } => Rule("12.37"),
            Self::AttritionDie { .. } => Rule("10.1"),
            Self::RollRoman | Self::RollBarbarian => Rule("8.2.2"),
            Self::DuelRoman { .. } | Self::DuelBarbarian { .. } => Rule("13.2"),
            _ => Rule("1.3"),
        }
    }

    /// Whether the player is asked.
    #[must_use]
    pub const fn is_decision(self) -> bool {
        self.kind().is_some()
    }

    /// Whether a die is asked for.
    #[must_use]
    pub const fn is_die(self) -> bool {
        matches!(
            self,
            Self::Oathbreaker { .. }
                | Self::SiegeDie { .. }
                | Self::AttritionDie { .. }
                | Self::RollRoman
                | Self::RollBarbarian
                | Self::DuelRoman { .. }
                | Self::DuelBarbarian { .. }
        )
    }

    /// Whether a position can be exported and imported here (interface 4).
    #[must_use]
    pub const fn is_rest(self) -> bool {
        matches!(self, Self::Deploy | Self::Redeploy | Self::BeforeDraw | Self::Roman | Self::HandLimit)
    }

    /// Whether a battle is still to be decided here.
    #[must_use]
    pub const fn is_before_the_end_of_a_battle(self) -> bool {
        matches!(self, Self::Battle | Self::RollRoman | Self::Reserve)
    }

    /// The purpose of a chance request.
    const fn purpose(self) -> &'static str {
        match self {
            Self::DrawBarbarian => "barbarian_card",
            Self::DrawRoman { .. } => "roman_card",
            Self::DrawInformant { .. } => "informants",
            Self::Oathbreaker { .. } => "oathbreaker",
            Self::SiegeDie { .. } => "siege",
            Self::AttritionDie { .. } => "attrition",
            Self::RollRoman => "battle_roman",
            Self::RollBarbarian => "battle_barbarian",
            Self::DuelRoman { .. } => "duel_roman",
            _ => "duel_barbarian",
        }
    }
}

/// Writes the entry of a decision; `legal` writes its list, or nothing where the entry stands in `pending`.
pub fn write_decision(p: &Position, todo: Todo, w: &mut Writer, legal: impl FnOnce(&mut Writer)) {
    w.object(|w| {
        match todo {
            Todo::Pay { action, .. } => action.write(w.key("action")),
            Todo::Reorganize { boxes, .. } => w.key("boxes").strs(boxes.iter().map(|b| b.id())),
            Todo::Surge { .. } | Todo::Plague | Todo::ChooseArmy => {
                w.key("card").str_or_null(p.barbarian.current.map(|c| c.id()));
            }
            Todo::Send { first, .. } => w.key("first").bool(first),
            _ => {}
        }
        w.key("kind").str(todo.kind().unwrap_or_default());
        if let Todo::Pay { left, .. } | Todo::Vexillationes { left } | Todo::Recover { left, .. } = todo {
            w.key("left").int(left);
        }
        legal(w);
        w.key("rule").str(todo.rule().0);
        w.key("seat").int(0);
        match todo {
            Todo::PressOn { target } => w.key("target").str(target.id()),
            Todo::Pin { tribe } | Todo::Raid { tribe } => {
                w.key("then").strs(activated_next(p).map(Zone::id));
                w.key("tribe").str(tribe.id());
            }
            Todo::Send { to, .. } => w.key("to").str(to.id()),
            Todo::Surge { tribe } => w.key("tribe").str_or_null(tribe.map(Zone::id)),
            _ => {}
        }
    });
}

/// The tribes that the same card or Surge activates after the present one, in order.
fn activated_next(p: &Position) -> impl Iterator<Item = Zone> + '_ {
    p.todo.iter().skip(1).map_while(|todo| match todo {
        Todo::Activate { tribe } => Some(tribe),
        _ => None,
    })
}

/// Writes a chance request.
pub fn write_request(todo: Todo, w: &mut Writer) {
    w.object(|w| {
        let die = todo.is_die();
        if !die {
            let roman = matches!(todo, Todo::DrawRoman { .. });
            w.key("deck").str(if roman { "roman" } else { "barbarian" });
        }
        w.key("for").str(todo.purpose());
        w.key("kind").str(if die { "die" } else { "draw" });
        if let Todo::DrawRoman { left, .. } = todo {
            w.key("left").int(left);
        }
        if let Todo::DuelBarbarian { roman_die, .. } = todo {
            w.key("roman_die").int(roman_die);
        }
        w.key("rule").str(todo.rule().0);
        if die {
            w.key("sides").int(6);
        }
        match todo {
            Todo::SiegeDie { zone, space } | Todo::AttritionDie { zone, space } => {
                w.key("space").int(space);
                w.key("zone").str(zone.id());
            }
            Todo::DuelRoman { target } | Todo::DuelBarbarian { target, .. } => w.key("target").str(target.id()),
            Todo::Oathbreaker { tribe } => w.key("tribe").str(tribe.id()),
            _ => {}
        }
    });
}
