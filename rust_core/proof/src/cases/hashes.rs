//! Cases of hashing, signatures, the group and streams (P3–P6, and the rules hash of P14).

use referee_kernel::digest::{Name, f};
use referee_kernel::json::Value;
use referee_kernel::set::rules_hash;
use referee_kernel::stream::Stream;

use super::given::{Given, hex};
use super::{Answer, Failure};
use crate::ed25519;
use crate::group::{hash_to_point, hash_to_scalar};

pub(super) fn run(op: &str, given: Given<'_>) -> Answer {
    match op {
        "hash.F" => digest(given, |name, parts| hex(&f(name, parts))),
        "hash.Hs" => digest(given, |name, parts| hex(hash_to_scalar(name, parts).as_bytes())),
        "hash.Hp" => digest(given, |name, parts| hex(hash_to_point(name, parts).bytes())),
        "rules.hash" => rules(given),
        "ed25519.verify" => {
            let [key, message, signature] = ["key", "msg", "sig"].map(|key| given.field(key)?.bytes());
            Ok(Value::Bool(ed25519::verify(&key?, &message?, &signature?)))
        }
        "point.check" => given.field("hex")?.point().map(|_| Value::Bool(true)),
        "scalar.check" => given.field("hex")?.scalar().map(|_| Value::Bool(true)),
        "stream.run" => stream(given),
        _ => Err(Failure::Unknown),
    }
}

fn digest(given: Given<'_>, hash: impl Fn(Name, &[&[u8]]) -> Value) -> Answer {
    let name = Name::parse(given.field("name")?.text()?).ok_or(Failure::Malformed)?;
    let parts = given.field("parts")?.each(Given::bytes)?;
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    Ok(hash(name, &parts))
}

fn rules(given: Given<'_>) -> Answer {
    let documents: Vec<&Value> = given.field("documents")?.list()?.map(Given::value).collect();
    let hash = rules_hash(given.field("game")?.text()?, given.field("version")?.int()?, &documents);
    Ok(hex(&hash))
}

fn stream(given: Given<'_>) -> Answer {
    let mut stream = if given.has("seed") {
        Stream::from_seed(&given.field("seed")?.array()?)
    } else {
        Stream::from_words(given.field("words")?.each(Given::int)?)
    };
    let out = given.field("requests")?.list()?.map(|request| answer(&mut stream, request));
    let out = out.collect::<Result<Vec<Value>, Failure>>()?;
    let used = i64::try_from(stream.used()).map_err(|_| Failure::Malformed)?;
    Ok(Value::object([("out", Value::List(out)), ("used", Value::Int(used))]))
}

fn answer(stream: &mut Stream, request: Given<'_>) -> Answer {
    let (what, with) = request.two()?;
    match what.text()? {
        "below" => Ok(number(stream.below(with.int()?))),
        "die" => Ok(number(stream.die(with.int()?))),
        "shuffle" => Ok(Value::List(stream.shuffle(with.int()?).into_iter().map(number).collect())),
        "draw" => {
            let mut kinds = with.each(|kind| {
                let (id, count) = kind.two()?;
                Ok((id.value(), count.int::<u32>()?))
            })?;
            // Numbers ascend numerically, names by their bytes; one multiset has either.
            kinds.sort_by_key(|(id, _)| (id.as_int(), id.as_str()));
            let counts: Vec<u32> = kinds.iter().map(|(_, count)| *count).collect();
            let (drawn, _) = kinds.get(stream.draw(&counts)).ok_or(Failure::Malformed)?;
            Ok((*drawn).clone())
        }
        _ => Err(Failure::Malformed),
    }
}

fn number(n: u32) -> Value {
    Value::Int(i64::from(n))
}
