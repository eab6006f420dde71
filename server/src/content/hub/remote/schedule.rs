//! The schedule in a remote hub, read and written through its authoring calls: `GET`, `PUT` and `POST` below
//! `{libraryId}/authoring/v1/content`, and nothing else (RULES 13.9).
//!
//! A fixed item is written to its primary item and then to its second; if the second answers 404, the third is used.
//! Any other status but 200 ends the write, with the answer's code and message.

use std::collections::BTreeSet;

use axum::http::header;
use openidconnect::reqwest::{self, Method, StatusCode};
use serde_json::{Value, json};

use super::copy::Failure;
use super::fetch::{self, LIMIT};
use super::read::unwrapped;
use crate::config::content::RemoteHub;
use crate::content::hub::status::AWAY_S;
use crate::content::schedule::{FixedItem, ScheduleItem, named_sessions, read_dates, read_window};
use crate::db::calendar::timetable::{SessionItem, Timetable};
use crate::db::content::LIBRARY;
use crate::db::new_id;
use crate::http::error::ApiError;

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
    /// Any answer but 200 with a readable item.
    pub async fn read(&self, fixed: FixedItem) -> Result<Timetable, ScheduleHubError> {
        let item = timely(self.get(fixed.id())).await?;
        self.timetable_of(fixed, &item).await
    }

    /// Changes the hub's timetable from one state to another. Returns the ids that the hub gave to new sessions, each
    /// with the id that was requested.
    ///
    /// # Errors
    /// [`ScheduleHubError::Changed`] before anything is written; then the first refusal, after which earlier writes
    /// stay.
    pub async fn write(
        &self,
        before: &Timetable,
        after: &Timetable,
    ) -> Result<Vec<(String, String)>, ScheduleHubError> {
        timely(self.write_all(before, after)).await
    }

    async fn write_all(
        &self,
        before: &Timetable,
        after: &Timetable,
    ) -> Result<Vec<(String, String)>, ScheduleHubError> {
        let mut primaries = Vec::new();
        for fixed in FixedItem::all().filter(|fixed| fixed.elements(before) != fixed.elements(after)) {
            let item = self.get(fixed.id()).await?;
            let current = self.timetable_of(fixed, &item).await?;
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
                    self.put(&session.id, stored, fields, json!(item.elements)).await?;
                }
                None => {
                    let theirs = self.create(session).await?;
                    if theirs != session.id {
                        renamed.push((session.id.clone(), theirs.clone()));
                        session.id = theirs;
                    }
                }
            }
        }
        for (fixed, item) in primaries {
            self.put_fixed(fixed, item, json!(fixed.elements(&after))).await?;
        }
        Ok(renamed)
    }

    /// Writes the primary item, then the second, or the third if there is no second.
    async fn put_fixed(
        &self,
        fixed: FixedItem,
        primary: Value,
        elements: Value,
    ) -> Result<(), ScheduleHubError> {
        self.put(fixed.id(), primary, [], elements.clone()).await?;
        let [second, third] = fixed.copies();
        let (id, item) = match self.get(&second).await {
            Err(ScheduleHubError::Refused { status: 404, .. }) => {
                let item = self.get(&third).await?;
                (third, item)
            }
            item => (second, item?),
        };
        self.put(&id, item, [], elements).await
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
    ) -> Result<(), ScheduleHubError> {
        let parts = item.as_object_mut().ok_or_else(shape)?;
        parts.extend(fields.into_iter().map(|(name, value)| (name.to_owned(), value)));
        let all = parts.entry("elements").or_insert_with(|| json!({}));
        let (Value::Object(all), Value::Object(new)) = (all, elements) else { return Err(shape()) };
        all.extend(new);
        self.request(Method::PUT, Some(id), Some(&item)).await.map(drop)
    }

    /// Creates a session's item and returns the hub's id for it.
    async fn create(&self, session: &SessionItem) -> Result<String, ScheduleHubError> {
        let item = ScheduleItem::of_session(session);
        let body = json!({
            "id": item.id, "name": item.name, "typeId": item.type_id, "type": item.kind, "status": item.status,
            "libraryId": LIBRARY, "tags": item.tags, "elements": item.elements,
        });
        let made = self.request(Method::POST, None, Some(&body)).await?;
        made.get("id").and_then(Value::as_str).map(str::to_owned).ok_or_else(shape)
    }

    async fn timetable_of(&self, fixed: FixedItem, item: &Value) -> Result<Timetable, ScheduleHubError> {
        let elements = item.get("elements").and_then(Value::as_object).ok_or_else(shape)?;
        let mut timetable = Timetable::default();
        match fixed {
            FixedItem::Dates(list) => {
                *timetable.dates_mut(list) = read_dates(elements).map_err(|_| shape())?;
            }
            FixedItem::Sessions(kind) => {
                for named in named_sessions(elements) {
                    let id = named.get("id").unwrap_or(named).as_str().ok_or_else(shape)?.to_owned();
                    let own = if let Some(own) = named.get("elements").and_then(Value::as_object) {
                        own.clone()
                    } else {
                        let item = self.get(&id).await?;
                        item.get("elements").and_then(Value::as_object).cloned().ok_or_else(shape)?
                    };
                    let window = read_window(&own).map_err(|_| shape())?;
                    timetable.sessions.push(SessionItem { id, kind, window, rev: 1, updated_at: 0 });
                }
            }
        }
        Ok(timetable)
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

async fn timely<T>(answer: impl Future<Output = Result<T, ScheduleHubError>>) -> Result<T, ScheduleHubError> {
    let answer = tokio::time::timeout(LIMIT, answer).await;
    answer.unwrap_or_else(|_| Err(away(Failure::TimedOut)))
}

fn away(failure: Failure) -> ScheduleHubError {
    ScheduleHubError::Away(failure.to_string())
}

fn shape() -> ScheduleHubError {
    ScheduleHubError::Away("not in the shape of an item of the schedule".to_owned())
}
