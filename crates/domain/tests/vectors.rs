//! The shared rule cases, run natively; `pkg/tests` runs the same files through WebAssembly, and `uaids` the site's own
//! `web/src/api/client/client.test.ts`.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sixfold_domain::attempt::{AttemptError, Raw};
use sixfold_domain::booking::{
    BookingCode, BookingType, HistoryEntry, booking_type, last_completed, may_book_retest,
};
use sixfold_domain::identity::Uaid;
use sixfold_domain::percentile::percentile;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::{Score, round_to_hundredths};
use sixfold_domain::slot::{BookingSessionConfig, Refusal, Schedule, SlotQuery};
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, SlotTime, london_date_time, parse_timestamp};
use sixfold_domain::what_if::{Costs, Goal, OtherFinals, ScoreCounts, cheapest, final_of};

fn cases<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(format!("{name}.json"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let cases: Vec<T> = serde_json::from_str(&text).expect("the cases read");
    assert!(!cases.is_empty());
    cases
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Query {
    now: String,
    booking_type: BookingType,
    #[serde(default)]
    last_completed: Option<Date>,
    bypass: bool,
}

impl Query {
    fn read(&self) -> SlotQuery {
        let now_ms = parse_timestamp(&self.now).expect("an instant");
        SlotQuery {
            now: london_date_time(now_ms).expect("an instant"),
            booking_type: self.booking_type,
            last_completed: self.last_completed,
            bypass: self.bypass,
        }
    }
}

#[derive(Deserialize)]
struct SlotCase {
    name: String,
    config: BookingSessionConfig,
    query: Query,
    date: Date,
    remaining: u16,
    open: bool,
    reason: Option<Refusal>,
    slots: Vec<(SlotTime, Option<Refusal>)>,
}

#[test]
fn slots() {
    for case in cases::<SlotCase>("slots") {
        let schedule = Schedule::new(&case.config).expect("a valid config");
        let day = schedule.day(&case.query.read(), case.date, |_| case.remaining);
        assert_eq!((day.open, day.reason), (case.open, case.reason), "{}", case.name);
        let found: Vec<_> = day.slots.iter().map(|slot| (slot.time, slot.reason)).collect();
        assert_eq!(found, case.slots, "{}", case.name);
    }
}

#[derive(Deserialize)]
struct WindowCase {
    name: String,
    config: BookingSessionConfig,
    query: Query,
    first: Option<Date>,
    last: Date,
}

#[test]
fn windows() {
    for case in cases::<WindowCase>("windows") {
        let schedule = Schedule::new(&case.config).expect("a valid config");
        let query = case.query.read();
        assert_eq!(schedule.first_date(&query), case.first, "{}", case.name);
        assert_eq!(schedule.last_date(&query), case.last, "{}", case.name);
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RetestCase {
    name: String,
    history: Vec<HistoryEntry>,
    retest_delay: u16,
    today: Date,
    booking_type: BookingType,
    last_completed: Option<Date>,
    opens_on: Option<Date>,
}

#[test]
fn retests() {
    for case in cases::<RetestCase>("retests") {
        let completed = last_completed(&case.history);
        assert_eq!(booking_type(&case.history), case.booking_type, "{}", case.name);
        assert_eq!(completed, case.last_completed, "{}", case.name);
        let refused = may_book_retest(completed, case.retest_delay, case.today).err();
        assert_eq!(refused.map(|refused| refused.opens_on), case.opens_on, "{}", case.name);
    }
}

#[derive(Deserialize)]
struct ScoreCase {
    text: String,
    hundredths: Option<i32>,
}

#[test]
fn scores() {
    for case in cases::<ScoreCase>("scores") {
        assert_eq!(round_to_hundredths(&case.text).ok(), case.hundredths, "{}", case.text);
    }
}

#[derive(Deserialize)]
struct CodeCase {
    text: String,
    code: Option<String>,
}

#[test]
fn codes() {
    for case in cases::<CodeCase>("codes") {
        let found = case.text.parse::<BookingCode>().ok().map(|code| code.to_string());
        assert_eq!(found, case.code, "{}", case.text);
    }
}

#[derive(Deserialize)]
struct UaidCase {
    text: String,
    uaid: Option<String>,
}

#[test]
fn uaids() {
    for case in cases::<UaidCase>("uaids") {
        let found = Uaid::normalise(&case.text).ok().flatten().map(String::from);
        assert_eq!(found, case.uaid, "{}", case.text);
    }
}

#[test]
fn protocols() {
    let wire = serde_json::json!({ "version": 1, "tests": cases::<serde_json::Value>("protocols") });
    assert_eq!(serde_json::from_value::<Protocols>(wire).expect("valid protocols"), Protocols::STANDARD);
}

#[derive(Deserialize)]
struct AttemptCase {
    test: TestType,
    text: String,
    raw: Option<Raw>,
    code: Option<String>,
}

#[test]
fn attempts() {
    for AttemptCase { test, text, raw, code } in cases("attempts") {
        let found = Protocols::STANDARD.of(test).read(&text);
        assert_eq!(found.map_err(|error| Some(error.code().to_owned())), raw.ok_or(code), "{test} {text}");
    }
}

#[derive(Deserialize)]
struct PointsCase {
    test: TestType,
    attempts: Vec<serde_json::Number>,
    score: Option<Score>,
    best: Option<usize>,
    code: Option<String>,
}

#[test]
fn points() {
    for PointsCase { test, attempts, score, best, code } in cases("points") {
        let protocol = Protocols::STANDARD.of(test);
        let read: Result<Vec<Raw>, AttemptError> =
            attempts.iter().map(|number| protocol.read(&number.to_string())).collect();
        let found = read.and_then(|raws| Ok((protocol.score(&raws)?, protocol.best(&raws))));
        let expected = score.map(|score| (score, best)).ok_or(code);
        assert_eq!(found.map_err(|error| Some(error.code().to_owned())), expected, "{test} {attempts:?}");
    }
}

#[derive(Deserialize)]
struct PercentileCase {
    own: Score,
    field: Vec<Score>,
    percentile: Option<Score>,
}

#[test]
fn percentiles() {
    for case in cases::<PercentileCase>("percentiles") {
        assert_eq!(percentile(case.own, &case.field), case.percentile, "{} of {:?}", case.own, case.field);
    }
}

#[derive(Deserialize)]
struct WhatIfCase {
    board: Vec<Score>,
    tests: [Vec<Score>; 6],
    own: Option<Score>,
    marks: [Raw; 6],
    best: Score,
    ranked: u32,
    goals: [serde_json::Value; 3],
    outcomes: Vec<OutcomeCase>,
    ways: Vec<WayCase>,
}

#[derive(Deserialize)]
struct OutcomeCase {
    marks: [Raw; 6],
    r#final: Score,
    position: usize,
    percentile: Option<Score>,
}

#[derive(Deserialize)]
struct WayCase {
    r#final: Score,
    marks: Option<[Raw; 6]>,
}

// RULES 7.12 to 7.14
#[test]
fn what_other_measurements_would_have_come_to() {
    let protocols = Protocols::STANDARD.tests();
    let once = |scores: &[Score]| scores.iter().map(|score| (*score, 1)).collect::<Vec<_>>();
    let text = |goal: Goal| match goal {
        Goal::Met => serde_json::json!("met"),
        Goal::Final(score) => serde_json::json!(score),
        Goal::Beyond => serde_json::json!("beyond"),
    };
    for case in cases::<WhatIfCase>("what-if") {
        let costs = Costs::new(&case.tests.map(|scores| Costs::whole_points(once(&scores))));
        let field = OtherFinals::new(ScoreCounts::of(once(&case.board)), case.own, costs);
        let visit = final_of(protocols, &case.marks);
        assert_eq!(field.ranked(), case.ranked);
        let goals = [field.top(visit), OtherFinals::own_best(visit, case.best), field.next_up(visit)];
        assert_eq!(goals.map(text), case.goals);
        for outcome in &case.outcomes {
            let found = final_of(protocols, &outcome.marks);
            assert_eq!(found, outcome.r#final);
            assert_eq!(field.position(found), outcome.position);
            let standing = field.field_standing(found);
            assert_eq!(standing.map(|standing| standing.percentile), outcome.percentile);
        }
        for way in &case.ways {
            assert_eq!(cheapest(protocols, field.costs(), &case.marks, way.r#final), way.marks);
        }
    }
}
