//! What booking, moving, cancelling and accepting have in common: who acts for whom, on which event, and who is notified.
//! Every function here runs inside one write job; how a seat is won and freed is in `slot_changes.rs`.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use sixfold_domain::booking::{BookingStatus, may_cancel};
use sixfold_domain::eligibility::{EligibilityRefusal, EligibilityRules, may_ask_assistance, may_book};
use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::slot::Schedule;
use sixfold_domain::time::{LocalDateTime, london_date_time};

use super::event::found;
use super::event_snapshot::EventSnapshot;
use super::missed::close_if_missed;
use super::refusals::{checked_in, no_athlete, no_booking, not_eligible, too_late};
use crate::auth::CurrentUser;
use crate::db::bookings::booking::{self, Athlete, Booking};
use crate::db::bookings::team;
use crate::db::calendar::schedule;
use crate::db::people::eligibility::EligibilityFacts;
use crate::db::people::{audit, coach};
use crate::db::{Conn, DbError};
use crate::http::ApiError;
use crate::mail::{self, letters};
use crate::state::AppState;

/// What a job needs to know of its event. Read once, however many bookings the job changes.
pub(crate) struct EventContext {
    snapshot: Arc<EventSnapshot>,
    now_ms: i64,
    now: LocalDateTime,
}

impl EventContext {
    /// Reads the event of an id, or the academy's own, and its schedule. The caller has the schedule locked.
    pub(crate) async fn load(
        conn: &mut Conn,
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
    pub uaid: String,
    pub snapshot: Arc<EventSnapshot>,
    pub now_ms: i64,
    pub now: LocalDateTime,
    /// `bypassBookingRule`, already allowed (RULES 4.10).
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
        conn: &mut Conn,
        state: AppState,
        actor: Arc<CurrentUser>,
        uaid: String,
        event_id: Option<&str>,
        bypass: bool,
    ) -> Result<Self, ApiError> {
        schedule::lock_shared(conn).await?;
        let now_ms = state.clock.now_ms();
        let consent = state.hub.consent_version();
        let athlete = booking::lock_and_find(conn, &uaid, &consent, now_ms).await?.ok_or_else(no_athlete)?;
        let snapshot = found(state.events.at(conn, event_id, athlete.versions).await?)?;
        let now = london_date_time(now_ms).map_err(ApiError::internal)?;
        let mut open = athlete.open().cloned();
        if let Some(booking) = &open
            && close_if_missed(conn, booking, now.date, &state, now_ms).await?
        {
            open = None;
        }
        Ok(Self { state, actor, uaid, snapshot, now_ms, now, bypass, athlete, open })
    }

    /// For an athlete whom the caller has locked and read, one of several of the same job.
    pub(crate) fn on(
        event_context: &EventContext,
        state: AppState,
        actor: Arc<CurrentUser>,
        (uaid, athlete): (String, Athlete),
        bypass: bool,
    ) -> Self {
        let EventContext { snapshot, now_ms, now } = event_context;
        let open = athlete.open().cloned();
        let snapshot = snapshot.clone();
        Self { state, actor, uaid, snapshot, now_ms: *now_ms, now: *now, bypass, athlete, open }
    }

    /// Lifts the notice (`daysAhead`) and nothing else: somebody at the desk can have a place today.
    pub(crate) fn without_notice(self) -> Self {
        self.by_schedule(Schedule::without_notice)
    }

    /// Lifts the limits of the booking window and of openings for somebody with an offer (RULES 5.2).
    pub(crate) fn for_offer(self) -> Self {
        self.by_schedule(Schedule::for_waiting_lists)
    }

    fn by_schedule(mut self, change: fn(Schedule) -> Schedule) -> Self {
        let snapshot = Arc::make_mut(&mut self.snapshot);
        snapshot.schedule = change(snapshot.schedule.clone());
        self
    }

    /// Whether a member of staff acts for somebody else.
    pub(crate) fn by_staff(&self) -> bool {
        self.actor.role != Role::Athlete && self.actor.uaid.as_str() != self.uaid
    }

    pub(crate) fn by_coach(&self) -> bool {
        self.actor.role == Role::Coach && self.by_staff()
    }

    /// A coach whom the athlete does not let see their bookings changes those of their own teams alone.
    pub(crate) async fn require_own_booking(
        &self,
        conn: &mut Conn,
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

    /// Notes the change in the audit log and puts its letter into the outbox; an athlete is also notified of what others change.
    pub(crate) async fn record_and_notify(
        &self,
        conn: &mut Conn,
        action: &'static str,
        booking: &Booking,
        change: letters::Change,
    ) -> Result<(), ApiError> {
        let coach = Some(self.actor.uaid.as_str()).filter(|_| self.by_coach());
        self.record_and_ask(conn, action, booking, change, coach).await
    }

    /// The same; the letter about a new booking asks whether this coach may see the athlete's results.
    pub(crate) async fn record_and_ask(
        &self,
        conn: &mut Conn,
        action: &'static str,
        booking: &Booking,
        change: letters::Change,
        coach: Option<&str>,
    ) -> Result<(), ApiError> {
        self.record(conn, action, Some(&booking.id), booking.audit_detail(self.bypass)).await?;
        let outbox = &self.snapshot.outbox;
        if self.by_staff() {
            outbox.notify_of_booking(conn, booking, change, self.now_ms).await?;
        }
        let is_new = matches!(change, letters::Change::Confirmed | letters::Change::AssistanceConfirmed);
        if let Some(coach) = coach.filter(|_| is_new)
            && mail::ask_athlete(conn, outbox, coach, (booking, self.actor.actor()), self.now_ms).await?
        {
            return Ok(());
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
        conn: &mut Conn,
        action: &'static str,
        object: Option<&str>,
        detail: serde_json::Value,
    ) -> Result<(), DbError> {
        let entry =
            audit::Entry::by(self.actor.actor(), action).about(Some(&self.uaid), object).detail(detail);
        audit::insert(conn, &entry, self.now_ms).await
    }

    /// The booking of an id, which must be this athlete's.
    pub(crate) async fn own_booking(&self, conn: &mut Conn, id: &str) -> Result<Booking, ApiError> {
        let found = booking::find(conn, id).await?.ok_or_else(no_booking)?;
        if found.uaid == self.uaid {
            return Ok(found);
        }
        // An athlete may not even ask; staff named two people in one request.
        Err(if self.actor.role.is_staff() { no_booking() } else { ApiError::forbidden() })
    }

    /// A coach acts for members of their own teams only, and for themselves.
    pub(crate) async fn require_team(&self, conn: &mut Conn, capability: Capability) -> Result<(), ApiError> {
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
        let EligibilityFacts { born, record, .. } = &self.athlete.eligibility;
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

    /// Refuses to move a confirmed booking while a yes in the screening waits for a clearance (RULES 6.4).
    pub(crate) fn require_cleared(&self, booking: &Booking) -> Result<(), ApiError> {
        let waits = self.athlete.eligibility.record.awaits_clearance(self.now.date);
        if waits && booking.status == BookingStatus::Booked {
            return Err(not_eligible(EligibilityRefusal::ScreeningNotCleared));
        }
        Ok(())
    }

    /// Whether the athlete consents to health data being stored.
    pub(crate) fn require_health_consent(&self) -> Result<(), ApiError> {
        if self.athlete.eligibility.health_consent {
            return Ok(());
        }
        Err(not_eligible(EligibilityRefusal::HealthConsentRequired))
    }

    /// Refuses an athlete who cancels or moves a booking after the cut-off (RULES 4.8).
    pub(crate) fn require_in_time(&self, booking: &Booking) -> Result<(), ApiError> {
        let cutoff = self.snapshot.config.cancel_cutoff_minutes;
        may_cancel(booking.status, booking.slot, cutoff, self.by_staff(), self.now_ms).map_err(too_late)
    }

    /// Once the desk has taken an athlete on, only the academy's staff change the booking, and no coach.
    pub(crate) fn require_not_onboarded(&self, booking: &Booking) -> Result<(), ApiError> {
        if booking.onboarded_at.is_none() {
            return Ok(());
        }
        if self.by_coach() {
            return Err(checked_in().message("They are checked in. The desk looks after this booking."));
        }
        if self.by_staff() { Ok(()) } else { Err(checked_in()) }
    }
}

/// Only somebody who may book for themselves may join a waiting list, and only for themselves.
pub(crate) struct InLine(pub CurrentUser);

impl FromRequestParts<AppState> for InLine {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = CurrentUser::from_request_parts(parts, state).await?;
        user.require(Capability::Book)?;
        Ok(Self(user))
    }
}
