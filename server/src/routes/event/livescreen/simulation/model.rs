//! What a reveal has to be after each command, as RULES 8.7 and 8.8 say it, in the plainest words.

use std::collections::BTreeSet;

use sixfold_domain::identity::Uaid;
use sixfold_domain::reveal::{Move, Order};

use super::super::body::{RevealAction, RevealCommand};
use super::{ATHLETES, START_MS};
use crate::site::waiting_room::simulation::Dice;

/// A final of the simulation. Each has a score of its own.
#[derive(Debug, Clone)]
pub(super) struct TestedFinal {
    pub booking_id: String,
    pub uaid: Uaid,
    pub hundredths: i64,
    pub at_ms: i64,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Model {
    pub finals: Vec<TestedFinal>,
    /// Those that are held, by their place in `finals`.
    pub held: BTreeSet<usize>,
    /// The steps in order, and how many have been shown.
    pub steps: Vec<usize>,
    pub step: usize,
    pub running: bool,
    /// Athletes who may no longer be shown.
    pub withdrawn: BTreeSet<Uaid>,
    pub commands: usize,
}

impl Model {
    /// Finals of several athletes: some on the board since yesterday, the others held.
    pub fn drawn(dice: &mut Dice) -> Self {
        let mut scores: Vec<i64> = (0..20).map(|number| 3_001 + 103 * number).collect();
        let mut model = Self::default();
        for number in 0..3 + usize::try_from(dice.roll(8)).unwrap() {
            let hundredths = scores.swap_remove(usize::try_from(dice.roll(scores.len() as u64)).unwrap());
            let uaid = Uaid::from_number(1 + dice.roll(ATHLETES)).unwrap();
            let at_ms = START_MS - 100_000 + i64::try_from(number).unwrap();
            if !dice.one_in(3) {
                model.held.insert(number);
            }
            model.finals.push(TestedFinal { booking_id: format!("final{number}"), uaid, hundredths, at_ms });
        }
        model
    }

    /// The booking of the newest step.
    pub fn newest(&self) -> Option<&str> {
        let which = self.steps.get(self.step.checked_sub(1)?)?;
        Some(&self.finals[*which].booking_id)
    }

    /// Whether somebody sent the command who saw another step.
    pub fn is_outdated(&self, command: &RevealCommand) -> bool {
        command.expect.is_some_and(|expect| expect != self.step)
    }

    /// The reveal after a command; none if it is to be refused.
    pub fn after(&self, command: &RevealCommand) -> Option<Self> {
        if self.is_outdated(command) {
            return None;
        }
        let mut next = self.clone();
        match &command.action {
            RevealAction::Start(order, _) => next.start(order)?,
            RevealAction::One(uaid, booking_id) => next.reveal(uaid, booking_id.as_deref())?,
            RevealAction::Go(to) if self.running => next.step = self.to(*to)?,
            RevealAction::Speed(_) if self.running => {}
            RevealAction::End(seen)
                if (self.running || !self.steps.is_empty())
                    && seen.as_deref().is_none_or(|seen| self.newest() == Some(seen)) =>
            {
                next.steps.clear();
                (next.running, next.step) = (false, 0);
            }
            RevealAction::Go(_) | RevealAction::Speed(_) | RevealAction::End(_) => return None,
        }
        for (at, which) in next.steps.iter().enumerate() {
            if at < next.step {
                next.held.remove(which);
            } else {
                next.held.insert(*which);
            }
        }
        next.commands += 1;
        Some(next)
    }

    fn start(&mut self, order: &Order) -> Option<()> {
        let mut steps: Vec<usize> = self.held.iter().copied().filter(|which| !self.is_out(*which)).collect();
        if self.running || steps.is_empty() {
            return None;
        }
        steps.sort_by_key(|which| self.finals[*which].hundredths);
        match order {
            Order::Ascending => {}
            Order::Descending => steps.reverse(),
            // Finals that the order leaves out come first.
            Order::Athletes(uaids) => {
                steps.sort_by_key(|which| uaids.iter().position(|uaid| *uaid == self.finals[*which].uaid));
            }
            Order::Bookings(ids) => {
                steps.sort_by_key(|which| ids.iter().position(|id| *id == self.finals[*which].booking_id));
            }
        }
        (self.steps, self.step, self.running) = (steps, 0, true);
        Some(())
    }

    fn reveal(&mut self, uaid: &Uaid, booking_id: Option<&str>) -> Option<()> {
        let held = self.held.iter().copied().filter(|which| {
            let one = &self.finals[*which];
            one.uaid == *uaid && booking_id.is_none_or(|id| one.booking_id == id)
        });
        let newest = held.max_by_key(|which| self.finals[*which].at_ms)?;
        if self.is_out(newest) {
            self.held.remove(&newest);
            self.steps.retain(|which| *which != newest);
        } else if self.running {
            self.steps.retain(|which| *which != newest);
            self.step = self.step.min(self.steps.len());
            self.steps.insert(self.step, newest);
            self.step += 1;
        } else {
            (self.steps, self.step) = (vec![newest], 1);
        }
        Some(())
    }

    fn to(&self, to: Move) -> Option<usize> {
        let may_be_shown = |step: &usize| !self.is_out(self.steps[*step - 1]);
        match to {
            Move::Next => (self.step + 1..=self.steps.len()).find(may_be_shown),
            Move::Back if self.step == 0 => None,
            Move::Back => Some((1..self.step).rev().find(may_be_shown).unwrap_or(0)),
            Move::Jump(step) => Some(step).filter(|step| *step <= self.steps.len()),
        }
    }

    fn is_out(&self, which: usize) -> bool {
        self.withdrawn.contains(&self.finals[which].uaid)
    }
}
