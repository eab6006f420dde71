//! The reveal of held finals: its steps in order, how many have been shown, and the finals that are held
//! (RULES 8.7, 8.8).
//!
//! The step number alone decides what is shown: [`save`] holds and reveals exactly that in one statement, so that no
//! reader sees half a step.

use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::{Final, is_public};
use sixfold_domain::profile::Gender;
use sixfold_domain::reveal::SPEED;
use sixfold_domain::score::Score;
use sixfold_domain::time::Date;
use sqlx::FromRow;

use crate::db::bookings::booking;
use crate::db::connection::column::{JoinedBooking, Number, OptionalNumber, OptionalText, Text};
use crate::db::{Conn, DbError, Result, params};

const LOCK: &str = "INSERT INTO reveal (event_id, running, step, speed, started_at, started_by, updated_at) \
    VALUES ($1, FALSE, 0, $2, $3, $4, $3) ON CONFLICT (event_id) DO UPDATE SET updated_at = $3";
const FIND: &str = "SELECT r.running, r.step, r.speed, r.updated_at, \
    (SELECT COUNT(*) FROM reveal_step s WHERE s.event_id = r.event_id) AS steps FROM reveal r WHERE r.event_id = $1";
const SAVE: &str =
    "UPDATE reveal SET running = $2, step = $3, speed = $4, updated_at = $5 WHERE event_id = $1";
const BEGIN: &str = "UPDATE reveal SET started_at = $2, started_by = $3 WHERE event_id = $1";
const CLEAR: &str = "DELETE FROM reveal_step WHERE event_id = $1";
const ADD: &str = "INSERT INTO reveal_step (event_id, step, booking_id) VALUES ($1, $2, $3)";
/// Holds and reveals in one statement, so that both change together.
const APPLY: &str = "UPDATE booking SET held = NOT held, \
    revealed_at = CASE WHEN held THEN CAST($3 AS BIGINT) ELSE NULL END \
    WHERE status = 'completed' AND score_hundredths IS NOT NULL AND ( \
    (held AND booking_id IN (SELECT s.booking_id FROM reveal_step s WHERE s.event_id = $1 AND s.step <= $2)) \
    OR (NOT held AND booking_id IN (SELECT s.booking_id FROM reveal_step s WHERE s.event_id = $1 AND s.step > $2)))";
/// The athletes whose finals [`APPLY`] changes.
const CHANGING: &str = "SELECT DISTINCT b.uaid FROM reveal_step s JOIN booking b ON b.booking_id = s.booking_id \
    WHERE s.event_id = $1 AND b.held = (s.step <= $2) ORDER BY b.uaid";
const OWNER: &str = "SELECT uaid FROM booking WHERE booking_id = $1";
const RELEASE: &str = "UPDATE booking SET held = FALSE, revealed_at = $2 WHERE booking_id = $1 AND held";
const HELD: &str = "SELECT b.booking_id, b.uaid, a.first_name, a.last_name, \
    COALESCE(a.gender, 'none') AS gender, a.date_of_birth, \
    a.is_competitor AND a.deleted_at IS NULL AS competes, a.public_opt_in, \
    CASE WHEN b.status = 'completed' THEN b.score_hundredths END AS score, b.test_date, \
    COALESCE(b.completed_at, b.updated_at) AS at_ms, b.held, CAST(0 AS BIGINT) AS step \
    FROM booking b JOIN account a ON a.uaid = b.uaid \
    WHERE b.event_id = $1 AND b.held AND b.status = 'completed' AND b.score_hundredths IS NOT NULL \
    ORDER BY at_ms DESC, b.booking_id";
const STEPS: &str = "SELECT b.booking_id, b.uaid, a.first_name, a.last_name, \
    COALESCE(a.gender, 'none') AS gender, a.date_of_birth, \
    a.is_competitor AND a.deleted_at IS NULL AS competes, a.public_opt_in, \
    CASE WHEN b.status = 'completed' THEN b.score_hundredths END AS score, b.test_date, \
    COALESCE(b.completed_at, b.updated_at) AS at_ms, b.held, s.step \
    FROM reveal_step s JOIN booking b ON b.booking_id = s.booking_id JOIN account a ON a.uaid = b.uaid \
    WHERE s.event_id = $1 ORDER BY s.step";
/// One statement, so that the step and its athlete are of the same state.
const SHOWN: &str = "SELECT r.running, r.step, r.speed, r.updated_at, \
    (SELECT COUNT(*) FROM reveal_step o WHERE o.event_id = r.event_id) AS steps, \
    b.booking_id, b.uaid, a.first_name, a.last_name, \
    COALESCE(a.gender, 'none') AS gender, a.date_of_birth, \
    a.is_competitor AND a.deleted_at IS NULL AS competes, a.public_opt_in, \
    CASE WHEN b.status = 'completed' THEN b.score_hundredths END AS score, b.test_date, \
    COALESCE(b.completed_at, b.updated_at) AS at_ms, b.held \
    FROM reveal r LEFT JOIN reveal_step s ON s.event_id = r.event_id AND s.step = r.step \
    LEFT JOIN booking b ON b.booking_id = s.booking_id LEFT JOIN account a ON a.uaid = b.uaid WHERE r.event_id = $1";
const OTHERS: &str = "SELECT o.uaid, o.test_date, o.score_hundredths FROM booking o \
    WHERE o.event_id = $1 AND o.status = 'completed' AND NOT o.held AND o.score_hundredths IS NOT NULL \
    AND o.uaid IN (SELECT b.uaid FROM reveal_step s JOIN booking b ON b.booking_id = s.booking_id WHERE s.event_id = $1) \
    AND NOT EXISTS (SELECT 1 FROM reveal_step s WHERE s.event_id = $1 AND s.booking_id = o.booking_id)";

/// The state of an event's reveal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Ceremony {
    /// Whether it is running; single finals can be revealed at any time.
    pub running: bool,
    pub step: i64,
    pub steps: i64,
    /// How fast screens play a step, in hundredths.
    pub speed: i64,
    /// When the operator last did something.
    pub updated_at: i64,
}

/// A final that is a step or may become one, with what may be shown of its athlete.
#[derive(Debug, Clone, FromRow)]
pub struct Candidate {
    pub booking_id: String,
    #[sqlx(try_from = "Text<Uaid>")]
    pub uaid: Uaid,
    /// Empty if the account is deleted.
    pub first_name: String,
    /// In full.
    pub last_name: String,
    /// As stated by the athlete.
    #[sqlx(try_from = "Text<Gender>")]
    pub gender: Gender,
    /// None if it was withdrawn.
    #[sqlx(try_from = "OptionalNumber<Score>")]
    pub score: Option<Score>,
    #[sqlx(try_from = "OptionalText<Date>")]
    pub test_date: Option<Date>,
    /// When it was reached.
    pub at_ms: i64,
    pub held: bool,
    /// Its step, from 1; 0 if it is none.
    pub step: i64,
    #[sqlx(try_from = "OptionalText<Date>")]
    date_of_birth: Option<Date>,
    competes: bool,
    public_opt_in: bool,
}

impl Candidate {
    /// Whether its athlete may be shown in public: a competitor with an account and a score, who is of age or opted in.
    /// A step whose athlete may not be shown is withdrawn.
    pub fn may_be_shown(&self, today: Date) -> bool {
        self.competes && self.score.is_some() && is_public(self.date_of_birth, today, self.public_opt_in)
    }

    /// As boards rank it; none without a score.
    pub fn ranked(&self) -> Option<Final> {
        Some(Final {
            uaid: self.uaid.clone(),
            gender: self.gender,
            score: self.score?,
            at_ms: self.at_ms,
            since_ms: self.at_ms,
        })
    }
}

#[derive(FromRow)]
struct ShownColumns {
    #[sqlx(flatten)]
    ceremony: Ceremony,
    /// None before the first step.
    #[sqlx(flatten)]
    newest: JoinedBooking<Candidate>,
}

/// A visible final, not a step itself, of an athlete in the reveal.
#[derive(Debug, Clone, FromRow)]
pub struct VisibleFinal {
    #[sqlx(try_from = "Text<Uaid>")]
    pub uaid: Uaid,
    #[sqlx(try_from = "OptionalText<Date>")]
    pub test_date: Option<Date>,
    #[sqlx(rename = "score_hundredths", try_from = "Number<Score>")]
    pub score: Score,
}

/// Locks an event's reveal to the end of the job, so that two operators take turns, and reads its state. A reveal that
/// has never begun is at step 0.
pub async fn lock(conn: &mut Conn<'_>, event_id: &str, by: &str, now_ms: i64) -> Result<Ceremony> {
    conn.execute(LOCK, params![event_id, SPEED, now_ms, by]).await?;
    find(conn, event_id).await?.ok_or(DbError::NotFound)
}

/// An event's reveal; none if nothing was ever revealed.
pub async fn find(conn: &mut Conn<'_>, event_id: &str) -> Result<Option<Ceremony>> {
    conn.optional(FIND, params![event_id]).await
}

/// Stores the state of a reveal, and holds and reveals finals accordingly.
pub async fn save(conn: &mut Conn<'_>, event_id: &str, ceremony: &Ceremony, now_ms: i64) -> Result<()> {
    conn.execute(SAVE, params![event_id, ceremony.running, ceremony.step, ceremony.speed, now_ms]).await?;
    // Athletes are locked before their bookings, as in every job that changes a booking.
    let changing: Vec<String> = conn.scalars(CHANGING, params![event_id, ceremony.step]).await?;
    booking::lock_athletes(conn, &changing.into_iter().collect(), now_ms).await?;
    conn.execute(APPLY, params![event_id, ceremony.step, now_ms]).await
}

/// Records who began a reveal, and when.
pub async fn begin(conn: &mut Conn<'_>, event_id: &str, by: &str, now_ms: i64) -> Result<()> {
    conn.execute(BEGIN, params![event_id, now_ms, by]).await
}

/// Replaces the list of steps. Holds and reveals nothing.
pub async fn set_steps(conn: &mut Conn<'_>, event_id: &str, bookings: &[&str]) -> Result<()> {
    conn.execute(CLEAR, params![event_id]).await?;
    for (step, booking_id) in (1_i64..).zip(bookings) {
        conn.execute(ADD, params![event_id, step, booking_id]).await?;
    }
    Ok(())
}

/// Reveals a final that is not a step.
pub async fn release(conn: &mut Conn<'_>, booking_id: &str, now_ms: i64) -> Result<()> {
    let owner: Option<String> = conn.optional_scalar(OWNER, params![booking_id]).await?;
    booking::lock_athletes(conn, &owner.into_iter().collect(), now_ms).await?;
    conn.execute(RELEASE, params![booking_id, now_ms]).await
}

/// The held finals of an event, including those that are steps, newest first.
pub async fn held(conn: &mut Conn<'_>, event_id: &str) -> Result<Vec<Candidate>> {
    conn.all(HELD, params![event_id]).await
}

pub async fn steps(conn: &mut Conn<'_>, event_id: &str) -> Result<Vec<Candidate>> {
    conn.all(STEPS, params![event_id]).await
}

/// An event's reveal and its newest step; neither if nothing was ever revealed.
pub async fn shown(conn: &mut Conn<'_>, event_id: &str) -> Result<(Option<Ceremony>, Option<Candidate>)> {
    let row: Option<ShownColumns> = conn.optional(SHOWN, params![event_id]).await?;
    Ok(row.map_or((None, None), |row| (Some(row.ceremony), row.newest.0)))
}

/// The other finals on boards of the athletes in the reveal.
pub async fn others(conn: &mut Conn<'_>, event_id: &str) -> Result<Vec<VisibleFinal>> {
    conn.all(OTHERS, params![event_id]).await
}
