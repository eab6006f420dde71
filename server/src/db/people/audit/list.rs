//! Reading the audit log, newest first.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

pub const PAGE: usize = 100;

const ALL: &str = "SELECT e.audit_id, e.at, e.actor_uaid, e.actor_role, e.action, e.subject_uaid, e.object_id, e.detail, \
     x.first_name AS actor_first, x.last_name AS actor_last, y.first_name AS subject_first, y.last_name AS subject_last \
     FROM (SELECT * FROM audit_log WHERE at >= $1 AND at <= $2 AND (at < $2 OR audit_id < $3) \
     ORDER BY at DESC, audit_id DESC LIMIT $4) AS e \
     LEFT JOIN account x ON x.uaid = e.actor_uaid LEFT JOIN account y ON y.uaid = e.subject_uaid \
     ORDER BY e.at DESC, e.audit_id DESC";
const OF_ACTION: &str = "SELECT e.audit_id, e.at, e.actor_uaid, e.actor_role, e.action, e.subject_uaid, e.object_id, e.detail, \
     x.first_name AS actor_first, x.last_name AS actor_last, y.first_name AS subject_first, y.last_name AS subject_last \
     FROM (SELECT * FROM audit_log WHERE action = $5 AND at >= $1 AND at <= $2 AND (at < $2 OR audit_id < $3) \
     ORDER BY at DESC, audit_id DESC LIMIT $4) AS e \
     LEFT JOIN account x ON x.uaid = e.actor_uaid LEFT JOIN account y ON y.uaid = e.subject_uaid \
     ORDER BY e.at DESC, e.audit_id DESC";
/// Entries about a person, and entries of what they did.
pub const OF_PERSON: &str = "SELECT e.audit_id, e.at, e.actor_uaid, e.actor_role, e.action, e.subject_uaid, e.object_id, e.detail, \
     x.first_name AS actor_first, x.last_name AS actor_last, y.first_name AS subject_first, y.last_name AS subject_last \
     FROM (SELECT * FROM (SELECT * FROM audit_log WHERE subject_uaid = $6 AND ($5 = '' OR action = $5) AND at >= $1 \
     AND at <= $2 AND (at < $2 OR audit_id < $3) ORDER BY at DESC, audit_id DESC LIMIT $4) AS to_them \
     UNION ALL SELECT * FROM (SELECT * FROM audit_log WHERE actor_uaid = $6 AND actor_uaid IS DISTINCT FROM subject_uaid \
     AND ($5 = '' OR action = $5) AND at >= $1 AND at <= $2 AND (at < $2 OR audit_id < $3) ORDER BY at DESC, audit_id DESC LIMIT $4) AS by_them) AS e \
     LEFT JOIN account x ON x.uaid = e.actor_uaid LEFT JOIN account y ON y.uaid = e.subject_uaid \
     ORDER BY e.at DESC, e.audit_id DESC LIMIT $4";

#[derive(Debug, Clone, Default)]
pub struct Query {
    /// The first instant included, ms.
    pub from_ms: i64,
    /// The first instant excluded, ms, unless [`Query::before_id`] is set.
    pub before_ms: i64,
    /// With it, entries at `before_ms` are included if their id is lower than this one; empty for none.
    pub before_id: String,
    /// Only entries of this action; all if empty.
    pub action: String,
    /// Only entries about this person or made by them; everybody's if empty.
    pub uaid: String,
}

/// An entry, with people's present names.
#[derive(Debug, Clone, FromRow)]
pub struct Row {
    pub audit_id: String,
    pub at: i64,
    pub actor_uaid: Option<String>,
    pub actor_role: Option<i64>,
    pub action: String,
    pub subject_uaid: Option<String>,
    pub object_id: Option<String>,
    pub detail: String,
    actor_first: Option<String>,
    actor_last: Option<String>,
    subject_first: Option<String>,
    subject_last: Option<String>,
}

impl Row {
    /// Empty for the server itself, and for an account that has been deleted.
    pub fn actor_name(&self) -> String {
        name(self.actor_first.as_deref(), self.actor_last.as_deref())
    }

    /// Empty if it concerns nobody, or their account has been deleted.
    pub fn subject_name(&self) -> String {
        name(self.subject_first.as_deref(), self.subject_last.as_deref())
    }
}

fn name(first: Option<&str>, last: Option<&str>) -> String {
    format!("{} {}", first.unwrap_or_default(), last.unwrap_or_default()).trim().to_owned()
}

/// A page of the log. One entry more than [`PAGE`] means that there are more.
pub async fn list(conn: &mut Conn, query: &Query) -> Result<Vec<Row>> {
    let Query { from_ms, before_ms, before_id, action, uaid } = query;
    match (uaid.as_str(), action.as_str()) {
        ("", "") => conn.all(ALL, params![from_ms, before_ms, before_id, PAGE + 1]).await,
        ("", _) => conn.all(OF_ACTION, params![from_ms, before_ms, before_id, PAGE + 1, action]).await,
        _ => conn.all(OF_PERSON, params![from_ms, before_ms, before_id, PAGE + 1, action, uaid]).await,
    }
}
