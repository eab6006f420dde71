//! Health data from consent to erasure: who may hold and read it, how long, under which key, and what a copy of the database
//! tells.

mod canaries;
mod consent;
mod dump;
mod erasure;
mod guardian;
mod reading;
mod retention;
mod rotation;
mod secret;
