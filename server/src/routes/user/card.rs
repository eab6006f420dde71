//! `GET /api/user/card`: a story card of the caller's own result.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::auth::CurrentUser;
use crate::db::share;
use crate::db::share::{Colour, Template};
use crate::http::error::{ApiError, ErrorEnvelope};
use crate::http::extract::{ApiQuery, Own};
use crate::routes::refusals::{Malformed, OwnOnly};
use crate::site;
use crate::site::card::{self, CardRequest};
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
    /// The result to show; the newest when absent.
    booking_id: Option<String>,
}

/// The card as an SVG, 1080 by 1920, its text as outlines. A final that is held is on no card.
#[utoipa::path(
    get, path = "/api/user/card", tag = "user", operation_id = "card",
    params(Params),
    responses(
        (status = 200, description = "The card", content_type = "image/svg+xml", body = String),
        (status = 422, description = "NO_RESULT: nothing to draw yet, or not that booking", body = ErrorEnvelope),
        (status = 503, description = "Too many cards are being drawn", body = ErrorEnvelope),
        Malformed, OwnOnly,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    user: CurrentUser,
    _: Own,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let (site, now_ms) = (site::title(&state).await, state.clock.now_ms());
    let Params { template, colour, booking_id } = params;
    let data = state
        .db
        .read(move |conn| {
            Box::pin(async move {
                let uaid = user.uaid.as_str();
                let athlete = share::athlete(conn, uaid).await?.ok_or_else(ApiError::not_found)?;
                let whose = (uaid, &athlete.person);
                card::load(conn, template, whose, booking_id.as_deref(), (&site, now_ms)).await
            })
        })
        .await?;
    let data = data.ok_or_else(no_result)?;
    let drawing = state.cards.draw(CardRequest { template, colour, data }).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((headers, drawing.svg).into_response())
}

pub(super) fn no_result() -> ApiError {
    ApiError::rule(
        "NO_RESULT",
        "There is no result to draw a card of. A score that is held back waits for its reveal.",
    )
}
