//! Reading events and charters.
use crate::charter::Charter;
use crate::event::Event;
use crate::refusal::{Code, Refusal};

pub(crate) fn event(_raw: &[u8], _sig: [u8; 64]) -> Result<Event, Refusal> {
    Err(Refusal::new(Code::EShape, "not an event"))
}

pub(crate) fn charter(_propose: &Event) -> Result<Charter, Refusal> {
    Err(Refusal::new(Code::EMatch, "not a proposal"))
}
