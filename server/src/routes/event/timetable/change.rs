//! The single changes that staff can make to a timetable, and their refusals.

use std::collections::BTreeSet;

use serde_json::json;
use sixfold_domain::slot::{DateList, SessionError, SessionKind, SessionWindow, check_session};
use sixfold_domain::time::Date;

use crate::db::calendar::timetable::{SessionItem, Timetable};
use crate::http::ApiError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::routes) enum Change {
    AddDate(DateList, Date),
    RemoveDate(DateList, Date),
    AddSession(String, SessionKind, SessionWindow),
    AlterSession(String, SessionKind, SessionWindow),
    RemoveSession(String),
}

impl Change {
    /// The change as the audit log records it.
    pub(super) fn audited(&self, before: &Timetable) -> serde_json::Value {
        let session = |act: &str, id: &str, kind: &SessionKind, window: &SessionWindow| json!({ "act": act, "id": id, "kind": kind, "name": kind.name(window) });
        match self {
            Self::AddDate(list, date) => json!({ "act": "add", "kind": list.as_str(), "date": date }),
            Self::RemoveDate(list, date) => json!({ "act": "remove", "kind": list.as_str(), "date": date }),
            Self::AddSession(id, kind, window) => session("add", id, kind, window),
            Self::AlterSession(id, kind, window) => session("change", id, kind, window),
            Self::RemoveSession(id) => match before.session(id) {
                Some(SessionItem { kind, window, .. }) => session("remove", id, kind, window),
                // One that an earlier change of the same list made.
                None => json!({ "act": "remove", "id": id }),
            },
        }
    }
}

/// Applies changes to a timetable; also returns the dates that they touch.
///
/// # Errors
/// `DATE_PAST` for a past date, an overlap of sessions of one kind, or a date or session that does not exist.
pub(in crate::routes) fn apply(
    before: &Timetable,
    changes: &[Change],
    today: Date,
    now_ms: i64,
) -> Result<(Timetable, BTreeSet<Date>), ApiError> {
    let mut after = before.clone();
    let mut dates = BTreeSet::new();
    for change in changes {
        match change {
            Change::AddDate(list, date) | Change::RemoveDate(list, date) => {
                if *date < today {
                    return Err(past().field("elements.dates").with("date", date));
                }
                dates.insert(*date);
                if matches!(change, Change::AddDate(..)) {
                    after.dates_mut(*list).insert(*date);
                } else {
                    after.dates_mut(*list).remove(date);
                }
            }
            Change::AddSession(id, kind, window) => {
                check(&after, id, *kind, *window, today)?;
                dates.insert(window.session_date);
                let (id, kind, window) = (id.clone(), *kind, *window);
                after.sessions.push(SessionItem { id, kind, window, rev: 1, updated_at: now_ms });
            }
            Change::AlterSession(id, kind, window) => {
                dates.insert(still_ahead(&after, id, today)?);
                dates.insert(window.session_date);
                check(&after, id, *kind, *window, today)?;
                for session in after.sessions.iter_mut().filter(|session| session.id == *id) {
                    if (session.kind, session.window) != (*kind, *window) {
                        (session.kind, session.window) = (*kind, *window);
                        session.rev += 1;
                        session.updated_at = now_ms;
                    }
                }
            }
            Change::RemoveSession(id) => {
                dates.insert(still_ahead(&after, id, today)?);
                after.sessions.retain(|session| session.id != *id);
            }
        }
    }
    after.sort();
    Ok((after, dates))
}

/// The date of a session, refused if it does not exist or is past.
fn still_ahead(timetable: &Timetable, id: &str, today: Date) -> Result<Date, ApiError> {
    let session = timetable.session(id).ok_or_else(no_session)?;
    let date = session.window.session_date;
    if date < today { Err(past().field("id")) } else { Ok(date) }
}

fn check(
    timetable: &Timetable,
    id: &str,
    kind: SessionKind,
    window: SessionWindow,
    today: Date,
) -> Result<(), ApiError> {
    let others = || timetable.sessions_of(kind).filter(|other| other.id != id);
    let Err(error) = check_session(&window, others().map(|other| &other.window), today) else {
        return Ok(());
    };
    let refused = ApiError::rule(error.code(), error.to_string());
    Err(match error {
        SessionError::Overlap(with) => {
            let other = others().find(|other| other.window == with).map(|other| other.id.clone());
            refused.field("elements.sessionStart").with(
                "with",
                json!({ "id": other, "date": with.session_date, "start": with.session_start, "end": with.session_end }),
            )
        }
        SessionError::Past => refused.field("elements.sessionDate"),
        SessionError::Reversed | SessionError::OffGrid => refused.field("elements.sessionEnd"),
    })
}

fn past() -> ApiError {
    ApiError::rule(SessionError::Past.code(), "What is over stays as it was. Pick a day from today on.")
}

/// 404 for an unknown session.
pub(in crate::routes) fn no_session() -> ApiError {
    ApiError::not_found().message("There is no session with that id.").field("id")
}
