//! `POST`, `GET` and `DELETE /api/event/admin/kiosk`: the screens at the door on which athletes check in.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::profile::person;
use utoipa::ToSchema;

use super::super::payload::{Succeeded, id};
use crate::auth::CurrentUser;
use crate::auth::keys::{new_secret, stored_hash};
use crate::auth::require::{Require, RunTests};
use crate::booking::event::find_event;
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::bookings::kiosk::{self, Kiosk};
use crate::db::people::audit;
use crate::http::{Answer, ApiError, ApiJson, Envelope, Idempotency, once};
use crate::routes::refusals::{DeskOnly, KeyReused, NotFound};
use crate::state::AppState;

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct NewKiosk {
    /// Its name for staff, under the rules of a person's name: 1 to 60 characters.
    #[schema(example = "Front door")]
    name: String,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct WhichKiosk {
    #[serde(deserialize_with = "id")]
    #[schema(value_type = String)]
    kiosk_id: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MadeKiosk)]
pub(super) struct NewKioskAnswer {
    kiosk_id: String,
    /// The address to open on the screen. Its secret follows the `#` and is shown only this once.
    url: String,
}

/// A screen that is in use.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct KioskRow {
    kiosk_id: String,
    name: String,
    /// ISO with `Z`.
    created_at: String,
    /// When it last called, ISO with `Z`; null if it never has.
    seen_at: Option<String>,
}

/// Every screen in use.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Kiosks {
    /// Oldest first.
    kiosks: Vec<KioskRow>,
}

/// The removed screen.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoneKiosk)]
pub(super) struct RemovedKiosk {
    kiosk_id: String,
}

/// The screens in use.
#[utoipa::path(
    get, path = "/api/event/admin/kiosk", tag = "desk", operation_id = "kiosks",
    responses((status = 200, description = "Every screen in use", body = Envelope<Kiosks>), DeskOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<RunTests>,
) -> Result<Envelope<Kiosks>, ApiError> {
    let rows = state.db.read(async |conn| kiosk::list(conn).await).await?;
    let kiosks = rows.into_iter().map(KioskRow::of).collect::<Result<_, _>>()?;
    Ok(Envelope(Kiosks { kiosks }))
}

/// Sets a screen up. Anybody who has its address can check people in until it is removed. A repeat sets up another screen: the
/// answer is a secret, which is not stored (RULES 11.4).
#[utoipa::path(
    post, path = "/api/event/admin/kiosk", tag = "desk", operation_id = "addKiosk", request_body = NewKiosk,
    responses(
        (status = 200, description = "The address to open on the screen", body = Succeeded<NewKioskAnswer>),
        DeskOnly,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<RunTests>,
    ApiJson(body): ApiJson<NewKiosk>,
) -> Result<Envelope<NewKioskAnswer>, ApiError> {
    let name = person::name(&body.name).map_err(|error| ApiError::invalid("name", error.to_string()))?;
    let (now_ms, public_url) = (state.clock.now_ms(), state.config.public_url.clone());
    let made = state.db.write(async move |conn| add(conn, user, name, public_url, now_ms).await).await?;
    Ok(Envelope(made))
}

async fn add(
    conn: &mut Conn,
    user: CurrentUser,
    name: String,
    public_url: String,
    now_ms: i64,
) -> Result<NewKioskAnswer, ApiError> {
    let event = find_event(conn, None).await?;
    let (secret, by) = (new_secret(), user.uaid.as_str());
    let kiosk_id = kiosk::insert(conn, &name, &stored_hash(&secret), &event.event_id, by, now_ms).await?;
    audit::by(conn, user.actor(), "kiosk.added", None, Some(&kiosk_id), now_ms).await?;
    let url = format!("{}/en-gb/arrivals#{secret}", public_url.trim_end_matches('/'));
    Ok(NewKioskAnswer { kiosk_id, url })
}

/// Removes a screen, at once and for good.
#[utoipa::path(
    delete, path = "/api/event/admin/kiosk", tag = "desk", operation_id = "removeKiosk", request_body = WhichKiosk,
    responses(
        (status = 200, description = "Removed", body = Succeeded<RemovedKiosk>),
        DeskOnly, NotFound, KeyReused,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Require { user, .. }: Require<RunTests>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<WhichKiosk>,
) -> Result<Answer, ApiError> {
    let Some(kiosk_id) = body.kiosk_id else {
        return Err(ApiError::bad_request("FIELD_MISSING", "Say which screen.").field("kioskId"));
    };
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency, async move |conn| {
        if !kiosk::revoke(conn, &kiosk_id, now_ms).await? {
            return Err(ApiError::not_found().field("kioskId"));
        }
        audit::by(conn, user.actor(), "kiosk.removed", None, Some(&kiosk_id), now_ms).await?;
        Ok(RemovedKiosk { kiosk_id })
    })
    .await
}

impl KioskRow {
    fn of(row: Kiosk) -> Result<Self, ApiError> {
        Ok(Self {
            kiosk_id: row.kiosk_id,
            name: row.name,
            created_at: iso(row.created_at).map_err(ApiError::internal)?,
            seen_at: row.seen_at.map(iso).transpose().map_err(ApiError::internal)?,
        })
    }
}
