//! Pictures in the store, and the renditions that are served.

use sqlx::FromRow;

use super::{Conn, DbError, on};

/// The most that a list of pictures holds.
pub const LIMIT: i64 = 100;

const INSERT: &str = "INSERT INTO content_image (library_id, image_id, name, alt_text, width, height, created_at, \
     created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (library_id, image_id) DO UPDATE SET \
     name = excluded.name, alt_text = excluded.alt_text";
const INSERT_RENDITION: &str = "INSERT INTO content_image_rendition (library_id, image_id, width, quality, body) \
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (library_id, image_id, width, quality) DO NOTHING";
const LIST: &str = "SELECT image_id, name, alt_text, width, height FROM content_image \
     WHERE library_id = $1 AND (name > $2 OR (name = $2 AND image_id > $3)) ORDER BY name, image_id LIMIT $4";
const SIZES: &str = "SELECT image_id, width, height FROM content_image WHERE library_id = $1";
const RENDITION: &str = "SELECT body FROM content_image_rendition \
     WHERE library_id = $1 AND image_id = $2 AND width = $3 AND quality = $4";

/// A picture in one width and quality.
#[derive(Debug, Clone)]
pub struct Rendition {
    /// In pixels.
    pub width: u32,
    /// 75, or 100 for logos.
    pub quality: u8,
    /// The WebP file.
    pub body: Vec<u8>,
}

/// A picture that can be served.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The digest of the file: the same file is the same picture.
    pub image_id: String,
    /// In pixels, upright, before scaling.
    pub width: u32,
    /// In pixels, upright, before scaling.
    pub height: u32,
    /// Every width and quality that is served.
    pub renditions: Vec<Rendition>,
}

/// What editors see of a picture.
#[derive(Debug, Clone, FromRow)]
pub struct Row {
    pub image_id: String,
    /// What editors call it.
    pub name: String,
    /// What it shows, for those who do not see it.
    pub alt_text: String,
    /// Before scaling, in pixels.
    pub width: i64,
    /// Before scaling, in pixels.
    pub height: i64,
}

/// Stores a picture; one that is there already gets the new name and text.
pub async fn put(
    conn: &mut Conn<'_>,
    library_id: &str,
    picture: &Picture,
    (name, alt_text): (&str, &str),
    by: Option<&str>,
    now_ms: i64,
) -> Result<(), DbError> {
    let id = picture.image_id.as_str();
    on!(conn, c => sqlx::query(INSERT)
        .bind(library_id).bind(id).bind(name).bind(alt_text).bind(i64::from(picture.width))
        .bind(i64::from(picture.height)).bind(now_ms).bind(by).execute(&mut **c).await.map(drop)?);
    for Rendition { width, quality, body } in &picture.renditions {
        on!(conn, c => sqlx::query(INSERT_RENDITION)
            .bind(library_id).bind(id).bind(i64::from(*width)).bind(i64::from(*quality)).bind(body.as_slice())
            .execute(&mut **c).await.map(drop)?);
    }
    Ok(())
}

/// Pictures in the order of their names, those after a name and id; at most [`LIMIT`] and one, which tells that there are more.
pub async fn list(
    conn: &mut Conn<'_>,
    library_id: &str,
    (name, image_id): (&str, &str),
) -> Result<Vec<Row>, DbError> {
    Ok(on!(conn, c => sqlx::query_as(LIST)
        .bind(library_id).bind(name).bind(image_id).bind(LIMIT + 1).fetch_all(&mut **c).await?))
}

/// The id, width and height of every picture of a library.
pub async fn sizes(conn: &mut Conn<'_>, library_id: &str) -> Result<Vec<(String, i64, i64)>, DbError> {
    Ok(on!(conn, c => sqlx::query_as(SIZES).bind(library_id).fetch_all(&mut **c).await?))
}

/// A picture's file in one width and quality.
pub async fn rendition(
    conn: &mut Conn<'_>,
    library_id: &str,
    image_id: &str,
    width: u32,
    quality: u8,
) -> Result<Option<Vec<u8>>, DbError> {
    Ok(on!(conn, c => sqlx::query_scalar(RENDITION)
        .bind(library_id).bind(image_id).bind(i64::from(width)).bind(i64::from(quality))
        .fetch_optional(&mut **c).await?))
}
