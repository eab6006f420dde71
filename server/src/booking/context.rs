//! What booking, moving, cancelling and accepting have in common: who acts for whom, on which event, and how a place is won
//! and freed. Every function here runs inside one write job.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use sixfold_domain::booking::{
    BookingStatus, BookingType, CancelError, booking_type, last_completed, retest_eligibility,
};
use sixfold_domain::eligibility::{EligibilityRefusal, EligibilityRules, may_ask_assistance, may_book};
use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::slot::{Refusal, Schedule, SlotQuery, Subject};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, TimeOfDay, london_date_time};

use super::event::found;
use super::event_snapshot::EventSnapshot;
use super::missed::close_if_missed;
use crate::auth::CurrentUser;
use crate::db::booking::{self, Athlete, Booking, NewBooking, Seat};
use crate::db::eligibility::EligibilityFacts;
use crate::db::schedule;
use crate::db::slot::{self, SlotKey};
use crate::db::{Conn, DbError, audit, coach, team, waitlist};
use crate::http::error::ApiError;
use crate::mail::{self, letters};
use crate::state::AppState;

/// What a job needs to know of its event. Read once, however many bookings the job changes.
pub(crate) struct EventContext {
    snapshot: Arc<EventSnapshot>,
    now_ms: i64,
    now: LocalDateTime,
}

impl EventContext {
    /// Reads the event of an id, or the academy's own, and its schedule as it stands. The caller holds the schedule.
    pub(crate) async fn load(
        conn: &mut Conn<'_>,
        state: &AppState,
        event_id: Option<&str>,
    ) -> Result<Self, ApiError> {
        let now_ms = state.clock.now_ms();
        let now = london_date_time(now_ms).map_err(ApiError::internal)?;
        let snapshot = found(state.events.in_job(conn, event_id).await?)?;
        Ok(Self { snapshot, now_ms, now })
    }
}

/// What a call that changes one athlete's bookings needs: who, for whom, and the event's schedule.
pub(crate) struct BookingContext {
    pub state: AppState,
    pub actor: Arc<CurrentUser>,
    /// Whose bookings.
    pub uaid: String,
    /// The event and its schedule.
    pub snapshot: Arc<EventSnapshot>,
    pub now_ms: i64,
    pub now: LocalDateTime,
    /// `bypassBookingRule`, already allowed.
    pub bypass: bool,
    /// The athlete as the job found them.
    pub athlete: Athlete,
    /// Their open booking as the job began.
    pub open: Option<Booking>,
}

impl BookingContext {
    /// Locks the athlete and loads what every change needs. A missed booking of theirs is closed on the way, so that a no-show
    /// can book again without waiting for the job.
    pub(crate) async fn begin(
        conn: &mut Conn<'_>,
        state: AppState,
        actor: Arc<CurrentUser>,
        uaid: String,
        event_id: Option<&str>,
        bypass: bool,
    ) -> Result<Self, ApiError> {
        schedule::hold(conn).await?;
        let now_ms = state.clock.now_ms();
        let athlete = booking::lock_and_find(conn, &uaid, now_ms).await?.ok_or_else(no_athlete)?;
        let snapshot = found(state.events.at(conn, event_id, athlete.versions).await?)?;
        let now = london_date_time(now_ms).map_err(ApiError::internal)?;
        let mut open = athlete.open().cloned();
        if let Some(booking) = &open
            && !state.clock_guard.holds(now_ms)
            && close_if_missed(conn, booking, now.date, &state.events, now_ms).await?
        {
            open = None;
        }
        Ok(Self { state, actor, uaid, snapshot, now_ms, now, bypass, athlete, open })
    }

    /// For an athlete whom the caller has locked, one of several of the same job.
    pub(crate) async fn on(
        conn: &mut Conn<'_>,
        event_context: &EventContext,
        state: AppState,
        actor: Arc<CurrentUser>,
        uaid: String,
        bypass: bool,
    ) -> Result<Self, ApiError> {
        let athlete = booking::find_athlete(conn, &uaid).await?.ok_or_else(no_athlete)?;
        let EventContext { snapshot, now_ms, now } = event_context;
        let open = athlete.open().cloned();
        let snapshot = snapshot.clone();
        Ok(Self { state, actor, uaid, snapshot, now_ms: *now_ms, now: *now, bypass, athlete, open })
    }

    /// Lifts the notice (`daysAhead`) and nothing else: whoever stands at the desk can have a place of today.
    pub(crate) fn without_notice(mut self) -> Result<Self, ApiError> {
        let snapshot = Arc::make_mut(&mut self.snapshot);
        snapshot.config.days_ahead = 0;
        snapshot.schedule = Schedule::new(&snapshot.config).map_err(ApiError::internal)?;
        Ok(self)
    }

    /// Whether a member of staff acts for somebody else.
    pub(crate) fn by_staff(&self) -> bool {
        self.actor.role != Role::Athlete && self.actor.uaid.as_str() != self.uaid
    }

    /// Whether a coach acts for an athlete.
    pub(crate) fn by_coach(&self) -> bool {
        self.actor.role == Role::Coach && self.by_staff()
    }

    /// A coach whom the athlete does not let see their bookings changes those of their own teams alone.
    pub(crate) async fn require_own_booking(
        &self,
        conn: &mut Conn<'_>,
        booking: &Booking,
    ) -> Result<(), ApiError> {
        if !self.by_coach() {
            return Ok(());
        }
        let coach = self.actor.uaid.as_str();
        let own = match &booking.team_booking_id {
            Some(team) => team::is_own(conn, team, coach).await?,
            None => false,
        };
        if own || coach::visibility(conn, coach, &self.uaid).await?.is_open() {
            Ok(())
        } else {
            Err(ApiError::forbidden())
        }
    }

    /// Puts the athlete on a place: a new booking, or `current` moved there. All or nothing: the old place is freed only
    /// when the new one is won, since both happen in this job.
    pub(crate) async fn place(
        &self,
        conn: &mut Conn<'_>,
        current: Option<&Booking>,
        status: BookingStatus,
        date: Date,
        time: TimeOfDay,
    ) -> Result<Booking, ApiError> {
        let history = self.athlete.history();
        let query = SlotQuery {
            now: self.now,
            booking_type: booking_type(&history),
            last_completed: last_completed(&history),
            bypass: self.bypass,
        };
        let time_on_grid = SlotTime::try_from(time).map_err(|_| refused(Refusal::TimeOffGrid))?;
        let key = SlotKey { event_id: self.snapshot.event.event_id.clone(), date, time: time_on_grid };
        // A date or time that no rule allows gets no row of its own.
        let schedule = &self.snapshot.schedule;
        schedule.check(&query, date, time_on_grid, 1).map_err(|refusal| self.refuse(refusal, &query))?;
        let before = current.and_then(Booking::held_slot);
        let keeps = before.as_ref() == Some(&key);
        let old = before.filter(|old| *old != key);
        // The athlete is locked, so nobody who is not on a waiting list now can be offered the seat meanwhile.
        if self.athlete.waits || keeps || old.is_some() {
            self.take_or_keep(conn, &query, &key, (old.as_ref(), keeps)).await?;
        } else if !slot::lock_and_take(conn, &key, schedule.slot_capacity()).await? {
            return Err(refused(Refusal::SlotFull));
        }
        let (place, kind) = (Some((date, time_on_grid)), query.booking_type);
        let booked = match current {
            Some(before) => {
                let seat = match before.seat.filter(|_| keeps) {
                    Some(seat) => seat,
                    None => slot::free_seat(conn, &key).await?,
                };
                booking::update_place(conn, before, status, place, Some(seat), kind, self.now_ms).await?
            }
            None => self.insert(conn, status, kind, place, Seat::Lowest).await?,
        };
        if let Some(old) = &old {
            self.pass_on(conn, old).await?;
        }
        Ok(booked)
    }

    /// Takes the seat of somebody who is on the slot's waiting list, moves from another slot (`old`), or keeps the slot.
    async fn take_or_keep(
        &self,
        conn: &mut Conn<'_>,
        query: &SlotQuery,
        key: &SlotKey,
        (old, keeps): (Option<&SlotKey>, bool),
    ) -> Result<(), ApiError> {
        let fill = self.lock(conn, key, old).await?;
        let waiting = waitlist::find(conn, &self.uaid, key).await?;
        let offered = waiting.as_ref().is_some_and(|entry| {
            entry.offer_id.is_some() && entry.offer_expires_at.is_some_and(|until| until > self.now_ms)
        });
        if !offered && !keeps {
            let checked = self.snapshot.schedule.check(query, key.date, key.time, fill.remaining());
            checked.map_err(|refusal| self.refuse(refusal, query))?;
            if !slot::take(conn, key).await? {
                return Err(refused(Refusal::SlotFull));
            }
        }
        if let Some(entry) = &waiting {
            waitlist::end(conn, &entry.id, "accepted").await?;
            if entry.offer_id.is_some() && !offered {
                // The offer had lapsed and still held a seat that nobody has passed on yet.
                self.pass_on(conn, key).await?;
            }
        }
        Ok(())
    }

    /// A new booking on a place that has been won, or on none.
    pub(crate) async fn insert(
        &self,
        conn: &mut Conn<'_>,
        status: BookingStatus,
        booking_type: BookingType,
        place: Option<(Date, SlotTime)>,
        seat: Seat,
    ) -> Result<Booking, ApiError> {
        let new = NewBooking {
            uaid: &self.uaid,
            event_id: &self.snapshot.event.event_id,
            status,
            booking_type,
            place,
            seat,
            team_booking_id: None,
            created_by: self.actor.uaid.as_str(),
            bypass: self.bypass,
        };
        booking::insert(conn, &new, self.now_ms).await?.ok_or_else(open_exists)
    }

    /// Ends an open booking; a place that comes free goes to the first in line, or back to the slot. The slot is locked before
    /// the booking is touched, as booking and moving do: whoever locks them the other way round waits for them for ever.
    pub(crate) async fn close(
        &self,
        conn: &mut Conn<'_>,
        current: &Booking,
        status: BookingStatus,
        notes: Option<&str>,
    ) -> Result<Booking, ApiError> {
        let freed = current.held_slot().filter(|_| status.frees_place());
        if let Some(key) = &freed {
            slot::lock_existing(conn, key).await?;
        }
        let closed = booking::close(conn, current, status, notes, self.now_ms).await?;
        if let Some(key) = &freed {
            self.pass_on(conn, key).await?;
        }
        Ok(closed)
    }

    /// Passes a freed place on to the first in line, or back to the slot.
    pub(crate) async fn pass_on(&self, conn: &mut Conn<'_>, key: &SlotKey) -> Result<(), ApiError> {
        let minutes = self.state.config.offer_minutes;
        Ok(mail::pass_on(conn, &self.snapshot.outbox, key, minutes, self.now_ms).await?)
    }

    /// Notes the change in the audit log and puts its letter into the outbox.
    pub(crate) async fn tell(
        &self,
        conn: &mut Conn<'_>,
        action: &'static str,
        booking: &Booking,
        change: letters::Change,
    ) -> Result<(), ApiError> {
        let detail = serde_json::json!({
            "status": booking.status.as_str(),
            "date": booking.place.map(|(date, _)| date),
            "time": booking.place.map(|(_, time)| time),
            "bypass": self.bypass,
        });
        self.record(conn, action, Some(&booking.id), detail).await?;
        let outbox = &self.snapshot.outbox;
        if change == letters::Change::Confirmed && self.by_coach() {
            let coach = self.actor.actor();
            if mail::ask_athlete(conn, outbox, coach.0, (booking, coach), self.now_ms).await? {
                return Ok(());
            }
        }
        let Athlete { email, first_name, last_name, email_confirmed, .. } = self.athlete.clone();
        let to = letters::Recipient { email, first_name, last_name };
        let ticket = letters::Ticket::of(booking);
        let letter = letters::booking(&outbox.site_info, &to, &ticket, change, self.now_ms);
        if email_confirmed {
            outbox.enqueue_to_confirmed(conn, &letter, self.now_ms).await?;
        } else {
            outbox.enqueue(conn, letter, self.now_ms).await?;
        }
        Ok(())
    }

    /// One line of the audit log.
    pub(crate) async fn record(
        &self,
        conn: &mut Conn<'_>,
        action: &'static str,
        object: Option<&str>,
        detail: serde_json::Value,
    ) -> Result<(), DbError> {
        let entry = audit::Entry {
            actor: Some(self.actor.uaid.as_str()),
            actor_role: Some(i64::from(self.actor.role.number())),
            action,
            subject: Some(&self.uaid),
            object,
            detail,
        };
        audit::insert(conn, &entry, self.now_ms).await
    }

    /// Locks the wanted slot and the one that would be freed, in the order of their keys, and says how full the wanted one is.
    async fn lock(
        &self,
        conn: &mut Conn<'_>,
        key: &SlotKey,
        old: Option<&SlotKey>,
    ) -> Result<slot::Occupancy, DbError> {
        let capacity = self.snapshot.schedule.slot_capacity();
        match old {
            Some(old) if old < key => {
                slot::lock_existing(conn, old).await?;
                slot::lock(conn, key, capacity).await
            }
            Some(old) => {
                let fill = slot::lock(conn, key, capacity).await?;
                slot::lock_existing(conn, old).await?;
                Ok(fill)
            }
            None => slot::lock(conn, key, capacity).await,
        }
    }

    /// The booking of an id, which must be this athlete's.
    pub(crate) async fn own_booking(&self, conn: &mut Conn<'_>, id: &str) -> Result<Booking, ApiError> {
        let found = booking::find(conn, id).await?.ok_or_else(no_booking)?;
        if found.uaid == self.uaid {
            return Ok(found);
        }
        // An athlete may not even ask; staff named two people in one request.
        Err(if self.actor.role.is_staff() { no_booking() } else { ApiError::forbidden() })
    }

    /// A coach acts for members of their own teams only, and for themselves.
    pub(crate) async fn require_team(
        &self,
        conn: &mut Conn<'_>,
        capability: Capability,
    ) -> Result<(), ApiError> {
        if self.actor.require(capability)? == Grant::Team
            && self.actor.uaid.as_str() != self.uaid
            && !team::looks_after(conn, self.actor.uaid.as_str(), &self.uaid).await?
        {
            return Err(ApiError::forbidden());
        }
        Ok(())
    }

    /// Whether the athlete's stored eligibility lets them hold a booking of that status: with a yes in the screening and no
    /// clearance they may ask for assistance and nothing more. No role and no bypass lifts this.
    pub(crate) fn require_eligible(&self, status: BookingStatus) -> Result<(), ApiError> {
        let EligibilityFacts { born, record } = &self.athlete.eligibility;
        let rules = EligibilityRules::default();
        let verdict = match status {
            BookingStatus::Assistance => may_ask_assistance(record, *born, &rules, self.now.date),
            BookingStatus::Booked
            | BookingStatus::Completed
            | BookingStatus::Cancelled
            | BookingStatus::Declined
            | BookingStatus::Dnt => may_book(record, *born, &rules, self.now.date),
        };
        verdict.map_err(not_eligible)
    }

    /// Whether the athlete lets us hold health data.
    pub(crate) fn require_health_consent(&self) -> Result<(), ApiError> {
        if self.athlete.eligibility.record.health_consent_version.is_some() {
            return Ok(());
        }
        Err(not_eligible(EligibilityRefusal::HealthConsentRequired))
    }

    /// Once the desk has taken an athlete on, only staff change the booking.
    pub(crate) fn require_not_onboarded(&self, booking: &Booking) -> Result<(), ApiError> {
        if booking.onboarded_at.is_some() && !self.by_staff() {
            let message = "You are checked in for this test. Talk to the team at the desk.";
            return Err(ApiError::conflict("STATUS_CONFLICT", message));
        }
        Ok(())
    }

    pub(crate) fn refuse(&self, refusal: Refusal, query: &SlotQuery) -> ApiError {
        if refusal == Refusal::RetestTooSoon
            && let Err(too_soon) =
                retest_eligibility(query.last_completed, self.snapshot.config.retest_delay, self.now.date)
        {
            return ApiError::rule(too_soon.code(), too_soon.to_string())
                .field("eventTestDate")
                .with("opensOn", too_soon.opens_on);
        }
        refused(refusal)
    }
}

/// A refusal of the slot rules on the wire: a full slot is a conflict with other people, everything else a rule.
pub(crate) fn refused(refusal: Refusal) -> ApiError {
    let (code, sentence) = (refusal.code(), refusal.to_string());
    let error = if refusal == Refusal::SlotFull {
        ApiError::conflict(code, sentence)
    } else {
        ApiError::rule(code, sentence)
    };
    error.field(match refusal.subject() {
        Subject::Date => "eventTestDate",
        Subject::Time => "eventTestTime",
    })
}

/// Standing in line is for oneself: for whoever may book for themselves.
pub(crate) struct InLine(pub CurrentUser);

impl FromRequestParts<AppState> for InLine {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = CurrentUser::from_request_parts(parts, state).await?;
        user.require(Capability::Book)?;
        Ok(Self(user))
    }
}

pub(crate) fn not_eligible(refusal: EligibilityRefusal) -> ApiError {
    ApiError::rule(refusal.code(), refusal.to_string()).field(refusal.field())
}

/// The answer to a second open booking (RULES 4.1).
pub(crate) fn open_exists() -> ApiError {
    ApiError::conflict("BOOKING_OPEN_EXISTS", "There is already a booking. Move it or cancel it first.")
}

fn no_athlete() -> ApiError {
    ApiError::not_found().message("There is no athlete with that number.").field("uaid")
}

/// The answer to an id that is no booking of the athlete.
pub(crate) fn no_booking() -> ApiError {
    ApiError::not_found().message("There is no such booking.").field("eventBookingId")
}

/// Why a booking cannot be called off or moved: a matter of its state, or of the hour.
pub(crate) fn too_late(error: CancelError) -> ApiError {
    match error {
        CancelError::NotOpen => ApiError::conflict(error.code(), error.to_string()),
        CancelError::TooLate => ApiError::rule(error.code(), error.to_string()),
    }
}
