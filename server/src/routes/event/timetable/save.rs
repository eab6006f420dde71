//! One write of the schedule, with what becomes of the bookings that it hits: all of it or nothing.

use std::sync::Arc;

use serde_json::json;
use sixfold_domain::time::{Date, LocalDateTime, london_date_time};

use super::change::{Change, apply};
use super::decide::{Decision, DecisionContext, Decisions};
use super::hits::{self, HitList, Plans, Reach};
use super::lists::Lists;
use crate::auth::CurrentUser;
use crate::booking::event::find_event;
use crate::db::timetable::{self, Timetable};
use crate::db::{Conn, audit, schedule};
use crate::http::error::ApiError;
use crate::state::AppState;

/// Who writes, to which event, and what they have decided.
#[derive(Clone)]
pub(in crate::routes) struct Save {
    /// The server's parts.
    pub state: AppState,
    /// Who writes.
    pub actor: Arc<CurrentUser>,
    /// The event; the academy's own when absent.
    pub event_id: Option<String>,
    /// What is to become of the bookings that are hit.
    pub decisions: Vec<Decision>,
    /// Whether nothing was said of the state that was seen: the last one to save wins, and the audit log says so.
    pub unchecked: bool,
}

/// Changes an event's timetable as `plan` says, who is given it as it stands and today's date, and gives it as it is then.
///
/// Locks in the order of every write of bookings: the schedule, then athletes, then slots. A hub elsewhere is written last and
/// inside this job, so that what it refuses has not happened here either.
pub(in crate::routes) async fn save(
    conn: &mut Conn<'_>,
    save: Save,
    plan: impl FnOnce(&Timetable, Date) -> Result<Vec<Change>, ApiError> + Send,
) -> Result<Timetable, ApiError> {
    let Save { state, actor, event_id, decisions, unchecked } = save;
    let now_ms = state.clock.now_ms();
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    let decisions = Decisions::read(decisions)?;
    schedule::claim(conn).await?;
    decisions.lock_athletes(conn, now_ms).await?;
    let event_id = find_event(conn, event_id.as_deref()).await?.event_id;
    let base = schedule::config(conn, &event_id, now.date).await?;
    let before = timetable::load(conn, &event_id).await?;
    let changes = plan(&before, now.date)?;
    let (mut after, dates) = apply(&before, &changes, now.date, now_ms)?;
    let plans = Plans::new((&base, &before), (&base, &after))?;
    let reach = Reach::Days(dates);
    let hits = hits::find(conn, &event_id, &plans, &reach, now).await?;
    if !decisions.cover(&hits) {
        let list = HitList::of(conn, &event_id, &plans, &hits, now).await?;
        return Err(hits::refused(&list));
    }
    let carrier = DecisionContext { state: &state, actor: &actor, event_id: &event_id, now_ms };
    carrier.lock_slots(conn, &plans, &reach, &hits, &decisions).await?;
    timetable::save(conn, &event_id, (&before, &after), now_ms).await?;
    carrier.carry_out(conn, &hits, &decisions).await?;
    let detail = json!({
        "event": event_id,
        "changes": changes.iter().map(Change::told).collect::<Vec<_>>(),
        "bookings": hits.len(),
        "unchecked": unchecked,
    });
    let entry = audit::Entry {
        actor: Some(actor.uaid.as_str()),
        actor_role: Some(actor.role_number()),
        action: "schedule.changed",
        detail,
        ..audit::Entry::default()
    };
    audit::insert(conn, &entry, now_ms).await?;
    // A hub elsewhere keeps the academy's own schedule.
    let own = find_event(conn, None).await?.event_id == event_id;
    if let Some(hub) = state.hub.schedule().filter(|_| own) {
        for (id, theirs) in hub.write(&before, &after).await? {
            timetable::rename_session(conn, &id, &theirs).await?;
            for session in after.sessions.iter_mut().filter(|session| session.id == id) {
                session.id.clone_from(&theirs);
            }
        }
    }
    Ok(after)
}

/// What is looked at before it is written.
pub(in crate::routes) enum Look {
    /// Changes of dates and sessions, one after the other.
    Changes(Vec<Change>),
    /// Other weekly lists.
    Lists(Box<Lists>),
}

/// What a change would hit, without changing anything.
pub(in crate::routes) async fn preview(
    conn: &mut Conn<'_>,
    event_id: &str,
    look: &Look,
    (now_ms, now): (i64, LocalDateTime),
) -> Result<HitList, ApiError> {
    let base = schedule::config(conn, event_id, now.date).await?;
    let before = timetable::load(conn, event_id).await?;
    let (plans, reach) = match look {
        Look::Changes(changes) => {
            let (after, dates) = apply(&before, changes, now.date, now_ms)?;
            (Plans::new((&base, &before), (&base, &after))?, Reach::Days(dates))
        }
        Look::Lists(lists) => {
            (Plans::new((&base, &before), (&lists.over(&base), &before))?, Reach::From(now.date))
        }
    };
    let hits = hits::find(conn, event_id, &plans, &reach, now).await?;
    Ok(HitList::of(conn, event_id, &plans, &hits, now).await?)
}
