//! Whom a player has to trust, in the words of protocol P24.

use crate::charter::{Charter, Committee};

/// The texts of P24 for a charter, in the order of its table. Names stand as the charter has them.
#[must_use]
pub fn texts(charter: &Charter) -> Vec<String> {
    if charter.players == 1 {
        return vec![solo(charter)];
    }
    let n = charter.roll.members.len();
    let t = usize::from(charter.roll.threshold);
    let keepers = charter.roll.members.iter().any(|m| *m >= charter.players);
    let dealer = (n == 1).then(|| name(charter, charter.roll.members.first()));
    let mut texts = vec![match &dealer {
        Some(dealer) => dealt(dealer),
        None if n == 2 && charter.players == 2 && !keepers => {
            "Neither of you alone can choose or foresee dice, or look into hands. If one of you stops, the match cannot go on."
                .to_owned()
        }
        None => shared(charter, keepers),
    }];
    if 2 * t < n + 1 {
        texts.push(format!(
            "One player can have a single roll made twice: by two versions of a decision, shown to {} and to the others (the \
             double signature is proof against him), or with the last missing vote against somebody whose decision fewer \
             than half of the others have answered (nothing proves that).",
            t - 1
        ));
    }
    if n >= 3 {
        texts.push(
            "If a decision and the last vote against it cross in the mails, one player can have a single roll thrown away by \
             answering late; with helpers, somebody can bring this about by leaving his seat and coming back (nothing proves \
             that)."
                .to_owned(),
        );
        if 2 * t == n + 1 {
            texts.push(
                "One player can have a single roll after a decision of his own thrown away by two versions of it (the double \
                 signature is proof against him, and the decision becomes the default)."
                    .to_owned(),
            );
        }
    }
    if let Some(dealer) = dealer {
        texts.push(format!(
            "{dealer} and a player together can do more: see every card, foresee every die and fit decisions to them, choose \
             between two versions of that player's decision (the double signature is proof against the player), and among \
             several rolls wherever that player gives up his seat, or the two control a vote or a take-back (everybody sees \
             that). They cannot make a die or a card of their own."
        ));
    }
    if charter.joined >= 3 {
        texts.push(
            "More than half of the other players and keepers can put anyone out of the match, whatever the clock says, and with \
             a reserve in his seat take back what he played; everybody sees it."
                .to_owned(),
        );
    }
    texts
}

/// The solo level a charter can reach at best: `S0` practice, `S1` registered, `S3` kept; `None` with more players.
#[must_use]
pub fn solo_level(charter: &Charter) -> Option<&'static str> {
    let kept = charter.roll.members.iter().any(|m| *m >= charter.players);
    (charter.players == 1).then_some(match (kept, charter.joined) {
        (true, _) => "S3",
        (false, 1) => "S0",
        (false, _) => "S1",
    })
}

fn solo(charter: &Charter) -> String {
    let keeper = charter.members.get(1).map_or("", |m| m.name.as_str());
    match solo_level(charter) {
        Some("S3") => format!(
            "Kept by {keeper}: no restart unseen, no foresight, one try per decision. {keeper} and the player together could \
             cheat."
        ),
        Some("S1") => {
            format!("Registered with {keeper}: no restart with other dice unseen; the player can foresee dice.")
        }
        _ => "Practice: the player can foresee every die and start again unseen.".to_owned(),
    }
}

fn dealt(dealer: &str) -> String {
    format!(
        "{dealer} sees all cards and could foresee dice, but alone can neither choose nor change them: dice are proved at once, \
         the order of the cards after the match. If {dealer} stops, the match stops."
    )
}

fn shared(charter: &Charter, keepers: bool) -> String {
    let Committee { threshold, members } = &charter.roll;
    let who = if keepers {
        format!(" of {}", members.iter().map(|m| name(charter, Some(m))).collect::<Vec<_>>().join(", "))
    } else {
        " players".to_owned()
    };
    let mut text = format!(
        "Nobody alone can choose or foresee dice. {threshold}{who} together could foresee them, and choose among several rolls \
         wherever they control a default (one of them gives up his seat, or they can vote somebody out) or a take-back; \
         everybody sees that it happened."
    );
    if let Some(deck) = &charter.deck {
        text.push_str(&format!(" {} together could look into hands and deck.", deck.threshold));
    }
    let spare = members.len().saturating_sub(usize::from(*threshold));
    text.push_str(&format!(" Up to {spare} may vanish without stopping the dice."));
    text
}

fn name(charter: &Charter, member: Option<&u8>) -> String {
    member.and_then(|m| charter.members.get(usize::from(*m))).map_or_else(String::new, |m| m.name.clone())
}
