//! What a screen receives from a node.

use std::collections::BTreeMap;

use axum::body::BodyDataStream;
use futures::{FutureExt as _, StreamExt as _};
use serde_json::Value;

use crate::board::live::Versions;
use crate::db::calendar::schedule::ACADEMY;
use crate::state::AppState;

pub(super) async fn open(state: &AppState, last: Option<Versions>) -> BodyDataStream {
    let permit = state.live.permit(String::new()).unwrap();
    state.live.listen(state, ACADEMY, permit, last).await.unwrap().into_data_stream()
}

/// What a stream has sent by now: events by kind, and the id of the last.
pub(super) fn received(stream: &mut BodyDataStream) -> (BTreeMap<String, Value>, Option<Versions>) {
    let (mut events, mut last, mut kind) = (BTreeMap::new(), None, String::new());
    while let Some(Some(Ok(chunk))) = tokio::task::unconstrained(stream.next()).now_or_never() {
        for line in std::str::from_utf8(&chunk).unwrap().lines() {
            match line.split_once(": ") {
                Some(("event", name)) => name.clone_into(&mut kind),
                Some(("data", data)) => {
                    events.insert(kind.clone(), serde_json::from_str(data).unwrap());
                }
                Some(("id", id)) => last = Some(id.parse().unwrap()),
                _ => {}
            }
        }
    }
    (events, last)
}

/// What a new listener receives.
pub(super) async fn newest(state: &AppState) -> BTreeMap<String, Value> {
    without_time(received(&mut open(state, None).await).0)
}

/// The events without the time at which a board was made.
pub(super) fn without_time(mut events: BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    if let Some(board) = events.get_mut("leaderboard").and_then(Value::as_object_mut) {
        board.remove("timestamp");
    }
    events
}
