//! Photographs behind story cards (RULES 13.19). A photograph that no public card uses is deleted within an hour.

use crate::db::{Conn, DbError, Result, new_id, params};

const SAME: &str = "SELECT photo_id FROM card_photo WHERE uaid = $1 AND digest = $2";
const TOUCH: &str =
    "UPDATE card_photo SET created_at = $2, source = COALESCE(source, $3) WHERE photo_id = $1";
const INSERT: &str = "INSERT INTO card_photo (photo_id, uaid, digest, source, width, height, created_at, body) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
/// All but the newest that no card uses.
const TOO_MANY: &str = "DELETE FROM card_photo WHERE photo_id IN (SELECT p.photo_id FROM card_photo p WHERE p.uaid = $1 \
     AND NOT EXISTS (SELECT 1 FROM share s WHERE s.photo_id = p.photo_id) \
     ORDER BY p.created_at DESC, p.photo_id DESC LIMIT 1000 OFFSET $2)";
const OWN: &str = "SELECT p.digest, p.source FROM card_photo p WHERE p.photo_id = $1 AND p.uaid = $2 \
     AND (p.created_at > $3 OR EXISTS (SELECT 1 FROM share s WHERE s.photo_id = p.photo_id))";
const REFUSED: &str =
    "SELECT COUNT(*) FROM card_photo_refused WHERE uaid = $1 AND (digest = $2 OR source = $3)";
const SAME_FILE: &str = "SELECT photo_id FROM card_photo WHERE photo_id = $1 UNION SELECT p.photo_id FROM card_photo o \
     JOIN card_photo p ON p.uaid = o.uaid AND p.source = o.source WHERE o.photo_id = $1";
const REFUSE: &str = "INSERT INTO card_photo_refused (uaid, digest, source, created_at) \
     SELECT p.uaid, p.digest, p.source, CAST($2 AS BIGINT) FROM card_photo p WHERE p.photo_id = $1 \
     ON CONFLICT (uaid, digest) DO UPDATE SET source = COALESCE(card_photo_refused.source, excluded.source)";
const BODY: &str = "SELECT digest, body FROM card_photo WHERE photo_id = $1";
const DELETE_UNUSED: &str = "DELETE FROM card_photo WHERE photo_id = $1 \
     AND NOT EXISTS (SELECT 1 FROM share s WHERE s.photo_id = card_photo.photo_id)";
const FORGET: &str = "DELETE FROM card_photo WHERE created_at <= $1 \
     AND NOT EXISTS (SELECT 1 FROM share s WHERE s.photo_id = card_photo.photo_id)";
const DUE: &str = "SELECT COUNT(*) FROM card_photo WHERE created_at <= $1 \
     AND NOT EXISTS (SELECT 1 FROM share s WHERE s.photo_id = card_photo.photo_id)";

/// How long a photograph waits for its card, ms: with the minute until the next round of the job, an hour.
const WAITS_MS: i64 = 59 * 60_000;
/// How many of them one person has.
const WAITING_MAX: i64 = 5;

#[derive(Debug, Clone)]
pub struct NewPhoto {
    /// A JPEG without metadata.
    pub body: Vec<u8>,
    /// The SHA-256 of the body.
    pub digest: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// Stores a photograph; one that the person has already keeps its id. Of those without a card the oldest go. `source` is the
/// SHA-256 of the file that it was cropped from.
pub async fn store(
    conn: &mut Conn,
    uaid: &str,
    (photo, source): (&NewPhoto, Option<&str>),
    now_ms: i64,
) -> Result<String> {
    let same: Option<String> = conn.optional_scalar(SAME, params![uaid, photo.digest]).await?;
    if let Some(photo_id) = same {
        conn.execute(TOUCH, params![photo_id, now_ms, source]).await?;
        return Ok(photo_id);
    }
    let photo_id = new_id(now_ms);
    let row = params![photo_id, uaid, photo.digest, source, photo.width, photo.height, now_ms, photo.body];
    conn.execute(INSERT, row).await?;
    conn.execute(TOO_MANY, params![uaid, WAITING_MAX]).await?;
    Ok(photo_id)
}

/// What a photograph may be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Usable {
    Yes,
    /// It is not that person's, or is there no more.
    No,
    /// Staff took it down before, or another crop of the same file.
    TakenDown,
}

/// Whether somebody may share a photograph.
pub async fn usable(conn: &mut Conn, photo_id: &str, uaid: &str, now_ms: i64) -> Result<Usable> {
    let own: Option<(String, Option<String>)> =
        conn.optional(OWN, params![photo_id, uaid, now_ms - WAITS_MS]).await?;
    let Some((digest, source)) = own else { return Ok(Usable::No) };
    let refused = conn.any(REFUSED, params![uaid, digest, source]).await?;
    Ok(if refused { Usable::TakenDown } else { Usable::Yes })
}

/// The digest and the bytes of a card's photograph.
pub async fn body(conn: &mut Conn, photo_id: &str) -> Result<(String, Vec<u8>)> {
    let found: Option<(String, Vec<u8>)> = conn.optional(BODY, params![photo_id]).await?;
    found.ok_or(DbError::NotFound)
}

/// A photograph and every other crop of the same file that its athlete has. The page says which file that is: a client that names
/// the wrong file evades this, but not the check against digests of removed photographs.
pub async fn of_same_file(conn: &mut Conn, photo_id: &str) -> Result<Vec<String>> {
    conn.scalars(SAME_FILE, params![photo_id]).await
}

/// Refuses a photograph to its athlete from now on, and every other crop of the same file.
pub async fn refuse(conn: &mut Conn, photo_id: &str, now_ms: i64) -> Result<()> {
    conn.execute(REFUSE, params![photo_id, now_ms]).await
}

/// Deletes a photograph that no card uses any more.
pub async fn delete_unused(conn: &mut Conn, photo_id: &str) -> Result<()> {
    conn.execute(DELETE_UNUSED, params![photo_id]).await
}

/// Whether any waited too long for a card.
pub async fn is_any_due(conn: &mut Conn, now_ms: i64) -> Result<bool> {
    conn.any(DUE, params![now_ms - WAITS_MS]).await
}

/// Deletes those that waited too long for a card.
pub async fn forget(conn: &mut Conn, now_ms: i64) -> Result<u64> {
    conn.affected(FORGET, params![now_ms - WAITS_MS]).await
}
