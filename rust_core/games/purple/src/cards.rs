//! The names of things: cards, mats, moments, and piles of cards that may lie face down.

use referee_kernel::stream::Stream;

/// Declares a closed list of ids, in the order of its lines.
macro_rules! ids {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $id:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $id, "`")] $variant),*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [$name; [$($id),*].len()] = [$($name::$variant),*];

            /// The id in documents.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $($name::$variant => $id),* }
            }

            /// By its id.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Self> {
                match id { $($id => Some($name::$variant),)* _ => None }
            }

            /// Its place in [`Self::ALL`].
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

ids! {
    /// The plot cards (rules 19.36), in the order of their ids' bytes.
    Plot {
        Arson = "arson",
        Baiae = "baiae",
        Bodyguard = "bodyguard",
        BreadGames = "bread_games",
        ForcedMarch = "forced_march",
        GrainHoarders = "grain_hoarders",
        LightFingers = "light_fingers",
        Mob = "mob",
        MoveHeir = "move_heir",
        OldDebts = "old_debts",
        PoisonedCup = "poisoned_cup",
        Scandal = "scandal",
        Statue = "statue",
    }
}

ids! {
    /// The event cards (rules 6.6), in the order of their ids' bytes.
    Event {
        Dilemma = "dilemma",
        Earthquake = "earthquake",
        EnemyMovement = "enemy_movement",
        Famine = "famine",
        Fever = "fever",
        Fire = "fire",
        GrainShortage = "grain_shortage",
        HeirFalls = "heir_falls",
        Hordes = "hordes",
        LeaderKilled = "leader_killed",
        Plague = "plague",
        Praetorians = "praetorians",
        Riots = "riots",
        Rivals = "rivals",
        Speculators = "speculators",
        Weather = "weather",
    }
}

ids! {
    /// The hidden agendas (rules 19.2), in the order of their ids' bytes.
    Agenda {
        Landowner = "landowner",
        LongLine = "long_line",
        Miser = "miser",
        PowerBehindThrone = "power_behind_throne",
        ShieldOfRoma = "shield_of_roma",
        VoiceOfSenate = "voice_of_senate",
    }
}

ids! {
    /// The forum cards (rules 19.43), in the order of their ids' bytes.
    Forum {
        Arch = "arch",
        Arena = "arena",
        Auxiliaries = "auxiliaries",
        Baths = "baths",
        Clients = "clients",
        Colonnade = "colonnade",
        GrainMerchants = "grain_merchants",
        Jupiter = "jupiter",
        Moneylenders = "moneylenders",
    }
}

ids! {
    /// The player mats (rule 2.4), in the order of their ids' bytes.
    Role {
        Emperor = "emperor",
        Heir = "heir",
        Senator = "senator",
    }
}

ids! {
    /// The actions that can be copied (rule 14.1), in the order in which turns list them.
    Copied {
        MovePawn = "move_pawn",
        BuildEstate = "build_estate",
        BuildMonument = "build_monument",
        BribeSenator = "bribe_senator",
    }
}

ids! {
    /// When a standing pass ends (rule 19.20.4), the soonest first.
    Moment {
        Turn = "turn",
        Phase = "phase",
        MyTurn = "my_turn",
        Year = "year",
    }
}

ids! {
    /// The moments at which card windows open (rule 19.10.3).
    Opening {
        Enemies = "enemies",
        Harvest = "harvest",
        Event = "event",
        Turn = "turn",
        Building = "building",
        Food = "food",
        Tax = "tax",
        YearEnd = "year_end",
    }
}

ids! {
    /// What the choices of events are called (rules 6.6.2, 6.6.3, 6.6.8).
    Choice {
        A = "a",
        B = "b",
        Coins = "coins",
        Card = "card",
        Pay = "pay",
        Stamina = "stamina",
    }
}

ids! {
    /// Who is to be assassinated (rule 7.9).
    Target {
        Emperor = "emperor",
        Senator = "senator",
    }
}

/// How many plot cards there are.
pub const PLOTS: usize = Plot::ALL.len();
/// How many agendas there are.
pub const AGENDAS: usize = Agenda::ALL.len();

/// Cards without order of which some may lie face down: a hand, a pile.
///
/// Whoever knows every card knows a plain position. On the wire a program knows how many cards there are and, of those
/// that were not revealed, not which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile<const N: usize> {
    known: [u8; N],
    count: u8,
}

impl<const N: usize> Default for Pile<N> {
    fn default() -> Self {
        Self { known: [0; N], count: 0 }
    }
}

impl<const N: usize> Pile<N> {
    /// These cards, open.
    #[must_use]
    pub fn open(known: [u8; N]) -> Self {
        Self { known, count: known.iter().fold(0, |sum, n| n.saturating_add(sum)) }
    }

    /// `count` cards, face down.
    #[must_use]
    pub fn dark(count: u8) -> Self {
        Self { known: [0; N], count }
    }

    /// How many cards, known or not.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.count
    }

    /// Whether no card is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many of each card are known.
    #[must_use]
    pub fn known(&self) -> &[u8; N] {
        &self.known
    }

    /// How many of card `index` are known.
    #[must_use]
    pub fn of(&self, index: usize) -> u8 {
        self.known[index]
    }

    /// Adds a card; `None` is one that nobody sees.
    pub fn add(&mut self, index: Option<usize>) {
        self.count = self.count.saturating_add(1);
        if let Some(i) = index {
            self.known[i] = self.known[i].saturating_add(1);
        }
    }

    /// Takes a card out: a known one, or, where it is not known, one of those face down.
    pub fn take(&mut self, index: Option<usize>) {
        self.count = self.count.saturating_sub(1);
        if let Some(i) = index {
            self.known[i] = self.known[i].saturating_sub(1);
        }
    }

    /// Adds open cards.
    pub fn add_all(&mut self, cards: &[u8; N]) {
        for (i, n) in cards.iter().enumerate() {
            (0..*n).for_each(|_| self.add(Some(i)));
        }
    }

    /// Takes open cards out, as many of them as are there.
    pub fn remove_all(&mut self, cards: &[u8; N]) {
        for (i, n) in cards.iter().enumerate() {
            (0..(*n).min(self.known[i])).for_each(|_| self.take(Some(i)));
        }
    }

    /// Draws `count` of the open cards at random, fewer if there are fewer.
    #[must_use]
    pub fn draw_some(&mut self, count: u8, stream: &mut Stream) -> Self {
        let mut drawn = Self::default();
        for _ in 0..count.min(self.count) {
            let card = self.sample(stream);
            self.take(Some(card));
            drawn.add(Some(card));
        }
        drawn
    }

    /// Turns a card that lay face down.
    pub fn reveal(&mut self, index: usize) {
        self.known[index] = self.known[index].saturating_add(1).min(self.count);
    }

    /// Turns every card face down.
    pub fn hide(&mut self) {
        self.known = [0; N];
    }

    /// The kind of a card drawn at random from the known ones.
    pub fn sample(&self, stream: &mut Stream) -> usize {
        stream.draw(&self.known.map(u32::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_ascend_by_their_bytes_where_lists_are_written_so() {
        assert!(Plot::ALL.is_sorted_by_key(|c| c.id()));
        assert!(Event::ALL.is_sorted_by_key(|c| c.id()));
        assert!(Agenda::ALL.is_sorted_by_key(|c| c.id()));
        assert!(Forum::ALL.is_sorted_by_key(|c| c.id()));
        assert!(Role::ALL.is_sorted_by_key(|c| c.id()));
    }

    #[test]
    fn a_hand_counts_cards_that_it_does_not_know() {
        let mut hand = Pile::<PLOTS>::dark(2);
        hand.reveal(Plot::Mob.index());
        assert_eq!((hand.count(), hand.of(Plot::Mob.index())), (2, 1));
        hand.take(Some(Plot::Mob.index()));
        assert_eq!((hand.count(), hand.of(Plot::Mob.index())), (1, 0));
        hand.add(None);
        assert_eq!(hand, Pile::dark(2));
    }
}
