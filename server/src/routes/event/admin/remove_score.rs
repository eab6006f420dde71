//! `POST /api/event/admin/results/remove`: removes the score of a completed booking, with a reason (RULES 4.17).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::booking::{NoScore, without_score};
use sixfold_domain::profile::text::line;
use utoipa::ToSchema;

use super::desk::no_booking;
use crate::auth::CurrentUser;
use crate::auth::require::{ManageResults, Require};
use crate::booking::event::found;
use crate::db::Conn;
use crate::db::bookings::{booking, desk};
use crate::db::messages::scheduled_letters;
use crate::db::people::audit;
use crate::db::results::history;
use crate::db::sharing::share;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::mail;
use crate::routes::refusals::{BookingNotFound, DeliveryOnly};
use crate::state::AppState;

/// The longest reason, in characters.
const REASON_MAX: usize = 200;

/// Whose score is removed, and why.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoveScoreBody {
    /// The booking, which has to be completed.
    #[serde(alias = "eventBookingID", alias = "EventBookingId")]
    event_booking_id: String,
    /// Why, in 1 to 200 characters; the athlete reads it in the letter, and the audit log keeps it until the account is deleted. No
    /// health data.
    #[serde(default)]
    reason: String,
}

/// The booking that has no score any more.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoveScoreAnswer {
    uaid: String,
    event_booking_id: String,
}

/// Removes the score of a completed booking, which ends as `dnt` for good: its final and the points of its tests. The measurements
/// stay. Boards, crews and a running reveal follow, the public cards of this result are revoked, and the athlete gets a letter
/// with the reason. A score may be removed while its final is held.
#[utoipa::path(
    post, path = "/api/event/admin/results/remove", tag = "people", operation_id = "removeScore",
    request_body = RemoveScoreBody,
    responses(
        (status = 200, description = "Removed", body = Envelope<RemoveScoreAnswer>),
        (status = 409, description = "STATUS_CONFLICT: the booking is not completed", body = ErrorEnvelope),
        (status = 422, description = "REASON_REQUIRED, TEXT_TOO_LONG, TEXT_INVALID; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeliveryOnly, BookingNotFound,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageResults>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<RemoveScoreBody>,
) -> Result<Answer, ApiError> {
    let reason = read_reason(&body.reason)?;
    let (job, now_ms) = (state.clone(), state.clock.now_ms());
    let answer = once(&state, &idempotency, async move |conn| {
        remove(conn, (job, user), body.event_booking_id, reason, now_ms).await
    })
    .await?;
    state.boards.sync_after_write(&state.db).await;
    Ok(answer)
}

/// The reason on one line, as the letter has it.
fn read_reason(text: &str) -> Result<String, ApiError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return Err(
            ApiError::rule("REASON_REQUIRED", "Say in a few words why the score is removed.").field("reason")
        );
    }
    line(&words.join(" "), REASON_MAX)
        .map_err(|error| ApiError::rule(error.code(), error.to_string()).field("reason"))
}

async fn remove(
    conn: &mut Conn,
    (state, user): (AppState, CurrentUser),
    booking_id: String,
    reason: String,
    now_ms: i64,
) -> Result<RemoveScoreAnswer, ApiError> {
    let booking = desk::find(conn, &booking_id).await?.ok_or_else(no_booking)?;
    let has_account = booking::lock_athlete(conn, &booking.uaid, now_ms).await?;
    // Read again under the lock.
    let booking = desk::find(conn, &booking_id).await?.ok_or_else(no_booking)?;
    let status = without_score(booking.status).map_err(not_completed)?;
    let score = scheduled_letters::find_final(conn, &booking.id).await?.map(|removed| removed.score);
    share::revoke_all_of(conn, &booking.uaid, &booking.id, now_ms).await?;
    history::remove_scores(conn, &booking.id, status, now_ms).await?;
    // Of a deleted account the log keeps no reason (RULES 9.8).
    let kept = has_account.then_some(&reason);
    let entry = audit::Entry::by(user.actor(), "result.removed")
        .subject(&booking.uaid)
        .object(&booking.id)
        .detail(json!({ "reason": kept, "score": score }));
    audit::insert(conn, &entry, now_ms).await?;
    let event = found(state.events.in_job(conn, Some(&booking.event_id)).await?)?;
    let whose = (booking.uaid.as_str(), booking.slot);
    mail::tell_removed(conn, &event.outbox, whose, &reason, now_ms).await?;
    Ok(RemoveScoreAnswer { uaid: booking.uaid, event_booking_id: booking.id })
}

fn not_completed(error: NoScore) -> ApiError {
    ApiError::conflict(error.code(), error.to_string()).with("status", error.status.as_str())
}
