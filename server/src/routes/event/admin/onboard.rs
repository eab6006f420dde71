//! `POST /api/event/admin/onboard`: onboards an athlete by the booking code, or undoes that.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::booking::{BookingCode, BookingStatus};
use sixfold_domain::role::Capability;
use sixfold_domain::time::{Date, SlotTime, london_date_time};
use utoipa::ToSchema;

use super::super::payload::{Succeeded, date, id};
use super::desk::{Desk, LATE_DAYS};
use crate::auth::require::{Require, RunTests};
use crate::booking::context::{BookingContext, EventContext};
use crate::booking::refusals::results_exist;
use crate::content::dates::spoken;
use crate::db::Conn;
use crate::db::bookings::booking::{self, Booking};
use crate::db::bookings::desk::{self, DeskBooking};
use crate::db::calendar::schedule;
use crate::db::results::protocol;
use crate::db::results::result::{self, TabletStamp};
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
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
    /// Role 3: onboards although the booking is for another day, and moves it to the day of the test.
    #[serde(rename = "override")]
    beyond: Option<bool>,
    /// Undoes an onboarding that has no results yet.
    release: Option<bool>,
    /// The day of the list that the tablet worked from, for calls that it sends late; with `override`, the day of the test.
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
/// without it, the date of `recordedAt` (`event/admin/sync`) counts. With `override` a booking of another day is moved to that day,
/// without taking a place, and otherwise to today, to the present quarter hour; the place that it had is passed on. `release` undoes
/// an onboarding while there are no results, and moves such a booking back.
#[utoipa::path(
    post, path = "/api/event/admin/onboard", tag = "desk", operation_id = "onboard",
    request_body = OnboardBody,
    responses(
        (status = 200, description = "Onboarded, or released", body = Succeeded<OnboardAnswer>),
        (status = 403, description = "Neither role 2 nor role 3, `override` by role 2, or no CSRF token", body = ErrorEnvelope),
        (status = 404, description = "CODE_UNKNOWN", body = ErrorEnvelope),
        (status = 409, description = "CODE_USED with `error.status`; STATUS_CONFLICT: assistance not confirmed; releasing: NOT_ONBOARDED, RESULTS_EXIST, FORMER_PLACE_GONE with `error.date`", body = ErrorEnvelope),
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
    once(&state, &idempotency, async move |conn| run(conn, act, command).await).await
}

async fn run(conn: &mut Conn, act: Desk, command: OnboardCommand) -> Result<OnboardAnswer, ApiError> {
    let (id, uaid) = desk::by_code(conn, &command.code).await?.ok_or_else(unknown)?;
    if command.beyond || command.release {
        // Either may move the booking, and the schedule is locked before the athlete.
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
        let named = day_of_test(&act, &command);
        let late = is_late(&act, &booking, named);
        require_new(&act, &booking, late, command.beyond)?;
        let day = named.min(act.today);
        if command.beyond && !late && booking.slot.is_some_and(|(date, _)| date != day) {
            take_to(conn, &act, &booking, day).await?;
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

/// Refuses a booking that cannot be onboarded now; `beyond` lifts the day.
fn require_new(act: &Desk, booking: &DeskBooking, late: bool, beyond: bool) -> Result<(), ApiError> {
    if booking.onboarded_at.is_some() {
        return Err(already());
    }
    if booking.status == BookingStatus::Assistance {
        let message =
            "This athlete asked for assistance. Programme delivery has to confirm the booking first.";
        return Err(ApiError::conflict("STATUS_CONFLICT", message).with("status", booking.status.as_str()));
    }
    // It was marked as not tested at midnight, before the tablet could send the onboarding.
    if booking.status == BookingStatus::Dnt && !late {
        return Err(used(booking));
    }
    let Some((date, time)) = booking.slot else { return Err(used(booking)) };
    if date == act.today || late || beyond {
        return Ok(());
    }
    let message = format!("That booking is for another day: {}.", spoken(date, time));
    Err(ApiError::rule("CODE_OTHER_DAY", message).field("code").with("date", date))
}

/// The day on which the athlete is tested: that of the tablet's list, or else the one on which the call was recorded. It is today if
/// the call names none, or one too long ago. The server's clock may have been put back meanwhile, so it may also be tomorrow.
fn day_of_test(act: &Desk, command: &OnboardCommand) -> Date {
    let recorded = || act.stamp.recorded_at.and_then(|at| london_date_time(at).ok()).map(|local| local.date);
    let counts = |day: &Date| (-1..=LATE_DAYS).contains(&day.days_until(act.today));
    command.day.or_else(recorded).filter(counts).unwrap_or(act.today)
}

/// Whether the tablet worked from the list of the booking's own day, and that is not today.
fn is_late(act: &Desk, booking: &DeskBooking, day: Date) -> bool {
    day != act.today && booking.slot.is_some_and(|(date, _)| date == day)
}

/// Moves a booking to the day of its test, for which the test then counts.
async fn take_to(conn: &mut Conn, act: &Desk, booking: &DeskBooking, day: Date) -> Result<(), ApiError> {
    let (context, current) = open_booking(conn, act, booking).await?;
    context.require_cleared(&current)?;
    let moved = context.take_to(conn, &current, day).await?;
    context.record_and_notify(conn, "booking.move", &moved, Change::Moved(current.slot)).await
}

async fn release(conn: &mut Conn, act: &Desk, booking: &DeskBooking) -> Result<(), ApiError> {
    if booking.onboarded_at.is_none() {
        return Err(ApiError::conflict("NOT_ONBOARDED", "This athlete is not onboarded."));
    }
    if result::has_any(conn, &booking.id).await? {
        return Err(results_exist());
    }
    // Before the booking is changed: a slot is locked before a booking.
    let former = booking::former_slot(conn, &booking.id).await?;
    if let Some(slot) = former.filter(|_| booking.status.is_open()) {
        move_back(conn, act, booking, slot).await?;
    }
    if !desk::release(conn, &booking.id, act.now_ms).await? {
        return Err(results_exist());
    }
    act.record(conn, "booking.release", booking, json!({})).await?;
    Ok(())
}

/// Moves a booking that was taken to the day of its test back to the time that it had. On that day it would have no place, and its
/// athlete would be a no-show at midnight.
async fn move_back(
    conn: &mut Conn,
    act: &Desk,
    booking: &DeskBooking,
    (date, time): (Date, SlotTime),
) -> Result<(), ApiError> {
    let (context, current) = open_booking(conn, act, booking).await?;
    let moved = context.book_slot(conn, Some(&current), current.status, date, time.time_of_day()).await;
    let moved = moved.map_err(|error| {
        if error.status().is_client_error() { former_place_gone(date, time) } else { error }
    })?;
    context.record_and_notify(conn, "booking.move", &moved, Change::Moved(current.slot)).await
}

/// An open booking and what moving it needs. The caller has locked the schedule and the athlete. Role 3 has lifted the rules that it
/// may lift.
async fn open_booking(
    conn: &mut Conn,
    act: &Desk,
    booking: &DeskBooking,
) -> Result<(BookingContext, Booking), ApiError> {
    let state = &act.state;
    let event = EventContext::load(conn, state, Some(&booking.event_id)).await?;
    let consent = state.hub.consent_version();
    let athlete =
        booking::lock_and_find(conn, &booking.uaid, &consent, act.now_ms).await?.ok_or_else(unknown)?;
    let actor = Arc::new(act.user.clone());
    let context = BookingContext::on(&event, state.clone(), actor, (booking.uaid.clone(), athlete), true);
    let current = context.open.clone().filter(|open| open.id == booking.id).ok_or_else(|| used(booking))?;
    Ok((context, current))
}

fn unknown() -> ApiError {
    ApiError::not_found().message("There is no booking with that code.").field("code").renamed("CODE_UNKNOWN")
}

fn former_place_gone(date: Date, time: SlotTime) -> ApiError {
    let place = spoken(date, time);
    let message =
        format!("The place that this booking had is gone: {place}. Move it to another day instead.");
    ApiError::conflict("FORMER_PLACE_GONE", message).with("date", date)
}

/// The exact message of RULES 11.1.
fn already() -> ApiError {
    ApiError::rule("422", "User already onboarded").field("code")
}

fn used(booking: &DeskBooking) -> ApiError {
    let message = format!("That code has been used: the booking is {}.", booking.status);
    ApiError::conflict("CODE_USED", message).field("code").with("status", booking.status.as_str())
}
