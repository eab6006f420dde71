//! How a team's seats are taken, kept and freed: all at once, in the job that has locked the team and its athletes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sixfold_domain::booking::BookingStatus;

use super::edit::{Placement, TeamEdit, too_large};
use crate::booking::refusals::open_exists;
use crate::db::bookings::booking::{self, Booking, NewBooking, Seat};
use crate::db::bookings::team::{self, Team};
use crate::db::bookings::waitlist;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::people::audit;
use crate::db::{Conn, DbError};
use crate::http::ApiError;
use crate::mail;
use crate::mail::letters::{self, Change, TeamChange, Ticket};

/// The open and lapsed offers of a slot that the team's athletes had.
#[derive(Debug, Default)]
struct Offers {
    /// Seats that open offers hold.
    held: usize,
    /// Seats of offers that have lapsed and were not passed on yet.
    lapsed: usize,
}

impl TeamEdit {
    /// Cancels the bookings of those who leave and takes a seat for each placement: all of them, or none. Seats that the team
    /// itself frees in these slots go to the team first; all others are passed on to the waiting list.
    pub(super) async fn settle(
        &self,
        conn: &mut Conn,
        team: &Team,
        placements: &[Placement],
        leaving: &[Booking],
    ) -> Result<(), ApiError> {
        let mut targets: BTreeMap<&SlotKey, Vec<&Placement>> = BTreeMap::new();
        for placement in placements {
            targets.entry(&placement.slot).or_default().push(placement);
        }
        let freed = freed(placements, leaving);
        self.lock(conn, &targets, &freed).await?;
        let mut reused: BTreeMap<SlotKey, usize> = BTreeMap::new();
        let mut lapsed = Vec::new();
        for (target, placements) in &targets {
            let offers = self.take_offers(conn, target, placements).await?;
            let own = freed.get(*target).copied().unwrap_or(0);
            let needed = placements.len() - offers.held;
            let more = needed.saturating_sub(own);
            if more > 0 && !slot::take_many(conn, target, more).await? {
                // Somebody else has taken seats since the slots were read.
                let left = slot::find(conn, target).await?.map_or(0, |fill| usize::from(fill.remaining()));
                return Err(too_large(left + own, needed));
            }
            reused.insert((*target).clone(), needed.min(own));
            lapsed.extend(std::iter::repeat_n((*target).clone(), offers.lapsed));
        }
        for booking in leaving {
            self.cancel(conn, team, booking).await?;
        }
        self.seat(conn, team, placements, &targets).await?;
        for (key, count) in freed {
            for _ in reused.get(&key).copied().unwrap_or(0)..count {
                self.pass_on(conn, &key).await?;
            }
        }
        for key in lapsed {
            self.pass_on(conn, &key).await?;
        }
        Ok(())
    }

    /// Locks every slot of the change, in the order of their keys.
    async fn lock(
        &self,
        conn: &mut Conn,
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

    /// Ends the placed athletes' waiting for this slot; their open offers count as seats.
    async fn take_offers(
        &self,
        conn: &mut Conn,
        target: &SlotKey,
        placements: &[&Placement],
    ) -> Result<Offers, DbError> {
        let mut offers = Offers::default();
        for placement in placements {
            let Some(entry) = waitlist::find(conn, &placement.uaid, target).await? else { continue };
            waitlist::end(conn, &entry.id, "accepted").await?;
            match (entry.offer_id, entry.offer_expires_at) {
                (Some(_), Some(until)) if until > self.now_ms => offers.held += 1,
                (Some(_), _) => offers.lapsed += 1,
                (None, _) => {}
            }
        }
        Ok(offers)
    }

    /// Gives each placement one of the seats that were taken.
    async fn seat(
        &self,
        conn: &mut Conn,
        team: &Team,
        placements: &[Placement],
        targets: &BTreeMap<&SlotKey, Vec<&Placement>>,
    ) -> Result<(), ApiError> {
        // Members who move within the team's slots give up their seats first, so that the lowest numbers are free.
        for before in placements.iter().filter_map(|placement| placement.current.as_ref()) {
            team::leave_seat(conn, &before.id).await?;
        }
        let mut seats: BTreeMap<&SlotKey, std::vec::IntoIter<i64>> = BTreeMap::new();
        for (target, placements) in targets {
            seats.insert(target, slot::free_seats(conn, target, placements.len()).await?.into_iter());
        }
        for placement in placements {
            let seat = seats.get_mut(&placement.slot).and_then(Iterator::next);
            let slot = Some((placement.slot.date, placement.slot.time));
            let (action, booked, change) = if let Some(before) = &placement.current {
                let (status, kind) = (before.status, placement.kind);
                let moved = booking::update_slot(conn, before, status, slot, seat, kind, self.now_ms);
                ("booking.move", moved.await?, Change::Moved(before.slot))
            } else {
                let new = NewBooking {
                    uaid: &placement.uaid,
                    event_id: &team.event_id,
                    status: BookingStatus::Booked,
                    booking_type: placement.kind,
                    slot,
                    seat: seat.map_or(Seat::None, Seat::Numbered),
                    team_booking_id: Some(&team.id),
                    created_by: self.actor.uaid.as_str(),
                    bypass: self.bypass,
                };
                let booked = booking::insert(conn, &new, self.now_ms).await?.ok_or_else(open_exists)?;
                team::take_on(conn, &booked, &team.id).await?;
                ("booking.create", booked, Change::Confirmed)
            };
            self.record_and_notify(conn, team, action, &booked, change).await?;
        }
        Ok(())
    }

    /// Cancels an open booking of the team; the caller passes its seat on.
    async fn cancel(&self, conn: &mut Conn, team: &Team, open: &Booking) -> Result<(), ApiError> {
        let status = BookingStatus::Cancelled.reached_from(Some(open.status))?;
        let cancelled = booking::close(conn, open, status, None, self.now_ms).await?;
        team::leave(conn, &open.uaid, &team.id).await?;
        self.record_and_notify(
            conn,
            team,
            "booking.cancel",
            &cancelled,
            Change::Cancelled { by_staff: true },
        )
        .await?;
        Ok(())
    }

    async fn pass_on(&self, conn: &mut Conn, key: &SlotKey) -> Result<(), DbError> {
        self.snapshot.pass_on(conn, &self.state, key, self.now_ms).await?;
        Ok(())
    }

    /// Logs the change of a booking, puts its letter into the outbox and notifies the athlete.
    async fn record_and_notify(
        &self,
        conn: &mut Conn,
        team: &Team,
        action: &'static str,
        booking: &Booking,
        change: Change,
    ) -> Result<(), DbError> {
        let mut detail = booking.audit_detail(self.bypass);
        detail["team"] = json!(team.id);
        self.record(conn, action, Some(&booking.uaid), &booking.id, detail).await?;
        if booking.uaid != self.actor.uaid.as_str() {
            self.snapshot.outbox.notify_of_booking(conn, booking, change, self.now_ms).await?;
        }
        if change == Change::Confirmed && self.ask_access(conn, team, booking).await? {
            return Ok(());
        }
        if let Some(to) = mail::recipient(conn, &booking.uaid).await? {
            let outbox = &self.snapshot.outbox;
            let letter = letters::booking(&outbox.site_info, &to, &Ticket::of(booking), change, self.now_ms);
            outbox.enqueue(conn, letter, self.now_ms).await?;
        }
        Ok(())
    }

    /// Asks an athlete, in the letter about their booking, whether the team's coach may see their results; false if there is
    /// nothing to ask.
    pub(super) async fn ask_access(
        &self,
        conn: &mut Conn,
        team: &Team,
        booking: &Booking,
    ) -> Result<bool, DbError> {
        let Some(coach) = &team.coach else { return Ok(false) };
        mail::ask_athlete(conn, &self.snapshot.outbox, coach, (booking, self.actor.actor()), self.now_ms)
            .await
    }

    /// Writes to the team's coach that somebody else has moved or cancelled athletes of it, once that is done (RULES 12.4).
    pub(super) async fn tell_coach(
        &self,
        conn: &mut Conn,
        team: &Team,
        placements: &[Placement],
        leaving: &[Booking],
    ) -> Result<(), DbError> {
        let Some(coach) = team.coach.as_deref().filter(|coach| *coach != self.actor.uaid.as_str()) else {
            return Ok(());
        };
        let moved =
            placements.iter().filter_map(|placement| Some((placement.current.as_ref()?, &placement.slot)));
        let to: BTreeSet<_> = moved.clone().map(|(_, slot)| (slot.date, slot.time)).collect();
        let changed = moved.map(|(before, _)| before).chain(leaving);
        let from: BTreeSet<_> = changed.filter_map(|before| before.slot).collect();
        if from.is_empty() {
            return Ok(());
        }
        let as_before = team::open(conn, &team.id).await?.len().saturating_sub(placements.len());
        let joined = placements.iter().filter(|placement| placement.current.is_none()).count();
        let (name, cancelled) = (team.name.as_str(), leaving.len());
        let change = TeamChange { team: name, from: &from, to: &to, cancelled, as_before, joined };
        mail::tell_coach(conn, &self.snapshot.outbox, coach, &change, self.now_ms).await
    }

    /// Writes a line of the audit log.
    pub(super) async fn record(
        &self,
        conn: &mut Conn,
        action: &'static str,
        subject: Option<&str>,
        object: &str,
        detail: Value,
    ) -> Result<(), DbError> {
        let entry = audit::Entry::by(self.actor.actor(), action).about(subject, Some(object)).detail(detail);
        audit::insert(conn, &entry, self.now_ms).await
    }
}

/// How many seats of which slots become free when these bookings move or are cancelled.
fn freed(placements: &[Placement], leaving: &[Booking]) -> BTreeMap<SlotKey, usize> {
    let moving = placements.iter().filter_map(|placement| placement.current.as_ref());
    let mut freed = BTreeMap::new();
    for slot in moving.chain(leaving).filter_map(Booking::held_slot) {
        *freed.entry(slot).or_default() += 1;
    }
    freed
}
