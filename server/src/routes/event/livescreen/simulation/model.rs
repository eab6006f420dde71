//! What a reveal has to be after each command, as RULES 8.7 and 8.8 say it, in the plainest words.

use std::collections::BTreeSet;

use sixfold_domain::identity::Uaid;
use sixfold_domain::reveal::{Move, Order};

use super::super::body::{RevealAction, RevealCommand};
use super::{ATHLETES, SEASON, START_MS};
use crate::site::waiting_room::simulation::Dice;

/// A final of the simulation. Each has a score of its own.
#[derive(Debug, Clone)]
pub(super) struct TestedFinal {
    pub booking_id: String,
    pub uaid: Uaid,
    pub season: u32,
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
    /// Finals of several athletes in two seasons: some on a board, the others held.
    pub fn drawn(dice: &mut Dice) -> Self {
        let mut scores: Vec<i64> = (0..20).map(|number| 3_001 + 103 * number).collect();
        let mut model = Self::default();
        for number in 0..3 + usize::try_from(dice.roll(8)).unwrap() {
            let hundredths = scores.swap_remove(usize::try_from(dice.roll(scores.len() as u64)).unwrap());
            let uaid = Uaid::from_number(1 + dice.roll(ATHLETES)).unwrap();
            let season = if dice.one_in(3) { SEASON - 1 } else { SEASON };
            let at_ms = START_MS - 100_000 + i64::try_from(number).unwrap();
            if !dice.one_in(3) {
                model.held.insert(number);
            }
            let booking_id = format!("final{number}");
            model.finals.push(TestedFinal { booking_id, uaid, season, hundredths, at_ms });
        }
        model
    }

    /// The booking of the newest step.
    pub fn newest(&self) -> Option<&str> {
        let which = self.steps.get(self.step.checked_sub(1)?)?;
        Some(&self.finals[*which].booking_id)
    }

    /// The season whose board the screens show.
    pub fn season(&self) -> u32 {
        let which = self.steps.get(self.step.saturating_sub(1));
        which.map_or(SEASON, |which| self.finals[*which].season)
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
            RevealAction::Start { order, season, .. } => next.start(order, *season)?,
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

    fn start(&mut self, order: &Order, season: Option<u32>) -> Option<()> {
        let mut steps: Vec<usize> =
            self.held.iter().copied().filter(|which| self.is_for_boards(*which)).collect();
        let season = season.or(steps.iter().map(|which| self.finals[*which].season).max());
        steps.retain(|which| Some(self.finals[*which].season) == season);
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
        let mut rising: Vec<usize> = Vec::new();
        for which in steps {
            if !rising.iter().any(|earlier| self.is_beaten(which, *earlier)) {
                rising.push(which);
            }
        }
        (self.steps, self.step, self.running) = (rising, 0, true);
        Some(())
    }

    fn reveal(&mut self, uaid: &Uaid, booking_id: Option<&str>) -> Option<()> {
        let held = self.held.iter().copied().filter(|which| {
            let one = &self.finals[*which];
            one.uaid == *uaid && booking_id.is_none_or(|id| one.booking_id == id)
        });
        let newest = held.max_by_key(|which| self.finals[*which].at_ms)?;
        if !self.is_for_boards(newest) {
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

    /// Whether a board will show it: not one of an athlete who keeps a better one.
    fn is_for_boards(&self, which: usize) -> bool {
        let mut visible = (0..self.finals.len()).filter(|other| !self.held.contains(other));
        !self.is_out(which) && !visible.any(|other| self.is_beaten(which, other))
    }

    /// Whether the other is a better one of the same athlete and season.
    fn is_beaten(&self, which: usize, other: usize) -> bool {
        let (one, other) = (&self.finals[which], &self.finals[other]);
        (&one.uaid, one.season) == (&other.uaid, other.season) && one.hundredths < other.hundredths
    }

    fn is_out(&self, which: usize) -> bool {
        self.withdrawn.contains(&self.finals[which].uaid)
    }
}
