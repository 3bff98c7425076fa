//! What the rules ask of chance, and what they do with the outcome (interface, section 5).

use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::{Illegal, Rule};
use referee_kernel::seat::Seat;
use referee_kernel::stream::Stream;

use crate::action::Outcome;
use crate::cards::{Agenda, Event, Forum, Plot, Role};
use crate::change::Change;
use crate::position::{Position, mats_left};
use crate::run::{Tx, goto};
use crate::task::{Roll, Stage, Task};
use crate::{ch5_harvest, ch6_events, ch7_assassination, ch18_glory, ch21_solo};

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// A die.
    Die { sides: u8, cause: &'static str, seat: Seat, rule: Rule },
    /// A card or mat.
    Draw { deck: Deck, to: Option<Seat>, hidden: bool, rule: Rule },
}

/// Where a card is drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deck {
    Mats,
    Plot,
    Agenda,
    Event,
    Forum,
    Hand(Seat),
}

impl Request {
    /// The rule that asks.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Request::Die { rule, .. } | Request::Draw { rule, .. } => rule,
        }
    }

    /// Writes the request.
    pub(crate) fn write(self, w: &mut Writer) {
        w.object(|w| match self {
            Request::Die { sides, cause, seat, rule } => {
                w.key("for").str(cause);
                w.key("kind").str("die");
                w.key("rule").str(rule.0);
                w.key("seat").int(seat);
                w.key("sides").int(sides);
            }
            Request::Draw { deck, to, hidden, rule } => {
                w.key("deck").str(deck.id());
                w.key("hidden").bool(hidden);
                w.key("kind").str("draw");
                if let Deck::Hand(of) = deck {
                    w.key("of").int(of);
                }
                w.key("rule").str(rule.0);
                w.key("to").int_or_null(to);
            }
        });
    }
}

impl Deck {
    fn id(self) -> &'static str {
        match self {
            Deck::Mats => "mats",
            Deck::Plot => "plot",
            Deck::Agenda => "agenda",
            Deck::Event => "event",
            Deck::Forum => "forum",
            Deck::Hand(_) => "hand",
        }
    }
}

/// The request the position stands at.
pub(crate) fn request(p: &Position) -> Option<Request> {
    let die = |sides, cause, seat, rule| Some(Request::Die { sides, cause, seat, rule });
    let draw = |deck, to: Option<Seat>, rule| Some(Request::Draw { deck, to, hidden: hides(deck, to), rule });
    let ruler = p.ruler();
    match p.stack.top()? {
        Task::Flow(Stage::Mats(seat)) => draw(Deck::Mats, Some(seat), Rule("2.4")),
        Task::Roll(Roll::Enemies) => die(6, "enemies", ruler, Rule("4.1.1")),
        Task::Roll(Roll::Famine) => die(4, "famine", ruler, Rule("5.1")),
        Task::Roll(Roll::Plague) => die(4, "plague", ruler, Rule("6.6.4")),
        Task::Roll(Roll::EventFamine) => die(4, "event_famine", ruler, Rule("6.6.5")),
        Task::Roll(Roll::QuakeRegion) => die(4, "earthquake_region", ruler, Rule("6.6.12")),
        Task::Roll(Roll::QuakeProvince(_)) => die(6, "earthquake_province", ruler, Rule("6.6.12")),
        Task::Roll(Roll::Fire(_)) => die(6, "fire", ruler, Rule("6.6.13")),
        Task::Roll(Roll::Assassinate) => die(6, "assassinate", p.attempt.map_or(0, |a| a.attacker), Rule("7.9.5")),
        Task::Glory { seat, .. } => die(6, "glory", seat, Rule("18.1")),
        Task::DrawPlot(seat) => draw(Deck::Plot, Some(seat), Rule("19.30.1")),
        Task::SenateCard(_) => draw(Deck::Plot, None, Rule("21.11")),
        Task::DrawAgenda(seat) => draw(Deck::Agenda, Some(seat), Rule("2.12")),
        Task::DrawEvent => draw(Deck::Event, None, Rule("6.1")),
        Task::DrawForum => draw(Deck::Forum, None, Rule("6.5")),
        Task::Steal { to, from } => draw(Deck::Hand(from), Some(to), Rule("19.43.7")),
        _ => None,
    }
}

/// Whether only some seats learn the outcome.
fn hides(deck: Deck, to: Option<Seat>) -> bool {
    matches!(deck, Deck::Plot | Deck::Agenda | Deck::Hand(_)) && to.is_some()
}

/// Draws the outcome (P6): kinds ascend by the bytes of their ids.
pub(crate) fn sample(p: &Position, stream: &mut Stream) -> Outcome {
    match request(p) {
        Some(Request::Die { sides, .. }) => Outcome::Die(stream.die(sides.into()) as u8),
        Some(Request::Draw { deck, .. }) => match deck {
            Deck::Mats => {
                let left = Role::ALL.map(|r| u32::from(mats_left(p).any(|m| m == r)));
                Outcome::Mat(Role::ALL[stream.draw(&left)])
            }
            Deck::Plot => Outcome::Plot(Plot::ALL[p.plot.sample(stream)]),
            Deck::Agenda => Outcome::Agenda(Agenda::ALL[p.agenda.sample(stream)]),
            Deck::Hand(of) => Outcome::Plot(Plot::ALL[p.family(of).hand.sample(stream)]),
            Deck::Event => Outcome::Event(Event::ALL[stream.draw(&p.event.map(u32::from))]),
            Deck::Forum => {
                let left = std::array::from_fn::<_, { Forum::ALL.len() }, _>(|i| u32::from(p.forum_pile >> i & 1));
                Outcome::Forum(Forum::ALL[stream.draw(&left)])
            }
        },
        None => Outcome::Unseen,
    }
}

/// Whether this outcome can come of the open request.
///
/// # Errors
/// The refusal of section 2.
pub(crate) fn check(p: &Position, outcome: Outcome) -> Result<(), Illegal> {
    let Some(request) = request(p) else {
        return Err(Illegal::new("0.9", "no die or card is asked for"));
    };
    let possible = match (request, outcome) {
        (Request::Die { sides, .. }, Outcome::Die(n)) => (1..=sides).contains(&n),
        (Request::Draw { deck, .. }, outcome) => match (deck, outcome) {
            (Deck::Mats, Outcome::Mat(role)) => mats_left(p).any(|m| m == role),
            (Deck::Plot, Outcome::Plot(card)) => p.plot.of(card.index()) > 0,
            (Deck::Agenda, Outcome::Agenda(card)) => p.agenda.of(card.index()) > 0,
            (Deck::Event, Outcome::Event(card)) => p.event[card.index()] > 0,
            (Deck::Forum, Outcome::Forum(card)) => p.forum_pile >> card.index() & 1 == 1,
            (Deck::Hand(of), Outcome::Plot(card)) => p.family(of).hand.of(card.index()) > 0,
            (Deck::Hand(_), Outcome::Unseen) => true,
            _ => false,
        },
        _ => false,
    };
    if possible { Ok(()) } else { Err(Illegal { rule: request.rule(), why: "this die or draw cannot come to that" }) }
}

/// Reads an outcome: a bare number or id.
///
/// # Errors
/// The refusal of section 2.
pub(crate) fn read(p: &Position, json: &Value) -> Result<Outcome, Illegal> {
    let Some(request) = request(p) else {
        return Err(Illegal::new("0.9", "no die or card is asked for"));
    };
    let id = json.as_str().unwrap_or_default();
    let outcome = match request {
        Request::Die { sides, .. } => {
            json.as_int_in(1, sides.into()).and_then(|n| u8::try_from(n).ok()).map(Outcome::Die)
        }
        Request::Draw { deck, .. } => match deck {
            Deck::Mats => Role::from_id(id).map(Outcome::Mat),
            Deck::Plot | Deck::Hand(_) => Plot::from_id(id).map(Outcome::Plot),
            Deck::Agenda => Agenda::from_id(id).map(Outcome::Agenda),
            Deck::Event => Event::from_id(id).map(Outcome::Event),
            Deck::Forum => Forum::from_id(id).map(Outcome::Forum),
        },
    };
    outcome.ok_or(Illegal { rule: request.rule(), why: "this is no die or card of the kind asked for" })
}

/// Carries out an outcome that [`check`] accepted.
pub(crate) fn take(tx: &mut Tx<'_>, outcome: Outcome) {
    let Some(task) = tx.position().stack.top() else { return };
    match (task, outcome) {
        (Task::Roll(roll), Outcome::Die(n)) => rolled(tx, roll, n),
        (Task::Glory { .. }, Outcome::Die(n)) => ch18_glory::roll(tx, n),
        (Task::Flow(Stage::Mats(seat)), Outcome::Mat(role)) => {
            tx.put(Change::MatDrawn { seat, role });
            goto(tx, Stage::Mats(seat + 1));
        }
        (Task::DrawPlot(seat), Outcome::Plot(card)) => {
            tx.put(Change::Pop);
            tx.put(Change::PlotDrawn { seat, card: Some(card) });
        }
        (Task::DrawAgenda(seat), Outcome::Agenda(card)) => {
            tx.put(Change::Pop);
            tx.put(Change::AgendaDealt { seat, card: Some(card) });
        }
        (Task::DrawEvent, Outcome::Event(card)) => {
            tx.put(Change::Pop);
            tx.put(Change::EventDrawn { card });
            ch6_events::carry_out(tx, card);
        }
        (Task::DrawForum, Outcome::Forum(card)) => ch6_events::open_forum(tx, card),
        (Task::Steal { to, from }, outcome) => {
            let card = if let Outcome::Plot(card) = outcome { Some(card) } else { None };
            tx.put(Change::Pop);
            tx.put(Change::PlotStolen { from, to, card });
        }
        (Task::SenateCard(_), Outcome::Plot(card)) => ch21_solo::attack(tx, card),
        _ => {}
    }
}

fn rolled(tx: &mut Tx<'_>, roll: Roll, n: u8) {
    if roll == Roll::Assassinate {
        return ch7_assassination::strike(tx, n);
    }
    tx.put(Change::Pop);
    match roll {
        Roll::Enemies => crate::ch4_enemies::place(tx, n),
        Roll::Famine | Roll::EventFamine => ch5_harvest::famine(tx, n - 1, true),
        Roll::Plague => ch6_events::plague(tx, n - 1),
        Roll::QuakeRegion => tx.put(Change::Push(Task::Roll(Roll::QuakeProvince(n - 1)))),
        Roll::QuakeProvince(region) => ch6_events::earthquake(tx, region, n),
        Roll::Fire(owner) if n <= tx.game().tables().event.fire_at_most => {
            let at = tx.game().tables().map.roma;
            let building = crate::change::Building::Estate(owner);
            tx.put(Change::BuildingRemoved { at, building });
        }
        Roll::Fire(_) | Roll::Assassinate => {}
    }
}

/// Writes an outcome.
pub(crate) fn write(outcome: Outcome, w: &mut Writer) {
    match outcome {
        Outcome::Die(n) => w.int(n),
        Outcome::Mat(role) => w.str(role.id()),
        Outcome::Plot(card) => w.str(card.id()),
        Outcome::Agenda(card) => w.str(card.id()),
        Outcome::Event(card) => w.str(card.id()),
        Outcome::Forum(card) => w.str(card.id()),
        Outcome::Unseen => w.null(),
    }
}
