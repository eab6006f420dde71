//! Letters that could not be sent: listed in `GET /api/event/admin/today`, sent again by `POST /api/event/admin/letters/again`.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::require::{Require, UpdatePeople};
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::messages::mail::{self, UnsentLetter};
use crate::db::people::audit;
use crate::http::{Answer, ApiError, ApiJson, Envelope, Idempotency, once};
use crate::routes::refusals::{DeliveryOnly, KeyReused};
use crate::state::AppState;

const LISTED: i64 = 20;

/// Letters that could not be sent.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StuckLetters {
    /// How many there are.
    count: i64,
    /// The newest, at most 20.
    letters: Vec<StuckLetter>,
}

/// A letter that was given up, or has failed three times.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StuckLetter {
    mail_id: String,
    /// Its kind: `booking-confirmed`, `password-link` …
    kind: String,
    /// The recipient's address.
    to: String,
    /// Why the last attempt failed, in the relay's words.
    reason: String,
    /// When it was written, ISO with `Z`.
    written_at: String,
    /// When it was given up; null while it is still retried.
    failed_at: Option<String>,
    /// When it is retried; null once it is given up.
    next_at: Option<String>,
}

impl StuckLetters {
    pub(super) async fn read(conn: &mut Conn) -> Result<Self, ApiError> {
        let (count, newest) = mail::troubled(conn, LISTED).await?;
        let letters = newest.into_iter().map(StuckLetter::of).collect::<Result<_, _>>()?;
        Ok(Self { count, letters })
    }
}

impl StuckLetter {
    fn of(row: UnsentLetter) -> Result<Self, ApiError> {
        let at = |ms: i64| iso(ms).map_err(ApiError::internal);
        Ok(Self {
            next_at: if row.failed_at.is_none() { Some(at(row.next_attempt_at)?) } else { None },
            failed_at: row.failed_at.map(at).transpose()?,
            written_at: at(row.created_at)?,
            mail_id: row.mail_id,
            kind: row.kind,
            to: row.to_address,
            reason: row.last_error.unwrap_or_default(),
        })
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AgainBody {
    /// All stuck letters when absent.
    mail_id: Option<String>,
}

/// How many letters are sent again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Again)]
pub(super) struct SentAgain {
    /// Letters that are due now.
    due: u64,
}

/// Sends a stuck letter again, or all of them, at once.
#[utoipa::path(
    post, path = "/api/event/admin/letters/again", tag = "people", operation_id = "sendLettersAgain", request_body = AgainBody,
    responses(
        (status = 200, description = "Due now; 0 if it has been sent meanwhile", body = Envelope<SentAgain>),
        DeliveryOnly, KeyReused,
    )
)]
pub(super) async fn again(
    State(state): State<AppState>,
    Require { user, .. }: Require<UpdatePeople>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<AgainBody>,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency, async move |conn| {
        let due = mail::send_again(conn, body.mail_id.as_deref(), now_ms).await?;
        audit::by(conn, user.actor(), "letters.sent-again", None, body.mail_id.as_deref(), now_ms).await?;
        Ok::<_, ApiError>(SentAgain { due })
    })
    .await
}
