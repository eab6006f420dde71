//! Random actions, compared with a model of the queue that is as simple as possible.

use proptest::prelude::*;
use sixfold_domain::onboarding::{
    Act, Athlete, AthleteAct, Attempts, DeskFinal, DeskStatus, DeskTest, Queue, Refused, TestStatus,
};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;

use super::{Id, attempts, points};

/// A list of people with the states of their tests.
#[derive(Debug, Clone, Default, PartialEq)]
struct Model(Vec<Person>);

#[derive(Debug, Clone, Default, PartialEq)]
struct Person {
    id: Id,
    accepted: bool,
    tests: [(&'static str, Vec<i32>, i32, u32); 6],
    ended: Option<i32>,
}

impl Model {
    /// Id 0 is the empty user.
    fn act(&mut self, act: Act<Id>) -> Option<&'static str> {
        let find = |people: &[Person], id: Id| people.iter().position(|person| person.id == id);
        match act {
            Act::Onboard(id) => {
                if find(&self.0, id).is_some() {
                    return Some("422");
                }
                if find(&self.0, 0).is_some() {
                    self.0.clear();
                }
                let tests = std::array::from_fn(|_| ("open", Vec::new(), -1, 0));
                self.0.insert(0, Person { id, tests, ..Person::default() });
            }
            Act::DropFront => {
                let one = self.0.len() == 1;
                self.0 = self.0.drain(..).skip(1).collect();
                if one {
                    let tests = std::array::from_fn(|_| ("open", Vec::new(), -1, 0));
                    self.0.push(Person { tests, ..Person::default() });
                }
            }
            Act::Reset => self.0.clear(),
            Act::Front(id) => {
                let Some(place) = find(&self.0, id) else { return Some("NOT_ONBOARDED") };
                let person = self.0.remove(place);
                self.0.insert(0, person);
            }
            Act::With(id, act) => {
                let Some(place) = find(&self.0, id) else { return Some("NOT_ONBOARDED") };
                return self.0[place].act(act);
            }
        }
        None
    }
}

impl Person {
    fn act(&mut self, act: AthleteAct) -> Option<&'static str> {
        let raws =
            |attempts: Attempts| attempts.as_slice().iter().map(|raw| raw.thousandths()).collect::<Vec<_>>();
        let (test, needs_open) = match act {
            AthleteAct::Record(test, _) | AthleteAct::SubmitTest(test, ..) | AthleteAct::Skip(test) => {
                (Some(test), true)
            }
            AthleteAct::Unlock(test) => (Some(test), false),
            AthleteAct::Accept | AthleteAct::Take(..) | AthleteAct::SubmitFinal | AthleteAct::Reopen => {
                (None, false)
            }
        };
        if test.is_some() && self.ended.is_some() {
            return Some("BOOKING_CLOSED");
        }
        if let Some(test) = test
            && needs_open
            && self.tests[test.index()].0 != "open"
        {
            return Some("TEST_CLOSED");
        }
        match act {
            AthleteAct::Accept => self.accepted = true,
            AthleteAct::Record(test, given) => self.tests[test.index()].1 = raws(given),
            AthleteAct::SubmitTest(test, given, score) => {
                let revision = self.tests[test.index()].3 + 1;
                self.tests[test.index()] = ("closed", raws(given), score.hundredths(), revision);
            }
            AthleteAct::Skip(test) => {
                self.tests[test.index()].0 = "dnt";
                self.tests[test.index()].2 = -1;
                self.tests[test.index()].3 += 1;
            }
            AthleteAct::Unlock(test) => {
                self.tests[test.index()].0 = "open";
                self.tests[test.index()].2 = -1;
            }
            AthleteAct::Take(test, stored) => {
                self.tests[test.index()] = seen(&stored);
                self.ended = None;
            }
            AthleteAct::SubmitFinal => {
                if self.ended.is_some() {
                    return Some("BOOKING_CLOSED");
                }
                if self.tests.iter().any(|test| test.0 == "open") {
                    return Some("TESTS_OPEN");
                }
                let sum: i32 = self.tests.iter().map(|test| test.2.max(0)).sum();
                let dnt = self.tests.iter().any(|test| test.0 == "dnt");
                self.ended = Some(if dnt { -1 } else { (sum * 2 + 6) / 12 });
            }
            AthleteAct::Reopen => self.ended = None,
        }
        None
    }
}

fn seen(test: &DeskTest) -> (&'static str, Vec<i32>, i32, u32) {
    let word = match test.status {
        TestStatus::Open => "open",
        TestStatus::Closed => "closed",
        TestStatus::Dnt => "dnt",
    };
    let raws = test.attempts.as_slice().iter().map(|raw| raw.thousandths()).collect();
    (word, raws, test.score.map_or(-1, Score::hundredths), test.revision)
}

/// The queue in the form of the model.
fn shown(queue: &Queue<Id>) -> Model {
    let person = |athlete: &Athlete<Id>| Person {
        id: athlete.id.unwrap_or(0),
        accepted: athlete.status == DeskStatus::Accepted,
        tests: athlete.tests.each_ref().map(seen),
        ended: athlete.result_final.map(|ended| match ended {
            DeskFinal::Completed(score) => score.hundredths(),
            DeskFinal::Dnt => -1,
        }),
    };
    Model(queue.athletes().iter().map(person).collect())
}

fn any_attempts() -> impl Strategy<Value = Attempts> {
    prop::collection::vec(0_i32..200_000, 0..=10).prop_map(|raws| attempts(&raws))
}

fn any_act() -> impl Strategy<Value = Act<Id>> {
    let test = || prop::sample::select(TestType::ALL.to_vec());
    let score = || (0_i32..=10_000).prop_map(points);
    let stored =
        (0_u8..3, any_attempts(), score(), 0_u32..9).prop_map(|(status, attempts, score, revision)| {
            DeskTest {
                status: [TestStatus::Open, TestStatus::Closed, TestStatus::Dnt][usize::from(status)],
                attempts,
                score: (status == 1).then_some(score),
                revision,
            }
        });
    let athlete_act = prop_oneof![
        1 => Just(AthleteAct::Accept),
        3 => (test(), any_attempts()).prop_map(|(test, given)| AthleteAct::Record(test, given)),
        12 => (test(), any_attempts(), score()).prop_map(|(test, given, score)| AthleteAct::SubmitTest(test, given, score)),
        3 => test().prop_map(AthleteAct::Skip),
        3 => test().prop_map(AthleteAct::Unlock),
        2 => (test(), stored).prop_map(|(test, stored)| AthleteAct::Take(test, stored)),
        4 => Just(AthleteAct::SubmitFinal),
        1 => Just(AthleteAct::Reopen),
    ];
    prop_oneof![
        6 => (1_u8..5).prop_map(Act::Onboard),
        2 => Just(Act::DropFront),
        1 => (1_u8..6).prop_map(Act::Front),
        40 => (1_u8..6, athlete_act).prop_map(|(id, act)| Act::With(id, act)),
        1 => Just(Act::Reset),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_acts_do_what_the_model_says(acts in prop::collection::vec(any_act(), 0..120)) {
        let mut queue = Queue::default();
        let mut model = Model::default();
        for act in acts {
            let before = queue.clone();
            let found = queue.act(act).err();
            prop_assert_eq!(found.map(|refused: Refused| refused.error.code()), model.act(act), "{:?}", act);
            if found.is_some() {
                prop_assert_eq!(&queue, &before);
            }
            prop_assert_eq!(&shown(&queue), &model);
            for (place, athlete) in queue.athletes().iter().enumerate() {
                prop_assert!(queue.athletes()[..place].iter().all(|other| other.id != athlete.id));
                prop_assert!(athlete.id.is_some() || queue.athletes().len() == 1);
            }
            prop_assert_eq!(&Queue::from_athletes(queue.athletes().iter().copied()), &queue);
        }
    }

    #[test]
    fn a_queue_read_from_anything_holds_each_person_once(ids in prop::collection::vec(0_u8..5, 0..12)) {
        let athletes = ids.iter().map(|id| if *id == 0 { Athlete::empty() } else { Athlete::onboarded(*id) });
        let queue = Queue::from_athletes(athletes);
        let mut expected: Vec<u8> = Vec::new();
        for id in ids.iter().copied().filter(|id| *id != 0) {
            if !expected.contains(&id) {
                expected.push(id);
            }
        }
        if expected.is_empty() && ids.contains(&0) {
            prop_assert_eq!(queue.athletes(), [Athlete::empty()]);
        } else {
            let found: Vec<_> = queue.athletes().iter().filter_map(|athlete| athlete.id).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
