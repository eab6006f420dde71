//! `POST /api/event/admin/final`: ends the visit, with or without a final score.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::Capability;
use sixfold_domain::score::{Score, final_score};
use sixfold_domain::test_type::TestType;
use utoipa::ToSchema;

use super::super::details;
use super::super::payload::{Succeeded, id, uaid};
use super::desk::{Desk, closed_with_results, no_booking};
use super::results::{RecordedTest, ResultBody, Results};
use super::test;
use crate::auth::require::{Require, RunTests};
use crate::booking::event::found;
use crate::booking::missed;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::bookings::desk::{self, DeskBooking, Finish};
use crate::db::results::protocol;
use crate::db::results::result::{self, Stored, TabletStamp, TestStatus};
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::mail;
use crate::mail::letters::{Change, FinalVisibility};
use crate::routes::refusals::{BookingNotFound, DeskOnly};
use crate::state::AppState;

/// The end of a visit (RULES 7.6).
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub(super) struct FinalBody {
    #[serde(default, rename = "uaid", deserialize_with = "uaid")]
    #[schema(value_type = String, example = "10000001")]
    uaid: Option<Uaid>,
    #[serde(default, alias = "eventBookingId", alias = "eventBookingID", deserialize_with = "id")]
    #[schema(value_type = String)]
    event_booking_id: Option<String>,
    /// Notes of staff, which the athlete can read.
    #[serde(default, alias = "notes")]
    notes: Option<String>,
    /// `completed`, or `dnt` for a visit without a final score.
    #[serde(default, alias = "status", deserialize_with = "id")]
    #[schema(example = "completed")]
    status: Option<String>,
    /// The results that the tablet shows; they have to match the stored ones. When left out, the stored ones count.
    #[serde(default, alias = "results")]
    #[schema(value_type = Vec<ResultBody>)]
    results: Results,
    /// Holds the final, off every board, until it is revealed.
    #[serde(default, rename = "holdReveal")]
    hold_reveal: Option<bool>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct FinalAnswer {
    uaid: String,
    /// The final score, 0.00 to 100.00; null for a visit that ends without one.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
}

/// The request, parsed and checked.
#[derive(Debug, Clone)]
struct FinalCommand {
    uaid: String,
    booking_id: String,
    notes: Option<String>,
    completed: bool,
    results: Results,
    hold: bool,
}

/// Ends a visit. `completed` needs all six tests: their mean is the final score, and the athlete is notified by e-mail, with
/// `holdReveal` once it has been revealed. A test that was not taken, or `dnt`, ends it without a score, and they are notified of
/// that. The results that the tablet shows have to match the stored ones.
#[utoipa::path(
    post, path = "/api/event/admin/final", tag = "desk", operation_id = "recordFinal",
    request_body = FinalBody,
    responses(
        (status = 200, description = "The visit has ended", body = Succeeded<FinalAnswer>),
        (status = 409, description = "RESULTS_DIFFER and BOOKING_CLOSED with `error.current`; NOT_ONBOARDED", body = ErrorEnvelope),
        (status = 422, description = "TESTS_OPEN with `error.tests`; TEST_UNKNOWN and the codes of attempts; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeskOnly, BookingNotFound,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<RunTests>,
    idempotency: Idempotency,
    stamp: TabletStamp,
    ApiJson(body): ApiJson<FinalBody>,
) -> Result<Answer, ApiError> {
    let (uaid, booking_id) = test::whose(body.uaid, body.event_booking_id, "EventBookingId")?;
    let completed = match body.status.as_deref() {
        None | Some("completed") => true,
        Some("dnt") => false,
        Some(_) => {
            let message = "A visit ends as completed or dnt.";
            return Err(ApiError::bad_request("STATUS_UNKNOWN", message).field("Status"));
        }
    };
    let hold = body.hold_reveal.unwrap_or(false);
    if hold {
        user.require(Capability::Reveal)?;
    }
    let notes = details::text(body.notes, "Notes")?;
    let idempotency = idempotency.about(&uaid);
    let command = FinalCommand { uaid, booking_id, notes, completed, results: body.results, hold };
    let act = Desk::new(&state, user, stamp)?;
    let answer = once(&state, &idempotency, async move |conn| run(conn, act, command).await).await?;
    state.boards.sync_after_write(&state.db).await;
    Ok(answer)
}

async fn run(conn: &mut Conn, act: Desk, command: FinalCommand) -> Result<FinalAnswer, ApiError> {
    let booking = act.lock(conn, &command.uaid, &command.booking_id).await?;
    act.require_on_desk(conn, &booking).await?;
    if booking.finished_at.is_some() && !command.completed {
        return Err(closed_with_results(conn, &booking).await?);
    }
    let stored = result::find(conn, &booking.id).await?;
    require_same(conn, &booking, &stored, &command.results).await?;
    let score = if command.completed { score(&stored)? } else { None };
    // With a test that was not taken, a visit ends without a score, even if `completed` was requested.
    let status = if score.is_some() { BookingStatus::Completed } else { BookingStatus::Dnt };
    if booking.finished_at.is_some() && score.is_none() {
        return Err(closed_with_results(conn, &booking).await?);
    }
    if booking.status != status {
        status.reached_from(Some(booking.status))?;
    }
    let held = command.hold && score.is_some();
    let end = Finish { status, score, notes: command.notes.as_deref(), held };
    if !desk::finish(conn, &booking, &end, act.now_ms).await? {
        return Err(ApiError::internal("a locked booking was changed meanwhile"));
    }
    act.record(conn, "result.final", &booking, json!({ "status": status.as_str(), "held": held })).await?;
    tell(conn, &act, &booking, &end).await?;
    Ok(FinalAnswer { uaid: booking.uaid, score })
}

/// Puts the letter about the end of a visit into the outbox.
async fn tell(conn: &mut Conn, act: &Desk, before: &DeskBooking, end: &Finish<'_>) -> Result<(), ApiError> {
    if end.held {
        // A held final is announced once it is revealed.
        return Ok(());
    }
    if end.score.is_some() {
        let event = found(act.state.events.in_job(conn, Some(&before.event_id)).await?)?;
        mail::tell_final(conn, &event.outbox, &before.id, FinalVisibility::AtOnce, act.now_ms).await?;
    } else if before.status != end.status {
        let closed = booking::find(conn, &before.id).await?.ok_or_else(no_booking)?;
        missed::tell(conn, &closed, Change::Missed, &act.state, act.now_ms).await?;
    }
    Ok(())
}

/// The final score of six closed tests; none if one was not taken.
fn score(stored: &[Stored]) -> Result<Option<Score>, ApiError> {
    let of = |test: TestType| stored.iter().find(|stored| stored.test == test);
    let open: Vec<&str> = TestType::ALL
        .into_iter()
        .filter(|test| of(*test).is_none_or(|stored| stored.status == TestStatus::Open))
        .map(TestType::as_str)
        .collect();
    if !open.is_empty() {
        let message = format!("Still open: {}.", open.join(", "));
        return Err(ApiError::rule("TESTS_OPEN", message).field("Results").with("tests", open));
    }
    let mut scores = [Score::default(); 6];
    for test in TestType::ALL {
        let Some(points) = of(test).and_then(|stored| stored.score) else { return Ok(None) };
        scores[test.index()] = points;
    }
    Ok(Some(final_score(&scores)))
}

/// Refuses if the tablet's results differ from the stored ones; a closed test that it does not show also counts as different.
async fn require_same(
    conn: &mut Conn,
    booking: &DeskBooking,
    stored: &[Stored],
    on_tablet: &Results,
) -> Result<(), ApiError> {
    if on_tablet.is_empty() {
        return Ok(());
    }
    let protocols = protocol::of_version(conn, booking.protocol_version).await?;
    let mut same = true;
    let on_tablet = on_tablet.read("Results")?;
    for (field, test, body) in &on_tablet {
        let attempts = body.attempts(protocols.of(*test), field)?;
        same &= body.agrees(&attempts, stored.iter().find(|stored| stored.test == *test));
    }
    same &= stored
        .iter()
        .filter(|stored| stored.status == TestStatus::Closed)
        .all(|stored| on_tablet.iter().any(|(_, test, _)| *test == stored.test));
    if same {
        return Ok(());
    }
    let current: Vec<RecordedTest> = stored.iter().map(RecordedTest::of).collect();
    let message = "Someone else has recorded other results meanwhile. Look at both, then finish again.";
    Err(ApiError::conflict("RESULTS_DIFFER", message).field("Results").with("current", current))
}
