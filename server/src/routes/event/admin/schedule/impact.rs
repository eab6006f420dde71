//! `POST /api/event/admin/schedule/impact`: the bookings that a change of the schedule would affect.

use axum::extract::State;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use sixfold_domain::slot::{DateList, SessionKind, SessionWindow};
use sixfold_domain::time::{Date, TimeOfDay, london_date_time};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::auth::require::{ManageSchedule, Require};
use crate::booking::event::find_event;
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope};
use crate::routes::event::payload;
use crate::routes::event::timetable::{Change, Impact, Lists, PreviewRequest, preview};
use crate::routes::refusals::{DeliveryOnly, NotFound};
use crate::state::AppState;

/// The most changes of one call.
const MOST: usize = 400;

/// Single changes, or new weekly lists.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImpactBody {
    /// The event; the academy's own when absent.
    #[serde(default, alias = "eventID", alias = "eventid", deserialize_with = "payload::id")]
    #[schema(value_type = Option<String>)]
    event_id: Option<String>,
    /// Changes of dates and sessions, applied in order.
    #[serde(default)]
    changes: Vec<PlannedChange>,
    /// New weekly lists; not together with changes.
    #[serde(default)]
    lists: Option<Lists>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PlannedChange {
    /// What is changed.
    kind: ChangeKind,
    /// What happens to it.
    act: ChangeAction,
    /// The session to change or remove.
    #[serde(default)]
    id: Option<String>,
    /// The date, `YYYY-MM-DD`; of a session its new date.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    date: Option<Date>,
    /// The session's new start, `HH:MM`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    start: Option<TimeOfDay>,
    /// The session's new end, `HH:MM`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    end: Option<TimeOfDay>,
}

/// What is changed: a date of a list, or a session of a kind.
#[derive(Debug, Clone, Copy)]
enum ChangeKind {
    Date(DateList),
    Session(SessionKind),
}

impl ChangeKind {
    /// Every value on the wire.
    const WORDS: &[&str] = &{
        let mut words = [""; DateList::ALL.len() + SessionKind::ALL.len()];
        let mut index = 0;
        while index < words.len() {
            words[index] = match index.checked_sub(DateList::ALL.len()) {
                None => DateList::ALL[index].as_str(),
                Some(kind) => SessionKind::ALL[kind].as_str(),
            };
            index += 1;
        }
        words
    };

    fn from_word(word: &str) -> Option<Self> {
        let list = DateList::ALL.into_iter().find(|list| list.as_str() == word);
        list.map(Self::Date).or_else(|| word.parse().ok().map(Self::Session))
    }
}

impl<'de> Deserialize<'de> for ChangeKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::from_word(&word).ok_or_else(|| D::Error::unknown_variant(&word, Self::WORDS))
    }
}

impl PartialSchema for ChangeKind {
    fn schema() -> RefOr<Schema> {
        let words = Self::WORDS.iter().copied();
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("What is changed."))
            .enum_values(Some(words))
            .into()
    }
}

impl ToSchema for ChangeKind {}

/// What happens to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Verb)]
enum ChangeAction {
    Add,
    Remove,
    Change,
}

/// The open bookings that changes, or new weekly lists, would affect, each with its reason and with alternatives nearby.
/// Nothing is changed. Whatever a write would refuse is refused here too.
#[utoipa::path(
    post, path = "/api/event/admin/schedule/impact", tag = "schedule", operation_id = "scheduleImpact",
    request_body = ImpactBody,
    responses(
        (status = 200, description = "The affected bookings", body = Envelope<Impact>),
        (status = 422, description = "SESSION_OVERLAP (`error.with`), SESSION_REVERSED, SESSION_OFF_GRID, DATE_PAST; of lists \
            TIME_OFF_GRID, TIME_DUPLICATE", body = ErrorEnvelope),
        DeliveryOnly, NotFound,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    _: Require<ManageSchedule>,
    ApiJson(body): ApiJson<ImpactBody>,
) -> Result<Envelope<Impact>, ApiError> {
    let (event_id, request) = (body.event_id.clone(), body.read()?);
    let now_ms = state.clock.now_ms();
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    let impact = state
        .db
        .read(async |conn| {
            let event = find_event(conn, event_id.as_deref()).await?;
            preview(conn, &event.event_id, &request, (now_ms, now)).await
        })
        .await?;
    Ok(Envelope(impact))
}

impl ImpactBody {
    /// What to preview: changes, or lists.
    fn read(self) -> Result<PreviewRequest, ApiError> {
        if let Some(lists) = self.lists {
            if !self.changes.is_empty() {
                return Err(ApiError::invalid("lists", "Ask for changes or for lists, one after the other."));
            }
            lists.check().map_err(|error| {
                ApiError::rule(error.code(), error.to_string()).field(format!("lists.{}", error.field()))
            })?;
            return Ok(PreviewRequest::Lists(Box::new(lists)));
        }
        if self.changes.is_empty() || self.changes.len() > MOST {
            return Err(ApiError::invalid("changes", format!("Give 1 to {MOST} changes.")));
        }
        let changes = (0..).zip(self.changes).map(|(number, change)| change.read(number));
        Ok(PreviewRequest::Changes(changes.collect::<Result<_, _>>()?))
    }
}

impl PlannedChange {
    fn read(self, number: usize) -> Result<Change, ApiError> {
        let missing = |name: &str| ApiError::missing(format!("changes[{number}].{name}"));
        let window = || {
            Ok::<_, ApiError>(SessionWindow {
                session_date: self.date.ok_or_else(|| missing("date"))?,
                session_start: self.start.ok_or_else(|| missing("start"))?,
                session_end: self.end.ok_or_else(|| missing("end"))?,
            })
        };
        let id = || self.id.clone().ok_or_else(|| missing("id"));
        match (self.kind, self.act) {
            (ChangeKind::Date(list), ChangeAction::Add) => {
                Ok(Change::AddDate(list, self.date.ok_or_else(|| missing("date"))?))
            }
            (ChangeKind::Date(list), ChangeAction::Remove) => {
                Ok(Change::RemoveDate(list, self.date.ok_or_else(|| missing("date"))?))
            }
            (ChangeKind::Date(_), ChangeAction::Change) => {
                Err(ApiError::invalid(format!("changes[{number}].act"), "A date is added or removed."))
            }
            (ChangeKind::Session(kind), ChangeAction::Add) => {
                Ok(Change::AddSession(format!("new-{number}"), kind, window()?))
            }
            (ChangeKind::Session(kind), ChangeAction::Change) => {
                Ok(Change::AlterSession(id()?, kind, window()?))
            }
            (ChangeKind::Session(_), ChangeAction::Remove) => Ok(Change::RemoveSession(id()?)),
        }
    }
}
