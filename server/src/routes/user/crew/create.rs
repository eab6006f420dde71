//! `POST /api/user/crew`: makes a crew.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::crew::{Sharing, crew_name, may_create};
use utoipa::ToSchema;

use super::link::new_link;
use super::{CrewView, Viewing, refused};
use crate::db::bookings::booking;
use crate::db::people::audit;
use crate::db::sharing::crew::{self, Crew};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{NotFound, OwnOnly};
use crate::state::AppState;

/// A crew's name, and what its first member shares.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewCrew)]
pub(in crate::routes::user) struct CreateBody {
    /// 1 to 40 characters.
    name: String,
    /// Whether the others see the caller's best final of a season.
    #[serde(default)]
    share_final: bool,
    /// Whether they also see the six test scores of that visit.
    #[serde(default)]
    share_corners: bool,
}

/// Makes a crew, of which the caller is the owner and the first member.
#[utoipa::path(
    post, path = "/api/user/crew", tag = "user", operation_id = "createCrew", request_body = CreateBody,
    responses(
        (status = 200, description = "The crew", body = Envelope<CrewView>),
        (status = 422, description = "CREW_NAME_INVALID, CREW_LIMIT, DATE_OF_BIRTH_REQUIRED, or GUARDIAN_REQUIRED",
            body = ErrorEnvelope),
        OwnOnly, NotFound,
    )
)]
pub(in crate::routes::user) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<CreateBody>,
) -> Result<Answer, ApiError> {
    let name = crew_name(&body.name).map_err(refused)?;
    let sharing = Sharing { final_score: body.share_final, corners: body.share_corners };
    let viewing = Viewing::now(&state).await?;
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let (uaid, now_ms) = (user.uaid.as_str(), viewing.now_ms);
        booking::lock_existing(conn, uaid, now_ms).await?;
        let takes_part = crew::participation_facts(conn, uaid).await?.takes_part(viewing.today);
        may_create(takes_part, crew::count_of_person(conn, uaid).await?).map_err(refused)?;
        let made = Crew { id: crew::new_id(), name: name.clone(), owner: user.uaid.clone() };
        let link = new_link(&viewing.state, &made.id)?;
        crew::insert(conn, &made, &link, now_ms).await?;
        crew::join(conn, &made.id, uaid, sharing, now_ms).await?;
        audit::by(conn, user.actor(), "crew.created", Some(uaid), Some(&made.id), now_ms).await?;
        viewing.load(conn, &made.id, uaid).await
    })
    .await
}
