//! Cases of decks, draws and seals (P10–P12).

use super::given::Given;
use super::{Answer, Failure};

pub(super) fn run(_op: &str, _given: Given<'_>) -> Answer {
    Err(Failure::Unknown)
}
