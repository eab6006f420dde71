//! Letters: one for each write, delivered at least once, and again only for a reason.

use std::collections::BTreeMap;

use super::{differences, mismatches};
use crate::history::Record;
use crate::node::Node;
use crate::stage::NOW_MS;
use crate::world::World;

/// How many letters a node sends at once: at most that many may be in doubt when it dies.
const AT_ONCE: i64 = 4;

pub async fn every_write_has_its_letter(world: &World<'_>, records: &[Record]) -> Vec<String> {
    let addresses: BTreeMap<String, String> = world
        .store
        .texts("SELECT uaid || ' ' || email FROM account")
        .await
        .iter()
        .filter_map(|line| line.split_once(' ').map(|(uaid, email)| (uaid.to_owned(), email.to_owned())))
        .collect();
    let stored: Vec<&Record> = records.iter().filter(|record| record.changed).collect();
    let line = |record: &Record| Some(format!("{} to {}", record.letter()?, addresses[&record.uaid]));
    let expected = stored.iter().filter_map(|record| line(record)).collect();
    let sql = "SELECT kind || ' to ' || to_address FROM mail_outbox WHERE kind IN ('booking-confirmed', 'booking-moved', \
         'booking-cancelled', 'booking-declined', 'final-score')";
    let (missing, extra) = differences(expected, world.store.texts(sql).await);
    // One that a later change has overtaken before it left is dropped (RULES 4.16).
    let overtaken = stored.iter().enumerate().filter(|(index, record)| {
        matches!(record.letter(), Some("booking-confirmed" | "booking-moved"))
            && stored[index + 1..].iter().any(|later| later.uaid == record.uaid && later.letter().is_some())
    });
    let (missing, _) = differences(missing, overtaken.filter_map(|(_, record)| line(record)).collect());
    mismatches(missing, extra)
}

pub async fn every_letter_arrives(world: &World<'_>) -> Vec<String> {
    let took = copies(world);
    let letters = world.store.texts("SELECT mail_id FROM mail_outbox").await;
    // An hour later jobs write letters of their own.
    let due = format!("FROM mail_outbox WHERE created_at < {}", NOW_MS + 3_000_000);
    let due_letters = world.store.texts(&format!("SELECT mail_id {due}")).await;
    let missing = due_letters.iter().filter(|id| !took.contains_key(*id));
    let mut wrong: Vec<String> = missing.map(|id| format!("{id} has not arrived")).collect();
    let unsent =
        format!("SELECT mail_id || ' is not sent: ' || COALESCE(last_error, '') {due} AND sent_at IS NULL");
    wrong.extend(world.store.texts(&unsent).await);
    let logs: Vec<String> = world.nodes.lock().await.iter().map(Node::log).collect();
    // It may have arrived before it was dropped, unknown to the node that sent it.
    let dropped = |id: &str| {
        logs.iter()
            .flat_map(|log| log.lines())
            .any(|line| line.contains("no longer true") && line.contains(id))
    };
    let unknown = took.keys().filter(|id| !letters.contains(id) && !dropped(id.as_str()));
    wrong.extend(unknown.map(|id| format!("{id} arrived and is in no outbox")));
    wrong
}

/// A letter arrives twice only if an attempt is recorded as failed, or if the node that sent it died before it could record
/// the outcome, which affects only the few letters that it was sending.
pub async fn no_letter_arrives_again_without_a_reason(world: &World<'_>) -> Vec<String> {
    let took = copies(world);
    let mut doubtful = world.deaths() * AT_ONCE;
    let mut wrong = Vec::new();
    for line in world.store.texts("SELECT mail_id || ' ' || attempts FROM mail_outbox").await {
        let (id, attempts) = line.split_once(' ').unwrap_or_default();
        let (copies, attempts) = (took.get(id).copied().unwrap_or(0), attempts.parse().unwrap_or(1));
        let again = (copies - attempts).max(0);
        if again > 0 && (doubtful == 0 || again > world.deaths()) {
            wrong.push(format!("{id} arrived {copies} times after {attempts} attempts"));
        }
        doubtful = (doubtful - again).max(0);
    }
    wrong
}

fn copies(world: &World<'_>) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for id in world.services.relay.took() {
        *counts.entry(id).or_insert(0) += 1;
    }
    counts
}
