//! One node's waiting room: starting, lapsing, and clocks that were wrong.

use super::*;
use crate::site::waiting_room::Room;

const NOW: i64 = 1_800_000_000;

fn visitor(address: u64, pass: Option<Pass>) -> Visitor {
    Visitor { pass, session: None, is_live: false, address }
}

/// A room for one person, who is inside, and the pass of somebody who waits.
fn full(now: i64) -> (Room, Pass) {
    let room = Room::new(1);
    assert!(matches!(room.enter(&visitor(1, None), now * 1_000), Entry::In(_)));
    assert_eq!(room.enter(&visitor(2, None), now * 1_000), Entry::Wait(None));
    let pass = room.place(&visitor(2, None), now * 1_000).unwrap();
    (room, pass)
}

fn row(room: &Room, now: i64) -> NodeRow {
    drop(room.at(now * 1_000));
    room.state().row(&room.node, now).unwrap()
}

/// The row of a node whose clock is ahead, and which has let everybody in.
fn row_ahead(seconds: i64) -> NodeRow {
    NodeRow {
        node_id: String::new(),
        seen_at: NOW + seconds,
        inside: 0,
        capacity: 100,
        let_in_second: NOW + seconds - 1,
        let_in_lot: u32::MAX,
        places: "[]".to_owned(),
    }
}

#[test]
fn a_clock_that_was_ahead_neither_stops_the_room_nor_lets_everybody_in() {
    let (room, first) = full(NOW);
    let ahead = NOW + 3_600;
    drop(room.at((NOW + 1) * 1_000));
    assert_eq!(room.enter(&visitor(2, Some(first)), (NOW + 1) * 1_000), Entry::Wait(Some(first)));
    // The clock jumps ahead, so both count as gone; another person waits for the one who comes in.
    assert!(matches!(room.enter(&visitor(2, Some(first)), ahead * 1_000), Entry::In(_)));
    assert_eq!(room.enter(&visitor(3, None), ahead * 1_000), Entry::Wait(None));
    let late = room.place(&visitor(3, None), ahead * 1_000).unwrap();
    // Back at the right time, that place is of the future: its holder waits like a newcomer.
    let now = NOW + 10;
    assert_eq!(room.enter(&visitor(3, Some(late)), now * 1_000), Entry::Wait(None));
    assert_eq!(room.counts(now * 1_000), (1, 0, 1));
    let after = now + INSIDE_S + 1;
    assert!(matches!(room.enter(&visitor(3, Some(late)), after * 1_000), Entry::In(_)), "seconds pass again");
}

#[test]
fn a_node_whose_clock_is_ahead_counts_as_none_and_lets_nobody_in() {
    let (room, first) = full(NOW);
    for now in NOW + 1..NOW + 5 {
        room.state().take_over(vec![row_ahead(600)], now);
        assert_eq!(room.enter(&visitor(2, Some(first)), now * 1_000), Entry::Wait(Some(first)));
    }
}

#[test]
fn the_row_of_a_stopped_node_whose_clock_was_ahead_never_lets_anybody_in() {
    let (running, first) = full(NOW);
    let Entry::In(Some(pass)) = running.enter(&visitor(1, None), NOW * 1_000) else {
        panic!("the person inside gets a pass");
    };
    let started = Room::new(1);
    let rows = vec![row(&running, NOW), row_ahead(300)];
    started.state().join(rows.clone(), NOW + 1);
    for (room, rows) in [(running, vec![row_ahead(300)]), (started, rows)] {
        let mut inside = Some(pass);
        for now in NOW + 1..=NOW + 700 {
            room.state().take_over(rows.clone(), now);
            let Entry::In(renewed) = room.enter(&visitor(1, inside), now * 1_000) else {
                panic!("the person inside stays: {}", now - NOW);
            };
            inside = renewed.or(inside);
            let entry = room.enter(&visitor(2, Some(first)), now * 1_000);
            assert_eq!(entry, Entry::Wait(Some(first)), "after {} seconds", now - NOW);
        }
        // With its clock right the same node counts again.
        let right = NodeRow { seen_at: NOW + 700, let_in_second: NOW, ..row_ahead(300) };
        room.state().take_over(vec![right], NOW + 700);
        let entry = room.enter(&visitor(2, Some(first)), (NOW + 700) * 1_000);
        assert!(matches!(entry, Entry::In(_)));
    }
}

#[test]
fn a_row_that_was_ahead_lets_nobody_in_at_a_node_that_starts_once_its_time_has_come() {
    let (running, first) = full(NOW);
    let started = Room::new(1);
    let rows = vec![NodeRow { seen_at: NOW + 400, ..row(&running, NOW) }, row_ahead(300)];
    started.state().join(rows.clone(), NOW + 401);
    for now in NOW + 401..NOW + 405 {
        started.state().take_over(rows.clone(), now);
        let entry = started.enter(&visitor(2, Some(first)), now * 1_000);
        assert_eq!(entry, Entry::Wait(Some(first)), "after {} seconds", now - NOW);
    }
}

#[test]
fn a_node_that_starts_when_the_only_row_is_ahead_does_not_let_everybody_in() {
    let waiting = format!("[[{},60]]", NOW - 10);
    let started = Room::new(1);
    started.state().join(vec![NodeRow { places: waiting, ..row_ahead(300) }], NOW);
    drop(started.at(NOW * 1_000));
    assert!(started.state().room.let_in() < Place::last_of(NOW - 10));
}

#[test]
fn a_node_that_starts_knows_who_is_inside_and_who_waits() {
    let (stopped, first) = full(NOW);
    let rows = vec![row(&stopped, NOW + 1)];
    let started = Room::new(1);
    started.state().join(rows, NOW + 2);
    for second in 2..=INSIDE_S {
        assert_eq!(started.enter(&visitor(2, Some(first)), (NOW + second) * 1_000), Entry::Wait(Some(first)));
    }
    let after = (NOW + INSIDE_S + 2) * 1_000;
    assert!(matches!(started.enter(&visitor(2, Some(first)), after), Entry::In(_)));
}

#[test]
fn a_node_that_starts_keeps_room_for_those_who_were_let_in_and_have_not_come() {
    let (stopped, first) = full(NOW);
    drop(stopped.at((NOW + 1) * 1_000));
    let second = stopped.place(&visitor(3, None), (NOW + 1) * 1_000).unwrap();
    let left = NOW + INSIDE_S + 1;
    drop(stopped.at(left * 1_000));
    let started = Room::new(1);
    started.state().join(vec![row(&stopped, left + 1)], left + 2);
    let now_ms = (left + 2) * 1_000;
    assert_eq!(started.enter(&visitor(3, Some(second)), now_ms), Entry::Wait(Some(second)));
    assert!(matches!(started.enter(&visitor(2, Some(first)), now_ms), Entry::In(_)));
}
