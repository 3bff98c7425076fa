//! JSON values and their canonical form (protocol P2).
//!
//! Documents, actions and configurations are JSON at the border and nowhere else. Canonical JSON is one byte string for
//! each value: keys ascending, no spaces, integers only, everything outside printable ASCII escaped.

mod parse;
mod write;

pub use parse::{MAX_DEPTH, Malformed};
pub use write::Writer;

use std::collections::BTreeMap;

/// A JSON value.
///
/// `Big` and `Fraction` exist because they come in from outside and must reach the check that refuses them: no document
/// of any game holds either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// An integer outside 64 bits, as canonical decimal.
    Big(String),
    /// A number with a fraction or an exponent; its value is of no interest to anybody.
    Fraction,
    /// A text without lone surrogates.
    Str(String),
    /// An array.
    List(Vec<Value>),
    /// An object; keys ascend by code point, which is the order of their bytes.
    Object(BTreeMap<String, Value>),
}

impl Value {
    /// Reads JSON as people and programs write it: any spacing, any key order.
    ///
    /// # Errors
    /// [`Malformed`] if the bytes are no single JSON value in UTF-8, repeat a key in an object, hold a lone surrogate or
    /// nest deeper than [`MAX_DEPTH`].
    pub fn parse(bytes: &[u8]) -> Result<Value, Malformed> {
        parse::parse(bytes)
    }

    /// Reads bytes that must be canonical JSON (P2); `None` if they are not.
    pub fn parse_canonical(bytes: &[u8]) -> Option<Value> {
        let value = parse::parse(bytes).ok()?;
        (!value.has_fraction() && value.canonical() == bytes).then_some(value)
    }

    /// The canonical bytes (P2). A [`Value::Fraction`] has none; it is written as `null`.
    pub fn canonical(&self) -> Vec<u8> {
        let mut w = Writer::new();
        w.value(self);
        w.finish()
    }

    /// The canonical form as text (it is ASCII).
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.canonical()).into_owned()
    }

    /// An object of the given fields; of a repeated key the last stays.
    pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
        Value::Object(fields.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())
    }

    /// The field `key` of an object; `None` for everything else.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object()?.get(key)
    }

    /// The 64-bit integer this is, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(i) => Some(*i),
            _ => None,
        }
    }

    /// The integer this is, if it lies in `low..=high`.
    pub fn as_int_in(&self, low: i64, high: i64) -> Option<i64> {
        self.as_int().filter(|i| (low..=high).contains(i))
    }

    /// True for every integer, however large.
    pub fn is_integer(&self) -> bool {
        matches!(self, Value::Int(_) | Value::Big(_))
    }

    /// The text this is, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(s) => Some(s),
            _ => None,
        }
    }

    /// The truth value this is, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The elements, if this is an array.
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Value::List(l) => Some(l),
            _ => None,
        }
    }

    /// The fields, if this is an object.
    pub fn as_object(&self) -> Option<&BTreeMap<String, Value>> {
        match self {
            Value::Object(o) => Some(o),
            _ => None,
        }
    }

    /// True if this is an object with exactly these keys, in any order.
    pub fn has_exactly(&self, keys: &[&str]) -> bool {
        self.as_object().is_some_and(|o| o.len() == keys.len() && keys.iter().all(|k| o.contains_key(*k)))
    }

    fn has_fraction(&self) -> bool {
        match self {
            Value::Fraction => true,
            Value::List(l) => l.iter().any(Value::has_fraction),
            Value::Object(o) => o.values().any(Value::has_fraction),
            _ => false,
        }
    }
}

impl From<i64> for Value {
    fn from(i: i64) -> Self {
        Value::Int(i)
    }
}

impl From<u8> for Value {
    fn from(i: u8) -> Self {
        Value::Int(i.into())
    }
}

impl From<u32> for Value {
    fn from(i: u32) -> Self {
        Value::Int(i.into())
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Self {
        Value::Bool(b)
    }
}

impl From<&str> for Value {
    fn from(s: &str) -> Self {
        Value::Str(s.to_owned())
    }
}

impl From<Vec<Value>> for Value {
    fn from(l: Vec<Value>) -> Self {
        Value::List(l)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(o: Option<T>) -> Self {
        o.map_or(Value::Null, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_form_sorts_keys_and_escapes() {
        let v = Value::parse("{\"b\": [1, -2, true, null], \"a\": \"é\\n\u{1F600}\\u007f\"}".as_bytes()).unwrap();
        assert_eq!(v.text(), r#"{"a":"\u00e9\n\ud83d\ude00\u007f","b":[1,-2,true,null]}"#);
        assert_eq!(Value::parse_canonical(v.text().as_bytes()), Some(v));
    }

    #[test]
    fn only_one_form_is_canonical() {
        for bad in [
            "1.0",
            "1e2",
            "-0",
            "01",
            " 1",
            "1 ",
            "{\"a\":1,\"a\":2}",
            "\"\\u0041\"",
            "\"\u{e9}\"",
            "\"\\ud800\"",
            "",
            "[1,]",
            "nul",
        ] {
            assert_eq!(Value::parse_canonical(bad.as_bytes()), None, "{bad}");
        }
        for good in ["0", "-1", "123456789012345678901234567890", "\"\\ud83d\\ude00\"", "{}", "[[]]"] {
            assert!(Value::parse_canonical(good.as_bytes()).is_some(), "{good}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let deep = |n: usize| [vec![b'['; n], vec![b']'; n]].concat();
        assert!(Value::parse(&deep(MAX_DEPTH)).is_ok());
        assert!(Value::parse(&deep(MAX_DEPTH + 1)).is_err());
        assert!(Value::parse(&deep(1_000_000)).is_err());
    }
}
