//! The calls of staff about people.

mod lite;
mod role;
