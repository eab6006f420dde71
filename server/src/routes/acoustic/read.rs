//! `GET /api/acoustic/content/manageContentItem`: items of the schedule.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::slot::SessionKind;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::auth::require::{ManageSchedule, Require};
use crate::content::schedule::{FixedItem, ScheduleItem};
use crate::db::calendar::timetable::{self, Timetable};
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::event::id;
use crate::routes::event::timetable::{event, no_session};
use crate::routes::parameter::date;
use crate::routes::refusals::{DeliveryOnly, Malformed, NotFound, RemoteSchedule};
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The id of a fixed item, such as `closed-dates` or `closed-sessions`, or of a session.
    #[serde(deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    id: Option<String>,
    /// A kind of session, such as `closed-session`: every session of that kind.
    #[serde(rename = "type", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    kind: Option<String>,
    /// With `type`: from this day on, `YYYY-MM-DD`.
    from: Option<String>,
    /// With `type`: up to this day.
    to: Option<String>,
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_id: Option<String>,
}

/// The item, or the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum FoundItems {
    /// The item of an id.
    Item(ScheduleItem),
    /// The sessions of a kind, by date, then start.
    Items { items: Vec<ScheduleItem> },
}

/// An item of the schedule by its `id`, or the sessions of a `type`. With a remote hub, the hub is asked, and what it refuses
/// is refused here with its own code and message.
#[utoipa::path(
    get, path = "/api/acoustic/content/manageContentItem", tag = "schedule", operation_id = "scheduleItem",
    params(Params),
    responses(
        (status = 200, description = "The item, or the list", body = Envelope<FoundItems>),
        Malformed, DeliveryOnly, NotFound, RemoteSchedule,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ManageSchedule>,
    ApiQuery(query): ApiQuery<Params>,
) -> Result<Envelope<FoundItems>, ApiError> {
    let (from, to) = (date(query.from.as_deref(), "from")?, date(query.to.as_deref(), "to")?);
    if matches!((from, to), (Some(from), Some(to)) if to < from) {
        return Err(ApiError::bad_request("RANGE_INVALID", "Give the first day first.").field("to"));
    }
    let event_id = query.event_id;
    let local = state
        .db
        .read(async |conn| {
            let event_id = event(conn, event_id.as_deref()).await?;
            Ok::<_, ApiError>(timetable::load(conn, &event_id).await?)
        })
        .await?;
    let item = match (query.id, query.kind) {
        (Some(id), _) => {
            if let Some(fixed) = FixedItem::from_id(&id) {
                ScheduleItem::of_fixed(fixed, &current(&state, local, fixed).await?)
            } else {
                let kind = local.session(&id).ok_or_else(no_session)?.kind;
                let timetable = current(&state, local, FixedItem::Sessions(kind)).await?;
                ScheduleItem::of_session(timetable.session(&id).ok_or_else(no_session)?)
            }
        }
        (None, Some(word)) => {
            let kind =
                word.parse::<SessionKind>().map_err(|error| ApiError::invalid("type", error.to_string()))?;
            let timetable = current(&state, local, FixedItem::Sessions(kind)).await?;
            let within = |day: Date| from.is_none_or(|from| from <= day) && to.is_none_or(|to| day <= to);
            let sessions = timetable.sessions_of(kind).filter(|session| within(session.window.session_date));
            return Ok(Envelope(FoundItems::Items {
                items: sessions.map(ScheduleItem::of_session).collect(),
            }));
        }
        (None, None) => {
            return Err(ApiError::required("id", "Say which item, or which type."));
        }
    };
    Ok(Envelope(FoundItems::Item(item)))
}

/// The timetable as far as a fixed item goes, from the remote hub if there is one. Revisions of sessions are always this
/// server's.
async fn current(state: &AppState, local: Timetable, fixed: FixedItem) -> Result<Timetable, ApiError> {
    let Some(hub) = state.hub.schedule() else { return Ok(local) };
    let mut remote = hub.read(fixed, state.today()?).await?;
    for session in &mut remote.sessions {
        if let Some(known) = local.session(&session.id) {
            (session.rev, session.updated_at) = (known.rev, known.updated_at);
        }
    }
    Ok(remote)
}
