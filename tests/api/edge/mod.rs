//! The edge: other origins, proxies, signatures, headers, throttles, and what is written into logs.

mod cors;
mod forwarded;
mod headers;
mod quiet;
mod signed;
mod throttles;
