//! The account's own calls.

mod admin;
mod assignment;
mod authorization;
mod boards;
mod card;
mod delete;
mod edges;
mod email;
mod export;
pub(crate) mod forgot;
mod guardian;
mod health;
mod held;
mod leaderboard;
mod login;
mod marketing;
mod password;
mod profile;
mod region;
mod register;
mod repeats;
pub(crate) mod results;
mod second_factor;
mod sessions;
mod shapes;
mod share;
mod signup;
