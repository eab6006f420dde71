//! The edge: other origins, proxies, signatures, headers, throttles, and what is written into logs.

mod cors;
mod fill;
mod forwarded;
mod headers;
mod password_line;
mod quiet;
mod signed;
mod throttles;
