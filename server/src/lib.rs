//! The server of Sixfold: one binary with the API, the store, the mails and the built site.
//!
//! `docs/ARCHITECTURE.md` shows which folder may import which, and `tests/structure` enforces it. A rule of the product is never
//! written here: it is called from `sixfold_domain`.

pub mod app;
pub mod auth;
pub mod board;
pub mod booking;
pub mod config;
pub mod content;
pub mod db;
pub mod http;
pub mod mail;
pub mod notification;
pub mod routes;
pub mod site;
pub mod state;
pub mod wallet;
