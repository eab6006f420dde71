//! A good call for each row, which can only be refused because of its caller.

use std::sync::atomic::{AtomicI32, Ordering};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use serde_json::{Value, json};
use sixfold_domain::protocol::Protocols;
use sixfold_domain::role::Role;
use sixfold_domain::time::Date;
use sixfold_tests::people::{PASSWORD, signup_body};
use sixfold_tests::second_factor::mailed_code;
use sixfold_tests::{Client, Person, Reply};

use super::rows::Row;
use super::stage::{ATHLETE, Stage};
use crate::event::stage::{DAY, TIME, completed, team_of};

const SCHEDULE: &str = "/api/acoustic/content/manageContentItem";

/// An id that no card has, and no crew and no member.
const NO_SHARE: &str = "00000000000000000000000000";

/// A call, ready to be sent.
pub(crate) struct Call {
    pub method: Method,
    pub target: String,
    /// JSON; none for a form or nothing.
    pub body: Option<Value>,
}

impl Call {
    pub(crate) async fn send(&self, client: &Client, more: &[(&'static str, &str)]) -> Reply {
        match &self.body {
            Some(body) => client.json(self.method.clone(), &self.target, body, more).await,
            None => self.send_raw(client, "", more).await,
        }
    }

    pub(crate) async fn send_raw(
        &self,
        client: &Client,
        body: &'static str,
        more: &[(&'static str, &str)],
    ) -> Reply {
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        for (name, value) in more {
            headers.insert(*name, HeaderValue::from_str(value).unwrap());
        }
        client.send(self.method.clone(), &self.target, headers, Body::from(body)).await
    }
}

/// The body with which a second factor or a passkey is set up; staff are mailed a code for it first.
async fn first_factor(stage: &Stage, path: &str, whose: &Person) -> Value {
    let plain = json!({ "password": PASSWORD });
    let reply = whose.client().post(path, plain.clone()).await;
    if reply.status != 422 {
        return plain;
    }
    json!({ "password": PASSWORD, "mailedCode": mailed_code(&stage.app, &whose.email).await })
}

/// The good call of a row about `whose` object.
pub(crate) async fn good(stage: &Stage, row: &Row, whose: &Person) -> Call {
    let (method, path) = row.call.split_once(' ').unwrap();
    let method: Method = method.parse().unwrap();
    let mut target = path
        .replace("{provider}", "credentials")
        .replace("{libraryId}", "sixfold-en-gb")
        .replace("{width}", "320")
        .replace("{revision}", "1")
        .replace("{feed}", "nobody.ics")
        .replace("{device}", "phone")
        .replace("{passType}", "pass.nobody")
        .replace("{serial}", "nothing")
        .replace("{id}", "home");
    if path.contains("{shareId}") {
        let id = if row.act.is_empty() { NO_SHARE.to_owned() } else { shared_by(stage, whose).await };
        target = target.replace("{shareId}", &id);
    }
    if path == "/api/user/notifications/devices/{id}" && !row.act.is_empty() {
        target = target.replace("home", &notified_device_of(stage, whose).await);
    }
    if path.contains("{passkeyId}") {
        let id = if row.act.is_empty() { NO_SHARE.to_owned() } else { passkey_of(stage, whose).await };
        target = target.replace("{passkeyId}", &id);
    }
    if path.contains("{crewId}") {
        let id = if path.ends_with("/stream") { NO_SHARE.to_owned() } else { crew_of(stage, whose).await };
        target = target.replace("{crewId}", &id).replace("{memberId}", NO_SHARE);
    }
    if path.contains("{alertId}") {
        target = target.replace("{alertId}", &alert_of(stage, whose).await);
    }
    if row.call == "GET /api/event/admin/numbers" {
        target = format!("{target}?what=use");
    }
    if row.call.starts_with("GET /api/event/ticket/") {
        target = format!("{target}?bookingId=nothing");
    }
    if row.call == "GET /api/user/card" {
        target = format!("{target}?template=season_card");
    }
    if row.call == "DELETE /api/acoustic/content/manageContentItem" {
        let session = new_session(stage).await;
        target = format!("{target}?id={}", session["id"].as_str().unwrap());
        return Call { method, target, body: Some(json!({ "rev": session["rev"] })) };
    }
    if row.call.ends_with("/manageContentItem") && method != Method::POST {
        target = format!("{target}?id=closed-dates");
    }
    if row.call == "GET /api/event/admin/schedule" {
        target = format!("{target}?from={DAY}&to={DAY}");
    }
    if row.call == "DELETE /api/content/{libraryId}/authoring/v1/content/{id}" {
        return new_item(stage, Method::DELETE, "").await;
    }
    if row.call == "POST /api/content/{libraryId}/authoring/v1/content/{id}/take-down" {
        return new_item(stage, Method::POST, "/take-down").await;
    }
    let mut body = body(stage, row, whose).await;
    if row.call == "GET /api/event/admin/booking" {
        target = format!("{target}?eventBookingId={}", booking_of(stage, whose).await);
    }
    if row.call == "GET /api/event/admin/export" {
        target = format!("{target}?what=teams");
    }
    if row.call == "GET /api/event/livescreen/stream" {
        target = format!("{target}?eventId=nowhere");
    }
    if row.call == "GET /api/event/booking/team/users" {
        target = format!("{target}?teamBookingId={}", team_of(&stage.app, whose).await);
    }
    if row.act == "whole rows" {
        target = format!("{target}?showUAID=true");
    }
    if row.call == "POST /api/event/admin/user/role" {
        target = format!("{target}?uaid={}&roleid=2", whose.uaid);
    } else if row.call.ends_with("/authoring/v1/images") && method == Method::POST {
        target = format!("{target}?name=Track");
    } else if row.whose == super::rows::Whose::Named {
        if let Some(body) = &mut body {
            body["uaid"] = json!(whose.uaid);
        } else {
            let joint = if target.contains('?') { '&' } else { '?' };
            target = format!("{target}{joint}uaid={}", whose.uaid);
        }
    }
    Call { method, target, body }
}

async fn body(stage: &Stage, row: &Row, whose: &Person) -> Option<Value> {
    let slot = json!({ "eventTestDate": DAY, "eventTestTime": TIME });
    let random = sixfold_server::db::new_id(1);
    Some(match (row.call, row.act) {
        ("POST /api/user/login", _) => json!({ "emailAddress": ATHLETE, "password": PASSWORD }),
        ("POST /api/user/login/admin", _) => json!({ "emailAddress": stage.staff, "password": PASSWORD }),
        ("POST /api/user/signup", _) => signup_body(&format!("{random}@stage.example")),
        ("POST /api/user/forgot" | "POST /api/auth/sign-in-link", _) => json!({ "email": ATHLETE }),
        (
            "POST /api/user/guardian"
            | "POST /api/user/guardian/request"
            | "POST /api/user/email/link"
            | "POST /api/user/email/undo"
            | "POST /api/user/coaches/answer",
            _,
        ) => json!({ "token": "unknown" }),
        ("POST /api/user/email", _) => {
            json!({ "emailAddress": format!("{random}@stage.example"), "password": PASSWORD })
        }
        // There is nothing left to confirm.
        ("POST /api/user/email/confirm", _) => json!({ "code": "123456" }),
        ("PUT /api/user/profile" | "PUT /api/user/profile/admin", _) => json!({ "firstName": "Robin" }),
        ("PUT /api/user/accountmanagement" | "POST /api/user/register", _) => {
            json!({ "firstName": "Robin", "lastName": "Field" })
        }
        ("PUT /api/user/marketing", _) => json!({ "marketingPref1": true }),
        ("POST /api/user/password", _) => {
            json!({ "currentPassword": PASSWORD, "newPassword": "a quieter stadium" })
        }
        ("POST /api/user/delete" | "DELETE /api/user/passkeys/{passkeyId}", _) => {
            json!({ "password": PASSWORD })
        }
        ("POST /api/user/second-factor" | "POST /api/user/passkeys/options", _) => {
            first_factor(stage, path_of(row), whose).await
        }
        ("POST /api/user/passkeys", _) => json!({ "challenge": "x", "credential": {}, "name": "Phone" }),
        ("PUT /api/user/passkeys/{passkeyId}", _) => json!({ "name": "Phone" }),
        ("POST /api/auth/passkeys/sign-in", _) => {
            json!({ "challenge": "x", "credential": {}, "csrfToken": "x" })
        }
        ("POST /api/auth/sign-in-link/use", _) => json!({ "token": "unknown", "csrfToken": "x" }),
        ("POST /api/user/coaches", _) => json!({ "coachUaid": "4", "answer": "accept" }),
        ("POST /api/event/admin/coach-access", _) => {
            json!({ "coachUaid": stage.person(Role::Coach).await.uaid, "accepted": true })
        }
        ("POST /api/user/consent", _) => json!({ "healthConsent": true }),
        ("DELETE /api/user/identities", _) => json!({ "provider": "nobody" }),
        ("DELETE /api/user/sessions", "by its id") => {
            let sql = format!("SELECT session_id FROM session WHERE uaid = '{}'", whose.uaid);
            json!({ "id": stage.text(sql).await, "password": PASSWORD })
        }
        ("DELETE /api/user/sessions", _) => json!({ "all": true, "password": PASSWORD }),
        ("POST /api/user/second-factor/confirm", _) => json!({ "code": "000000" }),
        ("DELETE /api/user/second-factor", _) => json!({ "password": PASSWORD, "oneTimeCode": "000000" }),
        ("POST /api/user/event/booking", "bypass") => {
            json!({ "eventTestDate": DAY, "eventTestTime": TIME, "bypassBookingRule": true })
        }
        ("POST /api/user/event/booking", "decline") => {
            json!({ "eventBookingId": booking_of(stage, whose).await, "eventTestStatus": "declined" })
        }
        ("DELETE /api/user/event/cancel", _) => json!({ "eventBookingID": booking_of(stage, whose).await }),
        ("POST /api/event/admin/results/import", _) => json!({ "csv": "uaid,date,test,attempt1\n" }),
        ("POST /api/event/admin/results/correct", _) => json!({
            "eventBookingId": random, "reason": "Another lane",
            "results": [{ "TestType": "Speed", "Attempts": [{ "score": 3.1 }], "replaces": 1 }]
        }),
        ("POST /api/event/admin/results/request", _) => json!({
            "eventBookingId": booking_of(stage, whose).await,
            "results": [{ "TestType": "Speed", "Attempts": [{ "score": 3.1 }] }]
        }),
        ("DELETE /api/event/admin/results/request", _) => json!({ "requestId": random }),
        ("PUT /api/event/admin/protocols", _) => json!(Protocols::standard()),
        (
            "POST /api/auth/passkeys/options"
            | "POST /api/content/{libraryId}/authoring/v1/images"
            | "POST /api/user/card/photo"
            | "POST /api/event/admin/bookings"
            | "DELETE /api/event/admin/clearance"
            | "DELETE /api/user/email"
            | "POST /api/user/email/send"
            | "POST /api/user/guardian/send"
            | "POST /api/event/admin/letters/again"
            | "POST /api/event/admin/clock",
            _,
        ) => json!({}),
        ("POST /api/event/admin/seasons", _) => {
            let (number, start) = next_season(stage).await;
            json!({ "season": number, "start": start, "end": start })
        }
        ("PUT /api/event/admin/seasons", _) => {
            let (number, start) = further_season(stage).await;
            json!({ "season": number, "start": start, "end": start })
        }
        ("DELETE /api/event/admin/seasons", _) => json!({ "season": further_season(stage).await.0 }),
        ("POST /api/event/admin/setup", _) => json!({ "check": "TERMS", "confirmed": true }),
        ("PUT /api/event/admin/event", _) => json!({
            "eventName": "Six", "eventLocationName": "The Mill", "eventLocationAddress": "1 Weir Lane",
            "eventLocationPostCode": "LS1 4AP", "eventLocationContactEmail": "desk@mill.example"
        }),
        ("PUT /api/event/admin/settings", _) => {
            let delivery = stage.person(Role::Delivery).await;
            delivery.client().get("/api/event/admin/settings").await.data()
        }
        ("POST /api/event/admin/users" | "POST /api/event/admin/bookings/lite", _) => {
            json!({ "search": "Robin" })
        }
        ("POST /api/event/admin/user/create", _) => json!({
            "emailAddress": format!("{random}@stage.example"), "firstName": "Robin", "lastName": "Field",
            "dateOfBirth": "2000-05-17"
        }),
        ("POST /api/event/admin/user/update", _) => {
            let rev =
                stage.app.scalar(format!("SELECT rev FROM account WHERE uaid = '{}'", whose.uaid)).await;
            json!({ "rev": rev, "firstName": "Robin" })
        }
        ("POST /api/event/admin/clearance", _) => json!({ "basis": "A doctor's letter" }),
        ("POST /api/event/admin/onboard", _) => json!({ "code": comes_today(stage, whose, false).await.1 }),
        ("POST /api/event/admin/test", _) => json!({
            "eventBookingId": comes_today(stage, whose, true).await.0,
            "results": { "TestType": "Speed", "Attempts": [{ "score": 3.5 }] }
        }),
        ("POST /api/event/admin/final", _) => {
            json!({ "EventBookingId": comes_today(stage, whose, true).await.0, "Status": "dnt" })
        }
        ("POST /api/event/booking/team", _) => json!({
            "teamBookingId": team_of(&stage.app, whose).await, "uaids": [stage.app.athlete().await.uaid]
        }),
        ("DELETE /api/event/booking/team", _) => json!({ "teamBookingId": team_of(&stage.app, whose).await }),
        ("POST /api/event/admin/sync", _) => json!({ "items": [{ "method": "GET" }] }),
        ("POST /api/event/admin/arrival", _) => {
            json!({ "eventBookingId": comes_today(stage, whose, false).await.0 })
        }
        ("POST /api/event/arrival", _) => json!({ "code": "7K3QXM" }),
        ("POST /api/event/admin/kiosk", _) => json!({ "name": "Front door" }),
        ("DELETE /api/event/admin/kiosk", _) => json!({ "kioskId": random }),
        (
            "POST /api/user/calendar-feed"
            | "DELETE /api/user/calendar-feed"
            | "DELETE /api/content/{libraryId}/authoring/v1/images/{id}"
            | "DELETE /api/user/share/{shareId}"
            | "DELETE /api/user/notifications/devices/{id}"
            | "DELETE /api/user/crew/{crewId}"
            | "DELETE /api/event/alerts/{alertId}"
            | "POST /api/user/crew/{crewId}/link"
            | "DELETE /api/user/crew/{crewId}/membership"
            | "DELETE /api/user/crew/{crewId}/member/{memberId}"
            | "DELETE /api/wallet/apple/v1/devices/{device}/registrations/{passType}/{serial}",
            _,
        ) => return None,
        ("POST /api/wallet/apple/v1/log", _) => json!({ "logs": [] }),
        ("POST /api/wallet/apple/v1/devices/{device}/registrations/{passType}/{serial}", _) => {
            json!({ "pushToken": "ab" })
        }
        ("PUT /api/user/notifications", _) => json!({
            "topics": { "offers": true, "bookings": true, "results": true, "reminders": true, "alerts": true },
            "quietHours": null
        }),
        ("POST /api/user/notifications/devices", _) => json!({
            "endpoint": "https://web.push.apple.com/abc", "keys": { "p256dh": "", "auth": "" }, "name": "Phone"
        }),
        ("POST /api/user/crew" | "PUT /api/user/crew/{crewId}", _) => json!({ "name": "Tuesday squad" }),
        ("PUT /api/user/crew/{crewId}/membership", _) => json!({ "shareFinal": true }),
        ("POST /api/user/crew/link" | "POST /api/user/crew/join", _) => json!({ "crewToken": "unknown" }),
        ("POST /api/event/alerts", _) => json!({ "days": ["SATURDAY"], "until": DAY }),
        ("POST /api/event/livescreen/reveal", _) => json!({ "action": "start" }),
        ("POST /api/event/booking/waitlist/accept", _) => json!({ "offerId": offer_to(stage, whose).await }),
        (
            "POST /api/user/event/booking"
            | "POST /api/event/booking/waitlist"
            | "DELETE /api/event/booking/waitlist",
            _,
        ) => slot,
        ("POST /api/content/{libraryId}/authoring/v1/content", _) => {
            json!({ "name": "News", "typeId": "flexi-page" })
        }
        ("PUT /api/content/{libraryId}/authoring/v1/content/{id}", _) => stored(stage, "home").await,
        ("PUT /api/content/{libraryId}/authoring/v1/images/{id}", _) => json!({ "name": "Track" }),
        ("POST /api/content/{libraryId}/authoring/v1/content/{id}/restore", _) => {
            json!({ "revision": 1, "rev": stored(stage, "home").await["rev"] })
        }
        ("POST /api/content/{libraryId}/authoring/v1/rendering/context/{id}", _) => {
            json!({ "item": stored(stage, "home").await })
        }
        ("POST /api/event/admin/schedule/impact", _) => {
            json!({ "changes": [{ "kind": "bank-holiday", "act": "add", "date": "2031-01-01" }] })
        }
        ("POST /api/acoustic/content/manageContentItem", _) => session_body(),
        ("PUT /api/acoustic/content/manageContentItem", _) => {
            let delivery = stage.person(Role::Delivery).await;
            let item = delivery.client().get(&format!("{SCHEDULE}?id=closed-dates")).await.data();
            json!({ "rev": item["rev"], "elements": { "dates": { "values": [] } } })
        }
        ("DELETE /api/event/admin/user/second-factor" | "DELETE /api/event/admin/user/sessions", _) => {
            json!({})
        }
        ("POST /api/event/admin/user/delete", _) => json!({ "confirmation": whose.uaid }),
        ("PUT /api/user/share", _) => json!({ "lastName": false }),
        ("POST /api/user/share/{shareId}/report", _) => json!({ "reason": "other" }),
        ("POST /api/user/admin/share-report/{shareId}", _) => json!({ "decision": "keep" }),
        ("POST /api/user/share", _) => json!({ "template": "season_card", "colour": "black" }),
        (call, _) if call.starts_with("GET ") || call.contains("/auth/") || call.ends_with("/role") => {
            return None;
        }
        (call, _) => panic!("{call} has no good body here"),
    })
}

/// A closed session on a day of its own, far ahead.
fn session_body() -> Value {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    let day = Date::new(2030, 1, 1).unwrap().add_days(NEXT.fetch_add(1, Ordering::Relaxed));
    json!({ "typeId": "closed-session", "elements": {
        "sessionDate": { "value": day }, "sessionStart": { "value": "10:00" }, "sessionEnd": { "value": "11:00" } } })
}

/// Adds a session as somebody who may.
async fn new_session(stage: &Stage) -> Value {
    stage.person(Role::Delivery).await.client().post(SCHEDULE, session_body()).await.data()
}

/// A device that a person is notified on; returns its id.
async fn notified_device_of(stage: &Stage, whose: &Person) -> String {
    let id = sixfold_server::db::new_id(1);
    stage
        .app
        .execute(format!(
            "INSERT INTO push_device (device_id, uaid, endpoint_hash, subscription_sealed, name, created_at) \
             VALUES ('{id}', '{uaid}', '{id}', 'none', 'Phone', 1)",
            uaid = whose.uaid
        ))
        .await;
    id
}

/// An alert of a person, in the store alone: not everybody may make one.
async fn alert_of(stage: &Stage, whose: &Person) -> String {
    let id = format!("alert-of-{}", whose.uaid);
    stage.app.execute(format!("DELETE FROM time_alert WHERE alert_id = '{id}'")).await;
    stage
        .app
        .execute(format!(
            "INSERT INTO time_alert (alert_id, uaid, event_id, weekdays, part, until_date, free_before, created_at) \
             VALUES ('{id}', '{}', 'sixfold-academy', 127, 'ANY', '{DAY}', '', 1)",
            whose.uaid
        ))
        .await;
    id
}

/// A new crew of a person, and their only one: there is a limit.
async fn crew_of(stage: &Stage, whose: &Person) -> String {
    stage.app.execute(format!("DELETE FROM crew_member WHERE uaid = '{}'", whose.uaid)).await;
    let crew = whose.client().post("/api/user/crew", json!({ "name": "Tuesday squad" })).await.data();
    crew["crewId"].as_str().unwrap().to_owned()
}

fn path_of(row: &Row) -> &'static str {
    row.call.split_once(' ').unwrap().1
}

async fn passkey_of(stage: &Stage, whose: &Person) -> String {
    let id = sixfold_server::db::new_id(1);
    stage
        .app
        .execute(format!(
            "INSERT INTO passkey (passkey_id, uaid, credential_id, user_handle, credential, sign_count, backed_up, \
             name, created_at) VALUES ('{id}', '{}', '{id}', 'x', '{{}}', 0, FALSE, 'Phone', 1)",
            whose.uaid
        ))
        .await;
    id
}

/// Makes a card public; returns its id.
async fn shared_by(stage: &Stage, whose: &Person) -> String {
    let id = sixfold_server::db::sharing::share::new_id();
    completed(&stage.app, whose, DAY).await;
    stage
        .app
        .execute(format!(
            "INSERT INTO share (share_id, uaid, template, colour, booking_id, created_at) \
             VALUES ('{id}', '{uaid}', 'season_card', 'black', 'past-{uaid}-{DAY}', 1)",
            uaid = whose.uaid
        ))
        .await;
    id
}

/// Makes a booking for a person, as somebody who may make any.
async fn booking_of(stage: &Stage, whose: &Person) -> String {
    let delivery = stage.person(Role::Delivery).await;
    let body = json!({ "uaid": whose.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
    let data = delivery.client().post("/api/user/event/booking", body).await.data();
    data["eventBookingId"].as_str().unwrap().to_owned()
}

/// A booking of a person for today, onboarded or not: its id and code.
async fn comes_today(stage: &Stage, whose: &Person, onboarded: bool) -> (String, String) {
    let id = booking_of(stage, whose).await;
    stage
        .app
        .execute(format!(
            "UPDATE booking SET test_date = '2026-03-02', seat = NULL WHERE booking_id = '{id}'"
        ))
        .await;
    if onboarded {
        stage.app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE booking_id = '{id}'")).await;
    }
    let code = stage.text(format!("SELECT code FROM booking WHERE booking_id = '{id}'")).await;
    (id, code)
}

/// The number of the season after the last one, and the day on which it starts.
async fn next_season(stage: &Stage) -> (i64, String) {
    let number = stage.app.scalar("SELECT MAX(season) FROM season").await + 1;
    let end: Date = stage.text("SELECT MAX(end_date) FROM season".to_owned()).await.parse().unwrap();
    (number, end.add_days(1).to_string())
}

/// Adds a season after the built-in ones; returns its number and start.
async fn further_season(stage: &Stage) -> (i64, String) {
    let (number, day) = next_season(stage).await;
    let sql =
        format!("INSERT INTO season (season, start_date, end_date) VALUES ({number}, '{day}', '{day}')");
    stage.app.execute(sql).await;
    (number, day)
}

/// A seat held for a person by an offer.
async fn offer_to(stage: &Stage, whose: &Person) -> String {
    let id = sixfold_server::db::new_id(1);
    let now_ms = stage.app.state.clock.now_ms();
    stage
        .app
        .execute(format!(
            "INSERT INTO waitlist (waitlist_id, uaid, event_id, test_date, test_time, status, created_at, offer_id, \
             offered_at, offer_expires_at) VALUES ('{id}', '{}', 'sixfold-academy', '{DAY}', '{TIME}', 'offered', \
             {now_ms}, 'offer-{id}', {now_ms}, {now_ms} + 600000)",
            whose.uaid
        ))
        .await;
    format!("offer-{id}")
}

/// The newest state of a content item.
async fn stored(stage: &Stage, id: &str) -> Value {
    let delivery = stage.person(Role::Delivery).await;
    let target = format!("/api/content/sixfold-en-gb/authoring/v1/content/{id}");
    delivery.client().get(&target).await.data()["item"].clone()
}

/// Removes or takes down a published item to which no other refers.
async fn new_item(stage: &Stage, method: Method, what: &str) -> Call {
    let client = stage.person(Role::Delivery).await.client();
    let target = "/api/content/sixfold-en-gb/authoring/v1/content";
    let headline = json!({ "elementType": "text", "value": "Short news" });
    let text = json!({ "elementType": "formattedtext", "value": "News." });
    let elements = json!({ "headline": headline, "text": text });
    let body = json!({ "name": "Short news", "typeId": "text-block", "elements": elements });
    let mut item = client.post(target, body).await.data();
    let target = format!("{target}/{}", item["id"].as_str().unwrap());
    item["status"] = json!("ready");
    let item = client.put(&target, item).await.data();
    Call { method, target: format!("{target}{what}"), body: Some(json!({ "rev": item["rev"] })) }
}
