//! The account's own calls.

mod authorization;
mod delete;
mod edges;
mod forgot;
mod guardian;
mod health;
mod login;
mod marketing;
mod password;
mod profile;
mod register;
mod repeats;
mod shapes;
mod signup;
