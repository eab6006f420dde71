//! Accounts, roles and coaches; health data and who may read it; how what is known of a person is exported and erased.

pub mod account;
pub mod audit;
pub mod clearance;
pub mod coach;
pub mod eligibility;
pub mod erase;
pub mod expiry;
pub mod export;
pub mod fold;
pub mod health;
pub mod health_access;
pub mod names;
pub mod registration;
pub mod relation;
pub mod role;
pub mod search;
