//! The reader: tolerant of spacing and order, strict about everything else.

use super::Value;
use std::collections::BTreeMap;

/// How deep arrays and objects may stand in each other.
pub const MAX_DEPTH: usize = 64;

/// Bytes that are no JSON value; `at` is the offset where that shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a JSON value (byte {at})")]
pub struct Malformed {
    /// Offset in bytes.
    pub at: usize,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

pub(super) fn parse(bytes: &[u8]) -> Result<Value, Malformed> {
    let mut r = Reader { bytes, at: 0 };
    let value = r.value(0)?;
    r.space();
    if r.at == bytes.len() { Ok(value) } else { Err(r.wrong()) }
}

impl Reader<'_> {
    fn wrong(&self) -> Malformed {
        Malformed { at: self.at }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self) -> Result<u8, Malformed> {
        let b = self.peek().ok_or(self.wrong())?;
        self.at += 1;
        Ok(b)
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, word: &[u8]) -> Result<(), Malformed> {
        match self.bytes.get(self.at..) {
            Some(rest) if rest.starts_with(word) => {
                self.at += word.len();
                Ok(())
            }
            _ => Err(self.wrong()),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, Malformed> {
        self.space();
        match self.peek().ok_or(self.wrong())? {
            b'{' if depth < MAX_DEPTH => self.object(depth),
            b'[' if depth < MAX_DEPTH => self.list(depth),
            b'"' => self.string().map(Value::Str),
            b't' => self.expect(b"true").map(|()| Value::Bool(true)),
            b'f' => self.expect(b"false").map(|()| Value::Bool(false)),
            b'n' => self.expect(b"null").map(|()| Value::Null),
            b'-' | b'0'..=b'9' => self.number(),
            _ => Err(self.wrong()),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, Malformed> {
        self.at += 1;
        let mut fields = BTreeMap::new();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Object(fields));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.wrong());
            }
            let key = self.string()?;
            self.space();
            self.expect(b":")?;
            let value = self.value(depth + 1)?;
            if fields.insert(key, value).is_some() {
                return Err(self.wrong());
            }
            self.space();
            match self.take()? {
                b',' => {}
                b'}' => return Ok(Value::Object(fields)),
                _ => return Err(Malformed { at: self.at - 1 }),
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, Malformed> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            match self.take()? {
                b',' => {}
                b']' => return Ok(Value::List(items)),
                _ => return Err(Malformed { at: self.at - 1 }),
            }
        }
    }

    fn number(&mut self) -> Result<Value, Malformed> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let first = self.at;
        self.digits()?;
        if self.bytes.get(first) == Some(&b'0') && self.at > first + 1 {
            return Err(Malformed { at: first });
        }
        let end = self.at;
        let mut fraction = false;
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
            fraction = true;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
            fraction = true;
        }
        if fraction {
            return Ok(Value::Fraction);
        }
        let text = self.bytes.get(start..end).and_then(|b| std::str::from_utf8(b).ok()).ok_or(self.wrong())?;
        Ok(text.parse().map_or_else(|_| Value::Big(text.to_owned()), Value::Int))
    }

    fn digits(&mut self) -> Result<(), Malformed> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(self.wrong()) } else { Ok(()) }
    }

    fn string(&mut self) -> Result<String, Malformed> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            let plain = self.bytes.get(start..self.at).unwrap_or_default();
            text.push_str(std::str::from_utf8(plain).map_err(|_| Malformed { at: start })?);
            match self.take()? {
                b'"' => return Ok(text),
                b'\\' => text.push(self.escape()?),
                _ => return Err(Malformed { at: self.at - 1 }),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Malformed> {
        Ok(match self.take()? {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.hex4()?;
                let code = if (0xd800..0xdc00).contains(&high) {
                    self.expect(b"\\u")?;
                    let low = self.hex4()?;
                    if !(0xdc00..0xe000).contains(&low) {
                        return Err(self.wrong());
                    }
                    0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)
                } else {
                    high
                };
                char::from_u32(code).ok_or(self.wrong())?
            }
            _ => return Err(Malformed { at: self.at - 1 }),
        })
    }

    fn hex4(&mut self) -> Result<u32, Malformed> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = char::from(self.take()?).to_digit(16).ok_or(self.wrong())?;
            code = code * 16 + digit;
        }
        Ok(code)
    }
}
