//! How a score compares with others (RULES 7.7, 7.10).

use crate::score::{Score, share};

/// The percentile of `own` in a field that includes it: (scores below + half of the equal ones) ÷ n, in hundredths of a per
/// cent, rounded half away from zero; `None` for an empty field.
pub fn percentile(own: Score, field: &[Score]) -> Option<Score> {
    let count = |keep: fn(&Score, &Score) -> bool| field.iter().filter(|other| keep(other, &own)).count();
    percentile_among(count(|other, own| other < own), count(|other, own| other == own), field.len())
}

/// The percentile of a score with `below` of `people` below it and `equal` equal to it, itself included.
pub(crate) fn percentile_among(below: usize, equal: usize, people: usize) -> Option<Score> {
    let whole = i64::try_from(people).ok().filter(|whole| *whole > 0)?;
    Some(share(i64::try_from(below * 2 + equal).ok()?, whole * 2))
}

/// The least number of people in a field for anything about it to be shown (RULES 7.10).
pub const FIELD_MIN: usize = 10;

/// The percentile of a score in a field, and the size of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldStanding {
    /// As [`percentile`] has it.
    pub percentile: Score,
    /// How many people the field has, the owner of the score included.
    pub people: usize,
}

/// Where a score stands among `others`, of whom `below` have fewer points and `equal` the same; `None` if they and its owner are
/// fewer than [`FIELD_MIN`] people (RULES 7.10).
pub fn field_standing(below: usize, equal: usize, others: usize) -> Option<FieldStanding> {
    let people = others + 1;
    let percentile = percentile_among(below, equal + 1, people).filter(|_| people >= FIELD_MIN)?;
    Some(FieldStanding { percentile, people })
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
        // RULES 7.10
        #[test]
        fn a_standing_is_the_percentile_in_the_whole_field_and_of_ten_people_at_least(
            others in prop::collection::vec(0_i32..=100, 0..40),
            own in 0_i32..=100,
        ) {
            let count = |keep: fn(i32, i32) -> bool| others.iter().filter(|other| keep(**other, own)).count();
            let found = field_standing(count(|one, own| one < own), count(|one, own| one == own), others.len());
            let mut field = others.clone();
            field.push(own);
            let expected = (field.len() >= 10).then(|| FieldStanding {
                percentile: percentile(Score::from_hundredths(own), &scores(&field)).unwrap(),
                people: field.len(),
            });
            prop_assert_eq!(found, expected);
        }

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
