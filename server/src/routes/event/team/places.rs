//! How a team's places are won, kept and freed: all at once, in the job that has locked the team and its athletes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sixfold_domain::booking::BookingStatus;

use super::super::act::open_exists;
use super::squad::{Squad, Want};
use crate::db::booking::{self, Booking, NewBooking};
use crate::db::slot::{self, SlotKey};
use crate::db::team::{self, Team};
use crate::db::{Conn, DbError, audit, waitlist};
use crate::error::ApiError;
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

impl Squad {
    /// Calls off the bookings of those who leave and puts everybody who is wanted on the team's place: all of them, or none.
    /// What the team frees on that place itself is the team's first; everything else is passed on.
    pub(super) async fn settle(
        &self,
        conn: &mut Conn<'_>,
        team: &Team,
        wants: &[Want],
        leaving: &[Booking],
    ) -> Result<(), ApiError> {
        let target = team.slot();
        let freed = freed(wants, leaving);
        let left = self.lock(conn, Some(&target).filter(|_| !wants.is_empty()), &freed).await?;
        let offers = self.take_offers(conn, &target, wants).await?;
        let own = freed.get(&target).copied().unwrap_or(0);
        let needed = wants.len() - offers.held;
        let more = needed.saturating_sub(own);
        if more > 0 && !slot::take_many(conn, &target, more).await? {
            return Err(too_large(left + own, needed));
        }
        for booking in leaving {
            self.call_off(conn, team, booking).await?;
        }
        self.seat(conn, team, wants).await?;
        for (key, count) in freed {
            let kept = if key == target { needed.min(count) } else { 0 };
            for _ in kept..count {
                self.pass_on(conn, &key).await?;
            }
        }
        for _ in 0..offers.lapsed {
            self.pass_on(conn, &target).await?;
        }
        Ok(())
    }

    /// Locks every slot of the act in the order of their keys, and says how many places the wanted one has left.
    async fn lock(
        &self,
        conn: &mut Conn<'_>,
        wanted: Option<&SlotKey>,
        freed: &BTreeMap<SlotKey, usize>,
    ) -> Result<usize, DbError> {
        let keys: BTreeSet<&SlotKey> = freed.keys().chain(wanted).collect();
        let mut left = 0;
        for key in keys {
            if Some(key) == wanted {
                left = usize::from(slot::lock(conn, key, self.schedule.slot_capacity()).await?.remaining());
            } else {
                slot::lock_existing(conn, key).await?;
            }
        }
        Ok(left)
    }

    /// Ends the waiting of those who are placed: nobody waits for a place that they hold.
    async fn take_offers(
        &self,
        conn: &mut Conn<'_>,
        target: &SlotKey,
        wants: &[Want],
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
    async fn seat(&self, conn: &mut Conn<'_>, team: &Team, wants: &[Want]) -> Result<(), ApiError> {
        if wants.is_empty() {
            return Ok(());
        }
        let seats = slot::free_seats(conn, &team.slot(), wants.len()).await?;
        let place = Some(team.place);
        for (want, seat) in wants.iter().zip(seats) {
            let (action, booked, change) = if let Some(before) = &want.current {
                let (status, kind) = (before.status, want.kind);
                let moved = booking::update_place(conn, before, status, place, Some(seat), kind, self.now_ms);
                ("booking.move", moved.await?, Change::Moved(before.place))
            } else {
                let new = NewBooking {
                    uaid: &want.uaid,
                    event_id: &team.event_id,
                    status: BookingStatus::Booked,
                    booking_type: want.kind,
                    place,
                    seat: Some(seat),
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
        let minutes = i64::from(self.state.config.offer_minutes);
        mail::pass_on(conn, &self.house, key, minutes, self.now_ms).await
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
        if let Some(to) = mail::recipient(conn, &booking.uaid).await? {
            let letter = letters::booking(&self.house, &to, &Ticket::of(booking), change, self.now_ms);
            mail::enqueue(conn, letter, self.now_ms).await?;
        }
        Ok(())
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
fn freed(wants: &[Want], leaving: &[Booking]) -> BTreeMap<SlotKey, usize> {
    let moving = wants.iter().filter_map(|want| want.current.as_ref());
    let mut freed = BTreeMap::new();
    for slot in moving.chain(leaving).filter_map(Booking::held_slot) {
        *freed.entry(slot).or_default() += 1;
    }
    freed
}

/// The refusal of a team that needs more places than there are.
pub(super) fn too_large(remaining: usize, needed: usize) -> ApiError {
    let message = match remaining {
        0 => "No place is left at that time.".to_owned(),
        1 => format!("One place is left at that time, and the team needs {needed}."),
        _ => format!("{remaining} places are left at that time, and the team needs {needed}."),
    };
    ApiError::conflict("TEAM_TOO_LARGE", message)
        .field("uaids")
        .with("remaining", remaining)
        .with("needed", needed)
}
