//! `GET /api/event/admin/profile`: an athlete, as the member of staff who asks may see them.

use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;
use sixfold_domain::identity::{self, Uaid};
use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::time::{Date, london_date_time};

use crate::auth::CurrentUser;
use crate::auth::may::{FindPeople, May};
use crate::db::{Conn, booking, desk};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::ApiQuery;
use crate::routes::user::view::{self, OthersProfile};
use crate::state::AppState;

/// Whose profile.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Whom {
    /// The athlete's number.
    uaid: Option<String>,
}

/// Somebody's profile: of today's people for role 2, of anybody for role 3, of their own team for a coach, who never sees
/// medical notes, emergency contact or kind of assistance. Each reading of these is noted in the audit log.
#[utoipa::path(
    get, path = "/api/event/admin/profile", tag = "people", operation_id = "staffProfile",
    params(
        ("uaid" = String, Query, description = "Whose profile"),
        ("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it"),
    ),
    responses(
        (status = 200, description = "The profile; scores have at most two decimals", body = Envelope<OthersProfile>),
        (status = 400, description = "No athlete number", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Not staff, or somebody who is not theirs to see", body = ErrorEnvelope),
        (status = 404, description = "Nobody has that number", body = ErrorEnvelope),
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    May { user, .. }: May<FindPeople>,
    ApiQuery(query): ApiQuery<Whom>,
) -> Result<Envelope<OthersProfile>, ApiError> {
    let uaid = identity::optional(query.uaid.map_or(Value::Null, Value::String))
        .map_err(|_| ApiError::bad_request("UAID_INVALID", "That is no athlete number.").field("uaid"))?
        .ok_or_else(|| ApiError::bad_request("UAID_REQUIRED", "Say whose profile.").field("uaid"))?;
    let today = london_date_time(state.clock.now_ms()).map_err(ApiError::internal)?.date;
    let job = state.clone();
    let profile = state
        .db
        .write(move |conn| Box::pin(async move { read(conn, &job, &user, &uaid, today).await }))
        .await?;
    Ok(Envelope(profile))
}

async fn read(
    conn: &mut Conn<'_>,
    state: &AppState,
    user: &CurrentUser,
    uaid: &Uaid,
    today: Date,
) -> Result<OthersProfile, ApiError> {
    let theirs = match user.require(Capability::FindPeople)? {
        _ if user.is(uaid) => true,
        Grant::Any => true,
        Grant::Today => desk::comes_on(conn, uaid.as_str(), today).await?,
        Grant::Team => {
            let own = booking::team_of(conn, user.uaid.as_str()).await?;
            own.is_some() && own == booking::team_of(conn, uaid.as_str()).await?
        }
        _ => false,
    };
    if !theirs {
        return Err(ApiError::forbidden());
    }
    view::load(conn, state, user, uaid.as_str()).await
}
