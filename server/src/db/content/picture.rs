//! Pictures in the store, and the renditions that are served.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

/// The most pictures on one page of a list.
pub const LIMIT: i64 = 100;

const INSERT: &str = "INSERT INTO content_image (library_id, image_id, name, alt_text, width, height, created_at, \
     created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (library_id, image_id) DO UPDATE SET \
     name = excluded.name, alt_text = excluded.alt_text";
const INSERT_RENDITION: &str = "INSERT INTO content_image_rendition (library_id, image_id, width, quality, body) \
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (library_id, image_id, width, quality) DO NOTHING";
const LIST: &str = "SELECT image_id, name, alt_text, width, height FROM content_image \
     WHERE library_id = $1 AND (name > $2 OR (name = $2 AND image_id > $3)) ORDER BY name, image_id LIMIT $4";
const SIZES: &str = "SELECT image_id, width, height FROM content_image WHERE library_id = $1";
const CHANGE: &str = "UPDATE content_image SET name = $3, alt_text = $4 WHERE library_id = $1 AND image_id = $2 \
     RETURNING image_id, name, alt_text, width, height";
const DELETE_RENDITIONS: &str = "DELETE FROM content_image_rendition WHERE library_id = $1 AND image_id = $2";
const DELETE: &str = "DELETE FROM content_image WHERE library_id = $1 AND image_id = $2";
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
    /// The digest of the file, so that the same file is stored once.
    pub image_id: String,
    /// In pixels, upright, before scaling.
    pub width: u32,
    /// In pixels, upright, before scaling.
    pub height: u32,
    pub renditions: Vec<Rendition>,
}

/// What editors see of a picture.
#[derive(Debug, Clone, FromRow)]
pub struct Row {
    pub image_id: String,
    pub name: String,
    /// A description for people who cannot see it.
    pub alt_text: String,
    /// Before scaling, in pixels.
    pub width: i64,
    /// Before scaling, in pixels.
    pub height: i64,
}

/// Stores a picture; an existing one gets the new name and description.
pub async fn put(
    conn: &mut Conn,
    library_id: &str,
    picture: &Picture,
    (name, alt_text): (&str, &str),
    by: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    let id = picture.image_id.as_str();
    conn.execute(INSERT, params![library_id, id, name, alt_text, picture.width, picture.height, now_ms, by])
        .await?;
    for Rendition { width, quality, body } in &picture.renditions {
        conn.execute(INSERT_RENDITION, params![library_id, id, width, quality, body]).await?;
    }
    Ok(())
}

/// Gives a picture another name and description; none if there is no such picture.
pub async fn change(
    conn: &mut Conn,
    library_id: &str,
    image_id: &str,
    (name, alt_text): (&str, &str),
) -> Result<Option<Row>> {
    conn.optional(CHANGE, params![library_id, image_id, name, alt_text]).await
}

/// Deletes a picture with all its files.
pub async fn delete(conn: &mut Conn, library_id: &str, image_id: &str) -> Result<()> {
    conn.execute(DELETE_RENDITIONS, params![library_id, image_id]).await?;
    conn.execute(DELETE, params![library_id, image_id]).await
}

/// Pictures by name, after a name and id; at most [`LIMIT`] and one, which means that there are more.
pub async fn list(conn: &mut Conn, library_id: &str, (name, image_id): (&str, &str)) -> Result<Vec<Row>> {
    conn.all(LIST, params![library_id, name, image_id, LIMIT + 1]).await
}

/// The id, width and height of every picture of a library.
pub async fn sizes(conn: &mut Conn, library_id: &str) -> Result<Vec<(String, i64, i64)>> {
    conn.all(SIZES, params![library_id]).await
}

/// A picture's file in one width and quality.
pub async fn rendition(
    conn: &mut Conn,
    library_id: &str,
    image_id: &str,
    width: u32,
    quality: u8,
) -> Result<Option<Vec<u8>>> {
    conn.optional_scalar(RENDITION, params![library_id, image_id, width, quality]).await
}
