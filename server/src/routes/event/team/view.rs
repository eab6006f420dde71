//! The wire format of teams.

use serde::Serialize;
use sixfold_domain::score::Score;
use utoipa::ToSchema;

use crate::db::bookings::team::{MemberRow, TeamRow};
use crate::db::people::coach::Access;
use crate::routes::coach::{Athlete, Coach};

/// A team, as its coach and programme delivery list it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeamView {
    team_booking_id: String,
    team_name: String,
    event_id: String,
    /// `YYYY-MM-DD`.
    test_date: String,
    /// `HH:MM`, the first athlete's.
    test_time: String,
    /// `HH:MM`, the last athlete's.
    last_time: String,
    /// The coach's uaid, the same as `coachUaid`.
    uaid: Option<String>,
    /// The coach's uaid; null where programme delivery looks after the team.
    coach_uaid: Option<String>,
    /// Empty without a coach.
    coach_name: String,
    /// Athletes with a booking in it that was not cancelled or declined; deleted accounts do not count.
    members: i64,
    /// Athletes with a final in the team.
    completed: i64,
    /// Rises with every edit; the next one has to send it.
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
            last_time: row.last_time,
            uaid: row.coach_uaid.clone(),
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
pub(super) struct SavedTeam {
    #[serde(flatten)]
    pub team: TeamView,
    pub uaids: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TeamsAnswer {
    /// At most a hundred.
    pub teams: Vec<TeamView>,
    /// Whether there are more than these.
    pub more: bool,
    /// Pass it, with the other parameters unchanged, to get the next page; null on the last.
    pub cursor: Option<String>,
}

/// An athlete of a team, with their booking in it and without health data. To a coach whom they have not accepted it shows
/// first name, initial, date, time and status; address, code, type and size are empty.
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
    /// The final, with at most two decimals; null to a coach while it is held.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// Whether programme delivery has removed the score; omitted otherwise, and for a coach.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    score_removed: bool,
    /// Whether they have accepted the team's coach; null without a coach.
    coach_access: Option<Access>,
    /// For a coach only: the age group of an athlete who has accepted them.
    #[serde(skip_serializing_if = "Option::is_none")]
    age_group: Option<&'static str>,
}

impl MemberView {
    pub(super) fn for_coach(row: MemberRow, own: &Coach) -> Self {
        let athlete = Athlete {
            first_name: &row.first_name,
            last_name: &row.last_name,
            date_of_birth: row.date_of_birth.as_deref(),
            t_shirt_size: &row.t_shirt_size,
        };
        let view = own.sees(&row.uaid, athlete);
        let (open, held) = (view.is_open(), row.held);
        let whole = Self::of(row);
        let if_open = |text: String| if open { text } else { String::new() };
        Self {
            first_name: view.first_name,
            last_name: view.last_name,
            email_address: String::new(),
            event_test_code: if_open(whole.event_test_code),
            event_test_type: if_open(whole.event_test_type),
            t_shirt_size: view.t_shirt_size,
            score: whole.score.filter(|_| open && !held),
            score_removed: false,
            coach_access: view.access,
            age_group: view.age_group,
            ..whole
        }
    }

    pub(super) fn of(row: MemberRow) -> Self {
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
            score: row.score,
            score_removed: row.score_removed,
            coach_access: row.access,
            age_group: None,
        }
    }
}

/// A team's athletes.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MembersAnswer {
    /// By last name.
    pub users: Vec<MemberView>,
}
