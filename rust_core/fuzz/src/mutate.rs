//! Random changes of an input.

use referee_kernel::stream::Stream;

use crate::dice::{index, one};

/// Inputs grow no longer than this by changes; seeds may be longer.
const MAX_GROWTH: usize = 1 << 17;
/// Bytes that mean something in one of the formats: heads of the encoding, JSON, armor.
const TELLING: &[u8] = b"\x00\x01\x0f\x1f\x7f\x80\x90\x9f\xa0\xbf\xc0\xc4\xc5\xcc\xcd\xce\xcf\xd9\xda\xdc\xff[]{},:\"\\-0123456789=#\n\r\t >";
/// Pieces of text that readers look for.
const WORDS: &[&[u8]] = &[
    b"null",
    b"true",
    b"-0",
    b"1e9",
    b"0.5",
    b"18446744073709551616",
    b"\\ud800",
    b"\\u0000",
    b"\\u00e9",
    b"[[[[[[[[[[",
    b"]]]]",
    b"-----BEGIN REFEREE FILE-----\n",
    b"-----END REFEREE FILE-----\n",
    b"<br>",
    b"</p>",
    b"&gt;",
    b"&#43;",
    b"=\n",
    b"=20\n",
    b"\xe2\x80\xa8",
    b"\xc2\xa0",
    b"\xef\xbb\xbf",
    b"\x89RFR\r\n\x1a\n",
    b"\xdc\xff\xff",
    b"\xc5\xff\xff",
    b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\"seats\":",
    b"{\"do\":",
];

/// A changed copy of `input`: one to eight small changes, sometimes with pieces of `other`.
#[must_use]
pub fn mutate(input: &[u8], other: &[u8], stream: &mut Stream) -> Vec<u8> {
    let mut data = input.to_vec();
    for _ in 0..=stream.below(8).min(stream.below(8)) {
        change(&mut data, other, stream);
    }
    data
}

fn change(data: &mut Vec<u8>, other: &[u8], stream: &mut Stream) {
    if data.is_empty() {
        data.extend_from_slice(word(stream));
        return;
    }
    let at = index(stream, data.len());
    match stream.below(12) {
        0 => data[at] ^= 1 << stream.below(8),
        1 => data[at] = *one(stream, TELLING),
        2 => data[at] = stream.below(256) as u8,
        3 => data[at] = data[at].wrapping_add(if stream.below(2) == 0 { 1 } else { 255 }),
        4 => data.truncate(at),
        5 => drop(data.drain(at..piece(at, data.len(), stream))),
        6 => {
            let again = data[at..piece(at, data.len(), stream)].to_vec();
            let to = index(stream, data.len() + 1);
            insert(data, to, &again);
        }
        7 => insert(data, at, word(stream)),
        8 => insert(data, at, &[*one(stream, TELLING)]),
        9 if !other.is_empty() => {
            let from = index(stream, other.len());
            let piece = other[from..piece(from, other.len(), stream)].to_vec();
            insert(data, at, &piece);
        }
        10 if !other.is_empty() => {
            let from = index(stream, other.len());
            data.truncate(at);
            data.extend_from_slice(&other[from..]);
        }
        _ => {
            let (a, b) = (index(stream, data.len()), index(stream, data.len()));
            data.swap(a, b);
        }
    }
}

/// The end of a piece that begins at `from`: mostly short, sometimes all the rest.
fn piece(from: usize, len: usize, stream: &mut Stream) -> usize {
    let most = if stream.below(8) == 0 { len - from } else { (len - from).min(16) };
    from + 1 + index(stream, most)
}

fn insert(data: &mut Vec<u8>, at: usize, piece: &[u8]) {
    if data.len() + piece.len() <= MAX_GROWTH {
        data.splice(at..at, piece.iter().copied());
    }
}

fn word(stream: &mut Stream) -> &'static [u8] {
    let word: &&[u8] = one(stream, WORDS);
    word
}
