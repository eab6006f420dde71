//! What is added to the OpenAPI document for many calls at once: an example of a good request for each, the refusals of every
//! JSON body and those of a server that is too busy. The examples work against the demo, so that people can try them and tests
//! can run them.

use serde_json::{Value, json};
use sixfold_domain::protocol::Protocols;
use utoipa::openapi::path::{Operation, ParameterBuilder};
use utoipa::openapi::{OpenApi, RefOr};

use super::refusals::refusal;
use crate::http::shed;

/// The password of the demo's accounts and of the examples.
const PASSWORD: &str = "six-tests-one-score";
const ATHLETE: &str = "athlete@sixfold.example";
const JSON: &str = "application/json";

/// Request bodies, by `operationId`.
fn bodies() -> Vec<(&'static str, Value)> {
    let answers = json!({
        "ageRange": true, "consent": true, "healthConsent": true,
        "PARQ": [false, false, false, false, false, false, false]
    });
    let sign_up = json!({
        "emailAddress": "robin@athletes.example", "password": PASSWORD, "dateOfBirth": "2000-05-17", "eligibility": answers
    });
    let names = json!({ "firstName": "Robin", "lastName": "Field" });
    let screened = json!({
        "firstName": "Robin", "lastName": "Field", "dateOfBirth": "2000-05-17", "eligibility": answers
    });
    let slot = json!({ "eventTestDate": "2026-11-24", "eventTestTime": "14:15" });
    let csv = "uaid,date,test,attempt1,attempt2,attempt3\n1001,2026-03-02,Speed,3.105,3.09,\n";
    let correction = json!({ "TestType": "Speed", "Attempts": [{ "score": 3.105 }], "replaces": 1 });
    let headline = json!({ "headline": { "elementType": "text", "value": "Spring is for sprinters." } });
    vec![
        ("signup", sign_up),
        ("login", json!({ "emailAddress": ATHLETE, "password": PASSWORD })),
        ("loginAdmin", json!({ "emailAddress": "delivery@sixfold.example", "password": PASSWORD })),
        ("forgot", json!({ "email": ATHLETE })),
        ("register", names),
        ("accountManagement", screened),
        ("saveProfile", json!({ "sportPlayed": "Rowing", "phoneNumber": "+447700900123" })),
        (
            "saveMarketing",
            json!({ "marketingPref1": true, "marketingPref2": false, "marketingPref3": false }),
        ),
        (
            "saveNotifications",
            json!({
                "topics": { "offers": true, "bookings": true, "results": true, "reminders": false, "alerts": true },
                "quietHours": { "from": "22:00", "until": "07:00" }
            }),
        ),
        (
            "addNotifiedDevice",
            json!({
                "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABh",
                "keys": {
                    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                    "auth": "BTBZMqHH6r4Tts7J_aSIgg"
                },
                "name": "Firefox on Android"
            }),
        ),
        ("saveHealthConsent", json!({ "healthConsent": true })),
        ("saveSharing", json!({ "lastName": false })),
        (
            "shareCard",
            json!({ "template": "season_card", "colour": "black", "format": "square", "shows": ["rank", "handle"] }),
        ),
        ("reportShare", json!({ "reason": "person", "note": "That is my daughter, and we did not agree." })),
        ("decideShareReport", json!({ "decision": "keep" })),
        ("createCrew", json!({ "name": "Tuesday squad", "shareFinal": true })),
        ("renameCrew", json!({ "name": "Thursday squad" })),
        ("lookAtCrewLink", json!({ "crewToken": "AAECAwQFBgcICQoLDA0ODw" })),
        (
            "joinCrew",
            json!({ "crewToken": "AAECAwQFBgcICQoLDA0ODw", "shareFinal": true, "shareCorners": false }),
        ),
        ("saveCrewSharing", json!({ "shareFinal": true })),
        ("changePassword", json!({ "currentPassword": PASSWORD, "newPassword": "seven-tests-two-scores" })),
        ("deleteAccount", json!({ "password": PASSWORD })),
        ("endSessions", json!({ "all": true })),
        ("beginSecondFactor", json!({ "password": PASSWORD })),
        ("newPasskeyOptions", json!({ "password": PASSWORD })),
        ("renamePasskey", json!({ "name": "Work laptop" })),
        ("removePasskey", json!({ "password": PASSWORD })),
        ("askForSignInLink", json!({ "email": ATHLETE })),
        ("bookTest", slot.clone()),
        ("onboard", json!({ "code": "7K3QXM" })),
        (
            "recordTests",
            json!({ "uaid": "10000001", "eventBookingId": "7", "results": [
                { "TestType": "Speed", "Attempts": [{ "score": 3.214 }, { "score": 3.18 }] }
            ] }),
        ),
        (
            "recordFinal",
            json!({ "uaid": "10000001", "EventBookingId": "7", "Notes": "", "Status": "completed", "Results": [] }),
        ),
        (
            "syncDesk",
            json!({ "items": [{
                "method": "POST", "path": "/api/event/admin/onboard", "key": "0198c0de-7b1a-7000-8000-000000000001",
                "body": { "code": "7K3QXM" }, "recordedAt": 1_790_000_000_000_i64, "device": "Tablet 1"
            }] }),
        ),
        ("registerAppleDevice", json!({ "pushToken": "0f3b8a51c9d7e24466b1f0a8d35c97e2" })),
        ("logAppleWallet", json!({ "logs": ["Web service error: 500"] })),
        ("checkIn", json!({ "code": "7K3QXM" })),
        ("noteArrival", json!({ "eventBookingId": "7", "arrived": true })),
        ("addKiosk", json!({ "name": "Front door" })),
        ("removeKiosk", json!({ "kioskId": "7" })),
        ("actOnReveal", json!({ "action": "start", "order": "ascending" })),
        (
            "saveTeam",
            json!({
                "teamName": "Hackney Harriers", "testDate": "2026-11-24", "testTime": "14:15",
                "uaids": ["10000001", "10000002"]
            }),
        ),
        ("deleteTeam", json!({ "teamBookingId": "demo-team" })),
        ("joinWaitlist", slot.clone()),
        ("leaveWaitlist", slot),
        ("addAlert", json!({ "days": ["SATURDAY", "SUNDAY"], "part": "MORNING", "until": "2027-01-31" })),
        (
            "createContent",
            json!({ "name": "Spring news", "typeId": "flexi-page", "elements": headline.clone() }),
        ),
        ("saveContent", json!({ "name": "Consent: text", "elements": {}, "rev": 1, "status": "draft" })),
        ("removeContent", json!({ "rev": 1 })),
        ("restoreContent", json!({ "revision": 1, "rev": 1 })),
        ("takeDownContent", json!({ "rev": 1 })),
        ("changeImage", json!({ "name": "Track", "altText": "A running track in the sun" })),
        ("importResults", json!({ "csv": csv })),
        ("saveProtocols", json!({ "version": 1, "tests": Protocols::STANDARD.tests() })),
        (
            "correctResults",
            json!({ "eventBookingId": "0", "results": [correction], "reason": "Typed into the wrong line" }),
        ),
        (
            "removeScore",
            json!({ "eventBookingId": "0", "reason": "The tests were taken under another person's name" }),
        ),
        ("previewUnsavedContent", json!({ "item": { "typeId": "flexi-page", "elements": headline } })),
    ]
}

/// Parameters, by the beginning of the path and their name.
const PARAMETERS: [(&str, &str, &str); 16] = [
    ("/api/content/", "libraryId", "sixfold-en-gb"),
    ("/api/content/", "id", "consent-text"),
    ("/api/content/", "revision", "1"),
    ("/api/user/admin/share-report/", "shareId", "0123456789abcdefghjkmnpqrs"),
    ("/api/user/notifications/", "id", "0198c0de-7b1a-7000-8000-000000000001"),
    ("/api/user/share/", "shareId", "0123456789abcdefghjkmnpqrs"),
    ("/api/user/crew/", "crewId", "0123456789abcdefghjkmnpqrs"),
    ("/api/user/crew/", "memberId", "0123456789abcdefghjkmnpqrs"),
    ("/api/user/passkeys/", "passkeyId", "0198c0de-7b1a-7000-8000-000000000001"),
    ("/api/event/alerts/", "alertId", "0198c0de-7b1a-7000-8000-000000000001"),
    ("/api/event/calendar/", "feed", "0123456789abcdef.ics"),
    ("/api/wallet/apple/", "device", "b33e3a3dccb3030333e3333da33333a3"),
    ("/api/wallet/apple/", "passType", "pass.example.sixfold.ticket"),
    ("/api/wallet/apple/", "serial", "0123456789abcdefghjkmnpqrs"),
    ("/api/auth/signin/", "provider", "credentials"),
    ("/api/auth/callback/", "provider", "credentials"),
];

/// The refusals that every JSON body may get.
const BODY_REFUSALS: [(&str, &str); 3] = [
    ("400", "Malformed, or a field is missing: `error.field` names it"),
    ("413", "More than 1 MiB"),
    ("415", "Not `application/json`"),
];

/// The call of next-auth that takes a body that it cannot read for none, and answers neither 413 nor 415.
const READS_ANY_BODY: &str = "updateSession";

/// Adds the examples and the refusals of JSON bodies and of calls that are shed.
pub(super) fn add(mut document: OpenApi) -> OpenApi {
    let bodies = bodies();
    for (path, item) in &mut document.paths.paths {
        let writes = [&mut item.post, &mut item.put].into_iter().filter_map(Option::as_mut);
        for call in writes.filter(|_| shed::CALLS.contains(&path.as_str())) {
            list(call, "503", "UNAVAILABLE: too busy; see `Retry-After`");
        }
        let calls = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for call in calls.into_iter().filter_map(Option::as_mut) {
            name_parameters(path, call);
            let id = call.operation_id.as_deref().unwrap_or_default();
            let example = bodies.iter().find(|(name, _)| *name == id).map(|(_, example)| example.clone());
            describe_body(call, example);
        }
    }
    document
}

/// Adds a refusal to a call that does not describe it itself.
fn list(call: &mut Operation, status: &str, description: &str) {
    call.responses.responses.entry(status.to_owned()).or_insert_with(|| refusal(description));
}

fn name_parameters(path: &str, call: &mut Operation) {
    for parameter in call.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        let entry =
            PARAMETERS.iter().find(|(begins, name, _)| path.starts_with(begins) && parameter.name == *name);
        if let Some((_, _, example)) = entry {
            *parameter = ParameterBuilder::from(parameter.clone()).example(Some(json!(example))).build();
        }
    }
}

fn describe_body(call: &mut Operation, example: Option<Value>) {
    let Some(RefOr::T(body)) = &mut call.request_body else { return };
    let Some(RefOr::T(media)) = body.content.get_mut(JSON) else { return };
    if example.is_some() {
        media.example = example;
    }
    if call.operation_id.as_deref() != Some(READS_ANY_BODY) {
        for (status, description) in BODY_REFUSALS {
            list(call, status, description);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_has_its_call_and_every_body_and_shed_call_its_refusals() {
        let document = crate::routes::document();
        let value = serde_json::to_value(&document).unwrap();
        let calls: Vec<&Value> = value["paths"]
            .as_object()
            .unwrap()
            .values()
            .flat_map(|path| path.as_object().unwrap().values())
            .collect();
        for (id, example) in bodies() {
            let call = calls.iter().find(|call| call["operationId"] == id);
            let call = call.unwrap_or_else(|| panic!("no call is named {id}"));
            assert_eq!(call["requestBody"]["content"]["application/json"]["example"], example, "{id}");
        }
        for (begins, name, example) in PARAMETERS {
            let named =
                value["paths"].as_object().unwrap().iter().filter(|(path, _)| path.starts_with(begins));
            let text = named.map(|(_, call)| call.to_string()).collect::<String>();
            assert!(text.contains(&format!("\"example\":\"{example}\"")), "{begins} {name}");
        }
        for call in calls {
            if call["requestBody"]["content"].get("application/json").is_some() {
                for (status, _) in BODY_REFUSALS {
                    let known = status == "400" || call["operationId"] != READS_ANY_BODY;
                    assert_eq!(
                        call["responses"].get(status).is_some(),
                        known,
                        "{} {status}",
                        call["operationId"]
                    );
                }
            }
        }
        for path in shed::CALLS {
            for (method, call) in value["paths"][path].as_object().unwrap() {
                let is_shed = method == "post" || method == "put";
                assert_eq!(call["responses"].get("503").is_some(), is_shed, "{method} {path}");
            }
        }
    }
}
