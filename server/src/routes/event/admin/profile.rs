//! `GET /api/event/admin/profile`: an athlete, as far as the calling member of staff may see them.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sixfold_domain::eligibility::{EligibilityRules, Screening};
use sixfold_domain::identity::{self, Uaid};
use sixfold_domain::profile::shown;
use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::auth::require::{FindPeople, Require};
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::people::coach::{self, Access};
use crate::db::people::health_access::HealthAccess;
use crate::db::people::relation::relation;
use crate::db::people::{account, clearance, eligibility};
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope};
use crate::routes::refusals::{Malformed, NoSuchPerson, SignedIn};
use crate::routes::user::view::{self, OthersProfile};
use crate::state::AppState;

/// Whose profile, and how much of it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Params {
    uaid: Option<String>,
    /// Whether to include health data; it is included when absent.
    health: Option<bool>,
}

/// A profile as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffProfile {
    #[serde(flatten)]
    pub profile: OthersProfile,
    /// The revision, which an edit has to send; every edit raises it.
    pub rev: i64,
    /// The state of the health screening; for role 3 only, null for others.
    pub screening: Option<ScreeningView>,
    /// For a coach only: the age group of an athlete who has accepted them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age_group: Option<&'static str>,
    /// For a coach only: the athlete's answer to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coach_access: Option<Access>,
}

/// The state of a health screening.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScreeningView {
    /// cleared, not-cleared (a yes without a clearance) or expired (the questions are due).
    state: &'static str,
    /// Whether the screening permits a test.
    cleared: bool,
    /// `YYYY-MM-DD`; null if the questions were never answered, or the answers are erased.
    answered_at: Option<String>,
    /// The day on which the questions are due again.
    expires_at: Option<String>,
    /// The clearance of a yes, even if it has expired.
    clearance: Option<ClearanceView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClearanceView {
    /// The uaid of the person who recorded it.
    by: Option<String>,
    /// Their name; empty for a deleted account.
    by_name: String,
    /// What it is based on; `N/A` without health data.
    basis: String,
    /// When it was recorded.
    at: String,
    /// The last day on which it is valid, `YYYY-MM-DD`.
    #[schema(value_type = Option<String>)]
    expires: Option<Date>,
}

/// Somebody's profile: of people with a booking today for role 2, of anybody for role 3. A coach sees of their own athletes a
/// first name, an initial and the bookings that they made; of those who have accepted them the name, age group, T-shirt size,
/// bookings, results and finals that are not held; every other field is empty. Health data is medical notes, emergency contact
/// and kind of assistance. Each reading of these is noted in the audit log; with `health=false` they are left out, shown as
/// `N/A`, and nothing is noted. Role 3 also sees the state of the health screening.
#[utoipa::path(
    get, path = "/api/event/admin/profile", tag = "people", operation_id = "staffProfile",
    params(
        ("uaid" = String, Query, description = "Whose profile"),
        ("health" = Option<bool>, Query, description = "`false` leaves health data out; it is included when absent"),
        ("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it"),
    ),
    responses(
        (status = 200, description = "The profile; scores have at most two decimals", body = Envelope<StaffProfile>),
        (status = 403, description = "Not staff, or somebody whom they may not see", body = ErrorEnvelope),
        Malformed, SignedIn, NoSuchPerson,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Require { user, .. }: Require<FindPeople>,
    ApiQuery(query): ApiQuery<Params>,
) -> Result<Envelope<StaffProfile>, ApiError> {
    let uaid = identity::optional(query.uaid.map_or(Value::Null, Value::String))
        .map_err(|_| ApiError::bad_request("UAID_INVALID", "That is no athlete number.").field("uaid"))?
        .ok_or_else(|| ApiError::bad_request("UAID_REQUIRED", "Say whose profile.").field("uaid"))?;
    let today = state.today()?;
    if user.require(Capability::FindPeople)? == Grant::Team && !user.is(&uaid) {
        let read = state.db.read(async |conn| for_coach(conn, &user, &uaid, today).await);
        return Ok(Envelope(read.await?));
    }
    let (job, now_ms) = (state.clone(), state.clock.now_ms());
    let health = Health::requested(query.health);
    let profile = match health {
        // A write job, since it also logs the reading.
        Health::Open => {
            let read = state.db.write(async move |conn| {
                require_reach(conn, &user, &uaid, now_ms).await?;
                load(conn, &job, &user, &uaid, health).await
            });
            read.await?
        }
        Health::Closed => {
            let read = state.db.read(async |conn| {
                require_reach(conn, &user, &uaid, now_ms).await?;
                load(conn, &job, &user, &uaid, health).await
            });
            read.await?
        }
    };
    Ok(Envelope(profile))
}

/// Refuses a reader who may not see the profile.
async fn require_reach(
    conn: &mut Conn,
    user: &CurrentUser,
    uaid: &Uaid,
    now_ms: i64,
) -> Result<(), ApiError> {
    let grant = user.require(Capability::FindPeople)?;
    let relation = relation(conn, grant, user.uaid.as_str(), uaid.as_str(), now_ms).await?;
    if grant.reaches(relation) { Ok(()) } else { Err(ApiError::forbidden()) }
}

async fn for_coach(
    conn: &mut Conn,
    user: &CurrentUser,
    uaid: &Uaid,
    today: Date,
) -> Result<StaffProfile, ApiError> {
    let visibility = coach::visibility(conn, user.uaid.as_str(), uaid.as_str()).await?;
    if visibility.access().is_none() {
        return Err(ApiError::forbidden());
    }
    let rev = rev(conn, uaid).await?;
    let (profile, view) = view::load_for_coach(conn, user, (uaid.as_str(), visibility), today).await?;
    Ok(StaffProfile { profile, rev, screening: None, age_group: view.age_group, coach_access: view.access })
}

/// Loads a profile for a member of staff who may see it. Reading health data is logged, so the job has to be a write.
pub(super) async fn load(
    conn: &mut Conn,
    state: &AppState,
    reader: &CurrentUser,
    uaid: &Uaid,
    health: Health,
) -> Result<StaffProfile, ApiError> {
    let rev = rev(conn, uaid).await?;
    let (cipher, now_ms) = (&state.cipher, state.clock.now_ms());
    let health = match health {
        Health::Open => HealthAccess::open(conn, cipher, reader.reads(), uaid.as_str(), now_ms).await?,
        Health::Closed => None,
    };
    let profile = view::load(conn, reader, uaid.as_str(), health.as_ref()).await?;
    let screening = screening(conn, state, reader, uaid, health.as_ref()).await?;
    Ok(StaffProfile { profile, rev, screening, age_group: None, coach_access: None })
}

/// The revision, read before the profile: the profile may be newer than its revision but never older, so that no edit is lost.
async fn rev(conn: &mut Conn, uaid: &Uaid) -> Result<i64, ApiError> {
    account::rev(conn, uaid.as_str()).await?.ok_or_else(ApiError::not_found)
}

/// Whether health fields are decrypted. Without them, all that an answer says of health is the state of the screening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Health {
    Open,
    Closed,
}

impl Health {
    /// As requested; decrypted by default.
    pub(super) fn requested(health: Option<bool>) -> Self {
        if health == Some(false) { Self::Closed } else { Self::Open }
    }
}

async fn screening(
    conn: &mut Conn,
    state: &AppState,
    reader: &CurrentUser,
    uaid: &Uaid,
    health: Option<&HealthAccess<'_>>,
) -> Result<Option<ScreeningView>, ApiError> {
    if reader.role.can(Capability::RecordClearance) != Grant::Any {
        return Ok(None);
    }
    let rules = EligibilityRules::default();
    let today = state.today()?;
    let record = eligibility::find(conn, uaid.as_str(), &state.hub.consent_version()).await?.record;
    let state_of_screening = Screening::of(&record, &rules, today);
    let clearance = match clearance::find(conn, uaid.as_str()).await? {
        Some(row) => Some(ClearanceView {
            by_name: row.by_name(),
            basis: match health {
                Some(health) => {
                    health.clearance_basis(row.clearance_basis_sealed.as_deref())?.unwrap_or_default()
                }
                None => shown(None).to_owned(),
            },
            at: iso(row.clearance_at).map_err(ApiError::internal)?,
            expires: record.clearance.as_ref().map(|clearance| clearance.expires),
            by: row.clearance_by,
        }),
        None => None,
    };
    Ok(Some(ScreeningView {
        state: state_of_screening.as_str(),
        cleared: state_of_screening == Screening::Cleared,
        answered_at: record.screened_on.map(|day| day.to_string()),
        expires_at: record.screened_on.map(|day| rules.screening_due(day).to_string()),
        clearance,
    }))
}
