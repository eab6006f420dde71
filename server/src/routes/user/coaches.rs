//! `GET` and `POST /api/user/coaches`, `POST /api/user/coaches/answer`: the coaches who have booked an athlete, and the
//! athlete's answers to them, signed in or by the link of the letter (RULES 12.1).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::Role;
use utoipa::ToSchema;

use super::forgot::token_invalid;
use super::wire::Secret;
use crate::auth::keys::stored_hash;
use crate::auth::sign_in::{self, Origin};
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::people::audit;
use crate::db::people::coach::{self, Access, CoachOf};
use crate::db::upkeep::throttle::Limit;
use crate::http::{Answer, ApiError, ApiJson, Envelope, Idempotency, Own, once};
use crate::routes::event::{call_off, lock_to_call_off, uaid};
use crate::routes::refusals::{KeyReused, NotFound, OwnOnly, TokenInvalid, TooManyRequests};
use crate::state::AppState;

/// Answers by link that one address may give.
const LINKS: Limit = Limit { scope: "coach-link-address", attempts: 60, window_ms: 60 * 60_000 };

/// The coaches of an athlete.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CoachesView {
    /// The latest first.
    coaches: Vec<OwnCoach>,
}

/// A coach who has booked the athlete.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnCoach {
    coach_uaid: String,
    name: String,
    /// Whether the coach may see the athlete's results.
    access: Access,
    /// When they booked, ISO.
    asked_at: String,
    /// When the answer was given; null until there is one.
    decided_at: Option<String>,
    /// Whether programme delivery gave it.
    by_team: bool,
    /// Open bookings in this coach's teams.
    open_bookings: usize,
}

/// An answer to a coach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Choice)]
enum AccessAnswer {
    /// Accept: the coach may see the athlete's results.
    Accept,
    /// Decline: the coach sees nothing, and what they booked is cancelled if the athlete still may cancel it.
    Decline,
    /// Withdraw an earlier yes; bookings stay.
    Withdraw,
}

impl AccessAnswer {
    const fn access(self) -> Access {
        match self {
            Self::Accept => Access::Accepted,
            Self::Decline | Self::Withdraw => Access::Declined,
        }
    }

    const fn action(self) -> &'static str {
        match self {
            Self::Accept => "coach.accepted",
            Self::Decline => "coach.declined",
            Self::Withdraw => "coach.withdrawn",
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnswerBody {
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = String)]
    coach_uaid: Option<Uaid>,
    answer: AccessAnswer,
}

/// The token after the `#` of a letter's link, and the answer.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct LinkBody {
    #[schema(value_type = String)]
    token: Secret,
    /// Without an answer the call only says what the link is about.
    answer: Option<AccessAnswer>,
}

/// What a letter's link is about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LinkView {
    name: String,
    access: Access,
    /// `YYYY-MM-DD` of what the coach has booked; empty when no such booking is open.
    test_date: String,
    /// `HH:MM`.
    test_time: String,
    /// Bookings that this answer has cancelled.
    cancelled: usize,
}

/// The coaches who have booked the caller, and what each of them may see.
#[utoipa::path(
    get, path = "/api/user/coaches", tag = "user", operation_id = "ownCoaches",
    responses(
        (status = 200, description = "The coaches, the latest first", body = Envelope<CoachesView>), OwnOnly,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<CoachesView>, ApiError> {
    let read = state.db.read(async |conn| list(conn, user.uaid.as_str()).await);
    Ok(Envelope(read.await?))
}

/// Answers a coach: `accept` lets them see one's results, `withdraw` takes that back and keeps the bookings, `decline` also
/// cancels what they have booked; a booking that can no longer be cancelled stays.
#[utoipa::path(
    post, path = "/api/user/coaches", tag = "user", operation_id = "answerCoach", request_body = AnswerBody,
    responses(
        (status = 200, description = "The coaches, with the new answer", body = Envelope<CoachesView>),
        OwnOnly, NotFound, KeyReused,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<AnswerBody>,
) -> Result<Answer, ApiError> {
    let coach = body.coach_uaid.ok_or_else(|| ApiError::required("coachUaid", "Say which coach."))?;
    let job = state.clone();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let pair = (coach.as_str(), user.uaid.as_str());
        answer(conn, &job, pair, body.answer, user.role_number()).await?;
        list(conn, user.uaid.as_str()).await
    })
    .await
}

/// Answers a coach by the link of the letter, without a session. The link is valid until it expires or a newer letter is sent;
/// without `answer` the call only says what it is about.
#[utoipa::path(
    post, path = "/api/user/coaches/answer", tag = "user", operation_id = "answerCoachByLink",
    request_body = LinkBody,
    responses(
        (status = 200, description = "What it is about, and the answer so far", body = Envelope<LinkView>),
        TokenInvalid, TooManyRequests,
    )
)]
pub(super) async fn by_link(
    State(state): State<AppState>,
    origin: Origin,
    ApiJson(body): ApiJson<LinkBody>,
) -> Result<Envelope<LinkView>, ApiError> {
    sign_in::throttle(&state, LINKS, &origin.counted()).await?;
    let job = state.clone();
    let write = state.db.write(async move |conn| {
        let link = coach::by_token(conn, &stored_hash(&body.token.0), job.clock.now_ms()).await?;
        let (coach, athlete) = link.ok_or_else(token_invalid)?;
        let cancelled = match body.answer {
            Some(choice) => {
                answer(conn, &job, (&coach, &athlete), choice, i64::from(Role::Athlete.number())).await?
            }
            None => 0,
        };
        about(conn, (&coach, &athlete), cancelled).await
    });
    Ok(Envelope(write.await?))
}

/// Stores an answer; declining also cancels the bookings it is about, as far as possible. Returns how many were cancelled.
async fn answer(
    conn: &mut Conn,
    state: &AppState,
    (coach, athlete): (&str, &str),
    choice: AccessAnswer,
    role: i64,
) -> Result<usize, ApiError> {
    let now_ms = state.clock.now_ms();
    let declines = choice == AccessAnswer::Decline;
    if declines {
        lock_to_call_off(conn, coach, athlete, now_ms).await?;
    }
    // Before anything is cancelled: membership of the team is what lets an athlete answer who was never asked.
    if !coach::decide(conn, (coach, athlete), choice.access(), athlete, now_ms).await? {
        let message = "That coach has not booked you.";
        return Err(ApiError::not_found().message(message).field("coachUaid"));
    }
    audit::by(conn, (athlete, role), choice.action(), Some(athlete), Some(coach), now_ms).await?;
    if declines { call_off(conn, state, coach, athlete, now_ms).await } else { Ok(0) }
}

async fn list(conn: &mut Conn, athlete: &str) -> Result<CoachesView, ApiError> {
    let mut coaches = Vec::new();
    for coach in coach::of_athlete(conn, athlete).await? {
        let open_bookings = coach::open_bookings(conn, &coach.coach_uaid, athlete).await?.len();
        coaches.push(view(coach, open_bookings)?);
    }
    Ok(CoachesView { coaches })
}

fn view(coach: CoachOf, open_bookings: usize) -> Result<OwnCoach, ApiError> {
    Ok(OwnCoach {
        asked_at: iso(coach.asked_at).map_err(ApiError::internal)?,
        decided_at: coach.decided_at.map(iso).transpose().map_err(ApiError::internal)?,
        coach_uaid: coach.coach_uaid,
        name: coach.name,
        access: coach.access,
        by_team: coach.by_team,
        open_bookings,
    })
}

async fn about(
    conn: &mut Conn,
    (coach, athlete): (&str, &str),
    cancelled: usize,
) -> Result<LinkView, ApiError> {
    let coaches = coach::of_athlete(conn, athlete).await?;
    let answered = coaches.into_iter().find(|of| of.coach_uaid == coach).ok_or_else(token_invalid)?;
    let open = match coach::open_bookings(conn, coach, athlete).await?.first() {
        Some(id) => booking::find(conn, id).await?.and_then(|booking| booking.slot),
        None => None,
    };
    let (test_date, test_time) =
        open.map(|(date, time)| (date.to_string(), time.to_string())).unwrap_or_default();
    Ok(LinkView { name: answered.name, access: answered.access, test_date, test_time, cancelled })
}
