//! What people deleted, withdrew, revoked or replaced after a backup was made: restoring that brings it back.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, FromRow};

use crate::db::engines::open::Target;
use crate::db::{Conn, Result, params};

/// Without what is deleted automatically: that is deleted again anyway. RECOVERY.md has the same list for PostgreSQL.
const LISTED: &str = "SELECT audit_id, action, subject_uaid, object_id FROM audit_log WHERE action IN (\
    'account.deleted', 'account.deleted-by-staff', 'calendar.unlinked', 'clearance.withdrawn', \
    'coach.unvouched', 'coach.withdrawn', 'content.image.removed', 'content.removed', \
    'content.taken-down', 'crew.deleted', 'crew.left', 'crew.link', 'crew.removed', 'crew.sharing', \
    'email.change-undone', 'email.changed', 'email.replaced-by-staff', 'health.consent-withdrawn', \
    'identity.unlinked', 'kiosk.removed', 'notifications.device-removed', 'passkey.removed', \
    'password.changed', 'password.ended', 'password.reset', 'password.set', 'result.corrected', \
    'result.removed', 'role.changed', 'second-factor.removed', 'second-factor.reset', \
    'session.all-ended', 'session.ended-by-staff', 'share.revoked', 'share.settings', \
    'share.taken-down') \
    ORDER BY at, audit_id";

/// An entry of the audit log; shown as a line for operators: `share.revoked`, whose it was, and its id.
#[derive(Debug, Clone, FromRow)]
pub struct Deletion {
    audit_id: String,
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

/// What the former file of a SQLite store ([`Target::restore`]) lists and the backup that has replaced it does not, oldest first.
/// Compared by id: the clock may have been wrong, and an entry is stored later than its time.
pub async fn after_backup(restored: &Target, former: &Path) -> Result<Vec<Deletion>> {
    let Target::Sqlite(restored) = restored else { return Ok(Vec::new()) };
    let known: HashSet<String> = listed(restored).await?.into_iter().map(|entry| entry.audit_id).collect();
    let mut deletions = listed(former).await?;
    deletions.retain(|entry| !known.contains(&entry.audit_id));
    Ok(deletions)
}

async fn listed(file: &Path) -> Result<Vec<Deletion>> {
    let mut conn = open(file).await?;
    let entries = conn.all(LISTED, params![]).await?;
    conn.close().await?;
    Ok(entries)
}

async fn open(file: &Path) -> sqlx::Result<Conn> {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(false).read_only(true);
    options.connect().await.map(Conn::sqlite)
}
