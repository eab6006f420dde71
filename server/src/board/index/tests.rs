//! The index compared with the domain's own ranking, which sorts everything.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sixfold_domain::attempt::Raw;
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::{self, Final};
use sixfold_domain::protocol::Unit;

use super::*;

const BOARDS: [Board; 3] = [Board::Overall, Board::Male, Board::Female];
const GENDERS: [Gender; 4] = [Gender::Male, Gender::Female, Gender::Other, Gender::None];

#[derive(Debug, Clone)]
enum Change {
    /// Another final: score, instant, how long it was held.
    Final(i32, i64, i64),
    /// The latest final gets another score.
    Correct(i32),
    Gender(usize),
    Delete,
}

fn uaid(number: u64) -> Uaid {
    Uaid::from_number(number).unwrap()
}

fn any_act() -> impl Strategy<Value = (u64, Change)> {
    // Few people, scores and instants, so that ties and second finals are frequent.
    let act = prop_oneof![
        6 => (0_i32..5, 0_i64..5, 0_i64..4).prop_map(|(score, at, held)| Change::Final(score * 2_500, at, held)),
        2 => (0_i32..=10_000).prop_map(Change::Correct),
        1 => (0_usize..4).prop_map(Change::Gender),
        1 => Just(Change::Delete),
    ];
    (1_u64..14, act)
}

/// Each person's gender and finals, as the database would have them.
type Store = BTreeMap<u64, (Gender, Vec<(i32, i64, i64)>)>;

fn finals(store: &Store) -> Vec<Final> {
    let all = store.iter().flat_map(|(number, (gender, finals))| {
        finals.iter().map(|(score, at_ms, since_ms)| Final {
            uaid: uaid(*number),
            gender: *gender,
            score: Score::from_hundredths(*score),
            at_ms: *at_ms,
            since_ms: *since_ms,
        })
    });
    all.collect()
}

/// Another mark for every instant, and none at some.
fn mark(at_ms: i64) -> Option<Measurement> {
    let raw = Raw::from_thousandths(i32::try_from(at_ms).unwrap() + 2_700);
    (at_ms % 3 != 2).then_some(Measurement { raw, unit: Unit::Seconds })
}

fn of_test(score: i32, at: i64, since: i64, midnight: i64) -> Best {
    Best { mark: mark(at), ..Best::new(Score::from_hundredths(score), at, since, midnight) }
}

fn best(finals: &[(i32, i64, i64)], midnight: i64) -> Option<Best> {
    finals.iter().map(|(score, at, since)| of_test(*score, *at, *since, midnight)).reduce(Best::or)
}

/// A row of a board: number, score, instant, position, previous position, mark.
type Line = (String, i32, i64, usize, Option<usize>, Option<Measurement>);
type Rows = Vec<Line>;

fn expected(store: &Store, board: Board, midnight: i64) -> Rows {
    let finals = finals(store);
    let visible: Vec<Final> = finals.iter().filter(|one| one.since_ms < midnight).cloned().collect();
    let position = |standing: leaderboard::Standing| (&visible[standing.index].uaid, standing.position);
    let before: BTreeMap<&Uaid, usize> =
        leaderboard::rank(&visible, board).into_iter().map(position).collect();
    let standings = leaderboard::rank(&finals, board);
    let row = |standing: &leaderboard::Standing| {
        let one = &finals[standing.index];
        let (number, score) = (one.uaid.to_string(), one.score.hundredths());
        let previous = before.get(&one.uaid).copied();
        (number, score, one.at_ms, standing.position, previous, mark(one.at_ms))
    };
    standings.iter().map(row).collect()
}

fn found(index: &Index, people: &People, board: Board, from: usize) -> Rows {
    let row = |rank: Rank| {
        let uaid = people.get(rank.row.id).uaid().unwrap().to_string();
        let mark = index.mark(rank.row.id);
        (uaid, rank.row.score.hundredths(), rank.row.at_ms, rank.position, rank.previous, mark)
    };
    index.rows(board, from).map(row).collect()
}

/// The same changes in the store and in the index, one by one.
fn play(acts: &[(u64, Change)], midnight: i64) -> (Store, People, Index) {
    let (mut store, mut people, mut index) = (Store::new(), People::new(), Index::new());
    for (number, act) in acts {
        let known = GENDERS[usize::try_from(*number % 4).unwrap()];
        let (gender, finals) = store.entry(*number).or_insert((known, Vec::new()));
        match act {
            Change::Final(score, at, held) => finals.push((*score, *at, at + held)),
            Change::Correct(score) => {
                if let Some(last) = finals.last_mut() {
                    last.0 = *score;
                }
            }
            Change::Gender(other) => *gender = GENDERS[*other],
            Change::Delete => finals.clear(),
        }
        if let Some(best) = best(finals, midnight) {
            let id = people.put(&uaid(*number), ("First", "Last"), *gender);
            index.set(&people, id, best);
        } else if let Some(id) = people.id(&uaid(*number)) {
            index.remove(&people, id);
            people.forget(id);
        }
    }
    (store, people, index)
}

proptest! {
    // RULES 8.11
    #[test]
    fn after_any_updates_the_boards_are_what_sorting_gives(
        acts in proptest::collection::vec(any_act(), 0..120),
        midnight in 0_i64..8,
    ) {
        let (store, people, index) = play(&acts, midnight);
        for board in BOARDS {
            let expected = expected(&store, board, midnight);
            prop_assert_eq!(index.len(board), expected.len());
            prop_assert_eq!(&found(&index, &people, board, 0), &expected);
            for (number, row) in expected.iter().enumerate() {
                let id = people.id(&row.0.parse().unwrap()).unwrap();
                prop_assert_eq!(index.number(&people, board, id), Some(number));
                let rank = index.rank(board, id).unwrap();
                prop_assert_eq!((rank.position, rank.previous), (row.3, row.4));
                prop_assert_eq!(&found(&index, &people, board, number), &expected[number..]);
            }
            prop_assert!(found(&index, &people, board, expected.len()).is_empty());
        }
    }

    #[test]
    fn a_board_that_was_built_at_once_is_the_one_that_grew(
        acts in proptest::collection::vec(any_act(), 0..80),
        midnight in 0_i64..8,
    ) {
        let (store, people, grown) = play(&acts, midnight);
        let finals = finals(&store);
        let built = Index::build(&people, finals.iter().map(|one| {
            (people.id(&one.uaid).unwrap(), of_test(one.score.hundredths(), one.at_ms, one.since_ms, midnight))
        }));
        for board in BOARDS {
            prop_assert_eq!(found(&built, &people, board, 0), found(&grown, &people, board, 0));
        }
    }

    // RULES 7.10 and 7.11
    #[test]
    fn a_standing_and_a_median_are_those_of_a_sorted_list(
        acts in proptest::collection::vec(any_act(), 0..160),
        own in 1_u64..16,
        score in prop_oneof![0_i32..=10_000, (0_i32..5).prop_map(|step| step * 2_500)],
    ) {
        let (store, people, index) = play(&acts, 0);
        let score = Score::from_hundredths(score);
        for board in BOARDS {
            let rows = expected(&store, board, 0);
            let mut field: Vec<Score> = rows.iter()
                .filter(|row| row.0 != own.to_string())
                .map(|row| Score::from_hundredths(row.1))
                .collect();
            field.push(score);
            let expected = sixfold_domain::percentile::standing_among(score, &field);
            prop_assert_eq!(index.field_standing(board, people.id(&uaid(own)), score), expected);
            let middle = |at: usize| rows.get(at).map(|row| Score::from_hundredths(row.1));
            prop_assert_eq!(index.median(board), median(rows.len(), middle));
        }
    }

    #[test]
    fn a_day_that_turns_is_a_board_built_after_midnight(
        acts in proptest::collection::vec(any_act(), 0..80),
        midnight in 0_i64..8,
    ) {
        let (store, people, mut index) = play(&acts, midnight);
        index.turn_day();
        for board in BOARDS {
            prop_assert_eq!(found(&index, &people, board, 0), expected(&store, board, i64::MAX));
        }
    }

    #[test]
    fn a_span_is_where_a_page_goes_on(
        acts in proptest::collection::vec(any_act(), 0..80),
        score in -100_i32..10_100,
        at in -1_i64..6,
    ) {
        let (store, _, index) = play(&acts, 0);
        for board in BOARDS {
            let rows = expected(&store, board, 0);
            for score in [score, score / 2_500 * 2_500] {
                let ahead = |row: &&Line| (-row.1, row.2) < (-score, at);
                let level = |row: &&Line| (row.1, row.2) == (score, at);
                let first = rows.iter().filter(ahead).count();
                let span = (first, first + rows.iter().filter(level).count());
                prop_assert_eq!(index.span(board, Score::from_hundredths(score), at), span);
            }
        }
    }
}

// RULES 8.3
#[test]
fn the_previous_position_is_that_of_the_finals_visible_before_midnight() {
    const MIDNIGHT: i64 = 100;
    let finals = [
        (1, 7_000, 2, 2),
        (2, 6_000, 3, 3),
        // Today the second passes the first, and somebody new comes in.
        (2, 8_000, 100, 100),
        (3, 6_500, 101, 101),
        // Revealed today: not there yesterday, but achieved before the first's equal score.
        (4, 7_000, 1, 100),
    ];
    let mut people = People::new();
    let finals = finals.map(|(number, score, at, since)| {
        let id = people.put(&uaid(number), ("First", "Last"), Gender::None);
        (id, Best::new(Score::from_hundredths(score), at, since, MIDNIGHT))
    });
    let index = Index::build(&people, finals.into_iter());
    let rows: Vec<_> = found(&index, &people, Board::Overall, 0)
        .into_iter()
        .map(|(number, _, _, position, previous, _)| (number, position, previous))
        .collect();
    let expected = [("2", 1, Some(2)), ("4", 2, None), ("1", 2, Some(1)), ("3", 4, None)];
    assert_eq!(rows, expected.map(|(number, position, previous)| (number.to_owned(), position, previous)));
}

#[test]
fn a_hundred_thousand_athletes_take_less_than_forty_bytes_each_and_board() {
    const ATHLETES: u64 = 100_000;
    let mut people = People::new();
    let mut index = Index::new();
    for number in 1..=ATHLETES {
        let id = people.put(&uaid(number), ("First", "Last"), GENDERS[usize::from(number % 2 == 0)]);
        let score = Score::from_hundredths(i32::try_from(number * 7_919 % 10_001).unwrap());
        index.set(&people, id, Best::new(score, i64::try_from(number * 31 % ATHLETES).unwrap(), 0, 1));
    }
    let rows = index.len(Board::Overall) + index.len(Board::Male) + index.len(Board::Female);
    assert_eq!(rows, 200_000);
    assert!(index.bytes() < 40 * rows, "{} bytes a row", index.bytes() / rows);
    // A board of finals has no marks to pay for.
    assert_eq!(index.marks.bytes(), Marks::default().bytes());
    // Removing everybody frees the memory.
    for number in 1..=ATHLETES {
        index.remove(&people, people.id(&uaid(number)).unwrap());
    }
    assert!(index.is_empty());
}
