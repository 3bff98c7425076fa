//! Chapter 8.2: battles.

use referee_kernel::tx::Tx;

use crate::action::{Action, How};
use crate::cards::Roman;
use crate::ch8_strength::Start;
use crate::change::Change;
use crate::game::Marcus;
use crate::ids::{Leader, Spot, Zone};
use crate::position::{Battle, Position, Source};
use crate::todo::Todo;
use crate::tools::{
    discard, end_conflict, gain_imperium, hit_fort, lose_imperium, lose_legion, pop, push, replace, retreat, spend,
    turn,
};

/// Events of the three moments of a battle (rules 8.2.1.4, 8.2.3.1, 8.2.5.4).
const BEFORE_DICE: [Roman; 3] = [Roman::Ambush, Roman::Guides, Roman::Ice];
const AFTER_DICE: [Roman; 3] = [Roman::Lightning, Roman::Rain, Roman::Tactical];
const AFTER_WIN: [Roman; 2] = [Roman::Decapitation, Roman::Rout];

/// A battle begins (rule 8.2.1).
pub fn begin(tx: &mut Tx<'_, Marcus>, target: Spot, start: Start) {
    let battle = tx.game().new_battle(tx.position(), target, start);
    tx.put(Change::Battle { battle });
    before_dice(tx);
}

/// Asks for events before the first roll, if one may be played (rule 8.2.1.4).
fn before_dice(tx: &mut Tx<'_, Marcus>) {
    let game = tx.game();
    let p = tx.position();
    let any = BEFORE_DICE.iter().any(|c| p.holds(*c) && game.before_dice(p, *c));
    push(tx, if any { Todo::Battle } else { Todo::RollRoman });
}

/// Decision `battle`.
pub fn before_dice_decided(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    let (&Action::Event { card, from, .. }, Some(mut battle)) = (action, tx.position().battle) else {
        push(tx, Todo::RollRoman);
        return;
    };
    spend(tx, card, from);
    let numbers = &tx.game().tables.numbers;
    match card {
        Roman::Ice => {
            let iazyges = battle.target == Spot::Iazyges;
            battle.bonus += i16::from(if iazyges { numbers.ice_iazyges } else { numbers.ice });
            battle.no_winter = true;
        }
        Roman::Ambush => battle.bonus += i16::from(numbers.ambush),
        Roman::Guides => battle.terrain /= 2,
        _ => {}
    }
    tx.put(Change::Battle { battle });
    before_dice(tx);
}

/// The Roman die (rule 8.2.2).
pub fn roman_die(tx: &mut Tx<'_, Marcus>, die: u8) {
    if let Some(battle) = tx.position().battle {
        tx.put(Change::Battle { battle: Battle { roman_die: Some(die), ..battle } });
    }
    replace(tx, Todo::RollBarbarian);
}

/// The Barbarian die, both Attack Values (rule 8.2.2.5), then ones and sixes (8.2.4).
pub fn barbarian_die(tx: &mut Tx<'_, Marcus>, die: u8) {
    pop(tx);
    let Some(battle) = tx.position().battle else { return };
    let roman = battle.roman_die.unwrap_or(0);
    let (attack, defence) = tx.game().strengths(tx.position(), &battle);
    let totals = Some((i16::from(roman) + attack, i16::from(die) + defence));
    tx.put(Change::Battle { battle: Battle { barbarian_die: Some(die), totals, ..battle } });
    push(tx, Todo::Compare);
    if let Some(tribe) = battle.target.zone() {
        ones_and_sixes(tx, tribe, &battle, roman, die);
    }
}

/// Rule 8.2.4: the Roman die first; IP 0 ends everything (8.2.4.3).
fn ones_and_sixes(tx: &mut Tx<'_, Marcus>, tribe: Zone, battle: &Battle, roman: u8, barbarian: u8) {
    let leads = tx.position().army(battle.target).leader == Some(Leader::Marcus) && !battle.stand_in;
    if leads && roman == 1 && lose_imperium(tx, 1) {
        return;
    }
    if leads && roman == 6 {
        gain_imperium(tx, 1);
    }
    match barbarian {
        1 => turn(tx, tribe, false),
        6 => turn(tx, tribe, true),
        _ => {}
    }
}

/// Reserves, if they can help, else the comparison (rules 8.2.3, 8.2.3.1).
pub fn compare(tx: &mut Tx<'_, Marcus>) {
    let Some(battle) = tx.position().battle else { return pop(tx) };
    let Some((roman, barbarian)) = battle.totals else { return pop(tx) };
    let p = tx.position();
    if roman <= barbarian && (can_commit(p, &battle) || AFTER_DICE.iter().any(|c| p.holds(*c))) {
        replace(tx, Todo::Reserve);
    } else {
        decide(tx, battle, roman, barbarian);
    }
}

fn can_commit(p: &Position, battle: &Battle) -> bool {
    !battle.committed && p.held() > 0
}

/// Decision `reserve`.
pub fn reserve(tx: &mut Tx<'_, Marcus>, action: &Action) {
    let (Some(mut battle), numbers) = (tx.position().battle, &tx.game().tables.numbers) else { return pop(tx) };
    let Some((roman, barbarian)) = battle.totals else { return pop(tx) };
    match *action {
        Action::Commit { card, from } => {
            discard(tx, card, from);
            battle.committed = true;
            raise(tx, battle, 1);
        }
        Action::Event { card, from, .. } => {
            spend(tx, card, from);
            match card {
                Roman::Tactical => raise(tx, battle, numbers.tactical.into()),
                Roman::Lightning => raise(tx, battle, numbers.lightning.into()),
                _ => {
                    if battle.target == Spot::Quadi {
                        battle.bonus += i16::from(numbers.rain_quadi);
                    }
                    roll_again(tx, battle);
                }
            }
        }
        _ => decide(tx, battle, roman, barbarian),
    }
}

/// A bonus on the present roll; then the question is put again (rules 8.2.3.1, 8.2.3.3).
fn raise(tx: &mut Tx<'_, Marcus>, mut battle: Battle, bonus: i16) {
    battle.totals = battle.totals.map(|(roman, barbarian)| (roman + bonus, barbarian));
    tx.put(Change::Battle { battle });
    replace(tx, Todo::Compare);
}

/// Both dice anew (rules 8.2.3, 13.5).
fn roll_again(tx: &mut Tx<'_, Marcus>, battle: Battle) {
    let battle = Battle { roman_die: None, barbarian_die: None, totals: None, committed: false, ..battle };
    tx.put(Change::Battle { battle });
    replace(tx, Todo::RollRoman);
}

/// Compares the values of a roll nothing more is done about (rule 8.2.3).
fn decide(tx: &mut Tx<'_, Marcus>, battle: Battle, roman: i16, barbarian: i16) {
    if roman == barbarian {
        return roll_again(tx, battle);
    }
    let won = roman > barbarian;
    replace(tx, Todo::BattleDone { won });
    match (won, battle.target.zone()) {
        (true, Some(tribe)) => {
            win_over(tx, tribe);
            after_win(tx);
        }
        (true, None) => end_conflict(tx, battle.target),
        (false, _) => lost(tx, battle.target),
    }
}

/// The effect of a Roman win on a tribe (rules 8.2.5, 8.2.5.1).
pub fn win_over(tx: &mut Tx<'_, Marcus>, tribe: Zone) {
    if tx.position().tribe(tribe).space == Some(0) {
        tx.put(Change::TribeSurrendered { tribe });
        gain_imperium(tx, 1);
    } else {
        retreat(tx, tribe);
    }
}

/// Asks for events after a win, if one may be played (rule 8.2.5.4).
fn after_win(tx: &mut Tx<'_, Marcus>) {
    let p = tx.position();
    if AFTER_WIN.iter().any(|c| p.holds(*c) && after_win_allowed(p, *c)) {
        push(tx, Todo::Won);
    }
}

/// Whether an *after a win* event may be used (rules 13.14, 13.36).
fn after_win_allowed(p: &Position, card: Roman) -> bool {
    match card {
        Roman::Rout => p.battle.and_then(|b| b.target.zone()).is_some_and(|t| !p.tribe(t).surrendered()),
        Roman::Decapitation => Zone::ALL.iter().any(|z| p.hostile(*z) && p.tribe(*z).bold),
        _ => false,
    }
}

/// Decision `won`.
pub fn won(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    let Action::Event { card, from, .. } = *action else { return };
    spend(tx, card, from);
    if card == Roman::Rout {
        if let Some(tribe) = tx.position().battle.and_then(|b| b.target.zone()) {
            retreat(tx, tribe);
            turn(tx, tribe, false);
        }
    } else {
        demoralize_hostile(tx);
    }
    after_win(tx);
}

/// Rule 13.36.
fn demoralize_hostile(tx: &mut Tx<'_, Marcus>) {
    for tribe in Zone::ALL {
        if tx.position().hostile(*tribe) {
            turn(tx, *tribe, false);
        }
    }
}

/// A lost battle: the player chooses where there is a choice (rules 8.2.6, 8.2.6.1).
fn lost(tx: &mut Tx<'_, Marcus>, target: Spot) {
    let p = tx.position();
    if fort_there(p, target) || p.holds(Roman::Retreat) {
        push(tx, Todo::Lost);
    } else {
        lose_legion(tx, target);
    }
}

fn fort_there(p: &Position, target: Spot) -> bool {
    target.zone().is_some_and(|t| p.fort_of(t) > 0)
}

/// Decision `lost`.
pub fn lost_decided(tx: &mut Tx<'_, Marcus>, action: &Action) {
    pop(tx);
    let Some(target) = tx.position().battle.map(|b| b.target) else { return };
    match *action {
        Action::Event { card, from, .. } => {
            spend(tx, card, from);
            let left = tx.game().tables.numbers.retreat.unsigned_abs();
            push(tx, Todo::Deal { by: Some(card), left });
        }
        Action::Fort => {
            if let Some((tribe, space)) = target.zone().and_then(|t| Some((t, tx.position().tribe(t).space?))) {
                hit_fort(tx, tribe, space);
            }
        }
        _ => lose_legion(tx, target),
    }
}

/// The battle is over: the Auxilia are used up, a second battle may follow (rules 8.2.7, 13.23).
pub fn done(tx: &mut Tx<'_, Marcus>, won: bool) {
    pop(tx);
    let Some(battle) = tx.position().battle else { return };
    if let (Some(zone), Some((at, side))) = (battle.target.zone(), tx.position().auxilia) {
        if zone == at {
            tx.put(Change::Auxilia { marker: (side > 1).then_some((at, side - 1)) });
        }
    }
    tx.put(Change::BattleEnded);
    if let (true, true, Some(target)) = (won, battle.press_on, battle.target.zone()) {
        if tx.game().attackable(tx.position(), battle.target) {
            push(tx, Todo::PressOn { target });
        }
    }
}

/// Decision `press_on` (rule 13.23).
pub fn press_on(tx: &mut Tx<'_, Marcus>, target: Zone, action: &Action) {
    pop(tx);
    if *action == Action::AttackAgain {
        begin(tx, target.spot(), Start::default());
    }
}

/// The dice of a Single Combat (rule 13.2): nothing is added, ties are rolled again.
pub fn duel(tx: &mut Tx<'_, Marcus>, target: Zone, roman: u8, barbarian: u8) {
    if roman == barbarian {
        return replace(tx, Todo::DuelRoman { target });
    }
    pop(tx);
    if roman > barbarian {
        win_over(tx, target);
    } else {
        let _over = lose_imperium(tx, tx.game().tables.numbers.single_combat_lost);
    }
}

/// Whether an action of the decisions of a battle is legal.
#[must_use]
pub fn allowed(game: &Marcus, p: &Position, todo: Todo, action: &Action) -> bool {
    let Some(battle) = p.battle else { return false };
    let event = |card: Roman, from: Source, how: How| how == How::Plain && p.cards(from).has(card);
    match (todo, *action) {
        (Todo::Battle, Action::Roll) | (Todo::Reserve, Action::Accept) | (Todo::Won, Action::Pass) => true,
        (Todo::Lost, Action::Legion) => true,
        (Todo::Lost, Action::Fort) => fort_there(p, battle.target),
        (Todo::Battle, Action::Event { card, from, how }) => event(card, from, how) && game.before_dice(p, card),
        (Todo::Reserve, Action::Event { card, from, how }) => event(card, from, how) && AFTER_DICE.contains(&card),
        (Todo::Reserve, Action::Commit { card, from }) => !battle.committed && p.cards(from).has(card),
        (Todo::Won, Action::Event { card, from, how }) => event(card, from, how) && after_win_allowed(p, card),
        (Todo::Lost, Action::Event { card, from, how }) => event(card, from, how) && card == Roman::Retreat,
        _ => false,
    }
}
