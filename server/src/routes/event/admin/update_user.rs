//! `POST /api/event/admin/user/update`: edits somebody's profile, and detects a concurrent edit.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use sixfold_domain::identity::{self, Uaid};
use sixfold_domain::profile::ProfileInput;
use utoipa::ToSchema;

use super::profile::{self, Health, StaffProfile};
use crate::auth::CurrentUser;
use crate::auth::require::{Require, UpdatePeople};
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::people::account;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{DeliveryOnly, FieldInvalid, NoSuchPerson, TooManyRequests};
use crate::routes::user::admin::{self, Change};
use crate::routes::user::wire::ProfileBody;
use crate::state::AppState;

/// The refusal that shows the profile as it is now.
const CHANGED: &str = "PROFILE_CHANGED";

/// Whose profile, and which revision was edited.
#[derive(Debug, Deserialize)]
pub(super) struct Params {
    #[serde(default, deserialize_with = "identity::optional")]
    uaid: Option<Uaid>,
    rev: Option<i64>,
    /// Whether the answer shows health data; it does when absent.
    health: Option<bool>,
}

/// An edited profile, for the OpenAPI document.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the wire")]
pub(super) struct UpdateBody {
    uaid: String,
    /// The revision that was edited; absent, the last one to save wins.
    rev: Option<i64>,
    /// `false` leaves health data out of the answer; it is included when absent.
    health: Option<bool>,
    #[schema(inline)]
    #[serde(flatten)]
    profile: ProfileBody,
}

/// Changes a profile under the rules of `user/profile/admin`, if nobody has changed it since the `rev` that was read. Otherwise
/// 409 `PROFILE_CHANGED`, with the stored profile in `error.current` and the request in `error.yours`. With `health` false,
/// neither answer shows health data, and no reading of it is logged.
#[utoipa::path(
    post, path = "/api/event/admin/user/update", tag = "people", operation_id = "updatePerson",
    request_body = UpdateBody,
    responses(
        (status = 200, description = "The profile as it is now", body = Envelope<StaffProfile>),
        (status = 409, description = "PROFILE_CHANGED: `error.current` and `error.yours`; EMAIL_TAKEN", body = ErrorEnvelope),
        DeliveryOnly, NoSuchPerson, FieldInvalid, TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<UpdatePeople>,
    idempotency: Idempotency,
    ApiJson(edited): ApiJson<Params>,
    ApiJson(body): ApiJson<ProfileInput>,
) -> Result<Answer, ApiError> {
    let mut change = Change::read(&state, edited.uaid, &body)?;
    change.unchecked = edited.rev.is_none();
    let (uaid, health) = (change.uaid.clone(), Health::requested(edited.health));
    let idempotency = idempotency.about(uaid.as_str());
    let (job_state, actor) = (state.clone(), user.clone());
    let answer = once(&state, &idempotency, async move |conn| {
        edit(conn, &job_state, &actor, edited.rev, &change, health).await
    })
    .await;
    if health == Health::Open && lacks_log_line(&answer) {
        admin::note_reading(&state, user, uaid).await?;
    }
    let answer = answer?;
    state.boards.sync_after_write(&state.db).await;
    Ok(answer)
}

/// Whether an answer shows the profile without a line in the audit log: a replay wrote none, and that of a refusal was rolled
/// back.
fn lacks_log_line(answer: &Result<Answer, ApiError>) -> bool {
    match answer {
        Ok(answer) => (answer.replayed && answer.status.is_success()) || answer.is_refusal(CHANGED),
        Err(error) => error.code() == CHANGED,
    }
}

async fn edit(
    conn: &mut Conn,
    state: &AppState,
    actor: &CurrentUser,
    rev: Option<i64>,
    change: &Change,
    health: Health,
) -> Result<StaffProfile, ApiError> {
    // Locked before it is read, so that one of two concurrent edits sees the other.
    booking::lock_athlete(conn, change.uaid.as_str(), state.clock.now_ms()).await?;
    let stored = account::rev(conn, change.uaid.as_str()).await?;
    if rev.is_some_and(|rev| stored.is_some_and(|stored| stored != rev)) {
        let current = profile::load(conn, state, actor, &change.uaid, health).await?;
        return Err(ApiError::conflict(
            CHANGED,
            "Somebody has changed this profile since you opened it. Compare the two and save again.",
        )
        .with("current", current)
        .with("yours", json!(change.update)));
    }
    change.store(conn, state, actor).await?;
    profile::load(conn, state, actor, &change.uaid, health).await
}
