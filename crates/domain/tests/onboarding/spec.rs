//! The sentences of RULES 11.1 and 11.2, and what follows from them.

use sixfold_domain::attempt::Raw;
use sixfold_domain::onboarding::{
    Act, Athlete, AthleteAct, Attempts, DeskError, DeskFinal, DeskStatus, DeskTest, Queue, TestStatus,
};
use sixfold_domain::test_type::TestType;

use super::{Id, attempts, points};

fn queue(acts: &[Act<Id>]) -> Queue<Id> {
    let mut queue = Queue::default();
    for act in acts {
        queue.act(*act).expect("an act that is taken");
    }
    queue
}

fn ids(queue: &Queue<Id>) -> Vec<Option<Id>> {
    queue.athletes().iter().map(|athlete| athlete.id).collect()
}

fn refusal(queue: &mut Queue<Id>, act: Act<Id>) -> DeskError {
    let before = queue.clone();
    let refused = queue.act(act).expect_err("an act that is refused");
    assert_eq!(*queue, before, "a refused act changes nothing");
    refused.error
}

fn submit(test: TestType, hundredths: i32) -> AthleteAct {
    AthleteAct::SubmitTest(test, attempts(&[20_000]), points(hundredths))
}

// RULES 11.2
#[test]
fn onboarding_adds_the_user_to_the_front_of_a_queue() {
    let queue = queue(&[Act::Onboard(1), Act::Onboard(2), Act::Onboard(3)]);
    assert_eq!(ids(&queue), [Some(3), Some(2), Some(1)]);
    assert_eq!(queue.athletes()[0], Athlete::onboarded(3));
    assert_eq!(queue.athletes()[0].status, DeskStatus::Onboarded);
}

// RULES 11.1
#[test]
fn a_user_already_queued_is_rejected() {
    let mut queue = queue(&[Act::Onboard(1), Act::Onboard(2)]);
    for id in [1, 2] {
        let refused = queue.act(Act::Onboard(id)).unwrap_err();
        assert_eq!((refused.error.code(), refused.to_string().as_str()), ("422", "User already onboarded"));
    }
    assert_eq!(ids(&queue), [Some(2), Some(1)]);
}

#[test]
fn the_user_moves_from_onboarded_to_accepted() {
    let queue = queue(&[Act::Onboard(1), Act::With(1, AthleteAct::Accept), Act::With(1, AthleteAct::Accept)]);
    assert_eq!(queue.athletes()[0].status, DeskStatus::Accepted);
}

#[test]
fn removing_a_user_drops_the_front_of_the_queue() {
    let queue = queue(&[Act::Onboard(1), Act::Onboard(2), Act::DropFront]);
    assert_eq!(ids(&queue), [Some(1)]);
}

#[test]
fn removing_resets_it_to_an_empty_user_if_only_one_remains() {
    let mut queue = queue(&[Act::Onboard(1), Act::With(1, submit(TestType::Speed, 1)), Act::DropFront]);
    assert_eq!(queue.athletes(), [Athlete::empty()]);
    queue.act(Act::DropFront).unwrap();
    assert_eq!(queue.athletes(), [Athlete::empty()]);
    queue.act(Act::Onboard(2)).unwrap();
    assert_eq!(ids(&queue), [Some(2)], "the next one takes the empty user's place");
}

#[test]
fn test_attempts_are_stored_locally_as_open() {
    let record = |raws: &[i32]| Act::With(1, AthleteAct::Record(TestType::Power, attempts(raws)));
    let queue = queue(&[Act::Onboard(1), record(&[40_000]), record(&[40_000, 41_500])]);
    let test = queue.athletes()[0].tests[TestType::Power.index()];
    assert_eq!((test.status, test.score, test.revision), (TestStatus::Open, None, 0));
    assert_eq!(test.attempts, attempts(&[40_000, 41_500]));
}

#[test]
fn a_successful_submission_marks_that_test_closed_with_its_score() {
    let mut queue = queue(&[Act::Onboard(1), Act::With(1, submit(TestType::Speed, 5_000))]);
    let tests = queue.athletes()[0].tests;
    let open = tests.iter().filter(|test| test.status == TestStatus::Open).count();
    assert_eq!(open, 5, "only that test");
    let test = tests[TestType::Speed.index()];
    assert_eq!((test.status, test.score, test.revision), (TestStatus::Closed, Some(points(5_000)), 1));
    for act in [
        submit(TestType::Speed, 1),
        AthleteAct::Skip(TestType::Speed),
        AthleteAct::Record(TestType::Speed, attempts(&[])),
    ] {
        assert_eq!(refusal(&mut queue, Act::With(1, act)), DeskError::TestClosed);
    }
}

#[test]
fn unlock_sets_it_back_to_open_and_keeps_what_it_replaces() {
    let unlock = Act::With(1, AthleteAct::Unlock(TestType::Speed));
    let mut queue = queue(&[Act::Onboard(1), Act::With(1, submit(TestType::Speed, 5_000)), unlock, unlock]);
    let test = queue.athletes()[0].tests[TestType::Speed.index()];
    assert_eq!((test.status, test.score, test.revision), (TestStatus::Open, None, 1));
    assert_eq!(test.attempts, attempts(&[20_000]), "no attempt is lost");
    queue.act(Act::With(1, submit(TestType::Speed, 6_000))).unwrap();
    assert_eq!(queue.athletes()[0].tests[TestType::Speed.index()].revision, 2);
}

#[test]
fn a_final_submission_stores_the_final_result() {
    let mut queue = queue(&[Act::Onboard(1)]);
    for (test, hundredths) in TestType::ALL.into_iter().zip([1_000, 2_000, 3_000, 4_000, 5_000, 6_001]) {
        queue.act(Act::With(1, submit(test, hundredths))).unwrap();
    }
    queue.act(Act::With(1, AthleteAct::SubmitFinal)).unwrap();
    assert_eq!(queue.athletes()[0].result_final, Some(DeskFinal::Completed(points(3_500))));
    for act in [
        AthleteAct::SubmitFinal,
        AthleteAct::Unlock(TestType::Speed),
        submit(TestType::Speed, 1),
        AthleteAct::Skip(TestType::Speed),
    ] {
        assert_eq!(refusal(&mut queue, Act::With(1, act)), DeskError::FinalSubmitted);
    }
    queue.act(Act::With(1, AthleteAct::Reopen)).unwrap();
    assert_eq!(queue.athletes()[0].result_final, None);
}

#[test]
fn reset_clears_the_queue() {
    let queue = queue(&[Act::Onboard(1), Act::Onboard(2), Act::Reset]);
    assert_eq!(queue, Queue::default());
}

#[test]
fn a_final_names_the_open_tests() {
    let mut queue = queue(&[Act::Onboard(1)]);
    for test in [TestType::Cognitive, TestType::Strength, TestType::Power, TestType::Endurance] {
        queue.act(Act::With(1, AthleteAct::Skip(test))).unwrap();
    }
    let refused = queue.act(Act::With(1, AthleteAct::SubmitFinal)).unwrap_err();
    assert_eq!(
        (refused.error.code(), refused.to_string().as_str()),
        ("TESTS_OPEN", "Tests still open: Speed Agility")
    );
    assert_eq!(refused.tests().collect::<Vec<_>>(), [TestType::Speed, TestType::Agility]);
}

#[test]
fn a_test_that_was_not_taken_leaves_no_final_score() {
    let mut queue = queue(&[Act::Onboard(1), Act::With(1, AthleteAct::Skip(TestType::Agility))]);
    for test in TestType::ALL.into_iter().filter(|test| *test != TestType::Agility) {
        queue.act(Act::With(1, submit(test, 9_000))).unwrap();
    }
    queue.act(Act::With(1, AthleteAct::SubmitFinal)).unwrap();
    assert_eq!(queue.athletes()[0].result_final, Some(DeskFinal::Dnt));
}

#[test]
fn what_the_server_has_takes_the_place_of_what_was_typed() {
    let stored = DeskTest {
        status: TestStatus::Closed,
        attempts: attempts(&[3_100]),
        score: Some(points(7_333)),
        revision: 4,
    };
    let mut queue = queue(&[Act::Onboard(1)]);
    for test in TestType::ALL {
        queue.act(Act::With(1, submit(test, 100))).unwrap();
    }
    queue.act(Act::With(1, AthleteAct::SubmitFinal)).unwrap();
    queue.act(Act::With(1, AthleteAct::Take(TestType::Speed, stored))).unwrap();
    let athlete = queue.athletes()[0];
    assert_eq!((athlete.tests[TestType::Speed.index()], athlete.result_final), (stored, None));
}

#[test]
fn attempts_come_back_as_they_were_recorded_and_more_than_any_protocol_allows_are_none() {
    let three = [3_400, 3_350, 3_400].map(Raw::from_thousandths);
    assert_eq!(Attempts::new(&three).unwrap().as_slice(), three);
    assert!(Attempts::new(&[Raw::default(); 10]).is_some());
    assert!(Attempts::new(&[Raw::default(); 11]).is_none());
}
