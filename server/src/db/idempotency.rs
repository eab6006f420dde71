//! Writes that a client may repeat: the first answer of an `Idempotency-Key` is kept and given again (`api.md`,
//! "Conventions"). The key is bound to its owner, method, path and body. Kept answers are sealed: they may hold a token or
//! health data.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sqlx::FromRow;

use super::{Conn, DbError, JobFuture};
use crate::db::field_encryption::Vault;
use crate::http::error::{ApiError, Envelope, json_response};
use crate::on;
use crate::state::AppState;

/// Who repeats what: made by the extractor of the same name from the header, the session and the request.
#[derive(Debug, Clone)]
pub struct Idempotency {
    /// The client's key; none means that the write is not repeatable.
    pub key: Option<String>,
    /// The user's id, or `staff` for roles 2 and 3, who share a queue.
    pub owner: String,
    /// The request's method.
    pub method: String,
    /// The request's path without its query.
    pub path: String,
    /// SHA-256 of the canonical body without `token`, `iv` and signature.
    pub body_hash: String,
    /// Whom the answer speaks of, where that is somebody else than its owner.
    pub subject: Option<String>,
}

impl Idempotency {
    /// For a write about somebody else: what is kept of it goes when they go.
    pub fn about(self, uaid: &str) -> Self {
        Self { subject: Some(uaid.to_owned()), ..self }
    }

    /// For a write about oneself: the key is that person's alone, in whatever role, since the answer is too.
    pub fn personal(self, uaid: &str) -> Self {
        Self { owner: uaid.to_owned(), ..self }
    }
}

/// The answer of a write, fresh or repeated.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    /// The envelope as JSON text.
    pub body: String,
    /// Whether this is the kept answer of an earlier request.
    pub replayed: bool,
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = json_response(self.status, self.body);
        if self.replayed {
            response
                .headers_mut()
                .insert("idempotency-replayed", axum::http::HeaderValue::from_static("true"));
        }
        response
    }
}

const INSERT: &str = "INSERT INTO idempotency_key (owner, key, method, path, body_hash, created_at, subject_uaid) \
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (owner, key) DO NOTHING";
const FIND: &str =
    "SELECT method, path, body_hash, status, answer FROM idempotency_key WHERE owner = $1 AND key = $2";
const KEEP: &str = "UPDATE idempotency_key SET status = $3, answer = $4 WHERE owner = $1 AND key = $2";
const TABLE: &str = "idempotency_key";
const COLUMN: &str = "answer";
const PRUNE: &str = "DELETE FROM idempotency_key WHERE created_at < $1";

#[derive(FromRow)]
struct StoredAnswer {
    method: String,
    path: String,
    body_hash: String,
    status: Option<i64>,
    answer: Option<String>,
}

/// Runs a writing job exactly once per key. A refusal with 409 or 422 undoes the job's effect and is remembered as its
/// answer; every other error undoes the key as well, so that the client may try again.
pub async fn once<T, F>(state: &AppState, idempotency: &Idempotency, job: F) -> Result<Answer, ApiError>
where
    F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> JobFuture<'a, T, ApiError> + Clone + Send + 'static,
    T: Serialize + Send + 'static,
{
    let Some(key) = idempotency.key.clone() else {
        let value = state.db.write(job).await?;
        return fresh(&value);
    };
    let request = idempotency.clone();
    let vault = state.vault.clone();
    let now_ms = state.clock.now_ms();
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                if !claim(conn, &request, &key, now_ms).await? {
                    return replay(conn, &vault, &request, &key).await;
                }
                conn.command("SAVEPOINT effect").await?;
                let answer = match job(conn).await {
                    Ok(value) => fresh(&value)?,
                    Err(error) if remembered(error.status()) => {
                        conn.command("ROLLBACK TO SAVEPOINT effect").await?;
                        Answer { status: error.status(), body: error.to_json(), replayed: false }
                    }
                    Err(error) => return Err(error),
                };
                conn.command("RELEASE SAVEPOINT effect").await?;
                keep(conn, &vault, &request.owner, &key, &answer).await?;
                Ok(answer)
            })
        })
        .await
}

/// Forgets keys made before `before_ms`.
pub async fn prune(conn: &mut Conn<'_>, before_ms: i64) -> Result<u64, DbError> {
    Ok(on!(conn, c => sqlx::query(PRUNE).bind(before_ms).execute(&mut **c).await?.rows_affected()))
}

fn remembered(status: StatusCode) -> bool {
    matches!(status, StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY)
}

fn fresh<T: Serialize>(value: &T) -> Result<Answer, ApiError> {
    let body = Envelope(value).to_json().map_err(ApiError::internal)?;
    Ok(Answer { status: StatusCode::OK, body, replayed: false })
}

async fn claim(conn: &mut Conn<'_>, of: &Idempotency, key: &str, now_ms: i64) -> Result<bool, DbError> {
    let rows = on!(conn, c => sqlx::query(INSERT)
        .bind(&of.owner).bind(key).bind(&of.method).bind(&of.path).bind(&of.body_hash).bind(now_ms).bind(&of.subject)
        .execute(&mut **c).await?.rows_affected());
    Ok(rows == 1)
}

async fn replay(conn: &mut Conn<'_>, vault: &Vault, of: &Idempotency, key: &str) -> Result<Answer, ApiError> {
    let kept: StoredAnswer = on!(conn, c => sqlx::query_as(FIND)
        .bind(&of.owner).bind(key).fetch_one(&mut **c).await.map_err(DbError::from)?);
    if (kept.method.as_str(), kept.path.as_str(), kept.body_hash.as_str())
        != (of.method.as_str(), of.path.as_str(), of.body_hash.as_str())
    {
        return Err(ApiError::rule(
            "IDEMPOTENCY_KEY_REUSED",
            "This Idempotency-Key has been used for another request.",
        )
        .field("Idempotency-Key"));
    }
    let (Some(status), Some(sealed)) = (kept.status, kept.answer) else {
        return Err(ApiError::unavailable(1));
    };
    let body = vault.open(TABLE, &place(&of.owner, key), COLUMN, &sealed)?;
    let status = u16::try_from(status).ok().and_then(|code| StatusCode::from_u16(code).ok());
    let status = status.ok_or_else(|| ApiError::internal("a kept answer has no valid status"))?;
    Ok(Answer { status, body, replayed: true })
}

async fn keep(
    conn: &mut Conn<'_>,
    vault: &Vault,
    owner: &str,
    key: &str,
    answer: &Answer,
) -> Result<(), ApiError> {
    let sealed = vault.seal(TABLE, &place(owner, key), COLUMN, &answer.body)?;
    on!(conn, c => sqlx::query(KEEP)
        .bind(owner).bind(key).bind(i64::from(answer.status.as_u16())).bind(&sealed)
        .execute(&mut **c).await.map(drop).map_err(DbError::from)?);
    Ok(())
}

/// The row of an answer, as the vault binds it.
fn place(owner: &str, key: &str) -> String {
    format!("{owner}\u{1f}{key}")
}
