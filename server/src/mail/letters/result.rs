//! The letter that a final is in.

use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, SlotTime};

use super::{House, Letter, Message, Recipient, greeting, plain, spoken};

/// What the letter about a final tells.
#[derive(Debug, Clone)]
pub struct FinalScore<'a> {
    /// The final score.
    pub score: Score,
    /// When the tests were taken.
    pub place: Option<(Date, SlotTime)>,
    /// The points of each test.
    pub tests: &'a [(TestType, Score)],
    /// Where that stands on the season's board; none where it stands on none, or may not be told.
    pub position: Option<i64>,
    /// Whether it waits for its reveal: then the position is nobody's yet.
    pub held: bool,
}

/// The message that a final is in.
pub fn final_score(house: &House, to: &Recipient, result: &FinalScore<'_>) -> Message {
    let mut facts = vec![("Score", result.score.to_string())];
    if let Some(position) = result.position.filter(|_| !result.held) {
        facts.push(("Season board", format!("Number {position}")));
    }
    if let Some((date, time)) = result.place {
        facts.push(("When", spoken(date, time)));
    }
    facts.extend(result.tests.iter().map(|(test, score)| (test.as_str(), score.to_string())));
    let closing = if result.held {
        "Where that puts you stays under wraps until we reveal it. Keep an eye on the board."
    } else {
        "Want more? See test by test where the next points are, then book your retest."
    };
    plain(
        house,
        to,
        "final-score",
        Letter {
            subject: format!("Your final is in: {}", result.score),
            heading: format!("{}{}.", result.score, greeting(&to.first_name)),
            opening: vec!["Six tests, one score, and this one is yours. Well worked.".into()],
            facts,
            button: Some(("See your results", house.page("my-account-my-booking"))),
            closing: vec![closing.into()],
        },
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{house, zoe};
    use super::*;

    fn told(held: bool) -> Message {
        let tests = [(TestType::Speed, Score::from_hundredths(6_400))];
        let result = FinalScore {
            score: Score::from_hundredths(7_342),
            place: Some(("2026-07-01".parse().unwrap(), "14:15".parse().unwrap())),
            tests: &tests,
            position: Some(12),
            held,
        };
        final_score(&house(), &zoe(), &result)
    }

    #[test]
    fn a_final_tells_score_tests_and_position() {
        let mail = told(false);
        assert_eq!((mail.kind, mail.subject.as_str()), ("final-score", "Your final is in: 73.42"));
        for part in ["73.42, Zoë.", "Season board: Number 12", "Speed: 64.00", "Wed 1 Jul 2026, 14:15"] {
            assert!(mail.text.contains(part), "{part}: {}", mail.text);
        }
        assert!(mail.calendar.is_none() && mail.html.contains("my-account-my-booking"));
    }

    #[test]
    fn a_held_final_tells_no_position() {
        let mail = told(true);
        assert!(mail.text.contains("73.42") && mail.text.contains("reveal"), "{}", mail.text);
        assert!(!mail.text.contains("Number") && !mail.html.contains("Number 12"));
    }
}
