//! `POST /api/event/admin/test`: records the attempts of one or several tests, and scores them (RULES 11.5).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::attempt::Raw;
use sixfold_domain::identity::Uaid;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use utoipa::ToSchema;

use super::super::payload::{Succeeded, id, uaid};
use super::desk::{Desk, test_closed};
use super::results::{ResultBody, Results, TestAnswer, refused};
use crate::auth::require::{Require, RunTests};
use crate::db::Conn;
use crate::db::bookings::desk::DeskBooking;
use crate::db::results::protocol;
use crate::db::results::result::{self, Stored, TabletStamp, TestStatus, Written};
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{BookingNotFound, DeskOnly};
use crate::state::AppState;

/// Attempts of an onboarded athlete.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TestBody {
    #[serde(default, deserialize_with = "uaid")]
    #[schema(value_type = String, example = "10000001")]
    uaid: Option<Uaid>,
    #[serde(default, alias = "eventBookingID", alias = "EventBookingId", deserialize_with = "id")]
    #[schema(value_type = String)]
    event_booking_id: Option<String>,
    /// One result for each test; a single one need not be in a list.
    #[serde(default, alias = "Results")]
    #[schema(value_type = Vec<ResultBody>)]
    results: Results,
}

/// The stored results.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct TestsAnswer {
    uaid: String,
    /// The points of the last test sent; null when it was not taken.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// Every test sent, in that order.
    results: Vec<TestAnswer>,
}

/// Closes tests of an onboarded athlete, all of a list or none: the best attempt counts, by the protocols of the onboarding. A
/// test is closed once; for one that was unlocked, send the revision that it replaces.
#[utoipa::path(
    post, path = "/api/event/admin/test", tag = "desk", operation_id = "recordTests",
    request_body = TestBody,
    responses(
        (status = 200, description = "Stored and scored", body = Succeeded<TestsAnswer>),
        (status = 409, description = "TEST_CLOSED and BOOKING_CLOSED with `error.current`; NOT_ONBOARDED", body = ErrorEnvelope),
        (status = 422, description = "TEST_UNKNOWN, ATTEMPT_INVALID, ATTEMPT_NEGATIVE, ATTEMPT_DECIMALS, ATTEMPT_OUT_OF_RANGE, ATTEMPTS_TOO_MANY, ATTEMPTS_MISSING; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeskOnly, BookingNotFound,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<RunTests>,
    idempotency: Idempotency,
    stamp: TabletStamp,
    ApiJson(body): ApiJson<TestBody>,
) -> Result<Answer, ApiError> {
    let (uaid, booking_id) = whose(body.uaid, body.event_booking_id, "eventBookingId")?;
    let results = body.results.require_some()?;
    let act = Desk::new(&state, user, stamp)?;
    let idempotency = idempotency.about(&uaid);
    once(&state, &idempotency, async move |conn| run(conn, act, uaid, booking_id, results).await).await
}

/// Athlete and booking, both of which are required.
pub(super) fn whose(
    uaid: Option<Uaid>,
    booking_id: Option<String>,
    field: &'static str,
) -> Result<(String, String), ApiError> {
    let uaid = uaid.ok_or_else(|| ApiError::missing("uaid"))?;
    Ok((uaid.to_string(), booking_id.ok_or_else(|| ApiError::missing(field))?))
}

async fn run(
    conn: &mut Conn,
    act: Desk,
    uaid: String,
    booking_id: String,
    results: Results,
) -> Result<TestsAnswer, ApiError> {
    let booking = act.lock(conn, &uaid, &booking_id).await?;
    act.require_on_desk(conn, &booking).await?;
    let protocols = protocol::of_version(conn, booking.protocol_version).await?;
    let stored = result::find(conn, &booking.id).await?;
    let mut answers = Vec::new();
    for (field, test, body) in results.read("results")? {
        let before = stored.iter().find(|stored| stored.test == test);
        let scored = score_test(&protocols, test, body, &field)?;
        answers.push(save(conn, &act, &booking, before, &scored, body.replaces.unwrap_or(0)).await?);
    }
    let score = answers.last().and_then(|answer: &TestAnswer| answer.score);
    Ok(TestsAnswer { uaid: booking.uaid, score, results: answers })
}

struct ScoredTest {
    test: TestType,
    status: TestStatus,
    score: Option<Score>,
    attempts: Vec<Raw>,
}

/// Parses and scores a test; one that was not taken has no score, even with attempts.
fn score_test(
    protocols: &Protocols,
    test: TestType,
    body: &ResultBody,
    field: &str,
) -> Result<ScoredTest, ApiError> {
    let protocol = protocols.of(test);
    let status = body.status(field)?;
    let attempts = body.attempts(protocol, field)?;
    let score = match status {
        TestStatus::Dnt => None,
        TestStatus::Open | TestStatus::Closed => {
            Some(protocol.score(&attempts).map_err(|error| refused(error, format!("{field}.Attempts")))?)
        }
    };
    Ok(ScoredTest { test, status, score, attempts })
}

/// Stores a test, if the stored one is still the revision that the tablet knew.
async fn save(
    conn: &mut Conn,
    act: &Desk,
    booking: &DeskBooking,
    before: Option<&Stored>,
    scored: &ScoredTest,
    replaces: i64,
) -> Result<TestAnswer, ApiError> {
    let replaced = match before {
        // Open: there is no result to lose.
        Some(stored) if stored.status == TestStatus::Open && replaces == 0 => stored.revision,
        _ => replaces,
    };
    if replaced != before.map_or(0, |stored| stored.revision) {
        return Err(test_closed(before, scored.test));
    }
    let written = Written {
        booking_id: &booking.id,
        test: scored.test,
        status: scored.status,
        score: scored.score,
        attempts: &scored.attempts,
        by: act.user.uaid.as_str(),
        stamp: &act.stamp,
    };
    let Some(revision) = result::write(conn, &written, replaced, act.now_ms).await? else {
        let now = result::find(conn, &booking.id).await?;
        return Err(test_closed(now.iter().find(|stored| stored.test == scored.test), scored.test));
    };
    let detail = json!({ "test": scored.test, "status": scored.status.into_str(), "revision": revision });
    act.record(conn, "result.test", booking, detail).await?;
    Ok(TestAnswer { test: scored.test, score: scored.score, status: scored.status.into_str(), revision })
}
