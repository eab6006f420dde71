//! The queue of one tablet in the store: who is being tested, and which tests are done (spec §4, "In-store admin
//! user").
//!
//! Owns what each act does to the queue and which acts are refused. Pure: the tablet keeps the queue and sends what it
//! recorded; the server has its own rules and may still refuse. Scores come from the protocols, see
//! [`crate::protocol`].

mod athlete;
mod error;

use crate::attempt::Raw;
use crate::score::Score;
use crate::test_type::TestType;
pub use athlete::{Athlete, DeskFinal, DeskStatus, DeskTest, TestStatus};
pub use error::{DeskError, Refused};

/// The athletes of one tablet, the front one first; at most one entry for each person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Queue {
    athletes: Vec<Athlete>,
}

/// What somebody does at the tablet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Puts an athlete at the front.
    Onboard(Box<Athlete>),
    /// Removes the front athlete; the only one becomes the empty user.
    DropFront,
    /// Clears the queue.
    Reset,
    /// Something with the athlete of that number.
    With(String, AthleteAct),
}

/// What somebody does with one athlete of the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AthleteAct {
    /// Onboarded becomes accepted.
    Accept,
    /// Calls the athlete to the front.
    Front,
    /// Keeps the attempts of an open test, in place of those before.
    Record(TestType, Vec<Raw>),
    /// A test is submitted: closed with that score.
    SubmitTest(TestType, Vec<Raw>, Score),
    /// A test will not be taken.
    Skip(TestType),
    /// Opens a test again, with its attempts.
    Unlock(TestType),
    /// Takes over a test as the server has it; a final result that it contradicts is taken back.
    Take(TestType, DeskTest),
    /// The final is submitted.
    SubmitFinal,
    /// The server refused the final: back to the tests.
    Reopen,
}

impl Queue {
    /// A queue as it was kept; entries beyond the first of one person, and empty users beside somebody, are left out.
    pub fn from_athletes(athletes: Vec<Athlete>) -> Self {
        let mut kept: Vec<Athlete> = Vec::with_capacity(athletes.len());
        let somebody = athletes.iter().any(|athlete| !athlete.is_empty());
        for athlete in athletes {
            let known = kept.iter().any(|other| other.uaid == athlete.uaid);
            if !known && (!somebody || !athlete.is_empty()) {
                kept.push(athlete);
            }
        }
        Self { athletes: kept }
    }

    /// The athletes, the front one first; the empty user stands alone.
    pub fn athletes(&self) -> &[Athlete] {
        &self.athletes
    }

    /// Does an act, or leaves the queue as it was and says why.
    pub fn act(&mut self, act: Act) -> Result<(), Refused> {
        match act {
            Act::Onboard(athlete) => self.onboard(*athlete),
            Act::DropFront => {
                self.drop_front();
                Ok(())
            }
            Act::Reset => {
                self.athletes.clear();
                Ok(())
            }
            Act::With(uaid, act) => {
                let place = self.athletes.iter().position(|athlete| !uaid.is_empty() && athlete.uaid == uaid);
                let place = place.ok_or(Refused::new(DeskError::NotQueued))?;
                if act == AthleteAct::Front {
                    self.athletes[..=place].rotate_right(1);
                    return Ok(());
                }
                self.athletes[place].act(act)
            }
        }
    }

    /// An athlete comes to the front, in the place of the empty user; somebody already queued is refused (spec §5).
    fn onboard(&mut self, athlete: Athlete) -> Result<(), Refused> {
        if self.athletes.iter().any(|other| other.uaid == athlete.uaid && !other.is_empty()) {
            return Err(Refused::new(DeskError::AlreadyOnboarded));
        }
        if athlete.is_empty() {
            return Err(Refused::new(DeskError::NotQueued));
        }
        self.athletes.retain(|other| !other.is_empty());
        self.athletes.insert(0, athlete);
        Ok(())
    }

    fn drop_front(&mut self) {
        match self.athletes.as_mut_slice() {
            [] => {}
            [only] => *only = Athlete::default(),
            _ => drop(self.athletes.remove(0)),
        }
    }
}
