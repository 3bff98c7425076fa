//! The card and map set, compiled into tables.
//!
//! What the documents fix (ten spaces of senate and line, happiness 0 to 10, import price 1 to 5, a map of Roma and four
//! regions of six provinces) no set can change; everything else is the set's.

mod read;

use referee_kernel::json::Value;
use referee_kernel::set::{CardSet, Mistake};

use crate::cards::{AGENDAS, Agenda, Event, Forum, PLOTS, Plot};

/// A province: its place in the set's `map.json`.
pub type Province = u8;
/// How many provinces there are (rule 15.5.1).
pub const PROVINCES: usize = 25;
/// Provinces as a set: bit `p` is province `p`.
pub type Land = u32;
/// Spaces of the senate and of the production line (rules 15.4.1, 15.2.1).
pub const SPACES: usize = 10;
/// The highest space of the happiness track (rule 15.1.1).
pub const HAPPIEST: u8 = 10;
/// The highest import price (rule 15.3.1).
pub const DEAREST: u8 = 5;

/// One province of the set without the others.
#[must_use]
pub const fn only(p: Province) -> Land {
    1 << p
}

/// The provinces of a set, ascending.
pub fn provinces(mut land: Land) -> impl Iterator<Item = Province> {
    std::iter::from_fn(move || {
        let next = land.trailing_zeros();
        land &= land.wrapping_sub(1);
        (next < 32).then_some(next as Province)
    })
}

/// An option of a forum card (rule 19.43).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ForumOption {
    /// Its price in coins.
    pub coins: u8,
    /// Whether it takes one token in the game only (rule 19.41).
    pub small: bool,
}

/// The numbers of the event cards (rules 6.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EventNumbers {
    /// 6.6.2: coins of every other seat.
    pub dilemma_coins: u8,
    /// 6.6.2: happiness lost.
    pub dilemma_happiness: u8,
    /// 6.6.3: coins.
    pub rivals_coins: u8,
    /// 6.6.4: stamina.
    pub plague_stamina: u8,
    /// 6.6.8: coins.
    pub praetorians_coins: u8,
    /// 6.6.8: stamina.
    pub praetorians_stamina: u8,
    /// 6.6.9: what a sea route costs a pawn.
    pub weather_sea: u8,
    /// 6.6.10: grain.
    pub shortage_grain: u8,
    /// 6.6.11: price.
    pub speculators_price: u8,
    /// 6.6.12: stamina.
    pub earthquake_stamina: u8,
    /// 6.6.13: the highest roll that burns an estate.
    pub fire_at_most: u8,
    /// 6.6.13: happiness lost.
    pub fire_happiness: u8,
    /// 6.6.15: stamina.
    pub fever_stamina: u8,
    /// 6.6.16: stamina.
    pub heir_stamina: u8,
}

/// Prices in coins (rules 7.6 to 8.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prices {
    /// 7.6.1
    pub estate: u8,
    /// 7.7.1
    pub monument: u8,
    /// 8.4.1
    pub aqueduct: u8,
    /// 8.1.1
    pub heir: u8,
    /// 8.3.1
    pub legion: u8,
    /// 7.9.1
    pub assassination: u8,
}

/// Numbers of pieces (rules 22.1, 22.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pieces {
    /// Enemies in all.
    pub enemies: u8,
    /// Famine markers in all; one of them is a reminder in solo (rule 21.6).
    pub famine: u8,
    /// Aqueducts in all.
    pub aqueducts: u8,
    /// Estates of a seat.
    pub estates: u8,
    /// Senators of a seat.
    pub senators: u8,
    /// Monuments of a seat.
    pub monuments: u8,
    /// Stamina of a seat.
    pub stamina: u8,
    /// Stamina of a seat with two players (rule 20.2).
    pub stamina_of_two: u8,
}

/// The map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Map {
    /// Ids, in the order of `map.json`.
    pub ids: Vec<String>,
    /// The provinces in the order of their ids' bytes, in which documents write them.
    pub by_id: Vec<Province>,
    /// The province that is its own region.
    pub roma: Province,
    /// The region of each province, 0 for Roma.
    pub region: [u8; PROVINCES],
    /// The provinces of each region.
    pub regions: [Land; 5],
    /// The province with a number (0 for the number 1) in a region (0 for the region 1).
    pub numbered: [[Province; 6]; 4],
    /// The regional capitals.
    pub capitals: Land,
    /// Where the enemies of a province go (rule 4.2.1); `None` in capitals and Roma.
    pub path: [Option<Province>; PROVINCES],
    /// What each farm gives (rule 5.4).
    pub grain: [u8; PROVINCES],
    /// Neighbours by land.
    pub land: [Land; PROVINCES],
    /// Neighbours by sea.
    pub sea: [Land; PROVINCES],
}

/// Everything of a set that play depends on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tables {
    /// The map.
    pub map: Map,
    /// Copies of each plot card.
    pub plots: [u8; PLOTS],
    /// Strength of each plot card.
    pub strength: [u8; PLOTS],
    /// Copies of each event card.
    pub events: [u8; Event::ALL.len()],
    /// Whether an event card stays in a solo game (rule 21.2).
    pub in_solo: [bool; Event::ALL.len()],
    /// Copies of each agenda.
    pub agendas: [u8; AGENDAS],
    /// VP of the two goals of each agenda, in the order of rule 19.2.
    pub goals: [[i8; 2]; AGENDAS],
    /// Copies (0 or 1) of each forum card.
    pub forum: [u8; Forum::ALL.len()],
    /// The options of each forum card.
    pub options: [[ForumOption; 3]; Forum::ALL.len()],
    /// The numbers of the events.
    pub event: EventNumbers,
    /// Prices.
    pub price: Prices,
    /// Pieces.
    pub pieces: Pieces,
    /// Where happiness starts, and goes to after a death on the skull (rules 2.1, 15.1.4).
    pub happiness_start: u8,
    /// VP of each space of the happiness track (rule 15.1.6).
    pub happiness_vp: [u8; HAPPIEST as usize + 1],
    /// The import price at the start (rule 2.1).
    pub price_start: u8,
    /// The lowest import price in solo (rule 21.6).
    pub price_solo: u8,
    /// Items built in a year with one, two, three seats (rules 9.2, 20.4).
    pub built: [u8; 3],
}

/// How many options a forum card has.
#[must_use]
pub const fn options_of(card: Forum) -> usize {
    if matches!(card, Forum::Jupiter) { 3 } else { 2 }
}

impl Tables {
    /// Compiles a set.
    ///
    /// # Errors
    /// Every mistake of the files.
    pub fn compile(set: &CardSet) -> Result<Self, Vec<Mistake>> {
        read::tables(&|name| set.file(name))
    }

    /// The province of an id.
    #[must_use]
    pub fn province(&self, id: &str) -> Option<Province> {
        self.map.ids.iter().position(|i| i == id).and_then(|i| Province::try_from(i).ok())
    }

    /// The id of a province.
    #[must_use]
    pub fn id(&self, p: Province) -> &str {
        self.map.ids.get(usize::from(p)).map_or("", String::as_str)
    }

    /// The ids of a deck's cards in card order: kinds ascending, copies one after the other (interface, section 9.1).
    #[must_use]
    pub fn deck(copies: &[u8], id: impl Fn(usize) -> &'static str) -> Vec<String> {
        copies.iter().enumerate().flat_map(|(i, n)| (0..*n).map(move |_| i)).map(|i| id(i).to_owned()).collect()
    }

    /// The plot deck in card order.
    #[must_use]
    pub fn plot_deck(&self) -> Vec<Plot> {
        Plot::ALL.into_iter().flat_map(|c| (0..self.plots[c.index()]).map(move |_| c)).collect()
    }

    /// The agendas in card order.
    #[must_use]
    pub fn agenda_deck(&self) -> Vec<Agenda> {
        Agenda::ALL.into_iter().flat_map(|c| (0..self.agendas[c.index()]).map(move |_| c)).collect()
    }
}

/// Every mistake of a set's files.
#[must_use]
pub fn check_set(files: &[(String, Value)]) -> Vec<Mistake> {
    read::tables(&|name| files.iter().find(|(n, _)| n == name).map(|(_, d)| d)).err().unwrap_or_default()
}
