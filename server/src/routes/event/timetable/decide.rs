//! Carries out the decisions about the bookings that a change affects: moved, cancelled or kept, each with its letter.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::time::{Date, SlotTime, TimeOfDay};
use utoipa::ToSchema;

use super::coaches::TeamChanges;
use super::impact::{AffectedBooking, Plans, Reach};
use crate::auth::CurrentUser;
use crate::booking::closed_times;
use crate::booking::context::{BookingContext, EventContext};
use crate::booking::refusals::{no_athlete, no_booking};
use crate::db::Conn;
use crate::db::bookings::booking::{self, Athlete, Booking};
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::calendar::timetable;
use crate::http::ApiError;
use crate::mail::letters::Change as LetterChange;
use crate::state::AppState;

/// The most decisions of one write: removing a weekday from the lists can affect this many bookings of a booking window.
const MOST: usize = 2_000;

/// A decision about a booking that the change affects.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct Decision {
    event_booking_id: String,
    /// What to do with it.
    act: DecisionAction,
    /// The day to move it to, `YYYY-MM-DD`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    date: Option<Date>,
    /// The time to move it to, `HH:MM`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    time: Option<TimeOfDay>,
}

/// What to do with a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Verdict)]
enum DecisionAction {
    /// Move it to the given place.
    Move,
    /// Cancel it.
    Cancel,
    /// Leave it where it is, off the schedule; not possible on a closed date.
    Keep,
}

pub(super) struct Decisions(HashMap<String, CheckedDecision>);

#[derive(Debug, Clone, Copy)]
enum CheckedDecision {
    Move(Date, SlotTime),
    Cancel,
    Keep,
}

impl Decisions {
    /// Checks them: one for each booking, and a move with a date and time.
    pub(super) fn read(given: Vec<Decision>) -> Result<Self, ApiError> {
        if given.len() > MOST {
            let message = format!("Decide about at most {MOST} bookings at a time.");
            return Err(ApiError::invalid("decisions", message));
        }
        let mut all = HashMap::new();
        for decision in given {
            let decided = match (decision.act, decision.date, decision.time) {
                (DecisionAction::Cancel, ..) => CheckedDecision::Cancel,
                (DecisionAction::Keep, ..) => CheckedDecision::Keep,
                (DecisionAction::Move, Some(date), Some(time)) => {
                    let time = SlotTime::try_from(time).map_err(|error| {
                        ApiError::rule(error.code(), error.to_string())
                            .field("decisions")
                            .with("eventBookingId", &decision.event_booking_id)
                    })?;
                    CheckedDecision::Move(date, time)
                }
                (DecisionAction::Move, ..) => {
                    let message = "A move says where: date and time.";
                    return Err(ApiError::required("decisions", message));
                }
            };
            if all.insert(decision.event_booking_id, decided).is_some() {
                return Err(ApiError::invalid("decisions", "There are two decisions about one booking."));
            }
        }
        Ok(Self(all))
    }

    /// Locks the athletes whose bookings have a decision.
    pub(super) async fn lock_athletes(&self, conn: &mut Conn, now_ms: i64) -> Result<(), ApiError> {
        let bookings: Vec<&str> = self.0.keys().map(String::as_str).collect();
        let athletes = booking::athletes_of(conn, &bookings).await?;
        booking::lock_athletes(conn, &athletes, now_ms).await?;
        Ok(())
    }

    /// The days of the bookings that have a decision.
    pub(super) async fn days(&self, conn: &mut Conn) -> Result<BTreeSet<Date>, ApiError> {
        let bookings: Vec<&str> = self.0.keys().map(String::as_str).collect();
        Ok(booking::days_of(conn, &bookings).await?)
    }

    pub(super) fn cover(&self, affected: &[AffectedBooking]) -> bool {
        affected.iter().all(|booking| self.0.contains_key(&booking.row.booking_id))
    }

    /// The ids of the bookings whose decisions are carried out; none if there were no decisions. The change does not affect the
    /// others any more: they have been moved or cancelled meanwhile, and nothing happens to them.
    pub(super) fn carried_out(&self, affected: &[AffectedBooking]) -> Option<Vec<String>> {
        (!self.0.is_empty()).then(|| affected.iter().map(|booking| booking.row.booking_id.clone()).collect())
    }

    fn of(&self, booking: &AffectedBooking) -> Result<CheckedDecision, ApiError> {
        let decided = self.0.get(&booking.row.booking_id).copied();
        let decided = decided.ok_or_else(|| ApiError::internal("an affected booking without a decision"))?;
        if matches!(decided, CheckedDecision::Keep) && !booking.reason.may_keep() {
            let message = "Nobody is there on a closed date. Move this booking, or call it off.";
            return Err(with_booking(ApiError::rule("KEEP_CLOSED", message).field("decisions"), booking));
        }
        Ok(decided)
    }
}

/// What decisions need to be carried out.
pub(super) struct DecisionContext<'a> {
    pub state: &'a AppState,
    pub actor: &'a Arc<CurrentUser>,
    pub event_id: &'a str,
    pub now_ms: i64,
}

impl DecisionContext<'_> {
    /// Locks every slot that the change and the decisions touch, in the order of their keys, and ends the waiting lists of
    /// slots that are no longer offered, with a letter about each open offer. Schedule and athletes have been locked before.
    pub(super) async fn lock_slots(
        &self,
        conn: &mut Conn,
        plans: &Plans,
        reach: &Reach,
        affected: &[AffectedBooking],
        decisions: &Decisions,
    ) -> Result<(), ApiError> {
        let key = |(date, time)| SlotKey { event_id: self.event_id.to_owned(), date, time };
        let mut closing = BTreeSet::new();
        if let Some(days) = reach.span() {
            closing = closed_times::waited_for(conn, self.event_id, &plans.after, days).await?;
            closing.retain(|slot| reach.contains(slot.date));
        }
        let mut targets = BTreeSet::new();
        let mut all = closing.clone();
        for booking in affected {
            all.insert(key(booking.row.slot));
            if let CheckedDecision::Move(date, time) = decisions.of(booking)? {
                targets.insert(key((date, time)));
            }
        }
        all.extend(targets.iter().cloned());
        for slot in &all {
            if targets.contains(slot) {
                slot::lock(conn, slot, plans.after.slot_capacity()).await?;
            } else {
                slot::lock_existing(conn, slot).await?;
            }
        }
        let ended = closed_times::end_waiting_lists(conn, &closing, plans.after.slot_capacity()).await?;
        Ok(closed_times::tell_of_ended_offers(conn, &self.state.events, &ended, self.now_ms).await?)
    }

    /// Carries the decisions out: cancellations first, so that moves can use their seats.
    pub(super) async fn carry_out(
        &self,
        conn: &mut Conn,
        affected: &[AffectedBooking],
        decisions: &Decisions,
    ) -> Result<(), ApiError> {
        if affected.is_empty() {
            return Ok(());
        }
        // The schedule after the change.
        let event_context = EventContext::load(conn, self.state, Some(self.event_id)).await?;
        let uaids: Vec<&str> = affected.iter().map(|booking| booking.row.uaid.as_str()).collect();
        let consent = self.state.hub.consent_version();
        let mut athletes = booking::find_athletes(conn, &uaids, &consent).await?;
        let mut moves = Vec::new();
        let mut teams = TeamChanges::default();
        for booking in affected {
            let athlete = athletes.remove_entry(&booking.row.uaid).ok_or_else(no_athlete)?;
            let context = self.context(&event_context, athlete);
            match decisions.of(booking)? {
                CheckedDecision::Cancel => {
                    teams.note(booking, None);
                    cancel(conn, &context, booking).await.map_err(|error| with_booking(error, booking))?;
                }
                CheckedDecision::Keep => keep(conn, &context, booking).await?,
                CheckedDecision::Move(date, time) => {
                    teams.note(booking, Some((date, time)));
                    moves.push((booking, context, (date, time)));
                }
            }
        }
        for (booking, context, slot) in moves {
            shift(conn, &context, booking, slot).await.map_err(|error| with_booking(error, booking))?;
        }
        Ok(teams.follow_and_tell(conn, self.state, self.event_id, self.now_ms).await?)
    }

    /// The context for a change by staff of an affected booking, whose athlete is locked already.
    fn context(&self, event_context: &EventContext, athlete: (String, Athlete)) -> BookingContext {
        BookingContext::on(event_context, self.state.clone(), self.actor.clone(), athlete, true)
    }
}

/// The affected booking as it was read with its athlete, who has no other open one.
fn open_of<'a>(context: &'a BookingContext, booking: &AffectedBooking) -> Result<&'a Booking, ApiError> {
    let open = context.open.as_ref().filter(|open| open.id == booking.row.booking_id);
    open.ok_or_else(no_booking)
}

async fn cancel(
    conn: &mut Conn,
    context: &BookingContext,
    booking: &AffectedBooking,
) -> Result<(), ApiError> {
    let current = open_of(context, booking)?;
    let status = BookingStatus::Cancelled.reached_from(Some(current.status))?;
    let cancelled = context.close(conn, current, status, None).await?;
    context
        .record_and_notify(conn, "booking.cancel", &cancelled, LetterChange::Cancelled { by_staff: true })
        .await
}

async fn shift(
    conn: &mut Conn,
    context: &BookingContext,
    booking: &AffectedBooking,
    (date, time): (Date, SlotTime),
) -> Result<(), ApiError> {
    let current = open_of(context, booking)?;
    // Nothing else of their eligibility: what the athlete can settle before the test must not keep a day from closing.
    context.require_cleared(current)?;
    let moved = context.book_slot(conn, Some(current), current.status, date, time.time_of_day()).await?;
    context.record_and_notify(conn, "booking.move", &moved, LetterChange::Moved(current.slot)).await
}

async fn keep(conn: &mut Conn, context: &BookingContext, booking: &AffectedBooking) -> Result<(), ApiError> {
    timetable::mark_decided(conn, &booking.row.booking_id).await?;
    let detail = json!({ "reason": booking.reason });
    Ok(context.record(conn, "booking.keep", Some(&booking.row.booking_id), detail).await?)
}

fn with_booking(error: ApiError, booking: &AffectedBooking) -> ApiError {
    error.with("eventBookingId", &booking.row.booking_id)
}
