//! `POST /api/user/event/booking`: book, move, ask for assistance, make an assistance booking, decline.

use std::sync::Arc;

use axum::extract::State;
use sixfold_domain::booking::{BookingStatus, booking_type, may_cancel};
use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::time::{Date, TimeOfDay};

use super::act::{self, Act};
use super::details::Told;
use super::payload::{BookedAnswer, BookingBody, Succeeded};
use super::team::lock_own;
use crate::auth::CurrentUser;
use crate::db::booking::{self, Booking};
use crate::db::team::{self, Team};
use crate::db::{Answer, Conn, Idempotency, once, schedule};
use crate::error::{ApiError, ErrorEnvelope};
use crate::extract::ApiJson;
use crate::mail::letters::Change;
use crate::state::AppState;

/// What the body asks for, once it has been read and is allowed.
struct Wish {
    uaid: String,
    event_id: Option<String>,
    booking_id: Option<String>,
    place: Option<(Date, TimeOfDay)>,
    /// A status that staff set on an open booking: declined or dnt.
    close_as: Option<BookingStatus>,
    assistance: bool,
    bypass: bool,
    team_booking_id: Option<String>,
    notes: Option<String>,
    told: Told,
}

/// Books a test, moves a booking, asks for assistance, declines.
///
/// Without `eventBookingId` it books: `assistanceRequired` or `eventTestStatus: "assistance"` asks for help and holds the
/// chosen place, if one is chosen. With the id of an open booking and another date or time it moves it: the old place is freed
/// only if the new one was won; role 3 makes an assistance booking this way. `eventTestStatus: "declined"` or `"dnt"` closes it
/// (roles 2 and 3).
#[utoipa::path(
    post, path = "/api/user/event/booking", tag = "booking", operation_id = "bookTest",
    request_body = BookingBody,
    responses(
        (status = 200, description = "Booked, moved or declined", body = Succeeded<BookedAnswer>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Somebody else's booking, or a rule bypass that the role does not have", body = ErrorEnvelope),
        (status = 404, description = "No such athlete, event or booking", body = ErrorEnvelope),
        (status = 409, description = "SLOT_FULL, BOOKING_OPEN_EXISTS, STATUS_CONFLICT", body = ErrorEnvelope),
        (status = 422, description = "A rule says no: DATE_CLOSED, RETEST_TOO_SOON, SCREENING_NOT_CLEARED …", body = ErrorEnvelope),
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

/// The call itself, whether it came alone or in a tablet's list.
pub(super) async fn answer(
    state: &AppState,
    user: CurrentUser,
    idempotency: &Idempotency,
    body: BookingBody,
) -> Result<Answer, ApiError> {
    let wish = read(&user, body)?;
    let (actor, job_state) = (Arc::new(user), state.clone());
    once(state, idempotency, move |conn| Box::pin(run(conn, job_state, actor, wish))).await
}

/// Reads the body and decides what can be decided without the store.
fn read(user: &CurrentUser, body: BookingBody) -> Result<Wish, ApiError> {
    let uaid = body.uaid.as_ref().map_or_else(|| user.uaid.to_string(), ToString::to_string);
    let own = uaid == user.uaid.as_str();
    let bypass = body.bypass_booking_rule.unwrap_or(false);
    let asked = match body.event_test_status.as_deref() {
        None => None,
        Some(word) => Some(word.parse::<BookingStatus>().map_err(|error| {
            ApiError::bad_request(error.code(), error.to_string()).field("eventTestStatus")
        })?),
    };
    let close_as = asked.filter(|status| matches!(status, BookingStatus::Declined | BookingStatus::Dnt));
    let capability = if close_as.is_some() { Capability::SetBookingStatus } else { Capability::Book };
    if user.require(capability)? == Grant::Own && !own {
        return Err(ApiError::forbidden());
    }
    if bypass {
        user.require(Capability::BypassBookingRule)?;
    }
    if matches!(asked, Some(BookingStatus::Cancelled | BookingStatus::Completed)) {
        let message = "A booking is cancelled with event/cancel and completed with event/admin/final.";
        return Err(ApiError::bad_request("STATUS_UNKNOWN", message).field("eventTestStatus"));
    }
    if body.event_test_type.as_deref().is_some_and(|word| !matches!(word, "test" | "retest")) {
        return Err(
            ApiError::bad_request("TYPE_UNKNOWN", "A booking is a test or a retest.").field("eventTestType")
        );
    }
    let place = match (body.event_test_date, body.event_test_time) {
        (Some(date), Some(time)) => Some((date, time)),
        (None, None) => None,
        (None, Some(_)) => return Err(missing("eventTestDate", "Pick a day.")),
        (Some(_), None) => return Err(missing("eventTestTime", "Pick a time.")),
    };
    if close_as.is_some() && body.event_booking_id.is_none() {
        return Err(missing("eventBookingId", "Say which booking."));
    }
    let assistance = match asked {
        Some(status) => status == BookingStatus::Assistance,
        None => body.assistance_required.unwrap_or(false),
    };
    Ok(Wish {
        told: Told::read(&body, user.role)?,
        uaid,
        event_id: body.event_id,
        booking_id: body.event_booking_id,
        place,
        close_as,
        assistance,
        bypass,
        // A team is for its coach and for role 3 to name; anybody else's word for one counts for nothing.
        team_booking_id: body.team_booking_id.filter(|_| user.role.can(Capability::WriteTeams).allowed()),
        notes: super::details::text(body.event_test_notes, "eventTestNotes")?,
    })
}

async fn run(
    conn: &mut Conn<'_>,
    state: AppState,
    actor: Arc<CurrentUser>,
    wish: Wish,
) -> Result<BookedAnswer, ApiError> {
    // The order of every job that changes a team's people: schedule, team, athletes, slots.
    let team = match &wish.team_booking_id {
        Some(id) => {
            schedule::hold(conn).await?;
            Some(lock_own(conn, &actor, id).await?)
        }
        None => None,
    };
    let act =
        Act::begin(conn, state, actor, wish.uaid.clone(), wish.event_id.as_deref(), wish.bypass).await?;
    act.require_team(
        conn,
        if wish.close_as.is_some() { Capability::SetBookingStatus } else { Capability::Book },
    )
    .await?;
    let current = match &wish.booking_id {
        Some(id) => Some(act.own_booking(conn, id).await?),
        None => None,
    };
    let booked = match (current, wish.close_as) {
        (Some(current), Some(status)) => close(conn, &act, &current, status, wish.notes.as_deref()).await?,
        (Some(current), None) => change(conn, &act, &current, &wish).await?,
        (None, _) => create(conn, &act, &wish, team.as_ref()).await?,
    };
    Ok(BookedAnswer { uaid: booked.uaid, code: booked.code, event_booking_id: booked.id })
}

async fn create(
    conn: &mut Conn<'_>,
    act: &Act,
    wish: &Wish,
    team: Option<&Team>,
) -> Result<Booking, ApiError> {
    if booking::find_open(conn, &act.uaid).await?.is_some() {
        return Err(act::open_exists());
    }
    let staff = act.by_staff();
    let wanted = if wish.assistance && !staff { BookingStatus::Assistance } else { BookingStatus::Booked };
    let status =
        wanted.reached_from(None).map_err(|error| ApiError::conflict(error.code(), error.to_string()))?;
    act.require_eligible(conn, status).await?;
    let booked = match wish.place {
        Some((date, time)) => act.place(conn, None, status, date, time).await?,
        None if status == BookingStatus::Assistance => {
            let kind = booking_type(&booking::history(conn, &act.uaid).await?);
            act.insert(conn, status, kind, None, None).await?
        }
        None => return Err(missing("eventTestDate", "Pick a day and a time.")),
    };
    if let Some(team) = team {
        team::take_on(conn, &booked, &team.id).await?;
    }
    wish.told.save(conn, act, &booked).await?;
    let change = match status {
        BookingStatus::Assistance => Change::AssistanceAsked,
        _ if staff && wish.assistance => Change::AssistanceConfirmed,
        _ => Change::Confirmed,
    };
    act.tell(conn, "booking.create", &booked, change).await?;
    Ok(booked)
}

/// A move, an assistance booking made by role 3, or only new details.
async fn change(conn: &mut Conn<'_>, act: &Act, current: &Booking, wish: &Wish) -> Result<Booking, ApiError> {
    let makes_assistance = act.actor.role.can(Capability::HandleAssistance).allowed();
    let status = if makes_assistance { BookingStatus::Booked } else { current.status };
    if !current.status.is_open() || status != current.status {
        status
            .reached_from(Some(current.status))
            .map_err(|error| ApiError::conflict(error.code(), error.to_string()))?;
    }
    let here = current.place.map(|(date, time)| (date, time.time_of_day()));
    let moves = wish.place.is_some() && wish.place != here;
    if !moves && status == current.status {
        wish.told.save(conn, act, current).await?;
        return Ok(current.clone());
    }
    act.require_eligible(conn, current.status).await?;
    if moves {
        act.require_not_onboarded(current)?;
        may_cancel(
            current.status,
            current.place,
            act.config.cancel_cutoff_minutes,
            act.by_staff(),
            act.now_ms,
        )
        .map_err(act::too_late)?;
    }
    let booked = match wish.place.filter(|_| moves) {
        Some((date, time)) => act.place(conn, Some(current), status, date, time).await?,
        None if current.place.is_some() => {
            let (place, seat, kind) = (current.place, current.seat, current.booking_type);
            booking::update_place(conn, current, status, place, seat, kind, act.now_ms).await?
        }
        None => return Err(missing("eventTestDate", "Pick a day and a time for this booking.")),
    };
    wish.told.save(conn, act, &booked).await?;
    let (action, change) = if status == current.status {
        ("booking.move", Change::Moved(current.place))
    } else {
        ("booking.confirm", Change::AssistanceConfirmed)
    };
    act.tell(conn, action, &booked, change).await?;
    Ok(booked)
}

async fn close(
    conn: &mut Conn<'_>,
    act: &Act,
    current: &Booking,
    status: BookingStatus,
    notes: Option<&str>,
) -> Result<Booking, ApiError> {
    let status = status
        .reached_from(Some(current.status))
        .map_err(|error| ApiError::conflict(error.code(), error.to_string()))?;
    let closed = booking::close(conn, current, status, notes, act.now_ms).await?;
    let (action, change) = match status {
        BookingStatus::Declined => ("booking.decline", Change::Declined),
        _ => ("booking.dnt", Change::Missed),
    };
    if status.frees_place() {
        act.free(conn, current).await?;
    }
    act.tell(conn, action, &closed, change).await?;
    Ok(closed)
}

fn missing(field: &'static str, message: &'static str) -> ApiError {
    ApiError::bad_request("FIELD_REQUIRED", message).field(field)
}
