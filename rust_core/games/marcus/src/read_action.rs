//! Actions as they come in: JSON of exactly the written form (interface 5).

use referee_kernel::json::Value;

use crate::action::{Action, How};
use crate::cards::{Barbarian, Roman};
use crate::ids::{Fleet, Leader, Spot, Spots, Zone};
use crate::position::Source;

/// The fields of an action; taking one out and finding none left over is what "exactly" means.
struct Fields<'a> {
    object: &'a Value,
    left: usize,
}

impl<'a> Fields<'a> {
    fn text(&mut self, key: &str) -> Option<&'a str> {
        let text = self.object.get(key)?.as_str()?;
        self.left = self.left.checked_sub(1)?;
        Some(text)
    }

    fn zone(&mut self, key: &str) -> Option<Zone> {
        Zone::read(self.text(key)?)
    }

    fn spot(&mut self, key: &str) -> Option<Spot> {
        Spot::read(self.text(key)?)
    }

    /// A zone, or Recovery as `Some(None)`.
    fn zone_or_recovery(&mut self, key: &str) -> Option<Option<Zone>> {
        match self.text(key)? {
            "recovery" => Some(None),
            id => Zone::read(id).map(Some),
        }
    }

    fn zones(&mut self, key: &str) -> Option<Vec<Zone>> {
        let list = self.object.get(key)?.as_list().filter(|l| l.len() <= 3)?;
        self.left = self.left.checked_sub(1)?;
        list.iter().map(|v| Zone::read(v.as_str()?)).collect()
    }

    /// Two or more different zones in map order.
    fn boxes(&mut self) -> Option<Spots> {
        let zones = self.zones("boxes")?;
        (zones.len() >= 2 && zones.is_sorted_by(|a, b| a < b))
            .then(|| zones.iter().fold(Spots::default(), |set, z| set.with(z.spot())))
    }

    fn count(&mut self) -> Option<u8> {
        let count = self.object.get("count")?.as_int_in(1, 14)?;
        self.left = self.left.checked_sub(1)?;
        u8::try_from(count).ok()
    }

    fn card(&mut self) -> Option<Roman> {
        Roman::read(self.text("card")?)
    }

    fn held(&mut self) -> Option<(Roman, Source)> {
        Some((self.card()?, Source::read(self.text("from")?)?))
    }

    fn has(&self, key: &str) -> bool {
        self.object.get(key).is_some()
    }
}

/// The action that `json` says; `None` if it is of no form an action has.
#[must_use]
pub fn read(json: &Value) -> Option<Action> {
    let mut f = Fields { object: json, left: json.as_object()?.len() };
    let action = match f.text("do")? {
        "event" => event(&mut f)?,
        verb => plain(verb).map_or_else(|| with_fields(verb, &mut f), Some)?,
    };
    (f.left == 0).then_some(action)
}

/// The verbs that stand alone.
fn plain(verb: &str) -> Option<Action> {
    const ALONE: [Action; 16] = [
        Action::Done,
        Action::Draw,
        Action::Pin,
        Action::Pass,
        Action::Let,
        Action::Endure,
        Action::Imperium,
        Action::Cards,
        Action::Legion,
        Action::Refuse,
        Action::Roll,
        Action::Accept,
        Action::Fort,
        Action::Stop,
        Action::Fall,
        Action::End,
    ];
    ALONE.into_iter().find(|a| a.verb() == verb)
}

fn with_fields(verb: &str, f: &mut Fields<'_>) -> Option<Action> {
    Some(match verb {
        "pay" if !f.has("card") => Action::PayDonative,
        "attack" if !f.has("target") => Action::AttackAgain,
        "attack" => Action::Attack { target: f.spot("target")? },
        "pay" => f.held().map(|(card, from)| Action::Pay { card, from })?,
        "prevent" => f.held().map(|(card, from)| Action::Prevent { card, from })?,
        "commit" => f.held().map(|(card, from)| Action::Commit { card, from })?,
        "save" => f.held().map(|(card, from)| Action::Save { card, from })?,
        "discard" if f.has("from") => f.held().map(|(card, from)| Action::Discard { card, from })?,
        "discard" => Action::DiscardSeen { card: Barbarian::read(f.text("card")?)? },
        "first" => Action::First { card: Barbarian::read(f.text("card")?)? },
        "play" => Action::Play { card: f.card()? },
        "place_legions" => Action::PlaceLegions { to: f.spot("box")?, count: f.count()? },
        "place_leader" => Action::PlaceLeader { leader: Leader::read(f.text("leader")?)?, to: f.spot("box")? },
        "choose" if f.has("tribe") => Action::ChooseTribe { tribe: f.zone("tribe")? },
        "choose" => Action::ChooseArmy { spot: f.spot("box")? },
        "send_legions" => Action::SendLegions { from: f.zone("from")?, count: f.count()? },
        "send_leader" => Action::SendLeader { from: f.zone("from")? },
        "move_legion" => Action::MoveLegion { from: f.zone_or_recovery("from")?, to: f.zone("to")? },
        "recover" => Action::Recover { to: f.zone("box")? },
        "build" => match *f.zones("zones")? {
            [first] => Action::Build { first, second: None },
            [first, second] => Action::Build { first, second: Some(second) },
            _ => return None,
        },
        "upgrade" => Action::Upgrade { zone: f.zone("zone")? },
        "transfer_leader" => Action::TransferLeader { from: f.zone("from")?, to: f.zone("to")? },
        "fleet" => Action::Fleet { fleet: Fleet::read(f.text("fleet")?)? },
        "transfer" => Action::Transfer { boxes: f.boxes()? },
        "send" => Action::Send { to: f.spot("to")? },
        "quell" => Action::Quell { zone: f.zone("box")? },
        _ => return None,
    })
}

fn event(f: &mut Fields<'_>) -> Option<Action> {
    let (card, from) = f.held()?;
    let how = if f.has("choice") {
        match f.text("choice")? {
            "imperium" => How::Imperium,
            "conflict" => How::Conflict(f.spot("where")?),
            "demoralize" => How::Demoralize(f.zone("target")?),
            _ => return None,
        }
    } else if f.has("target") {
        How::Target(f.spot("target")?)
    } else if f.has("where") {
        How::Where(f.spot("where")?)
    } else if f.has("box") {
        How::Box(f.zone_or_recovery("box")?)
    } else if f.has("zone") {
        How::Zone(f.zone("zone")?)
    } else if f.has("boxes") {
        How::Boxes(f.boxes()?)
    } else {
        How::Plain
    };
    Some(Action::Event { card, from, how })
}
