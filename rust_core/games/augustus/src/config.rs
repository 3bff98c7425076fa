//! The configuration (interface section 1).

use referee_kernel::game::Game;
use referee_kernel::json::{Value, Writer};
use referee_kernel::rule::Unfit;
use referee_kernel::set::Sets;

use crate::game::Augustus;
use crate::tables::Tables;

/// All keys, ascending.
pub(crate) const KEYS: [&str; 7] = ["first_crier", "first_game", "game", "placement", "seats", "set", "token_limit"];

/// The set a configuration means that names none.
const DEFAULT_SET: &str = "reconstructed-1";

/// Reads a configuration; left-out keys have their defaults.
///
/// # Errors
/// The interface's error word of the first check that fails.
pub(crate) fn read(sets: &dyn Sets, config: &Value) -> Result<Augustus, Unfit> {
    let fields = config.as_object().ok_or(Unfit("config_shape"))?;
    if fields.keys().any(|k| !KEYS.contains(&k.as_str())) {
        return Err(Unfit("config_unknown_key"));
    }
    if fields.get("game").is_some_and(|g| g.as_str() != Some(Augustus::ID)) {
        return Err(Unfit("config_game"));
    }
    let name = fields.get("set").map_or(Some(DEFAULT_SET), Value::as_str);
    let set = name.and_then(|name| sets.named(Augustus::ID, name)).ok_or(Unfit("config_set"))?;
    let tables = Tables::of(&set).map_err(|_| Unfit("config_set"))?;
    let seats = fields.get("seats").and_then(|v| small(v, 2, 6)).ok_or(Unfit("config_seats"))?;
    let first_game = fields.get("first_game").map_or(Some(false), Value::as_bool);
    let first_game = first_game.ok_or(Unfit("config_first_game"))?;
    let sealed = match fields.get("placement").map_or(Some("sealed"), Value::as_str) {
        Some("sealed") => true,
        Some("open") => false,
        _ => return Err(Unfit("config_placement")),
    };
    let first_crier = fields.get("first_crier").map_or(Some(0), |v| small(v, 0, i64::from(seats) - 1));
    let first_crier = first_crier.ok_or(Unfit("config_first_crier"))?;
    let token_limit = match fields.get("token_limit") {
        None | Some(Value::Null) => None,
        Some(v) => {
            let limit = v.as_int_in(1, u32::MAX.into()).and_then(|n| u32::try_from(n).ok());
            Some(limit.ok_or(Unfit("config_token_limit"))?)
        }
    };
    Ok(Augustus { tables, seats, first_game, sealed, first_crier, token_limit, hidden: false })
}

fn small(v: &Value, low: i64, high: i64) -> Option<u8> {
    v.as_int_in(low, high).and_then(|n| u8::try_from(n).ok())
}

/// Writes the configuration with all its keys.
pub(crate) fn write(game: &Augustus, w: &mut Writer) {
    w.object(|w| {
        w.key("first_crier").int(game.first_crier);
        w.key("first_game").bool(game.first_game);
        w.key("game").str(Augustus::ID);
        w.key("placement").str(if game.sealed { "sealed" } else { "open" });
        w.key("seats").int(game.seats);
        w.key("set").str(&game.tables.name);
        w.key("token_limit").int_or_null(game.token_limit);
    });
}
