//! Passes the place of a lapsed waiting-list offer on to the next in line, or back to the slot.

use crate::db::{DbError, schedule, slot, waitlist};
use crate::mail::{self, letters};
use crate::state::AppState;

/// How many lapsed offers one round looks at.
const BATCH: i64 = 100;

/// Ends every offer whose time is over and says how many there were.
pub async fn pass_on_lapsed(state: &AppState) -> Result<usize, DbError> {
    let now = state.clock.now_ms();
    let lapsed = state.db.read(move |conn| Box::pin(waitlist::list_lapsed(conn, now, BATCH))).await?;
    let mut count = 0;
    for entry in lapsed {
        let config = state.config.clone();
        let passed = state
            .db
            .write(move |conn| {
                Box::pin(async move {
                    slot::lock_existing(conn, &entry.slot).await?;
                    // Accepted or ended meanwhile, by the athlete or by another node.
                    let standing =
                        waitlist::find_offer(conn, entry.offer_id.as_deref().unwrap_or_default()).await?;
                    if standing.is_none() || !waitlist::end(conn, &entry.id, "expired").await? {
                        return Ok::<_, DbError>(false);
                    }
                    if let Some(event) = schedule::find_event(conn, Some(&entry.slot.event_id)).await? {
                        let house = mail::house(conn, &event, &config).await?;
                        mail::pass_on(conn, &house, &entry.slot, i64::from(config.offer_minutes), now)
                            .await?;
                        if let Some(to) = mail::recipient(conn, &entry.uaid).await? {
                            let letter = letters::offer_lapsed(&house, &to, entry.slot.date, entry.slot.time);
                            mail::enqueue(conn, letter, now).await?;
                        }
                    }
                    Ok(true)
                })
            })
            .await?;
        count += usize::from(passed);
    }
    let Ok(today) = sixfold_domain::time::london_date_time(now) else { return Ok(count) };
    if count > 0 {
        state.db.write(move |conn| Box::pin(waitlist::end_past(conn, today.date))).await?;
    }
    Ok(count)
}
