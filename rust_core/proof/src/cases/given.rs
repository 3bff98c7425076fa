//! Reading the input of a case.

use referee_kernel::json::Value;

use super::Failure;
use crate::group::{Point, Scalar, scalar};

/// One JSON value of the input.
#[derive(Clone, Copy)]
pub(super) struct Given<'a>(&'a Value);

impl<'a> Given<'a> {
    pub(super) fn new(value: &'a Value) -> Given<'a> {
        Given(value)
    }

    pub(super) fn has(self, key: &str) -> bool {
        self.0.get(key).is_some()
    }

    pub(super) fn field(self, key: &str) -> Result<Given<'a>, Failure> {
        self.0.get(key).map(Given).ok_or(Failure::Malformed)
    }

    pub(super) fn value(self) -> &'a Value {
        self.0
    }

    pub(super) fn text(self) -> Result<&'a str, Failure> {
        self.0.as_str().ok_or(Failure::Malformed)
    }

    pub(super) fn int<T: TryFrom<i64>>(self) -> Result<T, Failure> {
        let int = self.0.as_int().ok_or(Failure::Malformed)?;
        T::try_from(int).map_err(|_| Failure::Malformed)
    }

    pub(super) fn list(self) -> Result<impl Iterator<Item = Given<'a>>, Failure> {
        Ok(self.0.as_list().ok_or(Failure::Malformed)?.iter().map(Given))
    }

    /// Each element of a list, read by `read`.
    pub(super) fn each<T>(self, read: impl Fn(Given<'a>) -> Result<T, Failure>) -> Result<Vec<T>, Failure> {
        self.list()?.map(read).collect()
    }

    /// A list of exactly two.
    pub(super) fn two(self) -> Result<(Given<'a>, Given<'a>), Failure> {
        match self.0.as_list() {
            Some([first, second]) => Ok((Given(first), Given(second))),
            _ => Err(Failure::Malformed),
        }
    }

    pub(super) fn bytes(self) -> Result<Vec<u8>, Failure> {
        let text = self.text()?;
        let pairs = text.as_bytes().chunks(2);
        pairs
            .map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?))
            .collect::<Option<_>>()
            .ok_or(Failure::Malformed)
    }

    pub(super) fn array<const N: usize>(self) -> Result<[u8; N], Failure> {
        self.bytes()?.try_into().map_err(|_| Failure::Malformed)
    }

    pub(super) fn point(self) -> Result<Point, Failure> {
        Ok(Point::parse(&self.bytes()?)?)
    }

    pub(super) fn scalar(self) -> Result<Scalar, Failure> {
        Ok(scalar(&self.bytes()?)?)
    }
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

/// Bytes as the output of a case.
pub(super) fn hex(bytes: &[u8]) -> Value {
    let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('0');
    Value::Str(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
}
