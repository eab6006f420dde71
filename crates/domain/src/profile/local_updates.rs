//! The rule of local updates (RULES 9.6) as a property over every field of a profile: absent, null or empty keeps the stored
//! value, except that null and empty text clear the telephone number, the postcode and the handles.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;

/// What an update does with a field that was sent null or empty.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Nothing {
    Keeps,
    Empties,
}

/// Every field with its rule for empty values, and a valid value in its stored form.
fn fields() -> Vec<(&'static str, Nothing, Value)> {
    use Nothing::{Empties, Keeps};
    vec![
        ("emailAddress", Keeps, json!("ann@example.com")),
        ("firstName", Keeps, json!("Ann")),
        ("lastName", Keeps, json!("Bell")),
        ("dateOfBirth", Keeps, json!("1999-11-21")),
        ("tShirtSize", Keeps, json!("XL")),
        ("gender", Keeps, json!("female")),
        ("phoneNumber", Empties, json!("+447700900123")),
        ("postcode", Empties, json!("SW11 8AL")),
        ("assistanceRequired", Keeps, json!(true)),
        ("emergencyNumber", Keeps, json!("+447700900456")),
        ("emergencyName", Keeps, json!("Sam Bell")),
        ("medicalIssues", Keeps, json!("Asthma")),
        ("marketingPref1", Keeps, json!(true)),
        ("marketingPref2", Keeps, json!(false)),
        ("marketingPref3", Keeps, json!(true)),
        ("sportPlayed", Keeps, json!("Rowing")),
        ("sportLevel", Keeps, json!("County")),
        ("improvement", Keeps, json!("Sprint start")),
        ("isCompetitor", Keeps, json!(false)),
        (
            "socialMediaHandles",
            Empties,
            json!([
                { "socialMediaName": "Instagram", "handle": "ann.b" },
                { "socialMediaName": "TikTok", "handle": "ann" },
            ]),
        ),
    ]
}

/// How a field is sent.
#[derive(Debug, Clone)]
enum Sent {
    Absent,
    Null,
    Blank(String),
    Value,
}

fn sent() -> impl Strategy<Value = Sent> {
    prop_oneof![Just(Sent::Absent), Just(Sent::Null), "[ \t\n]{0,3}".prop_map(Sent::Blank), Just(Sent::Value),]
}

/// A blank value of the field's type: text, or an empty list. A boolean has none.
fn blank(good: &Value, text: &str) -> Value {
    match good {
        Value::String(_) => json!(text),
        Value::Array(_) => json!([]),
        _ => Value::Null,
    }
}

/// A field after it was cleared.
fn emptied(name: &str) -> Value {
    if name == "socialMediaHandles" {
        serde_json::to_value(handles::no_handles()).unwrap()
    } else {
        json!("")
    }
}

#[test]
fn the_property_speaks_of_every_field() {
    let whole: Map<String, Value> =
        fields().into_iter().map(|(name, _, value)| (name.to_owned(), value)).collect();
    let input: ProfileInput = serde_json::from_value(Value::Object(whole.clone())).unwrap();
    let update = check_profile(&input, "2026-11-21".parse().unwrap()).into_result().unwrap();
    // Destructured without `..`, so that a new field does not compile until it is in the list above.
    let ProfileUpdate {
        email_address: Some(_),
        first_name: Some(_),
        last_name: Some(_),
        date_of_birth: Some(_),
        t_shirt_size: Some(_),
        gender: Some(_),
        phone_number: Some(_),
        postcode: Some(_),
        assistance_required: Some(_),
        emergency_number: Some(_),
        emergency_name: Some(_),
        medical_issues: Some(_),
        marketing_pref1: Some(_),
        marketing_pref2: Some(_),
        marketing_pref3: Some(_),
        sport_played: Some(_),
        sport_level: Some(_),
        improvement: Some(_),
        is_competitor: Some(_),
        social_media_handles: Some(_),
    } = &update
    else {
        panic!("a field of the list was not read: {update:?}");
    };
    assert_eq!(serde_json::to_value(&update).unwrap(), Value::Object(whole));
}

proptest! {
    // RULES 9.6
    #[test]
    fn nothing_keeps_what_is_stored_but_for_three_fields(ways in proptest::collection::vec(sent(), 20)) {
        let (mut body, mut expected) = (Map::new(), Map::new());
        for ((name, nothing, good), way) in fields().into_iter().zip(ways) {
            let value = match way {
                Sent::Absent => continue,
                Sent::Null => Value::Null,
                Sent::Blank(text) => blank(&good, &text),
                Sent::Value => good.clone(),
            };
            if value == good {
                expected.insert(name.to_owned(), good);
            } else if nothing == Nothing::Empties {
                expected.insert(name.to_owned(), emptied(name));
            }
            body.insert(name.to_owned(), value);
        }
        let input: ProfileInput = serde_json::from_value(Value::Object(body.clone())).unwrap();
        let outcome = check_profile(&input, "2026-11-21".parse().unwrap());
        prop_assert!(outcome.errors.is_empty(), "{:?} in {:?}", outcome.errors, body);
        prop_assert_eq!(serde_json::to_value(&outcome.value).unwrap(), Value::Object(expected));
    }
}
