//! Notifies phones whose tickets have changed (RULES 4.15): at least once, after longer and longer pauses while Apple's service
//! does not answer.

use futures::future::join_all;

use super::outbox::pause_ms;
use crate::db::DbError;
use crate::db::messages::wallet::{self, Due, Outcome};
use crate::state::AppState;
use crate::wallet::apple::{Apns, Notified};

/// How many phones are claimed and notified concurrently.
const AT_ONCE: i64 = 20;
/// How long a claim lasts: longer than the slowest attempt. A node whose clock is ahead may notify a phone again, which only makes
/// it fetch its ticket once more.
const CLAIM_MS: i64 = 2 * 60_000;
/// A phone is not notified of a change after this many attempts (about two days).
const MOST_TRIES: i64 = 60;
/// The shortest pause after the service has not accepted our certificate.
const REFUSED_PAUSE_MS: i64 = 60_000;

/// Notifies every phone that is due; returns how many were notified. Once our certificate has expired, they wait.
pub async fn notify_phones(state: &AppState, apns: &Apns) -> Result<usize, DbError> {
    let mut notified = 0;
    while !state.stop.is_cancelled() {
        let now = state.clock.now_ms();
        if state.config.wallets.apple_at(now).is_none() {
            break;
        }
        if !state.db.read(async |conn| wallet::any_due(conn, now).await).await? {
            break;
        }
        let claimed =
            state.db.write(async move |conn| wallet::claim(conn, now, now + CLAIM_MS, AT_ONCE).await).await?;
        if claimed.is_empty() {
            break;
        }
        let attempts = join_all(claimed.into_iter().map(|due| notify(state, apns, due))).await;
        let (outcomes, refusals): (Vec<(Due, Outcome)>, Vec<Option<String>>) = attempts.into_iter().unzip();
        notified += outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Done).count();
        settle(state, outcomes).await?;
        // The others would be refused too: they wait for the next run.
        if let Some(why) = refusals.into_iter().flatten().next() {
            tracing::warn!(why, given_up = false, "a phone could not be notified of its ticket");
            break;
        }
    }
    Ok(notified)
}

/// Notifies a phone; with the reason if our certificate is not accepted.
async fn notify(state: &AppState, apns: &Apns, due: Due) -> ((Due, Outcome), Option<String>) {
    let Ok(token) = due.push_token(&state.cipher) else {
        tracing::warn!("a phone’s push token cannot be decrypted: the phone is forgotten");
        return ((due, Outcome::Gone), None);
    };
    let outcome = match apns.notify(&token).await {
        Notified::Accepted => Outcome::Done,
        Notified::Gone => Outcome::Gone,
        // The fault is ours: it must not use up the attempts of phones.
        Notified::CertificateRefused(why) => {
            let at_ms = state.clock.now_ms() + pause_ms(due.attempts).max(REFUSED_PAUSE_MS);
            return ((due, Outcome::Postponed(at_ms)), Some(why));
        }
        Notified::Later(why) => {
            let given_up = due.attempts + 1 >= MOST_TRIES;
            tracing::warn!(why, given_up, "a phone could not be notified of its ticket");
            if given_up {
                Outcome::Done
            } else {
                Outcome::Retry(state.clock.now_ms() + pause_ms(due.attempts))
            }
        }
    };
    ((due, outcome), None)
}

async fn settle(state: &AppState, outcomes: Vec<(Due, Outcome)>) -> Result<(), DbError> {
    state
        .db
        .write(async move |conn| {
            for (due, outcome) in &outcomes {
                wallet::settle(conn, due, *outcome).await?;
            }
            Ok(())
        })
        .await
}
