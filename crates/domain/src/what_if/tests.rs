//! Compared with what they have to equal: the board's own ranking, the percentile of a list, and every combination of marks.

use proptest::prelude::*;

use super::*;
use crate::attempt::Raw;
use crate::leaderboard::{Board, Final, TOP_ROWS, rank};
use crate::percentile::standing_among;
use crate::profile::Gender;
use crate::protocol::{Protocol, Protocols, Unit};
use crate::score::Score;
use crate::test_type::TestType;

fn counts(scores: &[i32]) -> ScoreCounts {
    ScoreCounts::of(scores.iter().map(|score| (Score::from_hundredths(*score), 1)))
}

/// Results that nobody has: costs follow from the protocol alone.
fn no_costs() -> Costs {
    Costs::new(&[[0; 101]; 6])
}

fn whole_points(hundredths: &[i32]) -> [u32; 101] {
    Costs::whole_points(scores(hundredths).into_iter().map(|score| (score, 1)))
}

fn scores(hundredths: &[i32]) -> Vec<Score> {
    hundredths.iter().copied().map(Score::from_hundredths).collect()
}

/// A board of others and oneself, whose final is the latest.
fn ranked(others: &[i32], own: i32) -> Vec<Final> {
    let row = |(place, score): (usize, &i32)| Final {
        uaid: (place + 1).to_string().parse().unwrap(),
        gender: Gender::None,
        score: Score::from_hundredths(*score),
        at_ms: i64::try_from(place).unwrap(),
        since_ms: 0,
    };
    others.iter().chain([&own]).enumerate().map(row).collect()
}

/// One's row on such a board, from 0, and its position.
fn own_row(others: &[i32], own: i32) -> (usize, usize) {
    let finals = ranked(others, own);
    let board = rank(&finals, Board::Overall);
    let row = board.iter().position(|standing| standing.index == others.len()).unwrap();
    (row, board[row].position)
}

/// Scores close together, so that some are equal, and some at the ends of the scale.
fn some_scores(most: usize) -> impl Strategy<Value = Vec<i32>> {
    proptest::collection::vec(prop_oneof![5_000..5_040_i32, 0..=10_000_i32, Just(0), Just(10_000)], 0..most)
}

proptest! {
    // RULES 7.12
    #[test]
    fn counts_travel_and_answer_as_a_list(mut list in some_scores(60), asked in 0..=10_000_i32, row in 0..70_usize) {
        let score = Score::from_hundredths(asked);
        let mut own = counts(&list);
        let (gaps, each) = own.gaps();
        prop_assert_eq!(ScoreCounts::from_gaps(&gaps, &each), Some(own.clone()));
        list.sort_unstable_by_key(|score| -score);
        let count = |keep: fn(&i32, i32) -> bool| {
            u32::try_from(list.iter().filter(|other| keep(other, asked)).count()).unwrap()
        };
        prop_assert_eq!(own.len() as usize, list.len());
        prop_assert_eq!(own.is_empty(), list.is_empty());
        prop_assert_eq!(own.above(score), count(|other, own| *other > own));
        prop_assert_eq!(own.at(score), count(|other, own| *other == own));
        prop_assert_eq!(own.below(score), count(|other, own| *other < own));
        let found = row.checked_sub(1).and_then(|place| list.get(place)).copied();
        prop_assert_eq!(own.row(row).map(Score::hundredths), found);
        let above = list.iter().copied().filter(|other| *other > asked).min();
        prop_assert_eq!(own.next_above(score).map(Score::hundredths), above);
        own.remove(score);
        if let Some(place) = list.iter().position(|other| *other == asked) {
            list.remove(place);
        }
        prop_assert_eq!(own, counts(&list));
    }

    // RULES 7.12, 8.1: with the athlete's row taken out and the other final put in, the board says the same.
    #[test]
    fn a_position_is_that_of_the_board(others in some_scores(40), own in 0..=10_000_i32, asked in 4_990..5_050_i32) {
        let mut board = others.clone();
        board.push(own);
        let field = OtherFinals::new(counts(&board), Some(Score::from_hundredths(own)), no_costs());
        let score = Score::from_hundredths(asked);
        prop_assert_eq!(field.position(score), own_row(&others, asked).1);
        prop_assert_eq!(field.ranked() as usize, board.len());
    }

    // RULES 7.10, 7.12
    #[test]
    fn a_standing_in_the_field_is_that_in_the_list(others in some_scores(40), own in 0..=10_000_i32, asked in 4_990..5_050_i32) {
        let mut board = others.clone();
        board.push(own);
        let score = Score::from_hundredths(asked);
        let expected = |others: &[i32]| {
            let with: Vec<i32> = others.iter().copied().chain([asked]).collect();
            standing_among(score, &scores(&with))
        };
        let field = OtherFinals::new(counts(&board), Some(Score::from_hundredths(own)), no_costs());
        prop_assert_eq!(field.field_standing(score), expected(&others));
        // Somebody who is not on the board is one more.
        let field = OtherFinals::new(counts(&board), None, no_costs());
        prop_assert_eq!(field.field_standing(score), expected(&board));
    }

    // RULES 7.14
    #[test]
    fn the_least_final_for_the_top_is_enough_and_one_less_is_not(others in some_scores(40), own in 0..=10_000_i32) {
        let field = OtherFinals::new(counts(&others), None, no_costs());
        let among = |score| own_row(&others, score).0 < TOP_ROWS;
        match field.top(Score::from_hundredths(own)) {
            Goal::Met => prop_assert!(among(own)),
            Goal::Final(least) => {
                prop_assert!(!among(own));
                prop_assert!(among(least.hundredths()));
                prop_assert!(!among(least.hundredths() - 1));
            }
            Goal::Beyond => prop_assert!(!among(own) && !among(10_000)),
        }
    }

    // RULES 7.14
    #[test]
    fn the_least_final_for_passing_one_passes_one(
        others in some_scores(20), visit in 4_990..5_050_i32, earlier in proptest::option::of(4_990..5_050_i32),
    ) {
        let mut board = others.clone();
        board.extend(earlier);
        let row = earlier.map(Score::from_hundredths);
        let field = OtherFinals::new(counts(&board), row, no_costs());
        let standing = visit.max(earlier.unwrap_or(visit));
        // The number of people above. Passing one of them means a row before theirs.
        let above = own_row(&others, standing).1 - 1;
        let passes = |score| own_row(&others, score).0 < above;
        match field.next_up(Score::from_hundredths(visit)) {
            Goal::Met => prop_assert_eq!(above, 0),
            Goal::Final(least) => {
                prop_assert!(passes(least.hundredths()));
                prop_assert!(!passes(least.hundredths() - 1));
            }
            Goal::Beyond => prop_assert!(above > 0 && !passes(10_000)),
        }
    }

    // RULES 7.13
    #[test]
    fn a_gain_costs_more_the_larger_it_is(
        points in proptest::collection::vec(0..=10_000_i32, 0..200), from in 0..10_000_i32, by in 1..10_000_i32,
    ) {
        let costs = Costs::new(&core::array::from_fn(|_| whole_points(&points)));
        let of = |from: i32, to: i32| {
            costs.of(TestType::Power, Score::from_hundredths(from), Score::from_hundredths(to))
        };
        let to = (from + by).min(10_000);
        prop_assert!(of(from, to) > 0);
        prop_assert_eq!(of(from, to), of(from, to - 1) + of(to - 1, to));
        prop_assert_eq!(of(to, from), 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    // RULES 7.13: against every combination of marks.
    #[test]
    fn the_cheapest_way_is_the_cheapest_of_all(
        small in proptest::array::uniform6((0..2_i32, 1..4_i32, 0..5_i32)),
        points in proptest::array::uniform6(proptest::collection::vec(0..=10_000_i32, 0..30)),
        goal in 0..=10_000_i32,
    ) {
        let protocols = small_protocols(&small);
        let own = core::array::from_fn(|test| Raw::from_thousandths(small[test].2 * 1_000));
        let costs = Costs::new(&points.each_ref().map(|points| whole_points(points)));
        let goal = Score::from_hundredths(goal);
        let cost_of = |marks: &[Raw; 6]| -> u32 {
            TestType::ALL.iter().map(|test| {
                let of = |marks: &[Raw; 6]| protocols.of(*test).points(marks[test.index()]);
                costs.of(*test, of(&own), of(marks))
            }).sum()
        };
        let least = every_way(&protocols, &own).iter()
            .filter(|marks| final_of(protocols.tests(), marks) >= goal)
            .map(cost_of)
            .min();
        let found = cheapest(protocols.tests(), &costs, &own, goal);
        prop_assert_eq!(found.as_ref().map(cost_of), least);
        if let Some(marks) = found {
            prop_assert!(final_of(protocols.tests(), &marks) >= goal);
            for test in TestType::ALL {
                let (own, mark) = (own[test.index()], marks[test.index()]);
                let protocol = protocols.of(test);
                prop_assert!(mark == own || (protocol.points(mark) > protocol.points(own) && protocol.check(mark).is_ok()));
            }
        }
    }
}

/// Six protocols with few marks each: `direction`, `hundred` (in hits) and one's own mark, which may be past it.
fn small_protocols(small: &[(i32, i32, i32); 6]) -> Protocols {
    let tests = TestType::ALL.map(|test_type| {
        let (falling, span, _) = small[test_type.index()];
        let marks = [0, span * 1_000].map(Raw::from_thousandths);
        let [zero, hundred] = if falling == 1 { [marks[1], marks[0]] } else { marks };
        let (low, high) = (Raw::default(), Raw::from_thousandths(6_000));
        Protocol { test_type, unit: Unit::Hits, zero, hundred, low, high, attempts: 1 }
    });
    Protocols::new(1, tests.to_vec()).unwrap()
}

/// Every combination of one's own marks and those of the sliders.
fn every_way(protocols: &Protocols, own: &[Raw; 6]) -> Vec<[Raw; 6]> {
    TestType::ALL.into_iter().fold(vec![*own], |ways, test| {
        let marks: Vec<Raw> = protocols.of(test).slider().chain([own[test.index()]]).collect();
        let with = |way: &[Raw; 6], mark: Raw| {
            let mut way = *way;
            way[test.index()] = mark;
            way
        };
        ways.iter().flat_map(|way| marks.iter().map(move |mark| with(way, *mark))).collect()
    })
}

// RULES 7.14
#[test]
fn a_visit_above_the_best_final_is_a_new_best_already() {
    let own_best =
        |visit, best| OtherFinals::own_best(Score::from_hundredths(visit), Score::from_hundredths(best));
    let least = |score| Goal::Final(Score::from_hundredths(score));
    assert_eq!(own_best(5_001, 5_000), Goal::Met);
    assert_eq!(own_best(5_000, 5_000), least(5_001));
    assert_eq!(own_best(4_999, 5_000), least(5_001));
    assert_eq!(own_best(10_000, 10_000), Goal::Beyond);
}

// RULES 7.12
#[test]
fn a_slider_runs_from_the_zero_mark_to_the_hundred_mark() {
    let ends = |test: TestType| {
        let marks: Vec<String> = Protocols::STANDARD.of(test).slider().map(|raw| raw.to_string()).collect();
        (marks.len(), marks[0].clone(), marks[1].clone(), marks[marks.len() - 1].clone())
    };
    let expected = [
        (TestType::Cognitive, (91, "20", "21", "110")),
        (TestType::Strength, (351, "15", "15.1", "50")),
        (TestType::Power, (121, "15", "15.5", "75")),
        (TestType::Speed, (151, "4.2", "4.19", "2.7")),
        (TestType::Agility, (241, "6.5", "6.49", "4.1")),
        (TestType::Endurance, (131, "3", "3.1", "16")),
    ];
    for (test, (count, first, second, last)) in expected {
        assert_eq!(ends(test), (count, first.to_owned(), second.to_owned(), last.to_owned()), "{test}");
    }
    for test in TestType::ALL {
        let protocol = Protocols::STANDARD.of(test);
        assert!(protocol.slider().all(|raw| protocol.check(raw).is_ok()), "{test}");
    }
}

// RULES 7.13
#[test]
fn a_point_costs_the_share_of_those_who_got_no_further() {
    // A hundred have exactly 40 points, a hundred have 41; with the imagined ones 261 and 160 have reached 40 and 41.
    let mut points = [[0; 101]; 6];
    points[0][40] = 100;
    points[0][41] = 100;
    let costs = Costs::new(&points);
    let [from, half, to] = [4_000, 4_050, 4_100].map(Score::from_hundredths);
    assert_eq!(costs.of(TestType::Cognitive, from, to), 387_000);
    assert_eq!(costs.of(TestType::Cognitive, from, half) * 2, costs.of(TestType::Cognitive, from, to));
    assert_eq!(costs.reached(TestType::Cognitive, half), Some((200, 200)));
    assert_eq!(costs.reached(TestType::Cognitive, to), Some((100, 200)));
    assert_eq!(costs.reached(TestType::Strength, to), None);
}

// RULES 7.13
#[test]
fn what_the_hundred_marks_do_not_reach_is_said_to_be_out_of_reach() {
    let own = [20_000, 15_000, 15_000, 4_200, 6_500, 3_000].map(Raw::from_thousandths);
    let way = |goal| cheapest(Protocols::STANDARD.tests(), &no_costs(), &own, Score::from_hundredths(goal));
    assert_eq!(way(0), Some(own));
    assert_eq!(way(10_000).map(|marks| final_of(Protocols::STANDARD.tests(), &marks)), Some(Score::FULL));
    assert_eq!(way(10_001), None);
}
