//! Inputs in few words: `attack quadi`, `pay r_action`, `4`, `b_quiet`.

use referee_kernel::json::Value;

/// One input.
pub enum Input {
    Action(Value),
    Outcome(Value),
}

/// Reads an input. JSON stands for itself (`outcome JSON` for an outcome); a lone number or card is an outcome.
pub fn read(text: &str) -> Input {
    let json = |t: &str| Value::parse(t.as_bytes()).unwrap_or_else(|_| panic!("{t}"));
    if let Some(outcome) = text.strip_prefix("outcome ") {
        return Input::Outcome(json(outcome));
    }
    if text.starts_with(['{', '[', '"']) {
        return Input::Action(json(text));
    }
    if let Ok(n) = text.parse::<i64>() {
        return Input::Outcome(n.into());
    }
    if text.starts_with("b_") || text.starts_with("r_") {
        return Input::Outcome(text.into());
    }
    Input::Action(action(text))
}

fn action(text: &str) -> Value {
    let mut words = text.split_whitespace();
    let verb = words.next().unwrap();
    let mut fields = vec![("do".to_owned(), Value::from(verb))];
    let mut free = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some((key, list)) if key == "boxes" => fields.push((key.to_owned(), names(list.split('+')))),
            Some((key, v)) => fields.push((key.to_owned(), v.into())),
            None => free.push(word),
        }
    }
    if matches!(verb, "build" | "transfer") {
        fields.push((if verb == "build" { "zones" } else { "boxes" }.to_owned(), names(free.into_iter())));
        return Value::Object(fields.into_iter().collect());
    }
    for (key, word) in keys(verb, &free).iter().zip(&free) {
        let v = word.parse::<i64>().map_or_else(|_| Value::from(*word), Value::from);
        fields.push(((*key).to_owned(), v));
    }
    // Cards come from the hand where nothing else is said.
    let card = free.first().is_some_and(|w| w.starts_with("r_"));
    if card && free.len() == 1 && verb != "play" {
        fields.push(("from".to_owned(), "hand".into()));
    }
    Value::Object(fields.into_iter().collect())
}

fn names<'a>(words: impl Iterator<Item = &'a str>) -> Value {
    Value::List(words.map(Value::from).collect())
}

/// What the free words of a verb mean, in order.
fn keys(verb: &str, free: &[&str]) -> &'static [&'static str] {
    match verb {
        "place_legions" => &["box", "count"],
        "place_leader" => &["leader", "box"],
        "send_legions" => &["from", "count"],
        "send_leader" => &["from"],
        "transfer_leader" | "move_legion" => &["from", "to"],
        "attack" => &["target"],
        "upgrade" => &["zone"],
        "fleet" => &["fleet"],
        "send" => &["to"],
        "quell" | "recover" => &["box"],
        "prevent" | "discard" | "pay" | "commit" | "save" | "event" | "play" | "first" => &["card", "from"],
        _ if free.is_empty() => &[],
        _ => panic!("{verb} takes no words"),
    }
}
