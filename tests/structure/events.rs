//! A log line as JSON is flat: no field of an event has the name of a key that the line has anyway.

use crate::wildcards::{bare, find_outside};

const KEYS: [&str; 6] = ["level", "message", "span", "spans", "target", "timestamp"];
const MACROS: [&str; 6] = ["trace!(", "debug!(", "info!(", "warn!(", "error!(", "event!("];

/// The fields before the text of each event that have such a name.
fn taken(bare: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for name in MACROS {
        for (at, _) in bare.match_indices(name) {
            let mut rest = &bare[at + name.len()..];
            while let Some((end, sign)) = find_outside(rest, &[",", ")"]) {
                let argument = rest[..end].trim();
                // The text, which `bare` has emptied; what follows fills it in.
                if argument.is_empty() {
                    break;
                }
                let field =
                    argument.split('=').next().unwrap_or_default().trim_matches(['%', '?', ' ', '\n']);
                found.extend(KEYS.contains(&field).then_some(field));
                if sign == ")" {
                    break;
                }
                rest = &rest[end + 1..];
            }
        }
    }
    found
}

#[test]
fn no_field_of_an_event_has_the_name_of_a_key_of_its_line() {
    let sources = crate::source::sources(&crate::source::root().join("server/src"));
    let found: Vec<String> = sources
        .iter()
        .flat_map(|(path, text)| {
            taken(&bare(text)).into_iter().map(|field| format!("{path}: {field}")).collect::<Vec<_>>()
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_field_is_found_by_its_name() {
    let text = "tracing::warn!(client = true, level, code, message = f(a, b), \"a browser reports\");\n\
                tracing::info!(%target, ?span, \"{}\", message);\n\
                tracing::error!(target: SPANS, reported_level, levels = level); f(message, target);";
    assert_eq!(taken(&bare(text)), ["target", "span", "level", "message"]);
}
