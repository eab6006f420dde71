//! What surrounds the calls: middleware, the API's documents, pages, the command line, and calls for operators.

mod backups;
mod binary;
mod clock;
mod connections;
mod copy;
mod demo;
mod document;
mod files;
mod frame;
mod nodes;
mod pages;
mod ready;
mod secrets;
mod users;
