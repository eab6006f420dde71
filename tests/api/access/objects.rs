//! What the calls are about: somebody's booking, crew, card and so on, made by somebody who is allowed to.

use serde_json::{Value, json};
use sixfold_domain::role::Role;
use sixfold_domain::time::Date;
use sixfold_tests::Person;

use super::bodies::session_body;
use super::stage::Stage;
use crate::event::stage::{DAY, TIME, completed};

pub(super) const SCHEDULE: &str = "/api/acoustic/content/manageContentItem";

/// Adds a session as somebody who may.
pub(super) async fn new_session(stage: &Stage) -> Value {
    stage.person(Role::Delivery).await.client().post(SCHEDULE, session_body()).await.data()
}

/// A device that a person is notified on; returns its id.
pub(super) async fn notified_device_of(stage: &Stage, whose: &Person) -> String {
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
pub(super) async fn alert_of(stage: &Stage, whose: &Person) -> String {
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
pub(super) async fn crew_of(stage: &Stage, whose: &Person) -> String {
    stage.app.execute(format!("DELETE FROM crew_member WHERE uaid = '{}'", whose.uaid)).await;
    let crew = whose.client().post("/api/user/crew", json!({ "name": "Tuesday squad" })).await.data();
    crew["crewId"].as_str().unwrap().to_owned()
}

pub(super) async fn passkey_of(stage: &Stage, whose: &Person) -> String {
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
pub(super) async fn shared_by(stage: &Stage, whose: &Person) -> String {
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
pub(super) async fn booking_of(stage: &Stage, whose: &Person) -> String {
    let delivery = stage.person(Role::Delivery).await;
    let body = json!({ "uaid": whose.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
    let data = delivery.client().post("/api/user/event/booking", body).await.data();
    data["eventBookingId"].as_str().unwrap().to_owned()
}

/// A booking of a person for today, onboarded or not: its id and code.
pub(super) async fn comes_today(stage: &Stage, whose: &Person, onboarded: bool) -> (String, String) {
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
pub(super) async fn next_season(stage: &Stage) -> (i64, String) {
    let number = stage.app.scalar("SELECT MAX(season) FROM season").await + 1;
    let end: Date = stage.text("SELECT MAX(end_date) FROM season".to_owned()).await.parse().unwrap();
    (number, end.add_days(1).to_string())
}

/// Adds a season after the built-in ones; returns its number and start.
pub(super) async fn further_season(stage: &Stage) -> (i64, String) {
    let (number, day) = next_season(stage).await;
    let sql =
        format!("INSERT INTO season (season, start_date, end_date) VALUES ({number}, '{day}', '{day}')");
    stage.app.execute(sql).await;
    (number, day)
}

/// A seat held for a person by an offer.
pub(super) async fn offer_to(stage: &Stage, whose: &Person) -> String {
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
pub(super) async fn stored(stage: &Stage, id: &str) -> Value {
    let delivery = stage.person(Role::Delivery).await;
    let target = format!("/api/content/sixfold-en-gb/authoring/v1/content/{id}");
    delivery.client().get(&target).await.data()["item"].clone()
}
