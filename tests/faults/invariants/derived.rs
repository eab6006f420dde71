//! What is derived from writes: the audit log, boards, tallies.

use std::time::{Duration, Instant};

use serde_json::Value;
use sixfold_tests::http::Connection;

use super::mismatches;
use crate::history::Record;
use crate::plan::Act;
use crate::world::World;

/// The longest that a node may take to show what another has stored.
const FRESH_WITHIN: Duration = Duration::from_secs(4);
const BOARD: &str = "/api/user/leaderboard?showUAID=true";

pub async fn the_audit_log_is_complete(world: &World<'_>, records: &[Record]) -> Vec<String> {
    let stored = records.iter().filter(|record| record.changed);
    let expected = stored.map(|record| {
        let object = match record.act {
            Act::Join(_) | Act::Leave(_) => String::new(),
            Act::Book(_)
            | Act::Move(_)
            | Act::Cancel
            | Act::Decline(_)
            | Act::Test(..)
            | Act::Final(_)
            | Act::Correct(_) => record.booking_id().unwrap_or_default(),
        };
        format!("{} of {} {object}", record.action(), record.uaid)
    });
    let sql = "SELECT action || ' of ' || subject_uaid || ' ' || COALESCE(object_id, '') FROM audit_log \
         WHERE action LIKE 'booking.%' OR action LIKE 'waitlist.%' OR action LIKE 'result.%'";
    mismatches(expected.collect(), world.store.texts(sql).await)
}

/// Every node's board has the finals of the store, in its order.
pub async fn boards_equal_the_store(world: &World<'_>) -> Vec<String> {
    let sql = "SELECT uaid || ' ' || MAX(score_hundredths) FROM booking WHERE status = 'completed' AND NOT held \
         AND score_hundredths IS NOT NULL GROUP BY uaid";
    let mut expected = world.store.texts(sql).await;
    expected.sort();
    let mut wrong = Vec::new();
    for (number, host) in world.hosts().into_iter().enumerate() {
        let begun = Instant::now();
        loop {
            let shown = board(host, &world.people().staff.token).await;
            if shown.as_ref() == Some(&expected) {
                break;
            }
            if begun.elapsed() > FRESH_WITHIN {
                wrong.push(format!("node {number} shows {shown:?}, the store has {expected:?}"));
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    wrong
}

/// `uaid score` of each row, sorted; none if positions are not those of the scores.
async fn board(host: std::net::SocketAddr, token: &str) -> Option<Vec<String>> {
    let mut connection = Connection::open(host).await.ok()?;
    let answer = connection.get(BOARD, &format!("authorization: Bearer {token}\r\n")).await.ok()?;
    let answer: Value = serde_json::from_slice(&answer.body).ok()?;
    let rows = answer["data"]["leaderboard"].as_array()?;
    let scores: Vec<i64> = rows.iter().map(hundredths).collect::<Option<_>>()?;
    for (row, score) in rows.iter().zip(&scores) {
        let better = scores.iter().filter(|other| *other > score).count();
        if row["position"].as_u64() != Some(better as u64 + 1) {
            return None;
        }
    }
    let mut lines: Vec<String> = rows
        .iter()
        .zip(&scores)
        .map(|(row, score)| format!("{} {score}", row["uaid"].as_str().unwrap_or_default()))
        .collect();
    lines.sort();
    Some(lines)
}

#[expect(clippy::cast_possible_truncation, reason = "a score has at most five digits")]
fn hundredths(row: &Value) -> Option<i64> {
    Some((row["score"].as_f64()? * 100.0).round() as i64)
}

pub async fn tallies_equal_the_store(world: &World<'_>) -> Vec<String> {
    let open = "status NOT IN ('cancelled', 'declined')";
    let count = |what: &str| format!("SUM(CASE WHEN {what} THEN 1 ELSE 0 END)");
    let counts = [
        count(open),
        count(&format!("COALESCE(arrived_at, onboarded_at, completed_at) IS NOT NULL AND {open}")),
        count(&format!("onboarded_at IS NOT NULL AND {open}")),
        count(&format!("completed_at IS NOT NULL AND {open}")),
        count("status = 'cancelled'"),
        count("status = 'declined'"),
    ]
    .join(" || ' ' || ");
    let counted = format!(
        "SELECT test_date || ' ' || test_time || ' ' || {counts} FROM booking \
         WHERE test_date IS NOT NULL AND test_time IS NOT NULL GROUP BY event_id, test_date, test_time"
    );
    let kept = "SELECT test_date || ' ' || test_time || ' ' || booked || ' ' || arrived || ' ' || onboarded || ' ' || \
         finished || ' ' || cancelled || ' ' || declined FROM slot_tally WHERE booked + cancelled + declined <> 0";
    let mut wrong = mismatches(world.store.texts(&counted).await, world.store.texts(kept).await);
    let scores = "SELECT b.test_date || ' ' || t.test_type || ' ' || COUNT(*) || ' ' || SUM(t.score_hundredths) \
         FROM result_test t JOIN booking b ON b.booking_id = t.booking_id WHERE t.score_hundredths IS NOT NULL \
         GROUP BY b.event_id, b.test_date, t.test_type";
    let finals = "SELECT test_date || ' final ' || COUNT(*) || ' ' || SUM(score_hundredths) FROM booking \
         WHERE status = 'completed' AND NOT held AND score_hundredths IS NOT NULL GROUP BY event_id, test_date";
    let kept = "SELECT test_date || ' ' || test_type || ' ' || scores || ' ' || points FROM score_tally WHERE scores <> 0";
    let mut counted = world.store.texts(scores).await;
    counted.extend(world.store.texts(finals).await);
    wrong.extend(mismatches(counted, world.store.texts(kept).await));
    wrong
}
