//! Crews and their members (RULES 15.1 to 15.8). A job that changes a crew locks the person first, then the crew, and at last raises
//! the crew's revision with the topic, so that no two jobs wait for each other; one that changes several locks them in the order of
//! their ids.

pub mod board;

use sixfold_domain::crew::{self, Candidate, Sharing};
use sixfold_domain::eligibility::{EligibilityRefusal, EligibilityRules};
use sixfold_domain::identity::Uaid;
use sixfold_domain::time::Date;
use sqlx::FromRow;

use super::share;
use crate::db::connection::column::{OptionalText, Text};
use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::{Conn, DbError, Result, params, topic};

const OF_PERSON: &str = "SELECT c.crew_id, c.name, c.owner_uaid, m.joined_at, m.share_final, (SELECT COUNT(*) FROM crew_member o \
     JOIN account a ON a.uaid = o.uaid LEFT JOIN eligibility e ON e.uaid = o.uaid WHERE o.crew_id = c.crew_id \
     AND (a.date_of_birth BETWEEN '1' AND $2 OR (a.date_of_birth > '' AND e.guardian_confirmed_at IS NOT NULL))) AS members \
     FROM crew_member m JOIN crew c ON c.crew_id = m.crew_id WHERE m.uaid = $1 ORDER BY m.joined_at, c.crew_id";
const IDS_OF_PERSON: &str = "SELECT crew_id FROM crew_member WHERE uaid = $1 ORDER BY crew_id";
const COUNT_IN_VIEW: &str = "SELECT COUNT(*) FROM crew_member o JOIN account a ON a.uaid = o.uaid \
     LEFT JOIN eligibility e ON e.uaid = o.uaid WHERE o.crew_id = $1 \
     AND (a.date_of_birth BETWEEN '1' AND $2 OR (a.date_of_birth > '' AND e.guardian_confirmed_at IS NOT NULL))";
const COUNT: &str = "SELECT COUNT(*) FROM crew_member WHERE crew_id = $1";
const COUNT_OF_PERSON: &str = "SELECT COUNT(*) FROM crew_member WHERE uaid = $1";
const MEMBERSHIP: &str = "SELECT c.crew_id, c.name, c.owner_uaid, c.link_sealed, m.member_id, m.joined_at, m.share_final, \
     m.share_corners, a.first_name, a.last_name, a.date_of_birth, e.guardian_confirmed_at IS NOT NULL AS guardian_confirmed \
     FROM crew_member m JOIN crew c ON c.crew_id = m.crew_id JOIN account a ON a.uaid = m.uaid \
     LEFT JOIN eligibility e ON e.uaid = m.uaid WHERE m.crew_id = $1 AND m.uaid = $2 AND a.deleted_at IS NULL";
const PERSON: &str = "SELECT a.date_of_birth, e.guardian_confirmed_at IS NOT NULL AS guardian_confirmed FROM account a \
     LEFT JOIN eligibility e ON e.uaid = a.uaid WHERE a.uaid = $1 AND a.deleted_at IS NULL";
const LOCK: &str =
    "UPDATE crew SET updated_at = updated_at WHERE crew_id = $1 RETURNING crew_id, name, owner_uaid";
const LOCK_BY_LINK: &str =
    "UPDATE crew SET updated_at = updated_at WHERE link_hash = $1 RETURNING crew_id, name, owner_uaid";
const BY_LINK: &str = "SELECT crew_id, name, owner_uaid FROM crew WHERE link_hash = $1";
const INSERT: &str = "INSERT INTO crew (crew_id, name, owner_uaid, link_sealed, link_hash, created_at, updated_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $6)";
const JOIN: &str = "INSERT INTO crew_member (member_id, crew_id, uaid, share_final, share_corners, joined_at) \
     VALUES ($1, $2, $3, $4, $5, $6)";
const SHARE: &str = "UPDATE crew_member SET share_final = COALESCE($3, share_final), \
     share_corners = COALESCE($4, share_corners) WHERE crew_id = $1 AND uaid = $2";
const LEAVE: &str = "DELETE FROM crew_member WHERE crew_id = $1 AND uaid = $2";
const MEMBER: &str = "SELECT uaid FROM crew_member WHERE crew_id = $1 AND member_id = $2";
const LEFT: &str = "SELECT m.uaid, m.joined_at, a.date_of_birth, e.guardian_confirmed_at IS NOT NULL AS guardian_confirmed \
     FROM crew_member m JOIN account a ON a.uaid = m.uaid LEFT JOIN eligibility e ON e.uaid = m.uaid WHERE m.crew_id = $1";
const RENAME: &str = "UPDATE crew SET name = $2 WHERE crew_id = $1";
const RELINK: &str = "UPDATE crew SET link_sealed = $2, link_hash = $3 WHERE crew_id = $1";
const PASS_ON: &str = "UPDATE crew SET owner_uaid = $2 WHERE crew_id = $1";
const DELETE_MEMBERS: &str = "DELETE FROM crew_member WHERE crew_id = $1";
const DELETE: &str = "DELETE FROM crew WHERE crew_id = $1";
const RISE: &str = "UPDATE crew SET rev = rev + 1, updated_at = $2 WHERE crew_id = $1";
const REVISIONS: &str = "SELECT crew_id, rev FROM crew WHERE crew_id IN ({list})";

/// A new crew's or member's id, from which nothing follows.
pub use share::{is_id, new_id};

/// A crew, of which every job that changes it holds the lock.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Crew {
    #[sqlx(rename = "crew_id")]
    pub id: String,
    pub name: String,
    #[sqlx(rename = "owner_uaid", try_from = "Text<Uaid>")]
    pub owner: Uaid,
}

/// The secret of a crew link, as it is stored.
#[derive(Debug, Clone)]
pub struct Link {
    pub sealed: String,
    /// SHA-256.
    pub hash: String,
}

/// Whether somebody may take part in crews.
#[derive(Debug, Clone, FromRow)]
pub struct ParticipationFacts {
    #[sqlx(try_from = "OptionalText<Date>")]
    date_of_birth: Option<Date>,
    guardian_confirmed: bool,
}

impl ParticipationFacts {
    /// Whether they may take part on that day (RULES 15.2).
    pub fn takes_part(&self, today: Date) -> Result<(), EligibilityRefusal> {
        let rules = EligibilityRules::default();
        crew::may_take_part(self.date_of_birth, self.guardian_confirmed, &rules, today)
    }
}

#[derive(Debug, Clone, FromRow)]
pub struct Listed {
    pub crew_id: String,
    pub name: String,
    #[sqlx(rename = "owner_uaid", try_from = "Text<Uaid>")]
    pub owner: Uaid,
    pub joined_at: i64,
    pub share_final: bool,
    /// The members who may take part.
    pub members: i64,
}

/// A person's membership, with the crew.
#[derive(Debug, Clone, FromRow)]
pub struct Membership {
    #[sqlx(flatten)]
    pub crew: Crew,
    link_sealed: String,
    pub member_id: String,
    pub joined_at: i64,
    share_final: bool,
    share_corners: bool,
    pub first_name: String,
    /// In full.
    pub last_name: String,
    #[sqlx(flatten)]
    pub facts: ParticipationFacts,
}

impl Membership {
    pub fn sharing(&self) -> Sharing {
        Sharing { final_score: self.share_final, corners: self.share_corners }
    }

    /// The secret of the crew link.
    pub fn link(&self, cipher: &FieldCipher) -> Result<String> {
        Ok(cipher.decrypt("crew", &self.crew.id, "link_sealed", &self.link_sealed)?)
    }
}

#[derive(Debug, FromRow)]
struct Left {
    #[sqlx(try_from = "Text<Uaid>")]
    uaid: Uaid,
    joined_at: i64,
    #[sqlx(flatten)]
    facts: ParticipationFacts,
}

/// The crews of a person, in the order in which they joined.
pub async fn of_person(conn: &mut Conn, uaid: &str, today: Date) -> Result<Vec<Listed>> {
    conn.all(OF_PERSON, params![uaid, EligibilityRules::default().adult_born_by(today)]).await
}

pub async fn membership(conn: &mut Conn, crew_id: &str, uaid: &str) -> Result<Option<Membership>> {
    conn.optional(MEMBERSHIP, params![crew_id, uaid]).await
}

/// Whether a person may take part.
///
/// # Errors
/// [`DbError::NotFound`] without such an account.
pub async fn participation_facts(conn: &mut Conn, uaid: &str) -> Result<ParticipationFacts> {
    conn.one(PERSON, params![uaid]).await
}

pub async fn count_of_person(conn: &mut Conn, uaid: &str) -> Result<usize> {
    count(conn.scalar(COUNT_OF_PERSON, params![uaid]).await?)
}

/// How many members a crew has, shown or not.
pub async fn size(conn: &mut Conn, crew_id: &str) -> Result<usize> {
    count(conn.scalar(COUNT, params![crew_id]).await?)
}

/// How many members of a crew may take part today.
pub async fn in_view(conn: &mut Conn, crew_id: &str, today: Date) -> Result<usize> {
    let born_by = EligibilityRules::default().adult_born_by(today);
    count(conn.scalar(COUNT_IN_VIEW, params![crew_id, born_by]).await?)
}

fn count(rows: i64) -> Result<usize> {
    usize::try_from(rows).map_err(|_| DbError::broken("count"))
}

pub async fn by_link(conn: &mut Conn, link_hash: &str) -> Result<Option<Crew>> {
    conn.optional(BY_LINK, params![link_hash]).await
}

/// Locks the crew of a link to the end of the job.
pub async fn lock_by_link(conn: &mut Conn, link_hash: &str) -> Result<Option<Crew>> {
    conn.optional(LOCK_BY_LINK, params![link_hash]).await
}

/// Locks a crew to the end of the job.
pub async fn lock(conn: &mut Conn, crew_id: &str) -> Result<Option<Crew>> {
    conn.optional(LOCK, params![crew_id]).await
}

/// The number of a member.
pub async fn member(conn: &mut Conn, crew_id: &str, member_id: &str) -> Result<Option<Uaid>> {
    let row: Option<(Text<Uaid>,)> = conn.optional(MEMBER, params![crew_id, member_id]).await?;
    Ok(row.map(|(Text(uaid),)| uaid))
}

/// Stores a new crew; its owner still has to [`join`].
pub async fn insert(conn: &mut Conn, crew: &Crew, link: &Link, now_ms: i64) -> Result<()> {
    let Crew { id, name, owner } = crew;
    conn.execute(INSERT, params![id, name, owner.as_str(), link.sealed, link.hash, now_ms]).await
}

/// Adds a person to a crew that the caller has locked.
pub async fn join(conn: &mut Conn, crew_id: &str, uaid: &str, sharing: Sharing, now_ms: i64) -> Result<()> {
    let Sharing { final_score, corners } = sharing;
    conn.execute(JOIN, params![new_id(), crew_id, uaid, final_score, corners, now_ms]).await?;
    rise(conn, crew_id, now_ms).await
}

/// Stores what a member shares; a choice that is left out stays.
pub async fn share(
    conn: &mut Conn,
    crew_id: &str,
    uaid: &str,
    (final_score, corners): (Option<bool>, Option<bool>),
    now_ms: i64,
) -> Result<()> {
    conn.execute(SHARE, params![crew_id, uaid, final_score, corners]).await?;
    rise(conn, crew_id, now_ms).await
}

pub async fn rename(conn: &mut Conn, crew_id: &str, name: &str, now_ms: i64) -> Result<()> {
    conn.execute(RENAME, params![crew_id, name]).await?;
    rise(conn, crew_id, now_ms).await
}

/// Replaces a crew's link: the old one opens nothing from then on.
pub async fn relink(conn: &mut Conn, crew_id: &str, link: &Link, now_ms: i64) -> Result<()> {
    conn.execute(RELINK, params![crew_id, link.sealed, link.hash]).await?;
    rise(conn, crew_id, now_ms).await
}

/// Takes somebody out of a crew that the caller has locked. Without its owner it goes to the heir, and without members it ends
/// (RULES 15.6).
pub async fn leave(conn: &mut Conn, crew: &Crew, uaid: &str, today: Date, now_ms: i64) -> Result<()> {
    conn.execute(LEAVE, params![crew.id, uaid]).await?;
    if crew.owner.as_str() != uaid {
        return rise(conn, &crew.id, now_ms).await;
    }
    let left: Vec<Left> = conn.all(LEFT, params![crew.id]).await?;
    let left: Vec<Candidate> = left
        .into_iter()
        .map(|left| Candidate {
            takes_part: left.facts.takes_part(today).is_ok(),
            uaid: left.uaid,
            joined_ms: left.joined_at,
        })
        .collect();
    match crew::heir(&left) {
        Some(heir) => {
            conn.execute(PASS_ON, params![crew.id, heir.uaid.as_str()]).await?;
            rise(conn, &crew.id, now_ms).await
        }
        None => delete(conn, &crew.id).await,
    }
}

/// Deletes a crew that the caller has locked.
pub async fn delete(conn: &mut Conn, crew_id: &str) -> Result<()> {
    conn.execute(DELETE_MEMBERS, params![crew_id]).await?;
    conn.execute(DELETE, params![crew_id]).await?;
    topic::bump(conn, topic::CREW).await
}

/// Takes somebody out of every crew. The caller has locked the person.
pub(in crate::db) async fn leave_all(conn: &mut Conn, uaid: &str, today: Date, now_ms: i64) -> Result<()> {
    let crews: Vec<String> = conn.scalars(IDS_OF_PERSON, params![uaid]).await?;
    for crew_id in crews {
        if let Some(crew) = lock(conn, &crew_id).await? {
            leave(conn, &crew, uaid, today, now_ms).await?;
        }
    }
    Ok(())
}

async fn rise(conn: &mut Conn, crew_id: &str, now_ms: i64) -> Result<()> {
    conn.execute(RISE, params![crew_id, now_ms]).await?;
    topic::bump(conn, topic::CREW).await
}

/// The revisions of some crews; one that is gone has none.
pub async fn revisions(conn: &mut Conn, crew_ids: &[String]) -> Result<Vec<(String, i64)>> {
    conn.all_in(REVISIONS, params![], crew_ids).await
}
