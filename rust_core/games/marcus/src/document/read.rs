//! Configurations and position documents as they come in (interface 1, 3 and 4).

use referee_kernel::json::Value;
use referee_kernel::rule::Unfit;
use referee_kernel::set::Sets;

use crate::game::{Marcus, Options};
use crate::position::Position;

/// The game of a configuration; every failure is `config`.
///
/// # Errors
/// `config`
pub fn configure(sets: &dyn Sets, config: &Value) -> Result<Marcus, Unfit> {
    read_config(sets, config).ok_or(Unfit("config"))
}

fn read_config(sets: &dyn Sets, config: &Value) -> Option<Marcus> {
    let fields = config.as_object()?;
    if fields.keys().any(|k| !["game", "options", "seats", "set"].contains(&k.as_str())) {
        return None;
    }
    if fields.get("game").is_some_and(|v| v.as_str() != Some("marcus")) {
        return None;
    }
    if fields.get("seats").is_some_and(|v| v.as_int() != Some(1)) {
        return None;
    }
    let name = fields.get("set").map_or(Some("reconstructed-1"), Value::as_str)?;
    let set = sets.named("marcus", name)?;
    let mut options = Options { start_imperium: 4, truce_binds_rome: true, heir_backward: false };
    if let Some(chosen) = fields.get("options") {
        for (key, v) in chosen.as_object()? {
            read_option(&mut options, key, v)?;
        }
    }
    Marcus::new(&set, options).ok()
}

/// One option; `None` if there is no such key or value.
pub(super) fn read_option(options: &mut Options, key: &str, v: &Value) -> Option<()> {
    match key {
        "start_imperium" => options.start_imperium = u8::try_from(v.as_int_in(1, 7)?).ok()?,
        "truce_binds_rome" => options.truce_binds_rome = v.as_bool()?,
        "heir_order" => {
            options.heir_backward = match v.as_str()? {
                "forward" => false,
                "backward" => true,
                _ => return None,
            };
        }
        _ => return None,
    }
    Some(())
}

/// A position from its document.
///
/// # Errors
/// The beginning of the message that interface 4 gives to the failed check.
pub fn load(sets: &dyn Sets, document: &Value) -> Result<(Marcus, Position), Unfit> {
    let _ = (sets, document);
    Err(Unfit("position:"))
}
