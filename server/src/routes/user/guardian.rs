//! `POST /api/user/guardian`: a guardian confirms with the token of the mailed link; `POST /api/user/guardian/request` says for
//! whom, before they do.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::forgot::{Done, token_invalid};
use super::wire::Secret;
use crate::auth::keys::stored_hash;
use crate::db::bookings::booking;
use crate::db::calendar::schedule;
use crate::db::people::{audit, eligibility};
use crate::db::sign_in::email;
use crate::db::sign_in::token::{self, Purpose};
use crate::http::error::{ApiError, Envelope};
use crate::http::extract::ApiJson;
use crate::routes::refusals::TokenInvalid;
use crate::state::AppState;

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct GuardianBody {
    #[schema(value_type = String)]
    token: Secret,
}

/// Confirms. The link works once.
#[utoipa::path(
    post, path = "/api/user/guardian", tag = "user", operation_id = "confirmAsGuardian", request_body = GuardianBody,
    responses((status = 200, description = "Confirmed", body = Envelope<Done>), TokenInvalid)
)]
pub(super) async fn post(
    State(state): State<AppState>,
    ApiJson(body): ApiJson<GuardianBody>,
) -> Result<Envelope<Done>, ApiError> {
    let now_ms = state.clock.now_ms();
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let uaid = token::redeem(conn, Purpose::Guardian, &stored_hash(&body.token.0), now_ms)
                    .await?
                    .ok_or_else(token_invalid)?;
                eligibility::confirm_guardian(conn, &uaid, now_ms).await?;
                audit::system(conn, "guardian.confirmed", Some(&uaid), None, now_ms).await?;
                Ok::<(), ApiError>(())
            })
        })
        .await?;
    Ok(Envelope(Done { done: true }))
}

/// What a guardian is asked to confirm.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuardianRequest {
    /// The athlete's name; their e-mail address while the name is unknown.
    athlete: String,
    /// Where the tests are taken; empty while no event is set up.
    place: String,
    /// `YYYY-MM-DD` of the booking, if there is one.
    date: Option<String>,
    /// `HH:MM`.
    time: Option<String>,
}

/// For whom the mailed link asks. Reading it does not use it up.
#[utoipa::path(
    post, path = "/api/user/guardian/request", tag = "user", operation_id = "guardianRequest", request_body = GuardianBody,
    responses(
        (status = 200, description = "The athlete and the booking", body = Envelope<GuardianRequest>), TokenInvalid,
    )
)]
pub(super) async fn request(
    State(state): State<AppState>,
    ApiJson(body): ApiJson<GuardianBody>,
) -> Result<Envelope<GuardianRequest>, ApiError> {
    let now_ms = state.clock.now_ms();
    let request = state.db.read(move |conn| {
        Box::pin(async move {
            let uaid = token::owner(conn, Purpose::Guardian, &stored_hash(&body.token.0), now_ms)
                .await?
                .ok_or_else(token_invalid)?;
            let account = email::state(conn, &uaid).await?.ok_or_else(token_invalid)?;
            let name = format!("{} {}", account.first_name, account.last_name);
            let athlete = if name.trim().is_empty() { account.email } else { name.trim().to_owned() };
            let event = schedule::find_event(conn, None).await?;
            let place = event.map(|event| format!("{}, {}", event.location_name, event.location_post_code));
            let booked = booking::find_open(conn, &uaid).await?.and_then(|open| open.place);
            Ok::<_, ApiError>(GuardianRequest {
                athlete,
                place: place.unwrap_or_default(),
                date: booked.map(|(date, _)| date.to_string()),
                time: booked.map(|(_, time)| time.to_string()),
            })
        })
    });
    request.await.map(Envelope)
}
