use proptest::prelude::*;

use super::*;

const NOW: i64 = 1_000;

fn room(places: &[u64]) -> WaitingRoom {
    let mut room = WaitingRoom::new(Place::last_of(-1));
    for (second, places) in (0..).zip(places) {
        room.add(second, *places);
    }
    room
}

#[test]
fn an_earlier_second_comes_first_and_a_lower_lot_within_it() {
    let place = |second, lot| Place { second, lot };
    assert!(place(1, u32::MAX) < place(2, 0) && place(2, 0) < place(2, 1));
}

#[test]
fn people_are_let_in_second_by_second_and_within_one_by_lot() {
    let mut room = room(&[4, 4]);
    assert_eq!(room.waiting(NOW), 8);
    room.let_in_next(2, NOW);
    assert_eq!((room.waiting(NOW), room.let_in()), (6, Place { second: 0, lot: 1 << 31 }));
    assert!(room.admits(Place { second: 0, lot: 7 }) && !room.admits(Place { second: 0, lot: u32::MAX }));
    assert_eq!(room.ahead(Place { second: 0, lot: u32::MAX }), 1);
    assert_eq!(room.ahead(Place { second: 1, lot: 0 }), 2);
    room.let_in_next(3, NOW);
    assert_eq!(room.waiting(NOW), 3);
    room.let_in_next(3, NOW);
    assert_eq!((room.waiting(NOW), room.let_in()), (0, Place::last_of(NOW - 1)));
}

#[test]
fn a_second_that_is_not_over_waits_until_its_draw_is_complete() {
    let mut room = room(&[1]);
    room.add(NOW, 5);
    assert_eq!(room.waiting(NOW - 1), 1);
    room.let_in_next(100, NOW);
    assert_eq!((room.waiting(NOW), room.let_in()), (5, Place::last_of(NOW - 1)));
    assert!(!room.admits(Place { second: NOW, lot: 0 }));
    room.let_in_next(100, NOW + 1);
    assert!(room.admits(Place::last_of(NOW)));
}

#[test]
fn a_place_of_a_second_that_has_been_let_in_is_not_counted_again() {
    let mut room = room(&[3]);
    room.let_in_next(3, NOW);
    room.add(0, 1);
    room.add(NOW - 1, 1);
    assert_eq!(room.waiting(NOW), 0);
}

// RULES 13.13
#[test]
fn the_limit_falls_when_answers_are_slow_and_rises_when_the_site_is_full_and_fast() {
    let measured = |inside, answers, slow| Measured { inside, answers, slow };
    assert!(!measured(1_000, 49, 49).is_slow(), "too few answers to say");
    assert!(!measured(1_000, 1_000, 10).is_slow() && measured(1_000, 1_000, 11).is_slow());
    let (fast, slow) = (measured(1_000, 1_000, 0), measured(1_000, 1_000, 11));
    assert_eq!(adjusted(1_000, fast, 0), 1_020);
    assert_eq!([1, 2, 3, 4].map(|slow_for| adjusted(1_000, slow, slow_for)), [1_000, 1_000, 900, 900]);
    assert_eq!(adjusted(1_000, measured(500, 1_000, 11), 3), 450, "what was slow was slow with that many");
    assert_eq!(adjusted(1_000, measured(899, 1_000, 0), 0), 1_000, "not full");
    assert_eq!(adjusted(1_000, measured(1_000, 49, 0), 0), 1_000, "too few answers to say");
    assert_eq!(adjusted(LEAST, measured(10, 1_000, 1_000), 3), LEAST);
    assert_eq!(adjusted(100, measured(100, 1_000, 11), 3), 100, "slowness never raises it");
    assert_eq!((at_once(20_000), at_once(10)), (1_000, 50));
}

// RULES 13.13
#[test]
fn one_address_has_a_tenth_of_the_room_and_room_for_a_class() {
    assert_eq!([20_000, LEAST, 8].map(inside_from_one_address), [2_000, 20, 4]);
    assert_eq!([20_000, LEAST, 8].map(places_of_one_address), [2_000, 50, 50]);
}

#[test]
fn the_wait_is_what_the_last_people_took_and_a_long_one_is_seldom_asked_for() {
    assert_eq!(wait_seconds(300, 50, 10), Some(60));
    assert_eq!(wait_seconds(1, 50, 10), Some(1));
    assert_eq!(wait_seconds(1, 0, 10), None);
    assert_eq!(pause_seconds(None, 10), 2);
    assert_eq!(pause_seconds(Some(5), 10), 2);
    assert_eq!(pause_seconds(Some(300), 10), 30);
    assert_eq!(pause_seconds(Some(5), 100_000), 50);
    assert_eq!(pause_seconds(Some(3_600), 1_000_000), 60);
}

proptest! {
    /// Whatever the steps: nobody overtakes anybody, nobody is let in twice or forgotten, and never more than were asked for.
    #[test]
    fn steps_of_any_size_let_everybody_in_in_order(
        places in prop::collection::vec(0_u64..5_000, 1..20),
        steps in prop::collection::vec(1_u64..3_000, 1..200),
    ) {
        let mut room = room(&places);
        let all: u64 = places.iter().sum();
        let (mut asked, mut before) = (0, room.let_in());
        for step in steps {
            room.let_in_next(step, NOW);
            asked += step;
            prop_assert!(room.let_in() >= before);
            before = room.let_in();
            // A second's share is rounded once for each step.
            let let_in = all - room.waiting(NOW);
            prop_assert!(let_in <= asked, "{let_in} of {asked}");
            prop_assert!(let_in + 200 >= asked.min(all), "{let_in} of {asked}");
        }
        room.let_in_next(all + 1, NOW);
        prop_assert_eq!(room.waiting(NOW), 0);
    }

    /// With real lots, the number ahead is what counting people gives, up to what chance does to a draw.
    #[test]
    fn the_number_ahead_is_how_many_people_come_before(
        lots in prop::collection::vec(any::<u32>(), 2_000..4_000),
        seconds in 1_i64..5,
        let_in in 0_u64..2_000,
        mine in 0_usize..2_000,
    ) {
        let people: Vec<Place> =
            (0..).zip(&lots).map(|(n, lot)| Place { second: n % seconds, lot: *lot }).collect();
        let mut room = WaitingRoom::new(Place::last_of(-1));
        for place in &people {
            room.add(place.second, 1);
        }
        room.let_in_next(let_in, NOW);
        let counted = people.iter().filter(|place| !room.admits(**place) && **place < people[mine]).count() as u64;
        prop_assert!(room.ahead(people[mine]).abs_diff(counted) <= 250, "{} {counted}", room.ahead(people[mine]));
        let inside = people.iter().filter(|place| room.admits(**place)).count() as u64;
        prop_assert!(inside.abs_diff(let_in) <= 250, "{inside} {let_in}");
    }

    /// A draw is fair: where somebody stands among those of their second does not depend on when within it they came.
    #[test]
    fn nobody_gains_by_coming_earlier_within_a_draw(lot in any::<u32>(), before in 0_u64..1_000, after in 0_u64..1_000) {
        let place = Place { second: 5, lot };
        let stands = |first: u64, then: u64| {
            let mut room = WaitingRoom::new(Place::last_of(-1));
            room.add(5, first);
            room.add(5, 1);
            room.add(5, then);
            room.ahead(place)
        };
        prop_assert_eq!(stands(before, after), stands(after, before));
    }

    #[test]
    fn following_another_node_is_letting_in_as_it_did(
        places in prop::collection::vec(0_u64..50, 1..20),
        people in 0_u64..500,
    ) {
        let (mut leading, mut following) = (room(&places), room(&places));
        leading.let_in_next(people, NOW);
        following.follow(leading.let_in());
        prop_assert_eq!(leading.waiting(NOW), following.waiting(NOW));
        following.follow(Place::last_of(-1));
        prop_assert_eq!(leading.let_in(), following.let_in());
    }
}
