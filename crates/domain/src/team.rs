//! A team: a name, a slot, and athletes who are booked together (RULES 12.4).
//!
//! Defines the team's name, its size, and what an edit means for each athlete.

pub mod spread;

use core::cmp::Reverse;

use crate::profile::person;
use crate::time::{Date, SlotTime};

/// The most athletes in a team, which one call can book together.
pub const TEAM_MAX: usize = 60;

/// Why a team is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TeamError {
    /// What [`person::name`] refuses.
    #[error("Use 1 to 60 letters, digits, spaces and the marks ' - . , ( ) &, with at least one letter.")]
    Name,
    /// It has no athletes.
    #[error("A team has at least one athlete.")]
    Empty,
    /// It has more than [`TEAM_MAX`].
    #[error("A team has at most 60 athletes.")]
    TooMany,
    /// It is to move, and nobody in it has a test ahead.
    #[error("Everybody in this team has been tested, or did not come. Nobody is left to be moved.")]
    Done,
}

impl TeamError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Name => "TEAM_NAME_INVALID",
            Self::Empty => "TEAM_EMPTY",
            Self::TooMany => "TEAM_LIMIT",
            Self::Done => "TEAM_DONE",
        }
    }
}

/// `teamName`: the name of a team.
///
/// # Errors
/// [`TeamError::Name`].
pub fn team_name(typed: &str) -> Result<String, TeamError> {
    person::typed_name(typed, person::NAME_MAX).map_err(|_| TeamError::Name)
}

/// Checks the number of athletes in a team.
///
/// # Errors
/// [`TeamError::Empty`] and [`TeamError::TooMany`].
pub const fn check_size(athletes: usize) -> Result<(), TeamError> {
    match athletes {
        0 => Err(TeamError::Empty),
        1..=TEAM_MAX => Ok(()),
        _ => Err(TeamError::TooMany),
    }
}

/// Checks that a team that moves takes somebody along: athletes who are moved, or who join at the new time.
///
/// # Errors
/// [`TeamError::Done`].
pub const fn check_move(athletes: usize) -> Result<(), TeamError> {
    if athletes == 0 { Err(TeamError::Done) } else { Ok(()) }
}

/// Athletes who are listed more than once, each once, in order of the list.
pub fn named_twice<T: PartialEq>(named: &[T]) -> Vec<&T> {
    let mut twice: Vec<&T> = Vec::new();
    for (index, one) in named.iter().enumerate() {
        if named[..index].contains(one) && !twice.contains(&one) {
            twice.push(one);
        }
    }
    twice
}

/// What an edit of a team means for its athletes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster<'a, T> {
    /// Listed and not in the team yet: to be booked.
    pub joining: Vec<&'a T>,
    /// Listed and in the team: they stay, or move with the team.
    pub staying: Vec<&'a T>,
    /// In the team and no longer listed: their booking is cancelled.
    pub leaving: Vec<&'a T>,
}

/// Compares the list with the athletes who have an open booking in the team and those who are done with it: tested, or did not
/// come. Those who are done stay as they are, listed or not.
pub fn roster<'a, T: PartialEq>(named: &'a [T], open: &'a [T], done: &'a [T]) -> Roster<'a, T> {
    Roster {
        joining: named.iter().filter(|one| !open.contains(one) && !done.contains(one)).collect(),
        staying: named.iter().filter(|one| open.contains(one)).collect(),
        leaving: open.iter().filter(|one| !named.contains(one)).collect(),
    }
}

/// Where a team is once a change of the schedule has taken athletes from its slot: on the day on which most of them are (of two
/// such days the earlier one), at the first athlete's time. `None` if it stays where it is, because somebody is still in its
/// former slot, or because nobody is left.
pub fn slot_after(former: (Date, SlotTime), athletes: &[(Date, SlotTime)]) -> Option<(Date, SlotTime)> {
    if athletes.contains(&former) {
        return None;
    }
    let on = |day: Date| athletes.iter().filter(|(date, _)| *date == day).count();
    athletes.iter().copied().min_by_key(|(date, time)| (Reverse(on(*date)), *date, *time))
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 12.4
    #[test]
    fn a_team_follows_its_athletes_once_nobody_is_in_its_former_slot() {
        let at = |date: &str, time: &str| (date.parse::<Date>().unwrap(), time.parse::<SlotTime>().unwrap());
        let (thursday, friday) = ("2026-03-05", "2026-03-06");
        let (first, second) = ((friday, "10:00"), (friday, "10:15"));
        for (athletes, expected) in [
            (vec![], None),
            (vec![first], Some(first)),
            // A team that does not fit into one slot is spread over several.
            (vec![second, first, second], Some(first)),
            (vec![(thursday, "10:00"), first, second], None),
            (vec![(thursday, "10:15"), first, second], Some(first)),
            (vec![first, (thursday, "10:30"), (thursday, "10:15")], Some((thursday, "10:15"))),
            (vec![first, (thursday, "10:15")], Some((thursday, "10:15"))),
        ] {
            let slots: Vec<_> = athletes.iter().map(|(date, time)| at(date, time)).collect();
            let expected = expected.map(|(date, time)| at(date, time));
            assert_eq!(slot_after(at(thursday, "10:00"), &slots), expected, "{athletes:?}");
        }
    }

    #[test]
    fn a_name_is_one_line_of_at_most_sixty_characters() {
        assert_eq!(team_name("  Hackney   Harriers ").unwrap(), "Hackney Harriers");
        assert!(team_name(&"é".repeat(60)).is_ok());
        for wrong in
            ["", "   ", "two\nlines", "a\u{0}b", "=1+1", "...", "a\u{202E}b", "x".repeat(61).as_str()]
        {
            assert_eq!(team_name(wrong), Err(TeamError::Name), "{wrong:?}");
        }
    }

    // RULES 12.4
    #[test]
    fn a_team_has_one_to_sixty_athletes_each_once() {
        assert_eq!(check_size(0), Err(TeamError::Empty));
        assert_eq!((check_size(1), check_size(60)), (Ok(()), Ok(())));
        assert_eq!(check_size(61), Err(TeamError::TooMany));
        assert_eq!(named_twice(&[1, 2, 3, 2, 2, 1]), [&2, &1]);
        assert!(named_twice(&[1, 2]).is_empty());
    }

    // RULES 12.4
    #[test]
    fn a_team_in_which_nobody_has_a_test_ahead_is_not_moved() {
        assert_eq!((check_move(0), check_move(1)), (Err(TeamError::Done), Ok(())));
    }

    #[test]
    fn an_edit_books_moves_and_calls_off() {
        let change = roster(&[1, 2, 9], &[2, 3], &[9]);
        assert_eq!(change, Roster { joining: vec![&1], staying: vec![&2], leaving: vec![&3] });
        let made = roster(&[1, 2], &[], &[]);
        assert_eq!((made.joining.len(), made.staying.len(), made.leaving.len()), (2, 0, 0));
    }
}
