//! Facts about this database itself: the secret that it belongs to, when it was backed up.

use crate::db::{Conn, Result, params};

const FIND: &str = "SELECT value FROM store_fact WHERE name = $1";
const PUT_FIRST: &str = "INSERT INTO store_fact (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
const REPLACE: &str = "INSERT INTO store_fact (name, value) VALUES ($1, $2) \
     ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/// The canary: a known text, encrypted with the secret that this database belongs to.
pub const CANARY: &str = "secret";
/// The id of the newest key of the last server that was started.
pub const SERVED_WITH: &str = "served-with";

/// When the store was last backed up, by the command or on schedule, ms.
pub const BACKED_UP: &str = "backed-up";
/// The scheduled backups that this database has made and not removed, as JSON.
pub const SCHEDULED_BACKUPS: &str = "scheduled-backups";

/// The newest time that any server of this database has seen, ms.
pub const NEWEST_TIME: &str = "clock-newest";
/// When a server last checked that it can write, ms.
pub const READY_AT: &str = "ready-at";
pub const DEMO: &str = "demo";
/// The last year whose bank holidays have been added.
pub const BANK_HOLIDAYS: &str = "bank-holidays-through";
/// Why a remote hub's schedule was not taken over, as JSON; null since it was.
pub const TAKE_OVER_FAILURE: &str = "take-over-failure";
/// The first day whose figures are left: those of earlier days were deleted.
pub const FIGURES_FROM: &str = "figures-from";
/// The same for ended waiting-list entries.
pub const WAITED_FROM: &str = "waited-from";
/// Of answers stored before this, ms, those that may name an unconfirmed address have been deleted.
pub const ADDRESSES_FROM: &str = "addresses-from";

pub async fn find(conn: &mut Conn, name: &str) -> Result<Option<String>> {
    conn.optional_scalar(FIND, params![name]).await
}

pub async fn put_first(conn: &mut Conn, name: &str, value: &str) -> Result<()> {
    conn.execute(PUT_FIRST, params![name, value]).await
}

pub async fn replace(conn: &mut Conn, name: &str, value: &str) -> Result<()> {
    conn.execute(REPLACE, params![name, value]).await
}
