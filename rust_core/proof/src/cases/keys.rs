//! Cases of parts, dealings, joint keys and rolls (P7–P9), and of what a member holds (P21).

use std::collections::BTreeMap;

use referee_kernel::json::Value;

use super::given::{Given, hex};
use super::{Answer, Failure};
use crate::Fault;
use crate::dealing::{Complaint, Deal, Dealing, Polynomial};
use crate::dleq;
use crate::group::Point;
use crate::key::{Committee, JointKey, Purpose, interpolate};
use crate::roll::{self, BranchEntry, Moment};
use crate::secrets::Secrets;

pub(super) fn run(op: &str, given: Given<'_>) -> Answer {
    match op {
        "dleq.prove" => {
            let (x, base, nonce) =
                (given.field("x")?.scalar()?, given.field("C")?.point()?, given.field("k")?.scalar()?);
            Ok(hex(&dleq::prove_with(&x, &base, &given.field("ctx")?.bytes()?, &nonce)))
        }
        "dleq.verify" => {
            let [public, base, image] = ["Y", "C", "D"].map(|key| given.field(key)?.point());
            let (proof, ctx) = (given.field("proof")?.bytes()?, given.field("ctx")?.bytes()?);
            Ok(Value::Bool(dleq::verify(&public?, &base?, &image?, &proof, &ctx)))
        }
        "part.check" => {
            let (part, match_id) = (given.field("part")?.bytes()?, given.field("match")?.array()?);
            let (public, base) = (given.field("Y")?.point()?, given.field("C")?.point()?);
            Ok(hex(dleq::check_part(&part, &public, &base, &match_id)?.bytes()))
        }
        "dkg.deal" => deal(given),
        "dkg.check" => {
            let owned = OwnedDeal::read(given, "me")?;
            let dealing = Dealing::check(&owned.deal(), &given.field("dealing")?.bytes()?)?;
            Ok(Value::Int(i64::try_from(dealing.commitments().len()).map_err(|_| Failure::Malformed)?))
        }
        "dkg.share" => share(given),
        "dkg.complaint" => complaint(given),
        "dkg.key" => key(given),
        "combine" => {
            let parts = given.field("points")?.each(|part| {
                let (at, d) = part.two()?;
                Ok((at.int()?, d.point()?))
            })?;
            Ok(hex(interpolate(&parts).bytes()))
        }
        "roll.alpha" => alpha(given),
        "roll.open" => roll(given),
        "keys.derive" => derive(given),
        _ => Err(Failure::Unknown),
    }
}

/// What a [`Deal`] borrows from.
struct OwnedDeal {
    match_id: [u8; 32],
    purpose: Purpose,
    dealer: u8,
    committee: Committee,
}

impl OwnedDeal {
    fn read(given: Given<'_>, dealer: &str) -> Result<OwnedDeal, Failure> {
        let purpose = Purpose::from_number(given.field("purpose")?.int()?).ok_or(Failure::Malformed)?;
        Ok(OwnedDeal {
            match_id: given.field("match")?.array()?,
            purpose,
            dealer: given.field(dealer)?.int()?,
            committee: committee(given)?,
        })
    }

    fn deal(&self) -> Deal<'_> {
        Deal { match_id: &self.match_id, purpose: self.purpose, dealer: self.dealer, committee: &self.committee }
    }
}

fn committee(given: Given<'_>) -> Result<Committee, Failure> {
    Ok(Committee { threshold: given.field("t")?.int()?, members: given.field("members")?.each(Given::int)? })
}

/// An object from member numbers to points, in committee order.
fn by_member(given: Given<'_>, committee: &Committee) -> Result<Vec<Point>, Failure> {
    committee.members.iter().map(|member| given.field(&member.to_string())?.point()).collect()
}

fn deal(given: Given<'_>) -> Answer {
    let owned = OwnedDeal::read(given, "me")?;
    let boxes = by_member(given.field("boxes")?, &owned.committee)?;
    let polynomial = Polynomial::new(given.field("a")?.each(Given::scalar)?, given.field("e")?.scalar()?);
    let (k0, k1) = (given.field("k0")?.scalar()?, given.field("k1")?.scalar()?);
    Ok(hex(&polynomial.deal_with(&owned.deal(), &boxes, &k0, &k1)))
}

fn share(given: Given<'_>) -> Answer {
    let owned = OwnedDeal::read(given, "dealer")?;
    let (deal, me) = (owned.deal(), given.field("me")?.int()?);
    let dealing = Dealing::check(&deal, &given.field("dealing")?.bytes()?)?;
    let share = dealing.unmask(&deal, me, &given.field("box")?.scalar()?).ok_or(Failure::Malformed)?;
    let ok = dealing.share_is_right(&deal, me, &share);
    Ok(Value::object([("share", hex(share.as_bytes())), ("ok", Value::Bool(ok))]))
}

fn complaint(given: Given<'_>) -> Answer {
    let owned = OwnedDeal::read(given, "dealer")?;
    let (deal, me) = (owned.deal(), given.field("me")?.int()?);
    let dealing = Dealing::check(&deal, &given.field("dealing")?.bytes()?)?;
    let complaint = Complaint { shared: given.field("K")?.array()?, proof: given.field("proof")?.array()? };
    dealing.check_complaint(&deal, me, &given.field("box")?.point()?, &complaint)?;
    Ok(Value::Bool(true))
}

fn key(given: Given<'_>) -> Answer {
    let dealings = given.field("A")?.each(|dealing| dealing.each(Given::point))?;
    let dealings: Vec<&[Point]> = dealings.iter().map(Vec::as_slice).collect();
    let committee = committee(given)?;
    let key = JointKey::from_commitments(committee.clone(), &dealings)?;
    let shares = committee.members.iter().filter_map(|member| key.share(*member));
    let shares = Value::List(shares.map(|share| hex(share.bytes())).collect());
    Ok(Value::object([("X", hex(key.x().bytes())), ("Y", shares)]))
}

fn alpha(given: Given<'_>) -> Answer {
    let branch = given.field("branch")?.each(|entry| {
        let numbers: Vec<u32> = entry.each(Given::int)?;
        match numbers[..] {
            [step, 0, to] => Ok(BranchEntry::TakeBack { step, to }),
            [step, 1, ref absent @ ..] => {
                let absent = absent.iter().map(|who| u8::try_from(*who)).collect::<Result<_, _>>();
                Ok(BranchEntry::Default { step, absent: absent.map_err(|_| Failure::Malformed)? })
            }
            _ => Err(Failure::Malformed),
        }
    })?;
    let (start, salt) = (given.field("start")?.array()?, given.field("salt")?.array()?);
    let moment = Moment { start: &start, branch: &branch, step: given.field("step")?.int()? };
    Ok(hex(&moment.roll_alpha(&salt)))
}

fn roll(given: Given<'_>) -> Answer {
    let committee = committee(given)?;
    let shares = by_member(given.field("Y")?, &committee)?;
    let key = JointKey::from_known(committee, given.field("X")?.point()?, shares).ok_or(Failure::Malformed)?;
    let (alpha, match_id) = (given.field("alpha")?.bytes()?, given.field("match")?.array()?);
    let base = roll::point(key.x(), &alpha);
    let mut parts = BTreeMap::new();
    for entry in given.field("parts")?.list()? {
        let (member, part) = entry.two()?;
        let member = member.int()?;
        parts.insert(member, key.check_part(member, &part.bytes()?, &base, &match_id)?);
    }
    let parts: Vec<(u8, Point)> = parts.into_iter().collect();
    let gamma = key.combine(&parts).ok_or(Failure::Refused(Fault::Part))?;
    Ok(hex(&roll::seed(key.x(), &alpha, &gamma)))
}

/// The examples of the README: per purpose a_0 … a_2; the seal of seq 7; ρ of deck 1, position 5, seq 9.
fn derive(given: Given<'_>) -> Answer {
    let secrets = Secrets::from_root(&given.field("root")?.array()?);
    let here = secrets.in_match(&given.field("match")?.array()?, 0);
    let purposes = [Purpose::Roll, Purpose::Deck];
    let coefficients = |purpose| Value::List((0..3).map(|k| hex(here.coefficient(purpose, k).as_bytes())).collect());
    Ok(Value::object([
        ("identity", hex(secrets.identity())),
        ("box", hex(secrets.box_key().bytes())),
        ("g", hex(here.secret())),
        ("nonce", hex(&here.nonce())),
        ("a", Value::List(purposes.map(coefficients).to_vec())),
        ("e", Value::List(purposes.map(|purpose| hex(here.one_time(purpose).as_bytes())).to_vec())),
        ("seal", hex(&here.seal_nonce(7))),
        ("rho", hex(here.rho(1, 5, 9).as_bytes())),
    ]))
}
