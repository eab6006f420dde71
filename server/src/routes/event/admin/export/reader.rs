//! Reads an export part by part: however large the file, no connection is held between two parts.

use sixfold_domain::time::Date;

use super::super::super::payload::instants;
use super::lines;
use crate::db::bookings::csv_export::{self, ExportRange, PAGE};
use crate::http::ApiError;
use crate::state::AppState;

/// Earlier and later than every date on the wire.
const ALL_DATES: (&str, &str) = ("0000-01-01", "9999-12-31");

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "lowercase")]
pub(super) enum Dataset {
    Bookings,
    Users,
    Results,
    Teams,
}

impl Dataset {
    pub(super) fn heading(self) -> String {
        match self {
            Self::Bookings => lines::BOOKINGS.to_owned(),
            Self::Users => lines::USERS.to_owned(),
            Self::Results => lines::results_heading(),
            Self::Teams => lines::TEAMS.to_owned(),
        }
    }
}

pub(super) struct ExportReader {
    state: AppState,
    what: Dataset,
    days: ExportRange,
    /// For users: the last uaid read, and the range in which the accounts were made.
    after: String,
    made: (i64, i64),
}

impl ExportReader {
    pub(super) fn new(
        state: AppState,
        what: Dataset,
        event_id: String,
        (from, to): (Option<Date>, Option<Date>),
    ) -> Self {
        let text =
            |date: Option<Date>, none: &str| date.map_or_else(|| none.to_owned(), |date| date.to_string());
        let days = ExportRange {
            event_id,
            after: (text(from, ALL_DATES.0), String::new(), String::new()),
            to: text(to, ALL_DATES.1),
            dateless: from.is_none() && to.is_none(),
        };
        Self { state, what, days, after: String::new(), made: instants(from, to) }
    }

    /// The next lines, and a reader for those that follow; `None` at the end.
    pub(super) async fn next_part(mut self) -> Result<(String, Option<Self>), ApiError> {
        let db = &self.state.db;
        let (text, full) = match self.what {
            Dataset::Bookings => {
                let rows = db.read_lagging(async |conn| csv_export::bookings(conn, &self.days).await).await?;
                if let Some(last) = rows.last() {
                    self.days.after =
                        (last.test_date.clone(), last.test_time.clone(), last.booking_id.clone());
                }
                (lines::bookings(&rows)?, rows.len() == PAGE)
            }
            Dataset::Users => {
                let rows = db
                    .read_lagging(async |conn| csv_export::users(conn, &self.after, self.made).await)
                    .await?;
                if let Some(last) = rows.last() {
                    self.after.clone_from(&last.uaid);
                }
                (lines::users(&rows)?, rows.len() == PAGE)
            }
            Dataset::Results => {
                let rows = db.read_lagging(async |conn| csv_export::results(conn, &self.days).await).await?;
                if let Some(last) = rows.last() {
                    self.days.after =
                        (last.test_date.clone(), last.test_time.clone(), last.booking_id.clone());
                }
                let bookings = rows.chunk_by(|one, next| one.booking_id == next.booking_id).count();
                (lines::results(&rows), bookings == PAGE)
            }
            Dataset::Teams => {
                let rows = db.read_lagging(async |conn| csv_export::teams(conn, &self.days).await).await?;
                if let Some(last) = rows.last() {
                    self.days.after =
                        (last.test_date.clone(), last.test_time.clone(), last.team_booking_id.clone());
                }
                (lines::teams(&rows), rows.len() == PAGE)
            }
        };
        Ok((text, full.then_some(self)))
    }
}
