//! What the player can choose, and how it is written.

use referee_kernel::json::Writer;

use crate::cards::{Barbarian, Roman};
use crate::ids::{Fleet, Leader, Spot, Spots, Zone};
use crate::position::Source;

/// One action (interface 5 and 5.1). Each form of JSON has one variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    PlaceLegions {
        to: Spot,
        count: u8,
    },
    PlaceLeader {
        leader: Leader,
        to: Spot,
    },
    Done,
    Draw,
    Pin,
    Pass,
    Let,
    Prevent {
        card: Roman,
        from: Source,
    },
    Discard {
        card: Roman,
        from: Source,
    },
    Endure,
    ChooseArmy {
        spot: Spot,
    },
    ChooseTribe {
        tribe: Zone,
    },
    Imperium,
    Cards,
    Legion,
    /// `{"do":"pay"}` of `donative`.
    PayDonative,
    Refuse,
    Pay {
        card: Roman,
        from: Source,
    },
    Roll,
    Commit {
        card: Roman,
        from: Source,
    },
    Accept,
    Fort,
    /// `{"do":"attack"}` of `press_on`.
    AttackAgain,
    Stop,
    SendLegions {
        from: Zone,
        count: u8,
    },
    SendLeader {
        from: Zone,
    },
    /// `from`: `None` is Recovery.
    MoveLegion {
        from: Option<Zone>,
        to: Zone,
    },
    Recover {
        to: Zone,
    },
    /// `informants_discard`.
    DiscardSeen {
        card: Barbarian,
    },
    First {
        card: Barbarian,
    },
    Save {
        card: Roman,
        from: Source,
    },
    Play {
        card: Roman,
    },
    Fall,
    Attack {
        target: Spot,
    },
    /// `second`: `None` when a single fort is built.
    Build {
        first: Zone,
        second: Option<Zone>,
    },
    Upgrade {
        zone: Zone,
    },
    TransferLeader {
        from: Zone,
        to: Zone,
    },
    Fleet {
        fleet: Fleet,
    },
    Transfer {
        boxes: Spots,
    },
    Send {
        to: Spot,
    },
    Quell {
        zone: Zone,
    },
    End,
    Event {
        card: Roman,
        from: Source,
        how: How,
    },
}

/// The further keys of an event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    /// None.
    Plain,
    /// `"target"`
    Target(Spot),
    /// `"where"`
    Where(Spot),
    /// `"choice":"imperium"`
    Imperium,
    /// `"choice":"conflict","where"`
    Conflict(Spot),
    /// `"choice":"demoralize","target"`
    Demoralize(Zone),
    /// `"box"`; `None` is Recovery.
    Box(Option<Zone>),
    /// `"zone"`
    Zone(Zone),
    /// `"boxes"`
    Boxes(Spots),
}

impl Action {
    /// The verb in `"do"`.
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::PlaceLegions { .. } => "place_legions",
            Self::PlaceLeader { .. } => "place_leader",
            Self::Done => "done",
            Self::Draw => "draw",
            Self::Pin => "pin",
            Self::Pass => "pass",
            Self::Let => "let",
            Self::Prevent { .. } => "prevent",
            Self::Discard { .. } | Self::DiscardSeen { .. } => "discard",
            Self::Endure => "endure",
            Self::ChooseArmy { .. } | Self::ChooseTribe { .. } => "choose",
            Self::Imperium => "imperium",
            Self::Cards => "cards",
            Self::Legion => "legion",
            Self::PayDonative | Self::Pay { .. } => "pay",
            Self::Refuse => "refuse",
            Self::Roll => "roll",
            Self::Commit { .. } => "commit",
            Self::Accept => "accept",
            Self::Fort => "fort",
            Self::AttackAgain | Self::Attack { .. } => "attack",
            Self::Stop => "stop",
            Self::SendLegions { .. } => "send_legions",
            Self::SendLeader { .. } => "send_leader",
            Self::MoveLegion { .. } => "move_legion",
            Self::Recover { .. } => "recover",
            Self::First { .. } => "first",
            Self::Save { .. } => "save",
            Self::Play { .. } => "play",
            Self::Fall => "fall",
            Self::Build { .. } => "build",
            Self::Upgrade { .. } => "upgrade",
            Self::TransferLeader { .. } => "transfer_leader",
            Self::Fleet { .. } => "fleet",
            Self::Transfer { .. } => "transfer",
            Self::Send { .. } => "send",
            Self::Quell { .. } => "quell",
            Self::End => "end",
            Self::Event { .. } => "event",
        }
    }

    /// Writes the action, keys ascending.
    pub fn write(&self, w: &mut Writer) {
        w.object(|w| {
            self.write_before_verb(w);
            w.key("do").str(self.verb());
            self.write_after_verb(w);
        });
    }

    /// The keys that come before `do`.
    fn write_before_verb(&self, w: &mut Writer) {
        match self {
            Self::PlaceLegions { to, count } => {
                w.key("box").str(to.id());
                w.key("count").int(*count);
            }
            Self::PlaceLeader { to, .. } => w.key("box").str(to.id()),
            Self::ChooseArmy { spot } => w.key("box").str(spot.id()),
            Self::Recover { to: zone } | Self::Quell { zone } => w.key("box").str(zone.id()),
            Self::Transfer { boxes } => write_boxes(*boxes, w),
            Self::Prevent { card, .. }
            | Self::Discard { card, .. }
            | Self::Pay { card, .. }
            | Self::Commit { card, .. }
            | Self::Save { card, .. }
            | Self::Play { card } => w.key("card").str(card.id()),
            Self::DiscardSeen { card } | Self::First { card } => w.key("card").str(card.id()),
            Self::SendLegions { count, .. } => w.key("count").int(*count),
            Self::Event { card, how, .. } => {
                match how {
                    How::Box(to) => w.key("box").str(to.map_or("recovery", Zone::id)),
                    How::Boxes(boxes) => write_boxes(*boxes, w),
                    _ => {}
                }
                w.key("card").str(card.id());
                match how {
                    How::Imperium => w.key("choice").str("imperium"),
                    How::Conflict(_) => w.key("choice").str("conflict"),
                    How::Demoralize(_) => w.key("choice").str("demoralize"),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The keys that come after `do`.
    fn write_after_verb(&self, w: &mut Writer) {
        match self {
            Self::PlaceLeader { leader, .. } => w.key("leader").str(leader.id()),
            Self::Prevent { from, .. }
            | Self::Discard { from, .. }
            | Self::Pay { from, .. }
            | Self::Commit { from, .. }
            | Self::Save { from, .. } => w.key("from").str(from.id()),
            Self::ChooseTribe { tribe } => w.key("tribe").str(tribe.id()),
            Self::SendLegions { from, .. } | Self::SendLeader { from } => w.key("from").str(from.id()),
            Self::MoveLegion { from, to } => {
                w.key("from").str(from.map_or("recovery", Zone::id));
                w.key("to").str(to.id());
            }
            Self::TransferLeader { from, to } => {
                w.key("from").str(from.id());
                w.key("to").str(to.id());
            }
            Self::Attack { target } => w.key("target").str(target.id()),
            Self::Build { first, second } => {
                w.key("zones").strs([Some(*first), *second].into_iter().flatten().map(Zone::id));
            }
            Self::Upgrade { zone } => w.key("zone").str(zone.id()),
            Self::Fleet { fleet } => w.key("fleet").str(fleet.id()),
            Self::Send { to } => w.key("to").str(to.id()),
            Self::Event { from, how, .. } => {
                w.key("from").str(from.id());
                match how {
                    How::Target(spot) => w.key("target").str(spot.id()),
                    How::Demoralize(zone) => w.key("target").str(zone.id()),
                    How::Where(spot) | How::Conflict(spot) => w.key("where").str(spot.id()),
                    How::Zone(zone) => w.key("zone").str(zone.id()),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

fn write_boxes(boxes: Spots, w: &mut Writer) {
    w.key("boxes").strs(boxes.iter().map(Spot::id));
}
