//! How teams are written on the wire.

use serde::Serialize;
use sixfold_domain::score::Score;
use utoipa::ToSchema;

use crate::db::team::{MemberRow, TeamRow};

/// A team, as its coach and programme delivery list it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeamView {
    team_booking_id: String,
    team_name: String,
    event_id: String,
    /// `YYYY-MM-DD`.
    test_date: String,
    /// `HH:MM`.
    test_time: String,
    /// Whose team it is; null where programme delivery looks after it.
    coach_uaid: Option<String>,
    /// Empty without a coach.
    coach_name: String,
    /// Athletes whose booking in it was not called off.
    members: i64,
    /// Athletes of it with a final.
    completed: i64,
    /// Rises with every edit; goes along with the next one.
    rev: i64,
}

impl From<TeamRow> for TeamView {
    fn from(row: TeamRow) -> Self {
        Self {
            team_booking_id: row.team_booking_id,
            team_name: row.name,
            event_id: row.event_id,
            test_date: row.test_date,
            test_time: row.test_time,
            coach_uaid: row.coach_uaid,
            coach_name: row.coach_name,
            members: row.members,
            completed: row.completed,
            rev: row.rev,
        }
    }
}

/// A team as somebody else has saved it meanwhile: `error.current`.
#[derive(Debug, Serialize)]
pub(super) struct Current {
    /// The team.
    #[serde(flatten)]
    pub team: TeamView,
    /// Its athletes.
    pub uaids: Vec<String>,
}

/// Teams.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TeamsAnswer {
    /// At most five hundred.
    pub teams: Vec<TeamView>,
    /// Whether there are more than these.
    pub more: bool,
}

/// An athlete of a team, by their booking in it; without anything about their health.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemberView {
    uaid: String,
    first_name: String,
    last_name: String,
    email_address: String,
    event_booking_id: String,
    event_test_code: String,
    /// `YYYY-MM-DD`; empty where help was asked for without a day.
    test_date: String,
    /// `HH:MM`; empty where help was asked for without a time.
    test_time: String,
    /// booked, assistance, completed or dnt.
    event_test_status: String,
    /// `test` or `retest`.
    event_test_type: String,
    t_shirt_size: String,
    /// The final, with at most two decimals.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
}

impl From<MemberRow> for MemberView {
    fn from(row: MemberRow) -> Self {
        let score = row.score_hundredths.and_then(|hundredths| i32::try_from(hundredths).ok());
        Self {
            uaid: row.uaid,
            first_name: row.first_name,
            last_name: row.last_name,
            email_address: row.email,
            event_booking_id: row.booking_id,
            event_test_code: row.code,
            test_date: row.test_date.unwrap_or_default(),
            test_time: row.test_time.unwrap_or_default(),
            event_test_status: row.status,
            event_test_type: row.booking_type,
            t_shirt_size: row.t_shirt_size,
            score: score.map(Score::from_hundredths),
        }
    }
}

/// A team's athletes.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MembersAnswer {
    /// By last name.
    pub users: Vec<MemberView>,
}
