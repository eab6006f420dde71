//! Crews by property, and selected cases.

use proptest::prelude::*;

use super::*;
use crate::profile::Gender;
use crate::score::Score;

const TODAY: &str = "2025-11-26";

fn today() -> Date {
    TODAY.parse().unwrap()
}

fn uaid(number: u64) -> Uaid {
    Uaid::from_number(number).unwrap()
}

fn visit(number: u64, score: i32, at_ms: i64, held: bool) -> Visit {
    let score = Score::from_hundredths(score);
    let final_score = Final { uaid: uaid(number), gender: Gender::None, score, at_ms, since_ms: at_ms };
    Visit { final_score, held }
}

// RULES 15.1
#[test]
fn a_name_is_one_line_of_at_most_forty_characters() {
    assert_eq!(crew_name("  Tuesday   Squad ").unwrap(), "Tuesday Squad");
    assert!(crew_name(&"é".repeat(NAME_MAX)).is_ok());
    let long = "x".repeat(NAME_MAX + 1);
    for wrong in ["", "   ", "two\nlines", "a\u{0}b", "=1+1", "...", "a\u{202E}b", &long] {
        assert_eq!(crew_name(wrong), Err(CrewRefusal::Name), "{wrong:?}");
    }
}

#[test]
fn refusals_have_words_and_sentences() {
    for (refusal, code, sentence) in [
        (CrewRefusal::Name, "CREW_NAME_INVALID", "Use 1 to 40 letters, "),
        (CrewRefusal::Eligibility(EligibilityRefusal::GuardianRequired), "GUARDIAN_REQUIRED", "Your parent"),
        (CrewRefusal::AlreadyMember, "ALREADY_MEMBER", "You are in this crew already."),
        (CrewRefusal::TooManyCrews, "CREW_LIMIT", "You are in 20 crews, "),
        (CrewRefusal::Full, "CREW_FULL", "This crew is full: it has 500 members."),
        (CrewRefusal::OwnerOnly, "CREW_OWNER_ONLY", "Only the owner of the crew can do that."),
        (CrewRefusal::RemoveSelf, "CREW_REMOVE_SELF", "You cannot remove yourself."),
    ] {
        assert_eq!(refusal.code(), code);
        assert!(refusal.to_string().starts_with(sentence), "{refusal}");
    }
}

// RULES 15.2
#[test]
fn under_age_somebody_takes_part_only_with_the_guardian_and_without_a_date_of_birth_nobody_does() {
    let rules = EligibilityRules::default();
    let may = |born: Option<&str>, confirmed| {
        may_take_part(born.map(|born| born.parse().unwrap()), confirmed, &rules, today())
    };
    assert_eq!(may(None, true), Err(EligibilityRefusal::DateOfBirthRequired));
    // Eighteen today, and tomorrow.
    assert_eq!(may(Some("2007-11-26"), false), Ok(()));
    assert_eq!(may(Some("2007-11-27"), false), Err(EligibilityRefusal::GuardianRequired));
    assert_eq!(may(Some("2007-11-27"), true), Ok(()));
}

proptest! {
    // RULES 15.1
    #[test]
    fn nobody_joins_twice_nor_a_full_crew_nor_a_twenty_first(
        takes_part: bool, is_member: bool, crews in 0..=CREWS_MAX, members in 0..=MEMBERS_MAX,
    ) {
        let person = if takes_part { Ok(()) } else { Err(EligibilityRefusal::GuardianRequired) };
        let joined = may_join(person, is_member, crews, members);
        let may = takes_part && !is_member && crews < CREWS_MAX && members < MEMBERS_MAX;
        prop_assert_eq!(joined.is_ok(), may);
        prop_assert_eq!(may_create(person, crews).is_ok(), takes_part && crews < CREWS_MAX);
    }

    // RULES 15.6
    #[test]
    fn only_the_owner_removes_and_only_others(owner in 0..4_u8, member in 0..4_u8, whom in 0..4_u8) {
        prop_assert_eq!(may_manage(&owner, &member).is_ok(), owner == member);
        prop_assert_eq!(may_remove(&owner, &member, &whom).is_ok(), owner == member && whom != member);
    }

    // RULES 15.6
    #[test]
    fn the_heir_is_of_longest_standing_among_those_who_take_part(
        left in proptest::collection::vec((0..5_i64, any::<bool>()), 0..8),
    ) {
        let left: Vec<Candidate> = (1..)
            .zip(&left)
            .map(|(number, (joined_ms, takes_part))| Candidate {
                uaid: uaid(number), joined_ms: *joined_ms, takes_part: *takes_part,
            })
            .collect();
        let found = heir(&left);
        prop_assert_eq!(found.is_none(), left.is_empty());
        if let Some(found) = found {
            for other in left.iter().filter(|other| other.takes_part || !found.takes_part) {
                prop_assert!(found.joined_ms <= other.joined_ms);
                prop_assert!(found.joined_ms < other.joined_ms || found.uaid <= other.uaid);
            }
            prop_assert!(found.takes_part || left.iter().all(|other| !other.takes_part));
        }
        let mut turned = left.clone();
        turned.reverse();
        prop_assert_eq!(heir(&turned), found);
    }
}

/// A member for each description: whether they take part, and what they share; with their visits: score, moment, held.
type Described = Vec<((bool, bool, bool), Vec<(i32, i64, bool)>)>;

fn described() -> impl Strategy<Value = Described> {
    let visits = proptest::collection::vec((0..6_i32, 0..4_i64, any::<bool>()), 0..4);
    proptest::collection::vec((any::<(bool, bool, bool)>(), visits), 0..9)
}

/// A row: whose, the visit with its position if one is shown, and whether the corners are.
type Told = (Uaid, Option<(Visit, usize)>, bool);

struct Crew {
    uaids: Vec<Uaid>,
    names: Vec<String>,
    sharing: Vec<(bool, Sharing)>,
    visits: Vec<Visit>,
}

impl Crew {
    fn of(described: &Described) -> Self {
        let numbered = || (1..).zip(described);
        Self {
            uaids: numbered().map(|(number, _)| uaid(number)).collect(),
            names: numbered().map(|(number, _)| format!("Name{}", number % 3)).collect(),
            sharing: described
                .iter()
                .map(|((takes_part, final_score, corners), _)| {
                    (*takes_part, Sharing { final_score: *final_score, corners: *corners })
                })
                .collect(),
            visits: numbered()
                .flat_map(|(number, (_, visits))| {
                    visits.iter().map(move |(score, at_ms, held)| visit(number, *score, *at_ms, *held))
                })
                .collect(),
        }
    }

    fn members(&self) -> Vec<Member<'_>> {
        (0..self.uaids.len())
            .map(|index| Member {
                uaid: &self.uaids[index],
                name: (self.names[index].clone(), "X".to_owned()),
                takes_part: self.sharing[index].0,
                sharing: self.sharing[index].1,
            })
            .collect()
    }

    /// Each row in words that do not depend on the indices of visits.
    fn rows(&self) -> Vec<Told> {
        let row = |row: Row| {
            let shown = row.shown.map(|shown| (self.visits[shown.visit].clone(), shown.position));
            (self.uaids[row.member].clone(), shown, row.corners)
        };
        board(&self.members(), &self.visits).into_iter().map(row).collect()
    }
}

proptest! {
    // RULES 15.2, 15.3 and 15.4
    #[test]
    fn a_row_shows_what_its_member_chose_and_nothing_held(described in described()) {
        let crew = Crew::of(&described);
        let rows = crew.rows();
        let in_view = crew.sharing.iter().filter(|(takes_part, _)| *takes_part).count();
        prop_assert_eq!(rows.len(), in_view, "everybody in view once, and nobody else");
        for (uaid, shown, corners) in rows {
            let index = crew.uaids.iter().position(|other| *other == uaid).unwrap();
            let (takes_part, sharing) = crew.sharing[index];
            prop_assert!(takes_part);
            let released = crew.visits.iter().filter(|visit| visit.final_score.uaid == uaid && !visit.held);
            let best = released.map(|visit| visit.final_score.score).max().filter(|_| sharing.final_score);
            prop_assert_eq!(shown.as_ref().map(|(visit, _)| visit.final_score.score), best);
            prop_assert!(shown.as_ref().is_none_or(|(visit, _)| !visit.held && visit.final_score.uaid == uaid));
            prop_assert_eq!(corners, shown.is_some() && sharing.corners);
        }
    }

    // RULES 15.4
    #[test]
    fn a_held_final_leaves_no_trace(described in described()) {
        let crew = Crew::of(&described);
        let mut without = Crew::of(&described);
        without.visits.retain(|visit| !visit.held);
        prop_assert_eq!(crew.rows(), without.rows());
        for uaid in &crew.uaids {
            let mine: Vec<Visit> = crew.visits.iter().filter(|visit| visit.final_score.uaid == *uaid).cloned().collect();
            let best = own(&mine).map(|index| mine[index].clone());
            prop_assert!(best.as_ref().is_none_or(|best| !best.held));
            let released = mine.iter().filter(|visit| !visit.held).map(|visit| visit.final_score.score).max();
            prop_assert_eq!(best.map(|best| best.final_score.score), released);
        }
    }

    // RULES 15.5
    #[test]
    fn the_order_is_that_of_every_board_and_then_by_name(described in described()) {
        let crew = Crew::of(&described);
        let rows = crew.rows();
        let ranked: Vec<Final> =
            rows.iter().filter_map(|(_, shown, _)| Some(shown.as_ref()?.0.final_score.clone())).collect();
        let expected: Vec<(usize, usize)> = rank(&ranked, Board::Overall)
            .iter()
            .map(|standing| (standing.index, standing.position))
            .collect();
        let found: Vec<usize> = rows.iter().filter_map(|(_, shown, _)| Some(shown.as_ref()?.1)).collect();
        prop_assert_eq!(found.iter().copied().enumerate().collect::<Vec<_>>(), expected);
        prop_assert!(rows.iter().skip(ranked.len()).all(|(_, shown, _)| shown.is_none()));
        let name = |uaid: &Uaid| crew.names[crew.uaids.iter().position(|other| other == uaid).unwrap()].clone();
        let others: Vec<_> = rows[ranked.len()..].iter().map(|(uaid, _, _)| (name(uaid), uaid.clone())).collect();
        prop_assert!(others.is_sorted());
    }
}
