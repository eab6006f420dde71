//! What the server logs as JSON while people use it: every line is an object, and none says who they are.

use std::path::Path;

use mail_parser::MessageParser;
use serde_json::{Value, json};
use sixfold_tests::people::{PASSWORD, signup_body};
use sixfold_tests::{Client, eventually};

use super::binary::Served;

const EMAIL: &str = "quillon.zabrinskie@athletes.example";
const FIRST: &str = "Quillon";
const LAST: &str = "Zabrinskie";
const PHONE: &str = "+447700900123";
const POSTCODE: &str = "SW11 8AL";
const KIN: &str = "Ottoline Kinsale";
const ILLNESS: &str = "a canary of an illness";
/// Where the calls come from, says the proxy.
const ADDRESS: &str = "203.0.113.77";
const STAFF: &str = "six-tests-one-score";

/// The text of the newest letter to the athlete that has this in it, once it is there.
async fn letter(data: &Path, part: &str) -> String {
    eventually(&format!("no letter with {part:?}"), async || {
        std::fs::read_dir(data.join("mail")).into_iter().flatten().flatten().find_map(|file| {
            let bytes = std::fs::read(file.path()).unwrap();
            let message = MessageParser::default().parse(&bytes)?;
            let text = message.body_text(0).unwrap_or_default();
            let to = message.to().and_then(|to| to.first()?.address()).unwrap_or_default();
            let (_, rest) = text.split_once(part).filter(|_| to == EMAIL)?;
            Some(rest.to_owned())
        })
    })
    .await
}

fn word(text: &str) -> String {
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

async fn sign_in(served: &Served, email: &str, password: &str) -> (Client, String) {
    let body = json!({ "emailAddress": email, "password": password });
    let data = client(served).post("/api/user/login", body).await.data();
    let token = data["token"].as_str().unwrap().to_owned();
    (client(served).bearer(&token), token)
}

fn client(served: &Served) -> Client {
    served.client().header("x-forwarded-for", ADDRESS)
}

/// The first time that can be booked.
async fn free(client: &Client) -> Value {
    let days = client.get("/api/event/availability?type=test").await.data();
    for day in days["days"].as_array().unwrap() {
        for slot in day["slots"].as_array().unwrap() {
            if slot["available"] == true {
                return json!({ "eventTestDate": day["date"], "eventTestTime": slot["time"] });
            }
        }
    }
    panic!("no time is free: {days}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_are_json_without_anything_personal() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let flags = [
        "--log-format",
        "json",
        "--log",
        "sixfold_server=trace,info",
        "--trusted-proxies",
        "127.0.0.1",
        "--demo",
        "--test-clock",
        "2026-03-02T09:00:00Z",
    ];
    let mut served = Served::start(":", &data, &flags);
    let mut secret = vec![
        EMAIL,
        "zabrinskie@",
        FIRST,
        LAST,
        PHONE,
        "7700900123",
        POSTCODE,
        KIN,
        ILLNESS,
        ADDRESS,
        PASSWORD,
        STAFF,
    ]
    .into_iter()
    .map(str::to_owned)
    .collect::<Vec<_>>();

    // Signs up, confirms the address, fills in the profile.
    let signed_up = client(&served).post("/api/user/signup", signup_body(EMAIL)).await.data();
    let token = signed_up["token"].as_str().unwrap();
    let uaid = signed_up["uaid"].as_str().unwrap().to_owned();
    let athlete = client(&served).bearer(token);
    let mailed = word(&letter(&data, "Your code: ").await);
    athlete.post("/api/user/email/confirm", json!({ "code": mailed })).await.data();
    let profile = json!({
        "firstName": FIRST, "lastName": LAST, "phoneNumber": PHONE, "postcode": POSTCODE, "gender": "female",
        "emergencyName": KIN, "emergencyNumber": "+447700900456", "medicalIssues": ILLNESS,
    });
    athlete.post("/api/user/register", profile).await.data();
    secret.extend([token.to_owned(), mailed]);

    // Signs in, with mistakes; books, moves and looks.
    let wrong = json!({ "emailAddress": EMAIL, "password": "a canary of a password" });
    client(&served).post("/api/user/login", wrong).await.refused(401, "CREDENTIALS_WRONG");
    let (athlete, token) = sign_in(&served, EMAIL, PASSWORD).await;
    let mut slot = free(&athlete).await;
    slot["medicalIssues"] = json!(ILLNESS);
    let booked = athlete.post("/api/user/event/booking", slot.clone()).await.data();
    let ticket = booked["code"].as_str().unwrap().to_owned();
    athlete.post("/api/user/event/booking", slot).await.refused(409, "BOOKING_OPEN_EXISTS");
    athlete.get(&format!("/api/user/profile?token={token}")).await.data();
    athlete.get("/api/user/export").await;
    letter(&data, &ticket).await;

    // Forgets the password.
    client(&served).post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
    let link = word(&letter(&data, "reset-password#token=").await);
    let renewed = "a canary of a new password";
    client(&served).post("/api/user/forgot", json!({ "token": link, "password": renewed })).await.data();
    secret.extend([token, ticket.clone(), link, "a canary of a".to_owned()]);

    // Staff look the athlete up, change and serve them.
    let (desk, token) = sign_in(&served, "instore@sixfold.example", STAFF).await;
    secret.push(token);
    for search in [EMAIL, LAST, uaid.as_str(), ticket.as_str()] {
        let found = desk.post("/api/event/admin/users", json!({ "search": search })).await;
        assert!(found.status.is_success(), "{}", found.text());
    }
    let onboarded = desk.post("/api/event/admin/onboard", json!({ "code": ticket })).await;
    assert!(onboarded.status.is_client_error() || onboarded.status.is_success(), "{}", onboarded.text());
    let (delivery, token) = sign_in(&served, "delivery@sixfold.example", STAFF).await;
    secret.push(token);
    let renamed = json!({ "uaid": uaid, "firstName": FIRST, "lastName": format!("{LAST}-{FIRST}"), "phoneNumber": PHONE });
    delivery.post("/api/event/admin/user/update", renamed).await.data();
    let read = delivery.get(&format!("/api/event/admin/audit?uaid={uaid}")).await;
    assert!(read.status.is_success(), "{}", read.text());
    let feed = delivery.post("/api/user/calendar-feed", json!({})).await.data();
    let feed = feed["url"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned();
    client(&served).get(&format!("/api/event/calendar/{feed}")).await;
    secret.push(feed.trim_end_matches(".ics").to_owned());
    served.terminate();
    assert!(served.ended().await.0.success());

    let log = served.log();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}")))
        .collect();
    assert!(lines.len() > 20, "{log}");
    for path in ["/api/user/signup", "/api/user/login", "/api/user/event/booking", "/api/event/admin/users"] {
        let answered =
            lines.iter().find(|line| line["path"] == path).unwrap_or_else(|| panic!("{path}: {log}"));
        assert!(answered["status"].is_u64() && answered["span"]["id"].is_string(), "{answered}");
    }
    for word in &secret {
        assert!(word.len() > 5, "too short to be looked for: {word}");
        if let Some(line) = log.lines().find(|line| line.contains(word.as_str())) {
            panic!("{word:?} was logged: {line}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_browser_reports_replaces_no_key_of_its_line() {
    let place = tempfile::tempdir().unwrap();
    let mut served = Served::start(":", &place.path().join("data"), &["--log-format", "json"]);
    let fields = [("level", "error"), ("code", "CLIENT_FETCH_ERROR"), ("message", "Failed to fetch")];
    assert_eq!(served.client().form("/api/auth/_log", &fields).await.status, 200);
    served.terminate();
    assert!(served.ended().await.0.success());

    let log = served.log();
    let line =
        log.lines().find(|line| line.contains("CLIENT_FETCH_ERROR")).unwrap_or_else(|| panic!("{log}"));
    let value: Value = serde_json::from_str(line).unwrap();
    assert_eq!((&value["level"], &value["message"]), (&json!("WARN"), &json!("a browser reports")));
    assert_eq!((&value["reported_level"], &value["reported"]), (&json!("error"), &json!("Failed to fetch")));
    for key in value.as_object().unwrap().keys() {
        assert_eq!(line.matches(&format!("\"{key}\":")).count(), 1, "{key}: {line}");
    }
}
