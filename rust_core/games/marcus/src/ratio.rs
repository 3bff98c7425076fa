//! Exact fractions for odds: integers only, always in lowest terms.

/// A fraction; the denominator is positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    /// Numerator.
    pub n: i128,
    /// Denominator.
    pub d: i128,
}

impl Ratio {
    /// 0
    pub const ZERO: Self = Self { n: 0, d: 1 };
    /// 1
    pub const ONE: Self = Self { n: 1, d: 1 };

    /// An integer.
    #[must_use]
    pub const fn whole(n: i128) -> Self {
        Self { n, d: 1 }
    }

    /// In lowest terms; `None` for a zero denominator.
    #[must_use]
    pub fn new(n: i128, d: i128) -> Option<Self> {
        if d == 0 {
            return None;
        }
        let g = gcd(n.unsigned_abs(), d.unsigned_abs());
        let g = i128::try_from(g).ok()?;
        let (n, d) = (n / g, d / g);
        if d < 0 { Some(Self { n: n.checked_neg()?, d: d.checked_neg()? }) } else { Some(Self { n, d }) }
    }

    /// Sum; `None` if it does not fit.
    #[must_use]
    pub fn add(self, other: Self) -> Option<Self> {
        let g = i128::try_from(gcd(self.d.unsigned_abs(), other.d.unsigned_abs())).ok()?;
        let n = self.n.checked_mul(other.d / g)?.checked_add(other.n.checked_mul(self.d / g)?)?;
        Self::new(n, (self.d / g).checked_mul(other.d)?)
    }

    /// A whole part of it; `None` if it does not fit or `parts` is 0.
    #[must_use]
    pub fn split(self, parts: i128) -> Option<Self> {
        let n = Self::new(self.n, parts)?;
        Self::new(n.n, n.d.checked_mul(self.d)?)
    }

    /// Rounded to the nearest thousandth, halves up; of a probability 0 to 1000.
    #[must_use]
    pub fn per_mille(self) -> u32 {
        // Only the size matters here: shrink both until the product fits.
        let (mut n, mut d) = (self.n.max(0), self.d);
        while n > i128::MAX / 4096 || d > i128::MAX / 4096 {
            (n, d) = (n / 2, d / 2);
        }
        u32::try_from((2000 * n + d) / (2 * d.max(1))).unwrap_or(u32::MAX)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// Two primes below 2^61; their product is above every number of [`solve_last`].
const PRIMES: [u64; 2] = [(1 << 61) - 1, (1 << 61) - 31];
/// Most unknowns of [`solve_last`]: every side of an army at every IP.
const MOST: usize = 14;

/// The last unknown of a system `rows · x = right` of at most [`MOST`] equations.
///
/// Each row has 36 on its diagonal at most, and its other entries sum up to no more than 6; `right` is 0 to 36. Cramer's
/// rule then divides two determinants below 78^14 < 2^88. Both are computed modulo two primes and put together
/// by the Chinese remainder theorem, so no intermediate number ever grows. `None` for a singular system, or one that is
/// singular modulo a prime, which the tests of [`crate::odds`] have not met.
#[must_use]
pub fn solve_last(rows: &[Vec<i64>], right: &[i64]) -> Option<Ratio> {
    let (mut top, mut bottom) = ([0; 2], [0; 2]);
    for (i, prime) in PRIMES.into_iter().enumerate() {
        (top[i], bottom[i]) = last_modulo(rows, right, prime)?;
    }
    Ratio::new(join(top), join(bottom))
}

/// Both determinants modulo a prime: elimination, with the right side as one more column.
fn last_modulo(rows: &[Vec<i64>], right: &[i64], prime: u64) -> Option<(u64, u64)> {
    let times = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) % u128::from(prime)) as u64;
    let residue = |n: i64| n.rem_euclid(prime as i64) as u64;
    let n = rows.len();
    if n == 0 || n > MOST || right.len() != n || rows.iter().any(|r| r.len() != n) {
        return None;
    }
    let mut m = [[0; MOST + 1]; MOST];
    for (row, (from, value)) in m.iter_mut().zip(rows.iter().zip(right)) {
        row.iter_mut().zip(from.iter().chain([value])).for_each(|(to, v)| *to = residue(*v));
    }
    let mut product = 1;
    for k in 0..n - 1 {
        let pivot = m[k];
        let inverse = inverse(pivot[k], prime)?;
        product = times(product, pivot[k]);
        for row in m.iter_mut().take(n).skip(k + 1).filter(|row| row[k] != 0) {
            let factor = times(row[k], inverse);
            for j in k..=n {
                row[j] = (row[j] + prime - times(factor, pivot[j])) % prime;
            }
        }
    }
    let last = m[n - 1];
    Some((times(product, last[n]), times(product, last[n - 1])))
}

/// The inverse modulo a prime (Fermat); `None` for 0.
fn inverse(a: u64, prime: u64) -> Option<u64> {
    let times = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) % u128::from(prime)) as u64;
    let (mut result, mut power, mut exponent) = (1, a, prime - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent >>= 1;
    }
    (a != 0).then_some(result)
}

/// The number from 0 to the product of the primes with these residues.
fn join(residues: [u64; 2]) -> i128 {
    let [p, q] = PRIMES;
    let difference = (residues[1] + q - residues[0] % q) % q;
    let steps = inverse(p % q, q).map_or(0, |i| (u128::from(difference) * u128::from(i)) % u128::from(q));
    i128::from(residues[0]) + i128::from(p) * steps as i128
}
