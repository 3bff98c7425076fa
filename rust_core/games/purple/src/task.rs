//! What is still to be done: the rules' place in themselves, as data.
//!
//! At the bottom of the stack lies the stage of the year; above it what that stage, an action or a card has set going.
//! The top is done first. It is either carried out at once or it is what the match waits for.

use referee_kernel::seat::Seat;

use crate::cards::{Copied, Event, Opening, Plot};
use crate::tables::{Land, Province};

/// The next stage of set-up or of the year (rules 2, 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// 2.4: this seat draws its mat.
    Mats(Seat),
    /// 2.5 to 2.12.
    Deal,
    /// Phase 1 begins.
    Incoming,
    /// 4.1
    Placement,
    /// 4.2
    Movement,
    /// Phase 2 begins.
    Harvest,
    /// 5.1
    FamineDie,
    /// 5.4
    Farms,
    /// Phase 3 begins.
    Events,
    /// 6.1: the window before a card, or 6.5.
    NextEvent,
    /// 6.1: the card.
    EventCard,
    /// Phase 4 begins.
    Turns,
    /// The window before an action.
    BeforeAction,
    /// The active seat is asked.
    Action,
    /// 7.1.8, after the card.
    TurnOver,
    /// Phase 5 begins.
    Buildings,
    /// 9.1
    Swap,
    /// 9.2: so many items are still to be built.
    Build(u8),
    /// Phase 6 begins.
    Food,
    /// 10.2
    Import,
    /// 10.3 to 10.5
    Feed,
    /// Phase 7 begins.
    Tax,
    /// 11
    Collect,
    /// Phase 8 begins.
    YearEnd,
    /// 12.1
    Check,
    /// 21.9
    SenateAttack,
    /// 12.2
    Discard,
    /// 12.3 to 12.5
    Reward,
    /// 13
    Scoring,
}

/// A die that is not a glory die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Roll {
    /// 4.1.1
    Enemies,
    /// 5.1
    Famine,
    /// 6.6.4
    Plague,
    /// 6.6.5
    EventFamine,
    /// 6.6.12: the region.
    QuakeRegion,
    /// 6.6.12: the province in this region (0 for the region 1).
    QuakeProvince(u8),
    /// 6.6.13: the estate of this seat.
    Fire(Seat),
    /// 7.9.5
    Assassinate,
}

/// One thing to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// The next stage.
    Flow(Stage),
    /// Opens a card window (19.10.3).
    Open(Opening),
    /// A window starts anew after a card of this seat (19.10.6).
    Reopen(Opening, Seat),
    /// Seats to ask in a window, the first one now.
    Window(Opening, Queue),
    /// Seats to ask for a copy, the first one now (14.1).
    Copies(Copied, Queue),
    /// A pawn may go on (7.5.1).
    Move {
        /// Whose pawn.
        seat: Seat,
        /// Spaces left.
        points: u8,
    },
    /// A pawn before a battle (7.5.4).
    Battle {
        /// Whose pawn.
        seat: Seat,
        /// Where the enemies are.
        at: Province,
        /// Strength of the cards played.
        boost: u8,
    },
    /// A group of legions may go on one space (8.2.1).
    March {
        /// Where it stands.
        at: Province,
        /// How many legions.
        count: u8,
    },
    /// The emperor may train another legion (8.3.1).
    Train,
    /// 4.2, at the target of this place in the order.
    Invasion {
        /// Place in the order of regions and numbers, 0 to 23; 24 when all are judged.
        at: u8,
        /// Strength of the cards played there.
        boost: u8,
        /// Seats that have been asked there and are done, as bits.
        done: u8,
        /// Targets that hold.
        held: Land,
    },
    /// A seat chooses for an event.
    Choose(Event, Seat),
    /// 17.2
    HeirWindow {
        /// The dead emperor.
        dead: Seat,
        /// Seats to ask, the first one now.
        pending: Queue,
    },
    /// 17.5
    Auction {
        /// The dead emperor.
        dead: Seat,
        /// The highest bid, 0 for none.
        high: u32,
        /// Whose it is.
        bidder: Option<Seat>,
        /// Those still in, the next speaker first.
        pending: Queue,
    },
    /// 9.5: famine markers of this region (0 for the region 1).
    Relief(u8),
    /// 7.9.4: attacker and defender choose cards.
    Commit,
    /// A die.
    Roll(Roll),
    /// Glory dice (18.1).
    Glory {
        /// Who won the battle.
        seat: Seat,
        /// Dice left.
        left: u8,
    },
    /// A plot card is drawn (19.30.1).
    DrawPlot(Seat),
    /// An agenda is dealt (2.12).
    DrawAgenda(Seat),
    /// 6.1
    DrawEvent,
    /// 6.5
    DrawForum,
    /// 19.43.7: a random card changes hands.
    Steal {
        /// The thief.
        to: Seat,
        /// The victim.
        from: Seat,
    },
    /// 21.11, with the card committed against it.
    SenateCard(Option<Plot>),
    /// Happiness moves (15.1).
    Happiness(i8),
    /// A seat loses stamina by an effect (16.3).
    Lose(Seat, u8),
    /// 16.2
    DeathChecks,
    /// 17.2 to 17.5
    Succession(Seat),
    /// 17.3 to 17.5, after the window 17.2.
    Crown(Seat),
    /// 15.1.4: happiness after a death on the skull.
    Calm,
}

/// The most that ever lies on the stack at once, with room to spare: one stage, an action with its copies, checks and
/// move (4), six losses of one blow, a death with succession and auction (3), a card draw (1).
const DEPTH: usize = 20;

/// The tasks, the next one on top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    tasks: [Task; DEPTH],
    len: u8,
}

impl Stack {
    /// One task.
    #[must_use]
    pub fn of(task: Task) -> Self {
        let mut stack = Self { tasks: [Task::Calm; DEPTH], len: 0 };
        stack.push(task);
        stack
    }

    /// The next task.
    #[must_use]
    pub fn top(&self) -> Option<Task> {
        self.tasks.get(usize::from(self.len).checked_sub(1)?).copied()
    }

    /// Puts a task on top.
    pub fn push(&mut self, task: Task) {
        debug_assert!(usize::from(self.len) < DEPTH, "{self:?}");
        if let Some(place) = self.tasks.get_mut(usize::from(self.len)) {
            *place = task;
            self.len += 1;
        }
    }

    /// Takes the top away. What lay there is overwritten, so that equal stacks are equal bytes.
    pub fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
        if let Some(place) = self.tasks.get_mut(usize::from(self.len)) {
            *place = Task::Calm;
        }
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        *self = Self { tasks: [Task::Calm; DEPTH], len: 0 };
    }
}

/// Seats in the order in which they are asked: at most three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Queue {
    /// Two bits for each seat, the first one lowest.
    seats: u8,
    len: u8,
}

impl Queue {
    /// The seats of an iterator, the first three.
    pub fn of(seats: impl IntoIterator<Item = Seat>) -> Self {
        let mut queue = Self::default();
        seats.into_iter().take(3).for_each(|s| queue.push(s));
        queue
    }

    /// Puts a seat behind the others.
    pub fn push(&mut self, seat: Seat) {
        if self.len < 3 {
            self.seats |= (seat & 3) << (2 * self.len);
            self.len += 1;
        }
    }

    /// Who is first.
    #[must_use]
    pub fn first(self) -> Option<Seat> {
        (self.len > 0).then_some(self.seats & 3)
    }

    /// Without the first.
    #[must_use]
    pub fn rest(self) -> Self {
        Self { seats: self.seats >> 2, len: self.len.saturating_sub(1) }
    }

    /// With the first one behind the others.
    #[must_use]
    pub fn turned(self) -> Self {
        let mut queue = self.rest();
        self.first().into_iter().for_each(|s| queue.push(s));
        queue
    }

    /// How many.
    #[must_use]
    pub fn len(self) -> u8 {
        self.len
    }

    /// Whether nobody is left.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// In order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..self.len).map(move |i| self.seats >> (2 * i) & 3)
    }

    /// Only those.
    #[must_use]
    pub fn only(self, keep: impl Fn(Seat) -> bool) -> Self {
        Self::of(self.iter().filter(|s| keep(*s)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_keeps_its_order() {
        let queue = Queue::of([2, 0, 1]);
        assert_eq!(queue.iter().collect::<Vec<_>>(), [2, 0, 1]);
        assert_eq!(queue.rest(), Queue::of([0, 1]));
        assert_eq!(queue.turned(), Queue::of([0, 1, 2]));
        assert_eq!(queue.only(|s| s != 0), Queue::of([2, 1]));
        assert_eq!(Queue::of([]).first(), None);
    }
}
