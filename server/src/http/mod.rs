//! HTTP as every call speaks it: the envelope and its errors, extractors, where a request comes from, what other origins may
//! read, signatures, and queues for work that is heavy on the CPU.

pub mod compress;
pub mod cors;
pub mod count;
pub mod csv;
pub mod error;
pub mod etag;
pub mod extract;
pub mod fair_queue;
pub mod forwarded;
pub mod idempotency;
pub mod origin;
pub mod signed;
