//! What a crew's board is made of: its members and their visits.

use sixfold_domain::crew::{Sharing, Visit};
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::Final;
use sixfold_domain::profile::Gender;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use sqlx::FromRow;

use super::ParticipationFacts;
use crate::db::connection::column::{Number, Text};
use crate::db::{Conn, Result, params};

const CREW: &str = "SELECT name, owner_uaid, link_hash, rev FROM crew WHERE crew_id = $1";
const MEMBERS: &str = "SELECT m.member_id, m.uaid, m.share_final, m.share_corners, a.first_name, a.last_name, a.date_of_birth, \
     e.guardian_confirmed_at IS NOT NULL AS guardian_confirmed FROM crew_member m JOIN account a ON a.uaid = m.uaid \
     LEFT JOIN eligibility e ON e.uaid = m.uaid WHERE m.crew_id = $1 AND a.deleted_at IS NULL ORDER BY m.member_id";
const VISITS: &str = "SELECT b.booking_id, b.uaid, b.score_hundredths, b.held, COALESCE(b.completed_at, b.updated_at) AS at_ms \
     FROM crew_member m JOIN booking b ON b.uaid = m.uaid WHERE m.crew_id = $1 AND m.share_final AND b.event_id = $2 \
     AND b.test_date BETWEEN $3 AND $4 AND b.status = 'completed' AND b.score_hundredths IS NOT NULL";
const OWN_VISITS: &str = "SELECT b.booking_id, b.uaid, b.score_hundredths, b.held, COALESCE(b.completed_at, b.updated_at) AS at_ms \
     FROM booking b WHERE b.uaid = $1 AND b.event_id = $2 \
     AND b.test_date BETWEEN $3 AND $4 AND b.status = 'completed' AND b.score_hundredths IS NOT NULL";
const CORNERS: &str = "SELECT t.booking_id, t.test_type, t.score_hundredths FROM result_test t \
     WHERE t.booking_id IN ({list}) AND t.status = 'closed' AND t.score_hundredths IS NOT NULL";

/// A crew, as its board shows it.
#[derive(Debug, Clone, FromRow)]
pub struct Head {
    pub name: String,
    #[sqlx(rename = "owner_uaid", try_from = "Text<Uaid>")]
    pub owner: Uaid,
    /// SHA-256 of the link's secret.
    pub link_hash: String,
    /// Rises with every change of the crew and of its memberships.
    pub rev: i64,
}

#[derive(Debug, Clone, FromRow)]
pub struct MemberRow {
    pub member_id: String,
    #[sqlx(try_from = "Text<Uaid>")]
    pub uaid: Uaid,
    share_final: bool,
    share_corners: bool,
    pub first_name: String,
    /// In full.
    pub last_name: String,
    #[sqlx(flatten)]
    pub facts: ParticipationFacts,
}

impl MemberRow {
    pub fn sharing(&self) -> Sharing {
        Sharing { final_score: self.share_final, corners: self.share_corners }
    }
}

/// An event and the days of a season.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Window {
    pub event_id: String,
    pub from: Date,
    pub to: Date,
}

#[derive(FromRow)]
struct VisitRow {
    booking_id: String,
    #[sqlx(try_from = "Text<Uaid>")]
    uaid: Uaid,
    #[sqlx(rename = "score_hundredths", try_from = "Number<Score>")]
    score: Score,
    held: bool,
    at_ms: i64,
}

impl VisitRow {
    fn read(self) -> (String, Visit) {
        let Self { booking_id, uaid, score, held, at_ms } = self;
        // A crew has no boards of a gender, and compares with no earlier moment.
        let final_score = Final { uaid, gender: Gender::None, score, at_ms, since_ms: at_ms };
        (booking_id, Visit { final_score, held })
    }
}

/// The scores of the six tests by [`TestType::index`]; none of a test that an old result lacks.
pub type Corners = [Option<Score>; 6];

pub async fn head(conn: &mut Conn, crew_id: &str) -> Result<Option<Head>> {
    conn.optional(CREW, params![crew_id]).await
}

/// Every member, whether or not they may be shown today.
pub async fn members(conn: &mut Conn, crew_id: &str) -> Result<Vec<MemberRow>> {
    conn.all(MEMBERS, params![crew_id]).await
}

/// The visits of the members who share their final, held ones too, with the ids of the bookings.
pub async fn visits(conn: &mut Conn, crew_id: &str, window: &Window) -> Result<Vec<(String, Visit)>> {
    let Window { event_id, from, to } = window;
    let rows: Vec<VisitRow> = conn.all(VISITS, params![crew_id, event_id, from, to]).await?;
    Ok(rows.into_iter().map(VisitRow::read).collect())
}

pub async fn visits_of(conn: &mut Conn, uaid: &str, window: &Window) -> Result<Vec<(String, Visit)>> {
    let Window { event_id, from, to } = window;
    let rows: Vec<VisitRow> = conn.all(OWN_VISITS, params![uaid, event_id, from, to]).await?;
    Ok(rows.into_iter().map(VisitRow::read).collect())
}

/// The test scores of some bookings.
pub async fn corners(
    conn: &mut Conn,
    booking_ids: &[String],
) -> Result<std::collections::HashMap<String, Corners>> {
    let rows: Vec<(String, Text<TestType>, Number<Score>)> =
        conn.all_in(CORNERS, params![], booking_ids).await?;
    let mut corners = std::collections::HashMap::<String, Corners>::new();
    for (booking_id, Text(test), Number(score)) in rows {
        corners.entry(booking_id).or_default()[test.index()] = Some(score);
    }
    Ok(corners)
}
