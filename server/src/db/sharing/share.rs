//! Story cards that their athletes made public, and each athlete's choices about being shown.

mod choice;
pub mod photo;
pub mod report;

use sixfold_domain::leaderboard::is_public;
use sixfold_domain::time::{Date, london_date_time};
use sqlx::FromRow;

pub use choice::{Colour, Format, Show, Shows, Template, from_query};

use crate::db::connection::column::{OptionalText, Text};
use crate::db::{Conn, DbError, Result, params};

const PERSON: &str = "SELECT first_name, last_name, date_of_birth, public_opt_in, share_last_name, instagram, tiktok \
     FROM account \
     WHERE uaid = $1 AND deleted_at IS NULL";
const FIND: &str = "SELECT uaid, template, colour, format, shows, photo_id, booking_id, created_at FROM share \
     WHERE share_id = $1 AND revoked_at IS NULL";
const LIST: &str = "SELECT share_id, template, colour, format, shows, photo_id, booking_id, created_at, revoked_at, \
     taken_down_at FROM share WHERE uaid = $1 AND (revoked_at IS NULL OR taken_down_at > $2) \
     ORDER BY created_at DESC, share_id";
const ALL: &str = "SELECT share_id, template, colour, format, shows, photo_id, booking_id, created_at, revoked_at, \
     taken_down_at FROM share WHERE uaid = $1 ORDER BY created_at DESC, share_id";
const INSERT: &str = "INSERT INTO share (share_id, uaid, template, colour, format, shows, photo_id, booking_id, created_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const PHOTO_OF: &str = "SELECT photo_id FROM share WHERE share_id = $1 AND uaid = $2";
const PUBLIC_OF: &str = "SELECT share_id FROM share WHERE uaid = $1 AND booking_id = $2 AND revoked_at IS NULL \
     ORDER BY created_at, share_id";
const REVOKE: &str = "UPDATE share SET revoked_at = COALESCE(revoked_at, $3), photo_id = NULL \
     WHERE share_id = $1 AND uaid = $2";
const SAVE: &str = "UPDATE account SET public_opt_in = COALESCE($2, public_opt_in), \
     share_last_name = COALESCE($3, share_last_name), updated_at = $4 WHERE uaid = $1 AND deleted_at IS NULL";

/// Crockford's base 32 in lower case: no two of its characters are easily confused.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// How long the list of cards shows that staff took one down, ms (RULES 13.20).
const TOLD_MS: i64 = 30 * 24 * 60 * 60_000;
/// 128 bits, five per character.
const ID_LENGTH: usize = 26;

/// A new id of 128 random bits, which nobody can guess.
pub fn new_id() -> String {
    let mut rest = u128::from_be_bytes(crate::db::random_bytes());
    let letters = std::iter::repeat_with(|| {
        let letter = ALPHABET[usize::try_from(rest & 31).unwrap_or_default()];
        rest >>= 5;
        char::from(letter)
    });
    letters.take(ID_LENGTH).collect()
}

/// Whether a text has the form of an id; anything else is never looked up.
pub fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// The athlete named on a card.
#[derive(Debug, Clone)]
pub struct Person {
    /// May be empty.
    pub first_name: String,
    /// May be empty.
    pub last_name: String,
    /// Whether cards show the last name instead of its initial.
    pub whole_name: bool,
    /// The handle for story cards, with its `@`, if one was given.
    pub handle: Option<String>,
}

/// An athlete as cards and their pages use them.
#[derive(Debug, Clone)]
pub struct Athlete {
    pub person: Person,
    /// None if it was never asked for.
    pub date_of_birth: Option<Date>,
    /// Whether somebody under 18 has agreed that others may see them.
    pub opted_in: bool,
}

impl Athlete {
    /// Whether anybody may open a card of theirs that was made at an instant, ms. Their age on that day counts: what somebody
    /// under 18 has switched off does not come back on their 18th birthday (RULES 13.21).
    pub fn lets_open(&self, created_at: i64) -> bool {
        london_date_time(created_at).is_ok_and(|made| is_public(self.date_of_birth, made.date, self.opted_in))
    }
}

#[derive(FromRow)]
struct PersonRow {
    first_name: String,
    last_name: String,
    #[sqlx(try_from = "OptionalText<Date>")]
    date_of_birth: Option<Date>,
    public_opt_in: bool,
    share_last_name: bool,
    instagram: String,
    tiktok: String,
}

/// What was chosen of a card when it was shared.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Card {
    #[sqlx(try_from = "Text<Template>")]
    pub template: Template,
    #[sqlx(try_from = "Text<Colour>")]
    pub colour: Colour,
    #[sqlx(try_from = "Text<Format>")]
    pub format: Format,
    #[sqlx(try_from = "Text<Shows>")]
    pub shows: Shows,
    /// None once it is revoked.
    pub photo_id: Option<String>,
    /// The result that it shows.
    pub booking_id: String,
}

#[derive(Debug, Clone, FromRow)]
pub struct Shared {
    pub uaid: String,
    #[sqlx(flatten)]
    pub card: Card,
    /// When it was made public, ms.
    pub created_at: i64,
}

/// A shared card as its owner sees it.
#[derive(Debug, Clone, FromRow)]
pub struct Row {
    pub share_id: String,
    #[sqlx(flatten)]
    pub card: Card,
    pub created_at: i64,
    pub revoked_at: Option<i64>,
    pub taken_down_at: Option<i64>,
}

impl Row {
    /// Whether anybody can open it, and it is the same card of the same result.
    pub fn is_public_as(&self, shared: &Shared, athlete: &Athlete) -> bool {
        self.revoked_at.is_none() && self.card == shared.card && athlete.lets_open(self.created_at)
    }
}

pub async fn athlete(conn: &mut Conn, uaid: &str) -> Result<Option<Athlete>> {
    let row: Option<PersonRow> = conn.optional(PERSON, params![uaid]).await?;
    let Some(row) = row else { return Ok(None) };
    let handle = [row.instagram, row.tiktok].into_iter().find(|handle| !handle.is_empty());
    Ok(Some(Athlete {
        person: Person {
            first_name: row.first_name,
            last_name: row.last_name,
            whole_name: row.share_last_name,
            handle: handle.map(|handle| format!("@{}", handle.trim_start_matches('@'))),
        },
        date_of_birth: row.date_of_birth,
        opted_in: row.public_opt_in,
    }))
}

/// A shared card that has not been revoked.
pub async fn find(conn: &mut Conn, share_id: &str) -> Result<Option<Shared>> {
    conn.optional(FIND, params![share_id]).await
}

/// The cards that somebody shares now, and those that staff took down lately, newest first.
pub async fn list(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<Vec<Row>> {
    conn.all(LIST, params![uaid, now_ms - TOLD_MS]).await
}

/// Every card that somebody has ever shared, newest first.
pub async fn every(conn: &mut Conn, uaid: &str) -> Result<Vec<Row>> {
    conn.all(ALL, params![uaid]).await
}

pub async fn insert(conn: &mut Conn, share_id: &str, shared: &Shared) -> Result<()> {
    let Shared { uaid, card, created_at } = shared;
    conn.execute(
        INSERT,
        params![
            share_id,
            uaid,
            card.template.into_str(),
            card.colour.into_str(),
            card.format.into_str(),
            card.shows.to_text(),
            card.photo_id,
            card.booking_id,
            created_at
        ],
    )
    .await
}

/// Revokes a card for good, with its photograph; false if it is not that person's. Its report ends, or goes to another card.
pub async fn revoke(conn: &mut Conn, share_id: &str, uaid: &str, now_ms: i64) -> Result<bool> {
    let photo: Option<Option<String>> = conn.optional_scalar(PHOTO_OF, params![share_id, uaid]).await?;
    let Some(photo) = photo else { return Ok(false) };
    let revoked = conn.affected_one(REVOKE, params![share_id, uaid, now_ms]).await?;
    report::withdraw(conn, share_id, photo.as_deref()).await?;
    if let Some(photo_id) = photo {
        photo::delete_unused(conn, &photo_id).await?;
    }
    Ok(revoked)
}

/// Revokes every public card of a result.
pub async fn revoke_all_of(conn: &mut Conn, uaid: &str, booking_id: &str, now_ms: i64) -> Result<()> {
    let cards: Vec<String> = conn.scalars(PUBLIC_OF, params![uaid, booking_id]).await?;
    for share_id in cards {
        revoke(conn, &share_id, uaid, now_ms).await?;
    }
    Ok(())
}

/// Stores a person's choices about being shown; those that are left out stay.
pub async fn save(
    conn: &mut Conn,
    uaid: &str,
    (opted_in, whole_name): (Option<bool>, Option<bool>),
    now_ms: i64,
) -> Result<()> {
    let rows = conn.affected(SAVE, params![uaid, opted_in, whole_name, now_ms]).await?;
    if rows == 1 { Ok(()) } else { Err(DbError::NotFound) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_26_letters_that_nobody_guesses() {
        let (one, other) = (new_id(), new_id());
        assert_ne!(one, other);
        assert!(is_id(&one) && is_id(&other));
        for text in ["", "0", &one[1..], &one.to_uppercase(), &format!("{one}0"), &format!("{}u", &one[1..])]
        {
            assert!(!is_id(text), "{text}");
        }
    }
}
