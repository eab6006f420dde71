//! The demo: an academy that has been running for a while, seen from the server's clock. Seeded once for each database;
//! its sign-ins are public, so the server refuses it on an https address.

mod athletes;
mod bookings;
mod hours;
mod people;
mod results;
mod teams;
mod timetable;
mod today;

use sixfold_domain::time::london_date_time;

use crate::app::jobs;
use crate::auth::password::HashError;
use crate::db::calendar::schedule;
use crate::db::engines::store_metadata::DEMO;
use crate::db::{DbError, LONG_JOB_LIMIT, content};
use crate::state::AppState;

#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error("the demo: {0}")]
    Db(#[from] DbError),
    #[error("the demo: {0}")]
    Hash(#[from] HashError),
    /// The clock is outside the calendar's years.
    #[error("the demo: {0}")]
    Clock(#[from] sixfold_domain::time::TimeError),
}

/// Seeds the demo, unless this database has it, and prints the sign-ins.
pub async fn seed(state: &AppState) -> Result<(), DemoError> {
    let now_ms = state.clock.now_ms();
    let now = london_date_time(now_ms)?;
    let hash = state.auth.hasher.hash("", people::PASSWORD.to_owned()).await?;
    let job_state = state.clone();
    state
        .db
        .write_within(LONG_JOB_LIMIT, async move |conn| {
            // Serialises nodes: the second one finds the mark.
            schedule::lock_exclusive(conn).await?;
            if content::seed_mark(conn, DEMO).await?.is_some() {
                return Ok::<_, DbError>(());
            }
            content::put_seed_mark(conn, DEMO, "seeded").await?;
            schedule::ensure_defaults(conn, now_ms).await?;
            let season = timetable::add_seasons(conn, now.date).await?;
            let config = timetable::config(now);
            schedule::replace_config(conn, schedule::ACADEMY, &config, now_ms).await?;
            jobs::enter_years(conn, now.date, now_ms).await?;
            let people = people::add(conn, &job_state, &hash, now_ms).await?;
            bookings::add_past(conn, &people, season.as_ref(), now_ms).await?;
            today::add(conn, &job_state, &people, &config, now_ms).await?;
            bookings::add_future(conn, &people, &config, now_ms).await?;
            match &people.coach {
                Some(coach) => teams::add(conn, coach, &people.athletes, &config, now_ms).await,
                None => Ok(()),
            }
        })
        .await?;
    people::print_sign_ins();
    Ok(())
}
