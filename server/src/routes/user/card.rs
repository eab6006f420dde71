//! `GET /api/user/card`: a story card of the caller's own result.

pub(super) mod certificate;
pub(super) mod facts;
pub(super) mod photo;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::auth::CurrentUser;
use crate::db::sharing::share;
use crate::db::sharing::share::{Colour, Format, Shows, Template, from_query};
use crate::http::{ApiError, ApiQuery, ErrorEnvelope, Own};
use crate::routes::event::id;
use crate::routes::refusals::{Malformed, OwnOnly};
use crate::site;
use crate::site::card::{self, Backdrop, CardRequest, Loaded};
use crate::site::card_position::with_position;
use crate::state::AppState;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The overview and the score card are black, whichever colour is chosen.
    #[param(inline, example = "season_card")]
    template: Template,
    /// `black` when absent.
    #[serde(default)]
    #[param(inline)]
    colour: Colour,
    /// The result to show; the newest when absent. A recap is of its season, up to this result.
    #[serde(default, deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    booking_id: Option<String>,
    /// `story` when absent.
    #[serde(default)]
    #[param(inline)]
    format: Format,
    /// What the card shows beside the result: rank, percentile, gain, marks and handle, with commas between them. What is not to be
    /// had is left out. `handle` when absent.
    #[serde(default, deserialize_with = "from_query")]
    #[param(value_type = Option<String>, example = "rank,gain")]
    shows: Shows,
    /// Leaves the ground transparent, with a scrim, for a photograph that the page lays below the card.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    photo: bool,
}

/// The card as an SVG of its format's size, its text as outlines. A final that is held is on no card.
#[utoipa::path(
    get, path = "/api/user/card", tag = "user", operation_id = "card",
    params(Params),
    responses(
        (status = 200, description = "The card", content_type = "image/svg+xml", body = String),
        (status = 422, description = "NO_RESULT: nothing to draw yet, not that booking, or a recap outside every season",
            body = ErrorEnvelope),
        (status = 503, description = "Too many cards are being drawn", body = ErrorEnvelope),
        Malformed, OwnOnly,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let Params { template, colour, booking_id, format, shows, photo } = params;
    let loaded = load(&state, &user, template, booking_id).await?;
    let data = with_position(&state, loaded).await?.showing(template, &shows);
    let backdrop = if photo { Backdrop::Clear } else { Backdrop::Plain };
    let drawing = state.cards.draw(CardRequest { template, colour, format, backdrop, data }).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((headers, drawing.svg).into_response())
}

/// The content of a card of the caller's; 422 without such a result.
async fn load(
    state: &AppState,
    user: &CurrentUser,
    template: Template,
    booking_id: Option<String>,
) -> Result<Loaded, ApiError> {
    let (site, now_ms, uaid) = (site::title(state).await, state.clock.now_ms(), user.uaid.as_str());
    let loaded = state.db.read(async |conn| {
        let athlete = share::athlete(conn, uaid).await?.ok_or_else(ApiError::not_found)?;
        let whose = (uaid, &athlete.person);
        card::load(conn, template, whose, booking_id.as_deref(), (&site, now_ms)).await
    });
    loaded.await?.ok_or_else(no_result)
}

pub(super) fn no_result() -> ApiError {
    ApiError::rule(
        "NO_RESULT",
        "There is no result to draw a card of. A score that is held back waits for its reveal.",
    )
}
