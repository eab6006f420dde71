//! The letters about a final: it has come in, or it has been revealed. There is none while it is held.

use sixfold_domain::protocol::Measurement;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, SlotTime};

use super::{Letter, Message, Recipient, SiteInfo, plain};
use crate::content::dates::spoken;
use crate::content::measures::measure;

/// Who can see a final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinalVisibility {
    /// Everybody, as soon as it came in.
    AtOnce,
    /// Everybody, now that it has been revealed.
    Revealed,
}

#[derive(Debug, Clone)]
pub struct FinalScore<'a> {
    pub score: Score,
    /// When the tests were taken.
    pub slot: Option<(Date, SlotTime)>,
    /// The points of each test, and the measurement that made them if there is one.
    pub tests: &'a [(TestType, Score, Option<Measurement>)],
    /// The position on the season's board; none if it is not on it.
    pub position: Option<i64>,
    pub seen: FinalVisibility,
}

pub fn final_score(site_info: &SiteInfo, to: &Recipient, result: &FinalScore<'_>) -> Message {
    let kind = match result.seen {
        FinalVisibility::AtOnce => "final-score",
        FinalVisibility::Revealed => "final-revealed",
    };
    // The words of a revealed final promise a position.
    let letter = match (result.seen, result.position) {
        (FinalVisibility::Revealed, Some(_)) => "letter-final-revealed",
        (FinalVisibility::Revealed, None) | (FinalVisibility::AtOnce, _) => "letter-final-score",
    };
    let (score, when) = (result.score.to_string(), result.slot.map(|(date, time)| spoken(date, time)));
    let mut facts = vec![("Score", score.clone())];
    if let Some(position) = result.position {
        facts.push(("Season board", format!("Number {position}")));
    }
    facts.extend(when.clone().map(|when| ("When", when)));
    facts.extend(result.tests.iter().map(|(test, score, mark)| {
        let mark = mark.map(|mark| format!(" ({})", measure(mark.raw, mark.unit)));
        (test.as_str(), format!("{score}{}", mark.unwrap_or_default()))
    }));
    let values = [
        ("firstName", to.first_name.trim()),
        ("score", &score),
        ("when", when.as_deref().unwrap_or_default()),
    ];
    let button = Some(("See your results", site_info.page("my-account-my-booking")));
    plain(to, kind, Letter { facts, button, ..site_info.worded(letter, &values) })
}

#[cfg(test)]
mod tests {
    use sixfold_domain::attempt::Raw;
    use sixfold_domain::protocol::Unit;

    use super::super::tests::{site_info, zoe};
    use super::*;

    fn told(seen: FinalVisibility, position: Option<i64>) -> Message {
        let mark = Measurement { raw: Raw::from_thousandths(3_240), unit: Unit::Seconds };
        let tests = [
            (TestType::Power, Score::from_hundredths(5_000), None),
            (TestType::Speed, Score::from_hundredths(6_400), Some(mark)),
        ];
        let result = FinalScore {
            score: Score::from_hundredths(7_342),
            slot: Some(("2026-07-01".parse().unwrap(), "14:15".parse().unwrap())),
            tests: &tests,
            position,
            seen,
        };
        final_score(&site_info(), &zoe(), &result)
    }

    #[test]
    fn a_final_tells_score_tests_and_position() {
        let mail = told(FinalVisibility::AtOnce, Some(12));
        assert_eq!((mail.kind, mail.letter.subject.as_str()), ("final-score", "Your final is in: 73.42"));
        let parts = [
            "73.42, Zoë.",
            "Season board: Number 12",
            "Power: 50.00\n",
            "Speed: 64.00 (3.24 s)",
            "Wed 1 Jul 2026, 14:15",
        ];
        for part in parts {
            assert!(mail.letter.text().contains(part), "{part}: {}", mail.letter.text());
        }
        assert!(mail.calendar.is_none() && mail.letter.html().contains("my-account-my-booking"));
    }

    #[test]
    fn a_revealed_final_tells_where_it_stands() {
        let mail = told(FinalVisibility::Revealed, Some(12));
        assert_eq!((mail.kind, mail.letter.subject.as_str()), ("final-revealed", "It's out: 73.42"));
        assert!(mail.letter.text().contains("Number 12"), "{}", mail.letter.text());
    }

    #[test]
    fn a_revealed_final_that_is_on_no_board_promises_no_position() {
        let mail = told(FinalVisibility::Revealed, None);
        assert_eq!((mail.kind, mail.letter.subject.as_str()), ("final-revealed", "Your final is in: 73.42"));
        let text = mail.letter.text();
        assert!(!text.contains("where it puts you") && !text.contains("Season board"), "{text}");
    }
}
