//! Idempotent writes: the first answer to an `Idempotency-Key` is stored and returned again. The key is bound to its
//! owner, method, path and body.

use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::db::field_encryption::FieldCipher;
use crate::db::idempotency::{self, Claim, StoredAnswer};
use crate::db::{Conn, JobFuture, params};
use crate::http::error::{ApiError, Envelope, json_response};
use crate::state::AppState;

/// A repeatable request. Extracted from the header, the session and the request.
#[derive(Debug, Clone)]
pub struct Idempotency {
    /// The client's key; without one the write is not repeatable.
    pub key: Option<String>,
    /// What the key is bound to.
    pub claim: Claim,
}

impl Idempotency {
    /// For a write about another person: the stored answer is erased with that person's data.
    pub fn about(mut self, uaid: &str) -> Self {
        self.claim.subject = Some(uaid.to_owned());
        self
    }

    /// Binds the key to another hash than that of the body.
    pub fn with_body_hash(mut self, body_hash: String) -> Self {
        self.claim.body_hash = body_hash;
        self
    }

    /// For a write about oneself: the key belongs to that person alone, whatever their role, because the answer is
    /// personal.
    pub fn personal(mut self, uaid: &str) -> Self {
        uaid.clone_into(&mut self.claim.owner);
        self
    }
}

/// The answer to a write, new or replayed.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The HTTP status.
    pub status: StatusCode,
    /// The envelope as JSON text.
    pub body: String,
    /// Whether it was stored by an earlier request.
    pub replayed: bool,
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = json_response(self.status, self.body);
        if self.replayed {
            response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
        }
        response
    }
}

/// Runs a job exactly once per key. A refusal with 409 or 422 rolls the job back and is stored as the answer; any other
/// error releases the key too, so that the client may retry.
pub async fn once<T, F>(state: &AppState, idempotency: &Idempotency, job: F) -> Result<Answer, ApiError>
where
    F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> JobFuture<'a, T, ApiError> + Clone + Send + 'static,
    T: Serialize + Send + 'static,
{
    let Some(key) = idempotency.key.clone() else {
        let value = state.db.write(job).await?;
        return fresh(&value);
    };
    let claim = idempotency.claim.clone();
    let cipher = state.cipher.clone();
    let now_ms = state.clock.now_ms();
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                if !idempotency::claim(conn, &claim, &key, now_ms).await? {
                    return replay(conn, &cipher, &claim, &key).await;
                }
                conn.execute("SAVEPOINT effect", params![]).await?;
                let answer = match job(conn).await {
                    Ok(value) => fresh(&value)?,
                    Err(error) if remembered(error.status()) => {
                        conn.execute("ROLLBACK TO SAVEPOINT effect", params![]).await?;
                        Answer { status: error.status(), body: error.to_json(), replayed: false }
                    }
                    Err(error) => return Err(error),
                };
                conn.execute("RELEASE SAVEPOINT effect", params![]).await?;
                let status = answer.status.as_u16();
                idempotency::store(conn, &cipher, &claim.owner, &key, status, &answer.body).await?;
                Ok(answer)
            })
        })
        .await
}

fn remembered(status: StatusCode) -> bool {
    matches!(status, StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY)
}

fn fresh<T: Serialize>(value: &T) -> Result<Answer, ApiError> {
    let body = Envelope(value).to_json().map_err(ApiError::internal)?;
    Ok(Answer { status: StatusCode::OK, body, replayed: false })
}

async fn replay(
    conn: &mut Conn<'_>,
    cipher: &FieldCipher,
    claim: &Claim,
    key: &str,
) -> Result<Answer, ApiError> {
    match idempotency::find(conn, cipher, claim, key).await? {
        StoredAnswer::OtherRequest => Err(ApiError::rule(
            "IDEMPOTENCY_KEY_REUSED",
            "This Idempotency-Key has been used for another request.",
        )
        .field("Idempotency-Key")),
        StoredAnswer::UnderWay => Err(ApiError::unavailable(1)),
        StoredAnswer::Answer { status, body } => {
            let status = StatusCode::from_u16(status).map_err(ApiError::internal)?;
            Ok(Answer { status, body, replayed: true })
        }
    }
}
