//! The rules.

use referee_kernel::rule::{Illegal, Rule};
use referee_kernel::seat::Seat;
use referee_kernel::tx::Tx;

/// The game with its configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kuhn {
    /// How many deals are played: 1 to 1000 (1.2).
    pub deals: u16,
}

/// What lies before a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// No card yet.
    Empty,
    /// A card that this replica does not know.
    Hidden,
    /// A known card: 1 to 3.
    Card(u8),
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// 2.1
    Dealing,
    /// 3.1 to 3.3
    Speaking,
    /// 4.1, while cards that must be shown are not known.
    Showing,
    /// 4.3
    Over,
}

/// What a seat can say (chapter 3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    /// 3.1, 3.2
    Check,
    /// 3.1, 3.2
    Bet,
    /// 3.3
    Call,
    /// 3.3
    Fold,
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// What is going on.
    pub phase: Phase,
    /// Deals that are over.
    pub deal: u16,
    /// Balance of seat 0; that of seat 1 is its opposite (1.3).
    pub balance: i16,
    /// The cards, by seat.
    pub hands: [Hand; 2],
    /// What was said in this deal, at most three words.
    pub said: [Option<Action>; 3],
}

/// One thing the rules did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A card was dealt to a seat, hidden from the other (2.1).
    Dealt(Seat, Hand),
    /// The seat whose turn it was said this.
    Said(Action),
    /// Both cards are to be shown (4.1).
    ShowCalled,
    /// A seat's card is open (4.1).
    Shown(Seat, u8),
    /// A seat won so many chips of the other, and the deal is over.
    Won(Seat, u8),
    /// The next deal begins (4.3).
    DealBegan,
    /// 4.3
    GameEnded,
}

impl Position {
    pub(crate) const START: Position =
        Position { phase: Phase::Dealing, deal: 0, balance: 0, hands: [Hand::Empty; 2], said: [None; 3] };

    /// Who is to be dealt a card, in phase [`Phase::Dealing`] (2.1).
    pub(crate) fn dealt_next(&self) -> Seat {
        u8::from(self.hands[0] != Hand::Empty)
    }

    /// Whose turn it is to speak (2.3).
    pub(crate) fn speaker(&self) -> Seat {
        let words = self.said.iter().flatten().count() as u16;
        u8::from((self.deal + words) % 2 == 1)
    }

    /// The rule that asks, and what the seat may say.
    pub(crate) fn choices(&self) -> (Rule, &'static [Action]) {
        match self.said.iter().flatten().last() {
            None => (Rule("3.1"), &[Action::Check, Action::Bet]),
            Some(Action::Check) => (Rule("3.2"), &[Action::Check, Action::Bet]),
            Some(_) => (Rule("3.3"), &[Action::Call, Action::Fold]),
        }
    }

    /// What each seat staked (2.2, 3.3), if the deal ends now: the lower of the two.
    fn stake(&self) -> u8 {
        if self.said.contains(&Some(Action::Call)) { 2 } else { 1 }
    }
}

impl Kuhn {
    /// The speaker says something.
    pub(crate) fn speak(&self, tx: &mut Tx<'_, Self>, action: Action) -> Result<(), Illegal> {
        let (rule, choices) = tx.position().choices();
        if !choices.contains(&action) {
            return Err(Illegal { rule, why: "not_listed" });
        }
        let after_check = tx.position().said[0] == Some(Action::Check);
        tx.put(Change::Said(action));
        match action {
            Action::Call => self.showdown(tx),
            Action::Check if after_check => self.showdown(tx),
            Action::Fold => {
                let bettor = tx.position().speaker(); // Two words on it is the turn of the seat that bet.
                self.won(tx, bettor);
            }
            Action::Check | Action::Bet => (),
        }
        Ok(())
    }

    /// The higher card wins (4.1); cards that are not known must be shown first.
    fn showdown(&self, tx: &mut Tx<'_, Self>) {
        match tx.position().hands {
            [Hand::Card(a), Hand::Card(b)] => {
                tx.put(Change::Shown(0, a));
                tx.put(Change::Shown(1, b));
                self.won(tx, u8::from(b > a));
            }
            _ => tx.put(Change::ShowCalled),
        }
    }

    /// The cards that were called for are open.
    pub(crate) fn shown(&self, tx: &mut Tx<'_, Self>, cards: [u8; 2]) {
        tx.put(Change::Shown(0, cards[0]));
        tx.put(Change::Shown(1, cards[1]));
        self.won(tx, u8::from(cards[1] > cards[0]));
    }

    fn won(&self, tx: &mut Tx<'_, Self>, seat: Seat) {
        tx.put(Change::Won(seat, tx.position().stake()));
        tx.put(if tx.position().deal >= self.deals { Change::GameEnded } else { Change::DealBegan });
    }
}

/// Carries out a change.
pub(crate) fn apply(p: &mut Position, change: Change) {
    match change {
        Change::Dealt(seat, hand) => {
            p.hands[usize::from(seat & 1)] = hand;
            if !p.hands.contains(&Hand::Empty) {
                p.phase = Phase::Speaking;
            }
        }
        Change::Said(action) => {
            if let Some(word) = p.said.iter_mut().find(|w| w.is_none()) {
                *word = Some(action);
            }
        }
        Change::ShowCalled => p.phase = Phase::Showing,
        Change::Shown(seat, card) => p.hands[usize::from(seat & 1)] = Hand::Card(card),
        Change::Won(seat, chips) => {
            p.deal = p.deal.saturating_add(1);
            let chips = i16::from(chips);
            p.balance = p.balance.saturating_add(if seat == 0 { chips } else { -chips });
        }
        Change::DealBegan => (p.phase, p.hands, p.said) = (Phase::Dealing, [Hand::Empty; 2], [None; 3]),
        Change::GameEnded => (p.phase, p.hands, p.said) = (Phase::Over, [Hand::Empty; 2], [None; 3]),
    }
}
