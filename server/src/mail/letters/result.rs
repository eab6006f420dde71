//! The letters about a final: it has come in, it has been revealed, it has been corrected, or it has been removed. Only the last is
//! sent while it is held.

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
    /// What it was, if it has been corrected.
    pub former: Option<Score>,
    /// When the tests were taken.
    pub slot: Option<(Date, SlotTime)>,
    /// The points of each test, and the measurement that made them if there is one.
    pub tests: &'a [(TestType, Score, Option<Measurement>)],
    /// The position on the season's board; none if it is not on it.
    pub position: Option<i64>,
    pub seen: FinalVisibility,
}

pub fn final_score(site_info: &SiteInfo, to: &Recipient, result: &FinalScore<'_>) -> Message {
    let (kind, letter) = match (result.seen, result.position) {
        _ if result.former.is_some() => ("final-corrected", "letter-final-corrected"),
        (FinalVisibility::AtOnce, _) => ("final-score", "letter-final-score"),
        // The words of a revealed final promise a position.
        (FinalVisibility::Revealed, Some(_)) => ("final-revealed", "letter-final-revealed"),
        (FinalVisibility::Revealed, None) => ("final-revealed", "letter-final-score"),
    };
    let (score, when) = (result.score.to_string(), result.slot.map(|(date, time)| spoken(date, time)));
    let former = result.former.map(|former| former.to_string());
    let mut facts = vec![("Score", score.clone())];
    facts.extend(former.clone().map(|former| ("Was", former)));
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
        ("former", former.as_deref().unwrap_or_default()),
        ("when", when.as_deref().unwrap_or_default()),
    ];
    let button = Some(("See your results", site_info.page("my-account-my-booking")));
    plain(to, kind, Letter { facts, button, ..site_info.worded(letter, &values) })
}

/// The score of a visit has been removed. What it was is not said: the final may have been held.
pub fn score_removed(
    site_info: &SiteInfo,
    to: &Recipient,
    slot: Option<(Date, SlotTime)>,
    reason: &str,
) -> Message {
    let when = slot.map(|(date, time)| spoken(date, time));
    let mut facts = vec![("Reason", reason.to_owned())];
    facts.extend(when.clone().map(|when| ("Visit", when)));
    let values = [
        ("firstName", to.first_name.trim()),
        ("when", when.as_deref().unwrap_or_default()),
        ("reason", reason),
    ];
    let button = Some(("See your tests", site_info.page("my-account-my-booking")));
    plain(to, "score-removed", Letter { facts, button, ..site_info.worded("letter-score-removed", &values) })
}

#[cfg(test)]
mod tests {
    use sixfold_domain::attempt::Raw;
    use sixfold_domain::protocol::Unit;

    use super::super::tests::{site_info, zoe};
    use super::*;

    fn told(seen: FinalVisibility, position: Option<i64>) -> Message {
        told_after(None, seen, position)
    }

    fn told_after(former: Option<Score>, seen: FinalVisibility, position: Option<i64>) -> Message {
        let mark = Measurement { raw: Raw::from_thousandths(3_240), unit: Unit::Seconds };
        let tests = [
            (TestType::Power, Score::from_hundredths(5_000), None),
            (TestType::Speed, Score::from_hundredths(6_400), Some(mark)),
        ];
        let result = FinalScore {
            score: Score::from_hundredths(7_342),
            former,
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

    // RULES 4.17
    #[test]
    fn a_removed_score_tells_why_and_not_what_it_was() {
        let slot = Some(("2026-07-01".parse().unwrap(), "14:15".parse().unwrap()));
        let mail = score_removed(&site_info(), &zoe(), slot, "Tested under another name");
        let subject = "We have removed the score of a visit";
        assert_eq!((mail.kind, mail.letter.subject.as_str()), ("score-removed", subject));
        let text = mail.letter.text();
        for part in ["Zoë", "Reason: Tested under another name\nVisit: Wed 1 Jul 2026, 14:15\n"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(mail.calendar.is_none() && mail.letter.html().contains("my-account-my-booking"));
    }

    // RULES 8.13
    #[test]
    fn a_corrected_final_tells_what_it_was() {
        let mail = told_after(Some(Score::from_hundredths(7_310)), FinalVisibility::AtOnce, Some(12));
        let subject = "Your result was corrected: 73.42";
        assert_eq!((mail.kind, mail.letter.subject.as_str()), ("final-corrected", subject));
        let text = mail.letter.text();
        for part in
            ["your final is 73.42, it was 73.10", "Score: 73.42\nWas: 73.10\n", "Speed: 64.00 (3.24 s)"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
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
