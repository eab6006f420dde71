//! Whether the secret belongs to the database: the check at start, and `keys rotate`.
//!
//! A canary, encrypted when the database was first opened, shows whether a secret belongs to it. A rotation decrypts
//! every encrypted value and encrypts it with the newest secret, in small jobs: it may be interrupted and restarted,
//! and runs alongside servers that know both secrets.

use crate::auth::keys::field_cipher;
use crate::config::{Config, ConfigError};
use crate::db::DbError;
use crate::db::encryption::encrypted_columns::{self, COLUMNS, EncryptedColumn, Reencryption};
use crate::db::encryption::field_encryption::{CipherError, FieldCipher};
use crate::db::engines::store_metadata::{self, CANARY, SERVED_WITH};
use crate::db::messages::wallet;
use crate::db::people::audit;
use crate::db::sign_in::session;
use crate::state::AppState;

/// How many values are re-encrypted in one job.
const BATCH: i64 = 200;
const CANARY_TEXT: &str = "this secret belongs to this database";

#[derive(Debug, thiserror::Error)]
pub enum RotationError {
    /// The secret belongs to another database.
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("the database: {0}")]
    Db(#[from] DbError),
    #[error(transparent)]
    Cipher(#[from] CipherError),
}

fn wrong_secret() -> RotationError {
    RotationError::Config(ConfigError {
        setting: "--secret".into(),
        reason: "does not open this database: give the secret that it was filled with, or name that one in \
                 --previous-secrets"
            .to_owned(),
    })
}

fn encrypt_canary(cipher: &FieldCipher) -> Result<String, CipherError> {
    cipher.encrypt("store_fact", CANARY, "value", CANARY_TEXT)
}

fn check_canary(cipher: &FieldCipher, stored: &str) -> Result<(), RotationError> {
    let decrypted = cipher.decrypt("store_fact", CANARY, "value", stored);
    if decrypted.is_ok_and(|canary| canary == CANARY_TEXT) { Ok(()) } else { Err(wrong_secret()) }
}

/// As [`check`], for a database that is not open yet: a server that was started with the wrong secret must not have migrated its
/// schema. One without a canary is checked once it is open.
pub fn check_before_opening(config: &Config, canary: Option<&str>) -> Result<(), RotationError> {
    let cipher = field_cipher(&config.secret, &config.previous_secrets);
    canary.map_or(Ok(()), |canary| check_canary(&cipher, canary))
}

/// Checks that one of the configured secrets belongs to this database. A new database takes the newest.
pub async fn check(state: &AppState) -> Result<(), RotationError> {
    let stored = state.db.read(async |conn| store_metadata::find(conn, CANARY).await).await?;
    let stored = match stored {
        Some(stored) => stored,
        None => first(state).await?,
    };
    check_canary(&state.cipher, &stored)
}

/// Stores the canary, unless there are values that these secrets do not decrypt. Returns the stored one: another node
/// may have been first.
async fn first(state: &AppState) -> Result<String, RotationError> {
    for of in COLUMNS {
        let old = state
            .db
            .read(async |conn| encrypted_columns::list_old(conn, of, &state.cipher, ("", ""), 1).await)
            .await?;
        if old.iter().any(|value| !value.is_readable(of, &state.cipher)) {
            return Err(wrong_secret());
        }
    }
    let canary = encrypt_canary(&state.cipher)?;
    let stored: Option<String> = state
        .db
        .write(async move |conn| {
            store_metadata::put_first(conn, CANARY, &canary).await?;
            store_metadata::find(conn, CANARY).await
        })
        .await?;
    stored.ok_or_else(|| RotationError::Db(DbError::broken("canary")))
}

/// Ends every session if the secret differs from the last server's, because tokens are derived from it. Returns whether
/// it did.
pub async fn follow(state: &AppState) -> Result<bool, DbError> {
    let key_id = state.cipher.key_id().to_owned();
    let now_ms = state.clock.now_ms();
    state
        .db
        .write(async move |conn| {
            let last = store_metadata::find(conn, SERVED_WITH).await?;
            if last.as_deref() == Some(key_id.as_str()) {
                return Ok(false);
            }
            store_metadata::replace(conn, SERVED_WITH, &key_id).await?;
            if last.is_some() {
                session::revoke_everybody(conn, now_ms).await?;
            }
            Ok(last.is_some())
        })
        .await
}

/// The result of a rotation for one column.
#[derive(Debug, Clone, Copy)]
pub struct Rotated {
    pub of: &'static EncryptedColumn,
    pub renewed: usize,
    /// Values that no configured secret decrypts; they were left as they are.
    pub shut: usize,
}

/// Re-encrypts every value not encrypted with the newest secret, the canary last.
pub async fn rotate(state: &AppState) -> Result<Vec<Rotated>, RotationError> {
    let mut done = Vec::with_capacity(COLUMNS.len());
    for of in COLUMNS {
        done.push(rotate_column(state, of).await?);
    }
    if done.iter().all(|rotated| rotated.shut == 0) {
        let (canary, now_ms) = (encrypt_canary(&state.cipher)?, state.clock.now_ms());
        state
            .db
            .write(async move |conn| {
                store_metadata::replace(conn, CANARY, &canary).await?;
                audit::system(conn, "keys.rotated", None, None, now_ms).await
            })
            .await?;
    }
    Ok(done)
}

/// How long the earlier secrets are needed once everything is re-encrypted, as a sentence: a phone shows the token that its
/// ticket got from the secret of that time, until it has fetched a newer ticket.
pub async fn earlier_secrets(state: &AppState) -> Result<String, RotationError> {
    let today = state.clock.today().map_err(|error| DbError::Other(error.to_string()))?;
    let to_come = state.db.read(async |conn| wallet::to_come(conn, today).await).await?;
    Ok(match to_come {
        None => {
            "Everything opens with --secret alone: the earlier secrets are not needed any more.".to_owned()
        }
        Some((tickets, last)) => format!(
            "Everything opens with --secret alone. Keep the earlier secrets in --previous-secrets to the end of {last} all \
             the same: without them, tickets that were added to Apple Wallet before the change are not brought up to \
             date any more (tickets in Apple Wallet for visits to come: {tickets})."
        ),
    })
}

async fn rotate_column(state: &AppState, of: &'static EncryptedColumn) -> Result<Rotated, DbError> {
    let mut rotated = Rotated { of, renewed: 0, shut: 0 };
    let mut after = (String::new(), String::new());
    loop {
        let old = state
            .db
            .read(async |conn| {
                encrypted_columns::list_old(conn, of, &state.cipher, (&after.0, &after.1), BATCH).await
            })
            .await?;
        let Some(last) = old.last() else { return Ok(rotated) };
        after = (last.id.clone(), last.more.clone());
        let cipher = state.cipher.clone();
        let (renewed, shut) = state
            .db
            .write(async move |conn| {
                let (mut renewed, mut shut) = (0, 0);
                for value in &old {
                    match encrypted_columns::reencrypt(conn, of, &cipher, value).await? {
                        Reencryption::Done => renewed += 1,
                        Reencryption::Changed => {}
                        Reencryption::Undecryptable => shut += 1,
                    }
                }
                Ok::<_, DbError>((renewed, shut))
            })
            .await?;
        rotated.renewed += renewed;
        rotated.shut += shut;
    }
}
