//! Letters: one for each write, delivered at least once, and again only for a reason.

use std::collections::BTreeMap;

use super::mismatches;
use crate::history::Record;
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
    let stored = records.iter().filter(|record| record.changed);
    let expected =
        stored.filter_map(|record| Some(format!("{} to {}", record.letter()?, addresses[&record.uaid])));
    let sql = "SELECT kind || ' to ' || to_address FROM mail_outbox WHERE kind IN ('booking-confirmed', 'booking-moved', \
         'booking-cancelled', 'booking-declined', 'final-score')";
    mismatches(expected.collect(), world.store.texts(sql).await)
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
    let known = took.keys().filter(|id| !letters.contains(id));
    wrong.extend(known.map(|id| format!("{id} arrived and is in no outbox")));
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
