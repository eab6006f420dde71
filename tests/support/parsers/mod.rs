//! What must hold of every parser of foreign text, whatever the bytes: one function `check` for each, which panics where it does
//! not. The targets of `fuzz/` call them with bytes of libFuzzer's, `tests/parsers` with the kept corpus and with proptest's.

pub mod border;
pub mod calendar;
pub mod contact;
pub mod content_query;
pub mod credentials;
pub mod csv;
pub mod forwarded;
pub mod markdown;
pub mod picture;
pub mod schedule;

pub type Check = fn(&[u8]);

/// Every check, by the name of its target and of its folder of `fuzz/corpus`.
pub const ALL: [(&str, Check); 10] = [
    ("border", border::check),
    ("calendar", calendar::check),
    ("contact", contact::check),
    ("content_query", content_query::check),
    ("credentials", credentials::check),
    ("csv", csv::check),
    ("forwarded", forwarded::check),
    ("markdown", markdown::check),
    ("picture", picture::check),
    ("schedule", schedule::check),
];

/// The text between zero bytes, as many pieces as are asked for; those that are missing are empty. `None` if it is no UTF-8.
fn pieces<const COUNT: usize>(bytes: &[u8]) -> Option<[&str; COUNT]> {
    let mut found = std::str::from_utf8(bytes).ok()?.split('\0');
    Some(std::array::from_fn(|_| found.next().unwrap_or_default()))
}
