//! What `cargo xtask bench` measures in Rust, one JSON object on standard output for each question asked:
//! `slots` (sixty days of slots), `bookings` (bookings through HTTP beside the store alone), `accounts` (the session check
//! beside a profile read, sign-ins beside argon2 alone, other calls beside sign-ins) or `content` (a delivery read beside a
//! fixed body).

mod accounts;
mod bookings;
mod content;
mod http;
mod logins;
mod sessions;
mod slots;
mod stage;
mod store;

fn main() {
    // cargo adds `--bench` of its own.
    let question = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let answer = match question.as_deref() {
        Some("slots") => slots::measure(),
        Some("bookings") => bookings::measure(),
        Some("accounts") => accounts::measure(),
        Some("content") => content::measure(),
        _ => {
            eprintln!("usage: load slots|bookings|accounts|content");
            std::process::exit(2);
        }
    };
    println!("{answer}");
}
