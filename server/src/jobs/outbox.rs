//! Sends what is in the outbox. A message that cannot leave now is tried again, each time after a longer pause; one that can
//! never leave is given up with its reason. Nothing waits for any of this.

use crate::db::DbError;
use crate::db::mail::{self, Outcome};
use crate::mail::deliver::{DeliverError, Transport};
use crate::mail::mime::Stored;
use crate::state::AppState;

/// How many messages one round claims.
const BATCH: i64 = 32;
/// How many of them are sent side by side.
const AT_ONCE: usize = 4;
/// How long a claim holds: longer than a whole batch of slow tries.
const CLAIM_MS: i64 = 5 * 60_000;
/// The first pause after a failure; each next one is twice as long.
const FIRST_PAUSE_MS: i64 = 5_000;
/// The longest pause.
const LONGEST_PAUSE_MS: i64 = 60 * 60_000;
/// After so many tries (about two days) a message is given up.
const MOST_TRIES: i64 = 60;

/// Sends every message that is due and says how many left.
pub async fn send_due(state: &AppState, transport: &Transport) -> Result<usize, DbError> {
    let now = state.clock.now_ms();
    if !state.db.read(move |conn| Box::pin(mail::any_due(conn, now))).await? {
        return Ok(0);
    }
    let claimed = state.db.write(move |conn| Box::pin(mail::claim(conn, now, now + CLAIM_MS, BATCH))).await?;
    let from = &state.config.mail_from;
    let mut outcomes: Vec<(Stored, Outcome)> = Vec::with_capacity(claimed.len());
    for batch in claimed.chunks(AT_ONCE) {
        let tries = batch.iter().map(|stored| transport.send(stored, from));
        for (stored, sent) in batch.iter().zip(futures::future::join_all(tries).await) {
            outcomes.push((stored.clone(), outcome(stored, sent, state.clock.now_ms())));
        }
    }
    let sent = outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Sent).count();
    for (stored, outcome) in outcomes {
        if let Outcome::Retry(_, why) | Outcome::Failed(why) = &outcome {
            tracing::warn!(mail_id = %stored.id, kind = %stored.kind, why, given_up = matches!(outcome, Outcome::Failed(_)), "a mail did not leave");
        }
        let now = state.clock.now_ms();
        state
            .db
            .write(move |conn| Box::pin(async move { mail::settle(conn, &stored.id, &outcome, now).await }))
            .await?;
    }
    Ok(sent)
}

fn outcome(stored: &Stored, sent: Result<(), DeliverError>, now_ms: i64) -> Outcome {
    match sent {
        Ok(()) => Outcome::Sent,
        Err(DeliverError::Never(why)) => Outcome::Failed(why),
        Err(DeliverError::Later(why)) if stored.attempts + 1 >= MOST_TRIES => Outcome::Failed(why),
        Err(DeliverError::Later(why)) => Outcome::Retry(now_ms + pause_ms(stored.attempts), why),
    }
}

/// The pause after a number of failed tries.
fn pause_ms(attempts: i64) -> i64 {
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
