//! `GET`, `POST` and `DELETE /api/user/calendar-feed`: the secret link by which a member of staff subscribes to the schedule.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::keys::{new_secret, stored_hash};
use crate::auth::require::{FindPeople, Require};
use crate::config::clock::iso;
use crate::db::calendar::calendar_feed;
use crate::db::people::audit;
use crate::http::{Answer, ApiError, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{KeyReused, Malformed, SignedIn};
use crate::state::AppState;

/// Whether there is a link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FeedState {
    /// When it was made, ISO with `Z`; null while there is none.
    created_at: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FeedLink {
    /// For a calendar program. Anybody who has it can read the calendar; it is shown only this once.
    url: String,
}

/// Whether the caller has a link; the link itself is not shown again.
#[utoipa::path(
    get, path = "/api/user/calendar-feed", tag = "user", operation_id = "calendarFeed",
    responses(
        (status = 200, description = "When it was made, if there is one", body = Envelope<FeedState>),
        (status = 403, description = "Not staff, or somebody else's `uaid`", body = ErrorEnvelope),
        Malformed, SignedIn,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Require { user, .. }: Require<FindPeople>,
    _: Own,
) -> Result<Envelope<FeedState>, ApiError> {
    let made_at = state.db.read(async |conn| calendar_feed::made_at(conn, user.uaid.as_str()).await).await?;
    let created_at = made_at.map(iso).transpose().map_err(ApiError::internal)?;
    Ok(Envelope(FeedState { created_at }))
}

/// Makes a link; the previous one stops working. A repeat makes another: the answer is a secret, which is not stored (RULES 11.4).
#[utoipa::path(
    post, path = "/api/user/calendar-feed", tag = "user", operation_id = "makeCalendarFeed",
    responses(
        (status = 200, description = "The link", body = Envelope<FeedLink>),
        (status = 403, description = "Not staff, somebody else's `uaid`, or no CSRF token", body = ErrorEnvelope),
        Malformed, SignedIn,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<FindPeople>,
    _: Own,
) -> Result<Envelope<FeedLink>, ApiError> {
    let (now_ms, secret) = (state.clock.now_ms(), new_secret());
    let public_url = state.config.public_url.trim_end_matches('/');
    let url = format!("{public_url}/api/event/calendar/{secret}.ics");
    state
        .db
        .write(async move |conn| {
            let uaid = user.uaid.as_str();
            let id = calendar_feed::renew(conn, uaid, &stored_hash(&secret), now_ms).await?;
            audit::by(conn, user.actor(), "calendar.linked", Some(uaid), Some(&id), now_ms).await?;
            Ok::<_, ApiError>(())
        })
        .await?;
    Ok(Envelope(FeedLink { url }))
}

/// Removes the link; without one, nothing changes.
#[utoipa::path(
    delete, path = "/api/user/calendar-feed", tag = "user", operation_id = "removeCalendarFeed",
    responses(
        (status = 200, description = "The link is gone", body = Envelope<FeedState>),
        (status = 403, description = "Not staff, somebody else's `uaid`, or no CSRF token", body = ErrorEnvelope),
        Malformed, SignedIn, KeyReused,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Require { user, .. }: Require<FindPeople>,
    _: Own,
    idempotency: Idempotency,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        if calendar_feed::revoke(conn, uaid, now_ms).await? {
            audit::by(conn, user.actor(), "calendar.unlinked", Some(uaid), None, now_ms).await?;
        }
        Ok::<_, ApiError>(FeedState { created_at: None })
    })
    .await
}
