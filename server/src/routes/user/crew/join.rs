//! `POST /api/user/crew/join`: joins the crew of a link.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::crew::{Sharing, may_join};
use utoipa::ToSchema;

use super::link::{count, link_invalid};
use super::{CrewView, Viewing, refused};
use crate::auth::keys::stored_hash;
use crate::db::bookings::booking;
use crate::db::people::audit;
use crate::db::sharing::crew;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{CrewLinkInvalid, OwnOnly, TooManyRequests};
use crate::routes::user::wire::Secret;
use crate::state::AppState;

/// A crew link, and what its new member shares.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JoinCrewBody)]
pub(in crate::routes::user) struct JoinBody {
    /// The text after the `#` of the link.
    #[schema(value_type = String)]
    crew_token: Secret,
    /// Whether the others see the caller's best final of a season.
    #[serde(default)]
    share_final: bool,
    /// Whether they also see the six test scores of that visit.
    #[serde(default)]
    share_corners: bool,
}

/// Joins the crew of a link.
#[utoipa::path(
    post, path = "/api/user/crew/join", tag = "user", operation_id = "joinCrew", request_body = JoinBody,
    responses(
        (status = 200, description = "The crew", body = Envelope<CrewView>),
        (status = 409, description = "ALREADY_MEMBER, or CREW_FULL", body = ErrorEnvelope),
        (status = 422, description = "CREW_LIMIT, DATE_OF_BIRTH_REQUIRED, or GUARDIAN_REQUIRED", body = ErrorEnvelope),
        OwnOnly, CrewLinkInvalid, TooManyRequests,
    )
)]
pub(in crate::routes::user) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<JoinBody>,
) -> Result<Answer, ApiError> {
    count(&state, &user).await?;
    let hash = stored_hash(&body.crew_token.0);
    let sharing = Sharing { final_score: body.share_final, corners: body.share_corners };
    let viewing = Viewing::now(&state).await?;
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let (uaid, now_ms) = (user.uaid.as_str(), viewing.now_ms);
        booking::lock_existing(conn, uaid, now_ms).await?;
        let crew = crew::lock_by_link(conn, &hash).await?.ok_or_else(link_invalid)?;
        let takes_part = crew::participation_facts(conn, uaid).await?.takes_part(viewing.today);
        let is_member = crew::membership(conn, &crew.id, uaid).await?.is_some();
        let (crews, members) = (crew::count_of_person(conn, uaid).await?, crew::size(conn, &crew.id).await?);
        may_join(takes_part, is_member, crews, members).map_err(refused)?;
        crew::join(conn, &crew.id, uaid, sharing, now_ms).await?;
        audit::by(conn, user.actor(), "crew.joined", Some(uaid), Some(&crew.id), now_ms).await?;
        viewing.load(conn, &crew.id, uaid).await
    })
    .await
}
