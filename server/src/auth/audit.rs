//! Audit-log entries about authentication: who, whether it succeeded, and from where. E-mail and network addresses are
//! logged as keyed hashes: equal addresses look equal, and nobody can be identified by them.
//!
//! Unauthenticated callers cause most of them, so they are limited: a repetition within a minute is not logged, and
//! calls without a session log at most a thousand entries an hour together.

use axum::extract::{FromRequestParts as _, MatchedPath};
use axum::http::request::Parts;
use serde_json::{Map, Value};
use sixfold_domain::role::Role;

use super::current_user::CurrentUser;
use crate::db::people::audit as audit_log;
use crate::db::people::audit::Entry;
use crate::db::upkeep::throttle::{self, Limit};
use crate::db::{Conn, DbError};
use crate::http::origin::Origin;
use crate::state::AppState;

const REPETITIONS: Limit = Limit { scope: "audit-line", attempts: 1, window_ms: 60_000 };
const UNAUTHENTICATED: Limit = Limit { scope: "audit-strangers", attempts: 1_000, window_ms: 60 * 60_000 };
const OVERFLOW_NOTICE: Limit = Limit { scope: "audit-more", attempts: 1, window_ms: 60 * 60_000 };

/// An entry that has not been written yet.
#[derive(Debug, Clone)]
pub struct AuditEvent {
    action: &'static str,
    from: String,
    account: Option<String>,
    actor: Option<(String, i64)>,
    subject: Option<String>,
    object: Option<String>,
    detail: Map<String, Value>,
    from_anywhere: bool,
    always: bool,
    now_ms: i64,
}

impl AuditEvent {
    /// An entry about a request from `origin`; `action` is a stable word such as `sign-in.refused`.
    pub fn new(state: &AppState, origin: &Origin, action: &'static str) -> Self {
        Self {
            action,
            from: state.auth.keys.audit_mark(&origin.counted()),
            account: None,
            actor: None,
            subject: None,
            object: None,
            detail: Map::new(),
            from_anywhere: false,
            always: false,
            now_ms: state.clock.now_ms(),
        }
    }

    /// Adds the hash of the account's address, in lower case as it is looked up. There may be no such account.
    pub fn account(mut self, state: &AppState, lookup: &str) -> Self {
        self.account = Some(state.auth.keys.audit_mark(lookup));
        self
    }

    pub fn about(mut self, uaid: Option<&str>) -> Self {
        self.subject = uaid.map(str::to_owned);
        self
    }

    /// The owner of the account did it and has authenticated.
    pub fn done_by(mut self, uaid: &str, role: Role) -> Self {
        self.actor = Some((uaid.to_owned(), role.number().into()));
        self.about(Some(uaid))
    }

    /// A signed-in user attempted it; no account is concerned.
    pub fn tried_by(mut self, user: &CurrentUser) -> Self {
        let (uaid, role) = user.actor();
        self.actor = Some((uaid.to_owned(), role));
        self
    }

    pub fn call(mut self, call: String) -> Self {
        self.object = Some(call);
        self
    }

    /// Repetitions count wherever they come from, not for each address.
    pub fn from_anywhere(mut self) -> Self {
        self.from_anywhere = true;
        self
    }

    /// Written even if it repeats: something was changed.
    pub fn always(mut self) -> Self {
        self.always = true;
        self
    }

    /// Adds a detail, unless it is null.
    pub fn with(mut self, fact: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if !value.is_null() {
            self.detail.insert(fact.to_owned(), value);
        }
        self
    }

    /// Writes the entry, unless it repeats one of the last minute or unauthenticated callers have made too many.
    pub async fn write(self, conn: &mut Conn) -> Result<(), DbError> {
        if !self.always && self.repeats(conn).await?.is_some() {
            return Ok(());
        }
        self.insert(conn).await
    }

    /// [`AuditEvent::write`] in a transaction of its own; none is opened for a known repetition.
    pub async fn record(self, state: &AppState) -> Result<(), DbError> {
        let (key, now_ms, exhausted) = (self.repeat_key(), self.now_ms, state.auth.exhausted.clone());
        if self.always {
            return state.db.write(async move |conn| self.insert(conn).await).await;
        }
        if exhausted.seconds_left(REPETITIONS, &key, now_ms).is_some() {
            return Ok(());
        }
        let seconds: Result<u64, DbError> = state
            .db
            .write(async move |conn| {
                if let Some(seconds) = self.repeats(conn).await? {
                    return Ok(seconds);
                }
                self.insert(conn).await?;
                Ok(REPETITIONS.window_ms.unsigned_abs() / 1_000)
            })
            .await;
        exhausted.remember(REPETITIONS, &key, seconds?, now_ms);
        Ok(())
    }

    /// The seconds until it may be written again, if it repeats one of the last minute.
    async fn repeats(&self, conn: &mut Conn) -> Result<Option<u64>, DbError> {
        throttle::hit(conn, REPETITIONS, &self.repeat_key(), self.now_ms).await
    }

    async fn insert(self, conn: &mut Conn) -> Result<(), DbError> {
        if !self.always
            && self.actor.is_none()
            && throttle::hit(conn, UNAUTHENTICATED, "all", self.now_ms).await?.is_some()
        {
            if throttle::hit(conn, OVERFLOW_NOTICE, "all", self.now_ms).await?.is_none() {
                audit_log::system(conn, "sign-in.more", None, None, self.now_ms).await?;
            }
            return Ok(());
        }
        let mut detail = self.detail;
        detail.insert("from".to_owned(), self.from.into());
        if let Some(account) = self.account {
            detail.insert("account".to_owned(), account.into());
        }
        let actor = self.actor.as_ref().map(|(uaid, role)| (uaid.as_str(), *role));
        let entry = Entry::new(actor, self.action).about(self.subject.as_deref(), self.object.as_deref());
        audit_log::insert(conn, &entry.detail(Value::Object(detail)), self.now_ms).await
    }

    /// Equal for two entries of which the second repeats the first.
    fn repeat_key(&self) -> String {
        let from = if self.from_anywhere { "" } else { self.from.as_str() };
        let actor = self.actor.as_ref().map_or("", |(uaid, _)| uaid.as_str());
        let (subject, object) = (self.subject.as_deref(), self.object.as_deref());
        let parts = [Some(self.action), Some(from), self.account.as_deref(), Some(actor), subject, object];
        parts.map(Option::unwrap_or_default).join(" ")
    }
}

/// A request's method and route, such as `GET /api/content/{libraryId}`. Not its path, which the caller chooses.
pub fn call_of(parts: &Parts) -> String {
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    format!("{} {route}", parts.method)
}

pub async fn refused(
    state: &AppState,
    parts: &mut Parts,
    user: &CurrentUser,
    action: &'static str,
) -> Result<(), DbError> {
    let Ok(origin) = Origin::from_request_parts(parts, state).await;
    let event = AuditEvent::new(state, &origin, action).tried_by(user).call(call_of(parts)).from_anywhere();
    let event = if action == CSRF { event.about(Some(user.uaid.as_str())) } else { event };
    event.record(state).await
}

/// A write with the session cookie but without a valid CSRF token.
pub const CSRF: &str = "csrf.refused";
