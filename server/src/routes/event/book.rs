//! `POST /api/user/event/booking`: book, move, ask for assistance, make an assistance booking, decline.

use std::sync::Arc;

use axum::extract::State;
use serde_json::json;
use sixfold_domain::booking::{BookingStatus, booking_type};
use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::time::{Date, TimeOfDay};

use super::decline;
use super::details::AthleteDetails;
use super::payload::{BookedAnswer, BookingBody, Succeeded};
use super::team::{invalid_team, lock_own, takes_one_more};
use crate::auth::CurrentUser;
use crate::booking::context::BookingContext;
use crate::booking::missed::did_not_test;
use crate::booking::refusals;
use crate::db::Conn;
use crate::db::bookings::booking::{self, Booking, Seat};
use crate::db::bookings::desk;
use crate::db::bookings::team::{self, Team};
use crate::db::calendar::schedule;
use crate::db::people::coach;
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::mail::letters::Change;
use crate::routes::refusals::{NotFound, SignedIn};
use crate::state::{AppState, BookingChange};

/// The request, parsed and authorised.
#[derive(Clone)]
struct BookingCommand {
    uaid: String,
    event_id: Option<String>,
    booking_id: Option<String>,
    slot: Option<(Date, TimeOfDay)>,
    /// A status that staff set on an open booking: declined or dnt.
    close_as: Option<BookingStatus>,
    /// The decline is undone instead.
    undo: bool,
    assistance: bool,
    bypass: bool,
    /// Role 2 books somebody else: only today, and only if they have no open booking.
    at_desk: bool,
    team_booking_id: Option<String>,
    notes: Option<String>,
    details: AthleteDetails,
}

/// Books a test, moves a booking, asks for assistance, declines.
///
/// Without `eventBookingId` it books: `assistanceRequired` or `eventTestStatus: "assistance"` asks for help and holds the
/// chosen place, if there is one. Role 2 may book others only for today; no notice is needed. Role 3 books any day; asking for
/// help without a place, for somebody on the phone, puts them into the queue. With the id of an open booking and a different
/// date or time it moves the booking: the old place is freed only if the new one was won, and a move to another day undoes an
/// onboarding without results; role 3 makes an assistance booking this way. `eventTestStatus: "declined"` or `"dnt"` closes it
/// (roles 2 and 3); with `undo: true` a decline is undone, within ten minutes and while its place is free.
#[utoipa::path(
    post, path = "/api/user/event/booking", tag = "booking", operation_id = "bookTest",
    request_body = BookingBody,
    responses(
        (status = 200, description = "Booked, moved or declined", body = Succeeded<BookedAnswer>),
        (status = 403, description = "Somebody else's booking, or a rule bypass that the role does not have", body = ErrorEnvelope),
        (status = 409, description = "SLOT_FULL, BOOKING_OPEN_EXISTS, STATUS_CONFLICT; moving an onboarded booking to another day, or declining it: RESULTS_EXIST", body = ErrorEnvelope),
        (status = 422, description = "Refused by a rule: DATE_CLOSED, RETEST_TOO_SOON, SCREENING_NOT_CLEARED …; TEAM_LIMIT; UNDO_TOO_LATE", body = ErrorEnvelope),
        SignedIn, NotFound,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    user: CurrentUser,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<BookingBody>,
) -> Result<Answer, ApiError> {
    answer(&state, user, &idempotency, body).await
}

/// The call itself, sent alone or in a tablet's list.
pub(super) async fn answer(
    state: &AppState,
    user: CurrentUser,
    idempotency: &Idempotency,
    body: BookingBody,
) -> Result<Answer, ApiError> {
    let command = read(&user, body)?;
    let (actor, job_state) = (Arc::new(user), state.clone());
    let change = match (command.close_as, &command.booking_id) {
        (Some(_), _) => BookingChange::Closed,
        (None, Some(_)) => BookingChange::Changed,
        (None, None) => BookingChange::Created,
    };
    let answer =
        once(state, idempotency, async move |conn| run(conn, job_state, actor, command).await).await?;
    if answer.is_new() {
        state.metrics.booking(change);
    }
    Ok(answer)
}

/// Parses the body and checks what needs no store.
fn read(user: &CurrentUser, body: BookingBody) -> Result<BookingCommand, ApiError> {
    let uaid = body.uaid.as_ref().map_or_else(|| user.uaid.to_string(), ToString::to_string);
    let own = uaid == user.uaid.as_str();
    let bypass = body.bypass_booking_rule.unwrap_or(false);
    let requested = match body.event_test_status.as_deref() {
        None => None,
        Some(word) => Some(word.parse::<BookingStatus>().map_err(|error| {
            ApiError::bad_request(error.code(), error.to_string()).field("eventTestStatus")
        })?),
    };
    let close_as = requested.filter(|status| matches!(status, BookingStatus::Declined | BookingStatus::Dnt));
    let capability = if close_as.is_some() { Capability::SetBookingStatus } else { Capability::Book };
    let at_desk = user.require(capability)? == Grant::Own && !own;
    if at_desk {
        user.require(Capability::BookAtDesk)?;
    }
    if bypass {
        user.require(Capability::BypassBookingRule)?;
    }
    if matches!(requested, Some(BookingStatus::Cancelled | BookingStatus::Completed)) {
        let message = "A booking is cancelled with event/cancel and completed with event/admin/final.";
        return Err(ApiError::bad_request("STATUS_UNKNOWN", message).field("eventTestStatus"));
    }
    if body.event_test_type.as_deref().is_some_and(|word| !matches!(word, "test" | "retest")) {
        return Err(
            ApiError::bad_request("TYPE_UNKNOWN", "A booking is a test or a retest.").field("eventTestType")
        );
    }
    let slot = match (body.event_test_date, body.event_test_time) {
        (Some(date), Some(time)) => Some((date, time)),
        (None, None) => None,
        (None, Some(_)) => return Err(ApiError::required("eventTestDate", "Pick a day.")),
        (Some(_), None) => return Err(ApiError::required("eventTestTime", "Pick a time.")),
    };
    if close_as.is_some() && body.event_booking_id.is_none() {
        return Err(ApiError::required("eventBookingId", "Say which booking."));
    }
    let undo = body.undo.unwrap_or(false);
    if undo && close_as != Some(BookingStatus::Declined) {
        let message = "Only a decline can be undone: send eventTestStatus \"declined\" with it.";
        return Err(ApiError::invalid("undo", message));
    }
    let assistance =
        requested == Some(BookingStatus::Assistance) || body.assistance_required.unwrap_or(false);
    Ok(BookingCommand {
        details: AthleteDetails::read(&body, user.role)?,
        uaid,
        event_id: body.event_id,
        booking_id: body.event_booking_id,
        slot,
        close_as,
        undo,
        assistance,
        bypass,
        at_desk,
        // Only the team's coach and role 3 may name a team; for anybody else it is ignored.
        team_booking_id: body.team_booking_id.filter(|_| user.role.can(Capability::WriteTeams).allowed()),
        notes: super::details::text(body.event_test_notes, "eventTestNotes")?,
    })
}

async fn run(
    conn: &mut Conn,
    state: AppState,
    actor: Arc<CurrentUser>,
    command: BookingCommand,
) -> Result<BookedAnswer, ApiError> {
    // Lock order of every job that changes a team's people: schedule, team, athletes, slots.
    let team = match (&command.team_booking_id, &command.booking_id) {
        (_, Some(id)) if command.undo => decline::lock_team(conn, id).await?,
        (Some(id), _) => {
            schedule::lock_shared(conn).await?;
            Some(lock_own(conn, &actor, id).await?)
        }
        (None, _) => None,
    };
    let mut context = BookingContext::begin(
        conn,
        state,
        actor,
        command.uaid.clone(),
        command.event_id.as_deref(),
        command.bypass,
    )
    .await?;
    if command.at_desk {
        require_today(&context, &command)?;
        context = context.without_notice();
    }
    context
        .require_team(
            conn,
            if command.close_as.is_some() { Capability::SetBookingStatus } else { Capability::Book },
        )
        .await?;
    let current = match &command.booking_id {
        Some(id) => {
            let current = context.own_booking(conn, id).await?;
            context.require_own_booking(conn, &current).await?;
            Some(current)
        }
        None => None,
    };
    let booked = match (current, command.close_as) {
        (Some(current), Some(_)) if command.undo => {
            decline::undo(conn, &context, &current, team.as_ref()).await?
        }
        (Some(current), Some(status)) => {
            close(conn, &context, &current, status, command.notes.as_deref()).await?
        }
        (Some(current), None) => change(conn, &context, &current, &command).await?,
        (None, _) => create(conn, &context, &command, team.as_ref()).await?,
    };
    // The code is the athlete's ticket: a coach sees it only of athletes who have accepted them.
    let hides = context.by_coach()
        && !coach::visibility(conn, context.actor.uaid.as_str(), &booked.uaid).await?.is_open();
    let code = if hides { String::new() } else { booked.code };
    Ok(BookedAnswer { uaid: booked.uaid, code, event_booking_id: booked.id })
}

/// Refuses role 2 everything but a new booking for today.
fn require_today(context: &BookingContext, command: &BookingCommand) -> Result<(), ApiError> {
    let today = command.slot.is_some_and(|(date, _)| date == context.now.date);
    if today && command.booking_id.is_none() {
        return Ok(());
    }
    let message =
        "The desk books people for today. For another day, or to move a booking, ask programme delivery.";
    Err(ApiError::forbidden().message(message))
}

async fn create(
    conn: &mut Conn,
    context: &BookingContext,
    command: &BookingCommand,
    team: Option<&Team>,
) -> Result<Booking, ApiError> {
    if context.by_coach() && coach::has_declined(conn, context.actor.uaid.as_str(), &context.uaid).await? {
        let message = "This athlete has said no to you. Only they, or programme delivery, can change that.";
        return Err(ApiError::forbidden().message(message));
    }
    if context.open.is_some() {
        return Err(refusals::open_exists());
    }
    if let Some(team) = team {
        takes_one_more(conn, team, &context.uaid)
            .await?
            .map_err(|error| invalid_team(error, "teamBookingId"))?;
    }
    let staff = context.by_staff();
    // Staff who name a slot have dealt with the request; without one it waits in the queue.
    let waits =
        !staff || (command.slot.is_none() && context.actor.role.can(Capability::HandleAssistance).allowed());
    let wanted = if command.assistance && waits { BookingStatus::Assistance } else { BookingStatus::Booked };
    let status = wanted.reached_from(None)?;
    context.require_eligible(status)?;
    let booked = match command.slot {
        Some((date, time)) => context.book_slot(conn, None, status, date, time).await?,
        None if status == BookingStatus::Assistance => {
            let kind = booking_type(&context.athlete.history());
            context.insert(conn, status, kind, None, Seat::None).await?
        }
        None => return Err(ApiError::required("eventTestDate", "Pick a day and a time.")),
    };
    if let Some(team) = team {
        team::take_on(conn, &booked, &team.id).await?;
    }
    command.details.save(conn, context, &booked).await?;
    let change = match status {
        BookingStatus::Assistance => Change::AssistanceAsked,
        BookingStatus::Booked
        | BookingStatus::Completed
        | BookingStatus::Dnt
        | BookingStatus::Declined
        | BookingStatus::Cancelled => {
            if staff && command.assistance {
                Change::AssistanceConfirmed
            } else {
                Change::Confirmed
            }
        }
    };
    let by = Some(context.actor.uaid.as_str()).filter(|_| context.by_coach());
    let coach = team.map_or(by, |team| team.coach.as_deref());
    context.record_and_ask(conn, "booking.create", &booked, change, coach).await?;
    Ok(booked)
}

/// Moves a booking, makes an assistance booking definite (role 3), or only updates its details.
async fn change(
    conn: &mut Conn,
    context: &BookingContext,
    current: &Booking,
    command: &BookingCommand,
) -> Result<Booking, ApiError> {
    let makes_assistance = context.actor.role.can(Capability::HandleAssistance).allowed();
    let status = if makes_assistance { BookingStatus::Booked } else { current.status };
    if !current.status.is_open() || status != current.status {
        status.reached_from(Some(current.status))?;
    }
    let here = current.slot.map(|(date, time)| (date, time.time_of_day()));
    let moves = command.slot.is_some() && command.slot != here;
    if !moves && status == current.status {
        command.details.save(conn, context, current).await?;
        return Ok(current.clone());
    }
    context.require_eligible(status)?;
    if moves {
        context.require_not_onboarded(current)?;
        context.require_in_time(current)?;
    }
    let booked = match command.slot.filter(|_| moves) {
        Some((date, time)) => {
            let moved = context.book_slot(conn, Some(current), status, date, time).await?;
            release_from_day(conn, context, current, moved).await?
        }
        None if current.slot.is_some() => {
            let (slot, seat, kind) = (current.slot, current.seat, current.booking_type);
            booking::update_slot(conn, current, status, slot, seat, kind, context.now_ms).await?
        }
        None => return Err(ApiError::required("eventTestDate", "Pick a day and a time for this booking.")),
    };
    command.details.save(conn, context, &booked).await?;
    let (action, change) = if status == current.status {
        ("booking.move", Change::Moved(current.slot))
    } else {
        ("booking.confirm", Change::AssistanceConfirmed)
    };
    context.record_and_notify(conn, action, &booked, change).await?;
    Ok(booked)
}

/// Undoes the onboarding of a booking that has moved to another day (RULES 4.7), so that its athlete can be onboarded on that day,
/// or else counts as a no-show.
async fn release_from_day(
    conn: &mut Conn,
    context: &BookingContext,
    before: &Booking,
    moved: Booking,
) -> Result<Booking, ApiError> {
    let day = |booking: &Booking| booking.slot.map(|(date, _)| date);
    if moved.onboarded_at.is_none() || day(before) == day(&moved) {
        return Ok(moved);
    }
    if !desk::release(conn, &moved.id, context.now_ms).await? {
        return Err(refusals::results_exist());
    }
    context.record(conn, "booking.release", Some(&moved.id), json!({})).await?;
    Ok(Booking { onboarded_at: None, ..moved })
}

async fn close(
    conn: &mut Conn,
    context: &BookingContext,
    current: &Booking,
    status: BookingStatus,
    notes: Option<&str>,
) -> Result<Booking, ApiError> {
    let status = status.reached_from(Some(current.status))?;
    let closed = context.close(conn, current, status, notes).await?;
    let (action, change) = match status {
        BookingStatus::Declined => ("booking.decline", Change::Declined),
        BookingStatus::Booked
        | BookingStatus::Assistance
        | BookingStatus::Completed
        | BookingStatus::Dnt
        | BookingStatus::Cancelled => ("booking.dnt", did_not_test(current)),
    };
    context.record_and_notify(conn, action, &closed, change).await?;
    Ok(closed)
}
