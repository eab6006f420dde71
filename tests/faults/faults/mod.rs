//! How each fault is injected.

pub mod clients;
pub mod clock;
pub mod connections;
pub mod disk;
pub mod failover;
pub mod hub;
pub mod mail;
pub mod network;
pub mod node;
pub mod postgres;
pub mod provider;
