//! What becomes of the bookings that a change hits: moved, called off, or left where they are, each with its mail.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::time::{Date, SlotTime, TimeOfDay};
use utoipa::ToSchema;

use super::coaches::TeamChanges;
use super::hits::{Hit, Plans, Reach};
use crate::auth::CurrentUser;
use crate::booking::context::{BookingContext, EventContext};
use crate::db::slot::{self, SlotKey};
use crate::db::{Conn, booking, timetable, waitlist};
use crate::http::error::ApiError;
use crate::mail::letters::Change as LetterChange;
use crate::state::AppState;

/// The most decisions of one write: what a weekday that leaves the lists can hit in a booking window.
const MOST: usize = 2_000;

/// What is to become of a booking that the change hits.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct Decision {
    /// The booking.
    event_booking_id: String,
    /// What becomes of it.
    act: Verdict,
    /// Where it moves, `YYYY-MM-DD`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    date: Option<Date>,
    /// Where it moves, `HH:MM`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    time: Option<TimeOfDay>,
}

/// What becomes of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    /// It takes the place that is named.
    Move,
    /// It is called off.
    Cancel,
    /// It stays where it is, off the schedule; never on a closed date.
    Keep,
}

/// The decisions of a write, by booking.
pub(super) struct Decisions(HashMap<String, CheckedDecision>);

#[derive(Debug, Clone, Copy)]
enum CheckedDecision {
    Move(Date, SlotTime),
    Cancel,
    Keep,
}

impl Decisions {
    /// Reads them: one for each booking, and a move says where.
    pub(super) fn read(given: Vec<Decision>) -> Result<Self, ApiError> {
        if given.len() > MOST {
            let message = format!("At most {MOST} decisions at a time.");
            return Err(ApiError::bad_request("FIELD_INVALID", message).field("decisions"));
        }
        let mut all = HashMap::new();
        for decision in given {
            let decided = match (decision.act, decision.date, decision.time) {
                (Verdict::Cancel, ..) => CheckedDecision::Cancel,
                (Verdict::Keep, ..) => CheckedDecision::Keep,
                (Verdict::Move, Some(date), Some(time)) => {
                    let time = SlotTime::try_from(time).map_err(|error| {
                        ApiError::rule(error.code(), error.to_string())
                            .field("decisions")
                            .with("eventBookingId", &decision.event_booking_id)
                    })?;
                    CheckedDecision::Move(date, time)
                }
                (Verdict::Move, ..) => {
                    let message = "A move says where: date and time.";
                    return Err(ApiError::required("decisions", message));
                }
            };
            if all.insert(decision.event_booking_id, decided).is_some() {
                let message = "There are two decisions about one booking.";
                return Err(ApiError::bad_request("FIELD_INVALID", message).field("decisions"));
            }
        }
        Ok(Self(all))
    }

    /// Locks the athletes whose bookings are decided about.
    pub(super) async fn lock_athletes(&self, conn: &mut Conn<'_>, now_ms: i64) -> Result<(), ApiError> {
        let bookings: Vec<&str> = self.0.keys().map(String::as_str).collect();
        let athletes = booking::athletes_of(conn, &bookings).await?;
        booking::lock_athletes(conn, &athletes, now_ms).await?;
        Ok(())
    }

    /// Whether each hit booking has its decision.
    pub(super) fn cover(&self, hits: &[Hit]) -> bool {
        hits.iter().all(|hit| self.0.contains_key(&hit.row.booking_id))
    }

    fn of(&self, hit: &Hit) -> Result<CheckedDecision, ApiError> {
        let decided = self.0.get(&hit.row.booking_id).copied();
        let decided = decided.ok_or_else(|| ApiError::internal("a hit booking without a decision"))?;
        if matches!(decided, CheckedDecision::Keep) && !hit.reason.may_keep() {
            let message = "Nobody is there on a closed date. Move this booking, or call it off.";
            return Err(about(ApiError::rule("KEEP_CLOSED", message).field("decisions"), hit));
        }
        Ok(decided)
    }
}

/// Who carries decisions out, on which event.
pub(super) struct DecisionContext<'a> {
    pub state: &'a AppState,
    pub actor: &'a Arc<CurrentUser>,
    pub event_id: &'a str,
    pub now_ms: i64,
}

impl DecisionContext<'_> {
    /// Locks every slot that the change and the decisions touch, in the order of their keys, and ends the lines of those that
    /// are not offered any more. Schedule and athletes have been locked before.
    pub(super) async fn lock_slots(
        &self,
        conn: &mut Conn<'_>,
        plans: &Plans,
        reach: &Reach,
        hits: &[Hit],
        decisions: &Decisions,
    ) -> Result<(), ApiError> {
        let key = |(date, time)| SlotKey { event_id: self.event_id.to_owned(), date, time };
        let mut closing = BTreeSet::new();
        if let Some((first, last)) = reach.span() {
            let waited_for = timetable::waited_for(conn, self.event_id, first, last).await?;
            let offered = |slot: &SlotKey| {
                [BookingType::Test, BookingType::Retest]
                    .into_iter()
                    .any(|kind| plans.after.not_offered(kind, slot.date, slot.time).is_none())
            };
            closing.extend(waited_for.into_iter().filter(|slot| reach.holds(slot.date) && !offered(slot)));
        }
        let mut wanted = BTreeSet::new();
        let mut all = closing.clone();
        for hit in hits {
            all.insert(key(hit.place));
            if let CheckedDecision::Move(date, time) = decisions.of(hit)? {
                wanted.insert(key((date, time)));
            }
        }
        all.extend(wanted.iter().cloned());
        for slot in &all {
            if wanted.contains(slot) {
                slot::lock(conn, slot, plans.after.slot_capacity()).await?;
            } else {
                slot::lock_existing(conn, slot).await?;
            }
        }
        for slot in &closing {
            waitlist::close(conn, slot).await?;
        }
        Ok(())
    }

    /// Does what was decided: what is called off first, so that its places are free for what moves.
    pub(super) async fn carry_out(
        &self,
        conn: &mut Conn<'_>,
        hits: &[Hit],
        decisions: &Decisions,
    ) -> Result<(), ApiError> {
        if hits.is_empty() {
            return Ok(());
        }
        // As it stands after the change.
        let event_context = EventContext::load(conn, self.state, Some(self.event_id)).await?;
        let mut moves = Vec::new();
        let mut teams = TeamChanges::default();
        for hit in hits {
            let context = self.context(&event_context, hit);
            match decisions.of(hit)? {
                CheckedDecision::Cancel => {
                    teams.note(hit, None);
                    cancel(conn, &context, hit).await.map_err(|error| about(error, hit))?;
                }
                CheckedDecision::Keep => keep(conn, &context, hit).await?,
                CheckedDecision::Move(date, time) => {
                    teams.note(hit, Some((date, time)));
                    moves.push((hit, (date, time)));
                }
            }
        }
        for (hit, place) in &moves {
            shift(conn, &self.context(&event_context, hit), hit, *place)
                .await
                .map_err(|error| about(error, hit))?;
        }
        for (hit, place) in moves {
            if let Some(team) = &hit.row.team_booking_id {
                timetable::follow_team(conn, team, place, self.now_ms).await?;
            }
        }
        Ok(teams.tell(conn, self.state, self.event_id, self.now_ms).await?)
    }

    /// For a change by staff to somebody who is hit: their day is not over, and they are locked.
    fn context(&self, event_context: &EventContext, hit: &Hit) -> BookingContext {
        BookingContext::on(event_context, self.state.clone(), self.actor.clone(), hit.row.uaid.clone(), true)
    }
}

async fn cancel(conn: &mut Conn<'_>, context: &BookingContext, hit: &Hit) -> Result<(), ApiError> {
    let current = context.own_booking(conn, &hit.row.booking_id).await?;
    let status = BookingStatus::Cancelled
        .reached_from(Some(current.status))
        .map_err(|error| ApiError::conflict(error.code(), error.to_string()))?;
    let cancelled = context.close(conn, &current, status, None).await?;
    context.tell(conn, "booking.cancel", &cancelled, LetterChange::Cancelled { by_staff: true }).await
}

async fn shift(
    conn: &mut Conn<'_>,
    context: &BookingContext,
    hit: &Hit,
    (date, time): (Date, SlotTime),
) -> Result<(), ApiError> {
    let current = context.own_booking(conn, &hit.row.booking_id).await?;
    let moved = context.place(conn, Some(&current), current.status, date, time.time_of_day()).await?;
    context.tell(conn, "booking.move", &moved, LetterChange::Moved(current.place)).await
}

async fn keep(conn: &mut Conn<'_>, context: &BookingContext, hit: &Hit) -> Result<(), ApiError> {
    let detail = json!({ "reason": hit.reason });
    Ok(context.record(conn, "booking.keep", Some(&hit.row.booking_id), detail).await?)
}

/// A refusal that says which booking it is about.
fn about(error: ApiError, hit: &Hit) -> ApiError {
    error.with("eventBookingId", &hit.row.booking_id)
}
