//! `PUT`, `POST` and `DELETE /api/acoustic/content/manageContentItem`: changes of the schedule, each with decisions about the
//! bookings that it affects.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sixfold_domain::slot::{DateList, SessionKind, SessionWindow};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::named::{ItemParams, malformed};
use crate::auth::CurrentUser;
use crate::auth::require::{ManageSchedule, Require};
use crate::content::schedule::{FixedItem, ScheduleItem, read_dates, read_session_ids, read_window};
use crate::db::calendar::timetable::Timetable;
use crate::db::{Job, LONG_JOB_LIMIT, new_id};
use crate::http::{Answer, ApiError, ApiJson, ApiQuery, Envelope, ErrorEnvelope, Idempotency, once_within};
use crate::routes::event::id;
use crate::routes::event::timetable::{Change, Decision, Save, no_session, save};
use crate::routes::refusals::{DeliveryOnly, NoSuchEvent, NotFound, RemoteSchedule};
use crate::state::AppState;

/// The new state of an item.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PutBody {
    /// The revision that the caller has seen; absent, the last one to save wins.
    #[serde(default)]
    rev: Option<i64>,
    /// A new kind for a session, unchanged when absent; a fixed item keeps its own type.
    #[serde(default)]
    type_id: Option<String>,
    /// `dates`, `sessions`, or a session's `sessionDate`, `sessionStart`, `sessionEnd`.
    #[schema(value_type = Object)]
    elements: Map<String, Value>,
    /// A decision about each booking that the change affects.
    #[serde(default)]
    decisions: Vec<Decision>,
    /// The event; the academy's own when absent.
    #[serde(default, alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[schema(value_type = Option<String>)]
    event_id: Option<String>,
}

/// A new session. Its name is made of kind, date and times.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PostBody {
    /// The kind of session, such as `closed-session`.
    type_id: String,
    /// `sessionDate`, `sessionStart`, `sessionEnd`.
    #[schema(value_type = Object)]
    elements: Map<String, Value>,
    /// A decision about each booking that the change affects.
    #[serde(default)]
    decisions: Vec<Decision>,
    /// The event; the academy's own when absent.
    #[serde(default, alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[schema(value_type = Option<String>)]
    event_id: Option<String>,
}

/// A session to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeleteItemBody)]
pub(super) struct DeleteBody {
    /// The revision that the caller has seen.
    rev: i64,
    /// A decision about each booking that the change affects.
    #[serde(default)]
    decisions: Vec<Decision>,
    /// The event; the academy's own when absent.
    #[serde(default, alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[schema(value_type = Option<String>)]
    event_id: Option<String>,
}

/// The removed session.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeletedItem)]
pub(super) struct Removed {
    id: String,
    /// With decisions: the bookings whose decisions were carried out. The others were not affected any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<Vec<String>>,
}

/// Replaces an item: a list of dates as a whole, a list of sessions by those to keep, or a session's kind or time.
///
/// Open bookings at times that the schedule no longer offers need a decision each, which is carried out with the change: all of
/// it or nothing. Past dates cannot change. With `rev`, the change is made only if that is still the revision.
#[utoipa::path(
    put, path = "/api/acoustic/content/manageContentItem", tag = "schedule", operation_id = "saveScheduleItem",
    params(ItemParams), request_body = PutBody,
    responses(
        (status = 200, description = "The item as it is now", body = Envelope<ScheduleItem>),
        (status = 409, description = "SCHEDULE_CHANGED: `error.current` is the item as it is now; BOOKINGS_HIT: `error.bookings` \
            and `error.teams` need decisions; SLOT_FULL of a move, with `error.eventBookingId`", body = ErrorEnvelope),
        (status = 422, description = "SESSION_OVERLAP (`error.with`), SESSION_REVERSED, SESSION_OFF_GRID, DATE_PAST; \
            KEEP_CLOSED and the refusals of a move, with `error.eventBookingId`", body = ErrorEnvelope),
        DeliveryOnly, NotFound, RemoteSchedule,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSchedule>,
    idempotency: Idempotency,
    ApiQuery(named): ApiQuery<ItemParams>,
    ApiJson(body): ApiJson<PutBody>,
) -> Result<Answer, ApiError> {
    let id = named.id()?;
    let edit = PutCommand::read(&id, &body)?;
    let (rev, job_id) = (body.rev, id.clone());
    let job = Save { unchecked: rev.is_none(), ..begin(&state, user, body.event_id, body.decisions) };
    let plan = move |before: &Timetable, _: Date| edit.changes(before, &job_id, rev);
    write(&state, &bind_to(idempotency, &id), async move |conn| {
        let (after, decided) = save(conn, job, plan).await?;
        Ok(ScheduleItem { decided, ..item(&after, &id)? })
    })
    .await
}

/// Makes a new session.
#[utoipa::path(
    post, path = "/api/acoustic/content/manageContentItem", tag = "schedule", operation_id = "createSession",
    request_body = PostBody,
    responses(
        (status = 200, description = "The session", body = Envelope<ScheduleItem>),
        (status = 409, description = "BOOKINGS_HIT, or SLOT_FULL of a move", body = ErrorEnvelope),
        (status = 422, description = "SESSION_OVERLAP (`error.with`), SESSION_REVERSED, SESSION_OFF_GRID, DATE_PAST, or \
            the refusals of a decision", body = ErrorEnvelope),
        DeliveryOnly, NoSuchEvent, RemoteSchedule,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSchedule>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<PostBody>,
) -> Result<Answer, ApiError> {
    let kind = kind_of(&body.type_id)?;
    let window = read_window(&body.elements).map_err(|error| malformed(&error))?;
    let id = new_id(state.clock.now_ms());
    let job = begin(&state, user, body.event_id, body.decisions);
    write(&state, &idempotency, async move |conn| {
        let (after, decided) = save(conn, job, |_, _| Ok(vec![Change::AddSession(id, kind, window)])).await?;
        // By its window: a remote hub may have given it another id.
        let made = after.sessions_of(kind).find(|session| session.window == window);
        let made = made.map(ScheduleItem::of_session).ok_or_else(no_session)?;
        Ok(ScheduleItem { decided, ..made })
    })
    .await
}

/// Removes a session from the schedule.
#[utoipa::path(
    delete, path = "/api/acoustic/content/manageContentItem", tag = "schedule", operation_id = "removeSession",
    params(ItemParams), request_body = DeleteBody,
    responses(
        (status = 200, description = "Removed", body = Envelope<Removed>),
        (status = 409, description = "SCHEDULE_CHANGED (`error.current`), BOOKINGS_HIT, or SLOT_FULL of a move",
            body = ErrorEnvelope),
        (status = 422, description = "DATE_PAST, or the refusals of a decision", body = ErrorEnvelope),
        DeliveryOnly, NotFound, RemoteSchedule,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSchedule>,
    idempotency: Idempotency,
    ApiQuery(named): ApiQuery<ItemParams>,
    ApiJson(body): ApiJson<DeleteBody>,
) -> Result<Answer, ApiError> {
    let id = named.id()?;
    let (rev, job_id) = (body.rev, id.clone());
    let job = begin(&state, user, body.event_id, body.decisions);
    let plan = move |before: &Timetable, _: Date| {
        require_revision(before, &job_id, rev)?;
        Ok(vec![Change::RemoveSession(job_id)])
    };
    write(&state, &bind_to(idempotency, &id), async move |conn| {
        let (_, decided) = save(conn, job, plan).await?;
        Ok(Removed { id, decided })
    })
    .await
}

#[derive(Clone)]
enum PutCommand {
    Dates(DateList, BTreeSet<Date>),
    Sessions(SessionKind, BTreeSet<String>),
    /// Its kind, unchanged if there is none, and its time.
    Session(Option<SessionKind>, SessionWindow),
}

impl PutCommand {
    fn read(id: &str, body: &PutBody) -> Result<Self, ApiError> {
        let (fixed, type_id) = (FixedItem::from_id(id), body.type_id.as_deref());
        if fixed.is_some_and(|fixed| type_id.is_some_and(|word| word != fixed.type_id())) {
            return Err(ApiError::invalid("typeId", "A list keeps its type."));
        }
        let read = match fixed {
            Some(FixedItem::Dates(list)) => read_dates(&body.elements).map(|dates| Self::Dates(list, dates)),
            Some(FixedItem::Sessions(kind)) => {
                read_session_ids(&body.elements).map(|ids| Self::Sessions(kind, ids))
            }
            None => {
                let kind = type_id.map(kind_of).transpose()?;
                read_window(&body.elements).map(|window| Self::Session(kind, window))
            }
        };
        read.map_err(|error| malformed(&error))
    }

    fn changes(self, before: &Timetable, id: &str, rev: Option<i64>) -> Result<Vec<Change>, ApiError> {
        if let Some(rev) = rev {
            require_revision(before, id, rev)?;
        }
        Ok(match self {
            Self::Dates(list, dates) => {
                let stored = before.dates(list);
                let gone = stored.difference(&dates).map(|date| Change::RemoveDate(list, *date));
                gone.chain(dates.difference(stored).map(|date| Change::AddDate(list, *date))).collect()
            }
            Self::Sessions(kind, stay) => {
                let stored: BTreeSet<String> =
                    before.sessions_of(kind).map(|session| session.id.clone()).collect();
                if !stay.is_subset(&stored) {
                    return Err(no_session().field("elements.sessions"));
                }
                stored.difference(&stay).cloned().map(Change::RemoveSession).collect()
            }
            Self::Session(kind, window) => {
                let stored = before.session(id).ok_or_else(no_session)?;
                vec![Change::AlterSession(id.to_owned(), kind.unwrap_or(stored.kind), window)]
            }
        })
    }
}

/// Refuses a change based on an older revision.
fn require_revision(before: &Timetable, id: &str, rev: i64) -> Result<(), ApiError> {
    let current = item(before, id)?;
    if current.rev == rev {
        return Ok(());
    }
    let message = "Somebody else has changed this meanwhile. Look at theirs first.";
    Err(ApiError::conflict("SCHEDULE_CHANGED", message).with("current", &current))
}

fn item(timetable: &Timetable, id: &str) -> Result<ScheduleItem, ApiError> {
    match FixedItem::from_id(id) {
        Some(fixed) => Ok(ScheduleItem::of_fixed(fixed, timetable)),
        None => timetable.session(id).map(ScheduleItem::of_session).ok_or_else(no_session),
    }
}

fn kind_of(word: &str) -> Result<SessionKind, ApiError> {
    word.parse::<SessionKind>().map_err(|error| ApiError::invalid("typeId", error.to_string()))
}

fn begin(state: &AppState, user: CurrentUser, event_id: Option<String>, decisions: Vec<Decision>) -> Save {
    Save { state: state.clone(), actor: Arc::new(user), event_id, decisions, unchecked: false }
}

/// The idempotency key is bound to the body alone, and here the query says which item is meant.
fn bind_to(idempotency: Idempotency, id: &str) -> Idempotency {
    let target = format!("{} {id}", idempotency.claim.body_hash);
    idempotency.with_body_hash(crate::auth::keys::stored_hash(&target))
}

/// Runs a write job once per idempotency key, then notifies open pages that show the schedule.
async fn write<T>(
    state: &AppState,
    idempotency: &Idempotency,
    job: impl Job<T, ApiError>,
) -> Result<Answer, ApiError>
where
    T: Serialize + Send + 'static,
{
    let answer = once_within(LONG_JOB_LIMIT, state, idempotency, job).await?;
    if answer.is_new() {
        state.live.send_now(state).await;
    }
    Ok(answer)
}
