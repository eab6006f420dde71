//! `POST /api/content/{libraryId}/authoring/v1/images`: upload a picture.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;

use super::answer::ImageAnswer;
use super::texts::texts;
use crate::auth::CurrentUser;
use crate::auth::credentials::RequestBody;
use crate::auth::keys::stored_hash;
use crate::content::image::{self, ImageError, ImageInfo, UNPACKING};
use crate::db::content::LIBRARY;
use crate::db::content::picture::{self, Picture};
use crate::db::people::audit;
use crate::db::{Conn, topic};
use crate::http::{Answer, ApiError, ApiQuery, Envelope, ErrorEnvelope, Idempotency};
use crate::routes::content::authoring::author::{Editor, write};
use crate::routes::refusals::{DeliveryOnly, Malformed, NoSuchLibrary};
use crate::state::AppState;

/// The picture's name and description.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    name: Option<String>,
    alt_text: Option<String>,
}

/// Stores a picture and renders the sizes in which it is served. Uploading the same file again changes the same picture.
#[utoipa::path(
    post, path = "/api/content/{libraryId}/authoring/v1/images", tag = "content", operation_id = "uploadImage",
    params(
        ("libraryId" = String, Path, description = "The library"),
        ("name" = String, Query, description = "Its name for editors"),
        ("altText" = Option<String>, Query, description = "A description for people who cannot see it"),
    ),
    request_body(content(
        (Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/webp")
    ), description = "The file, at most 8 MiB, 10,000 pixels on a side and 256 MiB unpacked"),
    responses(
        (status = 200, description = "The picture", body = Envelope<ImageAnswer>),
        (status = 413, description = "More than 8 MiB", body = ErrorEnvelope),
        (status = 415, description = "Not a PNG, JPEG or WebP picture", body = ErrorEnvelope),
        (status = 422, description = "IMAGE_DAMAGED, IMAGE_TOO_LARGE; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        Malformed, DeliveryOnly, NoSuchLibrary,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Editor { user }: Editor,
    ApiQuery(about): ApiQuery<Params>,
    idempotency: Idempotency,
    Extension(body): Extension<RequestBody>,
) -> Result<Answer, ApiError> {
    let texts = texts(about.name.as_deref(), about.alt_text.as_deref())?;
    // By itself the key is bound to the file alone: the name and the description are in the query.
    let request = format!("{} {texts:?}", idempotency.claim.body_hash);
    let idempotency = idempotency.with_body_hash(stored_hash(&request));
    let file = file(body)?;
    let turn = UNPACKING.acquire().await.map_err(ApiError::internal)?;
    // The permit moves into the task: when the client disconnects, the request is dropped but the decoding goes on.
    let unpacked = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        image::read(&file)
    });
    let picture = unpacked.await.map_err(ApiError::internal)??;
    let now_ms = state.clock.now_ms();
    write(&state, &idempotency, async move |conn| store(conn, user, picture, texts, now_ms).await).await
}

async fn store(
    conn: &mut Conn,
    user: CurrentUser,
    picture: Picture,
    (name, alt_text): (String, String),
    now_ms: i64,
) -> Result<ImageAnswer, ApiError> {
    let (uaid, _) = user.actor();
    picture::put(conn, LIBRARY, &picture, (&name, &alt_text), Some(uaid), now_ms).await?;
    topic::bump(conn, topic::CONTENT).await?;
    let Picture { image_id, width, height, .. } = picture;
    audit::by(conn, user.actor(), "content.image.uploaded", None, Some(&image_id), now_ms).await?;
    let facts = ImageInfo::new(LIBRARY, &image_id, width, height);
    Ok(ImageAnswer { id: image_id, name, alt_text, facts })
}

fn file(body: RequestBody) -> Result<Bytes, ApiError> {
    match body {
        RequestBody::Whole(body) if body.bytes.is_empty() => {
            Err(ApiError::bad_request("BODY_MISSING", "Send the picture's file as the body."))
        }
        RequestBody::Whole(body) => Ok(body.bytes),
        RequestBody::TooLarge => Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "BODY_TOO_LARGE",
            "A picture may have 8 MiB. Save it smaller and try again.",
        )),
        RequestBody::Broken => Err(ApiError::bad_request("BODY_BROKEN", "The request ended too early.")),
    }
}

impl From<ImageError> for ApiError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Kind => Self::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "IMAGE_KIND",
                "That is no PNG, JPEG or WebP picture. Save it as one of these and try again.",
            ),
            ImageError::Damaged => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "IMAGE_DAMAGED",
                "That picture is damaged. Save it again and try once more.",
            ),
            ImageError::TooLarge => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "IMAGE_TOO_LARGE",
                "That picture has too many pixels: at most 10,000 on a side and about 60 million in all. Save it smaller and try again.",
            ),
        }
    }
}
