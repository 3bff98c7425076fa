//! The encoding of everything that is signed or sent (protocol P2): a subset of MessagePack in which every value has one
//! form.
//!
//! [`check`] decides about untrusted bytes without reserving memory; [`Reader`] then walks over them, borrowing byte
//! strings and texts from the input. Nothing is ever built from bytes that were not checked to their end.

use core::str;

use crate::limits::MAX_DEPTH;
use crate::refusal::Code;

/// One value, or the head of an array whose elements follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// An unsigned integer.
    Uint(u64),
    /// A byte string.
    Bytes(&'a [u8]),
    /// A text.
    Text(&'a str),
    /// An array with this many elements.
    Array(u16),
}

/// Checks that `bytes` are the encoding of one value and nothing else. O(length), no allocation.
///
/// # Errors
/// The first of `C_SIZE` (longer than `limit`), then, at the byte where it appears reading left to right, `C_TRUNCATED`,
/// `C_TYPE`, `C_MINIMAL`, `C_UTF8`, `C_TEXT`, `C_DEPTH`, and at the end `C_TRAILING`.
pub fn check(bytes: &[u8], limit: usize) -> Result<(), Code> {
    if bytes.len() > limit {
        return Err(Code::CSize);
    }
    let mut reader = Reader::new(bytes);
    loop {
        reader.token()?;
        if reader.depth == 0 {
            break;
        }
    }
    if reader.rest.is_empty() { Ok(()) } else { Err(Code::CTrailing) }
}

/// Walks over encoded values from left to right.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
    /// Elements still to come of each open array; all counts are at least 1.
    open: [u16; MAX_DEPTH],
    depth: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the first of `bytes`.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, open: [0; MAX_DEPTH], depth: 0 }
    }

    /// The next value, or the head of the next array.
    ///
    /// # Errors
    /// The codes of [`check`] except `C_SIZE` and `C_TRAILING`.
    pub fn token(&mut self) -> Result<Token<'a>, Code> {
        let [mark] = self.take_n()?;
        let token = match mark {
            0x00..=0x7f => Token::Uint(u64::from(mark)),
            0x90..=0x9f => return self.begin(u16::from(mark & 0x0f)),
            0xa0..=0xbf => self.text(u16::from(mark & 0x1f))?,
            0xc4 => self.byte_string(0)?,
            0xc5 => self.byte_string(1 << 8)?,
            0xcc => Token::Uint(self.uint::<1>(1 << 7)?),
            0xcd => Token::Uint(self.uint::<2>(1 << 8)?),
            0xce => Token::Uint(self.uint::<4>(1 << 16)?),
            0xcf => Token::Uint(self.uint::<8>(1 << 32)?),
            0xd9 => {
                let n = self.short::<1>(32)?;
                self.text(n)?
            }
            0xda => {
                let n = self.short::<2>(1 << 8)?;
                self.text(n)?
            }
            0xdc => {
                let n = self.short::<2>(16)?;
                return self.begin(n);
            }
            _ => return Err(Code::CType),
        };
        self.end_element();
        Ok(token)
    }

    /// The next value if it is an integer.
    pub fn uint_value(&mut self) -> Option<u64> {
        match self.token() {
            Ok(Token::Uint(n)) => Some(n),
            _ => None,
        }
    }

    /// The next value if it is a byte string.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        match self.token() {
            Ok(Token::Bytes(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// The next value if it is a byte string of exactly `N` bytes.
    pub fn array_of<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes()?.try_into().ok()
    }

    /// The next value if it is a text.
    pub fn text_value(&mut self) -> Option<&'a str> {
        match self.token() {
            Ok(Token::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The number of elements of the next value if it is an array; its elements follow.
    pub fn list(&mut self) -> Option<u16> {
        match self.token() {
            Ok(Token::Array(n)) => Some(n),
            _ => None,
        }
    }

    /// Enters the next value if it is an array of exactly `n` elements.
    pub fn tuple(&mut self, n: u16) -> Option<()> {
        (self.list()? == n).then_some(())
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], Code> {
        let (taken, rest) = self.rest.split_at_checked(n).ok_or(Code::CTruncated)?;
        self.rest = rest;
        Ok(taken)
    }

    fn take_n<const N: usize>(&mut self) -> Result<[u8; N], Code> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Code::CTruncated)?;
        self.rest = rest;
        Ok(*taken)
    }

    /// A big-endian integer of N bytes, which is too long a form below `least`.
    fn uint<const N: usize>(&mut self, least: u64) -> Result<u64, Code> {
        let n = self.take_n::<N>()?.iter().fold(0, |n, &byte| n << 8 | u64::from(byte));
        if n < least { Err(Code::CMinimal) } else { Ok(n) }
    }

    fn short<const N: usize>(&mut self, least: u64) -> Result<u16, Code> {
        u16::try_from(self.uint::<N>(least)?).map_err(|_| Code::CTruncated)
    }

    /// A byte string whose length has one byte, or two where `least` is above what one can say.
    fn byte_string(&mut self, least: u64) -> Result<Token<'a>, Code> {
        let n = if least == 0 { self.short::<1>(least)? } else { self.short::<2>(least)? };
        Ok(Token::Bytes(self.take(usize::from(n))?))
    }

    fn text(&mut self, n: u16) -> Result<Token<'a>, Code> {
        let text = str::from_utf8(self.take(usize::from(n))?).map_err(|_| Code::CUtf8)?;
        if text.chars().any(is_forbidden) { Err(Code::CText) } else { Ok(Token::Text(text)) }
    }

    fn begin(&mut self, n: u16) -> Result<Token<'a>, Code> {
        let depth = self.depth;
        let Some(open) = self.open.get_mut(depth) else { return Err(Code::CDepth) };
        // Every element has at least one byte, so a longer array cannot be there.
        if usize::from(n) > self.rest.len() {
            return Err(Code::CTruncated);
        }
        if n == 0 {
            self.end_element();
        } else {
            *open = n;
            self.depth += 1;
        }
        Ok(Token::Array(n))
    }

    /// Counts an element that is complete, and closes every array that was waiting for it.
    fn end_element(&mut self) {
        while let Some(open) = self.depth.checked_sub(1).and_then(|at| self.open.get_mut(at)) {
            *open -= 1;
            if *open > 0 {
                break;
            }
            self.depth -= 1;
        }
    }
}

/// Characters that would make two different texts look alike, or steer a terminal: all controls but the line feed, line
/// and paragraph separators, direction marks, the byte order mark.
fn is_forbidden(c: char) -> bool {
    matches!(c,
        '\0'..='\u{9}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        | '\u{feff}')
}

/// Writes values in their only form, appending to a buffer.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

/// A byte string, text or array longer than 65 535, which has no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl Writer {
    /// A writer with nothing written yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    /// A writer that has reserved `bytes`.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes) }
    }

    /// What was written.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    /// Appends bytes that are encoded already, or stand before what is encoded.
    pub fn plain(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes an integer.
    pub fn uint(&mut self, n: u64) {
        let bytes = n.to_be_bytes();
        let (mark, size) = match n {
            0..0x80 => (None, 1),
            0x80..0x100 => (Some(0xcc), 1),
            0x100..0x1_0000 => (Some(0xcd), 2),
            0x1_0000..0x1_0000_0000 => (Some(0xce), 4),
            _ => (Some(0xcf), 8),
        };
        self.bytes.extend(mark);
        self.bytes.extend_from_slice(&bytes[8 - size..]);
    }

    /// Writes a byte string.
    ///
    /// # Errors
    /// [`TooLong`] above 65 535 bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        self.head(bytes.len(), None, Some(0xc4), 0xc5)?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes a text. Whether its characters are allowed is checked where it is read.
    ///
    /// # Errors
    /// [`TooLong`] above 65 535 bytes.
    pub fn text(&mut self, text: &str) -> Result<(), TooLong> {
        self.head(text.len(), Some((0xa0, 32)), Some(0xd9), 0xda)?;
        self.bytes.extend_from_slice(text.as_bytes());
        Ok(())
    }

    /// Writes the head of an array; its `n` elements must follow.
    ///
    /// # Errors
    /// [`TooLong`] above 65 535 elements.
    pub fn array(&mut self, n: usize) -> Result<(), TooLong> {
        self.head(n, Some((0x90, 16)), None, 0xdc)
    }

    /// The shortest head for a length: in the mark itself below a bound, then with one byte, then with two.
    fn head(&mut self, n: usize, fixed: Option<(u8, u8)>, one: Option<u8>, two: u8) -> Result<(), TooLong> {
        let n = u16::try_from(n).map_err(|_| TooLong)?;
        let [high, low] = n.to_be_bytes();
        match (fixed, one) {
            (Some((mark, bound)), _) if n < u16::from(bound) => self.bytes.push(mark | low),
            (_, Some(mark)) if high == 0 => self.bytes.extend_from_slice(&[mark, low]),
            _ => self.bytes.extend_from_slice(&[two, high, low]),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_the_shortest_form() {
        for n in [0, 127, 128, 255, 256, 65_535, 65_536, u32::MAX.into(), 1 << 32, u64::MAX] {
            let mut w = Writer::new();
            w.uint(n);
            let bytes = w.finish();
            assert_eq!(check(&bytes, bytes.len()), Ok(()));
            assert_eq!(Reader::new(&bytes).token(), Ok(Token::Uint(n)));
        }
        for n in [0, 15, 16, 31, 32, 255, 256, 65_535] {
            let mut w = Writer::new();
            w.array(2).unwrap();
            w.bytes(&vec![1; n]).unwrap();
            w.text(&"x".repeat(n)).unwrap();
            let bytes = w.finish();
            assert_eq!(check(&bytes, bytes.len()), Ok(()));
            let mut r = Reader::new(&bytes);
            assert_eq!(r.tuple(2), Some(()));
            assert_eq!(r.bytes().map(<[u8]>::len), Some(n));
            assert_eq!(r.text_value().map(str::len), Some(n));
            assert_eq!(r.token(), Err(Code::CTruncated));
        }
        assert_eq!(Writer::new().bytes(&[0; 65_536]), Err(TooLong));
        assert_eq!(Writer::new().array(65_536), Err(TooLong));
    }

    #[test]
    fn arrays_nest_to_eight() {
        let nested = |n: usize| [vec![0x91; n - 1], vec![0x90]].concat();
        assert_eq!(check(&nested(8), 100), Ok(()));
        assert_eq!(check(&nested(9), 100), Err(Code::CDepth));
        assert_eq!(check(&nested(1_000_000), 1_000_000), Err(Code::CDepth));
        // An array that is complete is open no more: depth is nesting, not number.
        let wide = [&[0xdc, 0x01, 0x00][..], &[0x91, 0x91, 0x91, 0x91, 0x91, 0x91, 0x90].repeat(256)].concat();
        assert_eq!(check(&wide, wide.len()), Ok(()));
    }

    #[test]
    fn the_first_fault_from_the_left_is_named() {
        for (bytes, code) in [
            (&[][..], Code::CTruncated),
            (&[0xc0], Code::CType),
            (&[0x80], Code::CType),
            (&[0xff], Code::CType),
            (&[0xcc, 0x7f], Code::CMinimal),
            (&[0xcf, 0, 0, 0, 0, 0xff], Code::CTruncated),
            (&[0xdc, 0x00, 0x0f], Code::CMinimal),
            (&[0xdc, 0xff, 0xff, 0x00], Code::CTruncated),
            (&[0x92, 0xc0], Code::CTruncated),
            (&[0x92, 0xc0, 0xc0], Code::CType),
            (&[0xa2, 0xc3, 0x28], Code::CUtf8),
            (&[0xa3, 0xed, 0xa0, 0x80], Code::CUtf8),
            (&[0xa1, 0x09], Code::CText),
            (&[0xa3, 0xef, 0xbb, 0xbf], Code::CText),
            (&[0x01, 0x01], Code::CTrailing),
            (&[0xa1, 0x0a, 0xc0], Code::CTrailing),
        ] {
            assert_eq!(check(bytes, 100), Err(code), "{bytes:02x?}");
        }
        assert_eq!(check(&[0xc0, 0xc0], 1), Err(Code::CSize));
        assert_eq!(check(&[0xa1, 0x0a], 2), Ok(()));
    }
}
