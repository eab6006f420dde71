//! The error codes on the API's readable page are those that the server sends, each with its status.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::StatusCode;
use sixfold_domain::slot::Refusal;

/// The list on the page.
const LIST: &str = "routes/error_codes.rs";
/// Codes of the rules that no answer has: a wrong booking code is `CODE_UNKNOWN`, nobody sends a score, and the built-in seasons
/// are always there.
const NEVER_SENT: [&str; 4] = ["CODE_INVALID", "SCORE_INVALID", "SCORE_OUT_OF_RANGE", "SEASON_TABLE_EMPTY"];
/// Calls whose first argument is a code, with the status of their refusal.
const CALLS: [(&str, Option<u16>); 4] =
    [("bad_request(", Some(400)), ("conflict(", Some(409)), ("rule(", Some(422)), ("renamed(", None)];

fn is_code(word: &str) -> bool {
    word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The code in quotes with which a text begins.
fn code_at(text: &str) -> Option<String> {
    let (word, _) = text.trim_start().strip_prefix('"')?.split_once('"')?;
    is_code(word).then(|| word.to_owned())
}

/// The status that a constant of `StatusCode` stands for.
fn status_of(name: &str) -> Option<u16> {
    (400..600).find(|number| {
        let reason = StatusCode::from_u16(*number).ok().and_then(|status| status.canonical_reason());
        reason.is_some_and(|reason| reason.to_uppercase().replace(' ', "_") == name)
    })
}

/// The codes of the refusals that a file makes, each with its status where that stands beside it.
fn made(code: &str) -> Vec<(String, Option<u16>)> {
    let mut made = Vec::new();
    for (call, status) in CALLS {
        made.extend(code.split(call).skip(1).filter_map(code_at).map(|word| (word, status)));
    }
    for before in ["ApiError::new(", "MemberRefusal::new(", "StatusCode::"] {
        for (first, rest) in code.split(before).skip(1).filter_map(|rest| rest.split_once(',')) {
            made.extend(code_at(rest).map(|word| (word, status_of(first.trim()))));
        }
    }
    made
}

/// The codes in the bodies of `fn code`.
fn of_rules(code: &str) -> Vec<String> {
    let bodies = code.split("fn code(").skip(1).map(|rest| {
        let mut depth = 0_i32;
        let end = rest.find(|c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == '}' && depth == 0
        });
        &rest[..end.unwrap_or(rest.len())]
    });
    bodies.flat_map(|body| body.split('"').filter(|word| is_code(word)).map(str::to_owned)).collect()
}

/// Every code in quotes that is not the whole of a description.
fn quoted(code: &str) -> Vec<String> {
    let parts: Vec<&str> = code.split('"').collect();
    let describes = |before: &str| before.ends_with("description = ") || before.ends_with("example = ");
    let pairs = parts.windows(2).filter(|pair| is_code(pair[1]) && !describes(pair[0]));
    pairs.map(|pair| pair[1].to_owned()).collect()
}

/// The list: each code with its meaning. The reasons for refusing a time are added by the program.
fn listed(list: &str) -> BTreeMap<String, String> {
    let parts: Vec<&str> = list.split('"').collect();
    let rows = parts.windows(3).filter(|row| is_code(row[0]) && row[1].trim() == ",");
    let rows = rows.map(|row| (row[0].to_owned(), row[2].to_owned()));
    let refusals = Refusal::ALL.map(|refusal| (refusal.code().to_owned(), "422".to_owned()));
    refusals.into_iter().chain(rows).collect()
}

/// What the list lacks, has too many, or has with another status.
fn problems(server: &BTreeMap<String, String>, domain: &BTreeMap<String, String>) -> Vec<String> {
    let listed = listed(server.get(LIST).map_or("", String::as_str));
    let codes = |sources: &BTreeMap<String, String>| -> Vec<String> {
        let others = sources.iter().filter(|(path, _)| *path != LIST);
        others.map(|(_, text)| crate::source::code(text)).collect()
    };
    let (server, domain) = (codes(server), codes(domain));
    let mut sent: BTreeSet<(String, Option<u16>)> = server.iter().flat_map(|code| made(code)).collect();
    let rules = server.iter().chain(&domain).flat_map(|code| of_rules(code));
    sent.extend(rules.filter(|code| !NEVER_SENT.contains(&code.as_str())).map(|code| (code, None)));
    let named = |code: &str| listed.values().any(|meaning| meaning.contains(&format!("`{code}`")));
    let lacks = sent.iter().filter_map(|(code, status)| match (listed.get(code), status) {
        (None, _) if named(code) => None,
        (None, _) => Some(format!("{code} is sent and not listed")),
        (Some(meaning), Some(status)) if !meaning.contains(&status.to_string()) => {
            Some(format!("{code} is sent with {status} and listed as {meaning}"))
        }
        (Some(_), _) => None,
    });
    let mut known: BTreeSet<String> = sent.iter().map(|(code, _)| code.clone()).collect();
    known.extend(server.iter().flat_map(|code| quoted(code)));
    known.extend(Refusal::ALL.map(|refusal| refusal.code().to_owned()));
    let extra = listed.keys().filter(|code| !known.contains(*code));
    lacks.chain(extra.map(|code| format!("{code} is listed and never sent"))).collect()
}

#[test]
fn every_code_that_is_sent_is_listed() {
    let of = |folder: &str| crate::source::sources(&crate::source::root().join(folder));
    let (server, domain) = (of("server/src"), of("crates/domain/src"));
    assert!(listed(&server[LIST]).len() > 200, "the list is read");
    let found = problems(&server, &domain);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The control: what the test above refuses.
#[test]
fn a_list_that_differs_is_found() {
    let source = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let list = "(refusal.code(), \"422\")\n    (\"BODY_MISSING\", \"400\"),\n    (\"GONE_BY\", \"404\"),\n    (\n        \
         \"TEAM_MEMBERS\",\n        \"422: each with a code, such as `DUPLICATE`\",\n    ),\n    (\"TOO_LATE\", \"409: late\"),\n    \
         (\"WRONG_SIDE\", \"401\"),\n";
    let routes = "ApiError::bad_request(\"BODY_MISSING\", message);\n    ApiError::rule(\n        \"TEAM_MEMBERS\", m);\n    \
         MemberRefusal::new(twice.as_str(), \"DUPLICATE\");\n    ApiError::rule(\"TOO_LATE\", message);\n    \
         ApiError::new(\n        StatusCode::UNAUTHORIZED,\n        \"WRONG_SIDE\", message);\n    \
         error.renamed(\"NEW_ONE\");\n    // ApiError::rule(\"NOT_CODE\", message)\n    (status = 404, description = \"GONE_BY\")\n";
    let server = BTreeMap::from([source(LIST, list), source("routes/team.rs", routes)]);
    let rules = "pub const fn code(self) -> &'static str {\n    match self {\n        Self::A => \"FIRST_RULE\",\n        \
         Self::B => \"CODE_INVALID\",\n    }\n}\nconst WORD: &str = \"NO_CODE\";\n";
    assert_eq!(
        problems(&server, &BTreeMap::from([source("rule.rs", rules)])),
        [
            "FIRST_RULE is sent and not listed",
            "NEW_ONE is sent and not listed",
            "TOO_LATE is sent with 422 and listed as 409: late",
            "GONE_BY is listed and never sent",
        ]
    );
}
