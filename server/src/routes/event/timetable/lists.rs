//! Changes of the weekly lists: the bookings that they affect from today on, and the decisions about those.
//! `event/admin/settings` stores the settings, of which the lists are a part, between the two steps.

use std::sync::Arc;

use serde::Deserialize;
use sixfold_domain::slot::{BookingSessionConfig, Schedule, ScheduleError, WeeklySlots};
use sixfold_domain::time::london_date_time;
use utoipa::ToSchema;

use super::decide::{Decision, DecisionContext, Decisions};
use super::impact::{self, AffectedBooking, Impact, Plans, Reach};
use crate::auth::CurrentUser;
use crate::db::Conn;
use crate::db::calendar::{schedule, timetable};
use crate::http::ApiError;
use crate::state::AppState;

/// The times that a week offers.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct Lists {
    /// Test times, `HH:MM`, for `monday` to `sunday`.
    #[schema(value_type = Object)]
    pub test_slots: WeeklySlots,
    /// Retest times, `HH:MM`, for `monday` to `sunday`.
    #[schema(value_type = Object)]
    pub retest_slots: WeeklySlots,
}

impl Lists {
    /// A config with its lists replaced by these.
    pub(super) fn applied_to(&self, base: &BookingSessionConfig) -> BookingSessionConfig {
        BookingSessionConfig {
            test_slots: self.test_slots.clone(),
            retest_slots: self.retest_slots.clone(),
            ..base.clone()
        }
    }

    pub(in crate::routes) fn check(&self) -> Result<(), ScheduleError> {
        Schedule::new(&self.applied_to(&BookingSessionConfig::default())).map(drop)
    }
}

/// A change of the weekly lists, with the bookings that it affects and the decisions about them.
pub(in crate::routes) struct ListsChange {
    state: AppState,
    actor: Arc<CurrentUser>,
    event_id: String,
    now_ms: i64,
    affected: Vec<AffectedBooking>,
    decisions: Decisions,
}

impl ListsChange {
    /// Finds the bookings that new lists affect, and locks whatever the decisions about them touch: athletes, then slots; the
    /// caller has locked the schedule. Waiting lists of slots that are no longer offered end here.
    ///
    /// # Errors
    /// `BOOKINGS_HIT` while an affected booking has no decision.
    pub(in crate::routes) async fn begin(
        conn: &mut Conn,
        (state, actor): (&AppState, &Arc<CurrentUser>),
        event_id: &str,
        lists: &Lists,
        decisions: Vec<Decision>,
    ) -> Result<Self, ApiError> {
        let now_ms = state.clock.now_ms();
        let now = london_date_time(now_ms).map_err(ApiError::internal)?;
        let decisions = Decisions::read(decisions)?;
        let base = schedule::config(conn, event_id, now.date).await?;
        let stored = timetable::load(conn, event_id).await?;
        let plans = Plans::new((&base, &stored), (&lists.applied_to(&base), &stored))?;
        let mut affected = Vec::new();
        if plans.before.takes_out(&plans.after) {
            let reach = Reach::From(now.date);
            decisions.lock_athletes(conn, now_ms).await?;
            affected = impact::find(conn, event_id, &plans, &reach, now).await?;
            if !decisions.cover(&affected) {
                return Err(impact::refused(&Impact::of(conn, event_id, &plans, &affected, now).await?));
            }
            let carrier = DecisionContext { state, actor, event_id, now_ms };
            carrier.lock_slots(conn, &plans, &reach, &affected, &decisions).await?;
        }
        let (state, actor, event_id) = (state.clone(), actor.clone(), event_id.to_owned());
        Ok(Self { state, actor, event_id, now_ms, affected, decisions })
    }

    /// Carries the decisions out once the lists are stored. Returns the bookings whose decisions these were, which are all that
    /// were affected; none if nothing was decided.
    pub(in crate::routes) async fn carry_out(self, conn: &mut Conn) -> Result<Option<Vec<String>>, ApiError> {
        let Self { state, actor, event_id, now_ms, affected, decisions } = self;
        let carrier = DecisionContext { state: &state, actor: &actor, event_id: &event_id, now_ms };
        carrier.carry_out(conn, &affected, &decisions).await?;
        Ok(decisions.carried_out(&affected))
    }
}
