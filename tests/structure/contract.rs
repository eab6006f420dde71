//! The client's list of fields that some answers omit (`Omitted` of `web/src/api/contract.ts`) is the server's. The OpenAPI
//! document calls them nullable like fields that are always sent.

use std::collections::{BTreeMap, BTreeSet};

/// Structs whose answers the client types by hand.
const TYPED_BY_HAND: [&str; 3] = ["ErrorBody", "MemberRefusal", "Session"];
/// Omitted by one answer and sent as null by the others, as which the client reads it.
const SENT_BY_OTHERS: [&str; 1] = ["score"];

/// The wire names of the optional fields that answers omit, in structs that the document describes.
fn omitted(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let (mut attributes, mut camel, mut counts) = (String::new(), false, false);
    for line in text.lines().map(str::trim) {
        let item = line.strip_prefix("pub").map_or(line, |rest| {
            rest.strip_prefix('(')
                .and_then(|rest| rest.split_once(')'))
                .map_or(rest, |(_, rest)| rest)
                .trim_start()
        });
        if line.starts_with("#[") || (!attributes.is_empty() && !attributes.ends_with(']')) {
            attributes.push_str(line);
        } else if line.starts_with("//") {
        } else if let Some(rest) = item.strip_prefix("struct ") {
            let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            counts = attributes.contains("ToSchema") && !TYPED_BY_HAND.contains(&name);
            camel = attributes.contains("rename_all = \"camelCase\"");
            attributes.clear();
        } else {
            if counts && attributes.contains("skip_serializing_if = \"Option::is_none\"") {
                let field = item.split(':').next().unwrap_or_default().trim_start_matches("r#");
                let renamed = attributes.split("rename = \"").nth(1).and_then(|rest| rest.split('"').next());
                let name = if camel { camel_case(field) } else { field.to_owned() };
                names.insert(renamed.map_or(name, str::to_owned));
            }
            attributes.clear();
        }
    }
    names
}

fn camel_case(field: &str) -> String {
    let mut words = field.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at(1.min(word.len()));
        name + &initial.to_ascii_uppercase() + rest
    })
}

/// The names of `type Omitted`.
fn listed(contract: &str) -> BTreeSet<String> {
    let list = contract.split("type Omitted =").nth(1).unwrap_or_default();
    let list = list.split("\n\n").next().unwrap_or_default();
    list.split('\'').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What the list lacks, and what it has too many.
fn problems(contract: &str, sources: &BTreeMap<String, String>) -> Vec<String> {
    let omitted: BTreeSet<String> = sources.values().flat_map(|text| omitted(text)).collect();
    let listed = listed(contract);
    let lacks = omitted.difference(&listed).filter(|name| !SENT_BY_OTHERS.contains(&name.as_str()));
    let lacks = lacks.map(|name| format!("contract.ts does not list `{name}`, which an answer omits"));
    let extra = listed.difference(&omitted);
    let extra = extra.map(|name| format!("contract.ts lists `{name}`, which no answer omits"));
    lacks.chain(extra).collect()
}

#[test]
fn the_client_knows_which_fields_answers_omit() {
    let root = crate::source::root();
    let contract =
        std::fs::read_to_string(root.join("web/src/api/contract.ts")).expect("contract.ts is there");
    let found = problems(&contract, &crate::source::sources(&root.join("server/src")));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The control: a field too few and a field too many are found.
#[test]
fn a_list_that_differs_is_found() {
    let source = "#[derive(Debug, Serialize, ToSchema)]\n#[serde(rename_all = \"camelCase\")]\npub(super) struct Seen {\n    \
         /// When.\n    #[serde(skip_serializing_if = \"Option::is_none\")]\n    #[schema(value_type = Option<String>)]\n    \
         pub arrived_at: Option<Date>,\n    #[serde(rename = \"Notes\", skip_serializing_if = \"Option::is_none\")]\n    \
         notes: Option<String>,\n    always: Option<u8>,\n}\n#[derive(Serialize)]\nstruct Kept {\n    \
         #[serde(skip_serializing_if = \"Option::is_none\")]\n    inner: Option<u8>,\n}\n";
    let sources = BTreeMap::from([("seen.rs".to_owned(), source.to_owned())]);
    assert_eq!(
        problems("type Omitted =\n  | 'Notes'\n  | 'arrivedAt'\n\ntype Flat", &sources),
        Vec::<String>::new()
    );
    assert_eq!(
        problems("type Omitted = 'Notes' | 'gone'\n\n", &sources),
        [
            "contract.ts does not list `arrivedAt`, which an answer omits",
            "contract.ts lists `gone`, which no answer omits",
        ]
    );
}
