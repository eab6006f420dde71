//! Scores compared with exact rational arithmetic, and the refusal of invalid attempts.

use proptest::prelude::*;
use sixfold_domain::attempt::{AttemptError, Raw};
use sixfold_domain::protocol::{Measurement, Protocol, ProtocolError, Protocols, Unit};
use sixfold_domain::score::{Score, final_score};
use sixfold_domain::test_type::TestType;

/// The protocols of RULES 7.5: zero mark, hundred mark, plausible range, decimals, attempts.
const WRITTEN: [(&str, &str, [&str; 4], usize, usize); 6] = [
    ("Cognitive", "hits", ["20", "110", "0", "200"], 0, 2),
    ("Strength", "N/kg", ["15", "50", "5", "90"], 2, 3),
    ("Power", "cm", ["15", "75", "5", "120"], 2, 3),
    ("Speed", "s", ["4.20", "2.70", "2", "10"], 3, 2),
    ("Agility", "s", ["6.50", "4.10", "3", "20"], 3, 2),
    ("Endurance", "level", ["3.0", "16.0", "1", "21"], 1, 1),
];

/// A fraction of integers, not reduced.
#[derive(Clone, Copy)]
struct Fraction(i128, i128);

impl Fraction {
    /// A decimal text, exactly.
    fn read(text: &str) -> Self {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits: i128 = format!("{whole}{fraction}").parse().expect("digits");
        Self(digits, 10_i128.pow(u32::try_from(fraction.len()).expect("a short text")))
    }

    fn minus(self, other: Self) -> Self {
        Self(self.0 * other.1 - other.0 * self.1, self.1 * other.1)
    }

    fn over(self, other: Self) -> Self {
        Self(self.0 * other.1, self.1 * other.0)
    }

    /// A hundred times this in hundredths, clamped to 0..100, rounded half away from zero.
    fn points(self) -> i32 {
        let (numerator, denominator) = (self.0 * 10_000 * self.1.signum(), self.1.abs());
        if numerator <= 0 {
            return 0;
        }
        let (whole, rest) = (numerator / denominator, numerator % denominator);
        let rounded = if rest * 2 >= denominator { whole + 1 } else { whole };
        i32::try_from(rounded.min(10_000)).expect("at most 10,000")
    }
}

/// The points of a decimal text by the marks above.
fn exact(place: usize, text: &str) -> i32 {
    let [zero, hundred, ..] = WRITTEN[place].2.map(Fraction::read);
    Fraction::read(text).minus(zero).over(hundred.minus(zero)).points()
}

fn protocols() -> impl Iterator<Item = (usize, Protocol)> {
    Protocols::STANDARD.tests().iter().copied().enumerate()
}

// RULES 7.5
#[test]
fn the_built_in_protocols_are_the_written_ones() {
    assert_eq!(Protocols::STANDARD.version(), 1);
    for (place, protocol) in protocols() {
        let (name, unit, marks, decimals, attempts) = WRITTEN[place];
        assert_eq!(protocol.test_type.as_str(), name);
        assert_eq!(protocol.unit.as_str(), unit);
        assert_eq!(usize::from(protocol.decimals()), decimals);
        assert_eq!(usize::from(protocol.attempts), attempts);
        let found = [protocol.zero, protocol.hundred, protocol.low, protocol.high];
        assert_eq!(found, marks.map(|mark| mark.parse().unwrap()));
    }
    let set = Protocols::new(1, Protocols::STANDARD.tests().iter().rev().copied().collect());
    assert_eq!(set, Ok(Protocols::STANDARD));
}

/// Every value of the plausible range in steps of 0.01, and so beyond both marks; in steps of 0.001 if the unit has them.
#[test]
fn every_measurement_scores_as_exact_arithmetic_says() {
    for (place, protocol) in protocols() {
        let step = if protocol.unit == Unit::Seconds { 1 } else { 10 };
        let range = protocol.low.thousandths()..=protocol.high.thousandths();
        let mut seen = [false; 2];
        for thousandths in range.step_by(step) {
            let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
            let points = exact(place, &text);
            let found = protocol.points(Raw::from_thousandths(thousandths)).hundredths();
            assert_eq!(found, points, "{} {text}", protocol.test_type);
            seen = [seen[0] || points == 0, seen[1] || points == 10_000];
        }
        assert_eq!(seen, [true; 2], "both clamps were reached");
    }
}

#[test]
fn beyond_the_marks_is_clamped() {
    for (_, protocol) in protocols() {
        let (zero, hundred) = (protocol.zero.thousandths(), protocol.hundred.thousandths());
        let past = (hundred - zero).signum();
        for by in [0, 1, 10, 1_000, 1_000_000] {
            assert_eq!(protocol.points(Raw::from_thousandths(zero - past * by)), Score::ZERO);
            assert_eq!(protocol.points(Raw::from_thousandths(hundred + past * by)), Score::FULL);
        }
        for raw in [i32::MIN, i32::MAX] {
            let points = protocol.points(Raw::from_thousandths(raw));
            assert!(points == Score::ZERO || points == Score::FULL);
        }
    }
}

#[test]
fn a_half_rounds_away_from_zero() {
    let protocol = Protocol { zero: "0".parse().unwrap(), hundred: "8".parse().unwrap(), ..power() };
    assert_eq!(protocol.points(Raw::from_thousandths(10)).hundredths(), 13, "12.5 hundredths");
    assert_eq!(protocol.points(Raw::from_thousandths(30)).hundredths(), 38, "37.5 hundredths");
}

fn power() -> Protocol {
    *Protocols::STANDARD.of(TestType::Power)
}

fn code(result: Result<impl Sized, AttemptError>) -> &'static str {
    result.map_or_else(AttemptError::code, |_| "none")
}

// RULES 7.3
#[test]
fn what_is_no_attempt_has_its_word() {
    let reads = |test: TestType, text: &str| code(Protocols::STANDARD.of(test).read(text));
    for text in [
        "",
        " ",
        "NaN",
        "nan",
        "Infinity",
        "-Infinity",
        "abc",
        "6 4",
        "1,5",
        "0x10",
        "--3",
        "3.4.5",
        "٣",
        "1e",
        ".",
    ] {
        assert_eq!(reads(TestType::Power, text), "ATTEMPT_INVALID", "{text:?}");
    }
    for text in ["-1", "-0.001", "-1e-300", "-99999999999999"] {
        assert_eq!(reads(TestType::Power, text), "ATTEMPT_NEGATIVE", "{text}");
    }
    for (test, good, bad) in [
        (TestType::Cognitive, ["64", "-0.0", "6.4e1"], ["64.5", "64.01"]),
        (TestType::Strength, ["34.25", "34.250", "3425e-2"], ["34.255", "34.2501"]),
        (TestType::Power, ["50", "50.5", "+50.55"], ["50.555", "50.0001"]),
        (TestType::Speed, ["3.125", "3.1250", " 3.1 "], ["3.1255", "1e-9"]),
        (TestType::Endurance, ["12.5", "12", "12.50"], ["12.55", "12.01"]),
    ] {
        for text in good {
            assert_eq!(reads(test, text), "none", "{test} {text}");
        }
        for text in bad {
            assert_eq!(reads(test, text), "ATTEMPT_DECIMALS", "{test} {text}");
        }
    }
    for (place, protocol) in protocols() {
        let [_, _, low, high] = WRITTEN[place].2;
        assert_eq!((code(protocol.read(low)), code(protocol.read(high))), ("none", "none"));
        let step = protocol.unit.step();
        for outside in [protocol.low.thousandths() - step, protocol.high.thousandths() + step] {
            let text = Raw::from_thousandths(outside).to_string();
            let word = if outside < 0 { "ATTEMPT_NEGATIVE" } else { "ATTEMPT_OUT_OF_RANGE" };
            assert_eq!(code(protocol.read(&text)), word, "{} {text}", protocol.test_type);
            assert_eq!(code(protocol.check(Raw::from_thousandths(outside))), word);
        }
        assert_eq!(code(protocol.read("1e99")), "ATTEMPT_OUT_OF_RANGE");
    }
}

#[test]
fn the_sentence_tells_unit_and_range() {
    let said = |test: TestType, text: &str| Protocols::STANDARD.of(test).read(text).unwrap_err().to_string();
    assert_eq!(said(TestType::Speed, "x"), "An attempt is a number: 2 to 10 s.");
    assert_eq!(said(TestType::Power, "-1"), "An attempt is never negative: 5 to 120 cm.");
    assert_eq!(said(TestType::Cognitive, "1.5"), "An attempt is a whole number: 0 to 200 hits.");
    assert_eq!(said(TestType::Endurance, "1.55"), "An attempt has at most 1 decimal: level 1 to 21.");
    assert_eq!(said(TestType::Strength, "100"), "That is not plausible: 5 to 90 N/kg.");
    let too_many = power().score(&[power().low; 4]).unwrap_err();
    assert_eq!(too_many.to_string(), "This test takes at most 3 attempts: 5 to 120 cm.");
    let missing = power().score(&[]).unwrap_err();
    assert_eq!((missing.code(), too_many.code()), ("ATTEMPTS_MISSING", "ATTEMPTS_TOO_MANY"));
    assert_eq!(missing.to_string(), "Record at least one attempt: 5 to 120 cm.");
}

#[test]
fn the_wire_carries_plain_numbers_and_reads_back() {
    let json = serde_json::to_value(Protocols::STANDARD).unwrap();
    assert_eq!(
        json["tests"][3],
        serde_json::json!({
            "TestType": "Speed", "unit": "s", "decimals": 3, "zero": 4.2, "hundred": 2.7, "low": 2, "high": 10, "attempts": 2
        })
    );
    assert_eq!(serde_json::from_value::<Protocols>(json).unwrap(), Protocols::STANDARD);
}

#[test]
fn a_new_version_may_have_its_marks_at_the_ends_of_the_range() {
    let mut tests = Protocols::STANDARD.tests().to_vec();
    (tests[2].zero, tests[2].hundred) = (tests[2].low, tests[2].high);
    let set = Protocols::new(7, tests.clone()).unwrap();
    assert_eq!((set.version(), set.tests().as_slice()), (7, tests.as_slice()));
}

#[test]
fn protocols_that_cannot_score_are_refused() {
    let refused = |change: fn(&mut Protocol)| {
        let mut tests = Protocols::STANDARD.tests().to_vec();
        change(&mut tests[2]);
        Protocols::new(2, tests).unwrap_err()
    };
    let power = TestType::Power;
    assert_eq!(refused(|power| power.hundred = power.zero), ProtocolError::Marks(power));
    assert_eq!(
        refused(|power| power.zero = Raw::from_thousandths(4_990)),
        ProtocolError::MarkOutside(power, "zero")
    );
    assert_eq!(
        refused(|power| power.hundred = Raw::from_thousandths(120_010)),
        ProtocolError::MarkOutside(power, "hundred")
    );
    assert_eq!(refused(|power| power.low = power.high), ProtocolError::Range(power, "high"));
    assert_eq!(refused(|power| power.low = Raw::from_thousandths(-10)), ProtocolError::Range(power, "low"));
    assert_eq!(
        refused(|power| power.zero = Raw::from_thousandths(15_001)),
        ProtocolError::Decimals(power, "zero")
    );
    assert_eq!(refused(|power| power.attempts = 0).place(), Some((power, "attempts")));
    assert_eq!(refused(|power| power.attempts = 0), ProtocolError::Attempts(power));
    assert_eq!(refused(|power| power.attempts = 11), ProtocolError::Attempts(power));
    assert_eq!(refused(|power| power.test_type = TestType::Speed), ProtocolError::Tests);
    assert_eq!(Protocols::new(0, Protocols::STANDARD.tests().to_vec()), Err(ProtocolError::Version));
    assert_eq!(Protocols::new(2, Vec::new()), Err(ProtocolError::Tests));
    assert_eq!(ProtocolError::Tests.code(), "PROTOCOL_INVALID");
    let mut json = serde_json::to_value(Protocols::STANDARD).unwrap();
    json["tests"][0]["zero"] = serde_json::json!(110);
    assert!(serde_json::from_value::<Protocols>(json).is_err());
}

fn any_attempts() -> impl Strategy<Value = (usize, Vec<i32>)> {
    (0_usize..6, prop::collection::vec(0_i32..=1_000, 1..=3))
}

/// Raw values of a test, spread over its plausible range in steps of its unit.
fn spread(protocol: &Protocol, parts: &[i32]) -> Vec<Raw> {
    let (low, span) = (protocol.low.thousandths(), protocol.high.thousandths() - protocol.low.thousandths());
    let step = i64::from(protocol.unit.step());
    let at = |part: &i32| {
        low + i32::try_from(i64::from(span) * i64::from(*part) / 1_000 / step * step).expect("in range")
    };
    parts.iter().take(usize::from(protocol.attempts)).map(at).map(Raw::from_thousandths).collect()
}

proptest! {
    #[test]
    fn a_better_measurement_never_scores_less(place in 0_usize..6, one: i32, other: i32) {
        let protocol = Protocols::STANDARD.tests()[place];
        let less_is_better = protocol.hundred < protocol.zero;
        let (worse, better) = if (one < other) == less_is_better { (other, one) } else { (one, other) };
        prop_assert!(protocol.points(Raw::from_thousandths(worse)) <= protocol.points(Raw::from_thousandths(better)));
    }

    // RULES 7.4
    #[test]
    fn a_test_scores_its_best_attempt((place, parts) in any_attempts()) {
        let protocol = Protocols::STANDARD.tests()[place];
        let attempts = spread(&protocol, &parts);
        let score = protocol.score(&attempts).unwrap();
        let most = attempts.iter().map(|raw| exact(place, &format!("{}.{:03}", raw.thousandths() / 1000, raw.thousandths() % 1000))).max();
        prop_assert_eq!(Some(score.hundredths()), most);
        let best = protocol.best(&attempts).unwrap();
        prop_assert_eq!(protocol.points(attempts[best]), score);
        prop_assert!(attempts[..best].iter().all(|raw| *raw != attempts[best]));
        prop_assert_eq!(protocol.best(&[]), None);
    }

    // RULES 8.11
    #[test]
    fn the_best_of_all_attempts_is_at_one_of_their_ends((place, parts) in any_attempts()) {
        let protocol = Protocols::STANDARD.tests()[place];
        let attempts = spread(&protocol, &parts);
        let (least, greatest) = (*attempts.iter().min().unwrap(), *attempts.iter().max().unwrap());
        let raw = attempts[protocol.best(&attempts).unwrap()];
        let mark = Measurement { raw, unit: protocol.unit };
        prop_assert_eq!(protocol.best_between(least, greatest), mark);
        prop_assert_eq!(protocol.mark(&attempts), Some(mark));
        prop_assert_eq!(protocol.mark(&[]), None);
    }

    #[test]
    fn a_measurement_reads_back_as_it_shows((place, parts) in any_attempts()) {
        let protocol = Protocols::STANDARD.tests()[place];
        for raw in spread(&protocol, &parts) {
            prop_assert_eq!(protocol.read(&raw.to_string()), Ok(raw));
            prop_assert_eq!(protocol.read(&format!("{raw}{}", if raw.to_string().contains('.') { "000" } else { ".000" })), Ok(raw));
        }
    }

    #[test]
    fn reading_anything_never_fails_otherwise(place in 0_usize..6, text in "\\PC{0,12}|-?[0-9]{0,6}\\.?[0-9]{0,6}(e-?[0-9]{1,4})?") {
        let protocol = Protocols::STANDARD.tests()[place];
        if let Ok(raw) = protocol.read(&text) {
            prop_assert!(raw >= protocol.low && raw <= protocol.high);
            prop_assert_eq!(raw.thousandths() % protocol.unit.step(), 0);
            prop_assert_eq!(protocol.check(raw), Ok(raw));
        }
    }

    #[test]
    fn too_many_attempts_are_too_many(place in 0_usize..6, more in 1_usize..20) {
        let protocol = Protocols::STANDARD.tests()[place];
        let attempts = vec![protocol.zero; usize::from(protocol.attempts) + more];
        prop_assert_eq!(code(protocol.score(&attempts)), "ATTEMPTS_TOO_MANY");
    }

    #[test]
    fn the_final_is_the_exact_mean(six in prop::array::uniform6(0_i32..=10_000)) {
        let sum: i128 = six.iter().map(|hundredths| i128::from(*hundredths)).sum();
        let expected = i32::try_from((sum * 2 + 6) / 12).unwrap();
        prop_assert_eq!(final_score(&six.map(Score::from_hundredths)).hundredths(), expected);
    }
}
