//! What people deleted, withdrew or revoked after a backup was made: restoring that brings it back.

use std::fmt;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, FromRow, SqliteConnection};

use crate::db::engines::open::Target;
use crate::db::{Conn, Result, params};

const NEWEST: &str = "SELECT COALESCE(MAX(at), 0) FROM audit_log";
/// What is deleted by itself will be again.
const AFTER: &str = "SELECT action, subject_uaid, object_id FROM audit_log WHERE at > $1 AND action IN (\
    'account.deleted', 'account.deleted-by-staff', 'calendar.unlinked', 'clearance.withdrawn', \
    'coach.unvouched', 'coach.withdrawn', 'content.image.removed', 'content.removed', 'content.taken-down', \
    'crew.deleted', 'crew.left', 'crew.removed', 'crew.sharing', 'health.consent-withdrawn', \
    'identity.unlinked', 'kiosk.removed', 'notifications.device-removed', 'passkey.removed', \
    'result.removed', 'role.changed', 'share.revoked', 'share.settings', 'share.taken-down') \
    ORDER BY at, audit_id";

/// An entry of the audit log; shown as a line for operators: `share.revoked`, whose it was, and its id.
#[derive(Debug, Clone, FromRow)]
pub struct Deletion {
    action: String,
    subject_uaid: Option<String>,
    object_id: Option<String>,
}

impl fmt::Display for Deletion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.action)?;
        for id in [&self.subject_uaid, &self.object_id].into_iter().flatten() {
            write!(f, " {id}")?;
        }
        Ok(())
    }
}

/// What the former file of a SQLite store ([`Target::restore`]) says was deleted after the newest entry of the backup that has
/// replaced it, oldest first.
pub async fn after_backup(restored: &Target, former: &Path) -> Result<Vec<Deletion>> {
    let Target::Sqlite(restored) = restored else { return Ok(Vec::new()) };
    let mut conn = open(restored).await?;
    let newest_ms: i64 = Conn::sqlite(&mut conn).scalar(NEWEST, params![]).await?;
    conn.close().await?;
    let mut conn = open(former).await?;
    let deletions = Conn::sqlite(&mut conn).all(AFTER, params![newest_ms]).await?;
    conn.close().await?;
    Ok(deletions)
}

async fn open(file: &Path) -> sqlx::Result<SqliteConnection> {
    SqliteConnectOptions::new().filename(file).create_if_missing(false).read_only(true).connect().await
}
