//! Writing documents and views.

use referee_kernel::json::Writer;
use referee_kernel::seat::{Seat, Seats, Viewer};

use super::step;
use crate::cards::{AGENDAS, Agenda, Copied, Event, Forum, PLOTS, Pile, Plot};
use crate::game::Purple;
use crate::position::{Family, Held, Item, NOBODY, Position, Reason};
use crate::tables::{Tables, provinces};

/// Who reads the document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    /// Everything stands there (section 3).
    All,
    /// A seat, or a spectator (section 3.2).
    Of(Viewer),
}

impl Eyes {
    /// Whether they see what only this seat may see.
    pub(crate) fn see(self, seat: Seat) -> bool {
        match self {
            Eyes::All => true,
            Eyes::Of(viewer) => viewer == Some(seat),
        }
    }
}

/// Where a match on the wire asks what plain rules do not (section 9.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special {
    /// Nothing special.
    Plain,
    /// Written as a chance: `show` and `shuffle`.
    Chance,
    /// The opening of `commit`, by these seats.
    Sealed(Seats),
}

/// Writes the document for some eyes.
pub(crate) fn write(game: &Purple, p: &Position, eyes: Eyes, w: &mut Writer) {
    write_special(game, p, eyes, Special::Plain, w);
}

/// Writes the document for some eyes at a question of the wire.
pub(crate) fn write_special(game: &Purple, p: &Position, eyes: Eyes, special: Special, w: &mut Writer) {
    let t = game.tables();
    w.object(|w| {
        w.key("aqueducts").strs(provinces(p.aqueducts).map(|a| t.id(a)));
        game.config().write(w.key("config"));
        decks(p, eyes, w.key("decks"));
        w.key("emperor").int_or_null(p.emperor);
        counted(t, &p.enemies, w.key("enemies"));
        estates(t, p, w.key("estates"));
        w.key("events_left").int(p.events_left);
        w.key("famine").ints(p.famine);
        forum(p, w.key("forum"));
        w.key("game").str("purple");
        w.key("grain").int(p.grain);
        w.key("happiness").int(p.happiness);
        w.key("heir").int_or_null(p.heir);
        counted(t, &p.legions, w.key("legions"));
        w.key("line").list(|w| p.line.as_slice().iter().for_each(|i| item(*i, w)));
        match p.over {
            Some(reason) => crate::ch13_scoring::write_result(p, t, reason, w.key("over")),
            None => w.key("over").null(),
        }
        w.key("phase").int(p.phase);
        w.key("price").int(p.price);
        w.key("rest").bool(special == Special::Plain && step::at_rest(p));
        w.key("seats").list(|w| p.each().for_each(|(s, f)| family(t, p, s, f, eyes, w)));
        w.key("senate").ints(p.senate.as_slice().iter().copied());
        w.key("senate_vp").int(p.senate_vp);
        w.key("set").str(&game.config().set);
        w.key("severe_weather").bool(p.severe_weather);
        step::write(game, p, eyes, special, w.key("step"));
        match p.turn {
            None => w.key("turn").null(),
            Some(turn) => w.key("turn").object(|w| {
                w.key("actions").int(turn.actions);
                w.key("first").int(turn.first);
                w.key("seat").int(turn.seat);
            }),
        }
        w.key("year").int(p.year);
    });
}

/// Kinds in the order of `counts`, which ascends by their ids.
pub(super) fn multiset<'a>(counts: impl IntoIterator<Item = (&'a str, u8)>, w: &mut Writer) {
    w.object(|w| counts.into_iter().filter(|(_, n)| *n > 0).for_each(|(id, n)| w.key(id).int(n)));
}

/// Plot cards as a multiset.
pub(super) fn plots(counts: &[u8; PLOTS], w: &mut Writer) {
    multiset(Plot::ALL.map(Plot::id).into_iter().zip(*counts), w);
}

fn agendas(counts: &[u8; AGENDAS], w: &mut Writer) {
    multiset(Agenda::ALL.map(Agenda::id).into_iter().zip(*counts), w);
}

/// The cards, if they may be seen and every one of them is known; else how many there are.
fn pile<const N: usize>(pile: &Pile<N>, open: bool, write: fn(&[u8; N], &mut Writer), w: &mut Writer) {
    let known = pile.known().iter().sum::<u8>() == pile.count();
    if open && known { write(pile.known(), w) } else { w.int(pile.count()) }
}

fn decks(p: &Position, eyes: Eyes, w: &mut Writer) {
    let open = eyes == Eyes::All;
    let events = Event::ALL.map(Event::id);
    w.object(|w| {
        pile(&p.agenda, open, agendas, w.key("agenda"));
        multiset(events.into_iter().zip(p.event), w.key("event"));
        multiset(events.into_iter().zip(p.event_discard), w.key("event_discard"));
        let left = Forum::ALL.map(|c| (c.id(), (p.forum_pile >> c.index() & 1) as u8));
        multiset(left, w.key("forum"));
        pile(&p.plot, open, plots, w.key("plot"));
        plots(p.plot_discard.known(), w.key("plot_discard"));
    });
}

/// Numbers by province; keys ascend by id, not by the map.
fn counted(t: &Tables, counts: &[u8], w: &mut Writer) {
    w.object(|w| {
        for at in &t.map.by_id {
            let n = counts[usize::from(*at)];
            if n > 0 {
                w.key(t.id(*at)).int(n);
            }
        }
    });
}

fn estates(t: &Tables, p: &Position, w: &mut Writer) {
    let built = p.each().fold(0, |land, (_, f)| land | f.estates);
    w.object(|w| {
        for at in t.map.by_id.iter().filter(|at| built >> **at & 1 == 1) {
            let owners = p.each().filter(|(_, f)| f.estates >> at & 1 == 1).map(|(s, _)| s);
            w.key(t.id(*at)).ints(owners);
        }
    });
}

fn forum(p: &Position, w: &mut Writer) {
    w.list(|w| {
        for open in p.forum.as_slice() {
            w.object(|w| {
                w.key("card").str(open.card.id());
                w.key("tokens").list(|w| {
                    open.options().iter().for_each(|o| w.ints(o[..usize::from(p.count)].iter().copied()));
                });
            });
        }
    });
}

fn item(item: Item, w: &mut Writer) {
    let (kind, owner) = match item {
        Item::Aqueduct => ("aqueduct", NOBODY),
        Item::Estate(seat) => ("estate", crate::position::owner(seat)),
        Item::Monument(seat) => ("monument", crate::position::owner(seat)),
    };
    w.object(|w| {
        w.key("kind").str(kind);
        w.key("owner").int(owner);
    });
}

fn family(t: &Tables, p: &Position, seat: Seat, f: &Family, eyes: Eyes, w: &mut Writer) {
    w.object(|w| {
        let shown = eyes.see(seat) || p.over == Some(Reason::Scored);
        match f.agenda {
            Held::Known(card) if shown => w.key("agenda").str(card.id()),
            Held::None if eyes.see(seat) => w.key("agenda").null(),
            held => w.key("agenda").int(u8::from(held != Held::None)),
        }
        w.key("coins").int(f.coins);
        w.key("deaths").int(f.deaths);
        pile(&f.hand, eyes.see(seat), plots, w.key("hand"));
        w.key("monuments").int(f.monuments);
        w.key("pawn").str(t.id(f.pawn));
        w.key("role").str_or_null(f.role.map(crate::cards::Role::id));
        w.key("spent").int(f.spent);
        w.key("standing").object(|w| {
            w.key("copies").object(|w| copies(f, w));
            w.key("plots").str_or_null(f.plots.map(crate::cards::Moment::id));
        });
        w.key("unused").int(f.unused);
        w.key("used").int(f.used);
        w.key("vp").int(f.vp);
    });
}

/// Standing passes for copies, their keys ascending.
fn copies(f: &Family, w: &mut Writer) {
    for action in [Copied::BribeSenator, Copied::BuildEstate, Copied::BuildMonument, Copied::MovePawn] {
        if let Some(until) = f.copies[action.index()] {
            w.key(action.id()).str(until.id());
        }
    }
}
