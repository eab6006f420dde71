//! A crew: a private board of the people who have joined it (RULES 15.1 to 15.8).
//!
//! Defines a crew's name and size, who may take part, who may do what, and what members see of each other. Knows no links and no
//! storage.

use std::collections::{HashMap, HashSet};

use crate::eligibility::{EligibilityRefusal, EligibilityRules};
use crate::identity::Uaid;
use crate::leaderboard::{Board, Final, rank};
use crate::profile::person;
use crate::time::Date;

#[cfg(test)]
mod tests;

/// The most members of a crew (RULES 15.1).
pub const MEMBERS_MAX: usize = 500;
/// The most crews that one person is in (RULES 15.1).
pub const CREWS_MAX: usize = 20;
/// The most characters of a crew's name (RULES 15.1).
pub const NAME_MAX: usize = 40;

/// Why something about a crew is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CrewRefusal {
    /// The name is no name, or too long.
    #[error(
        "Use 1 to {NAME_MAX} letters, digits, spaces and the marks ' - . , ( ) &, with at least one letter."
    )]
    Name,
    /// The person may not take part in crews.
    #[error("{0}")]
    Eligibility(EligibilityRefusal),
    /// The person is in the crew.
    #[error("You are in this crew already.")]
    AlreadyMember,
    /// The person is in [`CREWS_MAX`] crews.
    #[error("You are in {CREWS_MAX} crews, which is the most. Leave one first.")]
    TooManyCrews,
    /// The crew has [`MEMBERS_MAX`] members.
    #[error("This crew is full: it has {MEMBERS_MAX} members.")]
    Full,
    /// Only the owner may do it.
    #[error("Only the owner of the crew can do that.")]
    OwnerOnly,
    /// An owner leaves; nobody removes themselves.
    #[error("You cannot remove yourself. Leave the crew instead.")]
    RemoveSelf,
}

impl CrewRefusal {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Name => "CREW_NAME_INVALID",
            Self::Eligibility(refusal) => refusal.code(),
            Self::AlreadyMember => "ALREADY_MEMBER",
            Self::TooManyCrews => "CREW_LIMIT",
            Self::Full => "CREW_FULL",
            Self::OwnerOnly => "CREW_OWNER_ONLY",
            Self::RemoveSelf => "CREW_REMOVE_SELF",
        }
    }
}

/// The name of a crew.
///
/// # Errors
/// [`CrewRefusal::Name`].
pub fn crew_name(typed: &str) -> Result<String, CrewRefusal> {
    person::typed_name(typed, NAME_MAX).map_err(|_| CrewRefusal::Name)
}

/// Whether somebody may take part in crews today: adults, and those under age whose guardian has confirmed (RULES 15.2). Decided at
/// every reading, so that a member who may not is neither shown nor sees anything.
///
/// # Errors
/// [`EligibilityRefusal::DateOfBirthRequired`] and [`EligibilityRefusal::GuardianRequired`].
pub fn may_take_part(
    born: Option<Date>,
    guardian_confirmed: bool,
    rules: &EligibilityRules,
    today: Date,
) -> Result<(), EligibilityRefusal> {
    let born = born.ok_or(EligibilityRefusal::DateOfBirthRequired)?;
    if rules.needs_guardian(born, today) && !guardian_confirmed {
        return Err(EligibilityRefusal::GuardianRequired);
    }
    Ok(())
}

/// Whether somebody who may take part (or not) and is in that many crews may make one more (RULES 15.1).
///
/// # Errors
/// [`CrewRefusal::Eligibility`] and [`CrewRefusal::TooManyCrews`].
pub fn may_create(takes_part: Result<(), EligibilityRefusal>, crews: usize) -> Result<(), CrewRefusal> {
    takes_part.map_err(CrewRefusal::Eligibility)?;
    if crews >= CREWS_MAX { Err(CrewRefusal::TooManyCrews) } else { Ok(()) }
}

/// Whether somebody may join a crew with that many members, shown or not (RULES 15.1).
///
/// # Errors
/// As [`may_create`]; [`CrewRefusal::AlreadyMember`] and [`CrewRefusal::Full`].
pub fn may_join(
    takes_part: Result<(), EligibilityRefusal>,
    is_member: bool,
    crews: usize,
    members: usize,
) -> Result<(), CrewRefusal> {
    if is_member {
        return Err(CrewRefusal::AlreadyMember);
    }
    may_create(takes_part, crews)?;
    if members >= MEMBERS_MAX { Err(CrewRefusal::Full) } else { Ok(()) }
}

/// Whether a member may rename or delete the crew, or renew its link (RULES 15.6).
///
/// # Errors
/// [`CrewRefusal::OwnerOnly`].
pub fn may_manage<T: PartialEq>(owner: &T, member: &T) -> Result<(), CrewRefusal> {
    if owner == member { Ok(()) } else { Err(CrewRefusal::OwnerOnly) }
}

/// Whether a member may remove another (RULES 15.6).
///
/// # Errors
/// [`CrewRefusal::OwnerOnly`] and [`CrewRefusal::RemoveSelf`].
pub fn may_remove<T: PartialEq>(owner: &T, member: &T, whom: &T) -> Result<(), CrewRefusal> {
    may_manage(owner, member)?;
    if whom == member { Err(CrewRefusal::RemoveSelf) } else { Ok(()) }
}

/// A member who may become the owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The member's number.
    pub uaid: Uaid,
    /// When they joined, milliseconds since 1970.
    pub joined_ms: i64,
    /// Whether they may take part today.
    pub takes_part: bool,
}

/// Who owns a crew once its owner has gone: the member of longest standing among those who may take part, otherwise among all; of
/// two who joined together the lower number. `None` if nobody is left: the crew ends (RULES 15.6).
pub fn heir(left: &[Candidate]) -> Option<&Candidate> {
    left.iter().min_by(|one, other| {
        let key = |of: &Candidate| (!of.takes_part, of.joined_ms);
        key(one).cmp(&key(other)).then_with(|| one.uaid.cmp(&other.uaid))
    })
}

/// What a member shares with the crew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sharing {
    /// Their best final.
    pub final_score: bool,
    /// The six test scores of that visit.
    pub corners: bool,
}

impl Sharing {
    /// Whether others see the corners. They make the final, so without it they stay hidden too (RULES 15.3).
    pub const fn shows_corners(self) -> bool {
        self.final_score && self.corners
    }
}

/// The parts of a member that the board depends on.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// The member's number.
    pub uaid: &'a Uaid,
    /// First and last name as others see them.
    pub name: (String, String),
    /// Whether they may take part today; nobody else is shown.
    pub takes_part: bool,
    /// What they share.
    pub sharing: Sharing,
}

/// A completed visit of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// Its final.
    pub final_score: Final,
    /// Whether the final is held for a reveal.
    pub held: bool,
}

/// A row of a crew's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The index of the member.
    pub member: usize,
    /// The final that is shown; none if there is none, or it is not shared.
    pub shown: Option<Shown>,
    /// Whether the corners of that visit are shown.
    pub corners: bool,
}

/// The final in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The index of the visit.
    pub visit: usize,
    /// The position among the finals shown (RULES 8.1).
    pub position: usize,
}

/// The board as the members see each other: everybody who may take part; first those with a shared final, in the order of every
/// board (RULES 8.1), then the others by name. A held final is as if there were none (RULES 15.3 to 15.5).
pub fn board(members: &[Member<'_>], visits: &[Visit]) -> Vec<Row> {
    let shares: HashMap<&Uaid, usize> = (0..members.len())
        .filter(|index| members[*index].takes_part && members[*index].sharing.final_score)
        .map(|index| (members[index].uaid, index))
        .collect();
    let is_shown = |visit: &Visit| !visit.held && shares.contains_key(&visit.final_score.uaid);
    let shown: Vec<usize> = (0..visits.len()).filter(|index| is_shown(&visits[*index])).collect();
    let finals: Vec<Final> = shown.iter().map(|index| visits[*index].final_score.clone()).collect();
    let mut rows: Vec<Row> = rank(&finals, Board::Overall)
        .into_iter()
        .filter_map(|standing| {
            let member = *shares.get(&finals[standing.index].uaid)?;
            let shown = Shown { visit: shown[standing.index], position: standing.position };
            Some(Row { member, shown: Some(shown), corners: members[member].sharing.shows_corners() })
        })
        .collect();
    let placed: HashSet<usize> = rows.iter().map(|row| row.member).collect();
    let mut others: Vec<usize> =
        (0..members.len()).filter(|index| members[*index].takes_part && !placed.contains(index)).collect();
    others.sort_by_cached_key(|index| {
        let Member { uaid, name: (first, last), .. } = &members[*index];
        (first.to_lowercase(), last.to_lowercase(), (*uaid).clone())
    });
    rows.extend(others.into_iter().map(|member| Row { member, shown: None, corners: false }));
    rows
}

/// The visit that somebody sees as their own, whatever they share: that with their best final which is not held.
pub fn own(visits: &[Visit]) -> Option<usize> {
    let released: Vec<usize> = (0..visits.len()).filter(|index| !visits[*index].held).collect();
    let finals: Vec<Final> = released.iter().map(|index| visits[*index].final_score.clone()).collect();
    rank(&finals, Board::Overall).first().map(|standing| released[standing.index])
}
