//! How a seat is won, changed and freed. Every function here runs inside one write job.

use sixfold_domain::booking::{BookingStatus, BookingType, may_book_retest};
use sixfold_domain::slot::{Refusal, SlotQuery};
use sixfold_domain::time::{Date, SlotTime, TimeOfDay, utc_timestamp};

use super::context::BookingContext;
use super::refusals::{open_exists, refused, results_exist};
use crate::db::bookings::alert;
use crate::db::bookings::booking::{self, Booking, NewBooking, Seat};
use crate::db::bookings::waitlist;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::results::result;
use crate::db::{Conn, DbError};
use crate::http::ApiError;

impl BookingContext {
    /// Gives the athlete a seat in a slot: a new booking, or `current` moved there. All or nothing: the old seat is freed only
    /// when the new one is won, since both happen in this job.
    pub(crate) async fn book_slot(
        &self,
        conn: &mut Conn,
        current: Option<&Booking>,
        status: BookingStatus,
        date: Date,
        time: TimeOfDay,
    ) -> Result<Booking, ApiError> {
        let query = SlotQuery::after(&self.athlete.history(), self.now, self.bypass);
        let time_on_grid = SlotTime::try_from(time).map_err(|_| refused(Refusal::TimeOffGrid))?;
        let key = SlotKey { event_id: self.snapshot.event.event_id.clone(), date, time: time_on_grid };
        // A date or time that no rule allows gets no row of its own.
        let schedule = &self.snapshot.schedule;
        schedule
            .check(&query, date, time_on_grid, 1)
            .map_err(|refusal| self.refuse(refusal, &query, date))?;
        let before = current.and_then(Booking::held_slot);
        let keeps = before.as_ref() == Some(&key);
        let old = before.filter(|old| *old != key);
        // The athlete is locked, so nobody who is not on a waiting list now can be offered the seat meanwhile.
        if self.athlete.waits || keeps || old.is_some() {
            self.take_or_keep(conn, &query, &key, (old.as_ref(), keeps)).await?;
        } else if !slot::lock_and_take(conn, &key, schedule.slot_capacity()).await? {
            return Err(refused(Refusal::SlotFull));
        }
        let (slot, kind) = (Some((date, time_on_grid)), query.booking_type);
        let booked = match current {
            Some(before) => {
                let seat = match before.seat.filter(|_| keeps) {
                    Some(seat) => seat,
                    None => slot::free_seat(conn, &key).await?,
                };
                booking::update_slot(conn, before, status, slot, Some(seat), kind, self.now_ms).await?
            }
            None => self.insert(conn, status, kind, slot, Seat::Lowest).await?,
        };
        if let Some(old) = &old {
            self.give_up(conn, old).await?;
        }
        Ok(booked)
    }

    /// Takes an open booking to the day of its test (RULES 11.1): today to the present quarter hour, another day to its own time. Its
    /// athlete was there, so it takes no seat from those who are booked then; the seat that it had is passed on.
    pub(crate) async fn take_to(
        &self,
        conn: &mut Conn,
        current: &Booking,
        day: Date,
    ) -> Result<Booking, ApiError> {
        let freed = current.held_slot();
        if let Some(key) = &freed {
            slot::lock_existing(conn, key).await?;
        }
        let own_time = current.slot.filter(|_| day != self.now.date).map(|(_, time)| time);
        let slot = Some((day, own_time.unwrap_or_else(|| SlotTime::at(self.now.time))));
        let (status, kind) = (current.status, current.booking_type);
        let moved = booking::update_slot(conn, current, status, slot, None, kind, self.now_ms).await?;
        booking::keep_former_slot(conn, current).await?;
        if let Some(key) = &freed {
            self.pass_on(conn, key).await?;
        }
        Ok(moved)
    }

    /// Takes the seat of somebody who is on the slot's waiting list, moves from another slot (`old`), or keeps the slot.
    async fn take_or_keep(
        &self,
        conn: &mut Conn,
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
            checked.map_err(|refusal| self.refuse(refusal, query, key.date))?;
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

    /// A new booking in a slot whose seat has been won, or in none.
    pub(crate) async fn insert(
        &self,
        conn: &mut Conn,
        status: BookingStatus,
        booking_type: BookingType,
        slot: Option<(Date, SlotTime)>,
        seat: Seat,
    ) -> Result<Booking, ApiError> {
        let new = NewBooking {
            uaid: &self.uaid,
            event_id: &self.snapshot.event.event_id,
            status,
            booking_type,
            slot,
            seat,
            team_booking_id: None,
            created_by: self.actor.uaid.as_str(),
            bypass: self.bypass,
        };
        booking::insert(conn, &new, self.now_ms).await?.ok_or_else(open_exists)
    }

    /// Ends an open booking; a seat that comes free goes to the first in line who could take it, or back to the slot. The slot
    /// is locked before the booking is touched, as booking and moving do: the opposite order would deadlock. A visit with
    /// results is not called off (RULES 4.8).
    pub(crate) async fn close(
        &self,
        conn: &mut Conn,
        current: &Booking,
        status: BookingStatus,
        notes: Option<&str>,
    ) -> Result<Booking, ApiError> {
        let called_off = status.frees_place();
        if called_off && current.onboarded_at.is_some() && result::has_any(conn, &current.id).await? {
            return Err(results_exist());
        }
        let freed = current.held_slot().filter(|_| called_off);
        if let Some(key) = &freed {
            slot::lock_existing(conn, key).await?;
        }
        let closed = booking::close(conn, current, status, notes, self.now_ms).await?;
        if let Some(key) = &freed {
            self.give_up(conn, key).await?;
        }
        Ok(closed)
    }

    /// Passes on a seat that the athlete had. Nobody is notified of what they did themselves (RULES 16.1), so a place that they give
    /// up is no news to their alerts; one that staff take from them is.
    pub(crate) async fn give_up(&self, conn: &mut Conn, key: &SlotKey) -> Result<(), ApiError> {
        if !self.by_staff() {
            alert::give_up(conn, &self.uaid, key, self.now.date).await?;
        }
        self.pass_on(conn, key).await
    }

    /// Passes a freed seat on to the waiting list, or back to the slot.
    async fn pass_on(&self, conn: &mut Conn, key: &SlotKey) -> Result<(), ApiError> {
        self.snapshot.pass_on(conn, &self.state, key, self.now_ms).await?;
        Ok(())
    }

    /// Locks the wanted slot and the one that would be freed, in the order of their keys, and says how full the wanted one is.
    async fn lock(
        &self,
        conn: &mut Conn,
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

    /// A refusal of a date on the wire, with the day or the instant from which it can be booked.
    pub(crate) fn refuse(&self, refusal: Refusal, query: &SlotQuery, date: Date) -> ApiError {
        if refusal == Refusal::RetestTooSoon
            && let Err(too_soon) =
                may_book_retest(query.last_completed, self.snapshot.config.retest_delay, self.now.date)
        {
            return ApiError::rule(too_soon.code(), too_soon.to_string())
                .field("eventTestDate")
                .with("opensOn", too_soon.opens_on);
        }
        if refusal == Refusal::DateNotOpen
            && let Some(opening) = self.snapshot.schedule.opening(date)
        {
            return refused(refusal).with("opensAt", utc_timestamp(opening.opens_at).ok());
        }
        refused(refusal)
    }
}
