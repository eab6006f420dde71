//! The schedule in a remote hub, read and written through its authoring calls: `GET`, `PUT` and `POST` below
//! `{libraryId}/authoring/v1/content`, and nothing else (RULES 13.9).
//!
//! A fixed item is written to its primary item and then to its second; if the second answers 404, the third is used.
//! Any other status but 200 ends the write, with the answer's code and message.
//!
//! The time of a session is the one in its own item, not the copy in the list: somebody may edit the item alone at the hub.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::header;
use futures::future::join_all;
use openidconnect::reqwest::{self, Method, StatusCode};
use serde_json::{Value, json};
use sixfold_domain::slot::SessionKind;
use sixfold_domain::time::Date;

use super::copy::Failure;
use super::fetch;
use super::read::unwrapped;
use crate::config::content::RemoteHub;
use crate::content::hub::status::AWAY_S;
use crate::content::schedule::{FixedItem, ScheduleItem, named_sessions, read_dates, read_window};
use crate::db::calendar::timetable::{SessionItem, Timetable};
use crate::db::content::LIBRARY;
use crate::db::{JOB_LIMIT, new_id};
use crate::http::ApiError;

/// How long all the requests of a write may take, besides the limit of each. The job that writes waits for them, and on SQLite all
/// other writes wait for the job: no longer than for any other. PostgreSQL ends a transaction that is idle for six seconds.
const WRITE_LIMIT: Duration = JOB_LIMIT;
/// How many sessions are read at once.
const AT_ONCE: usize = 8;
/// Added to the refusal when the hub may have stored part of the change.
const IN_PART: &str =
    "Part of the change may be stored there already: look at the schedule again in a minute.";

#[derive(Debug)]
pub struct ScheduleHub {
    hub: RemoteHub,
    http: reqwest::Client,
}

/// Why the schedule could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleHubError {
    /// It answered with another status than 200.
    #[error("{code}: {message}")]
    Refused {
        status: u16,
        /// The answer's error code, or the status as text.
        code: String,
        message: String,
    },
    /// It did not answer as a hub should.
    #[error("{0}")]
    Away(String),
    /// Its content is not what this server has: somebody else has changed it.
    #[error("the schedule was changed elsewhere")]
    Changed,
    /// It failed after something was written, or may have been.
    #[error("{0}; part of the change may have been written")]
    InPart(Box<Self>),
}

impl ScheduleHubError {
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Refused { status: 404, .. })
    }
}

impl From<ScheduleHubError> for ApiError {
    fn from(error: ScheduleHubError) -> Self {
        match error {
            // The hub's verdict about our key does not concern our caller, whose session is valid.
            ScheduleHubError::Refused { status, code, message } => {
                let passed_on = StatusCode::from_u16(status)
                    .ok()
                    .filter(|status| status.is_client_error() && !matches!(status.as_u16(), 401 | 403));
                Self::new(passed_on.unwrap_or(StatusCode::BAD_GATEWAY), code, message)
            }
            ScheduleHubError::Away(cause) => {
                Self::unavailable(AWAY_S)
                    .renamed("CONTENT_AWAY")
                    .message("The service that keeps the schedule is out of reach for a moment. Please try again shortly.")
                    .cause(cause)
            }
            ScheduleHubError::Changed => Self::conflict(
                "SCHEDULE_CHANGED",
                "The schedule was changed where it is kept. Look at it again in a moment.",
            ),
            ScheduleHubError::InPart(error) => {
                let is_away = matches!(*error, ScheduleHubError::Away(_));
                let failed = Self::from(*error);
                if is_away {
                    failed.renamed("SCHEDULE_IN_PART").message(
                        "The service that keeps the schedule stopped answering half-way. It may have part of the change: \
                         look at the schedule again in a minute.",
                    )
                } else {
                    let sentence = format!("{} {IN_PART}", failed.sentence());
                    failed.message(sentence)
                }
            }
        }
    }
}

impl ScheduleHub {
    pub(super) fn new(hub: RemoteHub) -> Result<Self, reqwest::Error> {
        Ok(Self { http: fetch::client(&hub)?, hub })
    }

    /// The content of a fixed item as a timetable; its sessions have revision 1.
    ///
    /// # Errors
    /// Any answer but 200 with a readable item; 404 says that the hub does not have the fixed item.
    pub async fn read(&self, fixed: FixedItem, today: Date) -> Result<Timetable, ScheduleHubError> {
        let item = self.get(fixed.id()).await?;
        self.timetable_of(fixed, &item, today).await
    }

    /// Changes the hub's timetable from one state to another. Returns the ids that the hub gave to new sessions, each
    /// with the id that was requested.
    ///
    /// # Errors
    /// [`ScheduleHubError::Changed`] before anything is written; then the first refusal, after which earlier writes
    /// stay: it is [`ScheduleHubError::InPart`] if there may be any.
    pub async fn write(
        &self,
        states: (&Timetable, &Timetable),
        today: Date,
    ) -> Result<Vec<(String, String)>, ScheduleHubError> {
        let has_written = AtomicBool::new(false);
        let written = tokio::time::timeout(WRITE_LIMIT, self.write_all(states, today, &has_written)).await;
        let written = written.unwrap_or_else(|_| {
            Err(ScheduleHubError::Away(format!("not all answers within {} seconds", WRITE_LIMIT.as_secs())))
        });
        written.map_err(|error| {
            if has_written.into_inner() { ScheduleHubError::InPart(Box::new(error)) } else { error }
        })
    }

    async fn write_all(
        &self,
        (before, after): (&Timetable, &Timetable),
        today: Date,
        has_written: &AtomicBool,
    ) -> Result<Vec<(String, String)>, ScheduleHubError> {
        let mut primaries = Vec::new();
        for fixed in FixedItem::all().filter(|fixed| fixed.elements(before) != fixed.elements(after)) {
            let item = self.get(fixed.id()).await?;
            let current = self.timetable_of(fixed, &item, today).await?;
            if !same(fixed, &current, before) {
                return Err(ScheduleHubError::Changed);
            }
            primaries.push((fixed, item));
        }
        let mut after = after.clone();
        let mut renamed = Vec::new();
        for session in &mut after.sessions {
            match before.session(&session.id) {
                Some(known) if known == session => {}
                Some(_) => {
                    let stored = self.get(&session.id).await?;
                    let item = ScheduleItem::of_session(session);
                    let fields = [("name", json!(item.name)), ("typeId", json!(item.type_id))];
                    self.put(&session.id, stored, fields, json!(item.elements), has_written).await?;
                }
                None => {
                    let theirs = self.create(session, has_written).await?;
                    if theirs != session.id {
                        renamed.push((session.id.clone(), theirs.clone()));
                        session.id = theirs;
                    }
                }
            }
        }
        for (fixed, item) in primaries {
            self.put_fixed(fixed, item, json!(fixed.elements(&after)), has_written).await?;
        }
        Ok(renamed)
    }

    /// Writes the primary item, then the second, or the third if there is no second.
    async fn put_fixed(
        &self,
        fixed: FixedItem,
        primary: Value,
        elements: Value,
        has_written: &AtomicBool,
    ) -> Result<(), ScheduleHubError> {
        self.put(fixed.id(), primary, [], elements.clone(), has_written).await?;
        let [second, third] = fixed.copies();
        let (id, item) = match self.get(&second).await {
            Err(error) if error.is_not_found() => {
                let item = self.get(&third).await?;
                (third, item)
            }
            item => (second, item?),
        };
        self.put(&id, item, [], elements, has_written).await
    }

    async fn get(&self, id: &str) -> Result<Value, ScheduleHubError> {
        self.request(Method::GET, Some(id), None).await
    }

    /// Stores an item with other elements, and everything else unchanged.
    async fn put(
        &self,
        id: &str,
        mut item: Value,
        fields: impl IntoIterator<Item = (&'static str, Value)>,
        elements: Value,
        has_written: &AtomicBool,
    ) -> Result<(), ScheduleHubError> {
        let parts = item.as_object_mut().ok_or_else(shape)?;
        parts.extend(fields.into_iter().map(|(name, value)| (name.to_owned(), value)));
        let all = parts.entry("elements").or_insert_with(|| json!({}));
        let (Value::Object(all), Value::Object(new)) = (all, elements) else { return Err(shape()) };
        all.extend(new);
        self.send(Method::PUT, Some(id), &item, has_written).await.map(drop)
    }

    /// Creates a session's item and returns the hub's id for it.
    async fn create(
        &self,
        session: &SessionItem,
        has_written: &AtomicBool,
    ) -> Result<String, ScheduleHubError> {
        let item = ScheduleItem::of_session(session);
        let body = json!({
            "id": item.id, "name": item.name, "typeId": item.type_id, "type": item.kind, "status": item.status,
            "libraryId": LIBRARY, "tags": item.tags, "elements": item.elements,
        });
        let made = self.send(Method::POST, None, &body, has_written).await?;
        made.get("id").and_then(Value::as_str).map(str::to_owned).ok_or_else(shape)
    }

    /// Sends a write, and records that it may have happened: an answer that never comes, or that is not a refusal, leaves it open.
    async fn send(
        &self,
        method: Method,
        id: Option<&str>,
        body: &Value,
        has_written: &AtomicBool,
    ) -> Result<Value, ScheduleHubError> {
        let earlier = has_written.swap(true, Ordering::Relaxed);
        let answer = self.request(method, id, Some(body)).await;
        if matches!(&answer, Err(ScheduleHubError::Refused { status: 400..500, .. })) {
            has_written.store(earlier, Ordering::Relaxed);
        }
        answer
    }

    async fn timetable_of(
        &self,
        fixed: FixedItem,
        item: &Value,
        today: Date,
    ) -> Result<Timetable, ScheduleHubError> {
        let elements = item.get("elements").and_then(Value::as_object).ok_or_else(shape)?;
        let mut timetable = Timetable::default();
        match fixed {
            FixedItem::Dates(list) => {
                *timetable.dates_mut(list) = read_dates(elements).map_err(|_| shape())?;
            }
            FixedItem::Sessions(kind) => {
                let named = named_sessions(elements);
                for some in named.chunks(AT_ONCE) {
                    for session in join_all(some.iter().map(|named| self.session(kind, named, today))).await {
                        if let Some(session) = session?.filter(|session| timetable.has_room_for(session)) {
                            timetable.sessions.push(session);
                        }
                    }
                }
                let left_out = named.len() - timetable.sessions.len();
                if left_out > 0 {
                    tracing::warn!(list = fixed.id(), left_out, "the hub lists sessions that have no effect");
                }
            }
        }
        Ok(timetable)
    }

    /// A session that a list names; none if the hub does not have it.
    async fn session(
        &self,
        kind: SessionKind,
        named: &Value,
        today: Date,
    ) -> Result<Option<SessionItem>, ScheduleHubError> {
        let id = named.get("id").unwrap_or(named).as_str().ok_or_else(shape)?.to_owned();
        let listed = named.get("elements").and_then(Value::as_object).map(read_window);
        // Sessions of past days pile up, and no longer matter.
        let is_over = matches!(&listed, Some(Ok(window)) if window.session_date < today);
        let window = if is_over {
            listed
        } else {
            match self.get(&id).await {
                Ok(item) => {
                    Some(read_window(item.get("elements").and_then(Value::as_object).ok_or_else(shape)?))
                }
                Err(error) if error.is_not_found() => listed,
                Err(error) => return Err(error),
            }
        };
        let window = window.transpose().map_err(|_| shape())?;
        Ok(window.map(|window| SessionItem { id, kind, window, rev: 1, updated_at: 0 }))
    }

    /// A request to this host alone.
    async fn request(
        &self,
        method: Method,
        id: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Value, ScheduleHubError> {
        let mut url = self.hub.url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend([LIBRARY, "authoring", "v1", "content"]);
            path.extend(id);
        }
        let mut request = self.http.request(method, url).header(header::ACCEPT, "application/json");
        if let Some(authorisation) = &self.hub.authorisation {
            request = request.header(header::AUTHORIZATION, authorisation.clone());
        }
        if let Some(body) = body {
            // A key for each request: the hub may be one of ours, which applies each write once.
            request = request
                .header(header::CONTENT_TYPE, "application/json")
                .header("idempotency-key", new_id(0))
                .body(body.to_string());
        }
        let response = request.send().await.map_err(|error| away(fetch::failure(&error)))?;
        let status = response.status();
        let body = fetch::body(response).await;
        if status != StatusCode::OK {
            let body = body.ok().and_then(|body| serde_json::from_slice(&body).ok());
            return Err(refused(status, &body.unwrap_or(Value::Null)));
        }
        let body = body.map_err(away)?;
        let value = serde_json::from_slice(&body).map_err(|_| shape())?;
        unwrapped(value).map_err(away)
    }
}

/// Whether two timetables agree in what a fixed item contains.
fn same(fixed: FixedItem, one: &Timetable, other: &Timetable) -> bool {
    match fixed {
        FixedItem::Dates(list) => one.dates(list) == other.dates(list),
        FixedItem::Sessions(kind) => {
            let names = |timetable: &Timetable| -> BTreeSet<(String, String)> {
                let sessions = timetable.sessions_of(kind);
                sessions.map(|session| (session.id.clone(), kind.name(&session.window))).collect()
            };
            names(one) == names(other)
        }
    }
}

/// The code and message of an answer other than 200: from an envelope's error or a list of errors, else from the
/// status.
fn refused(status: StatusCode, body: &Value) -> ScheduleHubError {
    let error = body.get("error").filter(|error| error.is_object()).or_else(|| body.get("errors")?.get(0));
    let error = error.unwrap_or(body);
    let text = |names: [&str; 2]| {
        names.iter().find_map(|name| match error.get(name)? {
            Value::String(text) if !text.is_empty() => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
    };
    ScheduleHubError::Refused {
        status: status.as_u16(),
        code: text(["errorCode", "code"]).unwrap_or_else(|| status.as_u16().to_string()),
        message: text(["errorMessage", "message"])
            .unwrap_or_else(|| status.canonical_reason().unwrap_or("An error without a name").to_owned()),
    }
}

fn away(failure: Failure) -> ScheduleHubError {
    ScheduleHubError::Away(failure.to_string())
}

fn shape() -> ScheduleHubError {
    ScheduleHubError::Away("not in the shape of an item of the schedule".to_owned())
}
