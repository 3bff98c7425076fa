//! Bots that play whole campaigns.
//!
//! `legate` looks one action ahead and judges by numbers set by hand. `consul` plays every decision on to where the next
//! one is free, and judges by a net that has learned from its own campaigns how likely a win is. All they read is the
//! position, which their seat sees completely (rule 1.8).

mod campaign;
mod consul;
mod deploy;
mod features;
pub mod learn;
mod legate;
mod net;
mod plan;
mod value;

use referee_kernel::stream::Stream;

use crate::action::Action;
use crate::game::Marcus;
use crate::position::Position;
use consul::Consul;
use value::{Judge, WEIGHTS};

/// The bot by hand-made numbers.
pub const LEGATE: &str = "legate";

/// The bot that has learned.
pub const CONSUL: &str = "consul";

/// The place of the chosen action in `legal`; `dice` are for `consul` alone.
#[must_use]
pub fn choose(game: &Marcus, bot: &str, p: &Position, legal: &[Action], dice: &mut Stream) -> usize {
    let judge = Judge { game, w: &WEIGHTS };
    if bot == CONSUL {
        let net = net::learned();
        let consul = Consul { judge: &judge, worth: &|p| net.chance(&judge, p) };
        return consul.choose(p, legal, dice);
    }
    legate::choose(&judge, p, legal)
}
