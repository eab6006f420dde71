//! The edge of the server: other origins, proxies, signatures, headers, rate limits, overload, and the logs.

mod cors;
mod fill;
mod forwarded;
mod headers;
mod overload;
mod password_line;
mod quiet;
mod signed;
mod throttles;
mod window_queue;
