//! The odds a table tells (kernel `Table::odds`): strengths and chances of every attack, and of the battle going on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{desk, words};
use referee_cards::Library;
use referee_kernel::json::Value;
use referee_kernel::table::{Rulebook, Table};
use referee_marcus::Book;

fn table(scenario: &str, steps: &[&str]) -> Box<dyn Table> {
    let fields: toml::Table = scenario.parse().unwrap();
    let mut table = Book::new().load(&Library::new(), &desk::document(&fields)).unwrap();
    for step in steps {
        match words::read(step) {
            words::Input::Action(action) => table.act(0, &action).unwrap(),
            words::Input::Outcome(outcome) => table.chance(&outcome).unwrap(),
        }
    }
    table
}

fn odds(table: &dyn Table) -> Value {
    Value::parse_canonical(&table.odds(Some(0))).unwrap()
}

fn fraction(v: &Value) -> String {
    format!("{}/{}", v.get("num").unwrap().as_str().unwrap(), v.get("den").unwrap().as_str().unwrap())
}

/// A conflict of 6 against six legions: even strengths, so 1/2, and with one reserve 47/72.
#[test]
fn attacks_are_told_with_strengths_and_chances() {
    let even = "west = 'b_chatti | 6'\nmarcomanni = '3 | 0 |'\niazyges = '2 | 2 marcus |'\nhand = 'r_action 2'";
    let told = odds(&*table(even, &[]));
    let attacks = told.get("attacks").unwrap().as_list().unwrap();
    assert_eq!(attacks.len(), 2);
    let west =
        attacks.iter().find(|a| a.get("action").unwrap().get("target").unwrap().as_str() == Some("west")).unwrap();
    assert_eq!((west.get("roman").unwrap().as_int(), west.get("barbarian").unwrap().as_int()), (Some(6), Some(6)));
    // Two cards held, one of them pays: none or one can be a reserve.
    let chances: Vec<String> = west.get("win").unwrap().as_list().unwrap().iter().map(fraction).collect();
    assert_eq!(chances, ["1/2", "47/72"]);
    assert_eq!(west.get("win").unwrap().as_list().unwrap()[1].get("per_mille").unwrap().as_int(), Some(653));
    assert_eq!(told.get("battle"), Some(&Value::Null));
}

#[test]
fn cards_that_are_an_attack_are_told_too() {
    let told = odds(&*table("round = 'winter'\nhand = 'r_winter_quarters'", &[]));
    let attacks = told.get("attacks").unwrap().as_list().unwrap();
    let romans: Vec<_> = attacks
        .iter()
        .map(|a| {
            (a.get("action").unwrap().get("do").unwrap().as_str().unwrap(), a.get("roman").unwrap().as_int().unwrap())
        })
        .collect();
    // Marcomanni: four legions and Pompeianus; Iazyges: six and Marcus. -1 in Winter, or +1 by the card.
    assert_eq!(romans, [("attack", 4), ("attack", 8), ("event", 6), ("event", 10)]);
}

/// Two behind with two cards: a card alone cannot save this roll; accepting loses it.
#[test]
fn at_the_reserve_decision_both_choices_are_told() {
    let begin = "west = 'b_chatti | 6'\nmarcomanni = '3 | 0 |'\niazyges = '2 | 2 marcus |'\nhand = 'r_action 3'";
    let told = |dice: [&str; 2]| {
        let steps = ["attack west", "pay r_action", dice[0], dice[1]];
        let battle = odds(&*table(begin, &steps));
        let battle = battle.get("battle").unwrap().clone();
        (fraction(battle.get("accept").unwrap()), fraction(battle.get("commit").unwrap()))
    };
    assert_eq!(told(["2", "4"]), ("0/1".to_owned(), "0/1".to_owned()));
    // One behind: the card makes a tie, and one more card is left for the next roll.
    assert_eq!(told(["2", "3"]), ("0/1".to_owned(), "47/72".to_owned()));
    // A tie: the card wins at once; letting it stand leaves two cards for the rolls to come.
    let (accept, commit) = told(["3", "3"]);
    assert_eq!(commit, "1/1");
    // 21 rolls of 36 win, 5 come to a tie with one card left: (21 + 5 * 47/72) / 36.
    assert_eq!(accept, "1747/2592");
}

#[test]
fn there_are_no_odds_outside_of_battles() {
    let told = odds(&*table("phase = 'redeploy'", &[]));
    assert_eq!(told.text(), r#"{"attacks":[],"battle":null}"#);
}
