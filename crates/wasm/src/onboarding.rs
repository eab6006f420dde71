//! The tablet's queue. It crosses as integers, which takes a tenth of the module size that objects would; only
//! `pkg/onboarding.ts` writes and reads them:
//!
//! - an athlete is [`ATHLETE`] numbers: the index in the caller's list of people (from 1; 0 is the empty user), status, final
//!   (-2 none, -1 did not test, else the score), six tests;
//! - a test is [`TEST`] numbers: status, revision, score (-1 none), number of attempts, room for ten.
//!
//! Statuses are indices in their list, scores hundredths, raw values thousandths.

use sixfold_domain::attempt::Raw;
use sixfold_domain::onboarding::{
    Act, Athlete, AthleteAct, Attempts, DeskError, DeskFinal, DeskStatus, DeskTest, Queue, Refused,
    TestStatus,
};
use sixfold_domain::protocol::ATTEMPTS_MAX;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use wasm_bindgen::prelude::*;

const TEST: usize = 4 + ATTEMPTS_MAX as usize;
const ATHLETE: usize = 3 + 6 * TEST;

/// The refusal of an action that none of our pages sends.
const MALFORMED: i32 = 0xFF;

/// Carries out an action on the person `id` and, if the action needs one, a test in its new state. Returns the new queue, or a
/// single number: the refusal, with the open tests as bits above the lowest eight.
#[wasm_bindgen(js_name = deskAct)]
pub fn desk_act(act: u8, id: i32, test: u8, state: &[i32], queue: &[i32]) -> Vec<i32> {
    let mut queue = Queue::from_athletes(queue.chunks_exact(ATHLETE).map(read_athlete));
    let test = TestType::ALL.get(usize::from(test)).copied().unwrap_or(TestType::Cognitive);
    let Some(act) = read_act(act, id, test, state) else { return vec![MALFORMED] };
    match queue.act(act) {
        Ok(()) => queue.athletes().iter().flat_map(write_athlete).collect(),
        Err(refused) => {
            let open = refused.tests().fold(0, |bits, test| bits | 0x100 << test.index());
            vec![refused.error as i32 | open]
        }
    }
}

/// A refusal's code and, after a space, its sentence; `refusal` is the number returned for it.
#[wasm_bindgen(js_name = deskRefusal)]
pub fn desk_refusal(refusal: u32) -> String {
    let Some(error) = DeskError::ALL.get((refusal & 0xFF) as usize).copied() else {
        return crate::convert::word_and_sentence("MALFORMED", &"A value has the wrong shape.");
    };
    let refused = Refused { error, open: std::array::from_fn(|test| refusal >> (8 + test) & 1 == 1) };
    crate::convert::word_and_sentence(error.code(), &refused)
}

fn read_act(act: u8, id: i32, test: TestType, state: &[i32]) -> Option<Act<i32>> {
    let stored = || read_test(state);
    let act = match act {
        0 => return (id > 0).then_some(Act::Onboard(id)),
        1 => return Some(Act::DropFront),
        2 => return Some(Act::Reset),
        3 => return Some(Act::Front(id)),
        4 => AthleteAct::Accept,
        5 => AthleteAct::Record(test, stored()?.attempts),
        6 => AthleteAct::SubmitTest(test, stored()?.attempts, stored()?.score?),
        7 => AthleteAct::Skip(test),
        8 => AthleteAct::Unlock(test),
        9 => AthleteAct::Take(test, stored()?),
        10 => AthleteAct::SubmitFinal,
        11 => AthleteAct::Reopen,
        _ => return None,
    };
    Some(Act::With(id, act))
}

fn read_test(numbers: &[i32]) -> Option<DeskTest> {
    let [status, revision, score, count, raws @ ..] = numbers else { return None };
    let status = match status {
        0 => TestStatus::Open,
        1 => TestStatus::Closed,
        2 => TestStatus::Dnt,
        _ => return None,
    };
    let mut read = [Raw::default(); ATTEMPTS_MAX as usize];
    for (raw, number) in read.iter_mut().zip(raws) {
        *raw = Raw::from_thousandths(*number);
    }
    Some(DeskTest {
        status,
        attempts: Attempts::new(read.get(..usize::try_from(*count).ok()?)?)?,
        score: (*score >= 0).then_some(Score::from_hundredths(*score)),
        revision: u32::try_from(*revision).unwrap_or(0),
    })
}

fn read_athlete(numbers: &[i32]) -> Athlete<i32> {
    let [id, status, result_final, tests @ ..] = numbers else { return Athlete::empty() };
    Athlete {
        id: (*id > 0).then_some(*id),
        status: if *status == 0 { DeskStatus::Onboarded } else { DeskStatus::Accepted },
        tests: std::array::from_fn(|test| tests.get(test * TEST..).and_then(read_test).unwrap_or_default()),
        result_final: match result_final {
            -2 => None,
            -1 => Some(DeskFinal::Dnt),
            score => Some(DeskFinal::Completed(Score::from_hundredths(*score))),
        },
    }
}

fn write_athlete(athlete: &Athlete<i32>) -> [i32; ATHLETE] {
    let mut numbers = [0; ATHLETE];
    let [id, status, result_final, tests @ ..] = &mut numbers;
    *id = athlete.id.unwrap_or(0);
    *status = athlete.status as i32;
    *result_final = match athlete.result_final {
        None => -2,
        Some(DeskFinal::Dnt) => -1,
        Some(DeskFinal::Completed(score)) => score.hundredths(),
    };
    for (numbers, test) in tests.chunks_exact_mut(TEST).zip(&athlete.tests) {
        write_test(numbers, test);
    }
    numbers
}

fn write_test(numbers: &mut [i32], test: &DeskTest) {
    let [status, revision, score, count, raws @ ..] = numbers else { return };
    let attempts = test.attempts.as_slice();
    *status = test.status as i32;
    *revision = i32::try_from(test.revision).unwrap_or(i32::MAX);
    *score = test.score.map_or(-1, Score::hundredths);
    *count = i32::try_from(attempts.len()).unwrap_or(0);
    for (number, raw) in raws.iter_mut().zip(attempts) {
        *number = raw.thousandths();
    }
}
