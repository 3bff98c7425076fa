//! Changes as the journal's objects.

use referee_kernel::json::Writer;
use referee_kernel::seat::{Seat, Seats};

use crate::action::{Action, Space};
use crate::change::Change;
use crate::words::{COLOUR_TILES, Resource};

/// The fields a change may have, ascending by key.
#[derive(Default)]
struct Fields<'a> {
    action: Option<Action>,
    from: Option<Space>,
    legions: Option<u8>,
    objective: Option<u8>,
    objectives: Option<[u8; 3]>,
    seat: Option<Seat>,
    seats: Option<Seats>,
    step: Option<&'a str>,
    tile: Option<&'a str>,
    tile_for: Option<u8>,
    to: Option<Space>,
    token: Option<&'a str>,
}

/// Writes a change as `{"change": name, …}`; what the reader may not know is left out.
pub(crate) fn write(change: &Change, w: &mut Writer) {
    let (name, f) = describe(change);
    w.object(|w| {
        if let Some(action) = f.action {
            action.write(w.key("action"));
        }
        w.key("change").str(name);
        if let Some(space) = f.from {
            space.write(w.key("from"));
        }
        let int = |w: &mut Writer, key, value: Option<u8>| {
            if let Some(n) = value {
                w.key(key).int(n);
            }
        };
        let text = |w: &mut Writer, key, value: Option<&str>| {
            if let Some(s) = value {
                w.key(key).str(s);
            }
        };
        int(w, "legions", f.legions);
        int(w, "objective", f.objective);
        if let Some(numbers) = f.objectives {
            w.key("objectives").ints(numbers);
        }
        int(w, "seat", f.seat);
        if let Some(seats) = f.seats {
            w.key("seats").ints(seats.iter());
        }
        text(w, "step", f.step);
        text(w, "tile", f.tile);
        int(w, "tile_for", f.tile_for);
        if let Some(space) = f.to {
            space.write(w.key("to"));
        }
        text(w, "token", f.token);
    });
}

fn describe(change: &Change) -> (&'static str, Fields<'static>) {
    let none = Fields::default;
    let of = |seat| Fields { seat: Some(seat), ..none() };
    let at = |seat, n| Fields { objective: Some(n), ..of(seat) };
    match *change {
        Change::MarketFilled(n) => ("MarketFilled", Fields { objective: Some(n), ..none() }),
        Change::HandDealt(seat, n) => ("HandDealt", Fields { objective: n, ..of(seat) }),
        Change::ObjectiveDealt(seat, n) => ("ObjectiveDealt", at(seat, n)),
        Change::Asked(seats) => ("Asked", Fields { seats: Some(seats), ..none() }),
        Change::Answered(seat, action) => ("Answered", Fields { action, ..of(seat) }),
        Change::AnswersOpened => ("AnswersOpened", none()),
        Change::ObjectivesKept(seat, kept) => ("ObjectivesKept", Fields { objectives: Some(kept), ..of(seat) }),
        Change::RoundBegan => ("RoundBegan", none()),
        Change::TokenDrawn(token) => ("TokenDrawn", Fields { token: Some(token.name()), ..none() }),
        Change::LegionPlaced(seat, to) => ("LegionPlaced", Fields { to: Some(to), ..of(seat) }),
        Change::LegionMoved(seat, from, to) => ("LegionMoved", Fields { from: Some(from), to: Some(to), ..of(seat) }),
        Change::ObjectiveCompleted(seat, n) => ("ObjectiveCompleted", at(seat, n)),
        Change::ResolutionBegan => ("ResolutionBegan", none()),
        Change::ChainBegan(seat, n) => ("ChainBegan", at(seat, n)),
        Change::PowerBegan(n) => ("PowerBegan", Fields { objective: Some(n), ..none() }),
        Change::LegionsReturned(seat, n) => ("LegionsReturned", at(seat, n)),
        Change::PowerEnded => ("PowerEnded", none()),
        Change::StepBegan(step, _, seats) => {
            ("StepBegan", Fields { step: Some(step.name()), seats: Some(seats), ..none() })
        }
        Change::LegionsLifted(seat) => ("LegionsLifted", of(seat)),
        Change::LegionPut(to) => ("LegionPut", Fields { to: Some(to), ..none() }),
        Change::LegionsGained(seat, count) => ("LegionsGained", Fields { legions: Some(count), ..of(seat) }),
        Change::LegionRemoved(seat, from) => ("LegionRemoved", Fields { from: Some(from), ..of(seat) }),
        Change::ObjectiveLost(seat, n) => ("ObjectiveLost", at(seat, n)),
        Change::TilesChecked(_) => ("TilesChecked", none()),
        Change::TileMoved(tile, seat) => ("TileMoved", Fields { tile: Some(resource(tile)), seat, ..none() }),
        Change::ObjectivesControlled(seat) => ("ObjectivesControlled", of(seat)),
        Change::ColourTileTaken(seat, tile) => {
            let tile = COLOUR_TILES.get(usize::from(tile)).copied();
            ("ColourTileTaken", Fields { tile, ..of(seat) })
        }
        Change::NumberTileClaimed(seat, n) => ("NumberTileClaimed", Fields { tile_for: Some(n), ..of(seat) }),
        Change::NumberTileDeclined(seat, n) => ("NumberTileDeclined", Fields { tile_for: Some(n), ..of(seat) }),
        Change::ObjectiveTaken(seat, n) => ("ObjectiveTaken", at(seat, n)),
        Change::DeckRebuilt => ("DeckRebuilt", none()),
        Change::ResolutionEnded => ("ResolutionEnded", none()),
        Change::BagRefilled => ("BagRefilled", none()),
        Change::CrierChanged(seat) => ("CrierChanged", of(seat)),
        Change::GameEnded => ("GameEnded", none()),
    }
}

fn resource(r: Resource) -> &'static str {
    r.name()
}
