//! What athletes show to others: story cards and crews.

pub mod crew;
pub mod share;
