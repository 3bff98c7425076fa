//! From a seed to dice (protocol P6). Frozen for ever: a change here changes every roll ever made.
//!
//! Every random number of a match and of a playout comes through [`Stream::below`]; no library's own sampling is
//! used, because libraries change theirs.

use std::fmt;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

/// Words made at a time: four ChaCha20 blocks, what the vector units compute side by side.
const WORDS: usize = 64;

/// The words of one seed and the numbers drawn from them.
pub struct Stream {
    buffer: [u32; WORDS],
    /// Next word in `buffer`; `WORDS` when it is used up.
    at: usize,
    /// Words put into the buffer so far.
    filled: u64,
    source: Source,
    recorded: Option<Vec<(u32, u32)>>,
}

enum Source {
    Seed(ChaCha20),
    Words(std::vec::IntoIter<u32>),
}

impl Stream {
    /// The stream of a seed: the ChaCha20 key stream (RFC 8439) for the seed as key, a nonce of zeros and a counter
    /// from 0, read as little-endian 32-bit words.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Stream {
        Stream::new(Source::Seed(ChaCha20::new(seed.into(), &[0; 12].into())))
    }

    /// A stream of given words, for vectors that steer into the rejection branch. Zeros follow the last word, which
    /// [`below`](Stream::below) always accepts.
    #[must_use]
    pub fn from_words(words: Vec<u32>) -> Stream {
        Stream::new(Source::Words(words.into_iter()))
    }

    fn new(source: Source) -> Stream {
        Stream { buffer: [0; WORDS], at: WORDS, filled: 0, source, recorded: None }
    }

    /// A number from 0 to `n` − 1, each equally likely. Consumes one word, or more when one is rejected.
    ///
    /// `n` is 1 to 2^31; `below(1)` consumes a word, too. (0 is taken as 1: there is no such request.)
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!((1..=1 << 31).contains(&n), "P6: 1 <= n <= 2^31");
        let n = n.max(1);
        loop {
            let word = self.word();
            let result = word % n;
            // P6 accepts words below 2^32 - (2^32 mod n): those whose run of n words from `word - result` on is
            // complete. Said this way it needs no second division.
            if word - result <= n.wrapping_neg() {
                if let Some(recorded) = &mut self.recorded {
                    recorded.push((n, result));
                }
                return result;
            }
        }
    }

    /// A roll of one die: 1 to `sides`.
    pub fn die(&mut self, sides: u32) -> u32 {
        self.below(sides) + 1
    }

    /// One thing out of a multiset: the index of its kind. `counts` holds how many there are of each kind, the kinds
    /// in ascending order (by the bytes of their id; ids that are numbers numerically).
    ///
    /// The total is 1 to 2^31. A word is consumed even when there is only one thing.
    pub fn draw(&mut self, counts: &[u32]) -> usize {
        let total = counts.iter().fold(0u32, |sum, count| sum.saturating_add(*count));
        let mut rest = self.below(total);
        for (kind, count) in counts.iter().enumerate() {
            if rest < *count {
                return kind;
            }
            rest -= count;
        }
        0
    }

    /// The numbers 0 to `n` − 1 in random order (Fisher and Yates, from the top down). Consumes nothing for `n` < 2.
    pub fn shuffle(&mut self, n: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..n).collect();
        for i in (1..n).rev() {
            let j = self.below(i + 1);
            order.swap(i as usize, j as usize);
        }
        order
    }

    /// Words consumed so far, rejected ones included.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.filled - (WORDS - self.at) as u64
    }

    /// From now on keep every request and its result, for [`recorded`](Stream::recorded).
    pub fn record(&mut self) {
        self.recorded.get_or_insert_default();
    }

    /// `(n, result)` of each [`below`](Stream::below) since [`record`](Stream::record), in order; empty without it.
    #[must_use]
    pub fn recorded(&self) -> &[(u32, u32)] {
        self.recorded.as_deref().unwrap_or_default()
    }

    #[inline]
    fn word(&mut self) -> u32 {
        if self.at >= WORDS {
            self.refill();
        }
        let word = self.buffer[self.at % WORDS];
        self.at += 1;
        word
    }

    #[cold]
    fn refill(&mut self) {
        match &mut self.source {
            Source::Seed(cipher) => {
                let mut bytes = [0; 4 * WORDS];
                // The key stream ends after 2^36 words. No match comes near it; a run that did would read zeros.
                let _ = cipher.try_apply_keystream(&mut bytes);
                for (word, bytes) in self.buffer.iter_mut().zip(bytes.chunks_exact(4)) {
                    *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                }
            }
            Source::Words(words) => {
                for word in &mut self.buffer {
                    *word = words.next().unwrap_or(0);
                }
            }
        }
        self.filled += WORDS as u64;
        self.at = 0;
    }
}

impl fmt::Debug for Stream {
    /// Shows how far the stream is, not what comes next.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Stream").field("used", &self.used()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8439, A.1: key stream of the zero key, blocks 0 and 1 (first words of each).
    #[test]
    fn words_are_the_key_stream_of_rfc_8439() {
        let mut stream = Stream::from_seed(&[0; 32]);
        let words: Vec<u32> = (0..32).map(|_| stream.word()).collect();
        assert_eq!(words[..4], [0xade0_b876, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653]);
        assert_eq!(words[16..20], [0xbee7_079f, 0x7a38_5155, 0x7c97_ba98, 0x0d08_2d73]);
        assert_eq!(stream.used(), 32);
    }

    #[test]
    fn rejects_exactly_the_incomplete_run_at_the_top() {
        for n in [1, 2, 3, 5, 6, 7, 20, 1000, (1 << 30) + 1, (1 << 31) - 1, 1 << 31] {
            let limit = (1u64 << 32) - (1u64 << 32) % u64::from(n);
            let last = u32::try_from(limit - 1).unwrap();
            let mut stream = Stream::from_words(vec![last, 0]);
            assert_eq!((stream.below(n), stream.used()), (last % n, 1), "n = {n}");
            if let Ok(first) = u32::try_from(limit) {
                let mut stream = Stream::from_words(vec![first, u32::MAX, 4]);
                assert_eq!((stream.below(n), stream.used()), (4 % n, 3), "n = {n}");
            }
        }
    }

    #[test]
    fn draws_follow_the_given_order_of_kinds() {
        let counts = [2, 0, 3];
        let drawn: Vec<usize> = (0..5).map(|word| Stream::from_words(vec![word]).draw(&counts)).collect();
        assert_eq!(drawn, [0, 0, 2, 2, 2]);
    }

    #[test]
    fn a_request_with_one_answer_consumes_a_word() {
        let mut stream = Stream::from_seed(&[7; 32]);
        assert_eq!((stream.below(1), stream.die(1), stream.draw(&[1]), stream.used()), (0, 1, 0, 3));
        assert_eq!((stream.shuffle(1), stream.shuffle(0), stream.used()), (vec![0], vec![], 3));
    }

    #[test]
    fn a_shuffle_is_a_permutation() {
        let mut order = Stream::from_seed(&[9; 32]).shuffle(256);
        order.sort_unstable();
        assert_eq!(order, (0..256).collect::<Vec<u32>>());
    }

    #[test]
    fn recording_keeps_requests_and_changes_nothing() {
        let mut plain = Stream::from_seed(&[1; 32]);
        let mut kept = Stream::from_seed(&[1; 32]);
        kept.below(10);
        plain.below(10);
        kept.record();
        let results: Vec<(u32, u32)> = (1..200).map(|n| (n, plain.below(n))).collect();
        for n in 1..200 {
            kept.below(n);
        }
        assert_eq!(kept.recorded(), results);
        assert_eq!(kept.used(), plain.used());
        assert!(plain.recorded().is_empty());
    }
}
