//! The tablet's queue. It crosses as text, which costs the module a tenth of what objects would; only
//! `pkg/onboarding.ts` writes and reads it:
//!
//! - a queue is a line for each athlete, of ten fields apart by tabs: number, booking, status, final, six tests;
//! - a test is status, revision, score, then its attempts, apart by commas;
//! - an act is a word, then what it needs, apart by tabs.
//!
//! Statuses are their place in the list, scores hundredths, measurements thousandths, an empty field nothing.

use std::fmt::Write;
use std::str::{FromStr, Split};

use sixfold_domain::attempt::Raw;
use sixfold_domain::onboarding::{
    Act, Athlete, AthleteAct, DeskFinal, DeskStatus, DeskTest, Queue, TestStatus,
};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use wasm_bindgen::prelude::*;

/// Does an act: the queue after `+`, or after `!` the word and the sentence of the refusal.
#[wasm_bindgen(js_name = deskAct)]
pub fn desk_act(queue: &str, act: &str) -> String {
    let Some((mut queue, act)) = read_queue(queue).zip(read_act(act)) else {
        return "!MALFORMED A value has the wrong shape.".to_owned();
    };
    match queue.act(act) {
        Ok(()) => write_queue(&queue),
        Err(refused) => format!("!{} {refused}", refused.error.code()),
    }
}

fn number<T: FromStr>(text: Option<&str>) -> Option<T> {
    text?.parse().ok()
}

fn read_queue(text: &str) -> Option<Queue> {
    let lines = text.split('\n').filter(|line| !line.is_empty());
    let athletes: Option<Vec<Athlete>> = lines.map(|line| read_athlete(&mut line.split('\t'))).collect();
    athletes.map(Queue::from_athletes)
}

fn read_athlete(fields: &mut Split<'_, char>) -> Option<Athlete> {
    let mut athlete = Athlete::onboarded(fields.next()?.to_owned(), fields.next()?.to_owned());
    if fields.next()? == "1" {
        athlete.status = DeskStatus::Accepted;
    }
    athlete.result_final = match fields.next()? {
        "" => None,
        "dnt" => Some(DeskFinal::Dnt),
        score => Some(DeskFinal::Completed(Score::from_hundredths(number(Some(score))?))),
    };
    for test in &mut athlete.tests {
        *test = read_test(fields.next()?)?;
    }
    Some(athlete)
}

fn read_test(text: &str) -> Option<DeskTest> {
    let mut parts = text.split(',');
    let status = match parts.next()? {
        "0" => TestStatus::Open,
        "1" => TestStatus::Closed,
        _ => TestStatus::Dnt,
    };
    let revision = number(parts.next())?;
    let score = parts.next()?.parse().ok().map(Score::from_hundredths);
    let attempts: Option<Vec<Raw>> = parts.map(|raw| raw.parse().ok().map(Raw::from_thousandths)).collect();
    Some(DeskTest { status, attempts: attempts?, score, revision })
}

fn read_act(text: &str) -> Option<Act> {
    let mut fields = text.split('\t');
    let word = fields.next()?;
    Some(match word {
        "onboard" => Act::Onboard(Box::new(read_athlete(&mut fields)?)),
        "dropFront" => Act::DropFront,
        "reset" => Act::Reset,
        _ => {
            let uaid = fields.next()?.to_owned();
            let test = number(fields.next()).and_then(|place: usize| TestType::ALL.get(place).copied());
            let state = fields.next().and_then(read_test);
            Act::With(uaid, athlete_act(word, test, state)?)
        }
    })
}

fn athlete_act(word: &str, test: Option<TestType>, state: Option<DeskTest>) -> Option<AthleteAct> {
    Some(match word {
        "accept" => AthleteAct::Accept,
        "front" => AthleteAct::Front,
        "submitFinal" => AthleteAct::SubmitFinal,
        "reopen" => AthleteAct::Reopen,
        "skip" => AthleteAct::Skip(test?),
        "unlock" => AthleteAct::Unlock(test?),
        "record" => AthleteAct::Record(test?, state?.attempts),
        "take" => AthleteAct::Take(test?, state?),
        "submitTest" => {
            let state = state?;
            AthleteAct::SubmitTest(test?, state.attempts, state.score?)
        }
        _ => return None,
    })
}

fn write_queue(queue: &Queue) -> String {
    let mut text = "+".to_owned();
    for (place, athlete) in queue.athletes().iter().enumerate() {
        text.push_str(if place == 0 { "" } else { "\n" });
        // Writing to a string never fails.
        let _ = write!(text, "{}\t{}\t{}\t", athlete.uaid, athlete.booking_id, athlete.status as u8);
        let _ = match athlete.result_final {
            None => Ok(()),
            Some(DeskFinal::Dnt) => text.write_str("dnt"),
            Some(DeskFinal::Completed(score)) => write!(text, "{}", score.hundredths()),
        };
        for test in &athlete.tests {
            let _ = write!(text, "\t{},{},", test.status as u8, test.revision);
            if let Some(score) = test.score {
                let _ = write!(text, "{}", score.hundredths());
            }
            for raw in &test.attempts {
                let _ = write!(text, ",{}", raw.thousandths());
            }
        }
    }
    text
}
