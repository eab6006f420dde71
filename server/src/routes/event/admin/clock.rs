//! `POST /api/event/admin/clock`: confirms that the clock is right although it has jumped.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::auth::require::{ManageSchedule, Require};
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::upkeep::clock_guard::{self, ClockGuard};
use crate::http::{Answer, ApiError, Envelope, Idempotency, once};
use crate::routes::refusals::{DeliveryOnly, KeyReused, Malformed};
use crate::state::AppState;

/// Why the server's clock is not trusted.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClockWarning {
    /// `ahead` or `behind`.
    direction: &'static str,
    /// The newest time in the store, ISO with `Z`.
    newest: String,
}

impl ClockWarning {
    /// The present warning, if any.
    pub(super) fn of(guard: &ClockGuard, now_ms: i64) -> Result<Option<Self>, ApiError> {
        let Some((doubt, newest_ms)) = guard.newest_in_doubt(now_ms) else { return Ok(None) };
        let newest = iso(newest_ms).map_err(ApiError::internal)?;
        Ok(Some(Self { direction: doubt.word(), newest }))
    }
}

/// The time that was confirmed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClockAnswer {
    /// The server's clock, ISO with `Z`.
    now: String,
}

/// Confirms that the server's clock is right. After a jump (more than seven days ahead of the newest time in the store, or ten
/// minutes behind it) the server does not close, mail or erase anything on its own until this is confirmed. The audit log
/// records it.
#[utoipa::path(
    post, path = "/api/event/admin/clock", tag = "people", operation_id = "acceptClock",
    responses(
        (status = 200, description = "Confirmed; the held jobs continue", body = Envelope<ClockAnswer>),
        Malformed, DeliveryOnly, KeyReused,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSchedule>,
    idempotency: Idempotency,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    let answer = once(&state, &idempotency, async move |conn| accept(conn, user, now_ms).await).await?;
    state.clock_guard.compare(&state.db, now_ms).await?;
    Ok(answer)
}

async fn accept(conn: &mut Conn, user: CurrentUser, now_ms: i64) -> Result<ClockAnswer, ApiError> {
    clock_guard::accept(conn, Some((user.uaid.as_str(), user.role_number())), now_ms).await?;
    Ok(ClockAnswer { now: iso(now_ms).map_err(ApiError::internal)? })
}
