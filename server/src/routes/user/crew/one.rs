//! `GET`, `PUT` and `DELETE /api/user/crew/{crewId}`: one crew; its owner renames and deletes it.

use axum::extract::{Path, State};
use serde::Deserialize;
use sixfold_domain::crew::{crew_name, may_manage};
use utoipa::ToSchema;

use super::{CrewView, LeftView, Viewing, locked, no_crew, own_crew, refused};
use crate::db::people::audit;
use crate::db::sharing::crew;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{CrewNotFound, CrewOwnerOnly, KeyReused, Malformed, SignedIn};
use crate::state::AppState;

/// A crew's new name.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CrewNameBody)]
pub(in crate::routes::user) struct NameBody {
    /// 1 to 40 characters.
    name: String,
}

/// A crew of the caller's, with its link and the caller's own final of the season shown today.
#[utoipa::path(
    get, path = "/api/user/crew/{crewId}", tag = "user", operation_id = "crew",
    params(("crewId" = String, Path, description = "The crew's id")),
    responses(
        (status = 200, description = "The crew", body = Envelope<CrewView>),
        (status = 403, description = "Somebody else's `uaid`", body = ErrorEnvelope),
        (status = 422, description = "DATE_OF_BIRTH_REQUIRED, or GUARDIAN_REQUIRED", body = ErrorEnvelope),
        Malformed, SignedIn, CrewNotFound,
    )
)]
pub(in crate::routes::user) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
    Path(crew_id): Path<String>,
) -> Result<Envelope<CrewView>, ApiError> {
    let viewing = Viewing::now(&state).await?;
    let read = state.db.read(async |conn| viewing.load(conn, &crew_id, user.uaid.as_str()).await);
    read.await.map(Envelope)
}

/// Renames a crew of which the caller is the owner.
#[utoipa::path(
    put, path = "/api/user/crew/{crewId}", tag = "user", operation_id = "renameCrew", request_body = NameBody,
    params(("crewId" = String, Path, description = "The crew's id")),
    responses(
        (status = 200, description = "The crew", body = Envelope<CrewView>),
        (status = 422, description = "CREW_NAME_INVALID, DATE_OF_BIRTH_REQUIRED, or GUARDIAN_REQUIRED",
            body = ErrorEnvelope),
        CrewOwnerOnly, CrewNotFound,
    )
)]
pub(in crate::routes::user) async fn put(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    Path(crew_id): Path<String>,
    ApiJson(body): ApiJson<NameBody>,
) -> Result<Answer, ApiError> {
    let name = crew_name(&body.name).map_err(refused)?;
    let viewing = Viewing::now(&state).await?;
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let (uaid, now_ms) = (user.uaid.as_str(), viewing.now_ms);
        let crew = own_crew(conn, &crew_id, uaid, viewing.today).await?;
        crew::rename(conn, &crew.id, &name, now_ms).await?;
        audit::by(conn, user.actor(), "crew.renamed", Some(uaid), Some(&crew.id), now_ms).await?;
        viewing.load(conn, &crew.id, uaid).await
    })
    .await
}

/// Deletes a crew of which the caller is the owner, with all its memberships.
#[utoipa::path(
    delete, path = "/api/user/crew/{crewId}", tag = "user", operation_id = "deleteCrew",
    params(("crewId" = String, Path, description = "The crew's id")),
    responses(
        (status = 200, description = "Deleted", body = Envelope<LeftView>),
        CrewOwnerOnly, CrewNotFound, KeyReused,
    )
)]
pub(in crate::routes::user) async fn delete(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    Path(crew_id): Path<String>,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    let answer = once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        let crew = locked(conn, &crew_id).await?;
        crew::membership(conn, &crew.id, uaid).await?.ok_or_else(no_crew)?;
        may_manage(&crew.owner, &user.uaid).map_err(refused)?;
        crew::delete(conn, &crew.id).await?;
        audit::by(conn, user.actor(), "crew.deleted", Some(uaid), Some(&crew.id), now_ms).await?;
        Ok::<_, ApiError>(LeftView { crew_id })
    })
    .await?;
    state.crews.send_now(&state).await;
    Ok(answer)
}
