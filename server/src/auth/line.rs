//! The lines of the audit log about signing in: who, whether it worked, and from where. E-mail and
//! network addresses are logged as keyed hashes: equal addresses look equal, and nobody can be identified by them.
//!
//! Most of them are about callers who have proved nothing, so they cannot fill the log: what repeats within a minute is one
//! line, and strangers make a thousand an hour together.

use axum::extract::{FromRequestParts as _, MatchedPath};
use axum::http::request::Parts;
use serde_json::{Map, Value};

use super::current_user::CurrentUser;
use crate::db::audit::{self, Entry};
use crate::db::throttle::{self, Limit};
use crate::db::{Conn, DbError};
use crate::http::origin::Origin;
use crate::state::AppState;

const REPEATS: Limit = Limit { scope: "audit-line", attempts: 1, window_ms: 60_000 };
const STRANGERS: Limit = Limit { scope: "audit-strangers", attempts: 1_000, window_ms: 60 * 60_000 };
const MORE: Limit = Limit { scope: "audit-more", attempts: 1, window_ms: 60 * 60_000 };

/// A line that is not written yet.
#[derive(Debug, Clone)]
pub struct Line {
    action: &'static str,
    from: String,
    account: Option<String>,
    actor: Option<(String, i64)>,
    subject: Option<String>,
    object: Option<String>,
    more: Map<String, Value>,
    everywhere: bool,
    always: bool,
    now_ms: i64,
}

impl Line {
    /// A line about a request from `origin`; `action` is a stable word such as `sign-in.refused`.
    pub fn new(state: &AppState, origin: &Origin, action: &'static str) -> Self {
        Self {
            action,
            from: state.auth.keys.audit_mark(&origin.counted()),
            account: None,
            actor: None,
            subject: None,
            object: None,
            more: Map::new(),
            everywhere: false,
            always: false,
            now_ms: state.clock.now_ms(),
        }
    }

    /// Marks the account's address, in lower case as it is looked up; there need be no such account.
    pub fn account(mut self, state: &AppState, lookup: &str) -> Self {
        self.account = Some(state.auth.keys.audit_mark(lookup));
        self
    }

    /// Whose account it is, when it is known.
    pub fn about(mut self, uaid: Option<&str>) -> Self {
        self.subject = uaid.map(str::to_owned);
        self
    }

    /// Somebody who has proved who they are did it, with their own account.
    pub fn by(mut self, uaid: &str, role: i64) -> Self {
        self.actor = Some((uaid.to_owned(), role));
        self.about(Some(uaid))
    }

    /// A signed-in user tried it; it is about no account.
    pub fn tried_by(mut self, user: &CurrentUser) -> Self {
        let (uaid, role) = user.actor();
        self.actor = Some((uaid.to_owned(), role));
        self
    }

    pub fn call(mut self, call: String) -> Self {
        self.object = Some(call);
        self
    }

    /// One line a minute wherever the calls come from.
    pub fn from_everywhere(mut self) -> Self {
        self.everywhere = true;
        self
    }

    /// It is written however soon it comes again: something was changed.
    pub fn always(mut self) -> Self {
        self.always = true;
        self
    }

    /// A further fact; one that is not there goes without saying.
    pub fn with(mut self, fact: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if !value.is_null() {
            self.more.insert(fact.to_owned(), value);
        }
        self
    }

    /// Writes it, unless it repeats one of the last minute or strangers have made too many.
    pub async fn write(self, conn: &mut Conn<'_>) -> Result<(), DbError> {
        if !self.always && self.repeats(conn).await?.is_some() {
            return Ok(());
        }
        self.insert(conn).await
    }

    /// [`Line::write`] in a job of its own, for what leaves nothing else behind. What is known to repeat takes no job.
    pub async fn keep(self, state: &AppState) -> Result<(), DbError> {
        let (same, now_ms, exhausted) = (self.same(), self.now_ms, state.auth.exhausted.clone());
        if self.always {
            return state.db.write(move |conn| Box::pin(async move { self.insert(conn).await })).await;
        }
        if exhausted.seconds_left(REPEATS, &same, now_ms).is_some() {
            return Ok(());
        }
        let seconds: Result<u64, DbError> = state
            .db
            .write(move |conn| {
                Box::pin(async move {
                    if let Some(seconds) = self.repeats(conn).await? {
                        return Ok(seconds);
                    }
                    self.insert(conn).await?;
                    Ok(REPEATS.window_ms.unsigned_abs() / 1_000)
                })
            })
            .await;
        exhausted.remember(REPEATS, &same, seconds?, now_ms);
        Ok(())
    }

    /// Whether it repeats one of the last minute: the seconds until it may be written again.
    async fn repeats(&self, conn: &mut Conn<'_>) -> Result<Option<u64>, DbError> {
        throttle::hit(conn, REPEATS, &self.same(), self.now_ms).await
    }

    async fn insert(self, conn: &mut Conn<'_>) -> Result<(), DbError> {
        if !self.always
            && self.actor.is_none()
            && throttle::hit(conn, STRANGERS, "all", self.now_ms).await?.is_some()
        {
            if throttle::hit(conn, MORE, "all", self.now_ms).await?.is_none() {
                audit::system(conn, "sign-in.more", None, None, self.now_ms).await?;
            }
            return Ok(());
        }
        let mut detail = self.more;
        detail.insert("from".to_owned(), self.from.into());
        if let Some(account) = self.account {
            detail.insert("account".to_owned(), account.into());
        }
        let entry = Entry {
            actor: self.actor.as_ref().map(|(uaid, _)| uaid.as_str()),
            actor_role: self.actor.as_ref().map(|(_, role)| *role),
            action: self.action,
            subject: self.subject.as_deref(),
            object: self.object.as_deref(),
            detail: Value::Object(detail),
        };
        audit::insert(conn, &entry, self.now_ms).await
    }

    /// What two lines have in common of which the second repeats the first.
    fn same(&self) -> String {
        let from = if self.everywhere { "" } else { self.from.as_str() };
        let actor = self.actor.as_ref().map_or("", |(uaid, _)| uaid.as_str());
        let (subject, object) = (self.subject.as_deref(), self.object.as_deref());
        let parts = [Some(self.action), Some(from), self.account.as_deref(), Some(actor), subject, object];
        parts.map(Option::unwrap_or_default).join(" ")
    }
}

/// A request's method and route, such as `GET /api/content/{libraryId}`: never its path, which callers choose.
pub fn call_of(parts: &Parts) -> String {
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    format!("{} {route}", parts.method)
}

/// Writes down that somebody who is signed in was refused.
pub async fn refused(
    state: &AppState,
    parts: &mut Parts,
    user: &CurrentUser,
    action: &'static str,
) -> Result<(), DbError> {
    let Ok(origin) = Origin::from_request_parts(parts, state).await;
    let line = Line::new(state, &origin, action).tried_by(user).call(call_of(parts)).from_everywhere();
    let line = if action == CSRF { line.about(Some(user.uaid.as_str())) } else { line };
    line.keep(state).await
}

/// A write came with a cookie alone.
pub const CSRF: &str = "csrf.refused";
