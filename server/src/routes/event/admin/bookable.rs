//! `GET /api/event/admin/bookable`: whether somebody can be booked, before staff choose a time for them.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sixfold_domain::booking::{BookingType, booking_type, last_completed};
use sixfold_domain::eligibility::{EligibilityRefusal, EligibilityRules, may_ask_assistance, may_book};
use sixfold_domain::identity::{self, Uaid};
use sixfold_domain::time::Date;
use utoipa::{IntoParams, ToSchema};

use crate::auth::require::{BookAtDesk, Require};
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::bookings::booking::Booking;
use crate::db::people::{account, eligibility};
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::refusals::{DeskOnly, Malformed, NoSuchPerson};
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    uaid: Option<String>,
}

/// What staff need to know of somebody before booking them; of their health only what a refusal says.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Bookable {
    uaid: String,
    first_name: String,
    last_name: String,
    /// The type of their next booking.
    #[schema(value_type = String, example = "test")]
    event_test_type: BookingType,
    /// `YYYY-MM-DD`, the day of their latest completed test; null without one.
    #[schema(value_type = Option<String>)]
    last_completed: Option<Date>,
    /// The open booking; null without one. Nobody has two.
    booking: Option<OpenBooking>,
    /// Why they may not be booked; null if they may.
    refusal: Option<BookableRefusal>,
    /// Why they may not ask for assistance either; null if they may.
    assistance_refusal: Option<BookableRefusal>,
}

/// An open booking, which rules out another one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpenBooking {
    event_booking_id: String,
    /// `booked` or `assistance`.
    event_test_status: &'static str,
    /// `YYYY-MM-DD`; empty where help was asked for without a day.
    booking_date: String,
    /// `HH:MM`; empty where help was asked for without a time.
    booking_time: String,
}

/// A refusal, as `user/event/booking` would answer it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Refusal)]
struct BookableRefusal {
    /// `CONSENT_REQUIRED`, `SCREENING_NOT_CLEARED` …
    #[schema(example = "SCREENING_NOT_CLEARED")]
    error_code: &'static str,
    error_message: String,
}

/// Whether somebody can be booked: test or retest, their open booking, and the refusals of their eligibility. Refusals of a day
/// or a time are left to `event/availability`.
#[utoipa::path(
    get, path = "/api/event/admin/bookable", tag = "desk", operation_id = "bookable",
    params(Params),
    responses(
        (status = 200, description = "Whether they can be booked", body = Envelope<Bookable>),
        Malformed, DeskOnly, NoSuchPerson,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<BookAtDesk>,
    ApiQuery(whom): ApiQuery<Params>,
) -> Result<Envelope<Bookable>, ApiError> {
    let uaid = identity::optional(whom.uaid.map_or(Value::Null, Value::String))
        .map_err(|_| ApiError::bad_request("UAID_INVALID", "That is no athlete number.").field("uaid"))?
        .ok_or_else(|| ApiError::bad_request("UAID_REQUIRED", "Say who is to be booked.").field("uaid"))?;
    let today = state.today()?;
    let consent = state.hub.consent_version();
    let read = state.db.read(async |conn| read(conn, &uaid, &consent, today).await);
    read.await.map(Envelope)
}

async fn read(
    conn: &mut Conn,
    uaid: &Uaid,
    current_consent: &str,
    today: Date,
) -> Result<Bookable, ApiError> {
    let uaid = uaid.as_str();
    let person = account::find(conn, uaid).await?.ok_or_else(ApiError::not_found)?;
    let history = booking::history(conn, uaid).await?;
    let facts = eligibility::find(conn, uaid, current_consent).await?;
    let rules = EligibilityRules::default();
    let refusal_of = |rule: fn(&_, _, &_, _) -> Result<(), EligibilityRefusal>| {
        rule(&facts.record, facts.born, &rules, today).err().map(BookableRefusal::from)
    };
    // Booking closes a missed one, so that does not count; one that was onboarded and never finished does.
    let open = booking::find_open(conn, uaid).await?;
    let open = open.filter(|booking| {
        booking.onboarded_at.is_some() || booking.slot.is_none_or(|(date, _)| date >= today)
    });
    Ok(Bookable {
        uaid: person.uaid,
        first_name: person.first_name,
        last_name: person.last_name,
        event_test_type: booking_type(&history),
        last_completed: last_completed(&history),
        booking: open.map(OpenBooking::from),
        refusal: refusal_of(may_book),
        assistance_refusal: refusal_of(may_ask_assistance),
    })
}

impl From<Booking> for OpenBooking {
    fn from(booking: Booking) -> Self {
        let (date, time) =
            booking.slot.map(|(date, time)| (date.to_string(), time.to_string())).unwrap_or_default();
        Self {
            event_booking_id: booking.id,
            event_test_status: booking.status.as_str(),
            booking_date: date,
            booking_time: time,
        }
    }
}

impl From<EligibilityRefusal> for BookableRefusal {
    fn from(refusal: EligibilityRefusal) -> Self {
        Self { error_code: refusal.code(), error_message: refusal.to_string() }
    }
}
