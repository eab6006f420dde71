//! `PUT /api/content/{libraryId}/authoring/v1/images/{id}`: another name and description for a picture.

use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::ImageAnswer;
use super::texts::texts;
use crate::auth::CurrentUser;
use crate::db::Conn;
use crate::db::content::{LIBRARY, picture};
use crate::db::people::audit;
use crate::http::{Answer, ApiError, ApiJson, Envelope, Idempotency, once};
use crate::routes::content::authoring::author::Editor;
use crate::routes::refusals::{DeliveryOnly, KeyReused, Malformed, NotFound};
use crate::state::AppState;

/// What editors call a picture, and what it shows.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangeImageBody)]
pub(super) struct ChangeBody {
    /// Its name for editors.
    name: String,
    /// A description for people who cannot see it. Items that show the picture already have their own.
    #[serde(default)]
    alt_text: Option<String>,
}

/// Gives a picture another name and description. Its files stay the same, and so do the items that show it.
#[utoipa::path(
    put, path = "/api/content/{libraryId}/authoring/v1/images/{id}", tag = "content", operation_id = "changeImage",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The picture")),
    request_body = ChangeBody,
    responses(
        (status = 200, description = "The picture", body = Envelope<ImageAnswer>),
        Malformed, DeliveryOnly, NotFound, KeyReused,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Editor { user }: Editor,
    Path((_library_id, id)): Path<(String, String)>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<ChangeBody>,
) -> Result<Answer, ApiError> {
    let texts = texts(Some(&body.name), body.alt_text.as_deref())?;
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency, async move |conn| change(conn, user, id, texts, now_ms).await).await
}

async fn change(
    conn: &mut Conn,
    user: CurrentUser,
    id: String,
    (name, alt_text): (String, String),
    now_ms: i64,
) -> Result<ImageAnswer, ApiError> {
    let row = picture::change(conn, LIBRARY, &id, (&name, &alt_text)).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    audit::by(conn, user.actor(), "content.image.changed", None, Some(&id), now_ms).await?;
    Ok(ImageAnswer::of(LIBRARY, row))
}
