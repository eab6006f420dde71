//! `POST /api/user/crew/link` and `POST /api/user/crew/{crewId}/link`: looks at a crew link, and renews one (RULES 15.7).

use axum::extract::{Path, State};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CrewView, Viewing, own_crew};
use crate::auth::CurrentUser;
use crate::auth::keys::stored_hash;
use crate::auth::sign_in;
use crate::db::people::audit;
use crate::db::random_bytes;
use crate::db::sharing::crew::{self, Link};
use crate::db::upkeep::throttle::Limit;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{CrewLinkInvalid, CrewNotFound, CrewOwnerOnly, OwnOnly, TooManyRequests};
use crate::routes::user::wire::Secret;
use crate::state::AppState;

/// Links that one account may look at or join by. Counted by account: a whole hall may share an address.
const LINKS: Limit = Limit { scope: "crew-link-account", attempts: 60, window_ms: 60 * 60_000 };

/// The text after the `#` of a crew link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrewLinkBody)]
pub(in crate::routes::user) struct LinkBody {
    #[schema(value_type = String)]
    crew_token: Secret,
}

/// The crew of a link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrewLink)]
pub(in crate::routes::user) struct LinkView {
    name: String,
    /// How many members are shown.
    members: usize,
    /// The crew's id if the caller is a member, otherwise null.
    crew_id: Option<String>,
}

/// What a crew link leads to; joining is another call.
#[utoipa::path(
    post, path = "/api/user/crew/link", tag = "user", operation_id = "lookAtCrewLink", request_body = LinkBody,
    responses(
        (status = 200, description = "The crew", body = Envelope<LinkView>),
        OwnOnly, CrewLinkInvalid, TooManyRequests,
    )
)]
pub(in crate::routes::user) async fn look(
    State(state): State<AppState>,
    Own(user): Own,
    ApiJson(body): ApiJson<LinkBody>,
) -> Result<Envelope<LinkView>, ApiError> {
    count(&state, &user).await?;
    let today = state.today()?;
    let hash = stored_hash(&body.crew_token.0);
    let read = state.db.read(async |conn| {
        let crew = crew::by_link(conn, &hash).await?.ok_or_else(link_invalid)?;
        let membership = crew::membership(conn, &crew.id, user.uaid.as_str()).await?;
        Ok::<_, ApiError>(LinkView {
            members: crew::in_view(conn, &crew.id, today).await?,
            name: crew.name,
            crew_id: membership.map(|_| crew.id),
        })
    });
    read.await.map(Envelope)
}

/// Renews the crew link: the old one opens nothing from now on.
#[utoipa::path(
    post, path = "/api/user/crew/{crewId}/link", tag = "user", operation_id = "renewCrewLink",
    params(("crewId" = String, Path, description = "The crew's id")),
    responses(
        (status = 200, description = "The crew with its new link", body = Envelope<CrewView>),
        (status = 422, description = "DATE_OF_BIRTH_REQUIRED, GUARDIAN_REQUIRED, or IDEMPOTENCY_KEY_REUSED",
            body = ErrorEnvelope),
        CrewOwnerOnly, CrewNotFound,
    )
)]
pub(in crate::routes::user) async fn renew(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    Path(crew_id): Path<String>,
) -> Result<Answer, ApiError> {
    let viewing = Viewing::now(&state).await?;
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let (uaid, now_ms) = (user.uaid.as_str(), viewing.now_ms);
        let crew = own_crew(conn, &crew_id, uaid, viewing.today).await?;
        crew::relink(conn, &crew.id, &new_link(&viewing.state, &crew.id)?, now_ms).await?;
        audit::by(conn, user.actor(), "crew.link", Some(uaid), Some(&crew.id), now_ms).await?;
        viewing.load(conn, &crew.id, uaid).await
    })
    .await
}

/// Counts a look at a link, right or wrong.
pub(super) async fn count(state: &AppState, user: &CurrentUser) -> Result<(), ApiError> {
    sign_in::throttle(state, LINKS, user.uaid.as_str()).await
}

/// A new secret of 128 bits for a crew's link.
pub(super) fn new_link(state: &AppState, crew_id: &str) -> Result<Link, ApiError> {
    let secret = URL_SAFE_NO_PAD.encode(random_bytes::<16>());
    Ok(Link {
        sealed: state.cipher.encrypt("crew", crew_id, "link_sealed", &secret)?,
        hash: stored_hash(&secret),
    })
}

/// The same answer for a link that never was, was renewed, or whose crew has ended.
pub(super) fn link_invalid() -> ApiError {
    ApiError::not_found()
        .renamed("CREW_LINK_INVALID")
        .message("This crew link does not work any more. Ask for the new one.")
        .field("crewToken")
}
