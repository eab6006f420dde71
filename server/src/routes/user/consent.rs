//! `GET` and `POST /api/user/consent`: the consent to hold health data. It is separate from the terms, versioned, and can be
//! withdrawn.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::eligibility::EligibilityRefusal;
use utoipa::ToSchema;

use super::wire;
use crate::auth::CurrentUser;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::people::audit;
use crate::db::people::health::{self, Consent};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{NotFound, OwnOnly};
use crate::state::AppState;

/// The state of the consent to hold health data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names of the wire")]
pub(super) struct HealthConsent {
    /// Whether the current text is agreed to; where it is not, the page asks.
    health_consent: bool,
    /// The version that was agreed to or withdrawn; null when nobody has asked.
    version: Option<String>,
    /// When it was agreed to or withdrawn, ms.
    at: Option<i64>,
    /// Whether it was withdrawn, and the health data with it erased; omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    withdrawn: bool,
    /// The version of the current text.
    current_version: String,
}

impl HealthConsent {
    fn of(consent: Option<Consent>, current_version: &str) -> Self {
        let given = consent.as_ref().is_some_and(|consent| consent.given);
        let at = consent.as_ref().and_then(|consent| consent.at);
        let withdrawn = consent.as_ref().is_some_and(|consent| consent.withdrawn);
        Self {
            health_consent: given,
            version: consent.map(|consent| consent.version),
            at,
            withdrawn,
            current_version: current_version.to_owned(),
        }
    }
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConsentBody {
    /// `false` withdraws and erases.
    health_consent: bool,
    /// The version of the text that was shown, and is agreed to; the current one when absent.
    #[serde(default)]
    version: Option<String>,
}

/// The consent, if any.
#[utoipa::path(
    get, path = "/api/user/consent", tag = "user", operation_id = "healthConsent",
    responses((status = 200, description = "The consent", body = Envelope<HealthConsent>), OwnOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<HealthConsent>, ApiError> {
    let current = state.hub.consent_version();
    let consent = state.db.read(async |conn| {
        let consent = health::consent(conn, user.uaid.as_str(), &current).await?;
        Ok::<_, ApiError>(HealthConsent::of(consent, &current))
    });
    consent.await.map(Envelope)
}

/// Gives or withdraws the consent. If the text has changed since it was shown, the consent is to the earlier version, and the
/// answer says that the current one is not agreed to. Withdrawing erases medical notes, emergency contact, assistance types and
/// screening answers at once; an open booking stays, a new one needs consent and a new screening (`accountmanagement`).
#[utoipa::path(
    post, path = "/api/user/consent", tag = "user", operation_id = "saveHealthConsent", request_body = ConsentBody,
    responses(
        (status = 200, description = "The consent as it is now", body = Envelope<HealthConsent>),
        (status = 422, description = "SCREENING_REQUIRED: there is no screening yet; its form asks for the consent", body = ErrorEnvelope),
        OwnOnly, NotFound,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<ConsentBody>,
) -> Result<Answer, ApiError> {
    wire::check_version(body.version.as_deref(), "version")?;
    let (current, now_ms) = (state.hub.consent_version(), state.clock.now_ms());
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        save(conn, &user, &body, &current, now_ms).await
    })
    .await
}

async fn save(
    conn: &mut Conn,
    user: &CurrentUser,
    wanted: &ConsentBody,
    current: &str,
    now_ms: i64,
) -> Result<HealthConsent, ApiError> {
    let uaid = user.uaid.as_str();
    booking::lock_existing(conn, uaid, now_ms).await?;
    let before = health::consent(conn, uaid, current).await?;
    if wanted.health_consent {
        let shown = wanted.version.as_deref().unwrap_or(current);
        // Consent that is already given keeps its time. Another version than the one known here may be a newer text that another
        // node has read first.
        if before.as_ref().is_some_and(|consent| consent.given && consent.version == shown) {
            return Ok(HealthConsent::of(before, current));
        }
        if !health::give_consent(conn, uaid, shown, now_ms).await? {
            return Err(wire::refuse_eligibility(EligibilityRefusal::ScreeningRequired));
        }
        audit::by(conn, user.actor(), "health.consent-given", Some(uaid), None, now_ms).await?;
    } else {
        health::withdraw_consent(conn, uaid, now_ms).await?;
        audit::by(conn, user.actor(), "health.consent-withdrawn", Some(uaid), None, now_ms).await?;
    }
    Ok(HealthConsent::of(health::consent(conn, uaid, current).await?, current))
}
