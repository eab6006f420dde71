//! `PUT /api/user/profile/admin`: role 3 corrects somebody else's profile.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use sixfold_domain::identity::{self, Uaid};
use sixfold_domain::profile::{ProfileInput, ProfileUpdate, check_profile};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::view::{self, OthersProfile};
use super::wire::{self, ProfileBody};
use crate::auth::CurrentUser;
use crate::auth::require::{Require, UpdatePeople};
use crate::db::bookings::booking;
use crate::db::people::account::{self, EncryptedHealth};
use crate::db::people::audit;
use crate::db::people::health_access::{self, HealthAccess};
use crate::db::sign_in::email;
use crate::db::{Conn, DbError};
use crate::http::{Answer, ApiError, ApiJson, Envelope, Idempotency, once};
use crate::routes::refusals::{DeliveryOnly, EmailTaken, FieldInvalid, NoSuchPerson, TooManyRequests};
use crate::state::AppState;

#[derive(Debug, Deserialize)]
pub(super) struct Params {
    #[serde(default, deserialize_with = "identity::optional")]
    uaid: Option<Uaid>,
}

/// A profile with its uaid, for the OpenAPI document.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the wire")]
pub(super) struct AdminProfileBody {
    uaid: String,
    #[schema(inline)]
    #[serde(flatten)]
    profile: ProfileBody,
}

/// Changes a profile under the rules that apply to its owner, except that a date of birth may be corrected further than its
/// owner may. A new `emailAddress` is sent a code and takes effect once confirmed; until then the answer has it as
/// `emailPending`. The role cannot be changed here. The answer shows health fields, so reading it is logged.
#[utoipa::path(
    put, path = "/api/user/profile/admin", tag = "people", operation_id = "saveProfileOf",
    request_body = AdminProfileBody,
    responses(
        (status = 200, description = "The profile as it is now", body = Envelope<OthersProfile>),
        DeliveryOnly, NoSuchPerson, FieldInvalid, EmailTaken, TooManyRequests,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Require { user, .. }: Require<UpdatePeople>,
    idempotency: Idempotency,
    ApiJson(whom): ApiJson<Params>,
    ApiJson(body): ApiJson<ProfileInput>,
) -> Result<Answer, ApiError> {
    let change = Change::read(&state, whom.uaid, &body)?;
    let uaid = change.uaid.clone();
    let idempotency = idempotency.about(uaid.as_str());
    let (job_state, actor) = (state.clone(), user.clone());
    let answer = once(&state, &idempotency, async move |conn| {
        change.store(conn, &job_state, &actor).await?;
        let (cipher, now_ms) = (&job_state.cipher, job_state.clock.now_ms());
        let uaid = change.uaid.as_str();
        let health = HealthAccess::open(conn, cipher, actor.reads(), uaid, now_ms).await?;
        view::load(conn, &actor, uaid, health.as_ref()).await
    })
    .await?;
    state.boards.sync_after_write(&state.db).await;
    if answer.replayed && answer.status.is_success() {
        note_reading(&state, user, uaid).await?;
    }
    Ok(answer)
}

/// Logs that an answer shows health data where the job's own log line is missing: a replayed answer, or a job that was rolled
/// back.
pub(in crate::routes) async fn note_reading(
    state: &AppState,
    reader: CurrentUser,
    uaid: Uaid,
) -> Result<(), ApiError> {
    let now_ms = state.clock.now_ms();
    let logged = state.db.write(async move |conn| {
        health_access::note_reading(conn, reader.reads(), uaid.as_str(), now_ms).await
    });
    logged.await.map_err(DbError::into)
}

/// A change of somebody else's profile: checked, not yet stored.
#[derive(Debug, Clone)]
pub(in crate::routes) struct Change {
    pub uaid: Uaid,
    pub update: ProfileUpdate,
    /// Whether the request named no revision: the last one to save wins, and the audit log says so.
    pub unchecked: bool,
    /// The London date on which it was checked.
    today: Date,
}

impl Change {
    /// Parses the request; it has to name somebody and pass the rules.
    pub(in crate::routes) fn read(
        state: &AppState,
        uaid: Option<Uaid>,
        body: &ProfileInput,
    ) -> Result<Self, ApiError> {
        let uaid = uaid.ok_or_else(|| ApiError::missing("uaid"))?;
        let today = state.today()?;
        let update = check_profile(body, today).into_result().map_err(wire::refuse_field)?;
        Ok(Self { uaid, update, unchecked: true, today })
    }

    /// Stores the change, with its line in the audit log; 404 if there is no such person.
    pub(in crate::routes) async fn store(
        &self,
        conn: &mut Conn,
        state: &AppState,
        actor: &CurrentUser,
    ) -> Result<(), ApiError> {
        let (uaid, update, now_ms) = (self.uaid.as_str(), &self.update, state.clock.now_ms());
        if !booking::lock_athlete(conn, uaid, now_ms).await? {
            return Err(ApiError::no_person());
        }
        if actor.is(&self.uaid) {
            // A member of staff who edits their own profile here is bound by the same rules as an athlete.
            wire::check_email(update, &actor.email)?;
            wire::check_birth(conn, state, uaid, update, self.today).await?;
        }
        wire::check_health_consent(conn, state, uaid, update).await?;
        let health = EncryptedHealth::encrypt(&state.cipher, uaid, update)?;
        account::update_profile(conn, uaid, update, &health, now_ms).await?;
        if let Some(wanted) = &update.email_address {
            self.change_email(conn, state, actor, wanted).await?;
        }
        let entry = audit::Entry::by(actor.actor(), "profile.changed-by-staff")
            .subject(uaid)
            .detail(json!({ "fields": names(update)?, "unchecked": self.unchecked }));
        Ok(audit::insert(conn, &entry, now_ms).await?)
    }

    /// Begins a change of address, unless the account already has that address and no change is pending.
    async fn change_email(
        &self,
        conn: &mut Conn,
        state: &AppState,
        actor: &CurrentUser,
        wanted: &str,
    ) -> Result<(), ApiError> {
        let stands = email::state(conn, self.uaid.as_str()).await?.ok_or_else(ApiError::not_found)?;
        if wanted == stands.email_lookup && stands.pending.is_none() {
            return Ok(());
        }
        super::email_change::ask(conn, state, &self.uaid, wanted, actor).await
    }
}

/// The profile fields that an update writes, never their values. A change of address has its own log line.
fn names(update: &ProfileUpdate) -> Result<Vec<String>, ApiError> {
    let written = serde_json::to_value(update).map_err(ApiError::internal)?;
    let names = written.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
    Ok(names.unwrap_or_default().into_iter().filter(|name| name != "emailAddress").collect())
}
