//! The laws every game keeps, over whole random games of every kind of configuration.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_kernel::laws::keep;
use referee_marcus::Marcus;

fn game(config: &str) -> Marcus {
    Marcus::configure(&Library::new(), &Value::parse(config.as_bytes()).unwrap()).unwrap()
}

#[test]
fn random_games_keep_the_laws() {
    for (seed, config) in [
        "{}",
        r#"{"options":{"start_imperium":7}}"#,
        r#"{"options":{"start_imperium":7,"truce_binds_rome":false,"heir_order":"backward"}}"#,
        r#"{"options":{"heir_order":"backward"}}"#,
        r#"{"options":{"truce_binds_rome":false,"start_imperium":6}}"#,
    ]
    .into_iter()
    .enumerate()
    {
        keep(&game(config), &Library::new(), seed as u64, 40).unwrap();
    }
}
