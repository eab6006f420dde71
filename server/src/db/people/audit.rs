//! The audit log: who did what to whom. Holds no personal or medical text but the reasons that staff typed, which are erased
//! with the account that they are about ([`forget_reasons`]).

mod list;

pub use list::{OF_PERSON, PAGE, Query, Row, list};

use serde_json::{Map, Value, json};

use crate::db::{Conn, DbError, Result, new_id, params};

const INSERT: &str = "INSERT INTO audit_log \
     (audit_id, at, actor_uaid, actor_role, action, subject_uaid, object_id, detail) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

const PRUNE: &str = "DELETE FROM audit_log WHERE audit_id IN (\
    SELECT audit_id FROM audit_log WHERE at < $1 LIMIT $2)";
/// The entries about a person whose `reason` staff typed; that of other actions is a code.
const WITH_TYPED_REASON: &str = "SELECT audit_id, detail FROM audit_log WHERE subject_uaid = $1 \
     AND action IN ('result.corrected', 'result.removed')";
const SET_DETAIL: &str = "UPDATE audit_log SET detail = $2 WHERE audit_id = $1";
/// The most characters stored of an object's name.
const OBJECT_LIMIT: usize = 200;

#[derive(Debug, Clone)]
pub struct Entry<'a> {
    actor: Option<&'a str>,
    role: Option<i64>,
    action: &'a str,
    subject: Option<&'a str>,
    object: Option<&'a str>,
    detail: Value,
}

/// The account that acted, and its role.
pub type Actor<'a> = (&'a str, i64);

impl<'a> Entry<'a> {
    /// Without an actor the server itself acted; `action` is a stable word such as `booking.created`.
    pub fn new(actor: Option<Actor<'a>>, action: &'a str) -> Self {
        let (actor, role) = actor.unzip();
        Self { actor, role, action, subject: None, object: None, detail: json!({}) }
    }

    pub fn by(actor: Actor<'a>, action: &'a str) -> Self {
        Self::new(Some(actor), action)
    }

    /// The owner of an account acted for themselves, in whatever role.
    pub fn by_owner(self, uaid: &'a str) -> Self {
        Self { actor: Some(uaid), subject: Some(uaid), ..self }
    }

    /// The account whose data it concerns.
    pub fn subject(self, uaid: &'a str) -> Self {
        Self { subject: Some(uaid), ..self }
    }

    /// What was acted on: the id of a booking or of a session item.
    pub fn object(self, id: &'a str) -> Self {
        Self { object: Some(id), ..self }
    }

    /// Sets `subject` and `object`, where there are any.
    pub fn about(self, subject: Option<&'a str>, object: Option<&'a str>) -> Self {
        Self { subject, object, ..self }
    }

    /// Further facts. No text that somebody typed, but for the reasons that [`forget_reasons`] erases.
    pub fn detail(self, detail: Value) -> Self {
        Self { detail, ..self }
    }
}

/// Writes an entry, together with the statement after it.
pub async fn insert(conn: &mut Conn, entry: &Entry<'_>, now_ms: i64) -> Result<()> {
    let object: Option<String> = entry.object.map(|object| object.chars().take(OBJECT_LIMIT).collect());
    let (id, detail) = (new_id(now_ms), entry.detail.to_string());
    let values = params![id, now_ms, entry.actor, entry.role, entry.action, entry.subject, object, detail];
    conn.defer(INSERT, values).await
}

/// Writes an entry about something that the server did by itself.
pub async fn system(
    conn: &mut Conn,
    action: &str,
    subject: Option<&str>,
    object: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    insert(conn, &Entry::new(None, action).about(subject, object), now_ms).await
}

/// Writes an entry about something that a person did.
pub async fn by(
    conn: &mut Conn,
    actor: Actor<'_>,
    action: &str,
    subject: Option<&str>,
    object: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    insert(conn, &Entry::by(actor, action).about(subject, object), now_ms).await
}

/// Erases the reasons that staff typed about a person; the entries stay.
pub async fn forget_reasons(conn: &mut Conn, uaid: &str) -> Result<()> {
    let entries: Vec<(String, String)> = conn.all(WITH_TYPED_REASON, params![uaid]).await?;
    for (id, detail) in entries {
        // Not in SQL: PostgreSQL's `jsonb` refuses a text with U+0000.
        let mut detail: Map<String, Value> =
            serde_json::from_str(&detail).map_err(|_| DbError::broken("detail of the audit log"))?;
        detail.insert("reason".to_owned(), Value::Null);
        conn.execute(SET_DETAIL, params![id, Value::Object(detail).to_string()]).await?;
    }
    Ok(())
}

/// Deletes old entries, at most `limit`; returns how many.
pub async fn prune(conn: &mut Conn, before_ms: i64, limit: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before_ms, limit]).await
}
