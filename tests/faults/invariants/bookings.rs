//! Places, open bookings, and the model: the store has the stored writes and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use super::differences;
use crate::history::Record;
use crate::plan::{Act, TESTS};
use crate::stage::{SLOTS, booking_of};
use crate::world::World;

pub async fn no_place_is_oversold(world: &World<'_>) -> Vec<String> {
    const SEATS: &str = "(SELECT COUNT(*) FROM booking b WHERE b.event_id = s.event_id AND b.test_date = s.test_date \
         AND b.test_time = s.test_time AND b.seat IS NOT NULL)";
    const OFFERS: &str = "(SELECT COUNT(*) FROM waitlist w WHERE w.event_id = s.event_id AND w.test_date = s.test_date \
         AND w.test_time = s.test_time AND w.status = 'offered')";
    let slots = format!(
        "SELECT s.test_date || ' ' || s.test_time || ': ' || s.taken || ' of ' || s.capacity || ' taken, ' || {SEATS} || \
         ' booked, ' || {OFFERS} || ' offered' FROM slot s WHERE s.taken > s.capacity OR s.taken <> {SEATS} + {OFFERS} \
         OR {SEATS} > s.capacity"
    );
    let mut wrong = world.store.texts(&slots).await;
    let seats = "SELECT MIN(booking_id) || ' shares its seat' FROM booking WHERE seat IS NOT NULL \
         GROUP BY event_id, test_date, test_time, seat HAVING COUNT(*) > 1";
    wrong.extend(world.store.texts(seats).await);
    let without = "SELECT booking_id || ' has no seat' FROM booking WHERE status = 'booked' AND seat IS NULL";
    wrong.extend(world.store.texts(without).await);
    wrong
}

pub async fn no_athlete_has_two_open_bookings(world: &World<'_>) -> Vec<String> {
    let sql = "SELECT uaid || ' has ' || COUNT(*) FROM booking WHERE status IN ('booked', 'assistance') \
         GROUP BY uaid HAVING COUNT(*) > 1";
    world.store.texts(sql).await
}

/// The lines that should be stored, each with whether a client was answered that it is.
type Model = BTreeMap<String, bool>;

/// The content of the store according to the stored acts.
fn model(world: &World<'_>, records: &[Record]) -> Model {
    let mut places: BTreeMap<String, (String, usize, bool)> = BTreeMap::new();
    let mut ends: BTreeMap<String, (&str, bool)> = BTreeMap::new();
    let mut model = Model::new();
    let mut left = BTreeMap::new();
    let mut revisions: BTreeMap<(String, &str), (u8, bool)> = BTreeMap::new();
    for record in records.iter().filter(|record| record.stored) {
        let (granted, uaid) = (record.was_granted(), record.uaid.clone());
        let id = record.booking_id().unwrap_or_default();
        match record.act {
            Act::Book(slot) | Act::Move(slot) => {
                places.insert(id, (uaid, slot, granted));
            }
            Act::Cancel => {
                ends.insert(id, ("cancelled", granted));
            }
            Act::Decline(_) => {
                ends.insert(id, ("declined", granted));
            }
            Act::Final(_) => {
                ends.insert(id, ("completed", granted));
            }
            Act::Join(slot) => {
                left.entry((uaid, slot)).or_insert((false, granted));
            }
            Act::Leave(slot) => {
                left.insert((uaid, slot), (true, granted));
            }
            Act::Test(_, test) => {
                revisions.insert((id, TESTS[test].0), (1, granted));
            }
            Act::Correct(_) => {
                revisions.insert((id, "Speed"), (2, granted));
            }
        }
    }
    for (id, (uaid, slot, granted)) in places {
        let (date, time) = SLOTS[slot];
        let (status, end_granted) = ends.remove(&id).unwrap_or(("booked", false));
        model.insert(format!("booking {id} of {uaid} is {status} at {date} {time}"), granted || end_granted);
    }
    for guest in &world.people().guests {
        let id = booking_of(guest);
        let (status, granted) = ends.remove(&id).unwrap_or(("booked", false));
        model.insert(format!("booking {id} of {} is {status} at 2026-11-23 09:15", guest.uaid), granted);
    }
    for (id, (status, granted)) in ends {
        model.insert(format!("booking {id}, which nobody made, is {status}"), granted);
    }
    for ((uaid, slot), (left, granted)) in left {
        let (date, time) = SLOTS[slot];
        let has = if left { "left" } else { "joined" };
        model.insert(format!("{uaid} has {has} the waiting list of {date} {time}"), granted);
    }
    for ((id, test), (revision, granted)) in revisions {
        model.insert(format!("{test} of {id} is closed, revision {revision}, 1 attempts"), granted);
    }
    model
}

/// The same lines, read from the store.
async fn stored(world: &World<'_>) -> Vec<String> {
    let bookings = "SELECT 'booking ' || booking_id || ' of ' || uaid || ' is ' || status || ' at ' || test_date || ' ' || \
         test_time FROM booking WHERE booking_id NOT LIKE 'past-%'";
    let lines = "SELECT uaid || ' has ' || CASE status WHEN 'left' THEN 'left' ELSE 'joined' END || ' the waiting list of ' || \
         test_date || ' ' || test_time FROM waitlist";
    let tests = "SELECT t.test_type || ' of ' || t.booking_id || ' is ' || t.status || ', revision ' || t.revision || ', ' || \
         (SELECT COUNT(*) FROM result_attempt a WHERE a.booking_id = t.booking_id AND a.test_type = t.test_type) || \
         ' attempts' FROM result_test t";
    let mut found = Vec::new();
    for sql in [bookings, lines, tests] {
        found.extend(world.store.texts(sql).await);
    }
    found
}

/// Every write that was answered with success is stored exactly once, however often it was sent.
pub async fn every_answered_write_is_there_once(world: &World<'_>, records: &[Record]) -> Vec<String> {
    let lost = records.iter().filter(|record| record.was_granted() && !record.stored);
    let mut wrong: Vec<String> =
        lost.map(|record| format!("{} was granted and is lost", record.request.key)).collect();
    wrong.extend(world.repeated_otherwise());
    let mut ended = BTreeSet::new();
    for record in records.iter().filter(|record| record.stored) {
        if matches!(record.act, Act::Cancel | Act::Decline(_)) && !ended.insert(record.booking_id()) {
            wrong.push(format!("{} ended a booking that had ended", record.request.key));
        }
    }
    let model = model(world, records);
    let (missing, _) = differences(model.keys().cloned().collect(), stored(world).await);
    wrong.extend(missing.into_iter().filter(|line| model[line]).map(|line| format!("missing: {line}")));
    wrong
}

/// The store has nothing that no act explains, and no act in part.
pub async fn no_other_write_is_there_even_in_part(world: &World<'_>, records: &[Record]) -> Vec<String> {
    let model = model(world, records);
    let (missing, extra) = differences(model.keys().cloned().collect(), stored(world).await);
    // Lines that differ from a successful answer are reported by the invariant above.
    let about = |line: &str| line.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let others: BTreeSet<String> =
        missing.iter().filter(|line| model[*line]).map(|line| about(line)).collect();
    let missing = missing.iter().filter(|line| !model[*line]).map(|line| format!("missing: {line}"));
    let extra = extra.iter().filter(|line| !others.contains(&about(line)));
    missing.chain(extra.map(|line| format!("not expected: {line}"))).collect()
}

/// Whatever the fault, no answer is an error of 500 or above except 503, which says when to retry.
pub async fn nothing_is_answered_with_an_error_of_ours(records: &[Record]) -> Vec<String> {
    let bad = |record: &&Record| record.tries.iter().any(|(status, _)| *status >= 500 && *status != 503);
    let bad = records.iter().filter(bad);
    bad.map(|record| format!("{} was answered {:?}", record.request.key, record.tries)).collect()
}
