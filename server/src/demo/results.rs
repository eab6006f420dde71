//! Believable results, the same at every seeding: six raw measurements around an athlete's level, and their points.

use sixfold_domain::score::{Score, final_score};

use crate::db::booking::PastTest;

/// A test's name, its zero and hundred marks in hundredths of its unit, its attempts at most, and its step in hundredths
/// (decisions, "Scores": protocols).
const PROTOCOLS: [(&str, i64, i64, usize, i64); 6] = [
    ("Cognitive", 2_000, 11_000, 2, 100),
    ("Strength", 1_500, 5_000, 3, 1),
    ("Power", 1_500, 7_500, 3, 1),
    ("Speed", 420, 270, 2, 1),
    ("Agility", 650, 410, 2, 1),
    ("Endurance", 300, 1_600, 1, 10),
];

/// A small generator of even quality; never used for anything secret.
pub(super) struct Dice(u64);

impl Dice {
    /// Dice that fall the same way for the same seed.
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

/// Six tests of somebody at a level from 0 to 100, and the final score.
pub(super) fn six_tests(level: i64, dice: &mut Dice) -> (Vec<PastTest>, Score) {
    let mut scores = [Score::ZERO; 6];
    let mut tests = Vec::with_capacity(PROTOCOLS.len());
    for (index, (test_type, zero, hundred, most, step)) in PROTOCOLS.into_iter().enumerate() {
        let mut attempts = Vec::with_capacity(most);
        for _ in 0..most {
            let form = (level + dice.between(-12, 12)).clamp(4, 97);
            let raw = zero + (hundred - zero) * form / 100;
            attempts.push(raw / step * step);
        }
        let best = attempts.iter().map(|raw| points(*raw, zero, hundred)).max().unwrap_or(Score::ZERO);
        scores[index] = best;
        tests.push(PastTest { test_type, score: best, attempts });
    }
    (tests, final_score(&scores))
}

/// Linear between the marks, clamped, rounded half away from zero.
fn points(raw: i64, zero: i64, hundred: i64) -> Score {
    let (over, span) =
        if hundred > zero { (raw - zero, hundred - zero) } else { (zero - raw, zero - hundred) };
    let hundredths = (over * 20_000 + span) / (span * 2);
    Score::from_hundredths(i32::try_from(hundredths.clamp(0, 10_000)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_linear_and_clamped() {
        assert_eq!(points(6_500, 2_000, 11_000), Score::from_hundredths(5_000));
        assert_eq!(points(345, 420, 270), Score::from_hundredths(5_000));
        assert_eq!(points(100, 420, 270), Score::FULL);
        assert_eq!(points(100, 2_000, 11_000), Score::ZERO);
    }

    #[test]
    fn the_same_dice_fall_the_same_way() {
        let finals = |seed| six_tests(60, &mut Dice::new(seed)).1;
        assert_eq!(finals(7), finals(7));
        assert!(finals(7) > Score::from_hundredths(4_000) && finals(7) < Score::from_hundredths(8_500));
    }
}
