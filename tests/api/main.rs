//! The API, call by call, on both databases. The folders mirror `server/src/routes`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod acoustic;
mod auth;
mod cases;
mod content;
mod demo;
mod edge;
mod event;
mod health;
mod mail;
mod notification;
mod ops;
mod site;
mod tls_service;
mod user;
mod wallet;
