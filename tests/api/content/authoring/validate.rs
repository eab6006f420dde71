//! Properties of the checks: they never crash, they keep what they accept, and published items have no loops.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use sixfold_server::content::library::Library;
use sixfold_server::content::render::render;
use sixfold_server::content::types::{self, TypeDef};
use sixfold_server::content::{references, validate};
use sixfold_server::db::content::author::Head;
use sixfold_server::db::content::item::Item;

fn item(id: &str, elements: Map<String, Value>) -> Item {
    Item {
        id: id.to_owned(),
        name: id.to_owned(),
        type_id: "flexi-page".to_owned(),
        kind: "Flexi".to_owned(),
        status: "ready".to_owned(),
        library_id: "l".to_owned(),
        tags: Vec::new(),
        elements,
        rev: 1,
        last_modified: String::new(),
    }
}

fn library(items: &[Item]) -> Library {
    let head = |item: &Item| Head {
        item: item.clone(),
        ready_rev: Some(1),
        taken_down: false,
        deleted_at: None,
        saved_by: None,
    };
    Library::new(items.iter().map(head), items.iter().cloned(), [])
}

/// Any JSON of modest size, with words from element names more often than others.
fn anything() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("text".to_owned()),
        Just("formattedtext".to_owned()),
        Just("link".to_owned()),
        Just("image".to_owned()),
        Just("reference".to_owned()),
        Just("group".to_owned()),
        Just("category".to_owned()),
        Just("/x".to_owned()),
        Just("modal".to_owned()),
        ".{0,12}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("elementType".to_owned()),
        Just("value".to_owned()),
        Just("values".to_owned()),
        Just("html".to_owned()),
        Just("id".to_owned()),
        Just("linkURL".to_owned()),
        Just("linkText".to_owned()),
        Just("action".to_owned()),
        Just("target".to_owned()),
        Just("categories".to_owned()),
        Just("question".to_owned()),
        "[a-z]{0,6}",
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// An item of a type with arbitrary elements.
fn any_item() -> impl Strategy<Value = (&'static TypeDef, Map<String, Value>)> {
    let types: Vec<&'static TypeDef> = types::all().unwrap().values().collect();
    prop::sample::select(types).prop_flat_map(|def| {
        let keys: Vec<String> = def.elements.iter().map(|element| element.key.clone()).collect();
        let kinds: BTreeMap<String, &'static str> =
            def.elements.iter().map(|element| (element.key.clone(), element.element_type.word())).collect();
        prop::collection::btree_map(prop::sample::select(keys), (anything(), any::<bool>()), 0..5).prop_map(
            move |map| {
                let typed = map.into_iter().map(|(key, (mut value, right))| {
                    if let (true, Some(parts)) = (right, value.as_object_mut()) {
                        parts.insert("elementType".to_owned(), json!(kinds[&key]));
                    }
                    (key, value)
                });
                (def, typed.collect())
            },
        )
    })
}

/// No `html` anywhere below the keys of the elements themselves.
fn holds_html(value: &Value) -> bool {
    match value {
        Value::Object(parts) => {
            parts.get("elementType").and_then(Value::as_str) == Some("formattedtext")
                && parts.contains_key("html")
                || parts.values().any(holds_html)
        }
        Value::Array(values) => values.iter().any(holds_html),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_makes_the_checks_fall_over_and_what_is_kept_reads((def, elements) in any_item()) {
        let mut elements = elements;
        validate::normalise(&mut elements);
        let once = elements.clone();
        validate::normalise(&mut elements);
        prop_assert_eq!(&once, &elements, "tidying twice changes nothing more");
        let malformed = validate::malformed(&elements, def);
        let mut left = elements.clone();
        validate::drop_malformed(&mut left, def);
        prop_assert!(validate::malformed(&left, def).is_empty(), "{left:?}");
        prop_assert_eq!(malformed.is_empty(), left == elements);
        prop_assert!(!left.values().any(holds_html), "{left:?}");
        let item = item("a", left);
        let found = validate::problems(&item, def, &library(&[]));
        prop_assert!(found.iter().all(|problem| !problem.message.is_empty() && !problem.element.is_empty()));
        references::all(&item.elements);
    }

    #[test]
    fn what_is_ready_never_shows_itself(edges in prop::collection::vec((0_usize..6, 0_usize..6), 0..24)) {
        // Items are published one after the other, each with the references that the checks permit.
        let id = |number: usize| format!("item-{number}");
        let mut items: Vec<Item> = (0..6).map(|number| item(&id(number), Map::new())).collect();
        let mut taken: Vec<(usize, usize)> = Vec::new();
        for (from, to) in edges {
            let refused = library(&items).way_back(&id(from), &id(to));
            // By brute force: can `to` already reach `from`?
            let mut reached = vec![to];
            let mut next = 0;
            while next < reached.len() {
                let here = reached[next];
                for &(_, far) in taken.iter().filter(|(near, _)| *near == here) {
                    if !reached.contains(&far) {
                        reached.push(far);
                    }
                }
                next += 1;
            }
            prop_assert_eq!(refused.is_some(), reached.contains(&from), "{} to {} with {:?}", from, to, taken);
            if let Some(way) = refused {
                prop_assert_eq!(way.first(), way.last());
                prop_assert_eq!(&way[0], &id(from));
                prop_assert_eq!(&way[1], &id(to).as_str().to_owned());
                continue;
            }
            taken.push((from, to));
            let values: Vec<_> = taken.iter().filter(|(near, _)| *near == from).map(|(_, far)| json!({ "id": id(*far) })).collect();
            let element = json!({ "elementType": "reference", "values": values });
            items[from].elements.insert("components".to_owned(), element);
        }
        let all: BTreeMap<String, Item> = items.into_iter().map(|item| (item.id.clone(), item)).collect();
        prop_assert!(render("item-0", &all).is_some());
    }
}
