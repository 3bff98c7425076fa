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
use crate::{armor, fork};

/// Runs one case: the value it comes to, or the code it is refused with. `rules` are those of the matches in it.
///
/// Bytes stand in `given` and in the result as hexadecimal text, files as base64. `None` if `op` is not an operation of
/// this crate or `given` is not what it takes.
#[must_use]
pub fn run(op: &str, given: &Value, rules: &dyn Rules) -> Option<Result<Value, Code>> {
    let bytes = |key: &str| hex(given.get(key)?.as_str()?);
    Some(match op {
        "codec.decode" => decode(&bytes("hex")?, limit(given)?),
        "codec.encode" => Ok(Value::from(&*hex_of(&encode(given.get("value")?)?))),
        "json.canonical" => Ok(Value::Str(given.get("value")?.text())),
        "json.check" => Ok(Value::from(Value::parse_canonical(&bytes("hex")?).is_some())),
        "armor.write" => Ok(Value::Str(armor::write(&bytes("hex")?))),
        "armor.read" => armor::read(given.get("text")?.as_str()?).map(blocks).map_err(code),
        "event.parse" => Event::parse(&bytes("raw")?, bytes("sig")?.try_into().ok()?).map(parsed).map_err(code),
        "fork.verify" => fork::verify(&file(given.get("file")?)?).map(convicted).map_err(code),
        "file.union" => union(given, rules)?.map(|log| file_of(&log.file())).map_err(code),
        "file.for" => {
            let members = given.get("members")?.as_list()?.iter().map(member).collect::<Option<Vec<u8>>>()?;
            union(given, rules)?.map(|log| file_of(&log.file_for(&members))).map_err(code)
        }
        _ => return None,
    })
}

/// The log of the files of a case, received one after the other; `None` if they are not given.
#[must_use]
pub fn union(given: &Value, rules: &dyn Rules) -> Option<Result<Log, Refusal>> {
    let files = given.get("files")?.as_list()?.iter().map(file).collect::<Option<Vec<_>>>()?;
    let (first, rest) = files.split_first()?;
    let one = NonZeroUsize::MIN;
    let log = Log::open(first, |charter| rules.accepts(&charter.config, charter.players), one);
    Some(log.and_then(|mut log| {
        for file in rest {
            log.receive(file, one)?;
        }
        Ok(log)
    }))
}

fn code(refusal: Refusal) -> Code {
    refusal.code
}

fn limit(given: &Value) -> Option<usize> {
    given.get("limit").map_or(Some(MAX_RAW), |limit| usize::try_from(limit.as_int()?).ok())
}

fn member(value: &Value) -> Option<u8> {
    u8::try_from(value.as_int()?).ok()
}

fn decode(bytes: &[u8], limit: usize) -> Result<Value, Code> {
    codec::check(bytes, limit)?;
    tagged(&mut Reader::new(bytes))
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

fn blocks(blocks: Vec<Vec<u8>>) -> Value {
    Value::List(blocks.iter().map(|block| Value::Str(hex_of(block))).collect())
}

fn parsed(event: Event) -> Value {
    let parents = u32::try_from(event.parents.len()).unwrap_or(u32::MAX);
    Value::object([
        ("id", Value::Str(hex_of(&event.id))),
        ("kind", Value::from(event.kind.as_str())),
        ("author", Value::from(event.author)),
        ("seq", Value::from(u32::from(event.seq))),
        ("step", Value::from(event.step)),
        ("digest", Value::Str(hex_of(&event.digest))),
        ("parents", Value::from(parents)),
    ])
}

fn convicted(who: fork::Convicted) -> Value {
    Value::List(vec![Value::Str(who.name), Value::from(who.author), Value::from(u32::from(who.seq))])
}

fn file(value: &Value) -> Option<Vec<u8>> {
    STANDARD.decode(value.as_str()?).ok()
}

fn file_of(bytes: &[u8]) -> Value {
    Value::Str(STANDARD.encode(bytes))
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).and_then(|d| u8::try_from(d).ok());
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| if let [high, low] = *pair { Some(digit(high)? << 4 | digit(low)?) } else { None }).collect()
}

fn hex_of(bytes: &[u8]) -> String {
    let digit = |d: u8| char::from_digit(u32::from(d), 16).unwrap_or('0');
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
