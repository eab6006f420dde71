//! How many people one node serves: sums of measured rates, for 1, 10, 100 and 1,000 times the load of an ordinary evening.

use std::fmt::Write as _;

use crate::table::Table;

/// The measured figures used: answers a second with the whole machine, and bytes.
pub(super) const PAGES: &str = "pages";
pub(super) const CONFIGS: &str = "configs";
pub(super) const AVAILABILITY: &str = "availability";
pub(super) const SIGN_INS: &str = "signIns";
pub(super) const BOOKINGS: &str = "bookings";
pub(super) const BOARDS: &str = "boards";
pub(super) const MEMORY: &str = "memory";
pub(super) const STREAM: &str = "stream";

/// Arrivals a second at a load of 1.
const PEOPLE: f64 = 2.0;
const TIMES: [f64; 4] = [1.0, 10.0, 100.0, 1_000.0];
/// The calls of each visitor. The other files of a page are cached by browsers or proxies.
const CALLS: [(&str, &str, f64); 6] = [
    ("sign-ins (argon2)", SIGN_INS, 1.0),
    ("bookings, refused ones included", BOOKINGS, 1.5),
    ("availability, 30 days", AVAILABILITY, 3.0),
    ("`event/config`", CONFIGS, 2.0),
    ("HTML of pages", PAGES, 3.0),
    ("leaderboards", BOARDS, 1.0),
];
/// How long each of them has a live stream open, in seconds.
const STAYS: f64 = 600.0;
/// The planned utilisation of a node; the rest is headroom for peaks.
const PLANNED: f64 = 0.7;

/// The table in Markdown. A figure that has not been measured is a dash, and is left out of the sums.
pub(super) fn table(figures: &Table) -> String {
    let mut text = String::from("| what | each person | one node, a second | ");
    for times in TIMES {
        _ = write!(text, "{}×: {}/s | ", grouped(times), grouped(times * PEOPLE));
    }
    text.push_str("\n|---|---|---|---|---|---|---|\n");
    let mut sums = [0.0; TIMES.len()];
    let mut largest = [("", 0.0); TIMES.len()];
    for (name, figure, each) in CALLS {
        let Some(rate) = figures.figure(figure) else {
            _ = writeln!(text, "| {name} | {each} | – | – | – | – | – |");
            continue;
        };
        _ = write!(text, "| {name} | {each} | {} |", grouped(rate));
        for (place, times) in TIMES.into_iter().enumerate() {
            let share = times * PEOPLE * each / rate;
            sums[place] += share;
            if share > largest[place].1 {
                largest[place] = (name, share);
            }
            _ = write!(text, " {} |", percent(share));
        }
        text.push('\n');
    }
    let mut line = |name: &str, cells: [String; TIMES.len()]| {
        _ = writeln!(text, "| {name} | | | {} |", cells.join(" | "));
    };
    line("**of one node, together**", sums.map(|sum| format!("**{}**", percent(sum))));
    line(
        "breaks first",
        [0, 1, 2, 3].map(
            |place| {
                if sums[place] > 1.0 { largest[place].0.to_owned() } else { "nothing".to_owned() }
            },
        ),
    );
    line("nodes of this size, each 70 % used", sums.map(|sum| grouped((sum / PLANNED).ceil().max(1.0))));
    if let (Some(alone), Some(stream)) = (figures.figure(MEMORY), figures.figure(STREAM)) {
        let memory = |times: f64| (alone + times * PEOPLE * STAYS * stream) / 1_048_576.0;
        line(
            "memory with a live stream each for ten minutes",
            TIMES.map(|times| format!("{} MiB", grouped(memory(times)))),
        );
    }
    text
}

fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent < 10.0 { format!("{percent:.1} %") } else { format!("{} %", grouped(percent)) }
}

/// A whole number with its digits in groups of three.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_call_with_the_largest_share_of_a_full_node_breaks_first() {
        let mut figures = Table::default();
        for (figure, rate) in [(SIGN_INS, 50.0), (BOOKINGS, 3_000.0), (AVAILABILITY, 3_000.0)] {
            figures.note(figure, rate);
        }
        let text = table(&figures);
        let row = |name: &str| text.lines().find(|line| line.contains(name)).unwrap().to_owned();
        assert_eq!(row("sign-ins"), "| sign-ins (argon2) | 1 | 50 | 4.0 % | 40 % | 400 % | 4,000 % |");
        // 4 % + 0.1 % + 0.2 %.
        assert!(row("together").contains("| **4.3 %** | **43 %** | **430 %** | **4,300 %** |"), "{text}");
        assert!(row("breaks").ends_with("| nothing | nothing | sign-ins (argon2) | sign-ins (argon2) |"));
        assert!(row("nodes of").ends_with("| 1 | 1 | 7 | 62 |"));
        assert_eq!(row("HTML"), "| HTML of pages | 3 | – | – | – | – | – |");
    }
}
