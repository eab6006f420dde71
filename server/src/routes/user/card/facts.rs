//! `GET /api/user/card/facts`: what a card of the caller's result can show (RULES 13.16).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::load;
use crate::db::sharing::share::Template;
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope, Own};
use crate::routes::event::id;
use crate::routes::refusals::{Malformed, OwnOnly};
use crate::site::card::{Position, gain_words, percentile_words};
use crate::site::card_position::with_position;
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(in crate::routes::user) struct WhichResult {
    /// The result; the newest when absent.
    #[serde(deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    pub(super) booking_id: Option<String>,
}

/// What there is to show of a result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes::user) struct CardFacts {
    booking_id: String,
    shows: ShownWords,
    /// Whether there is a recap: the result lies in a season.
    recap: bool,
    /// Whether there is a certificate: our lettering can write the name.
    certificate: bool,
    /// Whether the result is the best of all: only then has an overview place, percentile and gain.
    #[schema(required = false)]
    best: bool,
}

/// What each choice would put on the card; null where it is not to be had.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes::user) struct ShownWords {
    /// `3rd of 128`; null for somebody whom the season's board does not show with this final.
    rank: Option<String>,
    /// `Better than 78%`; null with fewer than ten people.
    percentile: Option<String>,
    /// `+2.41 on the last one`; null for a first visit.
    gain: Option<String>,
    /// Whether there are measurements.
    marks: bool,
    /// With its `@`. On a public card it is shown only beside the full name.
    handle: Option<String>,
}

/// What a card of the result can show beside its points, in words.
#[utoipa::path(
    get, path = "/api/user/card/facts", tag = "user", operation_id = "cardFacts",
    params(WhichResult),
    responses(
        (status = 200, description = "The words", body = Envelope<CardFacts>),
        (status = 422, description = "NO_RESULT: nothing to draw yet, or not that booking", body = ErrorEnvelope),
        Malformed, OwnOnly,
    )
)]
pub(in crate::routes::user) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
    ApiQuery(which): ApiQuery<WhichResult>,
) -> Result<Envelope<CardFacts>, ApiError> {
    let loaded = load(&state, &user, Template::SeasonCard, which.booking_id).await?;
    let (booking_id, recap) = (loaded.booking_id.clone(), loaded.stands.is_some());
    let certificate = loaded.full_name.is_some();
    let data = with_position(&state, loaded).await?;
    let best = data.newest_is_best();
    let shows = ShownWords {
        rank: data.rank.map(Position::words),
        percentile: data.better_than.map(percentile_words),
        gain: data.gain.map(gain_words),
        marks: data.latest.marks.iter().any(Option::is_some),
        handle: data.handle,
    };
    Ok(Envelope(CardFacts { booking_id, shows, recap, certificate, best }))
}
