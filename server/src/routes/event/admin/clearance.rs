//! `event/admin/clearance`: role 3 records, or withdraws, that somebody with a yes in the screening may be tested.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::eligibility::{EligibilityRules, Screening};
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::{FieldError, text};
use sixfold_domain::time::{Date, london_date_time, london_day_end};
use utoipa::ToSchema;

use super::super::payload::{date, uaid};
use super::profile::{self, Health};
use crate::auth::CurrentUser;
use crate::auth::require::{RecordClearance, Require};
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::people::{account, audit, clearance, eligibility};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{KeyReused, NoSuchPerson, NotFound, SignedIn};
use crate::routes::user::wire;
use crate::state::AppState;

/// The shortest basis, in characters.
const BASIS_MIN: usize = 3;
/// The longest basis, in characters.
const BASIS_MAX: usize = 500;

/// Whose clearance, and what it is based on.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ClearanceBody {
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = String)]
    uaid: Option<Uaid>,
    /// What it is based on, such as a doctor's letter; 3 to 500 characters. Health data: stored encrypted.
    basis: String,
    /// The last day on which it is valid; when absent, the day before the questions are due again.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2027-03-01")]
    expires: Option<Date>,
    /// The revision of the profile that was read, which new health answers raise; absent, the clearance is for whatever answers
    /// are stored.
    rev: Option<i64>,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(super) struct WithdrawClearanceBody {
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = String)]
    uaid: Option<Uaid>,
    /// The `at` of the clearance that was read; absent, whatever clearance is stored is withdrawn.
    at: Option<String>,
}

/// A clearance, as recorded.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Recorded)]
pub(super) struct RecordedClearance {
    #[schema(value_type = String)]
    uaid: Uaid,
    /// The last day on which it is valid; null after a withdrawal.
    #[schema(value_type = Option<String>)]
    expires: Option<Date>,
}

/// Records a clearance, replacing an earlier one, if nothing in the profile has changed since the `rev` that was read. A new
/// screening ends it. Nobody can clear themselves.
#[utoipa::path(
    post, path = "/api/event/admin/clearance", tag = "people", operation_id = "recordClearance",
    request_body = ClearanceBody,
    responses(
        (status = 200, description = "Recorded", body = Envelope<RecordedClearance>),
        (status = 403, description = "Not role 3, OWN_CLEARANCE, or no CSRF token", body = ErrorEnvelope),
        (status = 409, description = "PROFILE_CHANGED: `error.current`", body = ErrorEnvelope),
        (status = 422, description = "CLEARANCE_NOT_NEEDED, CLEARANCE_WITHOUT_SCREENING, DATE_PAST, TEXT_TOO_LONG …", body = ErrorEnvelope),
        SignedIn, NoSuchPerson,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<RecordClearance>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<ClearanceBody>,
) -> Result<Answer, ApiError> {
    let uaid = other(&user, body.uaid)?;
    let basis = text::paragraph(&body.basis, BASIS_MAX)
        .map_err(|error| wire::refuse_field(FieldError::new("basis", error)))?;
    if basis.chars().count() < BASIS_MIN {
        return Err(ApiError::rule("REASON_REQUIRED", "Say what the clearance is based on.").field("basis"));
    }
    let idempotency = idempotency.about(uaid.as_str());
    let (job, rev, expires) = (state.clone(), body.rev, body.expires);
    once(&state, &idempotency, async move |conn| {
        find(conn, &uaid, job.clock.now_ms()).await?;
        require_unchanged(conn, &job, &user, &uaid, rev).await?;
        record(conn, &job, &user, uaid, &basis, expires).await
    })
    .await
}

/// Withdraws a clearance, if it is still the one that was read; bookings made with it stay, but no new one can be made.
#[utoipa::path(
    delete, path = "/api/event/admin/clearance", tag = "people", operation_id = "withdrawClearance",
    request_body = WithdrawClearanceBody,
    responses(
        (status = 200, description = "Withdrawn", body = Envelope<RecordedClearance>),
        (status = 403, description = "Not role 3, OWN_CLEARANCE, or no CSRF token", body = ErrorEnvelope),
        (status = 409, description = "PROFILE_CHANGED: `error.current`", body = ErrorEnvelope),
        SignedIn, NotFound, KeyReused,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Require { user, .. }: Require<RecordClearance>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<WithdrawClearanceBody>,
) -> Result<Answer, ApiError> {
    let uaid = other(&user, body.uaid)?;
    let idempotency = idempotency.about(uaid.as_str());
    let (job, seen, now_ms) = (state.clone(), body.at, state.clock.now_ms());
    once(&state, &idempotency, async move |conn| {
        find(conn, &uaid, now_ms).await?;
        let Some(stored) = clearance::find(conn, uaid.as_str()).await? else {
            return Err(ApiError::not_found().message("No clearance of theirs stands.").field("uaid"));
        };
        let recorded_at = iso(stored.clearance_at).map_err(ApiError::internal)?;
        if seen.is_some_and(|seen| seen != recorded_at) {
            return Err(changed(conn, &job, &user, &uaid).await?);
        }
        clearance::withdraw(conn, uaid.as_str()).await?;
        audit::by(conn, user.actor(), "clearance.withdrawn", Some(uaid.as_str()), None, now_ms).await?;
        Ok(RecordedClearance { uaid, expires: None })
    })
    .await
}

/// Refuses a clearance for answers that may have been replaced since they were seen.
async fn require_unchanged(
    conn: &mut Conn,
    state: &AppState,
    actor: &CurrentUser,
    uaid: &Uaid,
    rev: Option<i64>,
) -> Result<(), ApiError> {
    if rev.is_none() || account::rev(conn, uaid.as_str()).await? == rev {
        return Ok(());
    }
    Err(changed(conn, state, actor, uaid).await?)
}

/// 409 with the stored profile, for a decision about what is no longer stored.
async fn changed(
    conn: &mut Conn,
    state: &AppState,
    actor: &CurrentUser,
    uaid: &Uaid,
) -> Result<ApiError, ApiError> {
    let current = profile::load(conn, state, actor, uaid, Health::Closed).await?;
    let message = "This profile has changed since you opened it. Look at it again before you save.";
    Ok(ApiError::conflict("PROFILE_CHANGED", message).with("current", current))
}

/// Stores a clearance of somebody whom the caller has locked.
async fn record(
    conn: &mut Conn,
    state: &AppState,
    actor: &CurrentUser,
    uaid: Uaid,
    basis: &str,
    expires: Option<Date>,
) -> Result<RecordedClearance, ApiError> {
    let (now_ms, rules) = (state.clock.now_ms(), EligibilityRules::default());
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
    let record = eligibility::find(conn, uaid.as_str(), &state.hub.consent_version()).await?.record;
    let screened = record.screened_on.filter(|_| Screening::of(&record, &rules, today) != Screening::Expired);
    let Some(screened) = screened else {
        return Err(ApiError::rule(
            "CLEARANCE_WITHOUT_SCREENING",
            "They have to answer the health questions first.",
        ));
    };
    if !record.any_yes {
        let message = "Every health answer was a no. There is nothing to clear.";
        return Err(ApiError::rule("CLEARANCE_NOT_NEEDED", message));
    }
    let last = expires.unwrap_or_else(|| rules.screening_due(screened).add_days(-1));
    if last < today {
        return Err(ApiError::rule("DATE_PAST", "That day is over. Choose a later one.").field("expires"));
    }
    let until_ms = london_day_end(last).map_err(ApiError::internal)?;
    clearance::record(conn, &state.cipher, uaid.as_str(), (actor.uaid.as_str(), basis), (now_ms, until_ms))
        .await?;
    let entry = audit::Entry::by(actor.actor(), "clearance.recorded")
        .subject(uaid.as_str())
        .detail(json!({ "expires": last }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(RecordedClearance { uaid, expires: Some(last) })
}

/// The person to clear; 403 if it is the caller.
fn other(user: &CurrentUser, uaid: Option<Uaid>) -> Result<Uaid, ApiError> {
    let uaid = uaid.ok_or_else(|| ApiError::missing("uaid"))?;
    if user.is(&uaid) {
        let message = "Nobody clears themselves. Ask somebody else of the team.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "OWN_CLEARANCE", message));
    }
    Ok(uaid)
}

/// Locks the person, so that a concurrent booking sees the clearance either before or after the change.
async fn find(conn: &mut Conn, uaid: &Uaid, now_ms: i64) -> Result<(), ApiError> {
    if booking::lock_athlete(conn, uaid.as_str(), now_ms).await? {
        return Ok(());
    }
    Err(ApiError::no_person())
}
