//! What keeps the store and its nodes in order: limits, answers to repeated writes, the clock, deletion, copies, backups.

pub mod clock_guard;
pub mod copy;
pub mod deletions;
pub mod idempotency;
pub mod signature;
pub mod take_over;
pub mod throttle;
pub mod tidy;
pub mod waiting_room;
