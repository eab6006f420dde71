//! How a score compares with others (RULES 7.7, 7.10).

use std::cmp::Ordering;

use crate::score::{Score, share};

/// The percentile of `own` in a field that includes it: (scores below + half of the equal ones) ÷ n, in hundredths of a per
/// cent, rounded half away from zero; `None` for an empty field.
pub fn percentile(own: Score, field: &[Score]) -> Option<Score> {
    let [below, equal] = below_and_equal(own, field);
    percentile_among(below, equal, field.len())
}

/// How many scores of a field are lower than `own`, and how many equal it.
fn below_and_equal(own: Score, field: &[Score]) -> [usize; 2] {
    [Ordering::Less, Ordering::Equal]
        .map(|order| field.iter().filter(|other| (**other).cmp(&own) == order).count())
}

/// The percentile of a score with `below` of `people` below it and `equal` equal to it, itself included.
pub(crate) fn percentile_among(below: usize, equal: usize, people: usize) -> Option<Score> {
    let whole = i64::try_from(people).ok().filter(|whole| *whole > 0)?;
    Some(share(i64::try_from(below * 2 + equal).ok()?, whole * 2))
}

/// The least number of people in a field for anything about it to be shown (RULES 7.7, 7.10).
pub const FIELD_MIN: usize = 10;

/// How a score compares with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldStanding {
    /// As [`percentile`] has it.
    pub percentile: Score,
    /// The percentage of the field that is lower, rounded down, for "better than …" (RULES 7.7).
    pub better_than: u8,
    /// How many people the field has, the owner of the score included.
    pub people: usize,
}

/// Where a score stands among `others`, of whom `below` have fewer points and `equal` the same; `None` if they and its owner are
/// fewer than [`FIELD_MIN`] people (RULES 7.10).
pub fn field_standing(below: usize, equal: usize, others: usize) -> Option<FieldStanding> {
    let people = others + 1;
    let percentile = percentile_among(below, equal + 1, people).filter(|_| people >= FIELD_MIN)?;
    let better_than = u8::try_from(below * 100 / people).ok()?;
    Some(FieldStanding { percentile, better_than, people })
}

/// The same for a score and a field that includes it (RULES 7.7).
pub fn standing_among(own: Score, field: &[Score]) -> Option<FieldStanding> {
    let [below, equal] = below_and_equal(own, field);
    field_standing(below, equal.checked_sub(1)?, field.len() - 1)
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

    // RULES 7.7
    #[test]
    fn the_last_is_better_than_nobody_and_nine_are_too_few() {
        let ten: Vec<i32> = (1..=10).collect();
        let of = |own, field: &[i32]| {
            standing_among(Score::from_hundredths(own), &scores(field)).map(|found| found.better_than)
        };
        assert_eq!((of(1, &ten), of(10, &ten)), (Some(0), Some(90)));
        assert_eq!((of(1, &ten[..9]), of(1, &[1]), of(1, &[])), (None, None, None));
        assert_eq!(of(50, &[50; 12]), Some(0), "nobody is better than an equal");
    }

    proptest! {
        // RULES 7.10
        #[test]
        fn a_standing_is_the_percentile_in_the_whole_field_and_of_ten_people_at_least(
            others in prop::collection::vec(0_i32..=100, 0..40),
            own in 0_i32..=100,
        ) {
            let count = |keep: fn(i32, i32) -> bool| others.iter().filter(|other| keep(**other, own)).count();
            let below = count(|one, own| one < own);
            let found = field_standing(below, count(|one, own| one == own), others.len());
            let mut field = others.clone();
            field.push(own);
            let expected = (field.len() >= 10).then(|| FieldStanding {
                percentile: percentile(Score::from_hundredths(own), &scores(&field)).unwrap(),
                better_than: u8::try_from(below * 100 / field.len()).unwrap(),
                people: field.len(),
            });
            prop_assert_eq!(found, expected);
            prop_assert_eq!(standing_among(Score::from_hundredths(own), &scores(&field)), expected);
        }

        // RULES 7.7
        #[test]
        fn the_words_never_say_more_than_was_left_behind(
            field in prop::collection::vec(0_i32..=100, 10..300),
            at: usize,
        ) {
            let own = field[at % field.len()];
            let below = field.iter().filter(|other| **other < own).count();
            let found = standing_among(Score::from_hundredths(own), &scores(&field)).unwrap();
            let said = usize::from(found.better_than);
            prop_assert!(said * field.len() <= below * 100, "{said}% of {}, of whom {below} are lower", field.len());
            prop_assert!((said + 1) * field.len() > below * 100);
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
