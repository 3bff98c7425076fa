//! Writing the canonical encoding of P2, as far as contexts need it: integers, bytes, arrays.
//!
//! What is hashed into rolls and proofs is the encoding of a short list. Only writing is needed here; the decoder
//! belongs to the log.

/// Bytes of one canonical value, written from left to right.
#[derive(Clone, Debug, Default)]
pub struct Packer(Vec<u8>);

impl Packer {
    /// Begins an array of `count` values, which the caller writes next.
    #[must_use]
    pub fn array(count: u16) -> Packer {
        let mut packer = Packer::default();
        packer.begin(count);
        packer
    }

    /// Begins an array inside.
    pub fn begin(&mut self, count: u16) {
        match count {
            0..16 => self.0.push(0x90 | count.to_be_bytes()[1]),
            _ => self.mark(0xdc, &count.to_be_bytes()),
        }
    }

    /// An integer, in the shortest form.
    #[must_use]
    pub fn uint(mut self, n: impl Into<u64>) -> Packer {
        self.push_uint(n);
        self
    }

    /// An integer, in the shortest form.
    pub fn push_uint(&mut self, n: impl Into<u64>) {
        let n = n.into();
        let bytes = n.to_be_bytes();
        match n {
            0..0x80 => self.0.push(bytes[7]),
            0x80..0x100 => self.mark(0xcc, &bytes[7..]),
            0x100..0x1_0000 => self.mark(0xcd, &bytes[6..]),
            0x1_0000..0x1_0000_0000 => self.mark(0xce, &bytes[4..]),
            _ => self.mark(0xcf, &bytes),
        }
    }

    /// A byte string of 32 bytes.
    #[must_use]
    pub fn hash(mut self, bytes: &[u8; 32]) -> Packer {
        self.mark(0xc4, &[32]);
        self.0.extend_from_slice(bytes);
        self
    }

    /// What was written.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.0
    }

    fn mark(&mut self, mark: u8, rest: &[u8]) {
        self.0.push(mark);
        self.0.extend_from_slice(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_take_the_shortest_form() {
        let cases: [(u64, &[u8]); 9] = [
            (0, &[0]),
            (127, &[127]),
            (128, &[0xcc, 128]),
            (255, &[0xcc, 255]),
            (256, &[0xcd, 1, 0]),
            (65_535, &[0xcd, 255, 255]),
            (65_536, &[0xce, 0, 1, 0, 0]),
            (1 << 32, &[0xcf, 0, 0, 0, 1, 0, 0, 0, 0]),
            (u64::MAX, &[0xcf, 255, 255, 255, 255, 255, 255, 255, 255]),
        ];
        for (n, bytes) in cases {
            assert_eq!(Packer::default().uint(n).finish(), bytes);
        }
    }

    #[test]
    fn arrays_take_the_shortest_form() {
        assert_eq!(Packer::array(15).finish(), [0x9f]);
        assert_eq!(Packer::array(16).finish(), [0xdc, 0, 16]);
        assert_eq!(Packer::array(1).hash(&[7; 32]).finish()[..3], [0x91, 0xc4, 32]);
    }
}
