//! Where somebody is or was signed in, as they see it themselves. No secret or hash is read here.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

const LIMIT: i64 = 100;

const LIVE: &str = "SELECT session_id, created_at, expires_at, revoked_at, auth_method, provider_id, user_agent, \
     second_factor FROM session WHERE uaid = $1 AND revoked_at IS NULL AND expires_at > $2 \
     ORDER BY created_at DESC, session_id DESC LIMIT $3";
const EVERY: &str = "SELECT session_id, created_at, expires_at, revoked_at, auth_method, provider_id, user_agent, \
     second_factor, client_data FROM session WHERE uaid = $1 ORDER BY created_at DESC, session_id DESC";
const IS_LIVE: &str = "SELECT COUNT(*) FROM session \
     WHERE session_id = $1 AND uaid = $2 AND revoked_at IS NULL AND expires_at > $3";

#[derive(Debug, Clone, FromRow)]
pub struct Device {
    /// The session's id, which is no secret.
    pub session_id: String,
    /// When they signed in, ms.
    pub created_at: i64,
    pub expires_at: i64,
    /// When it was ended, ms.
    pub revoked_at: Option<i64>,
    /// `credentials`, `link`, `passkey` or `sso`.
    pub auth_method: String,
    /// The identity provider, by its id in the configuration.
    pub provider_id: Option<String>,
    pub user_agent: Option<String>,
    /// Whether a one-time code was given.
    pub second_factor: bool,
}

/// A stored session with all that its owner may know of it.
#[derive(Debug, Clone, FromRow)]
pub struct StoredSession {
    #[sqlx(flatten)]
    pub device: Device,
    /// What the client stored with it: a JSON object.
    pub client_data: Option<String>,
}

/// A person's live sessions, newest first, at most a hundred.
pub async fn live(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<Vec<Device>> {
    conn.all(LIVE, params![uaid, now_ms, LIMIT]).await
}

/// Every stored session of a person, ended ones too, newest first.
pub async fn every(conn: &mut Conn, uaid: &str) -> Result<Vec<StoredSession>> {
    conn.all(EVERY, params![uaid]).await
}

/// Whether a session id is that of a live session of this person.
pub async fn is_live(conn: &mut Conn, uaid: &str, session_id: &str, now_ms: i64) -> Result<bool> {
    conn.any(IS_LIVE, params![session_id, uaid, now_ms]).await
}
