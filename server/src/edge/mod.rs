//! The edge: what is decided about a request before any handler sees it. Where it comes from, whether another origin's page
//! may read the answer, whether it is signed.

pub mod compress;
pub mod cors;
pub mod count;
pub mod forwarded;
pub mod origin;
pub mod signed;
