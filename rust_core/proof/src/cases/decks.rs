//! Cases of decks, draws and seals (P10–P12).

use std::vec::IntoIter;

use referee_kernel::json::Value;

use super::given::{Given, hex};
use super::{Answer, Failure};
use crate::Fault;
use crate::deck::{CIPHERTEXT, Cards, Ciphertext, flatten};
use crate::group::{Point, Scalar};
use crate::nonce::Nonces;
use crate::shuffle::{Shuffle, Statement, verify};
use crate::{draw, prescribed, seal};

pub(super) fn run(op: &str, given: Given<'_>) -> Answer {
    match op {
        "deck.cards" => {
            let (match_id, deck) = (given.field("match")?.array()?, given.field("deck")?.int()?);
            let cards = Cards::new(&match_id, deck, given.field("n")?.int()?);
            Ok(Value::List(cards.points().iter().map(|card| hex(card.bytes())).collect()))
        }
        "shuffle.remask" => {
            let deck = shuffle(given)?.apply(&deck(given.field("in")?)?, &given.field("X")?.point()?)?;
            Ok(hex(&flatten(&deck)))
        }
        "shuffle.fixed" => {
            let (input, seed) = (deck(given.field("in")?)?, given.field("seed")?.array()?);
            let cards = u32::try_from(input.len()).map_err(|_| Failure::Malformed)?;
            let shuffle = prescribed::shuffle(&seed, cards).ok_or(Failure::Malformed)?;
            Ok(hex(&flatten(&shuffle.apply(&input, &given.field("X")?.point()?)?)))
        }
        "shuffle.prove" => prove(given),
        "shuffle.verify" => {
            let (input, key) = (deck(given.field("in")?)?, given.field("X")?.point()?);
            let statement = Statement { key: &key, context: &given.field("ctx")?.bytes()?, input: &input };
            verify(&statement, &given.field("out")?.bytes()?, &given.field("proof")?.bytes()?)?;
            Ok(Value::Bool(true))
        }
        "draw.make" => {
            let (c1, rho, nonce) =
                (given.field("C1")?.point()?, given.field("rho")?.scalar()?, given.field("k")?.scalar()?);
            let draw = draw::make_with(&c1, &rho, &given.field("ctx")?.bytes()?, &nonce);
            Ok(hex(&[&draw.blinded.bytes()[..], &draw.proof].concat()))
        }
        "draw.check" => {
            let [blinded, proof, context] = ["P", "proof", "ctx"].map(|key| given.field(key)?.bytes());
            draw::check(&given.field("C1")?.point()?, &blinded?, &proof?, &context?)?;
            Ok(Value::Bool(true))
        }
        "draw.read" => {
            let [c2, gamma, key] = ["C2", "gamma", "X"].map(|key| given.field(key)?.point());
            Ok(hex(draw::read(&c2?, &gamma?, &given.field("rho")?.scalar()?, &key?).bytes()))
        }
        "seal.commit" => {
            let (match_id, nonce) = (given.field("match")?.array()?, given.field("nonce")?.array()?);
            let (seat, step) = (given.field("seat")?.int()?, given.field("step")?.int()?);
            Ok(hex(&seal::commit(&match_id, seat, step, &nonce, &given.field("payload")?.bytes()?)))
        }
        _ => Err(Failure::Unknown),
    }
}

/// A deck as a link finds it; first halves may be the identity, because decks are fresh once.
fn deck(given: Given<'_>) -> Result<Vec<Ciphertext>, Failure> {
    let bytes = given.bytes()?;
    if bytes.len() % CIPHERTEXT != 0 {
        return Err(Failure::Refused(Fault::Shuffle));
    }
    let card = |card: &[u8]| {
        let (c1, c2) = card.split_at(CIPHERTEXT / 2);
        let c1 = if c1 == [0; 32] { Point::identity() } else { Point::parse(c1)? };
        Ok(Ciphertext { c1, c2: Point::parse(c2)? })
    };
    bytes.chunks_exact(CIPHERTEXT).map(card).collect::<Result<_, Fault>>().map_err(|_| Failure::Refused(Fault::Shuffle))
}

fn shuffle(given: Given<'_>) -> Result<Shuffle, Failure> {
    let (order, masks) = (given.field("j")?.each(Given::int)?, given.field("r")?.each(Given::scalar)?);
    Shuffle::new(order, masks).ok_or(Failure::Malformed)
}

fn prove(given: Given<'_>) -> Answer {
    let (input, output) = (deck(given.field("in")?)?, deck(given.field("out")?)?);
    let (key, context) = (given.field("X")?.point()?, given.field("ctx")?.bytes()?);
    let statement = Statement { key: &key, context: &context, input: &input };
    let mut nonces = Listed(given.field("nonces")?.each(Given::scalar)?.into_iter());
    Ok(hex(&shuffle(given)?.prove(&statement, &output, &mut nonces)?))
}

/// Fixed nonces, in order of use.
struct Listed(IntoIter<Scalar>);

impl Nonces for Listed {
    fn scalar(&mut self) -> Scalar {
        self.0.next().unwrap_or_default()
    }
}
