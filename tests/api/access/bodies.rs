//! The body of each row's good call.

use std::sync::atomic::{AtomicI32, Ordering};

use serde_json::{Value, json};
use sixfold_domain::protocol::Protocols;
use sixfold_domain::role::Role;
use sixfold_domain::time::Date;
use sixfold_tests::Person;
use sixfold_tests::people::{PASSWORD, signup_body};
use sixfold_tests::second_factor::mailed_code;

use super::objects::{SCHEDULE, booking_of, comes_today, further_season, next_season, offer_to, stored};
use super::rows::Row;
use super::stage::{ATHLETE, Stage};
use crate::event::stage::{DAY, TIME, team_of};

/// The good body of a row's call about `whose` object; none for a form or nothing.
pub(super) async fn body(stage: &Stage, row: &Row, whose: &Person) -> Option<Value> {
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
        ("POST /api/event/admin/results/remove", _) => {
            json!({ "eventBookingId": random, "reason": "Under another person's name" })
        }
        ("POST /api/event/admin/results/request", _) => json!({
            "eventBookingId": booking_of(stage, whose).await,
            "results": [{ "TestType": "Speed", "Attempts": [{ "score": 3.1 }] }]
        }),
        ("DELETE /api/event/admin/results/request", _) => json!({ "requestId": random }),
        ("PUT /api/event/admin/protocols", _) => json!(Protocols::STANDARD),
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

/// The body with which a second factor or a passkey is set up; staff are mailed a code for it first.
async fn first_factor(stage: &Stage, path: &str, whose: &Person) -> Value {
    let plain = json!({ "password": PASSWORD });
    let reply = whose.client().post(path, plain.clone()).await;
    if reply.status != 422 {
        return plain;
    }
    json!({ "password": PASSWORD, "mailedCode": mailed_code(&stage.app, &whose.email).await })
}

fn path_of(row: &Row) -> &'static str {
    row.call.split_once(' ').unwrap().1
}

/// A closed session on a day of its own, far ahead.
pub(super) fn session_body() -> Value {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    let day = Date::new(2030, 1, 1).unwrap().add_days(NEXT.fetch_add(1, Ordering::Relaxed));
    json!({ "typeId": "closed-session", "elements": {
        "sessionDate": { "value": day }, "sessionStart": { "value": "10:00" }, "sessionEnd": { "value": "11:00" } } })
}
