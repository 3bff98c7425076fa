//! Whole games played by programs.

use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

use crate::game::{Game, Next, Walk};
use crate::json::Writer;
use crate::seat::Seat;
use crate::stream::Stream;
use crate::tx::Tx;

/// What to play.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// How many games.
    pub games: u32,
    /// Game `i` draws everything from the stream of [`seed`]`(self.seed, i)`.
    pub seed: u64,
    /// Who plays the seats, in seat order, repeated if there are fewer names than seats: `random` or a bot's name.
    pub players: &'a [String],
    /// On how many threads; the games are the same on any number.
    pub threads: u32,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its seed.
    pub seed: [u8; 32],
    /// Inputs taken: actions and outcomes.
    pub inputs: u32,
    /// The result, canonical JSON; `None` if the game stalled at the bound.
    pub result: Option<Vec<u8>>,
    /// The last position document, canonical JSON.
    pub last: Vec<u8>,
}

/// The seed of game `game` of an order: both numbers, little endian, then zeros.
#[must_use]
pub fn seed(order: u64, game: u32) -> [u8; 32] {
    let mut s = [0; 32];
    s[..8].copy_from_slice(&order.to_le_bytes());
    s[8..12].copy_from_slice(&game.to_le_bytes());
    s
}

/// Plays every game of the order, in order.
pub fn many<G: Game>(game: &G, order: &Order<'_>) -> Vec<Played> {
    let threads = order.threads.clamp(1, order.games.max(1));
    let run = |first: u32| {
        let mut table = Player::new(game, order.players);
        (first..order.games).step_by(threads as usize).map(|i| table.play(seed(order.seed, i))).collect::<Vec<_>>()
    };
    if threads == 1 {
        return run(0);
    }
    let mut lanes: Vec<_> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..threads).map(|t| scope.spawn(move || run(t))).collect();
        // A defect must not pass for fewer games.
        let join = |h: ScopedJoinHandle<'_, Vec<Played>>| h.join().unwrap_or_else(|defect| resume_unwind(defect));
        hands.into_iter().map(|h| join(h).into_iter()).collect()
    });
    (0..order.games).filter_map(|i| lanes.get_mut((i % threads) as usize)?.next()).collect()
}

/// Plays games one after the other with the same buffers.
struct Player<'a, G: Game> {
    game: &'a G,
    players: &'a [String],
    legal: Vec<G::Action>,
}

impl<'a, G: Game> Player<'a, G> {
    fn new(game: &'a G, players: &'a [String]) -> Self {
        Self { game, players, legal: Vec::new() }
    }

    fn play(&mut self, seed: [u8; 32]) -> Played {
        let game = self.game;
        let mut dice = Stream::from_seed(&seed);
        let mut p = game.setup();
        let mut inputs = 0;
        let mut over = false;
        while inputs < game.bound() {
            match game.next(&p) {
                Next::Over => {
                    over = true;
                    break;
                }
                Next::Chance => {
                    let outcome = game.sample(&p, &mut dice);
                    if game.chance(&mut Tx::new(game, &mut p), &outcome).is_err() {
                        break;
                    }
                }
                Next::Decide(seats) => {
                    let Some(seat) = seats.iter().next() else { break };
                    let Some(action) = self.pick(&p, seat, &mut dice) else { break };
                    if game.act(&mut Tx::new(game, &mut p), seat, &action).is_err() {
                        break;
                    }
                }
            }
            inputs += 1;
        }
        let mut last = Writer::new();
        game.write_position(&p, &mut last);
        let result = over.then(|| {
            let mut w = Writer::new();
            game.write_result(&p, &mut w);
            w.finish()
        });
        Played { seed, inputs, result, last: last.finish() }
    }

    fn pick(&mut self, p: &G::Position, seat: Seat, dice: &mut Stream) -> Option<G::Action> {
        let legal = &mut self.legal;
        legal.clear();
        self.game.legal(p, seat, &mut |a| {
            legal.push(a.clone());
            Walk::Continue(())
        });
        let count = u32::try_from(legal.len()).ok().filter(|n| *n > 0)?;
        let player = match self.players.len() {
            0 => "random",
            n => self.players.get(usize::from(seat) % n).map_or("random", String::as_str),
        };
        let at = match player {
            "random" => dice.below(count),
            bot => self.game.choose(bot, p, seat, legal, dice),
        };
        legal.get(at as usize).cloned()
    }
}
