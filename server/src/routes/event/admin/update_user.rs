//! `POST /api/event/admin/user/update`: an edit of somebody's profile that notices what others changed meanwhile.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use sixfold_domain::identity::{self, Uaid};
use sixfold_domain::profile::{ProfileInput, ProfileUpdate, check_profile};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::profile::{self, StaffProfile};
use crate::auth::CurrentUser;
use crate::auth::may::{May, UpdatePeople};
use crate::db::{Answer, Conn, DbError, Idempotency, account, booking, health, once};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::ApiJson;
use crate::routes::user::admin;
use crate::routes::user::wire::{self, ProfileBody};
use crate::state::AppState;

/// Whose profile, and which state of it was edited.
#[derive(Debug, Deserialize)]
pub(super) struct Edited {
    #[serde(default, deserialize_with = "identity::optional")]
    uaid: Option<Uaid>,
    rev: i64,
}

/// An edited profile, for the OpenAPI document.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the wire")]
pub(super) struct UpdateBody {
    /// Whose profile it is.
    uaid: String,
    /// The revision that was edited.
    rev: i64,
    #[schema(inline)]
    #[serde(flatten)]
    profile: ProfileBody,
}

/// Changes a profile under the rules of `user/profile/admin`, if nobody has changed it since it was read: else 409
/// `PROFILE_CHANGED` with `error.current`, as it is now, and `error.yours`, what was sent.
#[utoipa::path(
    post, path = "/api/event/admin/user/update", tag = "people", operation_id = "updatePerson",
    request_body = UpdateBody,
    responses(
        (status = 200, description = "The profile as it is now", body = Envelope<StaffProfile>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Not role 3, or no CSRF token", body = ErrorEnvelope),
        (status = 404, description = "No such person", body = ErrorEnvelope),
        (status = 409, description = "PROFILE_CHANGED: `error.current` and `error.yours`", body = ErrorEnvelope),
        (status = 413, description = "Too large", body = ErrorEnvelope),
        (status = 415, description = "No JSON", body = ErrorEnvelope),
        (status = 422, description = "A field does not pass", body = ErrorEnvelope),
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    May { user, .. }: May<UpdatePeople>,
    idempotency: Idempotency,
    ApiJson(edited): ApiJson<Edited>,
    ApiJson(body): ApiJson<ProfileInput>,
) -> Result<Answer, ApiError> {
    let uaid =
        edited.uaid.ok_or_else(|| ApiError::bad_request("FIELD_MISSING", "uaid is needed.").field("uaid"))?;
    let today = wire::today(&state)?;
    let update = check_profile(&body, today).into_result().map_err(wire::refuse_field)?;
    let idempotency = idempotency.about(uaid.as_str());
    let (job_state, actor, subject) = (state.clone(), user.clone(), uaid.clone());
    let answer = once(&state, &idempotency, move |conn| {
        Box::pin(async move { edit(conn, &job_state, &actor, &subject, edited.rev, &update, today).await })
    })
    .await?;
    state.boards.keep_up(&state.db).await;
    // A refusal shows the profile too, and undoes what its job wrote down.
    if answer.replayed || answer.status == StatusCode::CONFLICT {
        let now_ms = state.clock.now_ms();
        let read: Result<(), DbError> = state
            .db
            .write(move |conn| {
                Box::pin(async move { health::note_reading(conn, user.reads(), uaid.as_str(), now_ms).await })
            })
            .await;
        read?;
    }
    Ok(answer)
}

async fn edit(
    conn: &mut Conn<'_>,
    state: &AppState,
    actor: &CurrentUser,
    uaid: &Uaid,
    rev: i64,
    update: &ProfileUpdate,
    today: Date,
) -> Result<StaffProfile, ApiError> {
    // Locked before it is looked at, so that of two edits one sees the other.
    booking::lock_athlete(conn, uaid.as_str(), state.clock.now_ms()).await?;
    let stored = account::rev(conn, uaid.as_str()).await?;
    if stored.is_some_and(|stored| stored != rev) {
        let current = profile::load(conn, state, actor, uaid).await?;
        return Err(ApiError::conflict(
            "PROFILE_CHANGED",
            "Somebody has changed this profile since you opened it. Compare the two and save again.",
        )
        .with("current", current)
        .with("yours", json!(update)));
    }
    admin::change(conn, state, actor, uaid, update, today).await?;
    profile::load(conn, state, actor, uaid).await
}
