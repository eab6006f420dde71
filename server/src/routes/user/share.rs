//! `GET`, `PUT` and `POST /api/user/share`, `DELETE /api/user/share/{shareId}`: story cards that anybody with the link can see.
//! Only the athlete can make a card public, and it stays so until they take it back, or staff take it down.

pub(super) mod report;
pub(super) mod reports;

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use sixfold_domain::leaderboard::is_public;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::card::no_result;
use crate::auth::CurrentUser;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::people::audit;
use crate::db::sharing::share::photo::Usable;
use crate::db::sharing::share::{
    self, Athlete, Card, Colour, Format, Row, Shared, Show, Shows, Template, photo,
};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{KeyReused, NotFound, OwnOnly};
use crate::site;
use crate::site::card;
use crate::state::AppState;

/// What somebody shares, and what they have agreed to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sharing {
    /// Whether somebody under 18 has agreed to others seeing their results: on boards and on shared cards.
    opt_in: bool,
    /// Whether they are known to be of age, and so need not agree.
    adult: bool,
    age: Age,
    /// Whether cards print the last name, instead of its initial.
    last_name: bool,
    /// Newest first; those that staff took down stay for 30 days.
    shares: Vec<PublicCard>,
}

/// Whether somebody is of age, as far as we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum Age {
    Adult,
    /// Under 18.
    Minor,
    /// There is no date of birth: they were signed in by a provider, or added by the command line. Treated as under 18.
    Unknown,
}

impl Age {
    fn of(date_of_birth: Option<Date>, today: Date) -> Self {
        match date_of_birth {
            None => Self::Unknown,
            Some(_) if is_public(date_of_birth, today, false) => Self::Adult,
            Some(_) => Self::Minor,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublicCard {
    /// Names the card when taking it back.
    share_id: String,
    /// The full address of its page.
    url: String,
    template: Template,
    colour: Colour,
    format: Format,
    /// What it shows beside the result.
    #[schema(value_type = Vec<Show>)]
    shows: Shows,
    has_photo: bool,
    /// Staff took it down: it has no page any more.
    taken_down: bool,
    /// Nobody can open it: its athlete was under 18 when they made it, and does not agree to be seen.
    #[schema(required = false)]
    asleep: bool,
    /// The result on the card.
    booking_id: String,
    /// When it was made public, ms.
    created_at: i64,
}

/// The choices; one that is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SharingBody {
    opt_in: Option<bool>,
    last_name: Option<bool>,
}

/// Which card to make public.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShareBody {
    /// A story card; the score card is never public.
    template: Template,
    /// `black` when absent.
    #[serde(default)]
    colour: Colour,
    /// The result on the card, for good; the newest when absent. A recap is of its season, up to this result.
    #[serde(default)]
    booking_id: Option<String>,
    /// `story` when absent.
    #[serde(default)]
    format: Format,
    /// What it shows beside the result; the handle alone when absent.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Show>>)]
    shows: Shows,
    /// A photograph of the caller's, from `user/card/photo`.
    #[serde(default)]
    photo_id: Option<String>,
}

/// A card's public address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShareAnswer {
    share_id: String,
    url: String,
}

/// A card that was taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RevokeAnswer {
    share_id: String,
}

/// What the caller shares.
#[utoipa::path(
    get, path = "/api/user/share", tag = "user", operation_id = "sharing",
    responses((status = 200, description = "The choices and the public cards", body = Envelope<Sharing>), OwnOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<Sharing>, ApiError> {
    let today = state.today()?;
    state.db.read(async |conn| load(conn, &state, user.uaid.as_str(), today).await).await.map(Envelope)
}

/// Stores whether the caller may be seen. Opting in puts somebody under 18 on public boards and lets them share; opting out
/// takes them off and hides what they share at once.
#[utoipa::path(
    put, path = "/api/user/share", tag = "user", operation_id = "saveSharing", request_body = SharingBody,
    responses(
        (status = 200, description = "The choices and the public cards", body = Envelope<Sharing>),
        OwnOnly, NotFound, KeyReused,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<SharingBody>,
) -> Result<Answer, ApiError> {
    let (today, now_ms) = (state.today()?, state.clock.now_ms());
    let job_state = state.clone();
    let answer = once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        share::save(conn, uaid, (body.opt_in, body.last_name), now_ms).await?;
        audit::by(conn, user.actor(), "share.settings", Some(uaid), None, now_ms).await?;
        load(conn, &job_state, uaid, today).await
    })
    .await?;
    // The boards leave out people who may not be seen.
    state.boards.sync_after_write(&state.db).await;
    Ok(answer)
}

/// Makes a card public. The same card of the same result keeps its address.
#[utoipa::path(
    post, path = "/api/user/share", tag = "user", operation_id = "shareCard", request_body = ShareBody,
    responses(
        (status = 200, description = "Public, at this address", body = Envelope<ShareAnswer>),
        (status = 422, description = "NO_RESULT, SHARE_OPT_IN: under 18 or of unknown age, and not opted in, SHARE_LIMIT, or PHOTO_TAKEN_DOWN: \
            staff took this photograph down before", body = ErrorEnvelope),
        OwnOnly, NotFound,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<ShareBody>,
) -> Result<Answer, ApiError> {
    if body.template == Template::ScoreCard {
        let message = "A score card is its athlete's alone: it has no public page.";
        return Err(ApiError::invalid("template", message));
    }
    let (today, now_ms) = (state.today()?, state.clock.now_ms());
    let job_state = state.clone();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        booking::lock_existing(conn, uaid, now_ms).await?;
        let athlete = share::athlete(conn, uaid).await?.ok_or_else(ApiError::not_found)?;
        if !is_public(athlete.date_of_birth, today, athlete.opted_in) {
            return Err(opt_in_first());
        }
        if let Some(photo_id) = &body.photo_id {
            check_photo(conn, photo_id, uaid, now_ms).await?;
        }
        let wanted = body.booking_id.as_deref();
        let whose = (uaid, &athlete.person);
        let loaded = card::load(conn, body.template, whose, wanted, ("", now_ms)).await?;
        let card = Card {
            template: body.template,
            colour: body.template.colour(body.colour),
            format: body.format,
            shows: body.template.shows(&body.shows),
            photo_id: body.photo_id,
            booking_id: loaded.ok_or_else(no_result)?.booking_id,
        };
        let shared = Shared { uaid: uaid.to_owned(), card, created_at: now_ms };
        let share_id = make(conn, &user, &athlete, &shared).await?;
        Ok(ShareAnswer { url: site::share_address(&job_state, &share_id), share_id })
    })
    .await
}

/// Takes a card back: its page and its pictures are gone. Repeating it changes nothing.
#[utoipa::path(
    delete, path = "/api/user/share/{shareId}", tag = "user", operation_id = "revokeShare",
    params(("shareId" = String, Path, description = "The card's id")),
    responses(
        (status = 200, description = "No longer public", body = Envelope<RevokeAnswer>),
        OwnOnly, NotFound, KeyReused,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    Path(share_id): Path<String>,
) -> Result<Answer, ApiError> {
    if !share::is_id(&share_id) {
        return Err(ApiError::not_found());
    }
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        booking::lock_athlete(conn, uaid, now_ms).await?;
        if !share::revoke(conn, &share_id, uaid, now_ms).await? {
            return Err(ApiError::not_found());
        }
        audit::by(conn, user.actor(), "share.revoked", Some(uaid), Some(&share_id), now_ms).await?;
        Ok(RevokeAnswer { share_id })
    })
    .await
}

pub(super) fn opt_in_first() -> ApiError {
    let message = "Say first that others may see your results: nobody under 18, or of unknown age, is seen without that.";
    ApiError::rule("SHARE_OPT_IN", message)
}

async fn load(conn: &mut Conn, state: &AppState, uaid: &str, today: Date) -> Result<Sharing, ApiError> {
    let athlete = share::athlete(conn, uaid).await?.ok_or_else(ApiError::not_found)?;
    let cards = share::list(conn, uaid, state.clock.now_ms()).await?;
    let age = Age::of(athlete.date_of_birth, today);
    Ok(Sharing {
        opt_in: athlete.opted_in,
        adult: age == Age::Adult,
        age,
        last_name: athlete.person.whole_name,
        shares: cards.into_iter().map(|row| view(state, &athlete, row)).collect(),
    })
}

fn view(state: &AppState, athlete: &Athlete, row: Row) -> PublicCard {
    let Card { template, colour, format, shows, photo_id, booking_id } = row.card;
    PublicCard {
        url: site::share_address(state, &row.share_id),
        share_id: row.share_id,
        template,
        colour,
        format,
        shows,
        has_photo: photo_id.is_some(),
        taken_down: row.taken_down_at.is_some(),
        asleep: row.taken_down_at.is_none() && !athlete.lets_open(row.created_at),
        booking_id,
        created_at: row.created_at,
    }
}

/// Refuses a photograph that is not the caller's, or that staff took down before.
async fn check_photo(conn: &mut Conn, photo_id: &str, uaid: &str, now_ms: i64) -> Result<(), ApiError> {
    match photo::usable(conn, photo_id, uaid, now_ms).await? {
        Usable::Yes => Ok(()),
        Usable::No => {
            let error =
                ApiError::not_found().message("That photograph is not there any more. Choose it again.");
            Err(error.field("photoId"))
        }
        Usable::TakenDown => {
            let message = "This photograph was taken down before and cannot be shared again.";
            Err(ApiError::rule("PHOTO_TAKEN_DOWN", message).field("photoId"))
        }
    }
}

/// The most public cards of one athlete, and how many of them may have a photograph.
const CARDS_MAX: usize = 200;
const PHOTOS_MAX: usize = 20;

/// Makes a card public. Returns the share's id, the existing one if the card is public already.
async fn make(
    conn: &mut Conn,
    user: &CurrentUser,
    athlete: &Athlete,
    shared: &Shared,
) -> Result<String, ApiError> {
    let now_ms = shared.created_at;
    let mut cards = share::list(conn, &shared.uaid, now_ms).await?;
    if let Some(same) = cards.iter().position(|row| row.is_public_as(shared, athlete)) {
        return Ok(cards.swap_remove(same).share_id);
    }
    cards.retain(|row| row.taken_down_at.is_none());
    if cards.len() >= CARDS_MAX {
        let message = "You have as many public cards as one athlete can have. Take one back first.";
        return Err(ApiError::rule("SHARE_LIMIT", message));
    }
    let with_photo = cards.iter().filter(|row| row.card.photo_id.is_some()).count();
    if shared.card.photo_id.is_some() && with_photo >= PHOTOS_MAX {
        let message = "Twenty of your public cards have a photograph. Take one of those back first.";
        return Err(ApiError::rule("SHARE_LIMIT", message));
    }
    let share_id = share::new_id();
    share::insert(conn, &share_id, shared).await?;
    audit::by(conn, user.actor(), "share.created", Some(&shared.uaid), Some(&share_id), now_ms).await?;
    Ok(share_id)
}
