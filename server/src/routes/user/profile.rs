//! `GET` and `PUT /api/user/profile`.

use axum::extract::State;
use sixfold_domain::profile::{ProfileInput, check_profile};

use super::view::{self, Profile};
use super::wire::{self, ProfileBody};
use crate::booking::event::found;
use crate::db::bookings::booking;
use crate::db::calendar::schedule;
use crate::db::people::account::{self, EncryptedHealth};
use crate::http::{Answer, ApiError, ApiJson, Envelope, Idempotency, Own, once};
use crate::routes::refusals::{FieldInvalid, OwnOnly};
use crate::state::AppState;

/// The caller's own profile with every event, newest entry first.
#[utoipa::path(
    get, path = "/api/user/profile", tag = "user", operation_id = "profile",
    params(("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it")),
    responses((status = 200, description = "The profile", body = Envelope<Profile>), OwnOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<Profile>, ApiError> {
    let snapshot = found(state.events.known(&state.db).await?)?;
    let profile = state.db.read(async |conn| view::own(conn, &state, &user, &snapshot.events).await).await?;
    Ok(Envelope(profile))
}

/// Changes the profile: an absent or empty field stays as it is, but `phoneNumber`, `postcode` and the handles can be emptied
/// (RULES 9.6). A different address is refused: `POST /api/user/email` changes it, with the password.
#[utoipa::path(
    put, path = "/api/user/profile", tag = "user", operation_id = "saveProfile", request_body = ProfileBody,
    responses(
        (status = 200, description = "The profile as it is now", body = Envelope<Profile>),
        OwnOnly, FieldInvalid,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<ProfileInput>,
) -> Result<Answer, ApiError> {
    let today = state.today()?;
    let update = check_profile(&body, today).into_result().map_err(wire::refuse_field)?;
    let job_state = state.clone();
    let answer = once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let state = job_state;
        wire::check_email(&update, &user.email)?;
        booking::lock_athlete(conn, user.uaid.as_str(), state.clock.now_ms()).await?;
        let health = EncryptedHealth::encrypt(&state.cipher, user.uaid.as_str(), &update)?;
        wire::check_birth(conn, &state, user.uaid.as_str(), &update, today).await?;
        wire::check_health_consent(conn, &state, user.uaid.as_str(), &update).await?;
        account::update_profile(conn, user.uaid.as_str(), &update, &health, state.clock.now_ms()).await?;
        let events = schedule::list_events(conn).await?;
        view::own(conn, &state, &user, &events).await
    })
    .await?;
    state.boards.sync_after_write(&state.db).await;
    Ok(answer)
}
