//! A team: one name, one place in time, and athletes who hold places there together (RULES 12.4).
//!
//! Owns the team's name, how many athletes it may have, and what an edit means for each of them.

pub mod spread;

use core::fmt;

use serde::{Serialize, Serializer};

use crate::profile::person;

/// The most athletes of one team: what one act of booking can hold together.
pub const TEAM_MAX: usize = 60;

/// A team that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TeamError {
    /// What [`person::name`] refuses.
    #[error("Use 1 to 60 letters, digits, spaces and the marks ' - . , ( ) &, with at least one letter.")]
    Name,
    /// Nobody is named.
    #[error("A team has at least one athlete.")]
    Empty,
    /// More than [`TEAM_MAX`] are named.
    #[error("A team has at most 60 athletes.")]
    TooMany,
}

impl TeamError {
    /// The stable word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Name => "TEAM_NAME_INVALID",
            Self::Empty => "TEAM_EMPTY",
            Self::TooMany => "TEAM_LIMIT",
        }
    }
}

/// `teamName`: what people call the team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamName(String);

impl TeamName {
    /// Reads what somebody typed; space around it and double space inside is dropped.
    ///
    /// # Errors
    /// [`TeamError::Name`].
    pub fn new(typed: &str) -> Result<Self, TeamError> {
        if typed.trim().chars().any(char::is_control) {
            return Err(TeamError::Name);
        }
        let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        person::name(&name).map(Self).map_err(|_| TeamError::Name)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TeamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for TeamName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// Whether a team of so many can be.
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

/// Who is named more than once, each once, in the order of the list.
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
    /// Named and not in it yet: they are booked.
    pub joining: Vec<&'a T>,
    /// Named and in it: they keep their place, or move with the team.
    pub staying: Vec<&'a T>,
    /// In it and not named: their booking is called off.
    pub leaving: Vec<&'a T>,
}

/// Compares who is named with who holds an open booking of the team and who is done with it: tested, or did not come.
/// What is done stays as it is, named or not: it is history.
pub fn roster<'a, T: PartialEq>(named: &'a [T], open: &'a [T], done: &'a [T]) -> Roster<'a, T> {
    Roster {
        joining: named.iter().filter(|one| !open.contains(one) && !done.contains(one)).collect(),
        staying: named.iter().filter(|one| open.contains(one)).collect(),
        leaving: open.iter().filter(|one| !named.contains(one)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_of_at_most_sixty_characters() {
        assert_eq!(TeamName::new("  Hackney   Harriers ").unwrap().as_str(), "Hackney Harriers");
        assert!(TeamName::new(&"é".repeat(60)).is_ok());
        for wrong in
            ["", "   ", "two\nlines", "a\u{0}b", "=1+1", "...", "a\u{202E}b", "x".repeat(61).as_str()]
        {
            assert_eq!(TeamName::new(wrong), Err(TeamError::Name), "{wrong:?}");
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

    #[test]
    fn an_edit_books_moves_and_calls_off() {
        let change = roster(&[1, 2, 9], &[2, 3], &[9]);
        assert_eq!(change, Roster { joining: vec![&1], staying: vec![&2], leaving: vec![&3] });
        let made = roster(&[1, 2], &[], &[]);
        assert_eq!((made.joining.len(), made.staying.len(), made.leaving.len()), (2, 0, 0));
    }
}
