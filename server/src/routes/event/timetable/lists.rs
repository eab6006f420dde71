//! Other weekly lists: the bookings that they hit on any day to come, and what becomes of those. The settings, of which the lists
//! are a part, are stored by `event/admin/settings` in between.

use std::sync::Arc;

use serde::Deserialize;
use sixfold_domain::slot::{BookingSessionConfig, Schedule, ScheduleError, WeeklySlots};
use sixfold_domain::time::london_date_time;
use utoipa::ToSchema;

use super::decide::{Decision, DecisionContext, Decisions};
use super::hits::{self, Hit, HitList, Plans, Reach};
use crate::auth::CurrentUser;
use crate::db::{Conn, schedule, timetable};
use crate::http::error::ApiError;
use crate::state::AppState;

/// What a week offers.
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
    /// A config with these lists in the place of its own.
    pub(super) fn over(&self, base: &BookingSessionConfig) -> BookingSessionConfig {
        BookingSessionConfig {
            test_slots: self.test_slots.clone(),
            retest_slots: self.retest_slots.clone(),
            ..base.clone()
        }
    }

    /// Whether they could be stored.
    pub(in crate::routes) fn check(&self) -> Result<(), ScheduleError> {
        Schedule::new(&self.over(&BookingSessionConfig::default())).map(drop)
    }
}

/// Lists that take the place of others, with the bookings which that hits and a decision for each.
pub(in crate::routes) struct Relisting {
    state: AppState,
    actor: Arc<CurrentUser>,
    event_id: String,
    now_ms: i64,
    hits: Vec<Hit>,
    decisions: Decisions,
}

impl Relisting {
    /// Looks up whom other lists hit, and locks whatever the decisions about them touch: athletes, then slots, the schedule having
    /// been claimed before. Lines at times that are not offered any more end here.
    ///
    /// # Errors
    /// `BOOKINGS_HIT` while a booking is without a decision.
    pub(in crate::routes) async fn begin(
        conn: &mut Conn<'_>,
        (state, actor): (&AppState, &Arc<CurrentUser>),
        event_id: &str,
        lists: &Lists,
        decisions: Vec<Decision>,
    ) -> Result<Self, ApiError> {
        let now_ms = state.clock.now_ms();
        let now = london_date_time(now_ms).map_err(ApiError::internal)?;
        let decisions = Decisions::read(decisions)?;
        let base = schedule::config(conn, event_id, now.date).await?;
        let held = timetable::load(conn, event_id).await?;
        let plans = Plans::new((&base, &held), (&lists.over(&base), &held))?;
        let mut hits = Vec::new();
        if plans.before.takes_out(&plans.after) {
            let reach = Reach::From(now.date);
            decisions.lock_athletes(conn, now_ms).await?;
            hits = hits::find(conn, event_id, &plans, &reach, now).await?;
            if !decisions.cover(&hits) {
                return Err(hits::refused(&HitList::of(conn, event_id, &plans, &hits, now).await?));
            }
            let carrier = DecisionContext { state, actor, event_id, now_ms };
            carrier.lock_slots(conn, &plans, &reach, &hits, &decisions).await?;
        }
        let (state, actor, event_id) = (state.clone(), actor.clone(), event_id.to_owned());
        Ok(Self { state, actor, event_id, now_ms, hits, decisions })
    }

    /// Does what was decided, once the lists are stored, and says about how many bookings.
    pub(in crate::routes) async fn carry_out(self, conn: &mut Conn<'_>) -> Result<usize, ApiError> {
        let Self { state, actor, event_id, now_ms, hits, decisions } = self;
        let carrier = DecisionContext { state: &state, actor: &actor, event_id: &event_id, now_ms };
        carrier.carry_out(conn, &hits, &decisions).await?;
        Ok(hits.len())
    }
}
