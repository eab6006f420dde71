//! The tablet's queue: the rules of RULES 11.2, and random actions compared with a naive model.

mod model;
mod spec;

use sixfold_domain::attempt::Raw;
use sixfold_domain::onboarding::Attempts;
use sixfold_domain::score::Score;

type Id = u8;

fn attempts(raws: &[i32]) -> Attempts {
    Attempts::new(&raws.iter().copied().map(Raw::from_thousandths).collect::<Vec<_>>()).expect("at most ten")
}

fn points(hundredths: i32) -> Score {
    Score::from_hundredths(hundredths)
}
