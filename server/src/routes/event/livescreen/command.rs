//! `POST /api/event/livescreen/reveal`: an operator's command. The steps, held finals, audit log and topic versions change in
//! one transaction.

use axum::extract::State;
use serde::Serialize;
use serde_json::{Value, json};
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::Final;
use sixfold_domain::reveal::{self as rules, Move, Order, RevealError, SPEED};
use sixfold_domain::season::{Season, SeasonTable};
use sixfold_domain::time::{Date, london_date_time};
use utoipa::ToSchema;

use super::super::payload::Succeeded;
use super::body::{RevealAction, RevealBody, RevealCommand};
use crate::auth::require::{Require, Reveal};
use crate::board::live;
use crate::booking::event::find_event;
use crate::db::boards::reveal::{self, Candidate, Ceremony, VisibleFinal};
use crate::db::calendar::schedule;
use crate::db::people::audit;
use crate::db::{Conn, topic};
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{DeskOnly, NoSuchEvent};
use crate::state::AppState;

/// The state of the reveal after a command.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct RevealAnswer {
    /// Whose result is shown now; null if none is.
    #[schema(value_type = Option<String>)]
    uaid: Option<Uaid>,
    running: bool,
    /// How many steps have been shown.
    step: i64,
    /// How many there are.
    steps: i64,
    /// How fast screens play a step, 0.25 to 4.
    speed: f64,
}

/// A reveal command of roles 2 and 3. `{uaid}` reveals one held final, the newest unless `eventBookingId` names another: by
/// itself, or, while a ceremony is running, as its next step. `start` makes a ceremony of a season's held finals that a board
/// will show, at step 0; `next` and `back` move along its steps and skip those who have withdrawn, `jump` goes to any step. After
/// each command exactly the first `step` finals are revealed; later ones are held, even if they were revealed before. `end`
/// closes the ceremony: finals that were not reached stay held. A final that no board will show is no step; revealing it only
/// ends its hold. Each command is logged in the audit log.
#[utoipa::path(
    post, path = "/api/event/livescreen/reveal", tag = "live", operation_id = "actOnReveal",
    request_body = RevealBody,
    responses(
        (status = 200, description = "The state of the reveal", body = Succeeded<RevealAnswer>),
        (status = 400, description = "Malformed; ACTION_UNKNOWN", body = ErrorEnvelope),
        (status = 409, description = "REVEAL_RUNNING, REVEAL_NOT_RUNNING; REVEAL_MOVED: `error.step` is where another \
            operator has led it, `error.expect` what was expected; for `end` also when the newest step is not \
            `eventBookingId` (then without `error.expect`)", body = ErrorEnvelope),
        (status = 422, description = "NOTHING_HELD; REVEAL_STEP: no such step; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeskOnly, NoSuchEvent,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<Reveal>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<RevealBody>,
) -> Result<Answer, ApiError> {
    let answer =
        carry_out(&state, (user.uaid.clone(), user.role_number()), &idempotency, body.read()?).await?;
    state.boards.sync_after_write(&state.db).await;
    state.live.send_now(&state).await;
    Ok(answer)
}

/// Runs a command of a member of staff, given by number and role.
pub(super) async fn carry_out(
    state: &AppState,
    (uaid, role): (Uaid, i64),
    idempotency: &Idempotency,
    command: RevealCommand,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
    let operator = Operator { uaid, role, now_ms, today };
    once(state, idempotency, async move |conn| run(conn, operator, command).await).await
}

/// The member of staff who sends the command, and when.
#[derive(Clone)]
struct Operator {
    uaid: Uaid,
    role: i64,
    now_ms: i64,
    today: Date,
}

/// The locked reveal of an event, on which a command runs.
struct RevealSession<'a> {
    operator: &'a Operator,
    event_id: &'a str,
    ceremony: Ceremony,
    steps: Vec<Candidate>,
    seasons: SeasonTable,
}

async fn run(conn: &mut Conn, operator: Operator, command: RevealCommand) -> Result<RevealAnswer, ApiError> {
    let event = find_event(conn, command.event_id.as_deref()).await?;
    let ceremony = reveal::lock(conn, &event.event_id, operator.uaid.as_str(), operator.now_ms).await?;
    let step = usize::try_from(ceremony.step).unwrap_or(0);
    if let Some(expect) = command.expect.filter(|expect| *expect != step) {
        return Err(refused(RevealError::Moved).with("expect", expect).with("step", step));
    }
    let steps = reveal::steps(conn, &event.event_id).await?;
    let seasons = SeasonTable::new(schedule::seasons(conn).await?).map_err(ApiError::internal)?;
    let session = RevealSession { operator: &operator, event_id: &event.event_id, ceremony, steps, seasons };
    let action = command.action.audited();
    let (after, more) = match command.action {
        RevealAction::One(uaid, booking_id) => session.reveal_one(conn, &uaid, booking_id.as_deref()).await?,
        RevealAction::Start { order, speed, season } => session.start(conn, &order, speed, season).await?,
        RevealAction::Go(to) => session.go(to)?,
        RevealAction::Speed(speed) => session.play_at(speed)?,
        RevealAction::End(seen) => session.end(conn, seen.as_deref()).await?,
    };
    reveal::save(conn, &event.event_id, &after, operator.now_ms).await?;
    let newest = reveal::shown(conn, &event.event_id).await?.and_then(|shown| shown.newest);
    let shown = newest.filter(|newest| !newest.held && newest.may_be_shown(operator.today));
    let mut detail = json!({ "from": ceremony.step, "to": after.step, "steps": after.steps });
    if let (Value::Object(detail), Value::Object(more)) = (&mut detail, more) {
        detail.extend(more);
    }
    let entry = audit::Entry::by((operator.uaid.as_str(), operator.role), action)
        .about(shown.as_ref().map(|shown| shown.uaid.as_str()), Some(event.event_id.as_str()))
        .detail(detail);
    audit::insert(conn, &entry, operator.now_ms).await?;
    topic::bump(conn, topic::REVEAL).await?;
    Ok(RevealAnswer {
        uaid: shown.map(|shown| shown.uaid),
        running: after.running,
        step: after.step,
        steps: after.steps,
        speed: live::speed(Some(&after)),
    })
}

/// The ceremony after a command, and further details for the audit log.
type Outcome = Result<(Ceremony, Value), ApiError>;

impl RevealSession<'_> {
    fn season_of(&self, candidate: &Candidate) -> Option<&Season> {
        self.seasons.on(candidate.test_date?)
    }

    /// Whether a board will show a final once it is revealed; no screen shows another.
    fn is_for_boards(&self, candidate: &Candidate, visible: &[VisibleFinal]) -> bool {
        let rises = |season| reveal::best(visible, &candidate.uaid, season) < candidate.score;
        candidate.may_be_shown(self.operator.today) && self.season_of(candidate).is_some_and(rises)
    }

    /// Makes a ceremony of every held final of a season, by default of the latest, that a board will show.
    async fn start(
        &self,
        conn: &mut Conn,
        order: &Order,
        speed: Option<i64>,
        season: Option<u32>,
    ) -> Outcome {
        if self.ceremony.running {
            return Err(refused(RevealError::Running).with("step", self.ceremony.step));
        }
        let visible = reveal::visible(conn, self.event_id).await?;
        let mut held = reveal::held(conn, self.event_id).await?;
        held.retain(|candidate| self.is_for_boards(candidate, &visible));
        let number = |candidate: &Candidate| self.season_of(candidate).map(|season| season.season);
        let season = season.or_else(|| held.iter().filter_map(number).max());
        held.retain(|candidate| number(candidate) == season);
        if held.is_empty() {
            return Err(refused(RevealError::NothingHeld));
        }
        let finals: Vec<(&str, Final)> = held
            .iter()
            .filter_map(|candidate| Some((candidate.booking_id.as_str(), candidate.ranked()?)))
            .collect();
        let order_of_steps = rules::arrange(&finals, order);
        let bookings: Vec<&str> = order_of_steps.iter().map(|index| finals[*index].0).collect();
        reveal::begin(conn, self.event_id, self.operator.uaid.as_str(), self.operator.now_ms).await?;
        reveal::set_steps(conn, self.event_id, &bookings).await?;
        let name = match order {
            Order::Ascending => "ascending",
            Order::Descending => "descending",
            Order::Athletes(_) | Order::Bookings(_) => "given",
        };
        let speed = speed.unwrap_or(SPEED);
        let after = Ceremony { running: true, step: 0, steps: count(bookings.len()), speed, ..self.ceremony };
        Ok((after, json!({ "order": name, "speed": speed, "season": season })))
    }

    /// Reveals an athlete's held final, the newest unless a booking is named: alone, or as the next step of a ceremony.
    async fn reveal_one(&self, conn: &mut Conn, uaid: &Uaid, booking_id: Option<&str>) -> Outcome {
        let held = reveal::held(conn, self.event_id).await?;
        let candidate = held.into_iter().find(|candidate| {
            candidate.uaid == *uaid && booking_id.is_none_or(|id| candidate.booking_id == id)
        });
        let field = if booking_id.is_some() { "eventBookingId" } else { "uaid" };
        let candidate = candidate.ok_or_else(|| refused(RevealError::NothingHeld).field(field))?;
        let visible = reveal::visible(conn, self.event_id).await?;
        let is_for_boards = self.is_for_boards(&candidate, &visible);
        let running = self.ceremony.running;
        // By itself, a final replaces the one on the screens.
        let stay = if running || !is_for_boards { &self.steps[..] } else { &[] };
        let mut bookings: Vec<&str> = stay
            .iter()
            .map(|step| step.booking_id.as_str())
            .filter(|booking_id| *booking_id != candidate.booking_id)
            .collect();
        let mut step = if running || !is_for_boards { self.ceremony.step } else { 0 };
        if is_for_boards {
            let at = usize::try_from(step).unwrap_or(0).min(bookings.len());
            bookings.insert(at, &candidate.booking_id);
            step = count(at + 1);
        } else {
            // A final that no board will show needs no reveal, so it is released at once.
            reveal::release(conn, &candidate.booking_id, self.operator.now_ms).await?;
        }
        reveal::set_steps(conn, self.event_id, &bookings).await?;
        let after = Ceremony { step, steps: count(bookings.len()), ..self.ceremony };
        Ok((after, json!({ "bookingId": candidate.booking_id })))
    }

    fn go(&self, to: Move) -> Outcome {
        self.require_running()?;
        let withdrawn: Vec<bool> =
            self.steps.iter().map(|step| !step.may_be_shown(self.operator.today)).collect();
        let at = usize::try_from(self.ceremony.step).unwrap_or(0);
        let step = rules::step_after(at, to, &withdrawn).map_err(|error| refused(error).field("step"))?;
        Ok((Ceremony { step: count(step), ..self.ceremony }, json!({})))
    }

    /// Changes the speed of the following steps.
    fn play_at(&self, speed: i64) -> Outcome {
        self.require_running()?;
        Ok((Ceremony { speed, ..self.ceremony }, json!({ "speed": speed })))
    }

    /// Ends the ceremony, or takes a single final off the screens. Finals that were not reached stay held. `seen`: the booking of
    /// the newest step at the operator's desk, since another reveal may have reached the same step.
    async fn end(&self, conn: &mut Conn, seen: Option<&str>) -> Outcome {
        if !self.ceremony.running && self.steps.is_empty() {
            return Err(refused(RevealError::NotRunning));
        }
        let newest = self.steps.iter().find(|step| step.step == self.ceremony.step);
        if seen.is_some_and(|seen| newest.is_none_or(|newest| newest.booking_id != seen)) {
            return Err(refused(RevealError::Moved).field("eventBookingId").with("step", self.ceremony.step));
        }
        reveal::set_steps(conn, self.event_id, &[]).await?;
        Ok((Ceremony { running: false, step: 0, steps: 0, speed: SPEED, ..self.ceremony }, json!({})))
    }

    fn require_running(&self) -> Result<(), ApiError> {
        if self.ceremony.running { Ok(()) } else { Err(refused(RevealError::NotRunning)) }
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn refused(error: RevealError) -> ApiError {
    if error.is_conflict() {
        ApiError::conflict(error.code(), error.to_string())
    } else {
        ApiError::rule(error.code(), error.to_string())
    }
}
