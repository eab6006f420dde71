//! What surrounds the calls: middleware, the API's documents, pages, the command line, and calls for operators.

mod activation;
mod backups;
mod binary;
mod clock;
mod commands;
mod connections;
mod copy;
mod demo;
mod document;
mod drain;
mod files;
mod frame;
mod json_log;
mod metrics;
mod nodes;
pub(crate) mod old;
mod pages;
mod ready;
mod secrets;
mod tls;
mod traces;
mod users;
