//! The queue of one tablet at the desk: who is being tested, and which tests are done (RULES 11.2).
//!
//! Defines what each action does to the queue and which actions are refused. The tablet keeps the queue and sends what it
//! recorded; the server has rules of its own and may still refuse. Scores come from the protocols, see [`crate::protocol`].

mod athlete;
mod error;

use crate::score::Score;
use crate::test_type::TestType;
pub use athlete::{Athlete, Attempts, DeskFinal, DeskStatus, DeskTest, TestStatus};
pub use error::{DeskError, Refused};

/// The athletes of one tablet, the front one first; each at most once. `Id` identifies a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queue<Id> {
    athletes: Vec<Athlete<Id>>,
}

/// An action at the tablet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act<Id> {
    /// Puts a person at the front, with all tests open.
    Onboard(Id),
    /// Removes the front athlete; the last one becomes the empty user.
    DropFront,
    /// Clears the queue.
    Reset,
    /// Moves a queued person to the front.
    Front(Id),
    /// An action on a queued person.
    With(Id, AthleteAct),
}

/// An action on one athlete of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AthleteAct {
    /// Onboarded becomes accepted.
    Accept,
    /// Replaces the attempts of an open test.
    Record(TestType, Attempts),
    /// Closes a test with its attempts and score.
    SubmitTest(TestType, Attempts, Score),
    /// Marks a test as not taken; its attempts stay.
    Skip(TestType),
    /// Opens a test again, with its attempts and the revision that the next submission replaces.
    Unlock(TestType),
    /// Replaces a test by the server's; a final that it contradicts is taken back.
    Take(TestType, DeskTest),
    /// Submits the final.
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
    /// A queue from storage. Repeated entries of a person are dropped, and so is the empty user beside others.
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

    /// The athletes, the front one first; the empty user is always alone.
    pub fn athletes(&self) -> &[Athlete<Id>] {
        &self.athletes
    }

    /// Carries out an action, or leaves the queue unchanged and returns why.
    pub fn act(&mut self, act: Act<Id>) -> Result<(), Refused> {
        match act {
            Act::Onboard(id) => return self.onboard(Athlete::onboarded(id)),
            Act::DropFront => self.drop_front(),
            Act::Reset => self.athletes.clear(),
            Act::Front(id) => {
                let index = self.index_of(id)?;
                let athlete = self.athletes.remove(index);
                self.athletes.insert(0, athlete);
            }
            Act::With(id, act) => {
                let index = self.index_of(id)?;
                return self.athletes[index].act(act);
            }
        }
        Ok(())
    }

    fn index_of(&self, id: Id) -> Result<usize, Refused> {
        let index = self.athletes.iter().position(|athlete| athlete.id == Some(id));
        index.ok_or(Refused::new(DeskError::NotQueued))
    }

    /// Puts an athlete at the front, replacing the empty user; refused for somebody already queued (RULES 11.2).
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
