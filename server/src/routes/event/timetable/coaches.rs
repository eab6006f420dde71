//! Letters to the coaches whose teams a change of the schedule moved or cancelled, one for each team; the athletes get their
//! own.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_domain::time::{Date, SlotTime};

use super::hits::Hit;
use crate::db::bookings::team::{self, list};
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
    pub(super) fn note(&mut self, hit: &Hit, to: Option<(Date, SlotTime)>) {
        let Some(team) = &hit.row.team_booking_id else { return };
        let changed = self.0.entry(team.clone()).or_default();
        changed.from.insert(hit.place);
        changed.to.extend(to);
        *if to.is_some() { &mut changed.moved } else { &mut changed.cancelled } += 1;
    }

    /// Puts the letters into the outbox, in the transaction of the change.
    pub(super) async fn enqueue_letters(
        self,
        conn: &mut Conn<'_>,
        state: &AppState,
        event_id: &str,
        now_ms: i64,
    ) -> Result<(), DbError> {
        for (id, Changed { from, to, moved, cancelled }) in self.0 {
            let Some(listed) = list::row(conn, &id).await? else { continue };
            let Some(coach) = listed.coach_uaid else { continue };
            let Some(event) = state.events.in_job(conn, Some(event_id)).await? else { continue };
            let as_before = team::open(conn, &id).await?.len().saturating_sub(moved);
            let (team, joined) = (listed.name.as_str(), 0);
            let change = letters::TeamChange { team, from: &from, to: &to, cancelled, as_before, joined };
            mail::tell_coach(conn, &event.outbox, &coach, &change, now_ms).await?;
        }
        Ok(())
    }
}
