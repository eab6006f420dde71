//! Reports of public cards (RULES 13.20): one row for a card, until staff have decided.

use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;

use super::photo;
use crate::db::connection::column::{Text, read_from};
use crate::db::{Conn, Result, params};

const LOCK: &str = "UPDATE share SET revoked_at = revoked_at WHERE share_id = $1 AND revoked_at IS NULL";
const FILE: &str = "INSERT INTO share_report (share_id, reason, note, reports, reported_at) VALUES ($1, $2, $3, 1, $4) \
     ON CONFLICT (share_id) DO UPDATE SET reports = share_report.reports + 1, \
     note = COALESCE(share_report.note, excluded.note)";
const OPEN: &str = "SELECT r.share_id, r.reason, r.note, r.reports, r.reported_at, s.uaid, s.photo_id, a.first_name, \
     a.last_name FROM share_report r JOIN share s ON s.share_id = r.share_id JOIN account a ON a.uaid = s.uaid \
     ORDER BY r.reported_at, r.share_id LIMIT $1";
const ABOUT: &str = "SELECT s.uaid, s.photo_id, r.reports FROM share_report r JOIN share s ON s.share_id = r.share_id \
     WHERE r.share_id = $1";
const OTHERS: &str = "SELECT share_id FROM share WHERE share_id <> $1 AND revoked_at IS NULL AND photo_id IN ({list}) \
     ORDER BY created_at, share_id";
/// Of two reports the first counts, as in [`FILE`].
const MOVE: &str = "INSERT INTO share_report (share_id, reason, note, reports, reported_at) \
     SELECT CAST($2 AS TEXT), r.reason, r.note, r.reports, r.reported_at FROM share_report r WHERE r.share_id = $1 \
     ON CONFLICT (share_id) DO UPDATE SET reports = share_report.reports + excluded.reports, \
     reason = CASE WHEN excluded.reported_at < share_report.reported_at THEN excluded.reason \
     ELSE share_report.reason END, \
     note = CASE WHEN excluded.reported_at < share_report.reported_at THEN COALESCE(excluded.note, share_report.note) \
     ELSE COALESCE(share_report.note, excluded.note) END, \
     reported_at = CASE WHEN excluded.reported_at < share_report.reported_at THEN excluded.reported_at \
     ELSE share_report.reported_at END";
const SETTLE: &str = "DELETE FROM share_report WHERE share_id = $1";
const TAKE_DOWN: &str = "UPDATE share SET revoked_at = COALESCE(revoked_at, $2), taken_down_at = $2, photo_id = NULL \
     WHERE share_id = $1";
const TAKE_DOWN_ALL_WITH: &str = "UPDATE share SET revoked_at = COALESCE(revoked_at, $2), taken_down_at = $2, \
     photo_id = NULL WHERE photo_id = $1 RETURNING share_id";

pub const PAGE: i64 = 100;

/// Why a card is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ToSchema, strum::EnumIter, strum::EnumString, strum::IntoStaticStr)]
#[serde(rename_all = "camelCase")]
#[strum(const_into_str, serialize_all = "camelCase")]
pub enum Reason {
    /// It shows the person who reports it, or their child, without their consent.
    Person,
    Offensive,
    Other,
}

read_from!(Text, OptionalText: Reason);

/// An open report, as staff see it.
#[derive(Debug, FromRow)]
pub struct Row {
    pub share_id: String,
    #[sqlx(try_from = "Text<Reason>")]
    pub reason: Reason,
    pub note: Option<String>,
    pub reports: i64,
    /// When it was reported first, ms.
    pub reported_at: i64,
    pub uaid: String,
    pub photo_id: Option<String>,
    pub first_name: String,
    pub last_name: String,
}

/// Locks a card against reports and decisions to the end of the job; false if no such card is public. Whatever ends a card locks its
/// row before it looks for a report.
pub async fn lock(conn: &mut Conn, share_id: &str) -> Result<bool> {
    conn.affected_one(LOCK, params![share_id]).await
}

/// Reports a card, once more if it is reported already; false if no such card is public.
pub async fn file(
    conn: &mut Conn,
    share_id: &str,
    (reason, note): (Reason, Option<&str>),
    now_ms: i64,
) -> Result<bool> {
    if !lock(conn, share_id).await? {
        return Ok(false);
    }
    conn.execute(FILE, params![share_id, reason.into_str(), note, now_ms]).await?;
    Ok(true)
}

/// The open reports, oldest first.
pub async fn open(conn: &mut Conn) -> Result<Vec<Row>> {
    conn.all(OPEN, params![PAGE]).await
}

/// The athlete of a reported card, its photograph, and how often it was reported.
pub async fn about(conn: &mut Conn, share_id: &str) -> Result<Option<(String, Option<String>, i64)>> {
    conn.optional(ABOUT, params![share_id]).await
}

/// Ends the report of a card.
pub async fn settle(conn: &mut Conn, share_id: &str) -> Result<()> {
    conn.execute(SETTLE, params![share_id]).await
}

/// Ends the report of a card that its athlete has just revoked; `photo_id` is the photograph that it had. While another public card
/// shows the same photograph or another crop of the same file, the report goes to that one: staff have yet to decide.
pub async fn withdraw(conn: &mut Conn, share_id: &str, photo_id: Option<&str>) -> Result<()> {
    if let Some(photo_id) = photo_id {
        let photos = photo::of_same_file(conn, photo_id).await?;
        let others: Vec<(String,)> = conn.all_in(OTHERS, params![share_id], &photos).await?;
        if let Some((other,)) = others.first() {
            conn.execute(MOVE, params![share_id, other]).await?;
        }
    }
    settle(conn, share_id).await
}

/// Takes a card down for good, with every other card on the same photograph or on another crop of the same file. The photographs
/// are deleted, and refused to their athlete from now on.
pub async fn take_down(conn: &mut Conn, share_id: &str, photo_id: Option<&str>, now_ms: i64) -> Result<()> {
    let Some(photo_id) = photo_id else {
        conn.execute(TAKE_DOWN, params![share_id, now_ms]).await?;
        return settle(conn, share_id).await;
    };
    for photo_id in photo::of_same_file(conn, photo_id).await? {
        photo::refuse(conn, &photo_id, now_ms).await?;
        let cards: Vec<String> = conn.scalars(TAKE_DOWN_ALL_WITH, params![photo_id, now_ms]).await?;
        for share_id in cards {
            settle(conn, &share_id).await?;
        }
        photo::delete_unused(conn, &photo_id).await?;
    }
    Ok(())
}
