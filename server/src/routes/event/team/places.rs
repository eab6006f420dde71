//! How a team's places are won, kept and freed: all at once, in the job that has locked the team and its athletes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sixfold_domain::booking::BookingStatus;

use super::edit::{Placement, TeamEdit, too_large};
use crate::booking::context::open_exists;
use crate::db::booking::{self, Booking, NewBooking};
use crate::db::slot::{self, SlotKey};
use crate::db::team::{self, Team};
use crate::db::{Conn, DbError, audit, waitlist};
use crate::http::error::ApiError;
use crate::mail;
use crate::mail::letters::{self, Change, Ticket};

/// What the waiting list of a place held for the team's athletes.
#[derive(Debug, Default)]
struct Offers {
    /// Places that standing offers hold.
    held: usize,
    /// Places of offers that had lapsed and that nobody has passed on yet.
    lapsed: usize,
}

impl TeamEdit {
    /// Calls off the bookings of those who leave and puts everybody who is wanted on the slot that was found for them: all of
    /// them, or none. What the team frees on these slots itself is the team's first; everything else is passed on.
    pub(super) async fn settle(
        &self,
        conn: &mut Conn<'_>,
        team: &Team,
        wants: &[Placement],
        leaving: &[Booking],
    ) -> Result<(), ApiError> {
        let mut targets: BTreeMap<&SlotKey, Vec<&Placement>> = BTreeMap::new();
        for want in wants {
            targets.entry(&want.slot).or_default().push(want);
        }
        let freed = freed(wants, leaving);
        self.lock(conn, &targets, &freed).await?;
        let mut kept: BTreeMap<SlotKey, usize> = BTreeMap::new();
        let mut lapsed = Vec::new();
        for (target, wants) in &targets {
            let offers = self.take_offers(conn, target, wants).await?;
            let own = freed.get(*target).copied().unwrap_or(0);
            let needed = wants.len() - offers.held;
            let more = needed.saturating_sub(own);
            if more > 0 && !slot::take_many(conn, target, more).await? {
                // Somebody was faster since the slots were looked at.
                let left = slot::find(conn, target).await?.map_or(0, |fill| usize::from(fill.remaining()));
                return Err(too_large(left + own, needed));
            }
            kept.insert((*target).clone(), needed.min(own));
            lapsed.extend(std::iter::repeat_n((*target).clone(), offers.lapsed));
        }
        for booking in leaving {
            self.call_off(conn, team, booking).await?;
        }
        self.seat(conn, team, wants, &targets).await?;
        for (key, count) in freed {
            for _ in kept.get(&key).copied().unwrap_or(0)..count {
                self.pass_on(conn, &key).await?;
            }
        }
        for key in lapsed {
            self.pass_on(conn, &key).await?;
        }
        Ok(())
    }

    /// Locks every slot of the act in the order of their keys.
    async fn lock(
        &self,
        conn: &mut Conn<'_>,
        targets: &BTreeMap<&SlotKey, Vec<&Placement>>,
        freed: &BTreeMap<SlotKey, usize>,
    ) -> Result<(), DbError> {
        let keys: BTreeSet<&SlotKey> = freed.keys().chain(targets.keys().copied()).collect();
        for key in keys {
            if targets.contains_key(key) {
                slot::lock(conn, key, self.snapshot.schedule.slot_capacity()).await?;
            } else {
                slot::lock_existing(conn, key).await?;
            }
        }
        Ok(())
    }

    /// Ends the waiting of those who are placed: nobody waits for a place that they hold.
    async fn take_offers(
        &self,
        conn: &mut Conn<'_>,
        target: &SlotKey,
        wants: &[&Placement],
    ) -> Result<Offers, DbError> {
        let mut offers = Offers::default();
        for want in wants {
            let Some(entry) = waitlist::find(conn, &want.uaid, target).await? else { continue };
            waitlist::end(conn, &entry.id, "accepted").await?;
            match (entry.offer_id, entry.offer_expires_at) {
                (Some(_), Some(until)) if until > self.now_ms => offers.held += 1,
                (Some(_), _) => offers.lapsed += 1,
                (None, _) => {}
            }
        }
        Ok(offers)
    }

    /// Gives everybody who is wanted a seat of the places that were won.
    async fn seat(
        &self,
        conn: &mut Conn<'_>,
        team: &Team,
        wants: &[Placement],
        targets: &BTreeMap<&SlotKey, Vec<&Placement>>,
    ) -> Result<(), ApiError> {
        // Those who move within the team's slots let their seats go first, so that the lowest are free.
        for before in wants.iter().filter_map(|want| want.current.as_ref()) {
            team::leave_seat(conn, &before.id).await?;
        }
        let mut seats: BTreeMap<&SlotKey, std::vec::IntoIter<i64>> = BTreeMap::new();
        for (target, wants) in targets {
            seats.insert(target, slot::free_seats(conn, target, wants.len()).await?.into_iter());
        }
        for want in wants {
            let seat = seats.get_mut(&want.slot).and_then(Iterator::next);
            let place = Some((want.slot.date, want.slot.time));
            let (action, booked, change) = if let Some(before) = &want.current {
                let (status, kind) = (before.status, want.kind);
                let moved = booking::update_place(conn, before, status, place, seat, kind, self.now_ms);
                ("booking.move", moved.await?, Change::Moved(before.place))
            } else {
                let new = NewBooking {
                    uaid: &want.uaid,
                    event_id: &team.event_id,
                    status: BookingStatus::Booked,
                    booking_type: want.kind,
                    place,
                    seat,
                    team_booking_id: Some(&team.id),
                    created_by: self.actor.uaid.as_str(),
                    bypass: self.bypass,
                };
                let booked = booking::insert(conn, &new, self.now_ms).await?.ok_or_else(open_exists)?;
                team::take_on(conn, &booked, &team.id).await?;
                ("booking.create", booked, Change::Confirmed)
            };
            self.tell(conn, team, action, &booked, change).await?;
        }
        Ok(())
    }

    /// Ends an open booking of the team; its place is the caller's to pass on.
    async fn call_off(&self, conn: &mut Conn<'_>, team: &Team, open: &Booking) -> Result<(), ApiError> {
        let status = BookingStatus::Cancelled
            .reached_from(Some(open.status))
            .map_err(|error| ApiError::conflict(error.code(), error.to_string()))?;
        let cancelled = booking::close(conn, open, status, None, self.now_ms).await?;
        team::leave(conn, &open.uaid, &team.id).await?;
        self.tell(conn, team, "booking.cancel", &cancelled, Change::Cancelled { by_staff: true }).await?;
        Ok(())
    }

    async fn pass_on(&self, conn: &mut Conn<'_>, key: &SlotKey) -> Result<(), DbError> {
        let minutes = self.state.config.offer_minutes;
        mail::pass_on(conn, &self.snapshot.outbox, key, minutes, self.now_ms).await
    }

    /// Notes what became of a booking and puts its letter into the outbox.
    async fn tell(
        &self,
        conn: &mut Conn<'_>,
        team: &Team,
        action: &'static str,
        booking: &Booking,
        change: Change,
    ) -> Result<(), DbError> {
        let detail = json!({
            "status": booking.status.as_str(),
            "date": booking.place.map(|(date, _)| date),
            "time": booking.place.map(|(_, time)| time),
            "bypass": self.bypass,
            "team": team.id,
        });
        self.record(conn, action, Some(&booking.uaid), &booking.id, detail).await?;
        if change == Change::Confirmed && self.asks(conn, team, booking).await? {
            return Ok(());
        }
        if let Some(to) = mail::recipient(conn, &booking.uaid).await? {
            let outbox = &self.snapshot.outbox;
            let letter = letters::booking(&outbox.site_info, &to, &Ticket::of(booking), change, self.now_ms);
            outbox.enqueue(conn, letter, self.now_ms).await?;
        }
        Ok(())
    }

    /// Asks an athlete whether the team's coach may see their results, with the letter about their booking; false where there is
    /// nothing to ask.
    pub(super) async fn asks(
        &self,
        conn: &mut Conn<'_>,
        team: &Team,
        booking: &Booking,
    ) -> Result<bool, DbError> {
        let Some(coach) = &team.coach else { return Ok(false) };
        mail::ask_athlete(conn, &self.snapshot.outbox, coach, (booking, self.actor.actor()), self.now_ms)
            .await
    }

    /// One line of the audit log.
    pub(super) async fn record(
        &self,
        conn: &mut Conn<'_>,
        action: &'static str,
        subject: Option<&str>,
        object: &str,
        detail: Value,
    ) -> Result<(), DbError> {
        let entry = audit::Entry {
            actor: Some(self.actor.uaid.as_str()),
            actor_role: Some(self.actor.role_number()),
            action,
            subject,
            object: Some(object),
            detail,
        };
        audit::insert(conn, &entry, self.now_ms).await
    }
}

/// How many places of which slots come free when these bookings move or are called off.
fn freed(wants: &[Placement], leaving: &[Booking]) -> BTreeMap<SlotKey, usize> {
    let moving = wants.iter().filter_map(|want| want.current.as_ref());
    let mut freed = BTreeMap::new();
    for slot in moving.chain(leaving).filter_map(Booking::held_slot) {
        *freed.entry(slot).or_default() += 1;
    }
    freed
}
