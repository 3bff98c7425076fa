//! The laws every game keeps; each game's tests call [`keep`].

use std::collections::BTreeSet;

use crate::game::{Game, Next, legal_list, write_next};
use crate::json::{Value, Writer};
use crate::seat::Seat;
use crate::set::Sets;
use crate::stream::Stream;
use crate::tx::Tx;

/// What a law found wrong, in words.
pub type Broken = String;

/// Plays `games` random games from `game`'s set-up and checks at every moment:
///
/// - L1 every listed action is accepted, and a sample of actions listed elsewhere is refused;
/// - L2 a refusal changes nothing;
/// - L3 the changes, applied again, give the same position;
/// - L4 at rest points the document is imported again as the same document, and everywhere it is canonical JSON;
/// - L5 the game ends within its bound;
/// - L6 positions that differ only in what a seat cannot see give it the same view, the same list, and its bots the same choice;
/// - L7 component counts stay.
///
/// L8, equal digests on every machine, is kept by the playouts in `turns/playouts`.
///
/// # Errors
/// The first broken law, with the game's seed and the input's number.
pub fn keep<G: Game>(game: &G, sets: &dyn Sets, seed: u64, games: u32) -> Result<(), Broken> {
    keep_from(game, sets, &game.setup(), seed, games)
}

/// The same from a position: games that chance rarely reaches can be tested from the middle.
///
/// # Errors
/// The first broken law, with the game's seed and the input's number.
pub fn keep_from<G: Game>(game: &G, sets: &dyn Sets, start: &G::Position, seed: u64, games: u32) -> Result<(), Broken> {
    for i in 0..games {
        let mut s = [7; 32];
        s[..8].copy_from_slice(&seed.to_le_bytes());
        s[8..12].copy_from_slice(&i.to_le_bytes());
        play(game, sets, start.clone(), s).map_err(|b| format!("{} game {i} of seed {seed}: {b}", G::ID))?;
    }
    Ok(())
}

fn play<G: Game>(game: &G, sets: &dyn Sets, start: G::Position, seed: [u8; 32]) -> Result<(), Broken> {
    let mut dice = Stream::from_seed(&seed);
    let mut p = start;
    let census = game.census(&p);
    let mut strangers: BTreeSet<G::Action> = BTreeSet::new();
    for input in 0..game.bound() {
        let at = |law: &str| format!("input {input}: {law}");
        if game.census(&p) != census {
            return Err(at("L7 component counts changed"));
        }
        documents(game, sets, &p).map_err(|b| at(&b))?;
        secrets(game, &p, &mut dice).map_err(|b| at(&b))?;
        let mut q = p.clone();
        let mut changes = Vec::new();
        match game.next(&p) {
            Next::Over => return Ok(()),
            Next::Chance => {
                let outcome = game.sample(&p, &mut dice);
                game.chance(&mut Tx::told(game, &mut q, &mut changes), &outcome)
                    .map_err(|e| at(&format!("L1 the sampled outcome {outcome:?} is refused: {e}")))?;
            }
            Next::Decide(seats) => {
                let Some(asked) = seats.iter().nth(dice.below(u32::from(seats.len()).max(1)) as usize) else {
                    return Err(at("a decision of nobody"));
                };
                for seat in 0..game.seats() {
                    let list = legal_list(game, &p, seat);
                    legality(game, &p, seat, &list, &strangers).map_err(|b| at(&b))?;
                    if list.is_empty() == seats.has(seat) {
                        return Err(at(&format!(
                            "L1 seat {seat} is asked {} but has {} actions",
                            seats.has(seat),
                            list.len()
                        )));
                    }
                    if strangers.len() < 4000 {
                        strangers.extend(list);
                    }
                }
                let list = legal_list(game, &p, asked);
                let count = u32::try_from(list.len()).unwrap_or(u32::MAX);
                let action = list.get(dice.below(count.max(1)) as usize).ok_or_else(|| at("L1 empty list"))?;
                game.act(&mut Tx::told(game, &mut q, &mut changes), asked, action)
                    .map_err(|e| at(&format!("L1 listed {action:?} is refused: {e}")))?;
            }
        }
        let mut folded = p.clone();
        changes.iter().for_each(|c| game.apply(&mut folded, c));
        if folded != q {
            return Err(at(&format!("L3 the changes {changes:?} do not give the position")));
        }
        p = q;
    }
    Err("L5 no end within the bound".to_owned())
}

fn legality<G: Game>(
    game: &G,
    p: &G::Position,
    seat: Seat,
    list: &[G::Action],
    strangers: &BTreeSet<G::Action>,
) -> Result<(), Broken> {
    let listed: BTreeSet<&G::Action> = list.iter().collect();
    if listed.len() != list.len() {
        return Err(format!("L1 seat {seat}'s list has an action twice"));
    }
    for action in list {
        let mut q = p.clone();
        game.act(&mut Tx::new(game, &mut q), seat, action)
            .map_err(|e| format!("L1 listed {action:?} is refused: {e}"))?;
        let json = Value::parse(&written(|w| game.write_action(action, w))).map_err(|e| e.to_string())?;
        if game.read_action(p, seat, &json).as_ref() != Ok(action) {
            return Err(format!("L4 {} is not read as {action:?}", json.text()));
        }
    }
    // A sample: walk the strangers with a stride, so that long games stay quick.
    let stride = strangers.len() / 40 + 1;
    for action in strangers.iter().step_by(stride).filter(|a| !listed.contains(a)) {
        let mut q = p.clone();
        if game.act(&mut Tx::new(game, &mut q), seat, action).is_ok() {
            return Err(format!("L1 unlisted {action:?} of seat {seat} is accepted"));
        }
        if q != *p {
            return Err(format!("L2 the refused {action:?} changed the position"));
        }
    }
    Ok(())
}

fn documents<G: Game>(game: &G, sets: &dyn Sets, p: &G::Position) -> Result<(), Broken> {
    let bytes = written(|w| game.write_position(p, w));
    let Some(document) = Value::parse_canonical(&bytes) else {
        return Err("L4 the document is not canonical JSON".to_owned());
    };
    for json in [written(|w| write_next(game, p, w)), written(|w| game.write_view(p, None, w))] {
        if Value::parse_canonical(&json).is_none() {
            return Err("L4 a view or question is not canonical JSON".to_owned());
        }
    }
    let loaded = G::load(sets, &document);
    match (game.at_rest(p), loaded) {
        (true, Ok((g, q))) if written(|w| g.write_position(&q, w)) == bytes => Ok(()),
        (true, Ok(_)) => Err("L4 import and export change the document".to_owned()),
        (true, Err(e)) => Err(format!("L4 the document of a rest point is refused: {}", e.0)),
        (false, Ok(_)) => Err("L4 a document is imported that is no rest point".to_owned()),
        (false, Err(_)) => Ok(()),
    }
}

fn secrets<G: Game>(game: &G, p: &G::Position, dice: &mut Stream) -> Result<(), Broken> {
    for viewer in (0..game.seats()).map(Some).chain([None]) {
        let q = game.redeal(p, viewer, dice);
        if written(|w| game.write_view(p, viewer, w)) != written(|w| game.write_view(&q, viewer, w)) {
            return Err(format!("L6 the view of {viewer:?} depends on what it cannot see"));
        }
        let Some(seat) = viewer else { continue };
        let list = legal_list(game, p, seat);
        if list != legal_list(game, &q, seat) {
            return Err(format!("L6 the list of seat {seat} depends on what it cannot see"));
        }
        if list.is_empty() {
            continue;
        }
        for bot in G::bots() {
            let mut seed = [0; 32];
            seed[..4].copy_from_slice(&dice.below(1 << 31).to_le_bytes());
            let choice = |p: &G::Position| game.choose(bot, p, seat, &list, &mut Stream::from_seed(&seed));
            if choice(p) != choice(&q) {
                return Err(format!("L6 {bot} looks at what seat {seat} cannot see"));
            }
        }
    }
    Ok(())
}

fn written(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut w = Writer::new();
    write(&mut w);
    w.finish()
}
