//! `POST /api/event/admin/coach-access`: programme delivery gives a coach access to an athlete's results, or withdraws it.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::Role;
use utoipa::ToSchema;

use super::super::payload::uaid;
use crate::auth::require::{Require, UpdatePeople};
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::people::coach::{self, Access};
use crate::db::people::{audit, role};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{DeliveryOnly, NoSuchPerson};
use crate::state::AppState;

/// The coach and the athlete.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct AccessBody {
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = String)]
    coach_uaid: Option<Uaid>,
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = String)]
    uaid: Option<Uaid>,
    /// Whether the coach may see the athlete's bookings and results from now on.
    accepted: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccessAnswer {
    #[schema(value_type = String)]
    uaid: Uaid,
    #[schema(value_type = String)]
    coach_uaid: Uaid,
    coach_access: Access,
}

/// Gives a coach access to an athlete's bookings and results, or withdraws it, on behalf of the athlete, who sees it under My
/// Profile and may change it at any time.
#[utoipa::path(
    post, path = "/api/event/admin/coach-access", tag = "people", operation_id = "setCoachAccess",
    request_body = AccessBody,
    responses(
        (status = 200, description = "The access from now on", body = Envelope<AccessAnswer>),
        (status = 422, description = "COACH_UNKNOWN; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeliveryOnly, NoSuchPerson,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<UpdatePeople>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<AccessBody>,
) -> Result<Answer, ApiError> {
    let coach = body.coach_uaid.ok_or_else(|| ApiError::required("coachUaid", "Say which coach."))?;
    let athlete = body.uaid.ok_or_else(|| ApiError::required("uaid", "Say which athlete."))?;
    let idempotency = idempotency.about(athlete.as_str());
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency, async move |conn| {
        let by = user.actor();
        let access = set(conn, (&coach, &athlete), body.accepted, by, now_ms).await?;
        Ok::<_, ApiError>(AccessAnswer { uaid: athlete, coach_uaid: coach, coach_access: access })
    })
    .await
}

async fn set(
    conn: &mut Conn,
    (coach, athlete): (&Uaid, &Uaid),
    accepted: bool,
    by: (&str, i64),
    now_ms: i64,
) -> Result<Access, ApiError> {
    if role::find(conn, coach.as_str()).await? != Some(Role::Coach) {
        return Err(ApiError::rule("COACH_UNKNOWN", "There is no coach with that number.").field("coachUaid"));
    }
    if !booking::lock_athlete(conn, athlete.as_str(), now_ms).await? {
        return Err(ApiError::not_found().message("There is no athlete with that number.").field("uaid"));
    }
    let access = if accepted { Access::Accepted } else { Access::Declined };
    let pair = (coach.as_str(), athlete.as_str());
    if coach::access(conn, pair.0, pair.1).await?.is_none() {
        coach::ask(conn, pair.0, pair.1, now_ms).await?;
    }
    coach::decide(conn, pair, access, by.0, now_ms).await?;
    let action = if accepted { "coach.vouched" } else { "coach.unvouched" };
    audit::by(conn, by, action, Some(pair.1), Some(pair.0), now_ms).await?;
    Ok(access)
}
