//! One athlete of the queue and the six tests.

use super::{AthleteAct, DeskError, Refused};
use crate::attempt::Raw;
use crate::score::{Score, final_score};
use crate::test_type::TestType;

/// An athlete at the tablet; without a number the empty user (spec §4).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Athlete {
    /// The person's number.
    pub uaid: String,
    /// The booking that the tests belong to.
    pub booking_id: String,
    /// How far the athlete is let in.
    pub status: DeskStatus,
    /// The tests, in the order of [`TestType::ALL`].
    pub tests: [DeskTest; 6],
    /// The final, once submitted.
    pub result_final: Option<DeskFinal>,
}

/// How far an athlete is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeskStatus {
    /// The code was read.
    #[default]
    Onboarded,
    /// Staff have greeted the athlete: testing may start.
    Accepted,
}

/// One of the six tests at the tablet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeskTest {
    /// Open, closed or not taken.
    pub status: TestStatus,
    /// The attempts so far, in order.
    pub attempts: Vec<Raw>,
    /// The points of a closed test.
    pub score: Option<Score>,
    /// How often it has been submitted or skipped; of an open test, the submission that the next one replaces. 0: none.
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

/// How a booking ended at the tablet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeskFinal {
    /// All six closed: their mean.
    Completed(Score),
    /// Something was not taken: no final score.
    Dnt,
}

impl Athlete {
    /// Somebody who has just come in: all tests open.
    pub fn onboarded(uaid: String, booking_id: String) -> Self {
        Self { uaid, booking_id, ..Self::default() }
    }

    /// Whether this is the empty user.
    pub const fn is_empty(&self) -> bool {
        self.uaid.is_empty()
    }

    /// Does an act; `Front` belongs to the queue and changes nothing here.
    pub(super) fn act(&mut self, act: AthleteAct) -> Result<(), Refused> {
        match act {
            AthleteAct::Accept => self.status = DeskStatus::Accepted,
            AthleteAct::Front => {}
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

    /// A test of somebody whose final is not submitted.
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

    /// A final needs all six closed or marked as not taken (decisions, "Scores").
    fn finish(&mut self) -> Result<(), Refused> {
        if self.result_final.is_some() {
            return Err(Refused::new(DeskError::FinalSubmitted));
        }
        let open =
            TestType::ALL.into_iter().filter(|test| self.tests[test.index()].status == TestStatus::Open);
        let open: Vec<TestType> = open.collect();
        if !open.is_empty() {
            return Err(Refused { error: DeskError::TestsOpen, tests: open });
        }
        let dnt = self.tests.iter().any(|test| test.status == TestStatus::Dnt);
        let scores = self.tests.each_ref().map(|test| test.score.unwrap_or_default());
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
