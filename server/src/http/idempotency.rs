//! Idempotent writes: the first answer to an `Idempotency-Key` is stored and returned again. The key is bound to its
//! owner, method, path and body.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::upkeep::idempotency::{self, Claim, StoredAnswer};
use crate::db::{Conn, JOB_LIMIT, Job};
use crate::http::error::{ApiError, Envelope, json_response};
use crate::state::AppState;

/// A repeatable request. Extracted from the header, the session and the request.
#[derive(Debug, Clone)]
pub struct Idempotency {
    /// The client's key; without one the write is not repeatable.
    pub key: Option<String>,
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
    pub status: StatusCode,
    /// The envelope as JSON text.
    pub body: String,
    /// Whether it was stored by an earlier request.
    pub replayed: bool,
}

impl Answer {
    /// Whether this answer reports a change that was just made.
    pub fn is_new(&self) -> bool {
        self.status.is_success() && !self.replayed
    }

    /// Whether this answer is a refusal with a code.
    pub fn is_refusal(&self, code: &str) -> bool {
        let body = serde_json::from_str::<Value>(&self.body).unwrap_or_default();
        body["error"]["errorCode"] == code
    }
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

/// Refusals that name people who are neither the key's owner nor its subject: stored, the names would outlast their accounts
/// (RULES 9.8).
const WITH_NAMES: [&str; 3] = ["BOOKINGS_HIT", "CONTENT_CHANGED", "TEAM_CHANGED"];

/// Runs a job exactly once per key. A refusal with 409 or 422 rolls the job back and is stored as the answer, unless it names
/// other people; any other error leaves the key unused, so that the client may retry.
///
/// Nearly every key is new, so nothing looks it up beforehand: the job of a repeated request runs too, and is rolled back
/// because its answer cannot be stored, or because it is refused.
pub async fn once<T>(
    state: &AppState,
    idempotency: &Idempotency,
    job: impl Job<T, ApiError>,
) -> Result<Answer, ApiError>
where
    T: Serialize + Send + 'static,
{
    once_within(JOB_LIMIT, state, idempotency, job).await
}

/// As [`once`], for a job with another limit ([`crate::db::Db::write_within`]).
pub async fn once_within<T>(
    limit: Duration,
    state: &AppState,
    idempotency: &Idempotency,
    job: impl Job<T, ApiError>,
) -> Result<Answer, ApiError>
where
    T: Serialize + Send + 'static,
{
    let Some(request) = KeyedRequest::new(state, idempotency) else {
        let value = state.db.write_within(limit, job).await?;
        return fresh(&value);
    };
    let first = request.clone();
    let ran = state.db.write_within(limit, async move |conn| {
        let answer = fresh(&job.run(conn).await?)?;
        if first.store(conn, &answer).await? { Ok(answer) } else { Err(ApiError::unavailable(1)) }
    });
    let error = match ran.await {
        Ok(answer) => return Ok(answer),
        Err(error) => error,
    };
    // Nothing was stored now; the key may have an answer nevertheless. If not, a refusal is its answer from now on.
    if remembered(&error) {
        let refusal = Answer { status: error.status(), body: error.to_json(), replayed: false };
        let refuse = state.db.write(async move |conn| request.refuse(conn, refusal).await);
        let answer = refuse.await?;
        if !answer.replayed {
            state.metrics.refused(error.counted_code().0);
        }
        return Ok(answer);
    }
    let replay = state.db.read(async |conn| request.replay(conn).await);
    replay.await?.ok_or(error)
}

/// The stored answer to a repeated request, for a write that counts against a limit before its job runs.
pub async fn stored(state: &AppState, idempotency: &Idempotency) -> Result<Option<Answer>, ApiError> {
    let Some(request) = KeyedRequest::new(state, idempotency) else { return Ok(None) };
    state.db.read(async |conn| request.replay(conn).await).await
}

#[derive(Clone)]
struct KeyedRequest {
    cipher: FieldCipher,
    claim: Claim,
    key: String,
    now_ms: i64,
}

impl KeyedRequest {
    /// None without a key.
    fn new(state: &AppState, idempotency: &Idempotency) -> Option<Self> {
        Some(Self {
            cipher: state.cipher.clone(),
            claim: idempotency.claim.clone(),
            key: idempotency.key.clone()?,
            now_ms: state.clock.now_ms(),
        })
    }

    /// The stored answer; none if the key is new.
    async fn replay(&self, conn: &mut Conn) -> Result<Option<Answer>, ApiError> {
        match idempotency::find(conn, &self.cipher, &self.claim, &self.key).await? {
            None => Ok(None),
            Some(StoredAnswer::OtherRequest) => Err(ApiError::rule(
                "IDEMPOTENCY_KEY_REUSED",
                "This Idempotency-Key has been used for another request.",
            )
            .field("Idempotency-Key")),
            Some(StoredAnswer::Answer { status, body }) => {
                let status = StatusCode::from_u16(status).map_err(ApiError::internal)?;
                Ok(Some(Answer { status, body, replayed: true }))
            }
        }
    }

    /// Stores an answer; false if the key has one.
    async fn store(&self, conn: &mut Conn, answer: &Answer) -> Result<bool, ApiError> {
        let Self { cipher, claim, key, now_ms } = self;
        let stored = (answer.status.as_u16(), answer.body.as_str());
        Ok(idempotency::insert(conn, cipher, claim, key, stored, *now_ms).await?)
    }

    /// Stores a refusal, or returns the answer that the key has.
    async fn refuse(&self, conn: &mut Conn, refusal: Answer) -> Result<Answer, ApiError> {
        if self.store(conn, &refusal).await? {
            return Ok(refusal);
        }
        self.replay(conn).await?.ok_or_else(|| ApiError::unavailable(1))
    }
}

fn remembered(error: &ApiError) -> bool {
    matches!(error.status(), StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY)
        && !WITH_NAMES.contains(&error.code())
}

fn fresh<T: Serialize>(value: &T) -> Result<Answer, ApiError> {
    let body = Envelope(value).to_json().map_err(ApiError::internal)?;
    Ok(Answer { status: StatusCode::OK, body, replayed: false })
}
