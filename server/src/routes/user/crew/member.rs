//! `DELETE /api/user/crew/{crewId}/member/{memberId}`: the owner removes a member.

use axum::extract::{Path, State};
use sixfold_domain::crew::may_remove;

use super::link::new_link;
use super::{CrewView, Viewing, own_crew, refused};
use crate::db::people::audit;
use crate::db::sharing::crew;
use crate::http::{Answer, ApiError, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::CrewOwnerOnly;
use crate::state::AppState;

/// Removes a member, and renews the link, so that they come back only by a new one. They see nothing from now on.
#[utoipa::path(
    delete, path = "/api/user/crew/{crewId}/member/{memberId}", tag = "user", operation_id = "removeCrewMember",
    params(
        ("crewId" = String, Path, description = "The crew's id"),
        ("memberId" = String, Path, description = "The member's id on the crew's board"),
    ),
    responses(
        (status = 200, description = "The crew with its new link", body = Envelope<CrewView>),
        (status = 404, description = "CREW_NOT_FOUND, or MEMBER_NOT_FOUND", body = ErrorEnvelope),
        (status = 422, description = "CREW_REMOVE_SELF, DATE_OF_BIRTH_REQUIRED, GUARDIAN_REQUIRED, or IDEMPOTENCY_KEY_REUSED",
            body = ErrorEnvelope),
        CrewOwnerOnly,
    )
)]
pub(in crate::routes::user) async fn delete(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    Path((crew_id, member_id)): Path<(String, String)>,
) -> Result<Answer, ApiError> {
    let viewing = Viewing::now(&state).await?;
    let answer = once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let (uaid, today, now_ms) = (user.uaid.as_str(), viewing.today, viewing.now_ms);
        let crew = own_crew(conn, &crew_id, uaid, today).await?;
        let whom =
            if crew::is_id(&member_id) { crew::member(conn, &crew.id, &member_id).await? } else { None };
        let whom = whom.ok_or_else(no_member)?;
        may_remove(&crew.owner, &user.uaid, &whom).map_err(refused)?;
        crew::leave(conn, &crew, whom.as_str(), today, now_ms).await?;
        crew::relink(conn, &crew.id, &new_link(&viewing.state, &crew.id)?, now_ms).await?;
        audit::by(conn, user.actor(), "crew.removed", Some(whom.as_str()), Some(&crew.id), now_ms).await?;
        viewing.load(conn, &crew.id, uaid).await
    })
    .await?;
    state.crews.send_now(&state).await;
    Ok(answer)
}

fn no_member() -> ApiError {
    ApiError::not_found().renamed("MEMBER_NOT_FOUND").message("There is no such member in this crew.")
}
