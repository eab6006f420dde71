//! What surrounds the calls: the frame, the documents, the pages, the command line, and what operators ask.

mod binary;
mod clock;
mod connections;
mod demo;
mod document;
mod files;
mod frame;
mod pages;
mod ready;
mod secrets;
mod users;
