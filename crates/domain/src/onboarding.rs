//! The queue of one tablet in the store: who is being tested, and which tests are done (RULES 11.2).
//!
//! Owns what each act does to the queue and which acts are refused. Pure: the tablet keeps the queue and sends what it
//! recorded; the server has its own rules and may still refuse. Scores come from the protocols, see
//! [`crate::protocol`].

mod athlete;
mod error;

use crate::score::Score;
use crate::test_type::TestType;
pub use athlete::{Athlete, Attempts, DeskFinal, DeskStatus, DeskTest, TestStatus};
pub use error::{DeskError, Refused};

/// The athletes of one tablet, the front one first; at most one entry for each person. `Id` names a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queue<Id> {
    athletes: Vec<Athlete<Id>>,
}

/// What somebody does at the tablet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act<Id> {
    /// Puts a person at the front, all tests open.
    Onboard(Id),
    /// Removes the front athlete; the only one becomes the empty user.
    DropFront,
    /// Clears the queue.
    Reset,
    /// Calls a queued person to the front.
    Front(Id),
    /// Something with a queued person.
    With(Id, AthleteAct),
}

/// What somebody does with one athlete of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AthleteAct {
    /// Onboarded becomes accepted.
    Accept,
    /// Keeps the attempts of an open test, in place of those before.
    Record(TestType, Attempts),
    /// A test is submitted: closed with that score.
    SubmitTest(TestType, Attempts, Score),
    /// A test will not be taken; its attempts stay.
    Skip(TestType),
    /// Opens a test again, with its attempts and the revision that the next submission replaces.
    Unlock(TestType),
    /// Takes over a test as the server has it; a final that it contradicts is taken back.
    Take(TestType, DeskTest),
    /// The final is submitted.
    SubmitFinal,
    /// The server refused the final: back to the tests.
    Reopen,
}

impl<Id> Default for Queue<Id> {
    fn default() -> Self {
        Self { athletes: Vec::new() }
    }
}

impl<Id: Copy + PartialEq> Queue<Id> {
    /// A queue as it was kept. Further entries of one person are left out, and the empty user beside somebody.
    pub fn from_athletes(athletes: impl IntoIterator<Item = Athlete<Id>>) -> Self {
        let mut kept: Vec<Athlete<Id>> = Vec::new();
        for athlete in athletes {
            kept.retain(|other| other.id.is_some());
            let known = kept.iter().any(|other| other.id == athlete.id);
            if !known && (athlete.id.is_some() || kept.is_empty()) {
                kept.push(athlete);
            }
        }
        Self { athletes: kept }
    }

    /// The athletes, the front one first; the empty user stands alone.
    pub fn athletes(&self) -> &[Athlete<Id>] {
        &self.athletes
    }

    /// Does an act, or leaves the queue as it was and says why.
    pub fn act(&mut self, act: Act<Id>) -> Result<(), Refused> {
        match act {
            Act::Onboard(id) => return self.onboard(Athlete::onboarded(id)),
            Act::DropFront => self.drop_front(),
            Act::Reset => self.athletes.clear(),
            Act::Front(id) => {
                let place = self.place(id)?;
                let athlete = self.athletes.remove(place);
                self.athletes.insert(0, athlete);
            }
            Act::With(id, act) => {
                let place = self.place(id)?;
                return self.athletes[place].act(act);
            }
        }
        Ok(())
    }

    fn place(&self, id: Id) -> Result<usize, Refused> {
        let place = self.athletes.iter().position(|athlete| athlete.id == Some(id));
        place.ok_or(Refused::new(DeskError::NotQueued))
    }

    /// An athlete comes to the front, in the place of the empty user; somebody already queued is refused (RULES 11.2).
    fn onboard(&mut self, athlete: Athlete<Id>) -> Result<(), Refused> {
        if self.athletes.iter().any(|other| other.id == athlete.id) {
            return Err(Refused::new(DeskError::AlreadyOnboarded));
        }
        self.athletes.retain(|other| other.id.is_some());
        self.athletes.insert(0, athlete);
        Ok(())
    }

    fn drop_front(&mut self) {
        match self.athletes.as_mut_slice() {
            [] => {}
            [only] => *only = Athlete::empty(),
            _ => drop(self.athletes.remove(0)),
        }
    }
}
