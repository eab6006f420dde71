//! `POST /api/event/admin/results/correct`: another result for a completed booking, with a reason. What it was before stays in
//! the audit log.

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
use super::results::{Current, ResultBody, Results, TestAnswer, refused};
use crate::auth::CurrentUser;
use crate::auth::require::{ManageResults, Require};
use crate::db::correction_request::Outcome;
use crate::db::result::{self, Mark, Stored, TestStatus, Written};
use crate::db::{Conn, audit, booking, desk, history, protocol};
use crate::http::error::{ApiError, Envelope, ErrorEnvelope};
use crate::http::extract::ApiJson;
use crate::http::idempotency::{Answer, Idempotency, once};
use crate::routes::refusals::DeliveryOnly;
use crate::state::AppState;

/// The shortest and the longest reason, in characters.
const REASON: std::ops::RangeInclusive<usize> = 3..=500;

/// What is corrected, and why.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CorrectBody {
    /// The booking; it has to be completed.
    #[serde(alias = "eventBookingID", alias = "EventBookingId")]
    event_booking_id: String,
    /// Whose it is; checked when it is sent.
    #[serde(default, deserialize_with = "identity::optional")]
    #[schema(value_type = Option<String>)]
    uaid: Option<Uaid>,
    /// The tests that change: all their attempts, and in `replaces` the revision that they take the place of.
    #[schema(value_type = Vec<ResultBody>)]
    results: Results,
    /// The request of a desk that is settled by this.
    #[serde(default, deserialize_with = "id")]
    #[schema(value_type = Option<String>)]
    request_id: Option<String>,
    /// Why, in 3 to 500 characters; it stays in the audit log. No health data.
    #[serde(default)]
    reason: String,
}

/// The booking as it is scored now.
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

/// Corrects results of a completed booking, scored by the protocols that it was onboarded by. The board follows; what was
/// there before and the reason are kept in the audit log.
#[utoipa::path(
    post, path = "/api/event/admin/results/correct", tag = "people", operation_id = "correctResults",
    request_body = CorrectBody,
    responses(
        (status = 200, description = "The new scores", body = Envelope<CorrectAnswer>),
        (status = 404, description = "BOOKING_NOT_FOUND, REQUEST_NOT_FOUND", body = ErrorEnvelope),
        (status = 409, description = "TEST_CLOSED: `error.current` is what stands there by now; \
            STATUS_CONFLICT: the booking is not completed; REQUEST_SETTLED", body = ErrorEnvelope),
        (status = 422, description = "An attempt that does not fit, TEST_UNKNOWN, REASON_REQUIRED, TEXT_TOO_LONG, \
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
    let answer =
        once(&state, &idempotency, move |conn| Box::pin(correct(conn, user, body, reason, now_ms))).await?;
    state.boards.keep_up(&state.db).await;
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
        return Err(ApiError::rule("TEXT_TOO_LONG", "A reason has at most 500 characters.").field("reason"));
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
    conn: &mut Conn<'_>,
    user: CurrentUser,
    body: CorrectBody,
    reason: String,
    now_ms: i64,
) -> Result<CorrectAnswer, ApiError> {
    let found = desk::find(conn, &body.event_booking_id).await?.ok_or_else(no_booking)?;
    if body.uaid.is_some_and(|uaid| uaid.as_str() != found.uaid) {
        return Err(no_booking());
    }
    booking::lock_athlete(conn, &found.uaid, now_ms).await?;
    // As it stands now that nobody else changes it.
    let found = desk::find(conn, &found.id).await?.ok_or_else(no_booking)?;
    if found.status != BookingStatus::Completed {
        let message = format!("That booking is {}; only a completed one is corrected.", found.status);
        return Err(ApiError::conflict("STATUS_CONFLICT", message).with("status", found.status.as_str()));
    }
    let given = body.results.read("results")?;
    if given.is_empty() {
        return Err(ApiError::bad_request("FIELD_MISSING", "results is needed.").field("results"));
    }
    if let Some(request_id) = &body.request_id {
        let (about, _) =
            correction_request::settle(conn, &user, request_id, Outcome::Applied, now_ms).await?;
        if about != found.id {
            let message = "That request is about another booking.";
            return Err(ApiError::bad_request("FIELD_INVALID", message).field("requestId"));
        }
    }
    let protocols = protocol::of_version(conn, found.protocol_version).await?;
    let before = result::find(conn, &found.id).await?;
    let stored = |test| before.iter().find(|stored| stored.test == test);
    let (mark, by) = (Mark::default(), user.uaid.to_string());
    for (field, test, result) in &given {
        let protocol = protocols.of(*test);
        let attempts = result.attempts(protocol, field)?;
        let score = protocol.score(&attempts);
        let score = score.map_err(|error| refused(error, format!("{field}.Attempts")))?;
        let revision = stored(*test).map_or(0, |stored| stored.revision);
        if result.replaces.unwrap_or(0) != revision {
            return Err(test_closed(stored(*test), *test));
        }
        let written = Written {
            booking_id: &found.id,
            test: *test,
            status: TestStatus::Closed,
            score: Some(score),
            attempts: &attempts,
            by: &by,
            mark: &mark,
        };
        if result::write(conn, &written, revision, now_ms).await?.is_none() {
            return Err(test_closed(stored(*test), *test));
        }
    }

    let after = result::find(conn, &found.id).await?;
    let (was, score) = (score_of(&before)?, score_of(&after)?);
    history::rescore(conn, &found.id, score, now_ms).await?;
    let is_given = |stored: &&Stored| given.iter().any(|(_, test, _)| *test == stored.test);
    let (from, to): (Vec<Current>, Vec<Current>) = (
        before.iter().filter(is_given).map(Current::of).collect(),
        after.iter().filter(is_given).map(Current::of).collect(),
    );
    let entry = audit::Entry {
        actor: Some(&by),
        actor_role: Some(user.role_number()),
        action: "result.corrected",
        subject: Some(&found.uaid),
        object: Some(&found.id),
        detail: json!({ "reason": reason, "from": from, "to": to,
            "score": { "from": was, "to": score },
            "protocolVersion": protocols.version() }),
    };
    audit::insert(conn, &entry, now_ms).await?;
    let results = after.iter().filter(is_given).map(TestAnswer::of).collect();
    Ok(CorrectAnswer { uaid: found.uaid, score, results })
}
