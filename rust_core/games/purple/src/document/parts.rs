//! Reading the parts of a document: every function gives `None` for a wrong type or range.

use referee_kernel::json::Value;
use referee_kernel::seat::Seat;

use crate::position::NOBODY;
use crate::tables::{PROVINCES, Province, Tables};

/// The largest number of coins and the like in a document.
const MOST: i64 = 1_000_000;

/// A field of an object.
pub(super) fn field<'a>(object: &'a Value, key: &str) -> Option<&'a Value> {
    object.get(key)
}

/// A whole number from `low` to `high`.
pub(super) fn small(object: &Value, key: &str, low: u8, high: u8) -> Option<u8> {
    u8::try_from(field(object, key)?.as_int_in(low.into(), high.into())?).ok()
}

/// A whole number up to a million.
pub(super) fn large(object: &Value, key: &str) -> Option<u32> {
    u32::try_from(field(object, key)?.as_int_in(0, MOST)?).ok()
}

/// A seat of a table of `count`.
pub(super) fn seat(value: &Value, count: u8) -> Option<Seat> {
    Seat::try_from(value.as_int_in(0, i64::from(count) - 1)?).ok()
}

/// A seat or `null`.
pub(super) fn seat_or_null(value: &Value, count: u8) -> Option<Option<Seat>> {
    if *value == Value::Null { Some(None) } else { seat(value, count).map(Some) }
}

/// The owner of a senator: a seat, or -1 in solo.
pub(super) fn owner(value: &Value, count: u8) -> Option<i8> {
    let black = i64::from(NOBODY);
    let owner = value.as_int_in(if count == 1 { black } else { 0 }, i64::from(count) - 1)?;
    i8::try_from(owner).ok()
}

/// A province id.
pub(super) fn province(t: &Tables, value: &Value) -> Option<Province> {
    t.province(value.as_str()?)
}

/// How often each of `N` kinds stands in a multiset; counts from 1 to 99.
pub(super) fn multiset<const N: usize>(value: &Value, index: impl Fn(&str) -> Option<usize>) -> Option<[u8; N]> {
    let mut counts = [0; N];
    for (id, count) in value.as_object()? {
        let place = counts.get_mut(index(id)?)?;
        *place = u8::try_from(count.as_int_in(1, 99)?).ok()?;
    }
    Some(counts)
}

/// Numbers by province.
pub(super) fn by_province(t: &Tables, value: &Value) -> Option<[u8; PROVINCES]> {
    multiset(value, |id| t.province(id).map(usize::from))
}

/// A list, each element read by `read`; `None` if one cannot be.
pub(super) fn list<T>(value: &Value, most: usize, read: impl FnMut(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_list().filter(|l| l.len() <= most)?.iter().map(read).collect()
}
