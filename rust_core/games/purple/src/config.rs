//! The configuration (interface, section 1).

use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::Unfit;

use crate::cards::Role;

const KEYS: [&str; 6] = ["game", "legions", "roles", "seats", "set", "windows"];

/// Who plays, with what, and how often the card windows open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The name of the card set.
    pub set: String,
    /// 1 to 3.
    pub seats: u8,
    /// The mats, if they are fixed (rule 2.4).
    pub roles: Option<Vec<Role>>,
    /// The size of the common pool, 8 to 40 (rule 22.3).
    pub legions: u8,
    /// Whether only the windows of `lean` open (rule 19.10.3).
    pub lean: bool,
}

/// The mats of a table of `seats` (rules 2.4, 20.1, 21.1).
#[must_use]
pub fn mats(seats: u8) -> &'static [Role] {
    match seats {
        1 => &Role::ALL[..1],
        2 => &Role::ALL[..2],
        _ => &Role::ALL,
    }
}

impl Config {
    /// Reads a configuration; missing keys take their defaults.
    ///
    /// # Errors
    /// `config`
    pub fn read(json: &Value) -> Result<Self, Unfit> {
        parse(json).ok_or(Unfit("config"))
    }

    /// Reads the configuration of a document, which carries all keys.
    ///
    /// # Errors
    /// `config`
    pub fn read_whole(json: &Value) -> Result<Self, Unfit> {
        if json.has_exactly(&KEYS) { Self::read(json) } else { Err(Unfit("config")) }
    }

    /// Writes all keys.
    pub fn write(&self, w: &mut Writer) {
        w.object(|w| {
            w.key("game").str("purple");
            w.key("legions").int(self.legions);
            match &self.roles {
                Some(roles) => w.key("roles").strs(roles.iter().map(|r| r.id())),
                None => w.key("roles").null(),
            }
            w.key("seats").int(self.seats);
            w.key("set").str(&self.set);
            w.key("windows").str(if self.lean { "lean" } else { "full" });
        });
    }
}

fn parse(json: &Value) -> Option<Config> {
    let fields = json.as_object()?;
    if !fields.keys().all(|k| KEYS.contains(&k.as_str())) {
        return None;
    }
    if fields.get("game").is_some_and(|g| g.as_str() != Some("purple")) {
        return None;
    }
    let set = fields.get("set").map_or(Some(referee_cards::SHIPPED), Value::as_str)?;
    let named = (1..=64).contains(&set.len())
        && set.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(&b));
    let seats = fields.get("seats").map_or(Some(3), |v| v.as_int_in(1, 3))?;
    let seats = u8::try_from(seats).ok()?;
    let legions = fields.get("legions").map_or(Some(13), |v| v.as_int_in(8, 40))?;
    let roles = match fields.get("roles") {
        None | Some(Value::Null) => None,
        Some(list) => Some(permutation(list, mats(seats))?),
    };
    let lean = match fields.get("windows").map_or(Some("full"), Value::as_str)? {
        "full" => false,
        "lean" => true,
        _ => return None,
    };
    named.then_some(Config { set: set.to_owned(), seats, roles, legions: u8::try_from(legions).ok()?, lean })
}

fn permutation(list: &Value, of: &[Role]) -> Option<Vec<Role>> {
    let list = list.as_list()?;
    if list.len() != of.len() {
        return None;
    }
    let roles = list.iter().map(|r| Role::from_id(r.as_str()?)).collect::<Option<Vec<_>>>()?;
    of.iter().all(|r| roles.contains(r)).then_some(roles)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Config> {
        Config::read(&Value::parse(text.as_bytes()).unwrap()).ok()
    }

    #[test]
    fn missing_keys_take_their_defaults() {
        let config = read("{}").unwrap();
        assert_eq!((config.seats, config.legions, config.lean, config.roles), (3, 13, false, None));
        assert_eq!(config.set, "reconstructed-1");
    }

    #[test]
    fn unknown_keys_and_values_are_refused() {
        for bad in [
            "[]",
            r#"{"game":"marcus"}"#,
            r#"{"players":3}"#,
            r#"{"seats":4}"#,
            r#"{"seats":0}"#,
            r#"{"seats":"3"}"#,
            r#"{"seats":true}"#,
            r#"{"legions":7}"#,
            r#"{"legions":41}"#,
            r#"{"windows":"none"}"#,
            r#"{"set":""}"#,
            r#"{"set":"A"}"#,
            r#"{"set":null}"#,
            r#"{"roles":["emperor"]}"#,
            r#"{"roles":["emperor","emperor","heir"]}"#,
            r#"{"seats":2,"roles":["emperor","senator"]}"#,
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert!(read(r#"{"seats":1,"roles":["emperor"]}"#).is_some());
        assert!(read(r#"{"seats":2,"roles":["heir","emperor"],"windows":"lean","legions":40}"#).is_some());
    }
}
