//! Plausible results, the same each time: six raw measurements around an athlete's level, and their points.

use sixfold_domain::attempt::Raw;
use sixfold_domain::protocol::{Protocol, Protocols};
use sixfold_domain::score::{Score, final_score};

use crate::db::bookings::booking::PastTest;

/// A small seeded random number generator. Not for secrets.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// A number from 0 to `below - 1`.
    pub(super) fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % below.max(1)
    }

    fn between(&mut self, from: i64, to: i64) -> i64 {
        let span = u64::try_from(to - from + 1).unwrap_or(1);
        from + i64::try_from(self.roll(span)).unwrap_or(0)
    }
}

/// Six tests of an athlete at a level from 0 to 100, and the final score.
pub(super) fn six_tests(level: i64, dice: &mut Dice) -> (Vec<PastTest>, Score) {
    let mut scores = [Score::ZERO; 6];
    let tests = Protocols::STANDARD.tests().iter().zip(&mut scores);
    let tests = tests.map(|(protocol, score)| {
        let attempts: Vec<Raw> = (0..protocol.attempts).map(|_| measure(protocol, level, dice)).collect();
        let best = attempts.iter().map(|raw| protocol.points(*raw)).max();
        *score = best.unwrap_or_default();
        PastTest { test_type: protocol.test_type, score: *score, attempts }
    });
    (tests.collect(), final_score(&scores))
}

/// A measurement at that level, in whole steps of the unit.
fn measure(protocol: &Protocol, level: i64, dice: &mut Dice) -> Raw {
    let form = (level + dice.between(-12, 12)).clamp(4, 97);
    let [zero, hundred, step] =
        [protocol.zero.thousandths(), protocol.hundred.thousandths(), protocol.unit.step()].map(i64::from);
    let raw = (zero + (hundred - zero) * form / 100) / step * step;
    i32::try_from(raw).map_or(protocol.zero, Raw::from_thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attempt_is_one_that_its_protocol_takes() {
        let mut dice = Dice::new(3);
        for level in 0..=100 {
            for test in six_tests(level, &mut dice).0 {
                let protocol = Protocols::STANDARD.of(test.test_type);
                assert_eq!(protocol.score(&test.attempts), Ok(test.score), "{:?}", test.test_type);
            }
        }
    }

    #[test]
    fn the_same_dice_fall_the_same_way() {
        let finals = |seed| six_tests(60, &mut Dice::new(seed)).1;
        assert_eq!(finals(7), finals(7));
        assert!(finals(7) > Score::from_hundredths(4_000) && finals(7) < Score::from_hundredths(8_500));
    }
}
