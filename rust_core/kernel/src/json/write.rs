//! The writer: canonical bytes without a tree in between.

use super::Value;

/// Writes one canonical JSON value, piece by piece.
///
/// Keys must be written in ascending order; debug builds check it. Positions are written this way, once a step, so no
/// tree of values is built for them.
#[derive(Debug, Default)]
pub struct Writer {
    out: Vec<u8>,
    more: bool,
    #[cfg(debug_assertions)]
    keys: Vec<Option<String>>,
}

const HEX: &[u8; 16] = b"0123456789abcdef";

impl Writer {
    /// An empty writer.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty writer with room for `bytes` bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { out: Vec::with_capacity(bytes), ..Self::default() }
    }

    /// The bytes written.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }

    fn separate(&mut self) {
        if self.more {
            self.out.push(b',');
        }
        self.more = true;
    }

    /// An object; `fields` writes its fields with [`Writer::key`] and a value each.
    pub fn object(&mut self, fields: impl FnOnce(&mut Self)) {
        self.separate();
        self.out.push(b'{');
        self.more = false;
        #[cfg(debug_assertions)]
        self.keys.push(None);
        fields(self);
        #[cfg(debug_assertions)]
        self.keys.pop();
        self.out.push(b'}');
        self.more = true;
    }

    /// An array; `items` writes its elements.
    pub fn list(&mut self, items: impl FnOnce(&mut Self)) {
        self.separate();
        self.out.push(b'[');
        self.more = false;
        items(self);
        self.out.push(b']');
        self.more = true;
    }

    /// The key of the next value.
    pub fn key(&mut self, key: &str) -> &mut Self {
        #[cfg(debug_assertions)]
        if let Some(last) = self.keys.last_mut() {
            debug_assert!(last.as_deref() < Some(key), "keys must ascend: {key} after {last:?}");
            *last = Some(key.to_owned());
        }
        self.separate();
        self.quoted(key);
        self.out.push(b':');
        self.more = false;
        self
    }

    /// An integer.
    pub fn int(&mut self, i: impl Into<i64>) {
        self.separate();
        let i: i64 = i.into();
        if i < 0 {
            self.out.push(b'-');
        }
        let mut rest = i.unsigned_abs();
        let mut digits = [0_u8; 20];
        let mut n = 0;
        loop {
            if let Some(d) = digits.get_mut(n) {
                *d = b'0' + (rest % 10) as u8;
            }
            n += 1;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.out.extend(digits.iter().take(n).rev());
    }

    /// An integer or `null`.
    pub fn int_or_null(&mut self, i: Option<impl Into<i64>>) {
        match i {
            Some(i) => self.int(i),
            None => self.null(),
        }
    }

    /// A text.
    pub fn str(&mut self, s: &str) {
        self.separate();
        self.quoted(s);
    }

    /// A text or `null`.
    pub fn str_or_null(&mut self, s: Option<&str>) {
        match s {
            Some(s) => self.str(s),
            None => self.null(),
        }
    }

    /// `true` or `false`.
    pub fn bool(&mut self, b: bool) {
        self.separate();
        self.out.extend(if b { &b"true"[..] } else { b"false" });
    }

    /// `null`.
    pub fn null(&mut self) {
        self.separate();
        self.out.extend(b"null");
    }

    /// An array of integers.
    pub fn ints<I: Into<i64>>(&mut self, items: impl IntoIterator<Item = I>) {
        self.list(|w| items.into_iter().for_each(|i| w.int(i)));
    }

    /// An array of texts.
    pub fn strs<'a>(&mut self, items: impl IntoIterator<Item = &'a str>) {
        self.list(|w| items.into_iter().for_each(|s| w.str(s)));
    }

    /// A whole value. Recursion is bounded by [`super::MAX_DEPTH`] for what was read from outside.
    pub fn value(&mut self, value: &Value) {
        match value {
            Value::Null | Value::Fraction => self.null(),
            Value::Bool(b) => self.bool(*b),
            Value::Int(i) => self.int(*i),
            Value::Big(digits) => {
                self.separate();
                self.out.extend(digits.as_bytes());
            }
            Value::Str(s) => self.str(s),
            Value::List(items) => self.list(|w| items.iter().for_each(|v| w.value(v))),
            Value::Object(fields) => self.object(|w| {
                for (key, v) in fields {
                    w.key(key).value(v);
                }
            }),
        }
    }

    /// A value that is canonical JSON already.
    pub fn raw(&mut self, canonical: &[u8]) {
        self.separate();
        self.out.extend(canonical);
    }

    fn quoted(&mut self, s: &str) {
        self.out.push(b'"');
        // Keys and ids stand for themselves, and they are most of a document.
        if s.bytes().all(|b| matches!(b, b' '..=b'~') && b != b'"' && b != b'\\') {
            self.out.extend_from_slice(s.as_bytes());
        } else {
            self.escaped(s);
        }
        self.out.push(b'"');
    }

    fn escaped(&mut self, s: &str) {
        for c in s.chars() {
            match c {
                '"' => self.out.extend(b"\\\""),
                '\\' => self.out.extend(b"\\\\"),
                '\u{8}' => self.out.extend(b"\\b"),
                '\u{c}' => self.out.extend(b"\\f"),
                '\n' => self.out.extend(b"\\n"),
                '\r' => self.out.extend(b"\\r"),
                '\t' => self.out.extend(b"\\t"),
                ' '..='~' => self.out.push(c as u8),
                _ => {
                    let mut units = [0_u16; 2];
                    for unit in c.encode_utf16(&mut units) {
                        self.out.extend(b"\\u");
                        for shift in [12, 8, 4, 0] {
                            self.out.push(HEX[usize::from(*unit >> shift & 15)]);
                        }
                    }
                }
            }
        }
    }
}
