//! Keeps the schedule up to date: enters bank holidays of coming years, and takes over the schedule of a remote hub.

use serde_json::json;
use sixfold_domain::bank_holiday;
use sixfold_domain::slot::Schedule;
use sixfold_domain::time::{Date, london_date_time};

use crate::booking::{closed_times, offers};
use crate::content::schedule::FixedItem;
use crate::db::bookings::waitlist::Entry;
use crate::db::calendar::schedule;
use crate::db::calendar::timetable::{self, SessionItem, Timetable};
use crate::db::engines::store_metadata;
use crate::db::people::audit;
use crate::db::upkeep::take_over;
use crate::db::{Conn, DbError};
use crate::http::ApiError;
use crate::state::AppState;

/// How many years ahead bank holidays are entered.
const YEARS_AHEAD: i16 = 2;
/// The most characters of a failure that are kept.
const LONGEST_CAUSE: usize = 300;

/// Enters the bank holidays of coming years, unless a remote hub keeps the schedule; returns whether there were any.
/// Each year is entered once: what staff removed stays removed.
pub async fn enter_bank_holidays(state: &AppState) -> Result<bool, DbError> {
    let now_ms = state.clock.now_ms();
    let Ok(now) = london_date_time(now_ms) else { return Ok(false) };
    if state.clock_guard.is_in_doubt(now_ms)
        || state.hub.schedule().is_some()
        || state.db.read(through).await? >= last(now.date)
    {
        return Ok(false);
    }
    let events = state.events.clone();
    let entered: Result<(), DbError> = state
        .db
        .write(async move |conn| {
            let ended = enter_years(conn, now.date, now_ms).await?;
            closed_times::tell_of_ended_offers(conn, &events, &ended, now_ms).await
        })
        .await;
    entered?;
    Ok(true)
}

/// Enters what is missing up to [`YEARS_AHEAD`], in the caller's transaction. Returns the offers that ended because their days
/// have become holidays; their letters are the caller's.
pub async fn enter_years(conn: &mut Conn, today: Date, now_ms: i64) -> Result<Vec<Entry>, DbError> {
    // Prevents bookings on a day that is becoming a holiday.
    schedule::lock_exclusive(conn).await?;
    let first = through(conn).await?.saturating_add(1).max(today.year());
    let last = last(today);
    let mut events = schedule::list_events(conn).await?;
    // Their slots are locked in the order of their keys.
    events.sort_by(|one, other| one.event_id.cmp(&other.event_id));
    let mut ended = Vec::new();
    for event in events {
        let before = timetable::load(conn, &event.event_id).await?;
        let mut after = before.clone();
        let dates = (first..=last).flat_map(bank_holiday::of_year).map(|holiday| holiday.date);
        after.bank_holidays.extend(dates.filter(|date| *date > today));
        timetable::save(conn, &event.event_id, (&before, &after), now_ms).await?;
        ended.extend(closed_times::end_all_waiting_lists(conn, &event.event_id, today).await?);
    }
    store_metadata::replace(conn, store_metadata::BANK_HOLIDAYS, &last.to_string()).await?;
    audit::system(conn, "schedule.bank-holidays", None, Some(&last.to_string()), now_ms).await?;
    Ok(ended)
}

/// The last year whose bank holidays have been entered; 0 before the first.
async fn through(conn: &mut Conn) -> Result<i16, DbError> {
    let known = store_metadata::find(conn, store_metadata::BANK_HOLIDAYS).await?;
    Ok(known.and_then(|year| year.parse().ok()).unwrap_or(0))
}

const fn last(today: Date) -> i16 {
    today.year().saturating_add(YEARS_AHEAD)
}

/// Takes over the remote hub's schedule; returns whether it has changed. A fixed item that the hub does not have leaves
/// ours as it is, and so does one that cannot be read.
///
/// # Errors
/// The first failure to read a fixed item, once the others are taken over.
pub async fn take_over_schedule(state: &AppState) -> Result<bool, ApiError> {
    let Some(hub) = state.hub.schedule() else { return Ok(false) };
    // Before the hub is asked: its answers may be older than what staff store here meanwhile.
    let own_before = state.db.read(own).await?;
    let Some((event_id, before)) = own_before else { return Ok(false) };
    let now_ms = state.clock.now_ms();
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    let (mut theirs, mut failure) = (Vec::new(), None);
    for fixed in FixedItem::all() {
        match hub.read(fixed, now.date).await {
            Ok(timetable) => theirs.push((fixed, timetable)),
            Err(error) if error.is_not_found() => {}
            Err(error) => failure = failure.or(Some((fixed, error))),
        }
    }
    let after = merge(&before, &theirs, now_ms);
    let changed = after != before && store(state, event_id, (before, after), now_ms).await?;
    let cause = failure.as_ref().map(|(fixed, error)| format!("{}: {error}", fixed.id()));
    tell_staff(state, cause, now_ms).await?;
    match failure {
        None => Ok(changed),
        Some((_, error)) => Err(error.into()),
    }
}

/// Stores for Today why the schedule is not taken over, or that it is, unless that is stored already.
async fn tell_staff(state: &AppState, cause: Option<String>, now_ms: i64) -> Result<(), DbError> {
    // A hub's message may be of any length.
    let cause = cause.map(|cause| cause.chars().take(LONGEST_CAUSE).collect::<String>());
    let known = state.db.read(take_over::failure).await?;
    if known.map(|failure| failure.cause) == cause {
        return Ok(());
    }
    state.db.write(async move |conn| take_over::record(conn, cause, now_ms).await).await
}

/// Stores the timetable taken over in place of ours, with what follows from it; false if ours has changed meanwhile.
async fn store(
    state: &AppState,
    event_id: String,
    (before, after): (Timetable, Timetable),
    now_ms: i64,
) -> Result<bool, ApiError> {
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    let job_state = state.clone();
    let taken: Result<bool, DbError> = state
        .db
        .write(async move |conn| {
            schedule::lock_exclusive(conn).await?;
            // The next round takes over what the hub has by then.
            if own(conn).await?.is_none_or(|(id, stored)| id != event_id || stored != before) {
                return Ok(false);
            }
            let old = compiled(conn, &event_id, now.date).await?;
            timetable::save(conn, &event_id, (&before, &after), now_ms).await?;
            let new = compiled(conn, &event_id, now.date).await?;
            let ended = closed_times::end_all_waiting_lists(conn, &event_id, now.date).await?;
            closed_times::tell_of_ended_offers(conn, &job_state.events, &ended, now_ms).await?;
            offers::end_refused(conn, &job_state, &event_id, now_ms).await?;
            let left = closed_times::leave_undecided(conn, &event_id, (&old, &new), now).await?;
            let detail = if left.is_empty() {
                json!({})
            } else {
                json!({ "bookings": left.values().sum::<usize>(), "dates": left.keys().collect::<Vec<_>>() })
            };
            let entry = audit::Entry::new(None, "schedule.taken-over").detail(detail);
            audit::insert(conn, &entry, now_ms).await?;
            Ok::<_, DbError>(true)
        })
        .await;
    Ok(taken?)
}

/// The stored schedule of an event.
async fn compiled(conn: &mut Conn, event_id: &str, today: Date) -> Result<Schedule, DbError> {
    let config = schedule::config(conn, event_id, today).await?;
    Schedule::new(&config).map_err(|_| DbError::broken("schedule"))
}

/// The academy's own timetable, which a remote hub keeps.
async fn own(conn: &mut Conn) -> Result<Option<(String, Timetable)>, DbError> {
    let Some(event) = schedule::find_event(conn, None).await? else { return Ok(None) };
    let timetable = timetable::load(conn, &event.event_id).await?;
    Ok(Some((event.event_id, timetable)))
}

/// Our timetable with the hub's items in place of ours. A session that the hub has not changed keeps our id.
fn merge(ours: &Timetable, theirs: &[(FixedItem, Timetable)], now_ms: i64) -> Timetable {
    let mut merged = ours.clone();
    for (fixed, timetable) in theirs {
        match fixed {
            FixedItem::Dates(list) => merged.dates_mut(*list).clone_from(timetable.dates(*list)),
            FixedItem::Sessions(kind) => {
                // The hub may have moved a session to this list from one that could not be read, or name it in both.
                merged
                    .sessions
                    .retain(|session| session.kind != *kind && timetable.session(&session.id).is_none());
                merged.sessions.extend(timetable.sessions.iter().map(|session| known(ours, session, now_ms)));
            }
        }
    }
    merged.sort();
    merged
}

fn known(ours: &Timetable, session: &SessionItem, now_ms: i64) -> SessionItem {
    match ours.session(&session.id) {
        Some(own) if (own.kind, own.window) == (session.kind, session.window) => own.clone(),
        Some(own) => SessionItem { rev: own.rev + 1, updated_at: now_ms, ..session.clone() },
        None => SessionItem { updated_at: now_ms, ..session.clone() },
    }
}
