//! Reading actions and outcomes (interface sections 4 and 5). Only the form is judged here.

use referee_kernel::json::Value;
use referee_kernel::rule::Illegal;

use crate::action::{Action, Outcome, Space};
use crate::decisions::{judge_outcome, verbs};
use crate::game::Augustus;
use crate::numbers::Number;
use crate::position::Position;
use crate::words::{Category, Resource, Token};

/// What is wrong with the form of an action.
enum Form {
    /// Keys, types and names.
    Malformed,
    /// Right in form, but nothing the game could ever list.
    Unlisted,
}

/// The action that `json` says, for a decision that is under way.
pub(crate) fn action(game: &Augustus, p: &Position, json: &Value) -> Result<Action, Illegal> {
    let Some(ask) = p.ask(&game.tables) else {
        return Err(Illegal::new("11.1", "not_asked"));
    };
    let verb = json.get("do").and_then(Value::as_str).filter(|v| verbs(ask).contains(v));
    let verb = verb.ok_or(Illegal { rule: ask.rule(), why: "unknown_action" })?;
    read(verb, json).map_err(|form| match form {
        Form::Malformed => Illegal { rule: ask.rule(), why: "malformed" },
        Form::Unlisted => Illegal { rule: ask.rule(), why: "not_listed" },
    })
}

fn read(verb: &str, json: &Value) -> Result<Action, Form> {
    let exactly = |keys: &[&str]| if json.has_exactly(keys) { Ok(()) } else { Err(Form::Malformed) };
    let field = |key: &str| json.get(key).ok_or(Form::Malformed);
    match verb {
        "place" | "put" => {
            exactly(&["category", "do", "objective"])?;
            let to = space(json, "objective", "category")?;
            Ok(if verb == "put" { Action::Put(to) } else { Action::Place(to) })
        }
        "move" => {
            exactly(&["category", "do", "from_category", "from_objective", "objective"])?;
            let from = space(json, "from_objective", "from_category")?;
            Ok(Action::Move { from, to: space(json, "objective", "category")? })
        }
        "complete" | "clear" | "lose" | "take" => {
            exactly(&["do", "objective"])?;
            let n = number(field("objective")?)?;
            Ok(match verb {
                "complete" => Action::Complete(n),
                "clear" => Action::Clear(n),
                "lose" => Action::Lose(n),
                _ => Action::Take(n),
            })
        }
        "keep" => {
            exactly(&["do", "objectives"])?;
            let list = field("objectives")?.as_list().ok_or(Form::Malformed)?;
            let numbers = list.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            numbers.try_into().map(Action::Keep).map_err(|_| Form::Unlisted)
        }
        "remove" => {
            exactly(&["do", "legions"])?;
            let list = field("legions")?.as_list().ok_or(Form::Malformed)?;
            match list.iter().map(removed).collect::<Result<Vec<_>, _>>()?[..] {
                [a] => Ok(Action::RemoveOne(a)),
                [a, b] => Ok(Action::RemoveTwo(a, b)),
                _ => Err(Form::Unlisted),
            }
        }
        "give" => {
            exactly(&["do", "tile", "to"])?;
            let tile = field("tile")?.as_str().and_then(Resource::named).ok_or(Form::Malformed)?;
            Ok(Action::Give { tile, to: small(field("to")?)? })
        }
        "claim" => {
            exactly(&["do", "tile"])?;
            Ok(Action::Claim(small(field("tile")?)?))
        }
        _ => {
            exactly(&["do"])?;
            Ok(match verb {
                "lift" => Action::Lift,
                "decline" => Action::Decline,
                _ => Action::Pass,
            })
        }
    }
}

fn removed(entry: &Value) -> Result<Space, Form> {
    if !entry.has_exactly(&["category", "objective"]) {
        return Err(Form::Malformed);
    }
    space(entry, "objective", "category")
}

fn space(json: &Value, objective: &str, category: &str) -> Result<Space, Form> {
    let objective = number(json.get(objective).ok_or(Form::Malformed)?)?;
    let category = json.get(category).and_then(Value::as_str).and_then(Category::named).ok_or(Form::Malformed)?;
    Ok(Space { objective, category })
}

fn number(v: &Value) -> Result<Number, Form> {
    v.as_int_in(1, 88).and_then(|n| Number::try_from(n).ok()).ok_or(Form::Malformed)
}

/// A small integer; every other integer is one that is never listed.
fn small(v: &Value) -> Result<u8, Form> {
    match v.as_int().and_then(|n| u8::try_from(n).ok()) {
        Some(n) => Ok(n),
        None if v.is_integer() => Err(Form::Unlisted),
        None => Err(Form::Malformed),
    }
}

/// The outcome that `json` says.
pub(crate) fn outcome(game: &Augustus, p: &Position, json: &Value) -> Result<Outcome, Illegal> {
    let read = match json {
        Value::Str(name) => Token::named(name).map(Outcome::Token),
        other => number(other).ok().map(Outcome::Objective),
    };
    judge_outcome(game, p, read)
}
