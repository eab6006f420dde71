//! `POST /api/event/admin/onboard`: onboards an athlete by the booking code, or undoes that.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::booking::{BookingCode, BookingStatus};
use sixfold_domain::role::Capability;
use sixfold_domain::time::{Date, london_date_time};
use utoipa::ToSchema;

use super::super::payload::{Succeeded, date, id};
use super::desk::{Desk, LATE_DAYS};
use crate::auth::require::{Require, RunTests};
use crate::booking::context::{BookingContext, EventContext};
use crate::booking::refusals::results_exist;
use crate::content::dates::spoken;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::bookings::desk::{self, DeskBooking};
use crate::db::calendar::schedule;
use crate::db::results::protocol;
use crate::db::results::result::TabletStamp;
use crate::http::error::{ApiError, ErrorEnvelope};
use crate::http::extract::ApiJson;
use crate::http::idempotency::{Answer, Idempotency, once};
use crate::mail::letters::Change;
use crate::routes::refusals::SignedIn;
use crate::state::AppState;

/// The code, and what the tablet knew of the day.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct OnboardBody {
    /// The booking code, as it was typed or scanned.
    #[serde(deserialize_with = "id")]
    #[schema(value_type = String, example = "7K3QXM")]
    code: Option<String>,
    /// Role 3: onboards although the booking is for another day, and moves it to today.
    #[serde(rename = "override")]
    beyond: Option<bool>,
    /// Undoes an onboarding that has no results yet.
    release: Option<bool>,
    /// The day of the list that the tablet worked from, for calls that it sends late.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    day: Option<Date>,
}

/// The onboarded athlete.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OnboardAnswer {
    uaid: String,
}

/// The request, parsed and authorised.
#[derive(Debug, Clone)]
struct OnboardCommand {
    code: String,
    beyond: bool,
    release: bool,
    day: Option<Date>,
}

/// Onboards an athlete by the code of today's booking. From then on tests are recorded for them, with the protocols in force at
/// that moment. A booking is onboarded once. A tablet that could not send in time has seven days: `day` is the date of its list;
/// without it, the date of `recordedAt` (`event/admin/sync`) counts. With `override` a booking of another day is moved to today, to
/// the present quarter hour and without taking a place; the place that it had is passed on. `release` undoes an onboarding while
/// there are no results.
#[utoipa::path(
    post, path = "/api/event/admin/onboard", tag = "desk", operation_id = "onboard",
    request_body = OnboardBody,
    responses(
        (status = 200, description = "Onboarded, or released", body = Succeeded<OnboardAnswer>),
        (status = 403, description = "Neither role 2 nor role 3, `override` by role 2, or no CSRF token", body = ErrorEnvelope),
        (status = 404, description = "CODE_UNKNOWN", body = ErrorEnvelope),
        (status = 409, description = "CODE_USED with `error.status`; STATUS_CONFLICT: assistance not confirmed; releasing: NOT_ONBOARDED, RESULTS_EXIST", body = ErrorEnvelope),
        (status = 422, description = "`422`: User already onboarded; CODE_OTHER_DAY with `error.date`; SCREENING_NOT_CLEARED with `override`; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        SignedIn,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<RunTests>,
    idempotency: Idempotency,
    stamp: TabletStamp,
    ApiJson(body): ApiJson<OnboardBody>,
) -> Result<Answer, ApiError> {
    let beyond = body.beyond.unwrap_or(false);
    if beyond {
        user.require(Capability::BypassBookingRule)?;
    }
    let Some(code) = body.code else {
        return Err(ApiError::bad_request("FIELD_MISSING", "Type the code on the ticket.").field("code"));
    };
    let code = code.parse::<BookingCode>().map_err(|_| unknown())?.to_string();
    let command = OnboardCommand { code, beyond, release: body.release.unwrap_or(false), day: body.day };
    let act = Desk::new(&state, user, stamp)?;
    once(&state, &idempotency, move |conn| Box::pin(run(conn, act, command))).await
}

async fn run(conn: &mut Conn<'_>, act: Desk, command: OnboardCommand) -> Result<OnboardAnswer, ApiError> {
    let (id, uaid) = desk::by_code(conn, &command.code).await?.ok_or_else(unknown)?;
    if command.beyond {
        // It may move the booking, and the schedule is locked before the athlete.
        schedule::lock_shared(conn).await?;
    }
    if !booking::lock_athlete(conn, &uaid, act.now_ms).await? {
        return Err(unknown());
    }
    let booking = desk::find(conn, &id).await?.ok_or_else(unknown)?;
    let ended =
        booking.finished_at.is_some() || !(booking.status.is_open() || booking.status == BookingStatus::Dnt);
    if ended {
        return Err(used(&booking));
    }
    if command.release {
        release(conn, &act, &booking).await?;
    } else {
        require_new(&act, &command, &booking)?;
        let late = late(&act, &command, &booking);
        if !late && booking.slot.is_some_and(|(date, _)| date != act.today) {
            take_to_today(conn, &act, &booking).await?;
        }
        let version = i64::from(protocol::current(conn).await?.version());
        let by = act.user.uaid.as_str();
        if !desk::onboard(conn, &booking.id, by, &act.stamp, version, act.now_ms).await? {
            return Err(already());
        }
        let detail = json!({ "protocolVersion": version, "override": command.beyond, "late": late });
        act.record(conn, "booking.onboard", &booking, detail).await?;
    }
    Ok(OnboardAnswer { uaid: booking.uaid })
}

/// Refuses a booking that cannot be onboarded now.
fn require_new(act: &Desk, command: &OnboardCommand, booking: &DeskBooking) -> Result<(), ApiError> {
    if booking.onboarded_at.is_some() {
        return Err(already());
    }
    if booking.status == BookingStatus::Assistance {
        let message =
            "This athlete asked for assistance. Programme delivery has to confirm the booking first.";
        return Err(ApiError::conflict("STATUS_CONFLICT", message).with("status", booking.status.as_str()));
    }
    let late = late(act, command, booking);
    // It was marked as not tested at midnight, before the tablet could send the onboarding.
    if booking.status == BookingStatus::Dnt && !late {
        return Err(used(booking));
    }
    let Some((date, time)) = booking.slot else { return Err(used(booking)) };
    if date == act.today || late || command.beyond {
        return Ok(());
    }
    let message = format!("That booking is for another day: {}.", spoken(date, time));
    Err(ApiError::rule("CODE_OTHER_DAY", message).field("code").with("date", date))
}

/// Moves a booking of another day to today, so that the test counts for the day on which it is taken.
async fn take_to_today(conn: &mut Conn<'_>, act: &Desk, booking: &DeskBooking) -> Result<(), ApiError> {
    let state = &act.state;
    let event = EventContext::load(conn, state, Some(&booking.event_id)).await?;
    let consent = state.hub.consent_version();
    let athlete =
        booking::lock_and_find(conn, &booking.uaid, &consent, act.now_ms).await?.ok_or_else(unknown)?;
    let actor = Arc::new(act.user.clone());
    let context = BookingContext::on(&event, state.clone(), actor, (booking.uaid.clone(), athlete), true);
    let current = context.open.as_ref().filter(|open| open.id == booking.id).ok_or_else(|| used(booking))?;
    context.require_cleared(current)?;
    let moved = context.take_to_today(conn, current).await?;
    context.record_and_notify(conn, "booking.move", &moved, Change::Moved(current.slot)).await
}

/// Whether the tablet worked from the list of the booking's own day, and that is not today. The server's clock may have been
/// put back meanwhile, so the day may also be tomorrow's. A tablet that names no day worked on the day of the call.
fn late(act: &Desk, command: &OnboardCommand, booking: &DeskBooking) -> bool {
    let recorded = || act.stamp.recorded_at.and_then(|at| london_date_time(at).ok()).map(|local| local.date);
    let day = command.day.or_else(recorded);
    booking.slot.is_some_and(|(date, _)| {
        day == Some(date) && date != act.today && (-1..=LATE_DAYS).contains(&date.days_until(act.today))
    })
}

async fn release(conn: &mut Conn<'_>, act: &Desk, booking: &DeskBooking) -> Result<(), ApiError> {
    if booking.onboarded_at.is_none() {
        return Err(ApiError::conflict("NOT_ONBOARDED", "This athlete is not onboarded."));
    }
    if !desk::release(conn, &booking.id, act.now_ms).await? {
        return Err(results_exist());
    }
    act.record(conn, "booking.release", booking, json!({})).await?;
    Ok(())
}

fn unknown() -> ApiError {
    ApiError::not_found().message("There is no booking with that code.").field("code").renamed("CODE_UNKNOWN")
}

/// The exact message of RULES 11.1.
fn already() -> ApiError {
    ApiError::rule("422", "User already onboarded").field("code")
}

fn used(booking: &DeskBooking) -> ApiError {
    let message = format!("That code has been used: the booking is {}.", booking.status);
    ApiError::conflict("CODE_USED", message).field("code").with("status", booking.status.as_str())
}
