//! The audit log: who did what to whom. Never holds personal or medical text.

mod list;

pub use list::{OF_PERSON, PAGE, Query, Row, list};

use crate::db::{Conn, Result, new_id, params};

const INSERT: &str = "INSERT INTO audit_log \
     (audit_id, at, actor_uaid, actor_role, action, subject_uaid, object_id, detail) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

const PRUNE: &str = "DELETE FROM audit_log WHERE at < $1";
/// The most characters stored of an object's name.
const OBJECT_LIMIT: usize = 200;

#[derive(Debug, Clone, Default)]
pub struct Entry<'a> {
    /// The account that acted; none for the server itself.
    pub actor: Option<&'a str>,
    pub actor_role: Option<i64>,
    /// A stable word such as `booking.created`.
    pub action: &'a str,
    /// The account whose data it concerns.
    pub subject: Option<&'a str>,
    /// What was acted on: the id of a booking or of a session item.
    pub object: Option<&'a str>,
    /// Further facts; null is written as `{}`.
    pub detail: serde_json::Value,
}

/// Writes an entry, together with the statement after it.
pub async fn insert(conn: &mut Conn<'_>, entry: &Entry<'_>, now_ms: i64) -> Result<()> {
    let object: Option<String> = entry.object.map(|object| object.chars().take(OBJECT_LIMIT).collect());
    let detail = if entry.detail.is_null() { "{}".to_owned() } else { entry.detail.to_string() };
    conn.defer(
        INSERT,
        params![
            new_id(now_ms),
            now_ms,
            entry.actor,
            entry.actor_role,
            entry.action,
            entry.subject,
            object,
            detail
        ],
    )
    .await
}

/// Writes an entry about something that the server did by itself.
pub async fn system(
    conn: &mut Conn<'_>,
    action: &str,
    subject: Option<&str>,
    object: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    insert(conn, &Entry { action, subject, object, ..Entry::default() }, now_ms).await
}

/// Writes an entry about something that a person did.
pub async fn by(
    conn: &mut Conn<'_>,
    actor: (&str, i64),
    action: &str,
    subject: Option<&str>,
    object: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    let entry = Entry {
        actor: Some(actor.0),
        actor_role: Some(actor.1),
        action,
        subject,
        object,
        ..Entry::default()
    };
    insert(conn, &entry, now_ms).await
}

pub async fn prune(conn: &mut Conn<'_>, before_ms: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before_ms]).await
}
