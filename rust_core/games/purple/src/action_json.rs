//! Actions as JSON (interface, section 7).

use referee_kernel::json::{Value, Writer};

use crate::action::{Action, Aim};
use crate::cards::{Choice, Copied, Forum, Moment, Plot};
use crate::tables::{Tables, options_of};

/// What a further choice is, and under which key it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Plain,
    Owner(&'static str),
    Price,
    Province(&'static str),
    Space,
}

impl Form {
    /// Of a plot card (section 7.1).
    fn of_plot(card: Plot) -> Self {
        match card {
            Plot::MoveHeir => Form::Owner("to"),
            Plot::LightFingers | Plot::PoisonedCup | Plot::Scandal => Form::Owner("target"),
            Plot::GrainHoarders => Form::Price,
            Plot::ForcedMarch => Form::Province("to"),
            Plot::Arson => Form::Province("at"),
            _ => Form::Plain,
        }
    }

    /// Of a forum option (section 7.2).
    fn of_forum(card: Forum, option: u8) -> Self {
        match (card, option) {
            (Forum::GrainMerchants, 1) => Form::Price,
            (Forum::Auxiliaries, _) => Form::Province("at"),
            (Forum::Colonnade, 2) => Form::Owner("target"),
            (Forum::Clients, 2) => Form::Space,
            _ => Form::Plain,
        }
    }

    fn key(self) -> Option<&'static str> {
        match self {
            Form::Plain => None,
            Form::Owner(key) | Form::Province(key) => Some(key),
            Form::Price => Some("to"),
            Form::Space => Some("left"),
        }
    }

    fn read(self, t: &Tables, json: &Value) -> Option<Aim> {
        let value = || json.get(self.key()?);
        Some(match self {
            Form::Plain => Aim::Plain,
            Form::Owner(_) => Aim::Owner(i8::try_from(value()?.as_int()?).ok()?),
            Form::Price => Aim::Price(small(value())?),
            Form::Province(_) => Aim::Province(t.province(value()?.as_str()?)?),
            Form::Space => Aim::Space(small(value())?),
        })
    }
}

fn small(value: Option<&Value>) -> Option<u8> {
    u8::try_from(value?.as_int()?).ok()
}

/// Reads an action; `None` if it has no form of the interface.
pub(crate) fn read(t: &Tables, json: &Value) -> Option<Action> {
    let text = |key: &str| json.get(key).and_then(Value::as_str);
    let number = |key: &str| small(json.get(key));
    let province = |key: &str| t.province(text(key)?);
    let card = || Plot::from_id(text("card")?);
    let until = || Moment::from_id(text("until")?);
    let (action, keys): (Action, &[&str]) = match text("do")? {
        "pass" => return read_pass(json),
        "play" => return read_play(t, json),
        "forum" => return read_forum(t, json),
        "copy" if json.get("to").is_some() => (Action::Copy(Some(province("to")?)), &["to"]),
        "copy" => (Action::Copy(None), &[]),
        "standing" => match text("what")? {
            "plots" => (Action::StandPlots(until()?), &["until", "what"]),
            "copies" => (Action::StandCopies(until()?), &["until", "what"]),
            _ => return None,
        },
        "move_legions" => {
            let count = number("count")?;
            (Action::MoveLegions { from: province("from")?, count, to: province("to")? }, &["count", "from", "to"])
        }
        "move_pawn" => (Action::MovePawn(province("to")?), &["to"]),
        "build_estate" => (Action::BuildEstate, &[]),
        "build_monument" => (Action::BuildMonument, &[]),
        "bribe_senator" => (Action::BribeSenator, &[]),
        "assassinate_emperor" => (Action::AssassinateEmperor, &[]),
        "assassinate_senator" => (Action::AssassinateSenator, &[]),
        "choose_heir" => (Action::ChooseHeir, &[]),
        "train_legions" => (Action::TrainLegions(province("at")?), &["at"]),
        "build_aqueduct" => (Action::BuildAqueduct, &[]),
        "end_turn" => (Action::EndTurn, &[]),
        "stop" => (Action::Stop, &[]),
        "step" => (Action::Step(province("to")?), &["to"]),
        "boost" => (Action::Boost(card()?), &["card"]),
        "done" => (Action::Done, &[]),
        "train" => (Action::Train(province("at")?), &["at"]),
        "commit" => (Action::Commit(card()?), &["card"]),
        "bodyguard" => (Action::Bodyguard, &[]),
        "choose" => (Action::Choose(Choice::from_id(text("option")?)?), &["option"]),
        "bid" => (Action::Bid(u32::try_from(json.get("amount")?.as_int()?).ok()?), &["amount"]),
        "swap" => (Action::Swap(number("a")?, number("b")?), &["a", "b"]),
        "place" => (Action::Place(province("at")?), &["at"]),
        "remove" => (Action::Remove(number("count")?), &["count"]),
        "import" => (Action::Import(number("count")?), &["count"]),
        "defend" => (Action::Defend(card()?), &["card"]),
        "discard" => (Action::Discard(card()?), &["card"]),
        _ => return None,
    };
    has_only(json, keys).then_some(action)
}

/// Whether an action has these keys, `do`, and no others.
fn has_only(json: &Value, keys: &[&str]) -> bool {
    json.as_object().is_some_and(|o| o.len() == keys.len() + 1) && keys.iter().all(|k| json.get(k).is_some())
}

fn read_pass(json: &Value) -> Option<Action> {
    if has_only(json, &[]) {
        return Some(Action::Pass);
    }
    let until = Moment::from_id(json.get("until")?.as_str()?)?;
    match json.get("of") {
        None => has_only(json, &["until"]).then_some(Action::PassUntil(until)),
        Some(of) => {
            let of = of.as_str()?;
            let of = if of == "all" { None } else { Some(Copied::from_id(of)?) };
            has_only(json, &["of", "until"]).then_some(Action::PassCopies(until, of))
        }
    }
}

fn read_play(t: &Tables, json: &Value) -> Option<Action> {
    let card = Plot::from_id(json.get("card")?.as_str()?)?;
    let form = Form::of_plot(card);
    let fits = match form.key() {
        Some(key) => has_only(json, &["card", key]),
        None => has_only(json, &["card"]),
    };
    if fits { Some(Action::Play(card, form.read(t, json)?)) } else { None }
}

fn read_forum(t: &Tables, json: &Value) -> Option<Action> {
    let card = Forum::from_id(json.get("card")?.as_str()?)?;
    let option = small(json.get("option")).filter(|n| (1..=options_of(card)).contains(&usize::from(*n)))?;
    let form = Form::of_forum(card, option);
    let fits = match form.key() {
        Some(key) => has_only(json, &["card", "option", key]),
        None => has_only(json, &["card", "option"]),
    };
    if fits { Some(Action::UseForum(card, option, form.read(t, json)?)) } else { None }
}

/// Writes an action.
pub(crate) fn write(t: &Tables, action: &Action, w: &mut Writer) {
    w.object(|w| match *action {
        Action::Play(card, aim) => write_aimed(t, "play", card.id(), None, Form::of_plot(card), aim, w),
        Action::UseForum(card, option, aim) => {
            write_aimed(t, "forum", card.id(), Some(option), Form::of_forum(card, option), aim, w);
        }
        Action::PassUntil(until) => {
            w.key("do").str("pass");
            w.key("until").str(until.id());
        }
        Action::PassCopies(until, of) => {
            w.key("do").str("pass");
            w.key("of").str(of.map_or("all", Copied::id));
            w.key("until").str(until.id());
        }
        Action::StandPlots(until) => write_standing("plots", until, w),
        Action::StandCopies(until) => write_standing("copies", until, w),
        Action::MoveLegions { from, count, to } => {
            w.key("count").int(count);
            w.key("do").str("move_legions");
            w.key("from").str(t.id(from));
            w.key("to").str(t.id(to));
        }
        Action::MovePawn(to) => to_province(t, "move_pawn", to, w),
        Action::Copy(Some(to)) => to_province(t, "copy", to, w),
        Action::Step(to) => to_province(t, "step", to, w),
        Action::TrainLegions(at) => at_province(t, "train_legions", at, w),
        Action::Train(at) => at_province(t, "train", at, w),
        Action::Place(at) => at_province(t, "place", at, w),
        Action::Boost(card) => with_card("boost", card, w),
        Action::Commit(card) => with_card("commit", card, w),
        Action::Defend(card) => with_card("defend", card, w),
        Action::Discard(card) => with_card("discard", card, w),
        Action::Choose(option) => {
            w.key("do").str("choose");
            w.key("option").str(option.id());
        }
        Action::Bid(amount) => {
            w.key("amount").int(amount);
            w.key("do").str("bid");
        }
        Action::Swap(a, b) => {
            w.key("a").int(a);
            w.key("b").int(b);
            w.key("do").str("swap");
        }
        Action::Remove(count) => counted("remove", count, w),
        Action::Import(count) => counted("import", count, w),
        other => w.key("do").str(bare(other)),
    });
}

/// The verb of an action that is nothing but its verb.
fn bare(action: Action) -> &'static str {
    match action {
        Action::Copy(_) => "copy",
        Action::BuildEstate => "build_estate",
        Action::BuildMonument => "build_monument",
        Action::BribeSenator => "bribe_senator",
        Action::AssassinateEmperor => "assassinate_emperor",
        Action::AssassinateSenator => "assassinate_senator",
        Action::ChooseHeir => "choose_heir",
        Action::BuildAqueduct => "build_aqueduct",
        Action::EndTurn => "end_turn",
        Action::Stop => "stop",
        Action::Done => "done",
        Action::Bodyguard => "bodyguard",
        _ => "pass",
    }
}

fn write_standing(what: &str, until: Moment, w: &mut Writer) {
    w.key("do").str("standing");
    w.key("until").str(until.id());
    w.key("what").str(what);
}

fn to_province(t: &Tables, verb: &str, to: crate::tables::Province, w: &mut Writer) {
    w.key("do").str(verb);
    w.key("to").str(t.id(to));
}

fn at_province(t: &Tables, verb: &str, at: crate::tables::Province, w: &mut Writer) {
    w.key("at").str(t.id(at));
    w.key("do").str(verb);
}

fn with_card(verb: &str, card: Plot, w: &mut Writer) {
    w.key("card").str(card.id());
    w.key("do").str(verb);
}

fn counted(verb: &str, count: u8, w: &mut Writer) {
    w.key("count").int(count);
    w.key("do").str(verb);
}

/// A card with its further choice; keys ascend, so that choice stands before, between or behind the others.
fn write_aimed(t: &Tables, verb: &str, card: &str, option: Option<u8>, form: Form, aim: Aim, w: &mut Writer) {
    let value = |w: &mut Writer| match aim {
        Aim::Owner(n) => w.int(n),
        Aim::Price(n) | Aim::Space(n) => w.int(n),
        Aim::Province(at) => w.str(t.id(at)),
        Aim::Plain => w.null(),
    };
    let key = form.key().unwrap_or_default();
    if key == "at" {
        value(w.key(key));
    }
    w.key("card").str(card);
    w.key("do").str(verb);
    if key == "left" {
        value(w.key(key));
    }
    if let Some(option) = option {
        w.key("option").int(option);
    }
    if matches!(key, "target" | "to") {
        value(w.key(key));
    }
}
