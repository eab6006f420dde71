//! Letters to the coaches whose teams a change of the schedule moved or cancelled, one for each team; the athletes get their
//! own.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_domain::time::{Date, SlotTime};

use super::hits::Hit;
use crate::db::bookings::team::list;
use crate::db::{Conn, DbError};
use crate::mail::{self, letters};
use crate::state::AppState;

/// The times from and to which each team's athletes were moved; no new times for a team that was cancelled.
#[derive(Debug, Default)]
pub(super) struct TeamChanges(BTreeMap<String, TeamTimes>);

#[derive(Debug, Default)]
struct TeamTimes {
    from: BTreeSet<(Date, SlotTime)>,
    to: BTreeSet<(Date, SlotTime)>,
}

impl TeamChanges {
    /// Records the move or cancellation of a booking, if it belongs to a team.
    pub(super) fn note(&mut self, hit: &Hit, to: Option<(Date, SlotTime)>) {
        let Some(team) = &hit.row.team_booking_id else { return };
        let times = self.0.entry(team.clone()).or_default();
        times.from.insert(hit.place);
        times.to.extend(to);
    }

    /// Puts the letters into the outbox, in the transaction of the change.
    pub(super) async fn enqueue_letters(
        self,
        conn: &mut Conn<'_>,
        state: &AppState,
        event_id: &str,
        now_ms: i64,
    ) -> Result<(), DbError> {
        for (id, TeamTimes { from, to }) in self.0 {
            let Some(team) = list::row(conn, &id).await? else { continue };
            let Some(coach) = team.coach_uaid else { continue };
            let (Some(to_coach), Some(event)) =
                (mail::recipient(conn, &coach).await?, state.events.in_job(conn, Some(event_id)).await?)
            else {
                continue;
            };
            let change = letters::TeamChange { team: &team.name, from: &from, to: &to };
            let letter = letters::team_changed(&event.outbox.site_info, &to_coach, &change);
            event.outbox.enqueue(conn, letter, now_ms).await?;
        }
        Ok(())
    }
}
