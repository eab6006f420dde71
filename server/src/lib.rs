//! The server of Sixfold: one binary with the API, the store, the mails and the built site.
//!
//! Arrows point one way: `routes → {auth, db, mail, content} → sixfold_domain`. A rule of the product is never written
//! here: it is called.

pub mod app;
pub mod auth;
pub mod board;
pub mod card;
pub mod cli;
pub mod clock;
pub mod clock_guard;
pub mod config;
pub mod content;
pub mod csv;
pub mod dates;
pub mod db;
pub mod demo;
pub mod edge;
pub mod error;
pub mod extract;
pub mod fair_queue;
pub mod frame;
pub mod ical_feed;
pub mod jobs;
pub mod listen;
pub mod live;
pub mod mail;
pub mod names;
pub mod readiness;
pub mod region;
pub mod results;
pub mod rotation;
pub mod routes;
pub mod run;
pub mod site;
pub mod state;
pub mod topics;
pub mod users;
pub mod vault;
