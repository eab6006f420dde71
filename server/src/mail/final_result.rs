//! The letter and the notification about an athlete's final: when it comes in or, if it was held, when it is revealed. Sent once;
//! and once more for each correction that changes it (RULES 8.13).

use sixfold_domain::leaderboard::is_public;
use sixfold_domain::protocol::Measurement;
use sixfold_domain::score::Score;
use sixfold_domain::season::SeasonTable;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, SlotTime, london_date_time};

use super::letters::{self, FinalScore, FinalVisibility};
use super::notice::{About, RESULT_CORRECTED, RESULT_READY};
use super::{Message, Outbox};
use crate::db::boards::leaderboard;
use crate::db::calendar::schedule;
use crate::db::messages::scheduled_letters::{self, Final};
use crate::db::people::account;
use crate::db::results::{protocol, result};
use crate::db::{Conn, DbError};

/// The age from which somebody is shown on public boards (RULES 8.6).
const OF_AGE: i16 = 18;

/// Puts letter and notification about a booking's final into the outbox, in the job that published it. False, without a letter, if
/// the athlete has had one before or there is no final.
pub async fn tell_final(
    conn: &mut Conn,
    outbox: &Outbox,
    booking_id: &str,
    seen: FinalVisibility,
    now_ms: i64,
) -> Result<bool, DbError> {
    // The mark first: it waits for a correction that is being stored, whose final the letter then has (RULES 8.13).
    if seen == FinalVisibility::Revealed && !scheduled_letters::follow_up(conn, booking_id, now_ms).await? {
        return Ok(false);
    }
    let Some(told) = scheduled_letters::find_final(conn, booking_id).await? else { return Ok(false) };
    let Some(message) = letter(conn, outbox, (booking_id, &told), (seen, None), now_ms).await? else {
        return Ok(false);
    };
    outbox.enqueue(conn, message, now_ms).await?;
    outbox.notify_of_result(conn, (&told.uaid, booking_id), RESULT_READY, now_ms).await?;
    Ok(true)
}

/// The same about a final that a correction has changed, if the athlete knows what it was.
pub async fn tell_corrected(
    conn: &mut Conn,
    outbox: &Outbox,
    booking_id: &str,
    former: Score,
    now_ms: i64,
) -> Result<(), DbError> {
    if !scheduled_letters::knows_final(conn, booking_id).await? {
        return Ok(());
    }
    let Some(told) = scheduled_letters::find_final(conn, booking_id).await? else { return Ok(()) };
    let as_seen = (FinalVisibility::AtOnce, Some(former));
    let Some(message) = letter(conn, outbox, (booking_id, &told), as_seen, now_ms).await? else {
        return Ok(());
    };
    outbox.enqueue(conn, message, now_ms).await?;
    outbox.notify_of_result(conn, (&told.uaid, booking_id), RESULT_CORRECTED, now_ms).await
}

/// Puts the letter about a score that has been removed into the outbox, with the reason (RULES 4.17).
pub async fn tell_removed(
    conn: &mut Conn,
    outbox: &Outbox,
    (uaid, slot): (&str, Option<(Date, SlotTime)>),
    reason: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    let Some(to) = super::recipient(conn, uaid).await? else { return Ok(()) };
    let message = letters::score_removed(&outbox.site_info, &to, slot, reason);
    outbox.enqueue(conn, message, now_ms).await.map(drop)
}

/// None if the athlete has no account any more.
async fn letter(
    conn: &mut Conn,
    outbox: &Outbox,
    (booking_id, told): (&str, &Final),
    (seen, former): (FinalVisibility, Option<Score>),
    now_ms: i64,
) -> Result<Option<Message>, DbError> {
    let Some(to) = super::recipient(conn, &told.uaid).await? else { return Ok(None) };
    let protocols = protocol::of_version(conn, told.protocol_version).await?;
    let tests: Vec<(TestType, Score, Option<Measurement>)> = result::find(conn, booking_id)
        .await?
        .into_iter()
        .filter_map(|stored| {
            Some((stored.test, stored.score?, protocols.of(stored.test).mark(&stored.attempts)))
        })
        .collect();
    let today = london_date_time(now_ms).map_err(|_| DbError::broken("clock"))?.date;
    let position = position(conn, told, today).await?;
    let result = FinalScore { score: told.score, former, slot: told.slot, tests: &tests, position, seen };
    let message = letters::final_score(&outbox.site_info, &to, &result);
    Ok(Some(Message { useful_with: Some(About::Final(booking_id.to_owned())), ..message }))
}

/// The athlete's position on the season's public board; none outside any season, and for those who are not on it.
async fn position(conn: &mut Conn, told: &Final, today: Date) -> Result<Option<i64>, DbError> {
    let Some((date, _)) = told.slot else { return Ok(None) };
    let Some(row) = account::find(conn, &told.uaid).await? else { return Ok(None) };
    let born = row.date_of_birth.and_then(|born| born.parse().ok());
    if !row.is_competitor || !is_public(born, today, row.public_opt_in) {
        return Ok(None);
    }
    let seasons =
        SeasonTable::new(schedule::seasons(conn).await?).map_err(|_| DbError::broken("season table"))?;
    let Some(season) = seasons.on(date) else { return Ok(None) };
    let window = (season.start, season.end);
    let born_by = format!("{:04}-{:02}-{:02}", today.year() - OF_AGE, today.month(), today.day());
    Ok(Some(leaderboard::position(conn, &told.event_id, window, &told.uaid, &born_by).await?))
}
