//! Where choices come from: a seed for the driver, the input itself for a target.

use referee_kernel::stream::Stream;
use sha2::{Digest, Sha512};

/// The numbers for one run of one target. The same three values give the same numbers on every machine.
#[must_use]
pub fn numbers(seed: u64, target: &str, run: u64) -> Stream {
    let mut hasher = Sha512::new();
    hasher.update(seed.to_le_bytes());
    hasher.update(run.to_le_bytes());
    hasher.update(target);
    let digest: [u8; 64] = hasher.finalize().into();
    let mut key = [0; 32];
    key.copy_from_slice(&digest[..32]);
    Stream::from_seed(&key)
}

/// An index below `n`, which must not be 0.
pub fn index(stream: &mut Stream, n: usize) -> usize {
    stream.below(u32::try_from(n).unwrap()) as usize
}

/// One of `items`, which must not be empty.
pub fn one<'a, T>(stream: &mut Stream, items: &'a [T]) -> &'a T {
    &items[index(stream, items.len())]
}

/// An input read as a list of choices, for targets that build something from it. After its end every choice is the first.
#[derive(Clone, Debug)]
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    /// The next byte; 0 after the end.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `n`, which is 1 to 65 536.
    pub fn below(&mut self, n: usize) -> usize {
        let wide = if n > 256 { self.byte() } else { 0 };
        (usize::from(self.byte()) | usize::from(wide) << 8) % n
    }

    /// One of `items`, which must not be empty.
    pub fn one<'b, T>(&mut self, items: &'b [T]) -> &'b T {
        &items[self.below(items.len())]
    }

    /// `N` bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// Whether there is nothing left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
