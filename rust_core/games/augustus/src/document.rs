//! The position document and the views of it (interface section 2).

mod checks;
mod load;
mod shape;

pub(crate) use load::load;

use referee_kernel::game::Game;
use referee_kernel::json::Writer;
use referee_kernel::seat::{Seat, Viewer};

use crate::config;
use crate::game::Augustus;
use crate::numbers::Numbers;
use crate::position::{Phase, Position, Resolution, Side};
use crate::spaces::Spaces;
use crate::words::{COLOUR_TILES, Category, Resource, Token};

/// Objectives that lie somewhere, as somebody may know them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pile {
    /// Which they are.
    Known(Numbers),
    /// How many.
    Size(u32),
}

/// What stands in place of an answer that nobody may read yet (interface section 9.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// The seat has sealed it.
    Sealed,
    /// It was decided by default.
    Default,
}

/// What a match on the wire knows of hidden objectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hidden {
    pub(crate) deck: u32,
    pub(crate) hands: [Pile; 6],
    pub(crate) discards: [Pile; 6],
}

/// Through whose eyes a document is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lens {
    /// `None`: the position document itself, without a viewer.
    pub(crate) viewer: Option<Viewer>,
    /// What stands in place of the position's own hidden piles.
    pub(crate) hidden: Option<Hidden>,
    /// What stands in place of answers.
    pub(crate) marks: [Option<Mark>; 6],
}

impl Lens {
    /// Everything: the position document.
    pub(crate) const ALL: Lens = Lens { viewer: None, hidden: None, marks: [None; 6] };

    /// The view of a seat, or of a spectator.
    pub(crate) const fn of(viewer: Viewer) -> Self {
        Lens { viewer: Some(viewer), ..Self::ALL }
    }

    fn sees(&self, seat: Seat) -> bool {
        self.viewer.is_none_or(|v| v == Some(seat))
    }

    fn pile(&self, seat: Seat, own: Numbers, given: Option<Pile>) -> Pile {
        match given {
            Some(pile) => pile,
            None if self.sees(seat) => Pile::Known(own),
            None => Pile::Size(own.len().into()),
        }
    }
}

/// Writes the document as `lens` shows it.
pub(crate) fn write(game: &Augustus, p: &Position, lens: &Lens, w: &mut Writer) {
    w.object(|w| {
        w.key("answers").list(|w| (0..game.seats).for_each(|s| answer(game, p, lens, s, w)));
        counts(w.key("bag"), p.bag);
        config::write(game, w.key("config"));
        w.key("crier").int(p.crier);
        let deck = match (lens.hidden, lens.viewer) {
            (Some(hidden), _) => Pile::Size(hidden.deck),
            (None, Some(_)) => Pile::Size(p.deck.len().into()),
            (None, None) => Pile::Known(p.deck),
        };
        pile(w.key("deck"), deck);
        counts(w.key("drawn"), p.drawn());
        w.key("game").str(Augustus::ID);
        w.key("gold").int_or_null(p.tiles[Resource::Gold as usize]);
        w.key("lost").ints(p.lost.iter());
        w.key("market").ints(p.market.iter());
        w.key("phase").str(p.phase.name());
        match &p.resolution {
            Some(r) => resolution(p, r, w.key("resolution")),
            None => w.key("resolution").null(),
        }
        w.key("seats").list(|w| (0..game.seats).for_each(|s| side(p, lens, s, w)));
        w.key("set").str(&game.tables.name);
        w.key("supply").int(p.supply);
        w.key("token").str_or_null(p.token.map(Token::name));
        w.key("turn").int(p.turn);
        if let Some(viewer) = lens.viewer {
            w.key("viewer").int_or_null(viewer);
        }
        w.key("wheat").int_or_null(p.tiles[Resource::Wheat as usize]);
    });
}

fn answer(game: &Augustus, p: &Position, lens: &Lens, seat: Seat, w: &mut Writer) {
    let place = usize::from(seat);
    let instead = match (lens.marks[place], p.answers[place]) {
        (Some(Mark::Sealed), _) => "sealed",
        (Some(Mark::Default), _) => "default",
        (None, None) => return w.null(),
        (None, Some(action)) => {
            if lens.sees(seat) || !(game.sealed || p.phase == Phase::Draft) {
                return action.write(w);
            }
            "sealed"
        }
    };
    w.object(|w| w.key("do").str(instead));
}

fn counts(w: &mut Writer, counts: [u8; 7]) {
    w.object(|w| {
        for token in Token::BY_NAME {
            if counts[token.index()] > 0 {
                w.key(token.name()).int(counts[token.index()]);
            }
        }
    });
}

fn pile(w: &mut Writer, pile: Pile) {
    match pile {
        Pile::Known(numbers) => w.ints(numbers.iter()),
        Pile::Size(size) => w.int(size),
    }
}

fn resolution(p: &Position, r: &Resolution, w: &mut Writer) {
    w.object(|w| {
        w.key("chain").ints(r.chain.iter().rev().copied());
        let due = Resource::ALL.into_iter().filter(|x| r.check[*x as usize]);
        w.key("check").strs(due.map(Resource::name));
        w.key("done").ints(r.done.iter());
        w.key("left").int(r.left);
        w.key("power").int_or_null(r.power);
        w.key("queue").list(|w| {
            for n in r.queue.iter() {
                w.object(|w| {
                    w.key("objective").int(n);
                    w.key("seat").int_or_null(p.owner(n));
                });
            }
        });
        w.key("seat").int(r.seat);
        w.key("step").str(r.step.name());
    });
}

fn side(p: &Position, lens: &Lens, seat: Seat, w: &mut Writer) {
    let Side { stock, active, controlled, hand, discards, colour_tiles, number_tile, declined } = *p.side(seat);
    let place = usize::from(seat);
    w.object(|w| {
        let tiles = COLOUR_TILES.into_iter().enumerate().filter(|(i, _)| colour_tiles >> i & 1 == 1);
        w.key("colour_tiles").strs(tiles.map(|(_, name)| name));
        w.key("controlled").ints(controlled.iter());
        w.key("declined").ints((2_u8..=6).filter(|n| declined >> n & 1 == 1));
        pile(w.key("hand"), lens.pile(seat, hand, lens.hidden.map(|h| h.hands[place])));
        w.key("number_tile").int_or_null(number_tile);
        w.key("objectives").list(|w| {
            for n in active.iter() {
                w.object(|w| {
                    w.key("completed").bool(p.completed.has(n));
                    legions(w.key("legions"), p.on(n));
                    w.key("objective").int(n);
                });
            }
        });
        pile(w.key("setup_discards"), lens.pile(seat, discards, lens.hidden.map(|h| h.discards[place])));
        w.key("stock").int(stock);
    });
}

fn legions(w: &mut Writer, legions: Spaces) {
    w.object(|w| {
        for c in Category::BY_NAME {
            if legions.of(c) > 0 {
                w.key(c.name()).int(legions.of(c));
            }
        }
    });
}
