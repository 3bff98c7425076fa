//! What the rules still have to do: a small stack inside the position.
//!
//! The top of the stack is what happens next. Decisions and chance requests wait there for their answer; everything else
//! is done at once by [`crate::flow::run`]. At a rest point the stack holds nothing but the decision, so a document needs
//! no more than the phase to bring it back.

use crate::action::Action;
use crate::cards::Roman;
use crate::ids::{Spot, Spots, Zone};

/// One thing to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Todo {
    // Decisions, by the interface's kinds.
    Deploy,
    Redeploy,
    BeforeDraw,
    Pin {
        tribe: Zone,
    },
    Surge {
        tribe: Option<Zone>,
    },
    Raid {
        tribe: Zone,
    },
    Plague,
    ChooseArmy,
    Scandal,
    Alexander,
    Donative,
    ChooseTribe,
    Upkeep,
    Roman,
    Pay {
        action: Action,
        left: u8,
    },
    Battle,
    Reserve,
    Won,
    Lost,
    PressOn {
        target: Zone,
    },
    /// `march`: by `r_forced_march` (rule 13.24), else by the action (rule 8.8.3).
    Reorganize {
        boxes: Spots,
        march: bool,
    },
    Send {
        to: Spot,
        first: bool,
    },
    Vexillationes {
        left: u8,
    },
    /// `by`: `r_captives` or `r_galen`.
    Recover {
        by: Roman,
        left: u8,
    },
    InformantsDiscard,
    InformantsOrder,
    HandLimit,
    Save,
    Rescue,

    // Chance requests.
    DrawBarbarian,
    /// `by`: the event that draws, `None` for the deal of the Roman Phase. `left` counts this card, too.
    DrawRoman {
        by: Option<Roman>,
        left: u8,
    },
    DrawInformant {
        left: u8,
    },
    Oathbreaker {
        tribe: Zone,
    },
    SiegeDie {
        zone: Zone,
        space: u8,
    },
    AttritionDie {
        zone: Zone,
        space: u8,
    },
    RollRoman,
    RollBarbarian,
    DuelRoman {
        target: Zone,
    },
    DuelBarbarian {
        target: Zone,
        roman_die: u8,
    },

    // Steps the rules take by themselves.
    /// The next Barbarian draw, or the end of the phase (rules 7.0.1 to 7.0.4).
    Draws,
    Activate {
        tribe: Zone,
    },
    /// The activation card goes to a Surge Space unless prevented (rules 7.3.1, 7.4).
    Spread {
        tribe: Option<Zone>,
    },
    /// Oathbreaker check of a tribe that has surrendered (rule 7.9).
    Check {
        tribe: Zone,
    },
    EndSurge,
    /// The current event card is complete (rule 7.10.1).
    EventDone,
    /// Siege dice from this fort place on (rule 12.37).
    Siege {
        place: u8,
    },
    /// The next Roman card of a deal.
    Deal {
        by: Option<Roman>,
        left: u8,
    },
    /// After the deal: upkeep in Spring, then decision `roman`.
    Dealt,
    /// A paid action.
    Perform {
        action: Action,
    },
    /// Both dice lie and their ones and sixes are done: reserves or the comparison (rule 8.2.3).
    Compare,
    /// End of a battle against a tribe or a conflict (rule 8.2.7).
    BattleDone {
        won: bool,
    },
    /// The next card for `r_informants`.
    Look {
        left: u8,
    },
    /// Attrition dice from this fort place on (rule 10.1).
    Attrition {
        place: u8,
    },
    /// Saving goes on (rule 10.5).
    Saving,
}

/// More than any rule stacks up: a Surge leaves `Draws`, `EndSurge`, three checks, two activations and a question.
const DEPTH: usize = 12;

/// A stack of [`Todo`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack {
    items: [Todo; DEPTH],
    len: u8,
}

impl Stack {
    /// Nothing to do: the game is over.
    pub const EMPTY: Self = Self { items: [Todo::Draws; DEPTH], len: 0 };

    /// Only this.
    #[must_use]
    pub fn of(todo: Todo) -> Self {
        let mut stack = Self::EMPTY;
        stack.push(todo);
        stack
    }

    /// What happens next.
    #[must_use]
    pub fn top(&self) -> Option<Todo> {
        self.items[..usize::from(self.len)].last().copied()
    }

    /// From the top downwards.
    pub fn iter(&self) -> impl Iterator<Item = Todo> + '_ {
        self.items[..usize::from(self.len)].iter().rev().copied()
    }

    /// Puts something on top.
    pub fn push(&mut self, todo: Todo) {
        if let Some(free) = self.items.get_mut(usize::from(self.len)) {
            *free = todo;
            self.len += 1;
        }
    }

    /// Takes the top away. What lay there is forgotten, so that equal stacks are equal bit by bit.
    pub fn pop(&mut self) {
        if self.len > 0 {
            self.len -= 1;
            self.items[usize::from(self.len)] = Todo::Draws;
        }
    }
}
