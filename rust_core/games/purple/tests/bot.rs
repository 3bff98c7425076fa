//! The bot: it wins the solo game often enough, and sees no more than its seat.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use referee_cards::Library;
use referee_kernel::game::Game;
use referee_kernel::json::Value;
use referee_kernel::playout::{Order, Played, many};
use referee_kernel::stream::Stream;
use referee_kernel::wire::{Answer, Answers, Cards, Question};
use referee_purple::Purple;

fn games(config: &str, players: &[&str], games: u32) -> Vec<Played> {
    let game = Purple::configure(&Library::new(), &Value::parse(config.as_bytes()).unwrap()).unwrap();
    let players: Vec<String> = players.iter().map(|p| (*p).to_owned()).collect();
    many(&game, &Order { games, seed: 20, players: &players, threads: 2 })
}

fn wins(played: &[Played], seat: i64) -> usize {
    let won = |p: &&Played| {
        let result = Value::parse(p.result.as_ref().expect("an end")).unwrap();
        result.get("winners").and_then(Value::as_list).unwrap().contains(&Value::Int(seat))
    };
    played.iter().filter(won).count()
}

#[test]
fn it_wins_the_solo_game_more_than_one_time_in_ten() {
    let played = games(r#"{"seats":1}"#, &["prudent"], 120);
    assert!(wins(&played, 0) * 10 > played.len() * 15 / 10, "{} of {}", wins(&played, 0), played.len());
    assert_eq!(wins(&games(r#"{"seats":1}"#, &["random"], 120), 0), 0);
}

#[test]
fn it_beats_a_random_player() {
    for (config, players) in [(r#"{"seats":2}"#, &["random", "prudent"][..]), ("{}", &["random", "prudent", "random"])]
    {
        let played = games(config, players, 40);
        let (own, other) = (wins(&played, 1), wins(&played, 0));
        assert!(own > 2 * other, "{config}: {own} to {other}");
    }
}

/// In an encrypted match it decides by the cards it has read; the rules know no others.
#[test]
fn it_plays_on_the_wire_by_what_it_has_read() {
    let rules = referee_purple::wire(referee_cards::shipped("purple").unwrap()).unwrap();
    let charter = br#"{"config":{"game":"purple","legions":13,"roles":null,"seats":2,"set":"reconstructed-1","windows":"lean"},"position":null}"#;
    let mut state = rules.start(charter, 2);
    let mut dice = Stream::from_seed(&[3; 32]);
    let cards: Vec<u32> = dice.shuffle(21);
    let mut answered = 0;
    for _ in 0..60 {
        let known = |seat: u8, state: &dyn referee_kernel::wire::State| -> Cards {
            let own = state.hands().into_iter().filter(|(p, s)| *s == seat && p.deck == 0);
            own.map(|(p, _)| (p, cards[p.pos as usize % 21])).collect()
        };
        state = match state.question() {
            Question::Act(seats) => {
                let seat = seats[0];
                let known = known(seat, &*state);
                let mut drafted = Vec::new();
                while let Some(ask) = state.ask(seat, &known, &drafted).unwrap() {
                    if drafted.len() == 1 && ask.kind != "battle" {
                        break;
                    }
                    let choice = state.advise("prudent", seat, &known, &drafted, &mut dice).unwrap();
                    drafted.push(ask.legal[choice as usize].clone());
                }
                let places = state.reveals(seat, &drafted, &known);
                let cards: Cards = places.iter().map(|p| (*p, known[p])).collect();
                let payload = Value::List(drafted).canonical();
                state.check(seat, &payload, &cards).unwrap();
                answered += 1;
                state.act(&Answers::from([(seat, Some(Answer { payload, cards }))]))
            }
            Question::Seal(seats) => {
                assert_eq!(state.advise("nobody", seats[0], &Cards::new(), &[], &mut dice), None);
                state.seal(&[])
            }
            Question::Chance => state.chance(&mut dice, None),
            _ => break,
        };
    }
    assert!(answered > 20, "{answered} answers");
}
