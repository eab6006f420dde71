//! `GET` and `POST /api/event/arrival`: the screen at the door, and the athlete who checks in on it. These calls need no
//! session: the screen authenticates with the secret at the end of its address.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::arrival::{Arrival, arrival};
use sixfold_domain::booking::BookingCode;
use sixfold_domain::time::{LocalDateTime, SlotTime, london_date_time};
use utoipa::ToSchema;

use super::payload::{Succeeded, id};
use crate::auth::keys::stored_hash;
use crate::auth::sign_in::throttle;
use crate::content::dates::spoken;
use crate::db::bookings::booking;
use crate::db::bookings::desk::{self, DeskBooking};
use crate::db::bookings::kiosk::{self, Kiosk};
use crate::db::calendar::schedule;
use crate::db::people::audit;
use crate::db::upkeep::throttle::Limit;
use crate::db::{self, Conn};
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope};
use crate::routes::refusals::TooManyRequests;
use crate::state::AppState;

/// Enough for a queue at the door, too few for guessing codes.
const CHECK_INS: Limit = Limit { scope: "arrival", attempts: 40, window_ms: 60_000 };
/// The shortest interval, ms, at which the last call of a screen is stored.
const SEEN_EVERY_MS: i64 = 60_000;

/// The screen that calls; 401 without the secret of a screen in use.
pub(super) struct AtKiosk(Kiosk);

impl FromRequestParts<AppState> for AtKiosk {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let secret = value.and_then(|value| value.split_once(' '));
        let secret = secret.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("kiosk"));
        let Some((_, secret)) = secret else { return Err(unknown_kiosk()) };
        let hash = stored_hash(secret.trim());
        let kiosk = state.db.read(async |conn| kiosk::by_secret(conn, &hash).await).await?;
        kiosk.map(Self).ok_or_else(unknown_kiosk)
    }
}

/// The screen, as it introduces itself.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct KioskAnswer {
    /// Its name for staff.
    name: String,
    /// The location of its event.
    place: String,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(super) struct ArrivalBody {
    /// As it was typed or read by the camera.
    #[serde(deserialize_with = "id")]
    #[schema(value_type = String, example = "7K3QXM")]
    code: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArrivalAnswer {
    /// To greet them by; empty if unknown.
    first_name: String,
    /// `HH:MM`.
    #[schema(value_type = String)]
    test_time: SlotTime,
    /// `early`, `on-time`, `late`, or `already` checked in.
    #[schema(value_type = String, example = "on-time")]
    state: Arrival,
}

/// Whether the screen may check people in, and at which location. `authorization: Kiosk SECRET`.
#[utoipa::path(
    get, path = "/api/event/arrival", tag = "desk", operation_id = "kioskSelf",
    responses(
        (status = 200, description = "The screen is in use", body = Envelope<KioskAnswer>),
        (status = 401, description = "KIOSK_UNKNOWN: no such screen, or no longer in use", body = ErrorEnvelope),
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    AtKiosk(at): AtKiosk,
) -> Result<Envelope<KioskAnswer>, ApiError> {
    let now_ms = state.clock.now_ms();
    let (id, event_id) = (at.kiosk_id.clone(), at.event_id.clone());
    if at.seen_at.is_none_or(|seen_at| now_ms - seen_at >= SEEN_EVERY_MS) {
        let write =
            state.db.write(async move |conn| Ok::<_, ApiError>(kiosk::seen(conn, &id, now_ms).await?));
        write.await?;
    }
    let event =
        state.db.read(async |conn| Ok::<_, ApiError>(schedule::find_event(conn, Some(&event_id)).await?));
    let place = event.await?.map(|event| event.location_name).unwrap_or_default();
    Ok(Envelope(KioskAnswer { name: at.name, place }))
}

/// Checks somebody in by the code of today's booking, so that staff see they have arrived. Repeating it changes nothing.
/// Answers a first name and a time, nothing else. `authorization: Kiosk SECRET`.
#[utoipa::path(
    post, path = "/api/event/arrival", tag = "desk", operation_id = "checkIn", request_body = ArrivalBody,
    responses(
        (status = 200, description = "Checked in", body = Succeeded<ArrivalAnswer>),
        (status = 401, description = "KIOSK_UNKNOWN: no such screen, or no longer in use", body = ErrorEnvelope),
        (status = 404, description = "CODE_UNKNOWN", body = ErrorEnvelope),
        (status = 409, description = "CODE_USED with `error.status`", body = ErrorEnvelope),
        (status = 422, description = "CODE_OTHER_DAY with `error.date`", body = ErrorEnvelope),
        TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    AtKiosk(at): AtKiosk,
    ApiJson(body): ApiJson<ArrivalBody>,
) -> Result<Envelope<ArrivalAnswer>, ApiError> {
    throttle(&state, CHECK_INS, &at.kiosk_id).await?;
    let Some(code) = body.code else {
        return Err(ApiError::bad_request("FIELD_MISSING", "Type the code on the ticket.").field("code"));
    };
    let code = code.parse::<BookingCode>().map_err(|_| unknown_code())?.to_string();
    let now_ms = state.clock.now_ms();
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    state.db.write(async move |conn| check_in(conn, at, code, now, now_ms).await).await.map(Envelope)
}

async fn check_in(
    conn: &mut Conn,
    at: Kiosk,
    code: String,
    now: LocalDateTime,
    now_ms: i64,
) -> Result<ArrivalAnswer, ApiError> {
    kiosk::seen(conn, &at.kiosk_id, now_ms).await?;
    let (id, uaid) = desk::by_code(conn, &code).await?.ok_or_else(unknown_code)?;
    if !booking::lock_athlete(conn, &uaid, now_ms).await? {
        return Err(unknown_code());
    }
    let booking = desk::find(conn, &id).await?.filter(|booking| booking.event_id == at.event_id);
    let booking = booking.ok_or_else(unknown_code)?;
    let time = require_today(&booking, now)?;
    let first_name = db::bookings::arrival::first_name(conn, &uaid).await?;
    if !db::bookings::arrival::arrive(conn, &booking.id, now_ms).await? {
        return Ok(ArrivalAnswer { first_name, test_time: time, state: Arrival::Already });
    }
    let entry = audit::Entry::new(None, "booking.arrive")
        .subject(&uaid)
        .object(&booking.id)
        .detail(json!({ "kiosk": at.kiosk_id }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(ArrivalAnswer { first_name, test_time: time, state: arrival(time, now.time) })
}

/// The time of a booking, refused unless it is for today and has not ended.
fn require_today(booking: &DeskBooking, now: LocalDateTime) -> Result<SlotTime, ApiError> {
    if !booking.status.is_open() || booking.finished_at.is_some() {
        let message = format!("That code has been used: the booking is {}.", booking.status);
        return Err(ApiError::conflict("CODE_USED", message)
            .field("code")
            .with("status", booking.status.as_str()));
    }
    match booking.slot {
        Some((date, time)) if date == now.date => Ok(time),
        Some((date, time)) => {
            let message = format!("That booking is for another day: {}.", spoken(date, time));
            Err(ApiError::rule("CODE_OTHER_DAY", message).field("code").with("date", date))
        }
        None => Err(unknown_code()),
    }
}

fn unknown_code() -> ApiError {
    ApiError::not_found().message("There is no booking with that code.").field("code").renamed("CODE_UNKNOWN")
}

fn unknown_kiosk() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "KIOSK_UNKNOWN",
        "This screen is not one of the academy's any more. Ask the team for a new link.",
    )
}
