//! The operations of the protocol's test vectors that concern bytes, events and files. One entry point, so that a test in
//! any language can run any case.

use std::num::NonZeroUsize;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use referee_kernel::json::Value;
use referee_kernel::wire::Rules;

use crate::codec::{self, Reader, Token, Writer};
use crate::event::Event;
use crate::limits::MAX_RAW;
use crate::log::Log;
use crate::refusal::{Code, Refusal};
use crate::{armor, fork, verdict};

/// Why a case has no output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The operation belongs to another crate, or to none.
    Unknown,
    /// The input has not the shape of its operation.
    Malformed,
    /// The input was refused; this is the `error` of the case.
    Refused(Code),
}

impl From<Code> for Failure {
    fn from(code: Code) -> Self {
        Failure::Refused(code)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Refused(refusal.code)
    }
}

type Answer = Result<Value, Failure>;

/// Runs one case. `rules` are those of the matches in it. Bytes are hexadecimal in `given` and in the result, files base64.
///
/// # Errors
/// [`Failure`]; of its kinds only [`Failure::Refused`] occurs in vectors.
pub fn run(op: &str, given: &Value, rules: &dyn Rules) -> Answer {
    match op {
        "codec.decode" => decode(&bytes(given, "hex")?, limit(given)?),
        "codec.encode" => Ok(text(hex_of(&encode(field(given, "value")?).ok_or(Failure::Malformed)?))),
        "json.canonical" => Ok(text(field(given, "value")?.text())),
        "json.check" => Ok(Value::from(Value::parse_canonical(&bytes(given, "hex")?).is_some())),
        "armor.write" => Ok(text(armor::write(&bytes(given, "hex")?))),
        "armor.read" => Ok(blocks(&armor::read(str_of(field(given, "text")?)?)?)),
        "event.parse" => {
            let sig = bytes(given, "sig")?.try_into().map_err(|_| Failure::Malformed)?;
            Ok(parsed(&Event::parse(&bytes(given, "raw")?, sig)?))
        }
        "fork.verify" => Ok(convicted(fork::verify(&file(field(given, "file")?)?)?)),
        "file.union" => Ok(text(STANDARD.encode(union(given, rules)?.file()))),
        "file.for" => {
            let members = list(given, "members")?.iter().map(member).collect::<Result<Vec<u8>, Failure>>()?;
            Ok(text(STANDARD.encode(union(given, rules)?.file_for(&members))))
        }
        _ => verdict::run(op, given, rules),
    }
}

/// The log of the `files` of a case, received one after the other.
///
/// # Errors
/// [`Failure::Malformed`] if there are none, [`Failure::Refused`] if one is refused.
pub fn union(given: &Value, rules: &dyn Rules) -> Result<Log, Failure> {
    let files = list(given, "files")?.iter().map(file).collect::<Result<Vec<_>, Failure>>()?;
    let (first, rest) = files.split_first().ok_or(Failure::Malformed)?;
    let one = NonZeroUsize::MIN;
    let mut log = Log::open(first, |charter| rules.accepts(&charter.config, charter.players), one)?;
    for file in rest {
        log.receive(file, one)?;
    }
    Ok(log)
}

pub(crate) fn field<'a>(given: &'a Value, key: &str) -> Result<&'a Value, Failure> {
    given.get(key).ok_or(Failure::Malformed)
}

fn list<'a>(given: &'a Value, key: &str) -> Result<&'a [Value], Failure> {
    field(given, key)?.as_list().ok_or(Failure::Malformed)
}

fn str_of(value: &Value) -> Result<&str, Failure> {
    value.as_str().ok_or(Failure::Malformed)
}

pub(crate) fn bytes(given: &Value, key: &str) -> Result<Vec<u8>, Failure> {
    hex(str_of(field(given, key)?)?).ok_or(Failure::Malformed)
}

fn text(text: String) -> Value {
    Value::Str(text)
}

fn limit(given: &Value) -> Result<usize, Failure> {
    let limit = given.get("limit").map_or(Some(MAX_RAW), |limit| usize::try_from(limit.as_int()?).ok());
    limit.ok_or(Failure::Malformed)
}

fn member(value: &Value) -> Result<u8, Failure> {
    value.as_int().and_then(|m| u8::try_from(m).ok()).ok_or(Failure::Malformed)
}

fn decode(bytes: &[u8], limit: usize) -> Answer {
    codec::check(bytes, limit)?;
    Ok(tagged(&mut Reader::new(bytes))?)
}

/// A value as the vectors write it: integers and lists as themselves, bytes and texts with a tag.
fn tagged(r: &mut Reader<'_>) -> Result<Value, Code> {
    Ok(match r.token()? {
        Token::Uint(n) => i64::try_from(n).map_or_else(|_| Value::Big(n.to_string()), Value::Int),
        Token::Bytes(bytes) => Value::object([("b", Value::Str(hex_of(bytes)))]),
        Token::Text(text) => Value::object([("t", Value::from(text))]),
        Token::Array(n) => Value::List((0..n).map(|_| tagged(r)).collect::<Result<_, _>>()?),
    })
}

fn encode(value: &Value) -> Option<Vec<u8>> {
    let mut w = Writer::new();
    write(&mut w, value)?;
    Some(w.finish())
}

fn write(w: &mut Writer, value: &Value) -> Option<()> {
    match value {
        Value::Int(n) => w.uint(u64::try_from(*n).ok()?),
        Value::Big(n) => w.uint(n.parse().ok()?),
        Value::List(elements) => {
            w.array(elements.len()).ok()?;
            elements.iter().try_for_each(|element| write(w, element))?;
        }
        _ => match value.get("b") {
            Some(bytes) => w.bytes(&hex(bytes.as_str()?)?).ok()?,
            None => w.text(value.get("t")?.as_str()?).ok()?,
        },
    }
    Some(())
}

fn blocks(blocks: &[Vec<u8>]) -> Value {
    Value::List(blocks.iter().map(|block| text(hex_of(block))).collect())
}

fn parsed(event: &Event) -> Value {
    let parents = u32::try_from(event.parents.len()).unwrap_or(u32::MAX);
    Value::object([
        ("id", text(hex_of(&event.id))),
        ("kind", Value::from(event.kind.as_str())),
        ("author", Value::from(event.author)),
        ("seq", Value::from(u32::from(event.seq))),
        ("step", Value::from(event.step)),
        ("digest", text(hex_of(&event.digest))),
        ("parents", Value::from(parents)),
    ])
}

fn convicted(who: fork::Convicted) -> Value {
    Value::List(vec![text(who.name), Value::from(who.author), Value::from(u32::from(who.seq))])
}

fn file(value: &Value) -> Result<Vec<u8>, Failure> {
    STANDARD.decode(str_of(value)?).map_err(|_| Failure::Malformed)
}

pub(crate) fn hex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).and_then(|d| u8::try_from(d).ok());
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| if let [high, low] = *pair { Some(digit(high)? << 4 | digit(low)?) } else { None }).collect()
}

pub(crate) fn hex_of(bytes: &[u8]) -> String {
    let digit = |d: u8| char::from_digit(u32::from(d), 16).unwrap_or('0');
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
