//! The calls of staff about people.

mod role;
