//! `GET /api/event/admin/profile`: an athlete, as the member of staff who asks may see them.

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
use crate::db::coach::{self, Access};
use crate::db::health_access::HealthAccess;
use crate::db::relation::relation;
use crate::db::{Conn, account, clearance, eligibility};
use crate::http::error::{ApiError, Envelope, ErrorEnvelope};
use crate::http::extract::ApiQuery;
use crate::routes::refusals::{Malformed, NoSuchPerson, SignedIn};
use crate::routes::user::view::{self, OthersProfile};
use crate::state::AppState;

/// Whose profile, and how much of it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Params {
    uaid: Option<String>,
    /// Whether health data is read; it is when absent.
    health: Option<bool>,
}

/// A profile as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffProfile {
    #[serde(flatten)]
    pub profile: OthersProfile,
    /// What an edit has to name; every edit raises it.
    pub rev: i64,
    /// Where the health screening stands; for role 3 alone, null for others.
    pub screening: Option<ScreeningView>,
    /// For a coach alone: the age group of an athlete who shares results with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age_group: Option<&'static str>,
    /// For a coach alone: whether the athlete lets them see more than a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coach_access: Option<Access>,
}

/// Where a health screening stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScreeningView {
    /// cleared, not-cleared (a yes without a clearance) or expired (the questions are due).
    state: &'static str,
    /// Whether nothing of the screening stands against a test.
    cleared: bool,
    /// `YYYY-MM-DD`; null when they were never answered, or the answers are erased.
    answered_at: Option<String>,
    /// The day on which the questions are asked again.
    expires_at: Option<String>,
    /// What covers a yes, whether it still holds or not.
    clearance: Option<ClearanceView>,
}

/// A clearance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClearanceView {
    /// The number of who recorded it.
    by: Option<String>,
    /// Their name; empty when they are gone.
    by_name: String,
    /// What it is based on; `N/A` where health data was not asked for.
    basis: String,
    /// When it was recorded.
    at: String,
    /// The last day that it holds, `YYYY-MM-DD`.
    #[schema(value_type = Option<String>)]
    expires: Option<Date>,
}

/// Somebody's profile: of today's people for role 2, of anybody for role 3. A coach reads of their own people a first name, an
/// initial and the bookings they made, and once the athlete has said yes their name, age group, T-shirt size, bookings, marks and
/// finals that are not held; every other field is empty. Health data is medical notes, emergency contact and kind of assistance. Each reading of these is noted in the audit log; with `health=false`
/// they are not read, `N/A` stands in their place, and nothing is noted. Role 3 also sees where the health screening stands.
#[utoipa::path(
    get, path = "/api/event/admin/profile", tag = "people", operation_id = "staffProfile",
    params(
        ("uaid" = String, Query, description = "Whose profile"),
        ("health" = Option<bool>, Query, description = "`false` leaves health data unread; it is read when absent"),
        ("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it"),
    ),
    responses(
        (status = 200, description = "The profile; scores have at most two decimals", body = Envelope<StaffProfile>),
        (status = 403, description = "Not staff, or somebody who is not theirs to see", body = ErrorEnvelope),
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
    let today = state.clock.today().map_err(ApiError::internal)?;
    if user.require(Capability::FindPeople)? == Grant::Team && !user.is(&uaid) {
        let read =
            state.db.read(move |conn| Box::pin(async move { for_coach(conn, &user, &uaid, today).await }));
        return Ok(Envelope(read.await?));
    }
    let job = state.clone();
    let health = Health::asked(query.health);
    let profile = match health {
        // A job that writes: the reading is logged.
        Health::Open => {
            let read = state.db.write(move |conn| {
                Box::pin(async move {
                    require_reach(conn, &user, &uaid, today).await?;
                    load(conn, &job, &user, &uaid, health).await
                })
            });
            read.await?
        }
        Health::Closed => {
            let read = state.db.read(move |conn| {
                Box::pin(async move {
                    require_reach(conn, &user, &uaid, today).await?;
                    load(conn, &job, &user, &uaid, health).await
                })
            });
            read.await?
        }
    };
    Ok(Envelope(profile))
}

/// Refuses a reader who may not see the profile.
async fn require_reach(
    conn: &mut Conn<'_>,
    user: &CurrentUser,
    uaid: &Uaid,
    today: Date,
) -> Result<(), ApiError> {
    let grant = user.require(Capability::FindPeople)?;
    let relation = relation(conn, grant, user.uaid.as_str(), uaid.as_str(), today).await?;
    if grant.reaches(relation) { Ok(()) } else { Err(ApiError::forbidden()) }
}

/// A profile as a coach may see it.
async fn for_coach(
    conn: &mut Conn<'_>,
    user: &CurrentUser,
    uaid: &Uaid,
    today: Date,
) -> Result<StaffProfile, ApiError> {
    let sight = coach::sight(conn, user.uaid.as_str(), uaid.as_str()).await?;
    if sight.access().is_none() {
        return Err(ApiError::forbidden());
    }
    let rev = rev(conn, uaid).await?;
    let (profile, view) = view::load_for_coach(conn, user, (uaid.as_str(), sight), today).await?;
    Ok(StaffProfile { profile, rev, screening: None, age_group: view.age_group, coach_access: view.access })
}

/// Loads a profile for a member of staff who may see it. Reading health data is logged, which needs a job that writes.
pub(super) async fn load(
    conn: &mut Conn<'_>,
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

/// Read before the profile: what is read may be newer than its number says, never older, so that no edit is lost.
async fn rev(conn: &mut Conn<'_>, uaid: &Uaid) -> Result<i64, ApiError> {
    account::rev(conn, uaid.as_str()).await?.ok_or_else(ApiError::not_found)
}

/// Whether health fields are decrypted. Without them, all that an answer says of health is the state of the screening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Health {
    Open,
    Closed,
}

impl Health {
    /// As a request says it: open, unless it says no.
    pub(super) fn asked(health: Option<bool>) -> Self {
        if health == Some(false) { Self::Closed } else { Self::Open }
    }
}

async fn screening(
    conn: &mut Conn<'_>,
    state: &AppState,
    reader: &CurrentUser,
    uaid: &Uaid,
    health: Option<&HealthAccess<'_>>,
) -> Result<Option<ScreeningView>, ApiError> {
    if reader.role.can(Capability::RecordClearance) != Grant::Any {
        return Ok(None);
    }
    let rules = EligibilityRules::default();
    let today = state.clock.today().map_err(ApiError::internal)?;
    let record = eligibility::standing(conn, uaid.as_str()).await?.record;
    let stands = Screening::of(&record, &rules, today);
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
        state: stands.as_str(),
        cleared: stands == Screening::Cleared,
        answered_at: record.screened_on.map(|day| day.to_string()),
        expires_at: record.screened_on.map(|day| rules.screening_due(day).to_string()),
        clearance,
    }))
}
