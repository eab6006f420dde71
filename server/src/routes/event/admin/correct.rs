//! `POST /api/event/admin/results/correct`: corrects results of a completed booking, with a reason. The audit log keeps the
//! former results.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::identity::{self, Uaid};
use sixfold_domain::score::{Score, final_score};
use utoipa::ToSchema;

use super::super::payload::id;
use super::correction_request;
use super::desk::{no_booking, test_closed};
use super::results::{RecordedTest, ResultBody, Results, TestAnswer, refused};
use crate::auth::CurrentUser;
use crate::auth::require::{ManageResults, Require};
use crate::booking::event::found;
use crate::db::Conn;
use crate::db::bookings::{booking, desk};
use crate::db::people::audit;
use crate::db::results::correction_request::Outcome;
use crate::db::results::result::{self, Stored, TabletStamp, TestStatus, Written};
use crate::db::results::{history, protocol};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::mail;
use crate::routes::refusals::DeliveryOnly;
use crate::state::AppState;

/// The length of a reason, in characters.
const REASON: std::ops::RangeInclusive<usize> = 3..=500;

/// What is corrected, and why.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CorrectBody {
    /// The booking, which has to be completed.
    #[serde(alias = "eventBookingID", alias = "EventBookingId")]
    event_booking_id: String,
    /// The athlete; checked against the booking if sent.
    #[serde(default, deserialize_with = "identity::optional")]
    #[schema(value_type = Option<String>)]
    uaid: Option<Uaid>,
    /// The tests to correct: all their attempts, and in `replaces` the revision that they replace.
    #[schema(value_type = Vec<ResultBody>)]
    results: Results,
    /// The desk's correction request that this settles.
    #[serde(default, deserialize_with = "id")]
    #[schema(value_type = Option<String>)]
    request_id: Option<String>,
    /// Why, in 3 to 500 characters; the audit log keeps it until the account is deleted. No health data.
    #[serde(default)]
    reason: String,
}

/// The booking with its new scores.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CorrectAnswer {
    #[schema(value_type = String)]
    uaid: String,
    /// The final score.
    #[schema(value_type = f64)]
    score: Score,
    /// The corrected tests.
    results: Vec<TestAnswer>,
}

/// Corrects results of a completed booking, scored with the protocols of its onboarding. The board follows; the athlete is
/// notified if their final changes and is not held; the audit log keeps the former results and the reason.
#[utoipa::path(
    post, path = "/api/event/admin/results/correct", tag = "people", operation_id = "correctResults",
    request_body = CorrectBody,
    responses(
        (status = 200, description = "The new scores", body = Envelope<CorrectAnswer>),
        (status = 404, description = "BOOKING_NOT_FOUND, REQUEST_NOT_FOUND", body = ErrorEnvelope),
        (status = 409, description = "TEST_CLOSED: `error.current` is the stored result; \
            STATUS_CONFLICT: the booking is not completed; REQUEST_SETTLED", body = ErrorEnvelope),
        (status = 422, description = "An invalid attempt, TEST_UNKNOWN, REASON_REQUIRED, TEXT_TOO_LONG, \
            IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeliveryOnly,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageResults>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<CorrectBody>,
) -> Result<Answer, ApiError> {
    let reason = read_reason(&body.reason)?;
    let now_ms = state.clock.now_ms();
    let job = state.clone();
    let answer =
        once(&state, &idempotency, async move |conn| correct(conn, (job, user), body, reason, now_ms).await)
            .await?;
    state.boards.sync_after_write(&state.db).await;
    Ok(answer)
}

fn read_reason(text: &str) -> Result<String, ApiError> {
    let reason = text.trim();
    let length = reason.chars().count();
    if length < *REASON.start() {
        return Err(
            ApiError::rule("REASON_REQUIRED", "Say in a few words why the result changes.").field("reason")
        );
    }
    if length > *REASON.end() {
        return Err(ApiError::rule("TEXT_TOO_LONG", "Keep the reason to 500 characters.").field("reason"));
    }
    Ok(reason.to_owned())
}

/// The final score of six tests.
fn score_of(tests: &[Stored]) -> Result<Score, ApiError> {
    let scores: Vec<Score> = tests.iter().filter_map(|stored| stored.score).collect();
    let six = <[Score; 6]>::try_from(scores);
    six.map(|six| final_score(&six)).map_err(|_| ApiError::internal("a completed booking lacks a test"))
}

async fn correct(
    conn: &mut Conn,
    (state, user): (AppState, CurrentUser),
    body: CorrectBody,
    reason: String,
    now_ms: i64,
) -> Result<CorrectAnswer, ApiError> {
    let booking = desk::find(conn, &body.event_booking_id).await?.ok_or_else(no_booking)?;
    if body.uaid.is_some_and(|uaid| uaid.as_str() != booking.uaid) {
        return Err(no_booking());
    }
    let has_account = booking::lock_athlete(conn, &booking.uaid, now_ms).await?;
    // Read again under the lock.
    let booking = desk::find(conn, &booking.id).await?.ok_or_else(no_booking)?;
    if booking.status != BookingStatus::Completed {
        let message = format!("That booking is {}; only a completed one is corrected.", booking.status);
        return Err(ApiError::conflict("STATUS_CONFLICT", message).with("status", booking.status.as_str()));
    }
    let corrections = body.results.read("results")?;
    if corrections.is_empty() {
        return Err(ApiError::missing("results"));
    }
    if let Some(request_id) = &body.request_id {
        let (about, _) =
            correction_request::settle(conn, &user, request_id, Outcome::Applied, now_ms).await?;
        if about != booking.id {
            return Err(ApiError::invalid("requestId", "That request is about another booking."));
        }
    }
    let protocols = protocol::of_version(conn, booking.protocol_version).await?;
    let before = result::find(conn, &booking.id).await?;
    let stored = |test| before.iter().find(|stored| stored.test == test);
    let (stamp, by) = (TabletStamp::default(), user.uaid.to_string());
    for (field, test, result) in &corrections {
        let protocol = protocols.of(*test);
        let attempts = result.attempts(protocol, field)?;
        let score = protocol.score(&attempts);
        let score = score.map_err(|error| refused(error, format!("{field}.Attempts")))?;
        let revision = stored(*test).map_or(0, |stored| stored.revision);
        if result.replaces.unwrap_or(0) != revision {
            return Err(test_closed(stored(*test), *test));
        }
        let written = Written {
            booking_id: &booking.id,
            test: *test,
            status: TestStatus::Closed,
            score: Some(score),
            attempts: &attempts,
            by: &by,
            stamp: &stamp,
        };
        if result::write(conn, &written, revision, now_ms).await?.is_none() {
            return Err(test_closed(stored(*test), *test));
        }
    }

    let after = result::find(conn, &booking.id).await?;
    let (was, score) = (score_of(&before)?, score_of(&after)?);
    history::rescore(conn, &booking.id, score, now_ms).await?;
    if was != score {
        let event = found(state.events.in_job(conn, Some(&booking.event_id)).await?)?;
        mail::tell_corrected(conn, &event.outbox, &booking.id, was, now_ms).await?;
    }
    let is_corrected = |stored: &&Stored| corrections.iter().any(|(_, test, _)| *test == stored.test);
    let (from, to): (Vec<RecordedTest>, Vec<RecordedTest>) = (
        before.iter().filter(is_corrected).map(RecordedTest::of).collect(),
        after.iter().filter(is_corrected).map(RecordedTest::of).collect(),
    );
    // Of a deleted account the log keeps no reason (RULES 9.8).
    let kept = has_account.then_some(&reason);
    let entry = audit::Entry::by(user.actor(), "result.corrected")
        .subject(&booking.uaid)
        .object(&booking.id)
        .detail(json!({ "reason": kept, "from": from, "to": to,
            "score": { "from": was, "to": score },
            "protocolVersion": protocols.version() }));
    audit::insert(conn, &entry, now_ms).await?;
    let results = after.iter().filter(is_corrected).map(TestAnswer::of).collect();
    Ok(CorrectAnswer { uaid: booking.uaid, score, results })
}
