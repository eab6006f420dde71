//! The mail that a final is in.

use sixfold_domain::leaderboard::is_public;
use sixfold_domain::score::Score;
use sixfold_domain::season::SeasonTable;
use sixfold_domain::test_type::TestType;

use super::super::act::find_event;
use super::desk::Desk;
use crate::db::desk::DeskBooking;
use crate::db::result::Stored;
use crate::db::{Conn, account, leaderboard, schedule};
use crate::error::ApiError;
use crate::mail::{self, letters};

/// The age from which somebody stands on public boards (decisions, "Leaderboard").
const OF_AGE: i16 = 18;

/// Puts the letter about a final into the outbox, in the job that stores it.
pub(super) async fn send(
    conn: &mut Conn<'_>,
    act: &Desk,
    booking: &DeskBooking,
    stored: &[Stored],
    score: Score,
    held: bool,
) -> Result<(), ApiError> {
    let Some(to) = mail::recipient(conn, &booking.uaid).await? else { return Ok(()) };
    let event = find_event(conn, Some(&booking.event_id)).await?;
    let house = mail::house(conn, &event, &act.state.config).await?;
    let tests: Vec<(TestType, Score)> =
        stored.iter().filter_map(|stored| Some((stored.test, stored.score?))).collect();
    let position = if held { None } else { position(conn, act, booking).await? };
    let result = letters::FinalScore { score, place: booking.place, tests: &tests, position, held };
    Ok(mail::enqueue(conn, letters::final_score(&house, &to, &result), act.now_ms).await?)
}

/// Where the athlete stands on the season's public board; none outside any season, and for those who stand on none.
async fn position(conn: &mut Conn<'_>, act: &Desk, booking: &DeskBooking) -> Result<Option<i64>, ApiError> {
    let Some((date, _)) = booking.place else { return Ok(None) };
    let Some(row) = account::find(conn, &booking.uaid).await? else { return Ok(None) };
    let born = row.date_of_birth.and_then(|born| born.parse().ok());
    if !row.is_competitor || !is_public(born, act.today, row.public_opt_in) {
        return Ok(None);
    }
    let seasons = SeasonTable::new(schedule::seasons(conn).await?).map_err(ApiError::internal)?;
    let Some(season) = seasons.on(date) else { return Ok(None) };
    let window = (season.start, season.end);
    let today = act.today;
    let born_by = format!("{:04}-{:02}-{:02}", today.year() - OF_AGE, today.month(), today.day());
    Ok(Some(leaderboard::position(conn, &booking.event_id, window, &booking.uaid, &born_by).await?))
}
