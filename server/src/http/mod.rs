//! What every call shares: the envelope and errors, extractors, client addresses, CORS, signatures, and queues for
//! CPU-heavy work.

pub mod backlog;
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
pub mod pictures;
pub mod server_sent;
pub mod shared_answer;
pub mod shed;
pub mod signed;
pub mod timed_text;
pub mod uploads;

pub use error::{ApiError, Envelope, ErrorEnvelope, json_response};
pub use extract::{ApiJson, ApiQuery, Own};
pub use idempotency::{Answer, Idempotency, once, once_within};
