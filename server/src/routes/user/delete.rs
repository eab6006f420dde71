//! `POST /api/user/delete`: leave. Personal data goes, places are freed, finals stay as nameless history.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::role::Role;
use utoipa::ToSchema;

use super::password::require_password;
use super::wire::UaidAnswer;
use crate::auth::CurrentUser;
use crate::auth::sign_in::Origin;
use crate::db::{Conn, account, audit, booking, schedule, session, slot, waitlist};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::{ApiJson, Own};
use crate::mail;
use crate::state::AppState;

/// The password, once more.
#[derive(Deserialize, ToSchema)]
pub(super) struct DeleteBody {
    password: String,
}

impl std::fmt::Debug for DeleteBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DeleteBody")
    }
}

/// Deletes the caller's account. The last role-3 account cannot leave.
#[utoipa::path(
    post, path = "/api/user/delete", tag = "user", operation_id = "deleteAccount", request_body = DeleteBody,
    responses(
        (status = 200, description = "Gone", body = Envelope<UaidAnswer>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Somebody else's `uaid`, or no CSRF token", body = ErrorEnvelope),
        (status = 409, description = "LAST_DELIVERY_ADMIN", body = ErrorEnvelope),
        (status = 422, description = "PASSWORD_WRONG", body = ErrorEnvelope),
        (status = 429, description = "Too many tries", body = ErrorEnvelope),
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    user: CurrentUser,
    _: Own,
    origin: Origin,
    ApiJson(body): ApiJson<DeleteBody>,
) -> Result<Envelope<UaidAnswer>, ApiError> {
    require_password(&state, &origin, &user, body.password, "password").await?;
    let answer = UaidAnswer { uaid: user.uaid.clone() };
    let job_state = state.clone();
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let (uaid, now_ms) = (user.uaid.as_str(), job_state.clock.now_ms());
                if user.role == Role::Delivery && !account::another_delivery_admin(conn, uaid).await? {
                    return Err(ApiError::conflict(
                        "LAST_DELIVERY_ADMIN",
                        "You are the last one with this role. Hand it on before you leave.",
                    ));
                }
                give_places_back(conn, &job_state, uaid, now_ms).await?;
                session::revoke_all(conn, uaid, now_ms).await?;
                account::erase(conn, uaid, &user.email, now_ms).await?;
                audit::by(conn, user.actor(), "account.deleted", Some(uaid), None, now_ms).await?;
                Ok(())
            })
        })
        .await?;
    Ok(Envelope(answer))
}

/// Calls the open booking off, offers its place to the next in line, and leaves every line.
async fn give_places_back(
    conn: &mut Conn<'_>,
    state: &AppState,
    uaid: &str,
    now_ms: i64,
) -> Result<(), ApiError> {
    booking::lock_athlete(conn, uaid, now_ms).await?;
    account::leave_lines(conn, uaid, now_ms).await?;
    let Some(open) = booking::find_open(conn, uaid).await? else { return Ok(()) };
    booking::close(conn, &open, BookingStatus::Cancelled, None, now_ms).await?;
    let event = schedule::find_event(conn, Some(&open.event_id)).await?;
    if let (Some(key), Some(event)) = (open.held_slot(), event) {
        slot::lock_existing(conn, &key).await?;
        let house = mail::house(conn, &event, &state.config).await?;
        waitlist::pass_on(conn, &house, &key, i64::from(state.config.offer_minutes), now_ms).await?;
    }
    Ok(())
}
