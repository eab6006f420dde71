//! `POST /api/user/share/{shareId}/report`: anybody reports a public card (RULES 13.20).

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::sign_in::Origin;
use crate::db::sharing::share::report::Reason;
use crate::http::{ApiError, ApiJson, Envelope};
use crate::routes::refusals::{NotFound, TooManyRequests};
use crate::site;
use crate::state::AppState;

/// Why a card is reported.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes::user) struct ReportBody {
    /// `person`: it shows the caller, or their child, without their consent.
    reason: Reason,
    /// At most 500 characters.
    #[serde(default)]
    note: Option<String>,
}

/// The card that was reported.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes::user) struct ReportAnswer {
    share_id: String,
}

/// Reports a public card to staff. Nobody needs an account. A further report of the same card counts, and keeps the first note.
#[utoipa::path(
    post, path = "/api/user/share/{shareId}/report", tag = "user", operation_id = "reportShare",
    params(("shareId" = String, Path, description = "The card's id")),
    request_body = ReportBody,
    responses(
        (status = 200, description = "Reported", body = Envelope<ReportAnswer>),
        NotFound, TooManyRequests,
    )
)]
pub(in crate::routes::user) async fn post(
    State(state): State<AppState>,
    Path(share_id): Path<String>,
    origin: Origin,
    ApiJson(body): ApiJson<ReportBody>,
) -> Result<Envelope<ReportAnswer>, ApiError> {
    site::report_share(&state, &origin, &share_id, (body.reason, body.note.as_deref())).await?;
    Ok(Envelope(ReportAnswer { share_id }))
}
