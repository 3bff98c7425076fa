//! The net: how likely a win is, from [`Features`] to one number, all in integers.

use std::sync::LazyLock;

use crate::ids::Reason;
use crate::position::Position;

use super::features::{FEATURES, Features};
use super::value::Judge;

/// A certain win.
pub const WON: i32 = 1 << 24;

/// Units of its one hidden layer.
pub const HIDDEN: usize = 48;

/// A weight of 1.
pub const UNIT: i32 = 1 << 12;

/// What [`super::learn`] has left: weights by feature, biases, weights and bias of the sum; little-endian `i16`.
static LEARNED: &[u8] = include_bytes!("learned.bin");

/// Weights in [`UNIT`]s.
pub struct Net {
    rows: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    sum: [i16; HIDDEN],
    sum_bias: i16,
}

/// The net `consul` judges by.
pub fn learned() -> &'static Net {
    static NET: LazyLock<Net> = LazyLock::new(|| Net::read(LEARNED));
    &NET
}

impl Net {
    /// Weights that are missing are 0.
    fn read(bytes: &[u8]) -> Self {
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || numbers.next().unwrap_or(0);
        let mut row = || std::array::from_fn(|_| next());
        Self { rows: (0..FEATURES).map(|_| row()).collect(), bias: row(), sum: row(), sum_bias: next() }
    }

    /// The chance of a win from a position where a value is asked or the game is over, from 0 to [`WON`].
    pub fn chance(&self, judge: &Judge<'_>, p: &Position) -> i32 {
        if let Some(ending) = &p.ending {
            return if ending.reason == Reason::AllSurrendered { WON } else { 0 };
        }
        logistic(self.sum(&Features::of(judge, p)))
    }

    /// The sum of the last layer in 1/1024.
    fn sum(&self, seen: &Features) -> i32 {
        let mut hidden = self.bias.map(|b| i32::from(b) * Features::ONE);
        for (place, number) in &seen.list {
            let row = &self.rows[usize::from(*place)];
            for (unit, weight) in hidden.iter_mut().zip(row) {
                *unit += i32::from(*weight) * i32::from(*number);
            }
        }
        let sum: i64 = hidden.iter().zip(&self.sum).map(|(unit, w)| i64::from(leaky(*unit)) * i64::from(*w)).sum();
        let all = sum + i64::from(self.sum_bias) * i64::from(Features::ONE * UNIT);
        i32::try_from(all / i64::from(Features::ONE * UNIT * (UNIT / 1024))).unwrap_or(i32::MAX)
    }
}

/// What a unit passes on: a tenth of what is negative.
fn leaky(unit: i32) -> i32 {
    if unit < 0 { unit / 10 } else { unit }
}

/// The logistic function of `z` in 1/1024, from 0 to [`WON`].
fn logistic(z: i32) -> i32 {
    let high = z.unsigned_abs().min(12 * 1024 - 1);
    let (step, rest) = ((high >> 7) as usize, (high & 127) as i32);
    let up = LOGISTIC[step] + (LOGISTIC[step + 1] - LOGISTIC[step]) * rest / 128;
    if z < 0 { WON - up } else { up }
}

/// The logistic function from 0 to 12 in steps of 1/8, in parts of [`WON`].
const LOGISTIC: [i32; 97] = [
    8_388_608, 8_912_214, 9_431_757, 9_943_296, 10_443_135, 10_927_921, 11_394_728, 11_841_108, 12_265_128, 12_665_372,
    13_040_928, 13_391_352, 13_716_624, 14_017_088, 14_293_396, 14_546_446, 14_777_323, 14_987_245, 15_177_517,
    15_349_491, 15_504_527, 15_643_971, 15_769_129, 15_881_257, 15_981_542, 16_071_101, 16_150_975, 16_222_125,
    16_285_438, 16_341_724, 16_391_720, 16_436_096, 16_475_457, 16_510_351, 16_541_267, 16_568_648, 16_592_886,
    16_614_335, 16_633_310, 16_650_091, 16_664_929, 16_678_045, 16_689_637, 16_699_880, 16_708_930, 16_716_925,
    16_723_987, 16_730_224, 16_735_732, 16_740_596, 16_744_891, 16_748_683, 16_752_030, 16_754_986, 16_757_595,
    16_759_898, 16_761_931, 16_763_726, 16_765_310, 16_766_708, 16_767_942, 16_769_031, 16_769_992, 16_770_841,
    16_771_590, 16_772_251, 16_772_834, 16_773_349, 16_773_803, 16_774_204, 16_774_558, 16_774_870, 16_775_146,
    16_775_389, 16_775_604, 16_775_793, 16_775_960, 16_776_108, 16_776_238, 16_776_353, 16_776_454, 16_776_544,
    16_776_623, 16_776_693, 16_776_754, 16_776_808, 16_776_856, 16_776_898, 16_776_936, 16_776_969, 16_776_998,
    16_777_023, 16_777_046, 16_777_066, 16_777_084, 16_777_099, 16_777_113,
];

#[cfg(test)]
mod tests {
    use referee_cards::Library;
    use referee_kernel::game::{Game as _, legal_list};
    use referee_kernel::json::Value;
    use referee_kernel::stream::Stream;
    use referee_kernel::tx::Tx;

    use super::super::consul::is_free;
    use super::super::learn::Pupil;
    use super::super::value::WEIGHTS;
    use super::*;
    use crate::game::Marcus;

    #[test]
    #[allow(clippy::float_arithmetic)]
    fn the_table_is_the_logistic_function() {
        for z in -13_000..13_000 {
            let exact = f64::from(WON) / (1.0 + (-f64::from(z) / 1024.0).exp());
            assert!((f64::from(logistic(z)) - exact).abs() < 4000.0, "{z}");
        }
    }

    #[test]
    fn all_weights_are_there() {
        assert_eq!(LEARNED.len(), 2 * (FEATURES * HIDDEN + 2 * HIDDEN + 1));
    }

    #[test]
    #[allow(clippy::float_arithmetic)]
    fn it_says_in_integers_what_the_pupil_says() {
        let game = Marcus::configure(&Library::new(), &Value::parse(b"{}").unwrap()).unwrap();
        let judge = Judge { game: &game, w: &WEIGHTS };
        let pupil = Pupil::new(&mut Stream::from_seed(&[1; 32]));
        let net = Net::read(&pupil.write());
        let mut dice = Stream::from_seed(&[2; 32]);
        let mut chances = Vec::new();
        let mut p = game.setup();
        while let Some(todo) = p.todo.top() {
            if is_free(todo) {
                let exact = pupil.chance(&Features::of(&judge, &p));
                let told = net.chance(&judge, &p) as f32 / WON as f32;
                assert!((told - exact).abs() < 0.002, "{told} for {exact}");
                chances.push(told);
            }
            let mut tx = Tx::new(&game, &mut p);
            if todo.is_decision() {
                let legal = legal_list(&game, tx.position(), 0);
                let pick = dice.below(legal.len() as u32) as usize;
                game.act(&mut tx, 0, &legal[pick]).unwrap();
            } else {
                let outcome = game.sample(tx.position(), &mut dice);
                game.chance(&mut tx, &outcome).unwrap();
            }
        }
        let most = chances.iter().copied().fold(0.0, f32::max);
        let least = chances.iter().copied().fold(1.0, f32::min);
        assert!(most - least > 0.02, "from {least} to {most}");
        assert_eq!(net.chance(&judge, &p), 0, "who plays at random loses");
    }
}
