//! The content proxy through which the schedule is edited: items and their refusals, decisions about bookings, a remote hub.

mod decisions;
mod items;
mod lists;
mod race;
mod remote;
mod teams;

use std::sync::Arc;

use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_tests::{Client, Reply, TestApp};
use tokio::sync::Barrier;

use crate::event::stage::{DAY, TIME, book};

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

pub(crate) fn session(date: &str, start: &str, end: &str) -> Value {
    json!({
        "sessionDate": { "elementType": "datetime", "value": format!("{date}T00:00:00.000Z") },
        "sessionStart": { "elementType": "text", "value": start },
        "sessionEnd": { "elementType": "text", "value": end },
    })
}

pub(crate) async fn create(client: &Client, kind: &str, date: &str, start: &str, end: &str) -> Reply {
    client.post(ITEM, json!({ "typeId": kind, "elements": session(date, start, end) })).await
}

/// Changes the schedule at the moment at which twenty athletes book the same slot: the status of the change, and how many have
/// booked.
async fn while_twenty_book(app: &TestApp, change: impl Future<Output = Reply>) -> (u16, usize) {
    let people = join_all((0..20).map(|_| app.athlete())).await;
    let start = Arc::new(Barrier::new(people.len() + 1));
    let bookings = people.into_iter().map(|person| {
        let start = start.clone();
        tokio::spawn(async move {
            start.wait().await;
            book(&person, DAY, TIME).await.status
        })
    });
    let bookings: Vec<_> = bookings.collect();
    start.wait().await;
    let changed = change.await.status.as_u16();
    let answers = join_all(bookings).await;
    (changed, answers.into_iter().filter(|status| *status.as_ref().unwrap() == 200).count())
}
