//! Finals in order: the boards, the reveal of held finals, and the figures for staff.

pub mod board;
pub mod leaderboard;
pub mod reveal;
pub mod statistics;
