//! The board compared with brute force, and selected cases.

use proptest::prelude::*;

use super::*;

fn uaid(number: u64) -> Uaid {
    Uaid::from_number(number).unwrap()
}

fn scored(number: u64, gender: Gender, score: i32, at_ms: i64) -> Final {
    Final { uaid: uaid(number), gender, score: Score::from_hundredths(score), at_ms, since_ms: at_ms }
}

/// Numbers and positions, in order.
fn board(finals: &[Final], board: Board) -> Vec<(String, usize)> {
    rank(finals, board)
        .into_iter()
        .map(|standing| (finals[standing.index].uaid.to_string(), standing.position))
        .collect()
}

fn rows(expected: &[(&str, usize)]) -> Vec<(String, usize)> {
    expected.iter().map(|(uaid, position)| ((*uaid).to_owned(), *position)).collect()
}

// RULES 8.5
#[test]
fn as_many_rows_stand_around_somebody_as_fit_into_one_answer() {
    let rows = |each_side: usize| each_side + 1 + each_side;
    assert!(rows(AROUND_MAX) <= ROWS_MAX && ROWS_MAX < rows(AROUND_MAX + 1));
}

// RULES 8.1
#[test]
fn equal_scores_share_a_position_and_the_earlier_stands_first() {
    let finals = [
        scored(1, Gender::None, 7_000, 30),
        scored(2, Gender::None, 8_000, 20),
        scored(3, Gender::None, 8_000, 10),
        scored(4, Gender::None, 6_000, 5),
    ];
    assert_eq!(board(&finals, Board::Overall), rows(&[("3", 1), ("2", 1), ("1", 3), ("4", 4)]));
}

#[test]
fn at_the_same_moment_the_lower_number_stands_first_as_a_number() {
    let finals = [
        scored(10_000_000_000_000_000_000, Gender::None, 5_000, 1),
        scored(10, Gender::None, 5_000, 1),
        scored(9, Gender::None, 5_000, 1),
    ];
    let expected = rows(&[("9", 1), ("10", 1), ("10000000000000000000", 1)]);
    assert_eq!(board(&finals, Board::Overall), expected);
}

// RULES 8.2
#[test]
fn the_best_final_counts_and_of_equals_the_earliest() {
    let finals = [
        scored(1, Gender::None, 6_000, 1),
        scored(1, Gender::None, 7_000, 9),
        scored(1, Gender::None, 7_000, 5),
        scored(2, Gender::None, 7_000, 7),
    ];
    let standings = rank(&finals, Board::Overall);
    assert_eq!(standings.iter().map(|standing| standing.index).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(board(&finals, Board::Overall), rows(&[("1", 1), ("2", 1)]));
}

// RULES 8.4
#[test]
fn positions_count_within_the_board_and_other_genders_stand_overall_only() {
    let finals = [
        scored(1, Gender::Other, 9_000, 1),
        scored(2, Gender::Female, 8_000, 1),
        scored(3, Gender::Male, 7_000, 1),
        scored(4, Gender::Female, 6_000, 1),
        scored(5, Gender::None, 5_000, 1),
    ];
    assert_eq!(rank(&finals, Board::Overall).len(), 5);
    assert_eq!(board(&finals, Board::Female), rows(&[("2", 1), ("4", 2)]));
    assert_eq!(board(&finals, Board::Male), rows(&[("3", 1)]));
}

// RULES 8.6
#[test]
fn under_eighteen_nobody_is_shown_who_did_not_ask_for_it() {
    let date = |text: &str| Some(text.parse::<Date>().unwrap());
    let today = date("2026-03-02").unwrap();
    assert!(is_public(date("2008-03-02"), today, false));
    assert!(!is_public(date("2008-03-03"), today, false));
    assert!(is_public(date("2010-01-01"), today, true));
    assert!(!is_public(None, today, false));
}

fn any_final() -> impl Strategy<Value = Final> {
    // Few numbers, scores and times, so that ties and second finals are common. A person's gender does not change.
    (1_u64..12, 0_i32..6, 0_i64..6).prop_map(|(number, score, at)| {
        let gender = [Gender::Male, Gender::Female, Gender::Other, Gender::None][(number % 4) as usize];
        scored(number, gender, score * 1_000, at)
    })
}

/// One row for each competitor, found by searching everything for each of them.
fn by_hand(finals: &[Final], board: Board) -> Vec<(Uaid, i32, i64, usize)> {
    let mut best: Vec<(Uaid, i32, i64)> = Vec::new();
    for one in finals.iter().filter(|one| board.ranks(one.gender)) {
        let score = one.score.hundredths();
        match best.iter_mut().find(|(uaid, ..)| *uaid == one.uaid) {
            Some(kept) if score > kept.1 || (score == kept.1 && one.at_ms < kept.2) => {
                (kept.1, kept.2) = (score, one.at_ms);
            }
            Some(_) => {}
            None => best.push((one.uaid.clone(), score, one.at_ms)),
        }
    }
    let number = |uaid: &Uaid| uaid.as_str().parse::<u64>().unwrap();
    best.sort_by_key(|(uaid, score, at)| (-score, *at, number(uaid)));
    let position = |score: i32| 1 + best.iter().filter(|(_, other, _)| *other > score).count();
    best.iter().map(|(uaid, score, at)| (uaid.clone(), *score, *at, position(*score))).collect()
}

proptest! {
    #[test]
    fn the_board_is_what_brute_force_finds(finals in proptest::collection::vec(any_final(), 0..40)) {
        for board in [Board::Overall, Board::Male, Board::Female] {
            let found: Vec<_> = rank(&finals, board)
                .into_iter()
                .map(|standing| {
                    let one = &finals[standing.index];
                    (one.uaid.clone(), one.score.hundredths(), one.at_ms, standing.position)
                })
                .collect();
            prop_assert_eq!(found, by_hand(&finals, board));
        }
    }

    #[test]
    fn the_order_of_the_finals_does_not_matter(
        finals in proptest::collection::vec(any_final(), 0..30).prop_shuffle(),
    ) {
        let mut sorted = finals.clone();
        sorted.sort_by_key(|one| (one.at_ms, one.score, one.uaid.clone()));
        prop_assert_eq!(board(&finals, Board::Overall), board(&sorted, Board::Overall));
    }
}
