//! Tells the coaches whose teams a change of the schedule moved or called off, one letter for each team; its athletes have theirs.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_domain::time::{Date, SlotTime};

use super::hits::Hit;
use crate::db::team::list;
use crate::db::{Conn, DbError};
use crate::mail::{self, letters};
use crate::state::AppState;

/// What becomes of the teams: the times that their athletes were moved from and to, none where they were called off.
#[derive(Debug, Default)]
pub(super) struct TeamChanges(BTreeMap<String, TeamTimes>);

#[derive(Debug, Default)]
struct TeamTimes {
    from: BTreeSet<(Date, SlotTime)>,
    to: BTreeSet<(Date, SlotTime)>,
}

impl TeamChanges {
    /// Notes what becomes of a booking, where it is a team's.
    pub(super) fn note(&mut self, hit: &Hit, to: Option<(Date, SlotTime)>) {
        let Some(team) = &hit.row.team_booking_id else { return };
        let fate = self.0.entry(team.clone()).or_default();
        fate.from.insert(hit.place);
        fate.to.extend(to);
    }

    /// Writes the letters, in the job of the change.
    pub(super) async fn tell(
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
