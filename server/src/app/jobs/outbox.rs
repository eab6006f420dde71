//! Sends the outbox. A message that fails for now is retried, after longer and longer pauses; one that can never be
//! sent is given up with the reason, and one that is no longer true is dropped (RULES 4.16). Nothing waits for any of this.
//!
//! Only as many letters are claimed as are being sent, and the outcome of each is stored at once. A stop lets those few
//! finish; after a crash they become due again when their claims expire.

#[cfg(test)]
mod simulation;

use std::time::{Duration, Instant};

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use tokio::sync::OwnedRwLockReadGuard;

use crate::db::DbError;
use crate::db::messages::mail::Stored;
use crate::db::messages::mail::{self, Claimed, Outcome};
use crate::mail::deliver::{DeliverError, Transport};
use crate::state::{AppState, LetterOutcome};

/// How many messages are claimed and sent concurrently.
const AT_ONCE: i64 = 4;
/// How long a claim lasts: longer than the slowest attempt, even by the clock of a node that is as far ahead as it can be while no
/// clock is doubted (RULES 1.3). A claim that has ended by that clock would let the letter leave twice.
const CLAIM_MS: i64 = 15 * 60_000;
/// The first pause after a failure; it doubles each time.
const FIRST_PAUSE_MS: i64 = 5_000;
const LONGEST_PAUSE_MS: i64 = 60 * 60_000;
/// A message is given up after this many attempts (about two days).
const MOST_TRIES: i64 = 60;
/// How long storing the outcome of a letter is attempted: not beyond its claim. A server that stops makes a few attempts.
const SETTLE_WITHIN: Duration = Duration::from_secs(90);
const SETTLE_TRIES: usize = 3;
/// The pause between two attempts.
const SETTLE_PAUSE: Duration = Duration::from_millis(200);

/// Sends every message that is due; returns how many were sent.
pub async fn send_due(state: &AppState, transport: &Transport) -> Result<usize, DbError> {
    let mut sent = 0;
    loop {
        if state.stop.is_cancelled() {
            return Ok(sent);
        }
        let now = state.clock.now_ms();
        if !state.db.read(async |conn| mail::any_due(conn, now).await).await? {
            return Ok(sent);
        }
        // In a task of its own, so that it finishes its round when the job is stopped; `AppState::sending` is free once
        // it has.
        let sending = state.sending.clone().read_owned().await;
        let round = tokio::spawn(send_a_few(state.clone(), transport.clone(), sending));
        let (claimed, left) = round.await.map_err(|error| DbError::Other(error.to_string()))??;
        if claimed == 0 {
            return Ok(sent);
        }
        sent += left;
    }
}

/// Claims a few letters and sends them; returns how many were claimed and how many sent.
async fn send_a_few(
    state: AppState,
    transport: Transport,
    _sending: OwnedRwLockReadGuard<()>,
) -> Result<(usize, usize), DbError> {
    let now = state.clock.now_ms();
    let claimed =
        state.db.write(async move |conn| mail::claim(conn, now, now + CLAIM_MS, AT_ONCE).await).await?;
    let count = claimed.len();
    let mut tries: FuturesUnordered<_> =
        claimed.into_iter().map(|claimed| send(&state, &transport, claimed)).collect();
    let (mut left, mut failure) = (0, None);
    while let Some(tried) = tries.next().await {
        match tried {
            Ok(sent) => left += usize::from(sent),
            // The others are still sent.
            Err(error) => failure = Some(error),
        }
    }
    failure.map_or(Ok((count, left)), Err)
}

/// Sends one letter and stores the outcome; returns whether it was sent.
async fn send(state: &AppState, transport: &Transport, claimed: Claimed) -> Result<bool, DbError> {
    let claim = claimed.claim();
    let (outcome, counted) = match claimed.decrypt(&state.cipher) {
        Ok(stored) => attempt(state, transport, &stored).await?,
        Err(error) => (Outcome::Failed(error.to_string()), LetterOutcome::GivenUp),
    };
    let write = || {
        let (claim, outcome, now) = (claim.clone(), outcome.clone(), state.clock.now_ms());
        state.db.write(async move |conn| mail::settle(conn, &claim, &outcome, now).await)
    };
    settle(state, write).await?;
    state.metrics.letter(counted);
    Ok(counted == LetterOutcome::Sent)
}

/// Whether what a letter says has neither ended nor been overtaken (RULES 4.16).
async fn is_still_true(state: &AppState, stored: &Stored) -> Result<bool, DbError> {
    let (until, about) = stored.body.usefulness();
    let now = state.clock.now_ms();
    if until.is_some_and(|end| end <= now) && !state.clock_guard.is_in_doubt(now) {
        return Ok(false);
    }
    let Some(about) = about else { return Ok(true) };
    let read = state.db.read(async |conn| mail::is_overtaken(conn, &about).await);
    Ok(!read.await?)
}

async fn attempt(
    state: &AppState,
    transport: &Transport,
    stored: &Stored,
) -> Result<(Outcome, LetterOutcome), DbError> {
    if !is_still_true(state, stored).await? {
        tracing::info!(mail_id = %stored.id, kind = %stored.kind, "a mail was dropped: no longer true");
        return Ok((Outcome::Dropped, LetterOutcome::Dropped));
    }
    let sent = transport.send(stored, &state.config.mail_from).await;
    let why = sent.as_ref().err().map(|error| error.for_log().to_owned());
    let (outcome, counted) = outcome(stored, sent, state.clock.now_ms());
    if let Some(why) = why {
        let given_up = counted == LetterOutcome::GivenUp;
        tracing::warn!(mail_id = %stored.id, kind = %stored.kind, why, given_up, "a mail could not be sent");
    }
    Ok((outcome, counted))
}

/// Stores what came of an attempt, retrying while the store is busy: a sent letter that is not marked as sent would be sent twice.
pub(super) async fn settle<F>(state: &AppState, write: impl Fn() -> F) -> Result<(), DbError>
where
    F: Future<Output = Result<(), DbError>>,
{
    let (begun, mut tries) = (Instant::now(), 0);
    loop {
        tries += 1;
        match write().await {
            Err(DbError::Busy(_))
                if tries < SETTLE_TRIES
                    || (begun.elapsed() < SETTLE_WITHIN && !state.stop.is_cancelled()) => {}
            settled => return settled,
        }
        tokio::time::sleep(SETTLE_PAUSE).await;
    }
}

/// What is stored about an attempt, and how it is counted.
fn outcome(stored: &Stored, sent: Result<(), DeliverError>, now_ms: i64) -> (Outcome, LetterOutcome) {
    let (why, counted) = match sent {
        Ok(()) => return (Outcome::Sent, LetterOutcome::Sent),
        Err(DeliverError::Never(why)) => return (Outcome::Failed(why), LetterOutcome::GivenUp),
        Err(DeliverError::Deferred(why)) => (why, LetterOutcome::Deferred),
        Err(DeliverError::Later(why)) => (why, LetterOutcome::Retried),
    };
    if stored.attempts + 1 >= MOST_TRIES {
        return (Outcome::Failed(why), LetterOutcome::GivenUp);
    }
    (Outcome::Retry(now_ms + pause_ms(stored.attempts), why), counted)
}

pub(super) fn pause_ms(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts.clamp(0, 20)).unwrap_or(20);
    FIRST_PAUSE_MS.saturating_mul(1 << doublings).min(LONGEST_PAUSE_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour() {
        assert_eq!(pause_ms(0), 5_000);
        assert_eq!(pause_ms(3), 40_000);
        assert_eq!(pause_ms(1_000), LONGEST_PAUSE_MS);
    }
}
