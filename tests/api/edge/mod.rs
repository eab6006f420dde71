//! The edge of the server: other origins, proxies, signatures, headers, rate limits, and the logs.

mod cors;
mod fill;
mod forwarded;
mod headers;
mod password_line;
mod quiet;
mod signed;
mod throttles;
