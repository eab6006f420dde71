//! The API, call by call, on both engines: the folders mirror `server/src/routes`.

mod auth;
mod cases;
mod ops;
mod user;
