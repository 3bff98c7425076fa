//! The cards by their ids, and piles of them.
//!
//! Copies of a card are interchangeable (rule 1.5), so a pile is a count for each id. Ids ascend by their bytes: this is
//! the order of documents and of draws (protocol P6, interface W8).

use crate::ids::ids;

ids! {
    /// A card of the Roman deck.
    Roman {
        Action = "r_action", Ambush = "r_ambush", Atrocities = "r_atrocities", Auction = "r_auction",
        Auxilia = "r_auxilia", Captives = "r_captives", Column = "r_column", Commodus = "r_commodus",
        Concessions = "r_concessions", Decapitation = "r_decapitation", Divide = "r_divide", Eleusis = "r_eleusis",
        ForcedMarch = "r_forced_march", Fortuna = "r_fortuna", Galen = "r_galen", Guides = "r_guides",
        HarshWinter = "r_harsh_winter", Ice = "r_ice", Informants = "r_informants", Initiative = "r_initiative",
        Inquiry = "r_inquiry", Lectisternium = "r_lectisternium", Legio22 = "r_legio22", Lightning = "r_lightning",
        Marcomannia = "r_marcomannia", Maximianus = "r_maximianus", Maximus = "r_maximus", Pertinax = "r_pertinax",
        Rain = "r_rain", Reputation = "r_reputation", Retreat = "r_retreat", Rout = "r_rout", Sarmatia = "r_sarmatia",
        SingleCombat = "r_single_combat", Slaves = "r_slaves", Tactical = "r_tactical", Treaty = "r_treaty",
        Truce = "r_truce", Vexillationes = "r_vexillationes", WinterQuarters = "r_winter_quarters",
    }
}

ids! {
    /// A card of the Barbarian deck.
    Barbarian {
        Alexander = "b_alexander", Avidius = "b_avidius", BadOmens = "b_bad_omens", Ballomar = "b_ballomar",
        British = "b_british", Chatti = "b_chatti", Coordinated = "b_coordinated", Costoboci = "b_costoboci",
        Death = "b_death", Donative = "b_donative", Fortuna = "b_fortuna", GoodOmens = "b_good_omens",
        Iazyges = "b_iazyges", IazygesCavalry = "b_iazyges_cavalry", Marcomanni = "b_marcomanni", Morale = "b_morale",
        Plague = "b_plague", PlagueWorsens = "b_plague_worsens", Quadi = "b_quadi", QuadiLate = "b_quadi_late",
        Quiet = "b_quiet", Rebellion = "b_rebellion", Scandal = "b_scandal", Siege = "b_siege", Unrest = "b_unrest",
    }
}

/// How many cards the Roman deck knows by id.
pub const ROMAN_KINDS: usize = Roman::ALL.len();
/// How many cards the Barbarian deck knows by id.
pub const BARBARIAN_KINDS: usize = Barbarian::ALL.len();

/// A card of either deck.
pub trait Card: Copy + Eq + 'static {
    /// Every card of the deck, ascending by id.
    fn all() -> &'static [Self];
    /// The id.
    fn name(self) -> &'static str;
    /// The place in [`Card::all`].
    fn place(self) -> usize;
}

impl Card for Roman {
    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn name(self) -> &'static str {
        self.id()
    }

    fn place(self) -> usize {
        self.at()
    }
}

impl Card for Barbarian {
    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn name(self) -> &'static str {
        self.id()
    }

    fn place(self) -> usize {
        self.at()
    }
}

/// Roman cards lying somewhere.
pub type RomanPile = Pile<Roman, ROMAN_KINDS>;
/// Barbarian cards lying somewhere.
pub type BarbarianPile = Pile<Barbarian, BARBARIAN_KINDS>;

/// A multiset of cards of one deck. `kinds` and `total` say nothing that `counts` does not: they make walks short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile<C, const N: usize> {
    counts: [u8; N],
    /// Bit `i`: at least one card of kind `i`.
    kinds: u64,
    total: u8,
    deck: std::marker::PhantomData<C>,
}

impl<C: Card, const N: usize> Pile<C, N> {
    /// No card.
    pub const EMPTY: Self = Self { counts: [0; N], kinds: 0, total: 0, deck: std::marker::PhantomData };

    /// How many cards.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.total
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// How many of this card.
    #[must_use]
    pub fn count(&self, card: C) -> u8 {
        self.counts[card.place()]
    }

    /// Whether this card is in it.
    #[must_use]
    pub fn has(&self, card: C) -> bool {
        self.kinds & (1 << card.place()) != 0
    }

    /// Puts `n` of a card into it.
    pub fn add(&mut self, card: C, n: u8) {
        if n > 0 {
            self.counts[card.place()] += n;
            self.total += n;
            self.kinds |= 1 << card.place();
        }
    }

    /// Takes one of a card out, if there is one.
    pub fn take(&mut self, card: C) {
        let count = &mut self.counts[card.place()];
        if *count > 0 {
            *count -= 1;
            self.total -= 1;
            if *count == 0 {
                self.kinds &= !(1 << card.place());
            }
        }
    }

    /// Puts all cards of `other` into it.
    pub fn add_all(&mut self, other: &Self) {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine += theirs;
        }
        self.kinds |= other.kinds;
        self.total += other.total;
    }

    /// The cards in it, each id once, ascending.
    pub fn iter(&self) -> impl Iterator<Item = C> {
        let mut kinds = self.kinds;
        std::iter::from_fn(move || {
            let at = kinds.trailing_zeros() as usize;
            kinds &= kinds.wrapping_sub(1);
            C::all().get(at).copied()
        })
    }

    /// The card that number `n` (from 0) of the sorted pile is.
    #[must_use]
    pub fn nth(&self, n: u32) -> Option<C> {
        let mut rest = n;
        for card in self.iter() {
            let count = u32::from(self.count(card));
            if rest < count {
                return Some(card);
            }
            rest -= count;
        }
        None
    }
}

impl<C: Card, const N: usize> Default for Pile<C, N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Up to three Barbarian cards in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Row {
    cards: [Option<Barbarian>; 3],
}

impl Row {
    /// Source first to last.
    pub fn iter(&self) -> impl Iterator<Item = Barbarian> + '_ {
        self.cards.iter().flatten().copied()
    }

    /// The first.
    #[must_use]
    pub const fn first(&self) -> Option<Barbarian> {
        self.cards[0]
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> u8 {
        self.iter().fold(0, |n, _| n + 1)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cards[0].is_none()
    }

    /// Puts a card before the others; a fourth card has no place and falls off, which no rule brings about.
    pub fn put_first(&mut self, card: Barbarian) {
        self.cards = [Some(card), self.cards[0], self.cards[1]];
    }

    /// Puts a card behind the others.
    pub fn put_last(&mut self, card: Barbarian) {
        if let Some(free) = self.cards.iter_mut().find(|c| c.is_none()) {
            *free = Some(card);
        }
    }

    /// Takes out the first copy of a card.
    pub fn take(&mut self, card: Barbarian) {
        if let Some(at) = self.cards.iter().position(|c| *c == Some(card)) {
            self.cards[at] = None;
            self.cards[at..].rotate_left(1);
        }
    }
}
