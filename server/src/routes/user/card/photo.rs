//! `POST /api/user/card/photo`: a photograph for a card that is going to be public (RULES 13.19).

use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use sixfold_domain::leaderboard::is_public;
use utoipa::{IntoParams, ToSchema};

use crate::auth::credentials::RequestBody;
use crate::auth::sign_in;
use crate::content::image::UNPACKING;
use crate::content::photo::{self, PhotoError};
use crate::db::bookings::booking;
use crate::db::sharing::share;
use crate::db::sharing::share::photo::{self as stored, NewPhoto};
use crate::db::upkeep::throttle::Limit;
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope, Own};
use crate::routes::refusals::{Malformed, OwnOnly, TooManyRequests};
use crate::routes::user::share::opt_in_first;
use crate::state::AppState;

/// Photographs that one account may send.
const PHOTOS: Limit = Limit { scope: "card-photo-account", attempts: 30, window_ms: 60 * 60_000 };
/// How long a photograph waits until it is decoded.
const MAX_WAIT: Duration = Duration::from_secs(8);

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::routes::user) struct Params {
    /// The SHA-256, in hex, of the file that the photograph was cropped from. If staff take the photograph down, every other crop
    /// of that file goes with it.
    source: Option<String>,
}

/// A photograph as it is stored: upright, and no larger than a card.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes::user) struct PhotoAnswer {
    /// Names it when a card is made public.
    photo_id: String,
    /// In pixels.
    width: u32,
    /// In pixels.
    height: u32,
}

/// Sends a photograph for a public card. Only its pixels are kept, re-encoded without any metadata; sending the same again gives
/// the same id. Without a card it is deleted within an hour, and of those the newest five are kept.
#[utoipa::path(
    post, path = "/api/user/card/photo", tag = "user", operation_id = "sendCardPhoto",
    params(Params),
    request_body(content(
        (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "image/webp")
    ), description = "The file: at most 10 MB and 40 million pixels"),
    responses(
        (status = 200, description = "The photograph", body = Envelope<PhotoAnswer>),
        (status = 413, description = "PHOTO_TOO_LARGE: more than 10 MB or 40 million pixels", body = ErrorEnvelope),
        (status = 415, description = "PHOTO_TYPE: not a still JPEG, PNG or WebP picture", body = ErrorEnvelope),
        (status = 422, description = "PHOTO_UNREADABLE, or SHARE_OPT_IN: under 18 or of unknown age, and not opted in",
            body = ErrorEnvelope),
        (status = 503, description = "Too many photographs are being read", body = ErrorEnvelope),
        Malformed, OwnOnly, TooManyRequests,
    )
)]
pub(in crate::routes::user) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    ApiQuery(Params { source }): ApiQuery<Params>,
    headers: HeaderMap,
    Extension(body): Extension<RequestBody>,
) -> Result<Envelope<PhotoAnswer>, ApiError> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if !["image/jpeg", "image/png", "image/webp"].contains(&kind.as_str()) {
        return Err(PhotoError::Type.into());
    }
    if source.as_deref().is_some_and(|source| !is_sha256(source)) {
        let message = "Give the source as a SHA-256 in hex: 64 digits, in lower case.";
        return Err(ApiError::invalid("source", message));
    }
    let file = file(body)?;
    sign_in::throttle(&state, PHOTOS, user.uaid.as_str()).await?;
    let today = state.today()?;
    let athlete = state.db.read(async |conn| share::athlete(conn, user.uaid.as_str()).await);
    let athlete = athlete.await?.ok_or_else(ApiError::not_found)?;
    if !is_public(athlete.date_of_birth, today, athlete.opted_in) {
        return Err(opt_in_first());
    }
    let photo = unpacked(file).await?;
    let (width, height, now_ms) = (photo.width, photo.height, state.clock.now_ms());
    let kept = state.db.write(async move |conn| {
        let uaid = user.uaid.as_str();
        // Those without a card that are too many go, but none that is being shared. The account may have been deleted while
        // the photograph was decoded.
        booking::lock_existing(conn, uaid, now_ms).await?;
        stored::store(conn, uaid, (&photo, source.as_deref()), now_ms).await
    });
    Ok(Envelope(PhotoAnswer { photo_id: kept.await?, width, height }))
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The photograph, decoded when its turn comes.
async fn unpacked(file: Bytes) -> Result<NewPhoto, ApiError> {
    let turn = tokio::time::timeout(MAX_WAIT, UNPACKING.acquire()).await;
    let turn = turn.map_err(|_| ApiError::unavailable(5))?.map_err(ApiError::internal)?;
    // The permit moves into the task: when the client disconnects, the request is dropped but the decoding goes on.
    let unpacked = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        photo::read(&file)
    });
    Ok(unpacked.await.map_err(ApiError::internal)??)
}

fn file(body: RequestBody) -> Result<Bytes, ApiError> {
    match body {
        RequestBody::Whole(body) if body.bytes.is_empty() => {
            Err(ApiError::bad_request("BODY_MISSING", "Send the photograph's file as the body."))
        }
        RequestBody::Whole(body) => Ok(body.bytes),
        RequestBody::TooLarge => Err(PhotoError::TooLarge.into()),
        RequestBody::Broken => Err(ApiError::bad_request("BODY_BROKEN", "The request ended too early.")),
    }
}

impl From<PhotoError> for ApiError {
    fn from(error: PhotoError) -> Self {
        match error {
            PhotoError::Type => Self::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "PHOTO_TYPE",
                "That is no photograph that we can read. Send a JPEG, PNG or WebP picture that does not move.",
            ),
            PhotoError::Unreadable => Self::rule(
                "PHOTO_UNREADABLE",
                "That picture is damaged or too small. Save it again, or choose another.",
            ),
            PhotoError::TooLarge => Self::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "PHOTO_TOO_LARGE",
                "A photograph may have 10 MB and 40 million pixels. Choose a smaller one.",
            ),
        }
    }
}
