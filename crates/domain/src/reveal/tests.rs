use proptest::prelude::*;

use super::*;
use crate::leaderboard::{Board, rank};
use crate::profile::Gender;

fn uaid(number: u64) -> Uaid {
    Uaid::from_number(number + 1).unwrap()
}

fn made(number: u64, score: i32, at_ms: i64) -> Final {
    Final {
        uaid: uaid(number),
        gender: Gender::None,
        score: Score::from_hundredths(score),
        at_ms,
        since_ms: at_ms,
    }
}

/// Finals with the ids of their bookings, from `a` on.
fn booked(finals: impl IntoIterator<Item = Final>) -> Vec<(&'static str, Final)> {
    "a b c d e f g h i j k l m n o p q r s t".split(' ').zip(finals).collect()
}

// RULES 8.8
#[test]
fn next_and_back_pass_over_whoever_is_out() {
    let out = [false, true, true, false, true];
    assert_eq!(step_after(0, Move::Next, &out), Ok(1));
    assert_eq!(step_after(1, Move::Next, &out), Ok(4));
    assert_eq!(step_after(4, Move::Next, &out), Err(RevealError::Step));
    assert_eq!(step_after(5, Move::Back, &out), Ok(4));
    assert_eq!(step_after(4, Move::Back, &out), Ok(1));
    assert_eq!(step_after(1, Move::Back, &out), Ok(0));
    assert_eq!(step_after(0, Move::Back, &out), Err(RevealError::Step));
    // An athlete who is shown withdraws: their step is passed over like others.
    assert_eq!(step_after(2, Move::Back, &out), Ok(1));
    assert_eq!(step_after(2, Move::Back, &[true; 3]), Ok(0));
}

#[test]
fn a_jump_leads_to_any_step_and_no_further() {
    let out = [false, true, false];
    for step in 0..=3 {
        assert_eq!(step_after(1, Move::Jump(step), &out), Ok(step));
    }
    assert_eq!(step_after(1, Move::Jump(4), &out), Err(RevealError::Step));
    assert_eq!(step_after(0, Move::Jump(usize::MAX), &[]), Err(RevealError::Step));
    assert_eq!(step_after(0, Move::Next, &[]), Err(RevealError::Step));
}

#[test]
fn only_what_the_current_state_forbids_is_a_conflict() {
    for conflict in [RevealError::Running, RevealError::NotRunning, RevealError::Moved] {
        assert!(conflict.is_conflict(), "{conflict}");
    }
    for wrong in [RevealError::Step, RevealError::NothingHeld] {
        assert!(!wrong.is_conflict(), "{wrong}");
    }
}

#[test]
fn the_top_is_decided_last_and_ties_land_as_they_stand() {
    // 80 at 5, 80 at 3, 70, 90.
    let finals = booked([made(1, 8_000, 5), made(2, 8_000, 3), made(3, 7_000, 1), made(4, 9_000, 9)]);
    assert_eq!(arrange(&finals, &Order::Descending), [3, 1, 0, 2]);
    assert_eq!(arrange(&finals, &Order::Ascending), [2, 0, 1, 3]);
}

#[test]
fn whoever_a_given_order_does_not_name_comes_first() {
    let finals = booked([made(1, 8_000, 5), made(2, 8_500, 3), made(3, 7_000, 1), made(1, 6_000, 9)]);
    let given = |numbers: &[u64]| {
        arrange(&finals, &Order::Athletes(numbers.iter().map(|number| uaid(*number)).collect()))
    };
    assert_eq!(given(&[2, 1, 3]), [1, 3, 0, 2]);
    assert_eq!(given(&[1]), [2, 1, 3, 0]);
    assert_eq!(given(&[3, 1, 3]), [1, 2, 3, 0]);
    // None of these is on hold.
    assert_eq!(given(&[77]), arrange(&finals, &Order::Ascending));
}

#[test]
fn an_order_of_bookings_keeps_the_finals_of_one_athlete_apart() {
    // Athlete 1 has 60 and 90.
    let finals = booked([made(1, 6_000, 1), made(2, 7_000, 2), made(3, 8_000, 3), made(1, 9_000, 4)]);
    let given = |ids: &str| arrange(&finals, &Order::Bookings(ids.split(' ').map(str::to_owned).collect()));
    assert_eq!(given("a c b d"), [0, 2, 1, 3]);
    assert_eq!(given("d c"), [0, 1, 3, 2]);
    assert_eq!(given("d c d"), [0, 1, 3, 2]);
    // RULES 8.8: after the 90 no board would show the 60.
    assert_eq!(given("d a"), [1, 2, 3]);
    // There is no such booking.
    assert_eq!(given("z"), arrange(&finals, &Order::Ascending));
}

/// The board of some finals: athletes with their best scores.
fn bests(finals: &[Final]) -> Vec<(Uaid, Score)> {
    let standings = rank(finals, Board::Overall);
    standings
        .iter()
        .map(|standing| (finals[standing.index].uaid.clone(), finals[standing.index].score))
        .collect()
}

proptest! {
    /// Whatever has been revealed, the predicted row equals that on the board once the step and all before it count.
    #[test]
    fn a_step_lands_where_the_board_will_rank_it(
        visible in prop::collection::vec((0_u64..12, 0_i32..40), 0..20),
        held in prop::collection::vec((0_u64..12, 0_i32..40), 0..12),
        revealed in 0_usize..13,
    ) {
        let visible: Vec<Final> = visible.into_iter().map(|(who, score)| made(who, score, 0)).collect();
        let held: Vec<Final> = held.into_iter().map(|(who, score)| made(who, score, 1)).collect();
        let before = bests(&visible);
        let had = |uaid: &Uaid| before.iter().find(|(other, _)| other == uaid).map(|(_, score)| *score);
        let steps: Vec<Step> = held
            .iter()
            .enumerate()
            .map(|(index, held)| Step {
                uaid: held.uaid.clone(),
                score: held.score,
                had: had(&held.uaid),
                revealed: index < revealed,
            })
            .collect();
        let at = |count: usize| -> Vec<Final> {
            visible.iter().chain(&held[..count.min(held.len())]).cloned().collect()
        };
        let now = bests(&at(revealed));
        let ahead = |score: Score| now.iter().filter(|(_, other)| *other > score).count();
        let landings = landings(&steps, ahead);
        prop_assert_eq!(landings.len(), steps.len());
        for (index, landing) in landings.into_iter().enumerate() {
            let then = at(index + 1);
            let standings = rank(&then, Board::Overall);
            let row = standings.iter().find(|row| then[row.index].uaid == held[index].uaid).unwrap();
            let expected = Landing { best: then[row.index].score, position: row.position };
            prop_assert_eq!(landing, expected, "step {}", index + 1);
        }
    }

    /// Whatever the order, every athlete ends with their best final, and each of their steps is above the one before: a board shows
    /// no other. From the lowest up only equal finals are left out.
    #[test]
    fn an_order_loses_nobody_whom_a_board_will_show(
        finals in prop::collection::vec((0_u64..9, 0_i32..9, 0_i64..3), 0..20),
        given in prop::collection::vec(0_u64..12, 0..12),
    ) {
        let finals = booked(finals.into_iter().map(|(who, score, at)| made(who, score, at)));
        for order in [
            Order::Ascending,
            Order::Descending,
            Order::Athletes(given.into_iter().map(uaid).collect()),
        ] {
            let indices = arrange(&finals, &order);
            let mut last: HashMap<&Uaid, Score> = HashMap::new();
            for index in &indices {
                let Final { uaid, score, .. } = &finals[*index].1;
                let before = last.insert(uaid, *score);
                prop_assert!(before.is_none_or(|before| before < *score), "{before:?} before {score:?}");
            }
            let of_each = |(_, one): &(&str, Final)| last.get(&one.uaid).is_some_and(|best| *best >= one.score);
            prop_assert!(finals.iter().all(of_each), "{order:?} of {finals:?} is {indices:?}");
            let mut scores: Vec<(&Uaid, Score)> = finals.iter().map(|(_, one)| (&one.uaid, one.score)).collect();
            scores.sort_unstable();
            scores.dedup();
            match order {
                Order::Ascending => prop_assert_eq!(indices.len(), scores.len()),
                Order::Descending => prop_assert_eq!(indices.len(), last.len()),
                Order::Athletes(_) | Order::Bookings(_) => {}
            }
        }
    }

    /// An order that names every booking is that of the steps, even if athletes have several finals that rise.
    #[test]
    fn every_final_is_where_its_booking_was_put(
        (finals, put) in prop::collection::vec((0_u64..9, 0_i32..9), 0..20).prop_flat_map(|finals| {
            let put: Vec<usize> = (0..finals.len()).collect();
            (Just(finals), Just(put).prop_shuffle())
        }),
    ) {
        let finals = booked(finals.into_iter().map(|(who, score)| made(who, score, 0)));
        let ids = put.iter().map(|index| finals[*index].0.to_owned()).collect();
        let mut expected: Vec<usize> = Vec::new();
        for index in put {
            let is_beaten = |earlier: &usize| {
                let (earlier, one) = (&finals[*earlier].1, &finals[index].1);
                earlier.uaid == one.uaid && earlier.score >= one.score
            };
            if !expected.iter().any(is_beaten) {
                expected.push(index);
            }
        }
        prop_assert_eq!(arrange(&finals, &Order::Bookings(ids)), expected);
    }

    /// From any step, `Back` undoes `Next` as far as the athlete shown is concerned.
    #[test]
    fn back_returns_to_who_was_shown_before(out in prop::collection::vec(any::<bool>(), 0..12), step in 0_usize..12) {
        let step = step.min(out.len());
        prop_assume!(step == 0 || !out[step - 1]);
        if let Ok(next) = step_after(step, Move::Next, &out) {
            prop_assert!(next > step && !out[next - 1]);
            prop_assert_eq!(step_after(next, Move::Back, &out), Ok(step));
        }
    }
}
