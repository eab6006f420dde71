//! Erases expired health data (RULES 6.6): that of profiles and bookings some days after the last test
//! (`--health-days`), unless a booking is still to come, and screening answers twelve months after they were given.

use sixfold_domain::eligibility::EligibilityRules;
use sixfold_domain::time::{Date, london_date_time, london_day_end};

use crate::db::bookings::booking;
use crate::db::people::expiry::{self, Cutoff};
use crate::db::people::{audit, health};
use crate::db::{Conn, DbError};
use crate::state::AppState;

/// The most people handled in one round.
const BATCH: i64 = 200;
/// A lower bound for looking: no screening expires sooner.
const FEWEST_DAYS_OF_A_MONTH: i32 = 28;

/// How many people's data was erased.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Erased {
    /// Medical notes, emergency contacts, assistance.
    pub health: usize,
    pub screenings: usize,
}

/// Erases everything that is due. Safe on several nodes, and when interrupted.
pub async fn erase_expired(state: &AppState) -> Result<Erased, DbError> {
    let now_ms = state.clock.now_ms();
    let Ok(now) = london_date_time(now_ms) else { return Ok(Erased::default()) };
    if state.clock_guard.is_in_doubt(now_ms) {
        return Ok(Erased::default());
    }
    Ok(Erased {
        health: erase_health(state, now.date, now_ms).await?,
        screenings: erase_screenings(state, now.date, now_ms).await?,
    })
}

async fn erase_health(state: &AppState, today: Date, now_ms: i64) -> Result<usize, DbError> {
    let days = i32::try_from(state.config.health_days).unwrap_or(i32::MAX);
    let date = today.add_days(-days);
    let Ok(end_ms) = london_day_end(date) else { return Ok(0) };
    let cutoff = Cutoff { date, end_ms };
    let (mut count, mut after) = (0, String::new());
    loop {
        let due = state.db.read(async |conn| expiry::list_health(conn, cutoff, &after, BATCH).await).await?;
        let Some(last) = due.last() else { return Ok(count) };
        after.clone_from(last);
        for uaid in due {
            let erased =
                state.db.write(async move |conn| erase_one(conn, cutoff, &uaid, now_ms).await).await?;
            count += usize::from(erased);
        }
    }
}

async fn erase_one(conn: &mut Conn, cutoff: Cutoff, uaid: &str, now_ms: i64) -> Result<bool, DbError> {
    // They may have booked or answered again, or another node may have erased it meanwhile.
    if !booking::lock_athlete(conn, uaid, now_ms).await? || !expiry::is_health_due(conn, cutoff, uaid).await?
    {
        return Ok(false);
    }
    health::erase_expired(conn, uaid).await?;
    audit::system(conn, "health.expired", Some(uaid), None, now_ms).await?;
    Ok(true)
}

async fn erase_screenings(state: &AppState, today: Date, now_ms: i64) -> Result<usize, DbError> {
    let rules = EligibilityRules::default();
    let sooner = FEWEST_DAYS_OF_A_MONTH * i32::from(rules.screening_months);
    let Ok(until_ms) = london_day_end(today.add_days(-sooner)) else { return Ok(0) };
    let expired = move |screened_at: i64| {
        london_date_time(screened_at)
            .is_ok_and(|screened| EligibilityRules::default().screening_expired(screened.date, today))
    };
    let (mut count, mut after) = (0, String::new());
    loop {
        let old =
            state.db.read(async |conn| expiry::list_screenings(conn, until_ms, &after, BATCH).await).await?;
        let Some((last, _)) = old.last() else { return Ok(count) };
        after.clone_from(last);
        for (uaid, _) in old.into_iter().filter(|(_, screened_at)| expired(*screened_at)) {
            let erased = state
                .db
                .write(async move |conn| {
                    booking::lock_athlete(conn, &uaid, now_ms).await?;
                    if !expiry::screened_at(conn, &uaid).await?.is_some_and(expired) {
                        return Ok::<_, DbError>(false);
                    }
                    health::erase_screening(conn, &uaid).await?;
                    audit::system(conn, "screening.expired", Some(&uaid), None, now_ms).await?;
                    Ok(true)
                })
                .await?;
            count += usize::from(erased);
        }
    }
}
