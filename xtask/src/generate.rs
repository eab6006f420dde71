//! `gen`: the OpenAPI document from the server, the client's types from the document, the lists of its forms from the rules.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sixfold_domain::choices::{self, Choice};
use sixfold_domain::slot::{DateList, KindWords, Refusal, RefusalWords, SessionKind};

use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::place::{Place, Profile};
use crate::report::Report;
use crate::{build, node};

/// The generated files, relative to the root.
const DOCUMENT: &str = "docs/openapi.json";
const TYPES: &str = "web/src/api/schema.ts";
const CHOICES: &str = "web/src/academy/choices.ts";
/// Apart from the other words of the slot rules: the first load of every page has these.
const ADVICE: &str = "web/src/academy/refusal-advice.ts";
const WORDS: &str = "web/src/academy/slot-words.ts";

pub(crate) fn generate_command(place: &Place, report: &Report, check: bool) -> Outcome {
    node::install(place, report)?;
    build::server(place, report, Profile::Dev)?;
    generate(place, report, &place.server(Profile::Dev), check)
}

/// Writes the files from a server's binary, or with `check` only compares them.
pub(crate) fn generate(place: &Place, report: &Report, server: &Path, check: bool) -> Outcome {
    let name = if check { "generated files are up to date" } else { "OpenAPI document and client types" };
    report.step(name, || {
        fs::create_dir_all(place.scratch()).context("cannot make the scratch directory")?;
        let scratch = tempfile::tempdir_in(place.scratch()).context("cannot make a scratch directory")?;
        let document = scratch.path().join("openapi.json");
        let types = scratch.path().join("schema.ts");
        let lists = scratch.path().join("choices.ts");
        let advice = scratch.path().join("refusal-advice.ts");
        let words = scratch.path().join("slot-words.ts");

        let printed = Program::new(place, server).args(["openapi"]).read()?;
        fs::write(&document, printed).context("cannot write the OpenAPI document")?;
        node::tool_of(place, "web", "openapi-typescript")
            // A field with a default is required of nobody; by itself the tool takes it for always there.
            .args(["--default-non-nullable=false"])
            .args([&document])
            .args(["-o"])
            .args([&types])
            .run()?;

        fs::write(&lists, choice_lists()).context("cannot write the lists of choices")?;

        fs::write(&advice, refusal_advice()).context("cannot write the advice on refusals")?;
        fs::write(&words, slot_words()).context("cannot write the words of the schedule")?;

        let files =
            [(&document, DOCUMENT), (&types, TYPES), (&lists, CHOICES), (&advice, ADVICE), (&words, WORDS)];
        for (made, path) in files {
            let made = formatted(place, made, path)?;
            settle(&made, &place.root.join(path), path, check)?;
        }
        Ok(())
    })
}

/// The lists of `sixfold_domain::choices` as a TypeScript module.
fn choice_lists() -> String {
    let mut text = String::from(
        "/** The lists that forms and tables offer. Written by `cargo xtask gen` from `crates/domain/src/choices.rs`. */\n",
    );
    let lists: [(&str, Vec<Choice>); 4] = [
        ("T_SHIRT_SIZES", choices::t_shirt_sizes()),
        ("GENDERS", choices::genders()),
        ("SPORT_LEVELS", choices::sport_levels()),
        ("STATUSES", choices::statuses()),
    ];
    for (name, list) in lists {
        // A `String` takes whatever is written to it.
        _ = write!(text, "\nexport const {name} = [");
        for Choice { value, label } in list {
            _ = write!(text, "{{ value: {value:?}, label: {label:?} }},");
        }
        text.push_str("] as const\n");
    }
    text
}

/// What a page says when a booking fails, by the code of the refusal.
fn refusal_advice() -> String {
    let mut text = String::from(
        "/** What to do about a time that cannot be booked. Written by `cargo xtask gen` from `crates/domain/src/slot/refusal.rs`. */\n\
         export const REFUSAL_ADVICE = {",
    );
    for refusal in Refusal::ALL {
        _ = write!(text, "{}: {:?},", refusal.code(), refusal.words().advice);
    }
    text.push_str("} as const\n");
    text
}

/// The words of the pages for refusals, dates and sessions of the schedule.
fn slot_words() -> String {
    let mut text = String::from(
        "/** The words of the schedule. Written by `cargo xtask gen` from the tables in `crates/domain/src/slot`. */\n\
         \n/** Why a time cannot be booked: `RefusalWords` says what each is for. */\n\
         export const REFUSAL_WORDS = {",
    );
    for refusal in Refusal::ALL {
        let RefusalWords { advice: _, day, undated, time, label, planner, member, struck } = refusal.words();
        _ = write!(
            text,
            "{}: {{ day: {day:?}, undated: {undated:?}, label: {label:?}, struck: {struck},",
            refusal.code()
        );
        for (name, words) in [("time", time), ("planner", planner), ("member", member)] {
            let words = words.map_or("null".to_owned(), |words| format!("{words:?}"));
            _ = write!(text, "{name}: {words},");
        }
        text.push_str("},");
    }
    text.push_str("} as const\n\n/** Dates on which something else than the week's lists holds. */\nexport const DATE_WORDS = {");
    for list in DateList::ALL {
        kind_words(&mut text, list.as_str(), list.words(), None);
    }
    text.push_str("} as const\n\n/** Sessions, in the order in which they are offered. */\nexport const SESSION_WORDS = {");
    for kind in SessionKind::ALL {
        kind_words(&mut text, kind.as_str(), kind.words(), Some(kind.tone()));
    }
    text.push_str("} as const\n");
    text
}

fn kind_words(text: &mut String, word: &str, words: KindWords, tone: Option<&str>) {
    let KindWords { label, in_sentence, hint } = words;
    _ = write!(text, "{word:?}: {{ label: {label:?}, inSentence: {in_sentence:?}, hint: {hint:?},");
    if let Some(tone) = tone {
        _ = write!(text, "tone: {tone:?},");
    }
    text.push_str("},");
}

/// The text of a made file, formatted as the tree formats the file at `path`.
fn formatted(place: &Place, made: &Path, path: &str) -> Outcome<Vec<u8>> {
    let text = fs::File::open(made).context(format!("cannot read the new {path}"))?;
    node::tool(place, "prettier").args(["--stdin-filepath", path]).stdin(text).read()
}

/// Puts a made file into the tree, or compares it with the one there.
fn settle(made: &[u8], kept: &Path, name: &str, check: bool) -> Outcome {
    if fs::read(kept).is_ok_and(|old| old == made) {
        return Ok(());
    }
    if check {
        return Err(Failure::new(format!(
            "{name} is out of date: run `cargo xtask gen` and commit the result"
        )));
    }
    if let Some(directory) = kept.parent() {
        fs::create_dir_all(directory).context(format!("cannot make the directory of {name}"))?;
    }
    fs::write(kept, made).context(format!("cannot write {name}"))?;
    println!("    wrote {name}");
    Ok(())
}
