//! An athlete's visits over time: personal bests, and what a retest gained (RULES 7.8 and 7.9).
//!
//! Takes the visits that may be shown, oldest first: a held final is not among them (RULES 8.7). Knows nothing of seasons or
//! fields.

use core::cmp::Ordering;

use crate::attempt::Raw;
use crate::protocol::Protocol;
use crate::score::Score;

/// What one visit brought in a test, or as its final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome<'a> {
    /// The points.
    pub score: Score,
    /// The best raw value and the protocol that scored it; none of a final.
    pub mark: Option<(Raw, &'a Protocol)>,
}

impl Outcome<'_> {
    /// By points; of equal points, which the ends of the scale make common, by the raw value if both tests were measured alike.
    fn compare(self, other: Self) -> Ordering {
        self.score.cmp(&other.score).then_with(|| match (self.mark, other.mark) {
            (Some((raw, protocol)), Some((before, earlier))) if protocol.measures_like(earlier) => {
                protocol.compare(raw, before)
            }
            (None | Some(_), None | Some(_)) => Ordering::Equal,
        })
    }
}

/// The index of the personal best: the best outcome, of equal ones the earliest; `None` without any (RULES 7.8).
pub fn personal_best(outcomes: &[Option<Outcome<'_>>]) -> Option<usize> {
    let mut best: Option<(usize, Outcome<'_>)> = None;
    for (index, outcome) in outcomes.iter().enumerate() {
        let Some(outcome) = outcome else { continue };
        if best.is_none_or(|(_, known)| outcome.compare(known).is_gt()) {
            best = Some((index, *outcome));
        }
    }
    best.map(|(index, _)| index)
}

/// What each outcome gained on the one before it, in points; below zero if it lost. `None` for the first, and where there is no
/// outcome (RULES 7.9).
pub fn gains(scores: &[Option<Score>]) -> Vec<Option<Score>> {
    let mut before: Option<Score> = None;
    let gain = |score: &Option<Score>| {
        let score = (*score)?;
        let earlier = before.replace(score)?;
        Some(Score::from_hundredths(score.hundredths() - earlier.hundredths()))
    };
    scores.iter().map(gain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Protocols;
    use crate::test_type::TestType;
    use proptest::prelude::*;

    fn sprint(thousandths: i32) -> Outcome<'static> {
        let protocol = Protocols::STANDARD.of(TestType::Speed);
        let raw = Raw::from_thousandths(thousandths);
        Outcome { score: protocol.points(raw), mark: Some((raw, protocol)) }
    }

    // RULES 7.8
    #[test]
    fn at_the_end_of_the_scale_the_measurement_decides() {
        assert_eq!(personal_best(&[]), None);
        assert_eq!(personal_best(&[None, None]), None);
        assert_eq!(
            personal_best(&[Some(sprint(3_300)), Some(sprint(3_100)), None, Some(sprint(3_100))]),
            Some(1)
        );
        // Both have 100 points, and less time is better.
        assert_eq!(personal_best(&[2_650, 2_610, 2_640].map(|mark| Some(sprint(mark)))), Some(1));
        // Measured differently, the earlier one stays.
        let jump = Protocols::STANDARD.of(TestType::Power);
        let other = Some(Outcome { score: Score::FULL, mark: Some((Raw::from_thousandths(99_000), jump)) });
        assert_eq!(personal_best(&[Some(sprint(2_650)), other]), Some(0));
    }

    proptest! {
        // RULES 7.8
        #[test]
        fn nothing_beats_a_personal_best_and_nothing_equal_is_earlier(
            marks in prop::collection::vec(prop::option::of(2_500_i32..4_400), 0..20),
        ) {
            let outcomes: Vec<_> = marks.iter().map(|mark| mark.map(sprint)).collect();
            // Less time is better; where the points are equal, the measurement decides.
            let least = marks.iter().flatten().min();
            let expected = least.and_then(|least| marks.iter().position(|mark| mark == &Some(*least)));
            prop_assert_eq!(personal_best(&outcomes), expected);
        }

        // RULES 7.9
        #[test]
        fn gains_add_up_to_the_way_from_the_first_visit_to_the_last(
            scores in prop::collection::vec(prop::option::of(0_i32..=10_000), 0..20),
        ) {
            let given: Vec<_> = scores.iter().map(|score| score.map(Score::from_hundredths)).collect();
            let found = gains(&given);
            prop_assert_eq!(found.len(), scores.len());
            let known: Vec<i32> = scores.into_iter().flatten().collect();
            let sum: i32 = found.iter().flatten().map(|gain| gain.hundredths()).sum();
            let way = known.last().zip(known.first()).map_or(0, |(last, first)| last - first);
            prop_assert_eq!(sum, way);
            prop_assert_eq!(found.iter().flatten().count(), known.len().saturating_sub(1));
            prop_assert!(found.iter().zip(&given).all(|(gain, score)| gain.is_none() || score.is_some()));
        }
    }
}
