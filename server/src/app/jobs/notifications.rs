//! Sends notifications (RULES 16.7) and text messages (RULES 16.6). A push message is sent at least once, after longer and longer
//! pauses while its service does not take it; one that is repeated replaces itself on the device. A text message is sent at most
//! once: what may have left is never tried again.

use futures::future::join_all;
use sixfold_domain::notification::Topic;

use super::outbox::{pause_ms, settle};
use crate::db::DbError;
use crate::db::messages::notification::message::{self, Outcome};
use crate::db::messages::notification::text;
use crate::notification::{Outgoing, PushService, Pushed, TextService, Texted, Urgency};
use crate::state::{AppState, Channel, LetterOutcome};

/// How many messages are claimed and sent concurrently.
const AT_ONCE: i64 = 20;
/// How long a claim lasts: longer than the slowest attempt. Unlike a letter, a push message may be sent again by a node whose clock
/// is ahead.
const CLAIM_MS: i64 = 2 * 60_000;
/// The longest pause that a service may ask for.
const LONGEST_PAUSE_S: i64 = 24 * 60 * 60;

/// Sends every notification that is due; returns how many were sent.
pub async fn send_pushes(state: &AppState, service: &PushService) -> Result<usize, DbError> {
    let mut sent = 0;
    while !state.stop.is_cancelled() {
        let now = state.clock.now_ms();
        if !state.db.read(async |conn| message::any_due(conn, now).await).await? {
            break;
        }
        let until = now + CLAIM_MS;
        let (found, claimed) =
            state.db.write(async move |conn| message::claim(conn, now, until, AT_ONCE).await).await?;
        if found == 0 {
            break;
        }
        let outcomes = join_all(claimed.into_iter().map(|claimed| push(state, service, claimed))).await;
        sent += outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Sent).count();
        let now = state.clock.now_ms();
        state
            .db
            .write(async move |conn| {
                for (claimed, outcome) in &outcomes {
                    message::settle(conn, claimed, *outcome, now).await?;
                }
                Ok::<_, DbError>(())
            })
            .await?;
    }
    Ok(sent)
}

async fn push(
    state: &AppState,
    service: &PushService,
    claimed: message::Claimed,
) -> (message::Claimed, Outcome) {
    let outcome = attempt(state, service, &claimed).await;
    let counted = match outcome {
        Outcome::Sent => LetterOutcome::Sent,
        Outcome::Retry(_) => LetterOutcome::Retried,
        Outcome::GivenUp | Outcome::Gone => LetterOutcome::GivenUp,
    };
    state.metrics.notified(Channel::Push, counted);
    (claimed, outcome)
}

async fn attempt(state: &AppState, service: &PushService, claimed: &message::Claimed) -> Outcome {
    let (device, content) = match claimed.decrypt(&state.cipher) {
        Ok(decrypted) => decrypted,
        Err(error) => {
            tracing::warn!(%error, "a notification cannot be decrypted: its device is forgotten");
            return Outcome::Gone;
        }
    };
    let (content, tag, useful_until) = (content.as_str(), claimed.tag.as_str(), claimed.expires_at);
    // A place is kept for half an hour.
    let urgency = if claimed.topic == Topic::Offers { Urgency::High } else { Urgency::Normal };
    let outgoing = Outgoing { content, tag, urgency, useful_until };
    match service.send(&device, outgoing, state.clock.now_ms()).await {
        Pushed::Accepted => Outcome::Sent,
        Pushed::Gone => {
            tracing::info!("a device is gone from its push service: it is forgotten");
            Outcome::Gone
        }
        Pushed::Refused(why) => {
            tracing::warn!(why, "a push service refuses a notification");
            Outcome::GivenUp
        }
        Pushed::Later(why, wait_s) => {
            let next = next_attempt(state, claimed.attempts, wait_s, claimed.expires_at);
            tracing::warn!(why, given_up = next.is_none(), "a notification could not be sent");
            next.map_or(Outcome::GivenUp, Outcome::Retry)
        }
    }
}

/// When something is tried again, ms: after a pause that grows, or the longer one that the service asks for; none if it would be of
/// no use by then.
fn next_attempt(state: &AppState, attempts: i64, wait_s: Option<i64>, useful_until: i64) -> Option<i64> {
    let asked_ms = wait_s.unwrap_or(0).clamp(0, LONGEST_PAUSE_S) * 1_000;
    let next = state.clock.now_ms() + pause_ms(attempts).max(asked_ms);
    (next < useful_until).then_some(next)
}

/// Sends every text message that is due; returns how many were sent.
pub async fn send_texts(state: &AppState, service: &TextService) -> Result<usize, DbError> {
    let mut sent = 0;
    while !state.stop.is_cancelled() {
        let now = state.clock.now_ms();
        if !state.db.read(async |conn| text::any_due(conn, now).await).await? {
            break;
        }
        let (found, claimed) =
            state.db.write(async move |conn| text::claim(conn, now, AT_ONCE).await).await?;
        if found == 0 {
            break;
        }
        let sending = claimed.into_iter().map(|(to, claimed)| send_text(state, service, to, claimed));
        for ended in join_all(sending).await {
            sent += usize::from(ended?);
        }
    }
    Ok(sent)
}

async fn send_text(
    state: &AppState,
    service: &TextService,
    to: String,
    claimed: text::Claimed,
) -> Result<bool, DbError> {
    let texted = match claimed.decrypt(&state.cipher) {
        Ok(text) => service.send(&claimed.text_id, &to, &text).await,
        Err(error) => Texted::GivenUp(error.to_string()),
    };
    let (outcome, again) = match texted {
        Texted::Sent => (LetterOutcome::Sent, None),
        Texted::GivenUp(why) => {
            tracing::warn!(why, "a text message was given up");
            (LetterOutcome::GivenUp, None)
        }
        Texted::Later(why, wait_s) => {
            let next = next_attempt(state, claimed.attempts, wait_s, claimed.expires_at);
            tracing::warn!(why, given_up = next.is_none(), "a text message could not be sent");
            (if next.is_some() { LetterOutcome::Retried } else { LetterOutcome::GivenUp }, next)
        }
    };
    let write = || {
        let id = claimed.text_id.clone();
        state.db.write(async move |conn| match again {
            Some(at) => text::retry(conn, &id, at).await,
            None => text::end(conn, &id).await,
        })
    };
    settle(state, write).await?;
    state.metrics.notified(Channel::Text, outcome);
    Ok(outcome == LetterOutcome::Sent)
}
