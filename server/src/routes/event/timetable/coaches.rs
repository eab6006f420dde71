//! Teams whose athletes a change of the schedule moved or cancelled: each follows its athletes, and its coach gets a letter; the
//! athletes get their own.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_domain::team::slot_after;
use sixfold_domain::time::{Date, SlotTime};

use super::impact::AffectedBooking;
use crate::db::bookings::team::{self, Team};
use crate::db::{Conn, DbError};
use crate::mail::{self, letters};
use crate::state::AppState;

/// What happens to the athletes of each team.
#[derive(Debug, Default)]
pub(super) struct TeamChanges(BTreeMap<String, Changed>);

#[derive(Debug, Default)]
struct Changed {
    /// The athletes' former times.
    from: BTreeSet<(Date, SlotTime)>,
    /// The new times of those who are moved.
    to: BTreeSet<(Date, SlotTime)>,
    moved: usize,
    cancelled: usize,
}

impl TeamChanges {
    /// Records the move or cancellation of a booking, if it belongs to a team.
    pub(super) fn note(&mut self, booking: &AffectedBooking, to: Option<(Date, SlotTime)>) {
        let Some(team) = &booking.row.team_booking_id else { return };
        let changed = self.0.entry(team.clone()).or_default();
        changed.from.insert(booking.row.slot);
        changed.to.extend(to);
        *if to.is_some() { &mut changed.moved } else { &mut changed.cancelled } += 1;
    }

    /// Gives each team the slot of its athletes, and puts the letters into the outbox, in the transaction of the change. Teams
    /// are locked after athletes and slots here: the caller has the schedule's exclusive lock, and every other job that locks a team
    /// shares that lock.
    pub(super) async fn follow_and_tell(
        self,
        conn: &mut Conn,
        state: &AppState,
        event_id: &str,
        now_ms: i64,
    ) -> Result<(), DbError> {
        for (id, Changed { from, to, moved, cancelled }) in self.0 {
            let Some(team) = team::lock(conn, &id).await? else { continue };
            let (open, done) = (team::open(conn, &id).await?, team::done(conn, &id).await?);
            let slots: Vec<_> = open.iter().filter_map(|booking| booking.slot).collect();
            if from.contains(&team.slot)
                && !team::has_done_at(conn, &team).await?
                && let Some(slot) = slot_after(team.slot, &slots)
            {
                team::update(conn, &Team { slot, ..team.clone() }, now_ms).await?;
            }
            let Some(coach) = &team.coach else { continue };
            let Some(event) = state.events.in_job(conn, Some(event_id)).await? else { continue };
            let done = done.iter().filter(|uaid| !open.iter().any(|booking| booking.uaid == **uaid)).count();
            let (name, as_before) = (team.name.as_str(), (open.len() + done).saturating_sub(moved));
            let change =
                letters::TeamChange { team: name, from: &from, to: &to, cancelled, as_before, joined: 0 };
            mail::tell_coach(conn, &event.outbox, coach, &change, now_ms).await?;
        }
        Ok(())
    }
}
