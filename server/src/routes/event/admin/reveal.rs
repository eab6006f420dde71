//! `GET /api/event/admin/reveal`: the operators' view of a reveal, with later steps and held finals.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use serde::Serialize;
use sixfold_domain::identity::Uaid;
use sixfold_domain::reveal as rules;
use sixfold_domain::score::Score;
use sixfold_domain::season::Season;
use utoipa::ToSchema;

use super::super::livescreen::OfEvent;
use crate::auth::require::{Require, Reveal};
use crate::board::live::{RevealSnapshot, speed};
use crate::db::boards::reveal::{self, Candidate, Ceremony, VisibleFinal};
use crate::db::{Conn, DbError};
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::refusals::{DeskOnly, Malformed, NoSuchEvent};
use crate::state::AppState;

/// The reveal as its operators see it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RevealDesk {
    running: bool,
    /// How many steps have been shown.
    step: i64,
    /// How fast screens play a step, 0.25 to 4.
    speed: f64,
    /// Every step, in order.
    steps: Vec<RevealStep>,
    /// Held finals that are not in a step, newest first.
    held: Vec<RevealFinal>,
}

#[derive(Debug, Serialize, ToSchema)]
struct RevealStep {
    /// From 1.
    step: i64,
    /// Whether it has been shown.
    revealed: bool,
    /// Whether it is skipped: its athlete's account or result has been deleted, or they no longer compete.
    withdrawn: bool,
    #[serde(flatten)]
    is: RevealFinal,
}

/// A final that is a step, or could become one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RevealFinal {
    #[schema(value_type = String)]
    uaid: Uaid,
    booking_id: String,
    first_name: String,
    last_name: String,
    /// As stated in the profile.
    gender: &'static str,
    /// Null if the result has been deleted.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// The position on the season's overall board once it is revealed: for a step, with all steps before it revealed; otherwise
    /// with what is visible now. Null if no board will show it.
    position: Option<usize>,
    /// The athlete's best visible final of the season, if boards will go on showing that one instead; otherwise null.
    #[schema(value_type = Option<f64>)]
    best_score: Option<Score>,
    /// The season of the test date; null if it is in none.
    season: Option<u32>,
    /// `YYYY-MM-DD`.
    #[schema(value_type = Option<String>)]
    test_date: Option<String>,
}

/// The rows that the view is made of.
struct RevealRows {
    ceremony: Option<Ceremony>,
    steps: Vec<Candidate>,
    held: Vec<Candidate>,
    visible: Vec<VisibleFinal>,
}

/// The state of the reveal, the steps with the positions that they will take, and the other held finals. Roles 2 and 3 only:
/// none of it is public before it is revealed.
#[utoipa::path(
    get, path = "/api/event/admin/reveal", tag = "live", operation_id = "revealDesk",
    params(
        OfEvent,
        ("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it"),
    ),
    responses(
        (status = 200, description = "The reveal", body = Envelope<RevealDesk>),
        Malformed, DeskOnly, NoSuchEvent,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<Reveal>,
    ApiQuery(of): ApiQuery<OfEvent>,
) -> Result<Envelope<RevealDesk>, ApiError> {
    let event_id = of.find(&state).await?;
    let rows = state.db.read(async |conn| RevealRows::read(conn, &event_id).await).await;
    // Read after the rows, so that the boards are not older.
    let snapshot = RevealSnapshot::read(&state, &event_id).await?;
    Ok(Envelope(View { state: &state, event_id: &event_id, snapshot: &snapshot }.draw(rows?)))
}

impl RevealRows {
    async fn read(conn: &mut Conn, event_id: &str) -> Result<Self, DbError> {
        Ok(Self {
            ceremony: reveal::find(conn, event_id).await?,
            steps: reveal::steps(conn, event_id).await?,
            held: reveal::held(conn, event_id).await?,
            visible: reveal::visible(conn, event_id).await?,
        })
    }
}

/// Where a final lands once it is revealed.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// At a position of the season's overall board.
    At(usize),
    /// Nowhere: its athlete's row keeps this score.
    Beaten(Score),
}

struct View<'a> {
    state: &'a AppState,
    event_id: &'a str,
    snapshot: &'a RevealSnapshot,
}

impl View<'_> {
    fn draw(&self, rows: RevealRows) -> RevealDesk {
        let ceremony = rows.ceremony.as_ref();
        let step = ceremony.map_or(0, |ceremony| ceremony.step);
        let landings = self.landings(&rows);
        let in_steps: BTreeSet<String> = rows.steps.iter().map(|step| step.booking_id.clone()).collect();
        RevealDesk {
            running: ceremony.is_some_and(|ceremony| ceremony.running),
            step,
            speed: speed(ceremony),
            steps: rows
                .steps
                .into_iter()
                .map(|candidate| RevealStep {
                    step: candidate.step,
                    revealed: candidate.step <= step,
                    withdrawn: !candidate.may_be_shown(self.snapshot.today),
                    is: self.describe(landings.get(&candidate.step).copied(), candidate),
                })
                .collect(),
            held: rows
                .held
                .into_iter()
                .filter(|candidate| !in_steps.contains(&candidate.booking_id))
                .map(|candidate| self.describe(self.alone(&candidate, &rows.visible), candidate))
                .collect(),
        }
    }

    /// Where each step lands, by step number; withdrawn ones do not.
    fn landings(&self, rows: &RevealRows) -> BTreeMap<i64, Place> {
        let mut seasons: BTreeMap<u32, Vec<(i64, rules::Step)>> = BTreeMap::new();
        for candidate in &rows.steps {
            let Some((season, score)) = self.season_and_score(candidate) else { continue };
            let others = rows.visible.iter().filter(|other| !other.is_step);
            let step = rules::Step {
                uaid: candidate.uaid.clone(),
                score,
                had: reveal::best(others, &candidate.uaid, season),
                revealed: !candidate.held,
            };
            seasons.entry(season.season).or_default().push((candidate.step, step));
        }
        let mut landings = BTreeMap::new();
        for (season, steps) in seasons {
            let (numbers, steps): (Vec<i64>, Vec<rules::Step>) = steps.into_iter().unzip();
            let ahead = |score| {
                self.state.boards.position_of(self.event_id, season, score).map_or(0, |position| position - 1)
            };
            let places = rules::landings(&steps, ahead).into_iter().zip(&steps).map(|(landing, step)| {
                if landing.best == step.score {
                    Place::At(landing.position)
                } else {
                    Place::Beaten(landing.best)
                }
            });
            landings.extend(numbers.into_iter().zip(places));
        }
        landings
    }

    /// Where a final would land if only it were revealed now.
    fn alone(&self, candidate: &Candidate, visible: &[VisibleFinal]) -> Option<Place> {
        let (season, score) = self.season_and_score(candidate)?;
        match reveal::best(visible, &candidate.uaid, season) {
            Some(best) if best >= score => Some(Place::Beaten(best)),
            _ => self.state.boards.position_of(self.event_id, season.season, score).map(Place::At),
        }
    }

    /// The season and score with which a final will be on a board; none if it will not be.
    fn season_and_score(&self, candidate: &Candidate) -> Option<(&Season, Score)> {
        let score = candidate.score.filter(|_| candidate.may_be_shown(self.snapshot.today))?;
        Some((self.snapshot.seasons.on(candidate.test_date?)?, score))
    }

    fn describe(&self, place: Option<Place>, candidate: Candidate) -> RevealFinal {
        let season = candidate.test_date.and_then(|date| self.snapshot.seasons.on(date));
        let (position, best_score) = match place {
            Some(Place::At(position)) => (Some(position), None),
            Some(Place::Beaten(best)) => (None, Some(best)),
            None => (None, None),
        };
        RevealFinal {
            uaid: candidate.uaid,
            booking_id: candidate.booking_id,
            first_name: candidate.first_name,
            last_name: candidate.last_name,
            gender: candidate.gender.as_str(),
            score: candidate.score,
            position,
            best_score,
            season: season.map(|season| season.season),
            test_date: candidate.test_date.map(|date| date.to_string()),
        }
    }
}
