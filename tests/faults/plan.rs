//! What a seed decides: who does what, when and at which node, and when the fault begins and how long it lasts.

use std::fmt;
use std::time::Duration;

use sixfold_tests::dice::Dice;

use crate::stage::{ATHLETES, GUESTS, SLOTS};

/// The six tests, each with a good measurement.
pub const TESTS: [(&str, f64); 6] = [
    ("Cognitive", 65.0),
    ("Strength", 32.5),
    ("Power", 45.0),
    ("Speed", 3.45),
    ("Agility", 4.1),
    ("Endurance", 3.0),
];

/// One thing that a person does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Act {
    Book(usize),
    /// Move the caller's own booking to a slot.
    Move(usize),
    Cancel,
    Join(usize),
    Leave(usize),
    /// Staff decline an athlete's latest booking.
    Decline(usize),
    /// Staff record a test of an athlete on the floor.
    Test(usize, usize),
    Final(usize),
    Correct(usize),
}

/// An act, the pause before it, and the node that gets its first request.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub pause: Duration,
    pub act: Act,
    pub node: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    Athlete(usize),
    Staff,
}

/// What one client does, one act after the other.
#[derive(Debug, Clone)]
pub struct Script {
    pub who: Who,
    pub steps: Vec<Step>,
    /// Whether it repeats an unanswered act until it is answered; otherwise it gives up.
    pub repeats: bool,
}

#[derive(Debug, Clone)]
pub struct Plan {
    pub seed: u64,
    pub fault_at: Duration,
    /// How long the fault lasts, where that can be chosen.
    pub lasts: Duration,
    /// Further choices of the fault.
    pub choice: u32,
    pub scripts: Vec<Script>,
}

impl Plan {
    pub fn of(seed: u64, longest: Duration) -> Self {
        // Consecutive seeds give unrelated plans.
        let mut dice = Dice::new(seed.wrapping_mul(0xD134_2543_DE82_EF95));
        let mut scripts: Vec<Script> = (0..ATHLETES).map(|number| athlete(&mut dice, number)).collect();
        scripts.extend((0..GUESTS).map(|guest| floor(&mut dice, guest)));
        let declines = (0..2).map(|_| {
            let athlete = dice.roll(u32::try_from(ATHLETES).expect("a few")) as usize;
            Step { pause: millis(&mut dice, 100, 500), act: Act::Decline(athlete), node: 0 }
        });
        let steps = declines.collect();
        scripts.push(Script { who: Who::Staff, steps, repeats: true });
        let longest = u32::try_from(longest.as_millis()).expect("a short time").max(101);
        Self {
            seed,
            fault_at: millis(&mut dice, 20, 600),
            lasts: millis(&mut dice, 100, longest),
            choice: dice.roll(1_000),
            scripts,
        }
    }
}

fn athlete(dice: &mut Dice, number: usize) -> Script {
    let mut waits = [false; SLOTS.len()];
    let mut steps = Vec::new();
    for _ in 0..4 + dice.roll(5) {
        // The first slot is the most popular.
        let slot = dice.roll(4).min(dice.roll(4)) as usize;
        let act = match dice.roll(10) {
            _ if steps.is_empty() => Act::Book(slot),
            0..=3 => Act::Book(slot),
            4 | 5 => Act::Move(slot),
            6 | 7 => Act::Cancel,
            // Joining again would change nothing, so each waits for a slot once.
            8 if !waits[slot] => {
                waits[slot] = true;
                Act::Join(slot)
            }
            _ => match waits.iter().position(|waiting| *waiting) {
                Some(slot) => Act::Leave(slot),
                None => Act::Move(slot),
            },
        };
        steps.push(Step { pause: millis(dice, 0, 180), act, node: dice.roll(2) as usize });
    }
    Script { who: Who::Athlete(number), steps, repeats: dice.roll(4) > 0 }
}

/// The tests of an athlete on the floor, the final, and a correction.
fn floor(dice: &mut Dice, guest: usize) -> Script {
    let acts = (0..TESTS.len()).map(|test| Act::Test(guest, test));
    let acts = acts.chain([Act::Final(guest), Act::Correct(guest)]);
    let steps =
        acts.map(|act| Step { pause: millis(dice, 0, 120), act, node: dice.roll(2) as usize }).collect();
    Script { who: Who::Staff, steps, repeats: true }
}

fn millis(dice: &mut Dice, from: u32, to: u32) -> Duration {
    Duration::from_millis(u64::from(from + dice.roll(to - from)))
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}: breaks after {:?} for {:?}", self.seed, self.fault_at, self.lasts)?;
        for script in &self.scripts {
            write!(f, "  {:?}{}:", script.who, if script.repeats { "" } else { " (goes home)" })?;
            for step in &script.steps {
                write!(f, " +{}ms {:?}@{}", step.pause.as_millis(), step.act, step.node)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
