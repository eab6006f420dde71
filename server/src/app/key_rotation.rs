//! The secret and the database that belongs to it: the check at start, and `keys rotate`.
//!
//! A canary that was encrypted when the database was first opened says whether a secret belongs to it. A rotation reads every
//! encrypted value, decrypts it with the configured secret that encrypted it and encrypts it with the newest, in small jobs: it may be
//! cut off and begun again, and runs beside servers that know both secrets.

use crate::config::ConfigError;
use crate::db::encrypted_columns::{self, COLUMNS, EncryptedColumn, Reencryption};
use crate::db::field_encryption::{CipherError, FieldCipher};
use crate::db::store_metadata::{self, CANARY, SERVED_WITH};
use crate::db::{DbError, audit, session};
use crate::state::AppState;

/// How many values one job re-encrypts.
const BATCH: i64 = 200;
/// What the canary says.
const SONG: &str = "this secret belongs to this database";

/// Why the secret could not be checked or changed.
#[derive(Debug, thiserror::Error)]
pub enum RotationError {
    /// The secret is another database's.
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("the database: {0}")]
    Db(#[from] DbError),
    /// Nothing could be encrypted.
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

fn sing(cipher: &FieldCipher) -> Result<String, CipherError> {
    cipher.encrypt("store_fact", CANARY, "value", SONG)
}

/// Whether one of the configured secrets belongs to this database. A database that has never been opened takes the newest.
pub async fn check(state: &AppState) -> Result<(), RotationError> {
    let kept = state.db.read(|conn| Box::pin(store_metadata::find(conn, CANARY))).await?;
    let kept = match kept {
        Some(kept) => kept,
        None => first(state).await?,
    };
    let heard = state.cipher.decrypt("store_fact", CANARY, "value", &kept);
    if heard.is_ok_and(|song| song == SONG) { Ok(()) } else { Err(wrong_secret()) }
}

/// Puts the canary in, unless values are there that these secrets do not open. Gives what is kept: another node may have
/// been first.
async fn first(state: &AppState) -> Result<String, RotationError> {
    for of in COLUMNS {
        let cipher = state.cipher.clone();
        let old = state
            .db
            .read(move |conn| {
                Box::pin(async move { encrypted_columns::list_old(conn, of, &cipher, ("", ""), 1).await })
            })
            .await?;
        if old.iter().any(|value| !value.is_readable(of, &state.cipher)) {
            return Err(wrong_secret());
        }
    }
    let song = sing(&state.cipher)?;
    let kept: Option<String> = state
        .db
        .write(move |conn| {
            Box::pin(async move {
                store_metadata::put_first(conn, CANARY, &song).await?;
                store_metadata::find(conn, CANARY).await
            })
        })
        .await?;
    kept.ok_or_else(|| RotationError::Db(DbError::broken("canary")))
}

/// Ends every session when the secret is another than the last server's: their tokens were derived from it, so everybody
/// signs in again. Says whether it did.
pub async fn follow(state: &AppState) -> Result<bool, DbError> {
    let key_id = state.cipher.key_id().to_owned();
    let now_ms = state.clock.now_ms();
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
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
        })
        .await
}

/// What a rotation did to one column.
#[derive(Debug, Clone, Copy)]
pub struct Rotated {
    /// Which one.
    pub of: &'static EncryptedColumn,
    /// How many values were re-encrypted.
    pub renewed: usize,
    /// How many no configured secret opens; they were left as they are.
    pub shut: usize,
}

/// Re-encrypts every value that was encrypted with another secret than the newest, the canary last.
pub async fn rotate(state: &AppState) -> Result<Vec<Rotated>, RotationError> {
    let mut done = Vec::with_capacity(COLUMNS.len());
    for of in COLUMNS {
        done.push(rotate_column(state, of).await?);
    }
    if done.iter().all(|rotated| rotated.shut == 0) {
        let (song, now_ms) = (sing(&state.cipher)?, state.clock.now_ms());
        state
            .db
            .write(move |conn| {
                Box::pin(async move {
                    store_metadata::replace(conn, CANARY, &song).await?;
                    audit::system(conn, "keys.rotated", None, None, now_ms).await
                })
            })
            .await?;
    }
    Ok(done)
}

async fn rotate_column(state: &AppState, of: &'static EncryptedColumn) -> Result<Rotated, DbError> {
    let mut rotated = Rotated { of, renewed: 0, shut: 0 };
    let mut after = (String::new(), String::new());
    loop {
        let (cipher, from) = (state.cipher.clone(), after.clone());
        let old = state
            .db
            .read(move |conn| {
                Box::pin(async move {
                    encrypted_columns::list_old(conn, of, &cipher, (&from.0, &from.1), BATCH).await
                })
            })
            .await?;
        let Some(last) = old.last() else { return Ok(rotated) };
        after = (last.id.clone(), last.more.clone());
        let cipher = state.cipher.clone();
        let (renewed, shut) = state
            .db
            .write(move |conn| {
                Box::pin(async move {
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
            })
            .await?;
        rotated.renewed += renewed;
        rotated.shut += shut;
    }
}
