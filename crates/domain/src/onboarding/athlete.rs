//! An athlete in the queue, with the six tests.

use super::{AthleteAct, DeskError, Refused};
use crate::attempt::Raw;
use crate::protocol::ATTEMPTS_MAX;
use crate::score::{Score, final_score};
use crate::test_type::TestType;

/// An athlete at the tablet, or the empty user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Athlete<Id> {
    /// The person; `None` for the empty user (RULES 11.2).
    pub id: Option<Id>,
    /// How far the desk has got with the athlete.
    pub status: DeskStatus,
    /// The tests, in the order of [`TestType::ALL`].
    pub tests: [DeskTest; 6],
    /// The final, once submitted.
    pub result_final: Option<DeskFinal>,
}

/// How far the desk has got with an athlete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeskStatus {
    /// The booking code was read.
    #[default]
    Onboarded,
    /// Staff have greeted the athlete: testing may start.
    Accepted,
}

/// One of the six tests at the tablet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeskTest {
    /// Open, closed or not taken.
    pub status: TestStatus,
    /// The attempts so far.
    pub attempts: Attempts,
    /// The points of a closed test.
    pub score: Option<Score>,
    /// How often it has been submitted or skipped. For an open test, the submission that the next one replaces; 0 if there was
    /// none.
    pub revision: u32,
}

/// Whether a test can still be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TestStatus {
    /// Attempts are being recorded.
    #[default]
    Open,
    /// Submitted.
    Closed,
    /// Did not test.
    Dnt,
}

/// How a visit ended at the tablet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeskFinal {
    /// All six tests are closed: their mean.
    Completed(Score),
    /// A test was not taken: no final score.
    Dnt,
}

/// The raw values of a test, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attempts {
    count: usize,
    raws: [Raw; ATTEMPTS_MAX as usize],
}

impl Attempts {
    /// `None` if there are more than any protocol permits.
    pub fn new(attempts: &[Raw]) -> Option<Self> {
        let mut raws = [Raw::default(); ATTEMPTS_MAX as usize];
        raws.get_mut(..attempts.len())?.copy_from_slice(attempts);
        Some(Self { count: attempts.len(), raws })
    }

    /// The measurements.
    pub fn as_slice(&self) -> &[Raw] {
        self.raws.get(..self.count).unwrap_or(&self.raws)
    }
}

impl<Id> Athlete<Id> {
    /// An athlete who has just been onboarded: all tests open.
    pub fn onboarded(id: Id) -> Self {
        Self { id: Some(id), ..Self::empty() }
    }

    /// The empty user.
    pub fn empty() -> Self {
        Self { id: None, status: DeskStatus::Onboarded, tests: [DeskTest::default(); 6], result_final: None }
    }

    pub(super) fn act(&mut self, act: AthleteAct) -> Result<(), Refused> {
        match act {
            AthleteAct::Accept => self.status = DeskStatus::Accepted,
            AthleteAct::Record(test, attempts) => self.open(test)?.attempts = attempts,
            AthleteAct::SubmitTest(test, attempts, score) => {
                let found = self.open(test)?;
                found.attempts = attempts;
                found.submit(TestStatus::Closed, Some(score));
            }
            AthleteAct::Skip(test) => self.open(test)?.submit(TestStatus::Dnt, None),
            AthleteAct::Unlock(test) => {
                let found = self.unfinished(test)?;
                found.status = TestStatus::Open;
                found.score = None;
            }
            AthleteAct::Take(test, stored) => {
                self.result_final = None;
                self.tests[test.index()] = stored;
            }
            AthleteAct::SubmitFinal => self.finish()?,
            AthleteAct::Reopen => self.result_final = None,
        }
        Ok(())
    }

    /// A test of an athlete whose final is not submitted.
    fn unfinished(&mut self, test: TestType) -> Result<&mut DeskTest, Refused> {
        match self.result_final {
            None => Ok(&mut self.tests[test.index()]),
            Some(_) => Err(Refused::new(DeskError::FinalSubmitted)),
        }
    }

    fn open(&mut self, test: TestType) -> Result<&mut DeskTest, Refused> {
        let found = self.unfinished(test)?;
        if found.status == TestStatus::Open { Ok(found) } else { Err(Refused::new(DeskError::TestClosed)) }
    }

    /// A final needs all six tests closed or marked as not taken (RULES 7.6).
    fn finish(&mut self) -> Result<(), Refused> {
        if self.result_final.is_some() {
            return Err(Refused::new(DeskError::FinalSubmitted));
        }
        let open = self.tests.map(|test| test.status == TestStatus::Open);
        if open.contains(&true) {
            return Err(Refused { error: DeskError::TestsOpen, open });
        }
        let dnt = self.tests.iter().any(|test| test.status == TestStatus::Dnt);
        let scores = self.tests.map(|test| test.score.unwrap_or_default());
        self.result_final =
            Some(if dnt { DeskFinal::Dnt } else { DeskFinal::Completed(final_score(&scores)) });
        Ok(())
    }
}

impl DeskTest {
    fn submit(&mut self, status: TestStatus, score: Option<Score>) {
        self.status = status;
        self.score = score;
        self.revision = self.revision.saturating_add(1);
    }
}
