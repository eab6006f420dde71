//! A booking on the wire, as in every list for staff.

use serde::Serialize;
use sixfold_domain::score::Score;
use utoipa::ToSchema;

use crate::board::{BoardSelector, DateSpan, Ranked};
use crate::config::clock::iso;
use crate::db::bookings::booking::StaffRow;
use crate::http::ApiError;
use crate::state::AppState;

/// One booking, without health data.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct BookingRow {
    pub uaid: String,
    /// First name; empty for a deleted account.
    pub first_name: String,
    /// Last name; empty for a deleted account.
    pub last_name: String,
    pub event_booking_id: String,
    pub event_test_code: String,
    /// `YYYY-MM-DD`; empty where help was asked for without a day.
    pub booking_date: String,
    /// `HH:MM`; empty where help was asked for without a time.
    pub booking_time: String,
    /// booked, assistance, completed, dnt, declined or cancelled.
    pub event_test_status: String,
    /// `test` or `retest`.
    pub event_test_type: String,
    /// XXS to XXXL.
    pub t_shirt_size: String,
    /// The team it was made for.
    pub team_booking_id: Option<String>,
    /// The team's name.
    pub team_name: Option<String>,
    /// Whether help was asked for.
    pub assistance_required: bool,
    /// When the athlete checked in, ISO with `Z`.
    pub arrived_at: Option<String>,
    /// When the desk onboarded the athlete, ISO with `Z`.
    pub onboarded_at: Option<String>,
    /// The final score, 0.00 to 100.00.
    #[schema(value_type = Option<f64>)]
    pub score: Option<Score>,
    /// Whether the final waits for its reveal; omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// Whether programme delivery has removed the score; omitted otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub score_removed: bool,
    /// The final's position on the overall board of its season; null if its score is not the one that counts there.
    pub position: Option<usize>,
}

impl BookingRow {
    pub(in crate::routes) fn of(row: &StaffRow) -> Result<Self, ApiError> {
        let moment = |at: Option<i64>| at.map(iso).transpose().map_err(ApiError::internal);
        Ok(Self {
            uaid: row.uaid.clone(),
            first_name: row.first_name.clone(),
            last_name: row.last_name.clone(),
            event_booking_id: row.booking_id.clone(),
            event_test_code: row.code.clone(),
            booking_date: row.test_date.clone().unwrap_or_default(),
            booking_time: row.test_time.clone().unwrap_or_default(),
            event_test_status: row.status.clone(),
            event_test_type: row.booking_type.clone(),
            t_shirt_size: row.t_shirt_size.clone(),
            team_booking_id: row.team_booking_id.clone(),
            team_name: row.team_name.clone(),
            assistance_required: row.assistance_required,
            arrived_at: moment(row.arrived_at)?,
            onboarded_at: moment(row.onboarded_at)?,
            score: row.score,
            held: row.held,
            score_removed: row.score_removed,
            position: None,
        })
    }
}

/// Adds the positions of the finals that count on the boards of their seasons.
pub(in crate::routes) async fn with_positions(
    state: &AppState,
    event_id: &str,
    rows: &[StaffRow],
) -> Result<Vec<BookingRow>, ApiError> {
    // Looking at a board brings it up to date.
    state.boards.with_boards(&state.db, &running(event_id), |_| ()).await?;
    let position = |row: &StaffRow| {
        let date = row.test_date.as_deref()?.parse().ok()?;
        let rank = state.boards.standing_on(event_id, date, &row.uaid.parse().ok()?)?;
        let counts = !row.held && row.score == Some(rank.row.score);
        counts.then_some(rank.position)
    };
    rows.iter().map(|row| Ok(BookingRow { position: position(row), ..BookingRow::of(row)? })).collect()
}

/// The board of the current season.
pub(super) fn running(event_id: &str) -> BoardSelector {
    BoardSelector {
        event_id: Some(event_id.to_owned()),
        span: DateSpan::Today,
        ranked: Ranked::Final,
        ages: None,
    }
}
