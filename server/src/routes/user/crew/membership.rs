//! `PUT` and `DELETE /api/user/crew/{crewId}/membership`: what the caller shares with a crew, and leaving it.

use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{CrewView, LeftView, Viewing, locked, member_of, no_crew};
use crate::db::bookings::booking;
use crate::db::people::audit;
use crate::db::sharing::crew;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{CrewNotFound, KeyReused, OwnOnly};
use crate::state::AppState;

/// What the caller shares; a choice that is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrewSharingBody)]
pub(in crate::routes::user) struct SharingBody {
    /// Whether the others see the caller's best final of a season.
    share_final: Option<bool>,
    /// Whether they also see the six test scores of that visit.
    share_corners: Option<bool>,
}

/// Chooses what the others in a crew see of the caller's results.
#[utoipa::path(
    put, path = "/api/user/crew/{crewId}/membership", tag = "user", operation_id = "saveCrewSharing",
    request_body = SharingBody, params(("crewId" = String, Path, description = "The crew's id")),
    responses(
        (status = 200, description = "The crew", body = Envelope<CrewView>),
        (status = 422, description = "DATE_OF_BIRTH_REQUIRED, GUARDIAN_REQUIRED, or IDEMPOTENCY_KEY_REUSED",
            body = ErrorEnvelope),
        OwnOnly, CrewNotFound,
    )
)]
pub(in crate::routes::user) async fn put(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    Path(crew_id): Path<String>,
    ApiJson(body): ApiJson<SharingBody>,
) -> Result<Answer, ApiError> {
    let viewing = Viewing::now(&state).await?;
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let (uaid, now_ms) = (user.uaid.as_str(), viewing.now_ms);
        let crew = locked(conn, &crew_id).await?;
        member_of(conn, &crew.id, uaid, viewing.today).await?;
        crew::share(conn, &crew.id, uaid, (body.share_final, body.share_corners), now_ms).await?;
        audit::by(conn, user.actor(), "crew.sharing", Some(uaid), Some(&crew.id), now_ms).await?;
        viewing.load(conn, &crew.id, uaid).await
    })
    .await
}

/// Leaves a crew. The caller sees nothing of it from now on. An owner's crew goes to the member of longest standing; without members
/// it ends.
#[utoipa::path(
    delete, path = "/api/user/crew/{crewId}/membership", tag = "user", operation_id = "leaveCrew",
    params(("crewId" = String, Path, description = "The crew's id")),
    responses(
        (status = 200, description = "Left", body = Envelope<LeftView>),
        OwnOnly, CrewNotFound, KeyReused,
    )
)]
pub(in crate::routes::user) async fn delete(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    Path(crew_id): Path<String>,
) -> Result<Answer, ApiError> {
    let (today, now_ms) = (state.today()?, state.clock.now_ms());
    let answer = once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        booking::lock_athlete(conn, uaid, now_ms).await?;
        let crew = locked(conn, &crew_id).await?;
        crew::membership(conn, &crew.id, uaid).await?.ok_or_else(no_crew)?;
        crew::leave(conn, &crew, uaid, today, now_ms).await?;
        audit::by(conn, user.actor(), "crew.left", Some(uaid), Some(&crew.id), now_ms).await?;
        Ok::<_, ApiError>(LeftView { crew_id })
    })
    .await?;
    state.crews.send_now(&state).await;
    Ok(answer)
}
