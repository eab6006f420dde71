//! `GET /api/event/admin/booking`: one booking, with everything that staff may need to know about it.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::profile::shown;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::role::{Capability, Relation};
use sixfold_domain::time::{Date, london_date_time};
use utoipa::{IntoParams, ToSchema};

use super::super::payload::id;
use super::booking_row::{BookingRow, with_positions};
use super::results::RecordedTest;
use crate::auth::CurrentUser;
use crate::auth::require::{ReadBookingDetails, Require};
use crate::booking::protocol_body::ProtocolSet;
use crate::booking::refusals::no_booking;
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::bookings::booking::{self, BookingAct, StaffRow};
use crate::db::bookings::desk;
use crate::db::people::account;
use crate::db::people::health_access::HealthAccess;
use crate::db::results::{protocol, result};
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::refusals::{DeskOnly, Malformed, NotFound};
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    #[serde(alias = "eventBookingID", alias = "EventBookingId", deserialize_with = "id")]
    #[param(value_type = String)]
    event_booking_id: Option<String>,
    /// `false` leaves the health data out; then no reading is logged.
    health: Option<bool>,
}

/// A booking in full.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookingDetails {
    #[serde(flatten)]
    row: BookingRow,
    #[serde(flatten)]
    health: HealthAnswer,
    /// Notes of staff; 'N/A' without any.
    notes: String,
    /// The tests that were recorded.
    results: Vec<RecordedTest>,
    /// How its tests are scored; null before the onboarding, which decides that.
    #[schema(value_type = Option<ProtocolSet>)]
    protocols: Option<Protocols>,
    /// The history, newest first.
    history: Vec<BookingHistory>,
}

/// The health data that belongs to a booking: 'N/A' where there is none, absent if it was left out.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HealthAnswer {
    /// From the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    medical_issues: Option<String>,
    /// From the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    emergency_name: Option<String>,
    /// From the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    emergency_number: Option<String>,
    /// The help asked for with this booking.
    #[serde(skip_serializing_if = "Option::is_none")]
    assistance_type: Option<String>,
}

/// An entry of a booking's history.
#[derive(Debug, Serialize, ToSchema)]
struct BookingHistory {
    /// ISO with `Z`.
    at: String,
    /// The audit log's action, such as `booking.move`.
    action: String,
    /// The person's name; null for the server itself.
    by: Option<String>,
}

/// One booking with medical notes, emergency contact and kind of assistance: any for role 3, for role 2 those of today that were
/// neither cancelled nor declined, and one of the day before while its athlete is still in the test. Each reading of these is
/// noted in the audit log.
#[utoipa::path(
    get, path = "/api/event/admin/booking", tag = "people", operation_id = "bookingDetails",
    params(Params),
    responses(
        (status = 200, description = "The booking", body = Envelope<BookingDetails>),
        Malformed, DeskOnly, NotFound,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Require { user, .. }: Require<ReadBookingDetails>,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Envelope<BookingDetails>, ApiError> {
    let booking_id =
        params.event_booking_id.ok_or_else(|| ApiError::required("eventBookingId", "Say which booking."))?;
    let query =
        BookingQuery { booking_id, open: params.health.unwrap_or(true), now_ms: state.clock.now_ms() };
    let job = state.clone();
    let read = if query.open {
        // A write job, since it also logs the reading.
        state.db.write(async move |conn| read(conn, &job, &user, &query).await).await?
    } else {
        state.db.read(async |conn| read(conn, &state, &user, &query).await).await?
    };
    let row = with_positions(&state, &read.row.event_id, std::slice::from_ref(&read.row)).await?.pop();
    Ok(Envelope(read.answer(row.ok_or_else(no_booking)?)?))
}

#[derive(Clone)]
struct BookingQuery {
    booking_id: String,
    /// Whether to decrypt the health data.
    open: bool,
    now_ms: i64,
}

/// The booking's relation to the reader: their own, one of today, or any other. One that was cancelled or declined is not of today;
/// one of an earlier day is, while its athlete is still in the test (RULES 9.4).
fn relation(user: &CurrentUser, row: &StaffRow, (today, now_ms): (Date, i64)) -> Relation {
    let (date, today) = (row.test_date.as_deref(), today.to_string());
    let is_off = row.status.parse().is_ok_and(BookingStatus::frees_place);
    let comes = !is_off && date == Some(today.as_str());
    let in_test = row.status == BookingStatus::Booked.as_str()
        && date.is_some_and(|date| date < today.as_str())
        && row.onboarded_at.is_some_and(|at| at >= desk::in_test_since(now_ms));
    if row.uaid == user.uaid.as_str() {
        Relation::Own
    } else if comes || in_test {
        Relation::Today
    } else {
        Relation::Other
    }
}

/// The rows that a booking's answer is made of.
struct StoredBooking {
    row: StaffRow,
    health: HealthAnswer,
    results: Vec<result::Stored>,
    protocols: Option<Protocols>,
    acts: Vec<BookingAct>,
}

async fn read(
    conn: &mut Conn,
    state: &AppState,
    user: &CurrentUser,
    query: &BookingQuery,
) -> Result<StoredBooking, ApiError> {
    let today = london_date_time(query.now_ms).map_err(ApiError::internal)?.date;
    let row = booking::find_staff(conn, &query.booking_id).await?.ok_or_else(no_booking)?;
    if !user.require(Capability::ReadBookingDetails)?.reaches(relation(user, &row, (today, query.now_ms))) {
        return Err(no_booking());
    }
    let health =
        if query.open { open(conn, state, user, &row, query.now_ms).await? } else { HealthAnswer::default() };
    Ok(StoredBooking {
        results: result::find(conn, &row.booking_id).await?,
        protocols: protocols(conn, &row).await?,
        acts: booking::acts(conn, &row.uaid, &row.booking_id).await?,
        health,
        row,
    })
}

/// The protocols of the onboarding; none before it.
async fn protocols(conn: &mut Conn, row: &StaffRow) -> Result<Option<Protocols>, ApiError> {
    if row.onboarded_at.is_none() {
        return Ok(None);
    }
    let booking = desk::find(conn, &row.booking_id).await?.ok_or_else(no_booking)?;
    Ok(Some(protocol::of_version(conn, booking.protocol_version).await?))
}

/// The health data of a booking and its athlete; the reading is logged.
async fn open(
    conn: &mut Conn,
    state: &AppState,
    user: &CurrentUser,
    row: &StaffRow,
    now_ms: i64,
) -> Result<HealthAnswer, ApiError> {
    let account = account::find(conn, &row.uaid).await?;
    let access = match &account {
        Some(_) => HealthAccess::open(conn, &state.cipher, user.reads(), &row.uaid, now_ms).await?,
        // A deleted account has no health data left.
        None => None,
    };
    let (health, kind) = match (&account, &access) {
        (Some(account), Some(access)) => {
            let encrypted = row.assistance_type_sealed.as_deref();
            (access.profile(account)?, access.assistance_type(&row.booking_id, encrypted)?)
        }
        (None, _) | (_, None) => Default::default(),
    };
    let or_na = |text: Option<&str>| Some(shown(text).to_owned());
    Ok(HealthAnswer {
        medical_issues: or_na(health.medical_issues.as_deref()),
        emergency_name: or_na(health.emergency_name.as_deref()),
        emergency_number: or_na(health.emergency_number.as_deref()),
        assistance_type: or_na(kind.as_deref()),
    })
}

impl StoredBooking {
    fn answer(self, row: BookingRow) -> Result<BookingDetails, ApiError> {
        let history = self.acts.into_iter().map(|act| {
            let name = [act.first_name, act.last_name].map(Option::unwrap_or_default).join(" ");
            Ok(BookingHistory {
                at: iso(act.at).map_err(ApiError::internal)?,
                action: act.action,
                by: Some(name.trim().to_owned()).filter(|name| !name.is_empty()),
            })
        });
        Ok(BookingDetails {
            health: self.health,
            notes: shown(self.row.notes.as_deref()).to_owned(),
            results: self.results.iter().map(RecordedTest::of).collect(),
            protocols: self.protocols,
            history: history.collect::<Result<_, ApiError>>()?,
            row,
        })
    }
}
