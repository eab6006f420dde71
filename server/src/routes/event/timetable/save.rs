//! A write of the schedule together with the decisions about the bookings that it affects: all of it or nothing.

use std::sync::Arc;

use serde_json::json;
use sixfold_domain::time::{Date, LocalDateTime, london_date_time};

use super::change::{Change, apply};
use super::decide::{Decision, DecisionContext, Decisions};
use super::impact::{self, Impact, Plans, Reach};
use super::lists::Lists;
use crate::auth::CurrentUser;
use crate::booking::event::find_event;
use crate::booking::offers;
use crate::db::Conn;
use crate::db::calendar::schedule;
use crate::db::calendar::timetable::{self, Timetable};
use crate::db::people::audit;
use crate::http::ApiError;
use crate::state::AppState;

/// A write of the schedule: by whom, to which event, with which decisions.
#[derive(Clone)]
pub(in crate::routes) struct Save {
    pub state: AppState,
    pub actor: Arc<CurrentUser>,
    /// The event; the academy's own when absent.
    pub event_id: Option<String>,
    /// Decisions about the affected bookings.
    pub decisions: Vec<Decision>,
    /// Whether the request named no revision: the last one to save wins, and the audit log says so.
    pub unchecked: bool,
}

/// Applies the changes that `plan` returns for the stored timetable and today's date. Returns the timetable after them, and the
/// bookings whose decisions were carried out, if there were decisions.
///
/// Locks in the order of every write of bookings: the schedule, then athletes, then slots. A remote hub is written last, inside
/// this job, so that its refusal undoes the change here too; the job waits for it no longer than other jobs may take.
pub(in crate::routes) async fn save(
    conn: &mut Conn,
    save: Save,
    plan: impl FnOnce(&Timetable, Date) -> Result<Vec<Change>, ApiError> + Send,
) -> Result<(Timetable, Option<Vec<String>>), ApiError> {
    let Save { state, actor, event_id, decisions, unchecked } = save;
    let now_ms = state.clock.now_ms();
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    let decisions = Decisions::read(decisions)?;
    schedule::lock_exclusive(conn).await?;
    decisions.lock_athletes(conn, now_ms).await?;
    let event_id = find_event(conn, event_id.as_deref()).await?.event_id;
    let base = schedule::config(conn, &event_id, now.date).await?;
    let before = timetable::load(conn, &event_id).await?;
    let changes = plan(&before, now.date)?;
    let (mut after, mut dates) = apply(&before, &changes, now.date, now_ms)?;
    // A date that is closed already is decided about without a change of its own.
    dates.extend(decisions.days(conn).await?);
    let plans = Plans::new((&base, &before), (&base, &after))?;
    let reach = Reach::Days(dates);
    let affected = impact::find(conn, &event_id, &plans, &reach, now).await?;
    if !decisions.cover(&affected) {
        let impact = Impact::of(conn, &event_id, &plans, &affected, now).await?;
        return Err(impact::refused(&impact));
    }
    let carrier = DecisionContext { state: &state, actor: &actor, event_id: &event_id, now_ms };
    carrier.lock_slots(conn, &plans, &reach, &affected, &decisions).await?;
    timetable::save(conn, &event_id, (&before, &after), now_ms).await?;
    carrier.carry_out(conn, &affected, &decisions).await?;
    offers::end_refused(conn, &state, &event_id, now_ms).await?;
    let detail = json!({
        "event": event_id,
        "changes": changes.iter().map(|change| change.audited(&before)).collect::<Vec<_>>(),
        "bookings": affected.len(),
        "unchecked": unchecked,
    });
    let entry = audit::Entry::by(actor.actor(), "schedule.changed").detail(detail);
    audit::insert(conn, &entry, now_ms).await?;
    // A remote hub stores the academy's own schedule only.
    let own = find_event(conn, None).await?.event_id == event_id;
    if let Some(hub) = state.hub.schedule().filter(|_| own) {
        for (id, theirs) in hub.write((&before, &after), now.date).await? {
            timetable::rename_session(conn, &id, &theirs).await?;
            for session in after.sessions.iter_mut().filter(|session| session.id == id) {
                session.id.clone_from(&theirs);
            }
        }
    }
    Ok((after, decisions.carried_out(&affected)))
}

pub(in crate::routes) enum PreviewRequest {
    /// Changes of dates and sessions, applied in order.
    Changes(Vec<Change>),
    Lists(Box<Lists>),
}

/// The bookings that a change would affect; changes nothing.
pub(in crate::routes) async fn preview(
    conn: &mut Conn,
    event_id: &str,
    request: &PreviewRequest,
    (now_ms, now): (i64, LocalDateTime),
) -> Result<Impact, ApiError> {
    let base = schedule::config(conn, event_id, now.date).await?;
    let before = timetable::load(conn, event_id).await?;
    let (plans, reach) = match request {
        PreviewRequest::Changes(changes) => {
            let (after, dates) = apply(&before, changes, now.date, now_ms)?;
            (Plans::new((&base, &before), (&base, &after))?, Reach::Days(dates))
        }
        PreviewRequest::Lists(lists) => {
            (Plans::new((&base, &before), (&lists.applied_to(&base), &before))?, Reach::From(now.date))
        }
    };
    let affected = impact::find(conn, event_id, &plans, &reach, now).await?;
    Ok(Impact::of(conn, event_id, &plans, &affected, now).await?)
}
