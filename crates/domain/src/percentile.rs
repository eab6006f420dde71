//! How a score compares with others (RULES 7.7).

use crate::score::{Score, share};

/// The percentile of `own` in a field that includes it: (scores below + half of the equal ones) ÷ n, in hundredths of a per
/// cent, rounded half away from zero; `None` for an empty field.
pub fn percentile(own: Score, field: &[Score]) -> Option<Score> {
    let count = |keep: fn(&Score, &Score) -> bool| field.iter().filter(|other| keep(other, &own)).count();
    let below = i64::try_from(count(|other, own| other < own)).ok()?;
    let equal = i64::try_from(count(|other, own| other == own)).ok()?;
    percentile_among(below, equal, i64::try_from(field.len()).ok()?)
}

/// The percentile of a score with so many below it and so many equal to it, itself included, of `all`.
pub(crate) fn percentile_among(below: i64, equal: i64, all: i64) -> Option<Score> {
    (all > 0).then(|| share(below * 2 + equal, all * 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scores(hundredths: &[i32]) -> Vec<Score> {
        hundredths.iter().copied().map(Score::from_hundredths).collect()
    }

    #[test]
    fn counts_half_of_the_equal() {
        let of = |own, field: &[i32]| {
            percentile(Score::from_hundredths(own), &scores(field)).map(Score::hundredths)
        };
        assert_eq!(of(50, &[]), None);
        assert_eq!(of(50, &[50]), Some(5_000));
        assert_eq!(of(70, &[50, 60, 70]), Some(8_333));
        assert_eq!(of(60, &[60, 60, 70]), Some(3_333));
        assert_eq!(of(10, &[10, 60, 70]), Some(1_667));
    }

    proptest! {
        // RULES 7.7
        #[test]
        fn a_better_score_stands_higher(field in prop::collection::vec(0_i32..=100, 1..60), at: usize) {
            let field = scores(&field);
            let own = field[at % field.len()];
            let found = percentile(own, &field).unwrap();
            prop_assert!(found > Score::ZERO && found < Score::FULL || field.len() > 9_000);
            for other in &field {
                if *other < own {
                    prop_assert!(percentile(*other, &field).unwrap() < found);
                }
            }
        }
    }
}
