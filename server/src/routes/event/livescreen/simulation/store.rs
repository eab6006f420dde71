//! The store that the nodes share.

use serde_json::{Value, json};
use sixfold_domain::identity::Uaid;

use super::model::Model;
use super::{ATHLETES, DAY, LAST_DAY, SEASON};
use crate::db::calendar::schedule::ACADEMY;
use crate::db::{Db, DbError, params};

const SET_UP: &str = "INSERT INTO event (event_id, name, location_name, location_address, location_post_code, \
    location_contact_number, location_contact_email, map_url) VALUES ($1, '', '', '', '', '', '', '') ON CONFLICT DO NOTHING";
const SEASONS: &str = "INSERT INTO season (season, start_date, end_date) \
    VALUES (1, '2023-04-01', '2027-01-14'), (2, '2027-01-15', '2027-12-31')";
const PEOPLE: &str = "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at, first_name, last_name, \
    date_of_birth) SELECT value, value, value, 0, 0, 'Zoe' || value, 'Last', '1990-01-01' FROM json_each($1)";
const EMPTY: [&str; 6] = [
    "DELETE FROM reveal_step",
    "DELETE FROM reveal",
    "DELETE FROM booking",
    "DELETE FROM audit_log",
    "DELETE FROM idempotency_key",
    "UPDATE account SET is_competitor = TRUE WHERE NOT is_competitor",
];
const FINALS: &str = "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, code, \
    score_hundredths, created_at, created_by, updated_at, completed_at, held) \
    SELECT value->>'id', value->>'uaid', $2, 'completed', 'test', value->>'date', value->>'id', CAST(value->>'score' AS BIGINT), 0, '', 0, \
    CAST(value->>'at' AS BIGINT), CAST(value->>'held' AS INTEGER) = 1 FROM json_each($1)";
const WITHDRAW: &str = "UPDATE account SET is_competitor = FALSE WHERE uaid = $1";
const STORED: &str = "SELECT b.booking_id, b.held, COALESCE(s.step, 0), COALESCE(r.step, 0), COALESCE(r.running, FALSE), \
    (SELECT COUNT(*) FROM audit_log WHERE action LIKE 'reveal.%') FROM booking b \
    LEFT JOIN reveal_step s ON s.booking_id = b.booking_id LEFT JOIN reveal r ON r.event_id = b.event_id";

/// A final in the store: its booking, whether it is held, and its step; then the step and whether a ceremony is running, and
/// how many lines the log has.
pub(super) type StoredFinal = (String, bool, i64, i64, bool, i64);

/// A new store in memory with its athletes.
pub(super) async fn open() -> Db {
    let db = Db::in_memory().await.unwrap();
    let athletes = (1..=ATHLETES).map(|number| number.to_string()).collect::<Value>().to_string();
    let set_up: Result<(), DbError> = db
        .write(async move |conn| {
            conn.execute(SET_UP, params![ACADEMY]).await?;
            conn.execute(SEASONS, params![]).await?;
            conn.execute(PEOPLE, params![athletes]).await
        })
        .await;
    set_up.unwrap();
    db
}

/// Replaces what the former seed left by a model's finals.
pub(super) async fn replace(db: &Db, model: &Model) {
    let rows = model.finals.iter().enumerate().map(|(at, one)| {
        let date = if one.season == SEASON { DAY } else { LAST_DAY };
        json!({ "id": one.booking_id, "uaid": one.uaid.as_str(), "score": one.hundredths, "at": one.at_ms,
            "date": date, "held": i64::from(model.held.contains(&at)) })
    });
    let rows = rows.collect::<Value>().to_string();
    let replaced: Result<(), DbError> = db
        .write(async move |conn| {
            for sql in EMPTY {
                conn.execute(sql, params![]).await?;
            }
            conn.execute(FINALS, params![rows, ACADEMY]).await
        })
        .await;
    replaced.unwrap();
}

pub(super) async fn finals(db: &Db) -> Vec<StoredFinal> {
    db.read(async |conn| conn.all(STORED, params![]).await).await.unwrap()
}

pub(super) async fn withdraw(db: &Db, uaid: Uaid) {
    let withdrawn = db.write(async move |conn| conn.execute(WITHDRAW, params![uaid.as_str()]).await).await;
    withdrawn.unwrap();
}
