//! The set-up of the desk's tests: a day with bookings, and the actions of a tablet.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{Person, Reply, TestApp};

use crate::event::stage::{DAY, TIME, booked, go_to, week};

pub(crate) const ONBOARD: &str = "/api/event/admin/onboard";
pub(crate) const TEST: &str = "/api/event/admin/test";
pub(crate) const FINAL: &str = "/api/event/admin/final";
pub(crate) const SYNC: &str = "/api/event/admin/sync";

/// Six good attempts and their points by the standard protocols.
pub(crate) const SIX: [(&str, f64, f64); 6] = [
    ("Cognitive", 65.0, 50.0),
    ("Strength", 32.5, 50.0),
    ("Power", 45.0, 50.0),
    ("Speed", 3.45, 50.0),
    ("Agility", 4.1, 100.0),
    ("Endurance", 3.0, 0.0),
];

/// An athlete with a booking.
pub(crate) struct Guest {
    pub person: Person,
    pub id: String,
    pub code: String,
}

impl Guest {
    pub(crate) fn uaid(&self) -> &str {
        &self.person.uaid
    }

    pub(crate) fn test(&self, test: &str, attempts: Value) -> Value {
        self.tests(json!({ "TestType": test, "Attempts": attempts }))
    }

    pub(crate) fn tests(&self, results: Value) -> Value {
        json!({ "uaid": self.uaid(), "eventBookingId": self.id, "results": results })
    }

    /// All six tests, as one list.
    pub(crate) fn six(&self) -> Value {
        let six: Vec<Value> = SIX
            .iter()
            .map(|(test, raw, _)| json!({ "TestType": test, "Attempts": [{ "score": raw }] }))
            .collect();
        self.tests(json!(six))
    }

    pub(crate) fn end(&self, status: &str) -> Value {
        json!({ "uaid": self.uaid(), "EventBookingId": self.id, "Status": status })
    }
}

/// A booking at the usual time on the given day.
pub(crate) async fn guest(app: &TestApp, day: &str) -> Guest {
    let person = app.athlete().await;
    let id = booked(&person, day, TIME).await;
    let code =
        app.texts(format!("SELECT code FROM booking WHERE booking_id = '{id}'")).await.remove(0).unwrap();
    Guest { person, id, code }
}

/// The morning of a day with this many bookings, and an account of role 2.
pub(crate) async fn morning(app: &TestApp, guests: usize) -> (Person, Vec<Guest>) {
    app.set_schedule(week(200)).await;
    let mut all = Vec::new();
    for _ in 0..guests {
        all.push(guest(app, DAY).await);
    }
    go_to(app, DAY, "09:30").await;
    (app.person(2).await, all)
}

/// As [`morning`], with one athlete onboarded.
pub(crate) async fn on_the_desk(app: &TestApp) -> (Person, Guest) {
    let (desk, mut guests) = morning(app, 1).await;
    let guest = guests.remove(0);
    onboard(&desk, &guest).await.data();
    (desk, guest)
}

pub(crate) async fn onboard(staff: &Person, guest: &Guest) -> Reply {
    staff.client().post(ONBOARD, json!({ "code": guest.code })).await
}

pub(crate) async fn tested(staff: &Person, guest: &Guest) {
    staff.client().post(TEST, guest.six()).await.data();
}

pub(crate) async fn keyed(staff: &Person, path: &str, key: &str, body: Value) -> Reply {
    staff.client().keyed(Method::POST, path, key, body).await
}

/// What is stored of each test: status, points in hundredths, revision, attempts.
pub(crate) async fn stored(app: &TestApp, guest: &Guest) -> Vec<String> {
    let sql = format!(
        "SELECT t.test_type || ' ' || t.status || ' ' || COALESCE(CAST(t.score_hundredths AS TEXT), '-') || ' r' || \
         CAST(t.revision AS TEXT) || ' ' || COALESCE(CAST(a.raw_thousandths AS TEXT), '-') FROM result_test t \
         LEFT JOIN result_attempt a ON a.booking_id = t.booking_id AND a.test_type = t.test_type \
         WHERE t.booking_id = '{}' ORDER BY t.test_type, a.attempt",
        guest.id
    );
    app.texts(sql).await.into_iter().flatten().collect()
}

/// The number of audit entries with an action about a guest.
pub(crate) async fn audited(app: &TestApp, action: &str, guest: &Guest) -> i64 {
    let sql = format!(
        "SELECT COUNT(*) FROM audit_log WHERE action = '{action}' AND object_id = '{}' AND subject_uaid = '{}'",
        guest.id,
        guest.uaid()
    );
    app.scalar(sql).await
}

/// Asserts that a repeated answer equals the first one.
#[track_caller]
pub(crate) fn assert_replayed(again: &Reply, first: &Reply) {
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!((again.status, &again.body), (first.status, &first.body));
}
