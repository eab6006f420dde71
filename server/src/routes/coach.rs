//! What a coach may see of an athlete (RULES 12.2). Every call that shows a coach somebody builds its answer from a
//! [`CoachView`]; a coach sees nothing else of an athlete.

use std::collections::{HashMap, HashSet};

use sixfold_domain::eligibility::{EligibilityRules, may_book};
use sixfold_domain::profile::coarse_age_group::coarse_age_group;
use sixfold_domain::time::Date;

use crate::db::bookings::booking;
use crate::db::people::coach::{self, Access, Visibility};
use crate::db::people::eligibility;
use crate::db::people::names::initial;
use crate::db::upkeep::throttle::{self, Limit};
use crate::db::{Conn, DbError};
use crate::http::ApiError;
use crate::state::AppState;

/// Strangers whom a coach may look up or name in an hour; a team has sixty athletes at most.
const STRANGERS: Limit = Limit { scope: "coach-strangers", attempts: 200, window_ms: 60 * 60_000 };
/// Each of them counts once in that time: a save that was refused may be repeated.
const STRANGER: Limit = Limit { scope: "coach-stranger", attempts: 1, window_ms: STRANGERS.window_ms };

/// The fields of a stored athlete from which a view is made.
#[derive(Debug, Clone, Copy)]
pub(in crate::routes) struct Athlete<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// ISO.
    pub date_of_birth: Option<&'a str>,
    pub t_shirt_size: &'a str,
}

/// An athlete as a coach sees them.
#[derive(Debug, Clone)]
pub(in crate::routes) struct CoachView {
    pub first_name: String,
    /// In full, or the initial.
    pub last_name: String,
    /// None until the athlete has accepted the coach.
    pub age_group: Option<&'static str>,
    /// Empty until the athlete has accepted the coach.
    pub t_shirt_size: String,
    /// The athlete's answer to the coach; none for a stranger.
    pub access: Option<Access>,
    visibility: Visibility,
}

impl CoachView {
    /// The view of an athlete that a coach's access permits.
    pub(in crate::routes) fn of(visibility: Visibility, athlete: Athlete<'_>, today: Date) -> Self {
        let born = athlete.date_of_birth.and_then(|born| born.parse::<Date>().ok());
        let open = visibility.is_open();
        Self {
            first_name: athlete.first_name.to_owned(),
            last_name: if open { athlete.last_name.to_owned() } else { initial(athlete.last_name) },
            age_group: born.filter(|_| open).map(|born| coarse_age_group(born, today)),
            t_shirt_size: if open { athlete.t_shirt_size.to_owned() } else { String::new() },
            access: visibility.access(),
            visibility,
        }
    }

    /// Whether the athlete lets the coach see their bookings and results.
    pub(in crate::routes) fn is_open(&self) -> bool {
        self.visibility.is_open()
    }

    /// The name as shown, for matching a search.
    pub(in crate::routes) fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// The answers of a coach's athletes and the coach's teams, read once for a list.
#[derive(Debug)]
pub(in crate::routes) struct Coach {
    answers: HashMap<String, Access>,
    teams: HashSet<String>,
    today: Date,
}

impl Coach {
    pub(in crate::routes) async fn read(conn: &mut Conn, uaid: &str, today: Date) -> Result<Self, DbError> {
        let answers = coach::answers(conn, uaid).await?;
        Ok(Self { answers, teams: coach::teams(conn, uaid).await?, today })
    }

    /// For a caller who is not a coach: no athletes and no teams.
    pub(in crate::routes) fn without_athletes(today: Date) -> Self {
        Self { answers: HashMap::new(), teams: HashSet::new(), today }
    }

    pub(in crate::routes) fn sees(&self, uaid: &str, athlete: Athlete<'_>) -> CoachView {
        let visibility = match self.answers.get(uaid) {
            Some(Access::Accepted) => Visibility::Open,
            other => Visibility::Name(other.copied().unwrap_or(Access::Asked)),
        };
        CoachView::of(visibility, athlete, self.today)
    }

    /// Whether the coach may see a booking: any of an athlete who has accepted, otherwise those made for the coach's own teams.
    pub(in crate::routes) fn sees_booking(&self, view: &CoachView, team: Option<&str>) -> bool {
        view.is_open() || self.is_own(team)
    }

    pub(in crate::routes) fn is_own(&self, team: Option<&str>) -> bool {
        team.is_some_and(|team| self.teams.contains(team))
    }
}

/// Counts the strangers whom a coach looks up, by number or address, against the rate limit; 429 once there are too many.
pub(in crate::routes) async fn look_up(
    state: &AppState,
    coach: &str,
    strangers: &[String],
) -> Result<(), ApiError> {
    if !state.config.rate_limit || strangers.is_empty() {
        return Ok(());
    }
    let (keys, now_ms) = (&state.auth.keys, state.clock.now_ms());
    let subject = keys.throttle_subject(coach);
    let pairs: Vec<String> =
        strangers.iter().map(|stranger| keys.throttle_subject(&format!("{coach} {stranger}"))).collect();
    let over: Option<u64> = state
        .db
        .write(async move |conn| {
            let (mut new, mut over) = (Vec::new(), None);
            for pair in &pairs {
                if throttle::count(conn, STRANGER, pair, now_ms).await? == 0 {
                    over = throttle::hit(conn, STRANGERS, &subject, now_ms).await?;
                    new.push(pair);
                }
            }
            // Those of a call that is refused have not been seen: they count again.
            for pair in new.into_iter().filter(|_| over.is_none()) {
                throttle::hit(conn, STRANGER, pair, now_ms).await?;
            }
            Ok::<_, DbError>(over)
        })
        .await?;
    over.map_or(Ok(()), |seconds| Err(ApiError::too_many(seconds)))
}

/// Whether somebody can be booked at all: they have no open booking, and their eligibility permits a test.
pub(in crate::routes) async fn is_bookable(
    conn: &mut Conn,
    uaid: &str,
    current_consent: &str,
    today: Date,
) -> Result<bool, DbError> {
    let open = booking::find_open(conn, uaid).await?;
    // The next booking closes a missed one.
    let holds = open
        .is_some_and(|open| open.onboarded_at.is_some() || open.slot.is_none_or(|(date, _)| date >= today));
    let facts = eligibility::find(conn, uaid, current_consent).await?;
    Ok(!holds && may_book(&facts.record, facts.born, &EligibilityRules::default(), today).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Athlete<'_> = Athlete {
        first_name: "Ada",
        last_name: "Okonkwo",
        date_of_birth: Some("1999-04-03"),
        t_shirt_size: "XL",
    };

    fn seen(visibility: Visibility) -> CoachView {
        CoachView::of(visibility, ADA, "2026-03-02".parse().unwrap())
    }

    #[test]
    fn without_a_yes_a_coach_reads_a_first_name_and_an_initial() {
        for visibility in
            [Visibility::Nothing, Visibility::Name(Access::Asked), Visibility::Name(Access::Declined)]
        {
            let view = seen(visibility);
            assert_eq!(
                (view.name().as_str(), view.age_group, view.t_shirt_size.as_str()),
                ("Ada O", None, "")
            );
            assert_eq!((view.is_open(), view.access), (false, visibility.access()));
        }
        let open = seen(Visibility::Open);
        assert_eq!((open.name().as_str(), open.age_group), ("Ada Okonkwo", Some("25–34")));
        assert_eq!((open.t_shirt_size.as_str(), open.access), ("XL", Some(Access::Accepted)));
    }
}
