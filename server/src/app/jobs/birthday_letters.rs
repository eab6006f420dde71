//! Writes to athletes a week before their 18th birthday that public boards show them from then on (RULES 8.12). Those who are on
//! boards already, or on none, are not written to.

use sixfold_domain::eligibility::EligibilityRules;
use sixfold_domain::time::{DAY_MS, TimeOfDay, london_date_time};

use super::reminders::{BATCH, FROM_HOUR};
use crate::db::DbError;
use crate::db::messages::scheduled_letters::{self, Birthdays};
use crate::mail::{self, letters};
use crate::state::AppState;

/// How many days before the birthday.
const DAYS_BEFORE: i32 = 7;

/// Writes the letters that are due; returns how many.
pub async fn write_birthday_letters(state: &AppState) -> Result<usize, DbError> {
    let now_ms = state.clock.now_ms();
    let Ok(local) = london_date_time(now_ms) else { return Ok(0) };
    if state.clock_guard.is_in_doubt(now_ms)
        || TimeOfDay::from_minutes(FROM_HOUR * 60).is_ok_and(|from| local.time < from)
    {
        return Ok(0);
    }
    let rules = EligibilityRules::default();
    let who = Birthdays {
        born_after: rules.adult_born_by(local.date),
        born_until: rules.adult_born_by(local.date.add_days(DAYS_BEFORE)),
        not_since_ms: now_ms - i64::from(DAYS_BEFORE) * DAY_MS,
    };
    let due =
        state.db.read(async |conn| scheduled_letters::birthday_letters_due(conn, &who, BATCH).await).await;
    let mut count = 0;
    for (uaid, born) in due? {
        let (job, who, birthday) = (state.clone(), who.clone(), rules.of_age_on(born));
        let written: bool = state
            .db
            .write(async move |conn| {
                let Some(event) = job.events.in_job(conn, None).await? else { return Ok(false) };
                // Another node has written it, or they have chosen meanwhile.
                if !scheduled_letters::mark_birthday_letter(conn, &uaid, &who, now_ms).await? {
                    return Ok::<_, DbError>(false);
                }
                let Some(to) = mail::recipient(conn, &uaid).await? else { return Ok(false) };
                let letter = letters::coming_of_age(&event.outbox.site_info, &to, birthday);
                event.outbox.enqueue(conn, letter, now_ms).await?;
                Ok(true)
            })
            .await?;
        count += usize::from(written);
    }
    Ok(count)
}
