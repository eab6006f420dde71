//! `GET /api/user/admin/share-report` and `POST /api/user/admin/share-report/{shareId}`: programme delivery decides about public cards
//! that somebody reported (RULES 13.20).

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::require::{Require, UpdatePeople};
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::people::audit;
use crate::db::sharing::share;
use crate::db::sharing::share::report::{self, Reason, Row};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::mail::{self, letters};
use crate::routes::refusals::{DeliveryOnly, KeyReused, NotFound};
use crate::site;
use crate::state::AppState;

/// Reported cards.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes::user) struct ShareReports {
    /// The oldest first, at most a hundred.
    reports: Vec<ShareReport>,
}

/// A card that somebody reported.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShareReport {
    share_id: String,
    /// The full address of its page.
    url: String,
    reason: Reason,
    /// Of the first report that has one.
    note: Option<String>,
    /// How often it was reported.
    reports: i64,
    /// When it was reported first: ISO with `Z`.
    reported_at: String,
    athlete: ReportedAthlete,
    has_photo: bool,
}

/// Whose card it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReportedAthlete {
    uaid: String,
    first_name: String,
    last_name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum ShareDecision {
    /// The card stays public.
    Keep,
    /// Its page is gone, its photograph deleted, and the athlete gets a letter.
    TakeDown,
}

/// The decision.
#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::routes::user) struct DecisionBody {
    decision: ShareDecision,
    /// How many reports of the card the caller has seen; the decision is refused if there is another number by now. Absent, it is
    /// about all there are.
    #[serde(default)]
    reports: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes::user) struct DecisionAnswer {
    share_id: String,
    decision: ShareDecision,
}

/// The public cards that somebody reported and nobody has decided about.
#[utoipa::path(
    get, path = "/api/user/admin/share-report", tag = "people", operation_id = "shareReports",
    responses((status = 200, description = "The reports", body = Envelope<ShareReports>), DeliveryOnly)
)]
pub(in crate::routes::user) async fn get(
    State(state): State<AppState>,
    _: Require<UpdatePeople>,
) -> Result<Envelope<ShareReports>, ApiError> {
    let rows = state.db.read(async |conn| report::open(conn).await.map_err(ApiError::from));
    let reports = rows.await?.into_iter().map(|row| view(&state, row)).collect::<Result<_, _>>()?;
    Ok(Envelope(ShareReports { reports }))
}

fn view(state: &AppState, row: Row) -> Result<ShareReport, ApiError> {
    Ok(ShareReport {
        url: site::share_address(state, &row.share_id),
        share_id: row.share_id,
        reason: row.reason,
        note: row.note,
        reports: row.reports,
        reported_at: iso(row.reported_at).map_err(ApiError::internal)?,
        athlete: ReportedAthlete { uaid: row.uaid, first_name: row.first_name, last_name: row.last_name },
        has_photo: row.photo_id.is_some(),
    })
}

/// Decides about a reported card. Taking it down ends its page and every other card on the same photograph, whichever part of it is
/// seen, deletes the photograph, refuses it to the athlete from then on, and writes to them.
#[utoipa::path(
    post, path = "/api/user/admin/share-report/{shareId}", tag = "people", operation_id = "decideShareReport",
    params(("shareId" = String, Path, description = "The card's id")),
    request_body = DecisionBody,
    responses(
        (status = 200, description = "Decided", body = Envelope<DecisionAnswer>),
        (status = 409, description = "REPORTS_CHANGED: the card was reported again", body = ErrorEnvelope),
        DeliveryOnly, NotFound, KeyReused,
    )
)]
pub(in crate::routes::user) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<UpdatePeople>,
    idempotency: Idempotency,
    Path(share_id): Path<String>,
    ApiJson(body): ApiJson<DecisionBody>,
) -> Result<Answer, ApiError> {
    let DecisionBody { decision, reports: seen } = body;
    let (job_state, now_ms) = (state.clone(), state.clock.now_ms());
    once(&state, &idempotency, async move |conn| {
        let about = if share::is_id(&share_id) { report::about(conn, &share_id).await? } else { None };
        let (uaid, ..) = about.ok_or_else(no_report)?;
        // Sharing takes this lock too: nobody makes another card of a photograph that is being taken down.
        booking::lock_athlete(conn, &uaid, now_ms).await?;
        report::lock(conn, &share_id).await?;
        let (_, photo_id, reports) = report::about(conn, &share_id).await?.ok_or_else(no_report)?;
        if seen.is_some_and(|seen| seen != reports) {
            let message = "This card has been reported again. Look at it once more before you decide.";
            return Err(ApiError::conflict("REPORTS_CHANGED", message));
        }
        let action = match decision {
            ShareDecision::Keep => {
                report::settle(conn, &share_id).await?;
                "share.report.dismissed"
            }
            ShareDecision::TakeDown => {
                report::take_down(conn, &share_id, photo_id.as_deref(), now_ms).await?;
                notify_owner(conn, &job_state, &uaid, now_ms).await?;
                "share.taken-down"
            }
        };
        audit::by(conn, user.actor(), action, Some(&uaid), Some(&share_id), now_ms).await?;
        Ok(DecisionAnswer { share_id, decision })
    })
    .await
}

fn no_report() -> ApiError {
    ApiError::not_found().message("There is no open report of that card. Somebody may have decided already.")
}

/// The letter to the athlete, in the job that takes the card down.
async fn notify_owner(conn: &mut Conn, state: &AppState, uaid: &str, now_ms: i64) -> Result<(), ApiError> {
    let (event, to) = (state.events.in_job(conn, None).await?, mail::recipient(conn, uaid).await?);
    if let (Some(event), Some(to)) = (event, to) {
        let letter = letters::card_taken_down(&event.outbox.site_info, &to);
        event.outbox.enqueue(conn, letter, now_ms).await?;
    }
    Ok(())
}
