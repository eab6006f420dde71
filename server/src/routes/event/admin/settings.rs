//! `event/admin/settings`: how many places there are, at which times, and how far ahead they can be booked.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::slot::{BookingSessionConfig, Opening, Schedule, WeeklySlots};
use sixfold_domain::time::{Date, london_date_time};
use utoipa::ToSchema;

use super::super::livescreen::OfEvent;
use super::super::payload::id;
use crate::auth::CurrentUser;
use crate::auth::require::{ManageSchedule, Require};
use crate::booking::event::{find_event, found};
use crate::booking::offers;
use crate::db::calendar::schedule::Event;
use crate::db::calendar::{schedule, settings, slot};
use crate::db::people::audit;
use crate::db::{Conn, LONG_JOB_LIMIT};
use crate::http::{Answer, ApiError, ApiJson, ApiQuery, Envelope, ErrorEnvelope, Idempotency, once_within};
use crate::routes::event::timetable::{Decision, Lists, ListsChange};
use crate::routes::refusals::{DeliveryOnly, Malformed, NoSuchEvent};
use crate::state::AppState;

/// The booking settings: a booking session config without its dates and sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BookingSettings {
    /// Test times, `HH:MM`, for `monday` to `sunday`.
    #[schema(value_type = Object)]
    test_slots: WeeklySlots,
    /// Retest times, `HH:MM`, for `monday` to `sunday`.
    #[schema(value_type = Object)]
    retest_slots: WeeklySlots,
    /// Days between today and the first bookable date.
    days_ahead: u16,
    /// No booking before this date, `YYYY-MM-DD`.
    #[schema(value_type = Option<String>)]
    start_date: Option<Date>,
    /// Days that have to pass between a completed test and a retest.
    retest_delay: u16,
    /// Days from today, or from `startDate`, to the last bookable date.
    window_days: u16,
    /// Places at each time.
    slot_capacity: u16,
    /// Minutes before the start until which an athlete can cancel.
    cancel_cutoff_minutes: u16,
    /// Runs of dates that can be booked from an instant on. A save without them, as from a page that does not know them yet,
    /// keeps those that are stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<OpeningShape>>)]
    openings: Option<Vec<Opening>>,
}

/// A run of dates that can be booked from an instant on.
#[derive(ToSchema)]
#[schema(as = Opening, rename_all = "camelCase")]
#[expect(dead_code, reason = "describes `domain::slot::Opening`, which knows nothing of the document")]
struct OpeningShape {
    /// The first date, `YYYY-MM-DD`.
    from: String,
    /// The last date.
    to: String,
    /// When booking opens: ISO with an offset, on a whole minute; written with `Z`.
    opens_at: String,
}

/// Settings to save.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettingsBody {
    /// The event; the academy's own when absent.
    #[serde(default, alias = "eventID", alias = "eventid", deserialize_with = "id")]
    event_id: Option<String>,
    settings: BookingSettings,
    /// The revision that the caller has seen; 409 unless it is still that.
    rev: i64,
    /// A decision about each open booking at a time that is removed from the weekly lists.
    #[serde(default)]
    decisions: Vec<Decision>,
}

/// The settings in force.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SettingsAnswer {
    settings: BookingSettings,
    /// Rises with every change of the schedule's settings.
    rev: i64,
    /// After a save with decisions: the bookings whose decisions were carried out. The others were not affected any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<Vec<String>>,
}

/// The booking settings of an event.
#[utoipa::path(
    get, path = "/api/event/admin/settings", tag = "people", operation_id = "bookingSettings",
    params(OfEvent),
    responses(
        (status = 200, description = "The settings in force", body = Envelope<SettingsAnswer>),
        Malformed, DeliveryOnly, NoSuchEvent,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ManageSchedule>,
    ApiQuery(of): ApiQuery<OfEvent>,
) -> Result<Envelope<SettingsAnswer>, ApiError> {
    let read = state.db.read(async |conn| {
        let event = find_event(conn, of.event_id.as_deref()).await?;
        current(conn, &event).await
    });
    Ok(Envelope(read.await?))
}

/// Saves the booking settings; booking pages follow at once. Existing bookings keep their places, even above a lower capacity;
/// places that a higher one adds are offered to the waiting lists. Open bookings at times that are removed from the weekly
/// lists need a decision each, which is carried out with the change: all of it or nothing.
#[utoipa::path(
    put, path = "/api/event/admin/settings", tag = "people", operation_id = "saveBookingSettings",
    request_body = SettingsBody,
    responses(
        (status = 200, description = "The settings in force now", body = Envelope<SettingsAnswer>),
        (status = 409, description = "SETTINGS_CHANGED: `error.current` is in force now; BOOKINGS_HIT: `error.bookings` \
            and `error.teams` need decisions; SLOT_FULL of a move, with `error.eventBookingId`", body = ErrorEnvelope),
        (status = 422, description = "TIME_OFF_GRID, TIME_DUPLICATE, SETTING_OUT_OF_RANGE; OPENING_REVERSED and the other rules \
            of openings; IDEMPOTENCY_KEY_REUSED; refusals of a move, with `error.eventBookingId`", body = ErrorEnvelope),
        DeliveryOnly, NoSuchEvent,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSchedule>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<SettingsBody>,
) -> Result<Answer, ApiError> {
    let config = BookingSessionConfig::from(body.settings.clone());
    Schedule::new(&config).map_err(|error| {
        ApiError::rule(error.code(), error.to_string()).field(format!("settings.{}", error.field()))
    })?;
    config.check_numbers().map_err(|error| {
        ApiError::rule(error.code(), error.to_string()).field(format!("settings.{}", error.field))
    })?;
    let (job, user) = (state.clone(), Arc::new(user));
    once_within(LONG_JOB_LIMIT, &state, &idempotency, async move |conn| save(conn, &job, &user, body).await)
        .await
}

async fn save(
    conn: &mut Conn,
    state: &AppState,
    user: &Arc<CurrentUser>,
    mut body: SettingsBody,
) -> Result<SettingsAnswer, ApiError> {
    let now_ms = state.clock.now_ms();
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
    let event = find_event(conn, body.event_id.as_deref()).await?;
    schedule::lock_exclusive(conn).await?;
    let before = current(conn, &event).await?;
    if before.rev != body.rev {
        let message = "Somebody else has changed the settings meanwhile. Look at theirs first.";
        return Err(ApiError::conflict("SETTINGS_CHANGED", message).with("current", &before));
    }
    if body.settings.openings.is_none() {
        body.settings.openings.clone_from(&before.settings.openings);
    }
    if before.settings == body.settings {
        return Ok(before);
    }
    let config = BookingSessionConfig::from(body.settings.clone());
    let lists = Lists { test_slots: config.test_slots.clone(), retest_slots: config.retest_slots.clone() };
    let lists_change =
        ListsChange::begin(conn, (state, user), &event.event_id, &lists, body.decisions).await?;
    settings::save(conn, &event.event_id, &config, user.uaid.as_str(), now_ms).await?;
    let other_capacity = before.settings.slot_capacity != config.slot_capacity;
    if other_capacity {
        settings::set_capacity(conn, &event.event_id, today, config.slot_capacity).await?;
    }
    // Moved bookings are placed before the waiting lists get offers.
    let decided = lists_change.carry_out(conn).await?;
    offers::end_refused(conn, state, &event.event_id, now_ms).await?;
    if other_capacity {
        offer_new_places(conn, state, &event, today, now_ms).await?;
    }
    let bookings = decided.as_ref().map_or(0, Vec::len);
    let entry = audit::Entry::by(user.actor(), "settings.changed")
        .object(&event.event_id)
        .detail(json!({ "from": before.settings, "to": body.settings, "bookings": bookings }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(SettingsAnswer { decided, ..current(conn, &event).await? })
}

/// Offers the places that a higher capacity has added to the waiting lists.
async fn offer_new_places(
    conn: &mut Conn,
    state: &AppState,
    event: &Event,
    from: Date,
    now_ms: i64,
) -> Result<(), ApiError> {
    let snapshot = found(state.events.in_job(conn, Some(&event.event_id)).await?)?;
    for (key, waiting) in settings::waited_for(conn, &event.event_id, from).await? {
        for _ in 0..waiting {
            // Until no place is left, or nobody who could take one.
            if !slot::take(conn, &key).await? || !snapshot.pass_on(conn, state, &key, now_ms).await? {
                break;
            }
        }
    }
    Ok(())
}

async fn current(conn: &mut Conn, event: &Event) -> Result<SettingsAnswer, ApiError> {
    let (stored, rev) = settings::find(conn, &event.event_id).await?;
    Ok(SettingsAnswer { settings: stored.into(), rev, decided: None })
}

impl From<BookingSessionConfig> for BookingSettings {
    fn from(config: BookingSessionConfig) -> Self {
        Self {
            test_slots: config.test_slots,
            retest_slots: config.retest_slots,
            days_ahead: config.days_ahead,
            start_date: config.start_date,
            retest_delay: config.retest_delay,
            window_days: config.window_days,
            slot_capacity: config.slot_capacity,
            cancel_cutoff_minutes: config.cancel_cutoff_minutes,
            openings: Some(config.openings),
        }
    }
}

impl From<BookingSettings> for BookingSessionConfig {
    /// Without dates and sessions, which are stored separately.
    fn from(settings: BookingSettings) -> Self {
        Self {
            test_slots: settings.test_slots,
            retest_slots: settings.retest_slots,
            days_ahead: settings.days_ahead,
            start_date: settings.start_date,
            retest_delay: settings.retest_delay,
            window_days: settings.window_days,
            slot_capacity: settings.slot_capacity,
            cancel_cutoff_minutes: settings.cancel_cutoff_minutes,
            openings: settings.openings.unwrap_or_default(),
            ..Self::default()
        }
    }
}
