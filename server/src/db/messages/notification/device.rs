//! The devices that people are notified on.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::FromRow;

use crate::db::encryption::field_encryption::{CipherError, FieldCipher};
use crate::db::{Conn, DbError, Result, new_id, params};

pub(super) const TABLE: &str = "push_device";
pub(super) const COLUMN: &str = "subscription_sealed";
/// How many devices somebody may have (RULES 16.5).
pub const MOST: i64 = 10;

const LIST: &str = "SELECT device_id, name, created_at, last_sent_at FROM push_device WHERE uaid = $1 \
    ORDER BY created_at, device_id";
const FIND_BY_ENDPOINT: &str =
    "SELECT device_id, uaid, created_at, last_sent_at FROM push_device WHERE endpoint_hash = $1";
const RENEW: &str = "UPDATE push_device SET subscription_sealed = $2, name = $3 WHERE device_id = $1";
const INSERT: &str = "INSERT INTO push_device (device_id, uaid, endpoint_hash, subscription_sealed, name, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
/// Those beyond the newest.
const BEYOND: &str = "SELECT device_id FROM push_device WHERE uaid = $1 \
    ORDER BY created_at DESC, device_id DESC LIMIT 1000 OFFSET $2";
const IS_OWN: &str = "SELECT COUNT(*) FROM push_device WHERE device_id = $1 AND uaid = $2";
const FORGET_MESSAGES: &str = "DELETE FROM push_message WHERE device_id = $1";
const FORGET: &str = "DELETE FROM push_device WHERE device_id = $1";
const FORGET_MESSAGES_OF: &str =
    "DELETE FROM push_message WHERE device_id IN (SELECT device_id FROM push_device WHERE uaid = $1)";
const ADDED_SINCE: &str = "SELECT device_id FROM push_device WHERE uaid = $1 AND created_at >= $2";
const FORGET_OF: &str = "DELETE FROM push_device WHERE uaid = $1";
const NOTE_SENT: &str = "UPDATE push_device SET last_sent_at = $2 WHERE device_id = $1";

/// How a push service reaches a device, as its browser gave it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Subscription {
    pub endpoint: String,
    /// The device's public key, base64url.
    pub p256dh: String,
    /// The secret that it shares with us, base64url.
    pub auth: String,
}

impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Subscription")
    }
}

impl Subscription {
    fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.endpoint.as_bytes()))
    }

    fn encrypt(&self, cipher: &FieldCipher, device_id: &str) -> Result<String> {
        let plain = serde_json::to_string(self).map_err(|error| DbError::Other(error.to_string()))?;
        Ok(cipher.encrypt(TABLE, device_id, COLUMN, &plain)?)
    }

    pub(super) fn decrypt(
        cipher: &FieldCipher,
        device_id: &str,
        encrypted: &str,
    ) -> std::result::Result<Self, CipherError> {
        let plain = cipher.decrypt(TABLE, device_id, COLUMN, encrypted)?;
        serde_json::from_str(&plain).map_err(|_| CipherError::Layout)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Device {
    #[sqlx(rename = "device_id")]
    pub id: String,
    pub name: String,
    pub created_at: i64,
    pub last_sent_at: Option<i64>,
}

#[derive(FromRow)]
struct Known {
    device_id: String,
    uaid: String,
    created_at: i64,
    last_sent_at: Option<i64>,
}

/// A person's devices, oldest first.
pub async fn list(conn: &mut Conn, uaid: &str) -> Result<Vec<Device>> {
    conn.all(LIST, params![uaid]).await
}

/// Adds a device, or renews keys and name of one that the person has. One that was somebody else's is theirs alone from now on.
/// Beyond [`MOST`] the oldest is forgotten. The caller has locked the person.
pub async fn add(
    conn: &mut Conn,
    cipher: &FieldCipher,
    uaid: &str,
    (subscription, name): (&Subscription, &str),
    now_ms: i64,
) -> Result<Device> {
    let hash = subscription.hash();
    let known: Option<Known> = conn.optional(FIND_BY_ENDPOINT, params![hash]).await?;
    match known {
        Some(Known { device_id: id, uaid: owner, created_at, last_sent_at }) if owner == uaid => {
            let encrypted = subscription.encrypt(cipher, &id)?;
            conn.execute(RENEW, params![id, encrypted, name]).await?;
            return Ok(Device { id, name: name.to_owned(), created_at, last_sent_at });
        }
        Some(others) => forget(conn, &others.device_id).await?,
        None => {}
    }
    for id in conn.scalars::<String>(BEYOND, params![uaid, MOST - 1]).await? {
        forget(conn, &id).await?;
    }
    let id = new_id(now_ms);
    let encrypted = subscription.encrypt(cipher, &id)?;
    if !conn.affected_one(INSERT, params![id, uaid, hash, encrypted, name, now_ms]).await? {
        return Err(DbError::Busy("somebody else is adding the same device".to_owned()));
    }
    Ok(Device { id, name: name.to_owned(), created_at: now_ms, last_sent_at: None })
}

/// Removes one of a person's devices; false if they have no such device.
pub async fn remove(conn: &mut Conn, uaid: &str, id: &str) -> Result<bool> {
    if !conn.any(IS_OWN, params![id, uaid]).await? {
        return Ok(false);
    }
    forget(conn, id).await?;
    Ok(true)
}

/// Forgets a device with all that waits for it.
pub async fn forget(conn: &mut Conn, id: &str) -> Result<()> {
    conn.execute(FORGET_MESSAGES, params![id]).await?;
    conn.execute(FORGET, params![id]).await
}

/// Forgets the devices that a person added at or after an instant.
pub async fn forget_since(conn: &mut Conn, uaid: &str, since_ms: i64) -> Result<()> {
    for id in conn.scalars::<String>(ADDED_SINCE, params![uaid, since_ms]).await? {
        forget(conn, &id).await?;
    }
    Ok(())
}

pub async fn forget_all(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(FORGET_MESSAGES_OF, params![uaid]).await?;
    conn.execute(FORGET_OF, params![uaid]).await
}

pub(super) async fn note_sent(conn: &mut Conn, id: &str, now_ms: i64) -> Result<()> {
    conn.execute(NOTE_SENT, params![id, now_ms]).await
}
