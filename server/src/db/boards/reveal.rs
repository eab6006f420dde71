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
use sixfold_domain::season::Season;
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
    COALESCE(b.completed_at, b.updated_at) AS at_ms, b.held, \
    (SELECT d.test_date FROM reveal_step n JOIN booking d ON d.booking_id = n.booking_id \
    WHERE n.event_id = r.event_id AND n.step >= r.step ORDER BY n.step LIMIT 1) AS step_date \
    FROM reveal r LEFT JOIN reveal_step s ON s.event_id = r.event_id AND s.step = r.step \
    LEFT JOIN booking b ON b.booking_id = s.booking_id LEFT JOIN account a ON a.uaid = b.uaid WHERE r.event_id = $1";
const VISIBLE: &str = "SELECT o.uaid, o.test_date, o.score_hundredths, \
    EXISTS (SELECT 1 FROM reveal_step s WHERE s.event_id = $1 AND s.booking_id = o.booking_id) AS is_step FROM booking o \
    WHERE o.event_id = $1 AND o.status = 'completed' AND NOT o.held AND o.score_hundredths IS NOT NULL \
    AND o.uaid IN (SELECT b.uaid FROM reveal_step s JOIN booking b ON b.booking_id = s.booking_id WHERE s.event_id = $1 \
    UNION SELECT h.uaid FROM booking h WHERE h.event_id = $1 AND h.held)";
const HELD_BEFORE: &str = "SELECT COUNT(*), MIN(test_date) FROM booking WHERE event_id = $1 AND held \
    AND status = 'completed' AND score_hundredths IS NOT NULL AND test_date < $2";

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

/// An event's reveal, with its newest step.
#[derive(Debug, Clone)]
pub struct ShownReveal {
    pub ceremony: Ceremony,
    /// None before the first step.
    pub newest: Option<Candidate>,
    /// The test date of the newest step, or of the first before any is shown; none without steps.
    pub step_date: Option<Date>,
}

#[derive(FromRow)]
struct ShownColumns {
    #[sqlx(flatten)]
    ceremony: Ceremony,
    #[sqlx(flatten)]
    newest: JoinedBooking<Candidate>,
    #[sqlx(try_from = "OptionalText<Date>")]
    step_date: Option<Date>,
}

/// A visible final of an athlete who has a step or a held final.
#[derive(Debug, Clone, FromRow)]
pub struct VisibleFinal {
    #[sqlx(try_from = "Text<Uaid>")]
    uaid: Uaid,
    #[sqlx(try_from = "OptionalText<Date>")]
    test_date: Option<Date>,
    #[sqlx(rename = "score_hundredths", try_from = "Number<Score>")]
    score: Score,
    pub is_step: bool,
}

/// The best of an athlete's finals of a season.
pub fn best<'a>(
    finals: impl IntoIterator<Item = &'a VisibleFinal>,
    uaid: &Uaid,
    season: &Season,
) -> Option<Score> {
    let is_of =
        |one: &&VisibleFinal| one.uaid == *uaid && one.test_date.is_some_and(|date| season.contains(date));
    finals.into_iter().filter(is_of).map(|one| one.score).max()
}

/// Locks an event's reveal to the end of the job, so that two operators take turns, and reads its state. A reveal that
/// has never begun is at step 0.
pub async fn lock(conn: &mut Conn, event_id: &str, by: &str, now_ms: i64) -> Result<Ceremony> {
    conn.execute(LOCK, params![event_id, SPEED, now_ms, by]).await?;
    find(conn, event_id).await?.ok_or(DbError::NotFound)
}

/// An event's reveal; none if nothing was ever revealed.
pub async fn find(conn: &mut Conn, event_id: &str) -> Result<Option<Ceremony>> {
    conn.optional(FIND, params![event_id]).await
}

/// Stores the state of a reveal, and holds and reveals finals accordingly.
pub async fn save(conn: &mut Conn, event_id: &str, ceremony: &Ceremony, now_ms: i64) -> Result<()> {
    conn.execute(SAVE, params![event_id, ceremony.running, ceremony.step, ceremony.speed, now_ms]).await?;
    // Athletes are locked before their bookings, as in every job that changes a booking.
    let changing: Vec<String> = conn.scalars(CHANGING, params![event_id, ceremony.step]).await?;
    booking::lock_athletes(conn, &changing.into_iter().collect(), now_ms).await?;
    conn.execute(APPLY, params![event_id, ceremony.step, now_ms]).await
}

/// Records who began a reveal, and when.
pub async fn begin(conn: &mut Conn, event_id: &str, by: &str, now_ms: i64) -> Result<()> {
    conn.execute(BEGIN, params![event_id, now_ms, by]).await
}

/// Replaces the list of steps. Holds and reveals nothing.
pub async fn set_steps(conn: &mut Conn, event_id: &str, bookings: &[&str]) -> Result<()> {
    conn.execute(CLEAR, params![event_id]).await?;
    for (step, booking_id) in (1_i64..).zip(bookings) {
        conn.execute(ADD, params![event_id, step, booking_id]).await?;
    }
    Ok(())
}

/// Reveals a final that is not a step.
pub async fn release(conn: &mut Conn, booking_id: &str, now_ms: i64) -> Result<()> {
    let owner: Option<String> = conn.optional_scalar(OWNER, params![booking_id]).await?;
    booking::lock_athletes(conn, &owner.into_iter().collect(), now_ms).await?;
    conn.execute(RELEASE, params![booking_id, now_ms]).await
}

/// The held finals of an event, including those that are steps, newest first.
pub async fn held(conn: &mut Conn, event_id: &str) -> Result<Vec<Candidate>> {
    conn.all(HELD, params![event_id]).await
}

/// How many finals from before a day are held, and the date of the earliest; none if there are none.
pub async fn held_before(conn: &mut Conn, event_id: &str, day: Date) -> Result<Option<(i64, Date)>> {
    let (count, OptionalText(earliest)): (i64, OptionalText<Date>) =
        conn.one(HELD_BEFORE, params![event_id, day]).await?;
    Ok(earliest.map(|earliest| (count, earliest)))
}

pub async fn steps(conn: &mut Conn, event_id: &str) -> Result<Vec<Candidate>> {
    conn.all(STEPS, params![event_id]).await
}

/// An event's reveal as it is shown; none if nothing was ever revealed.
pub async fn shown(conn: &mut Conn, event_id: &str) -> Result<Option<ShownReveal>> {
    let row: Option<ShownColumns> = conn.optional(SHOWN, params![event_id]).await?;
    Ok(row.map(|ShownColumns { ceremony, newest, step_date }| ShownReveal {
        ceremony,
        newest: newest.0,
        step_date,
    }))
}

/// The visible finals of all athletes who have a step or a held final.
pub async fn visible(conn: &mut Conn, event_id: &str) -> Result<Vec<VisibleFinal>> {
    conn.all(VISIBLE, params![event_id]).await
}
