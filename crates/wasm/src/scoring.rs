//! Attempts, points and percentiles. A protocol crosses as numbers, raw values in thousandths of the unit, scores in
//! hundredths; `pkg/scoring.ts` converts them.

use sixfold_domain::attempt::{AttemptError, AttemptProblem, Raw};
use sixfold_domain::percentile::percentile;
use sixfold_domain::protocol::{Protocol, Unit};
use sixfold_domain::score::{Score, final_score};
use sixfold_domain::test_type::TestType;
use wasm_bindgen::prelude::*;

/// What is needed to read and score attempts; `unit` is an index in the list of units.
fn protocol(unit: u8, marks: [i32; 4], attempts: u8) -> Protocol {
    let [zero, hundred, low, high] = marks.map(Raw::from_thousandths);
    let unit = Unit::ALL.get(usize::from(unit)).copied().unwrap_or(Unit::Hits);
    // Scoring does not depend on the test's name.
    Protocol { test_type: TestType::Cognitive, unit, zero, hundred, low, high, attempts }
}

/// A refusal as a negative number: -1 for the first problem.
fn refused(error: AttemptError) -> i32 {
    -1 - error.problem as i32
}

fn scores(hundredths: &[i32]) -> Vec<Score> {
    hundredths.iter().copied().map(Score::from_hundredths).collect()
}

/// A raw value as typed, in thousandths; negative if it is refused.
#[wasm_bindgen(js_name = readThousandths)]
pub fn read_thousandths(unit: u8, low: i32, high: i32, text: &str) -> i32 {
    protocol(unit, [low, high, low, high], 1).read(text).map_or_else(refused, Raw::thousandths)
}

/// The points of a raw value, in hundredths.
#[wasm_bindgen(js_name = pointsOf)]
pub fn points_of(zero: i32, hundred: i32, raw: i32) -> i32 {
    protocol(0, [zero, hundred, 0, 0], 1).points(Raw::from_thousandths(raw)).hundredths()
}

/// The score, in hundredths, of attempts separated by spaces; negative if they are refused.
#[wasm_bindgen(js_name = scoreAttempts)]
pub fn score_attempts(
    unit: u8,
    zero: i32,
    hundred: i32,
    low: i32,
    high: i32,
    attempts: u8,
    texts: &str,
) -> i32 {
    let protocol = protocol(unit, [zero, hundred, low, high], attempts);
    let read: Result<Vec<Raw>, _> =
        texts.split(' ').filter(|text| !text.is_empty()).map(|text| protocol.read(text)).collect();
    read.and_then(|raws| protocol.score(&raws)).map_or_else(refused, Score::hundredths)
}

/// The index of the best raw value; undefined without any.
#[wasm_bindgen(js_name = bestOf)]
pub fn best_of(zero: i32, hundred: i32, raws: &[i32]) -> Option<usize> {
    let raws: Vec<Raw> = raws.iter().copied().map(Raw::from_thousandths).collect();
    protocol(0, [zero, hundred, 0, 0], 1).best(&raws)
}

/// A refusal's code and, after a space, its sentence; `refusal` is the negative number returned for it.
#[wasm_bindgen(js_name = attemptRefusal)]
pub fn attempt_refusal(unit: u8, low: i32, high: i32, attempts: u8, refusal: i32) -> String {
    let problem = usize::try_from(-1 - refusal).ok().and_then(|place| AttemptProblem::ALL.get(place));
    let problem = problem.copied().unwrap_or(AttemptProblem::Invalid);
    let error = protocol(unit, [low, high, low, high], attempts).refusal(problem);
    crate::convert::word_and_sentence(error.code(), &error)
}

/// The final score of six scores, all in hundredths; undefined for any other number of them.
#[wasm_bindgen(js_name = finalOf)]
pub fn final_of(six: &[i32]) -> Option<i32> {
    <&[Score; 6]>::try_from(scores(six).as_slice()).ok().map(|six| final_score(six).hundredths())
}

/// The percentile of a score in a field that includes it, all in hundredths.
#[wasm_bindgen(js_name = percentileOf)]
pub fn percentile_of(own: i32, field: &[i32]) -> Option<i32> {
    percentile(Score::from_hundredths(own), &scores(field)).map(Score::hundredths)
}
