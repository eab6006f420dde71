//! The content proxy through which the schedule is edited: items and their refusals, decisions about bookings, a remote hub.

mod decisions;
mod items;
mod lists;
mod race;
mod remote;

use serde_json::{Value, json};
use sixfold_tests::{Client, Reply};

pub(crate) const ITEM: &str = "/api/acoustic/content/manageContentItem";

pub(crate) async fn item(client: &Client, id: &str) -> Value {
    client.get(&format!("{ITEM}?id={id}")).await.data()
}

/// Replaces a list of dates.
pub(crate) async fn put_dates(client: &Client, id: &str, dates: &[&str], decisions: Value) -> Reply {
    let rev = item(client, id).await["rev"].clone();
    let elements = json!({ "dates": { "values": dates } });
    client
        .put(&format!("{ITEM}?id={id}"), json!({ "rev": rev, "elements": elements, "decisions": decisions }))
        .await
}

/// The elements of a session.
pub(crate) fn session(date: &str, start: &str, end: &str) -> Value {
    json!({
        "sessionDate": { "elementType": "datetime", "value": format!("{date}T00:00:00.000Z") },
        "sessionStart": { "elementType": "text", "value": start },
        "sessionEnd": { "elementType": "text", "value": end },
    })
}

/// Adds a session.
pub(crate) async fn create(client: &Client, kind: &str, date: &str, start: &str, end: &str) -> Reply {
    client.post(ITEM, json!({ "typeId": kind, "elements": session(date, start, end) })).await
}
