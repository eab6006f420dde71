//! The table of who may do what (RULES 9.3): a row for each capability, with how far visitors and each role may use it.

use serde::{Deserialize, Serialize};

use Capability as C;
use Grant::{Any, Nothing, Own, Team, Today};

/// How far a capability reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Grant {
    /// Not at all.
    Nothing,
    /// Only what belongs to the caller: their account, their booking, a coach's own teams.
    Own,
    /// Members of the caller's teams, and the caller.
    Team,
    /// Only people with a booking today.
    Today,
    /// Everything.
    Any,
}

impl Grant {
    /// Whether anything is granted; the caller has to check how far.
    pub const fn allowed(self) -> bool {
        !matches!(self, Self::Nothing)
    }

    /// Whether it reaches what belongs to somebody.
    pub const fn reaches(self, relation: Relation) -> bool {
        match self {
            Self::Nothing => false,
            Self::Own => matches!(relation, Relation::Own),
            Self::Team => matches!(relation, Relation::Own | Relation::Team),
            Self::Today => matches!(relation, Relation::Own | Relation::Today),
            Self::Any => true,
        }
    }
}

/// What a person is to the caller who asks for their data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The caller themselves.
    Own,
    /// An athlete who shares results with the caller, their coach.
    Team,
    /// Somebody with a booking today.
    Today,
    /// Anybody else.
    Other,
}

/// Something that a call does. If a row of the documented table differs from call to call, it is several capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Capability {
    /// `user/login`, `login/admin`, `forgot`, `signup`.
    SignIn,
    /// `user/authorization`, `profile`, `marketing`, `password`, `delete`, `accountmanagement`, `register`, `export`.
    UseAccount,
    /// `user/event/booking`: create or move a booking, and wait for a full slot.
    Book,
    /// `user/event/booking` for somebody at the desk: a seat today, without notice; and `event/admin/bookable`, which returns
    /// what prevents it.
    BookAtDesk,
    /// `user/event/booking` with a status: decline a booking.
    SetBookingStatus,
    /// `event/cancel`.
    CancelBooking,
    /// `bypassBookingRule` on a booking.
    BypassBookingRule,
    /// `event/availability`.
    ReadAvailability,
    /// `user/leaderboard` and the reads of `event/livescreen`.
    ReadLeaderboard,
    /// `showUAID` and `export` of `user/leaderboard`: numbers and full names.
    ReadWholeBoards,
    /// `event/livescreen/reveal`, written, and `event/admin/reveal`.
    Reveal,
    /// `event/booking/team` and its users, read.
    ReadTeams,
    /// `event/booking/team`, created, updated or deleted.
    WriteTeams,
    /// `event/admin/users`, `bookings/lite`, `profile`.
    FindPeople,
    /// Medical notes, emergency contact and the assistance needed, wherever they appear; a coach never reads them.
    ReadHealth,
    /// Recording that somebody with a yes in the screening may be tested.
    RecordClearance,
    /// `event/admin/bookings`.
    ReadAllBookings,
    /// `event/admin/booking`: one booking with the health data that belongs to it.
    ReadBookingDetails,
    /// `event/config`.
    ReadConfig,
    /// `event/admin/onboard`, `test`, `final`.
    RunTests,
    /// `user/results`.
    ReadResults,
    /// `event/admin/results/correct`, `remove` and `import`, `event/admin/protocols`.
    ManageResults,
    /// `user/profile/admin`, `event/admin/user/update`.
    UpdatePeople,
    /// `event/admin/user/role`.
    ChangeRoles,
    /// `event/admin/coaches`, read.
    ReadCoaches,
    /// Assistance bookings.
    HandleAssistance,
    /// Seasons beyond the built-in table.
    ManageSeasons,
    /// The schedule: `acoustic/content/manageContentItem` and its screens.
    ManageSchedule,
    /// The audit log.
    ReadAudit,
    /// Exports of other people's data.
    Export,
    /// Content reads.
    ReadContent,
    /// Content authoring.
    WriteContent,
}

impl Capability {
    /// Every capability, in the order of [`MATRIX`].
    pub fn all() -> impl Iterator<Item = Self> {
        MATRIX.iter().map(|(capability, _)| *capability)
    }
}

/// The table: columns for visitors who are not signed in, then for roles 1 to 4.
pub const MATRIX: [(Capability, [Grant; 5]); 32] = [
    (C::SignIn, [Any, Any, Any, Any, Any]),
    (C::UseAccount, [Nothing, Own, Own, Own, Own]),
    (C::Book, [Nothing, Own, Own, Any, Team]),
    (C::BookAtDesk, [Nothing, Nothing, Any, Any, Nothing]),
    (C::SetBookingStatus, [Nothing, Nothing, Any, Any, Nothing]),
    (C::CancelBooking, [Nothing, Own, Any, Any, Team]),
    (C::BypassBookingRule, [Nothing, Nothing, Nothing, Any, Team]),
    (C::ReadAvailability, [Any, Any, Any, Any, Any]),
    (C::ReadLeaderboard, [Any, Any, Any, Any, Any]),
    (C::ReadWholeBoards, [Nothing, Nothing, Nothing, Any, Team]),
    (C::Reveal, [Nothing, Nothing, Any, Any, Nothing]),
    (C::ReadTeams, [Nothing, Nothing, Nothing, Any, Own]),
    (C::WriteTeams, [Nothing, Nothing, Nothing, Any, Own]),
    (C::FindPeople, [Nothing, Nothing, Today, Any, Team]),
    (C::ReadHealth, [Nothing, Own, Today, Any, Nothing]),
    (C::RecordClearance, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::ReadAllBookings, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::ReadBookingDetails, [Nothing, Nothing, Today, Any, Nothing]),
    (C::ReadConfig, [Any, Any, Any, Any, Any]),
    (C::RunTests, [Nothing, Nothing, Any, Any, Nothing]),
    (C::ReadResults, [Nothing, Own, Today, Any, Team]),
    (C::ManageResults, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::UpdatePeople, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::ChangeRoles, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::ReadCoaches, [Nothing, Nothing, Nothing, Any, Any]),
    (C::HandleAssistance, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::ManageSeasons, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::ManageSchedule, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::ReadAudit, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::Export, [Nothing, Nothing, Nothing, Any, Nothing]),
    (C::ReadContent, [Any, Any, Any, Any, Any]),
    (C::WriteContent, [Nothing, Nothing, Nothing, Any, Nothing]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role::{Role, grant};

    /// The agreed table, row by row: `-` nothing, then own, team, today, any.
    const AGREED: &str = "
        SignIn            any any any   any any
        UseAccount        -   own own   own own
        Book              -   own own   any team
        BookAtDesk        -   -   any   any -
        SetBookingStatus  -   -   any   any -
        CancelBooking     -   own any   any team
        BypassBookingRule -   -   -     any team
        ReadAvailability  any any any   any any
        ReadLeaderboard   any any any   any any
        ReadWholeBoards   -   -   -     any team
        Reveal            -   -   any   any -
        ReadTeams         -   -   -     any own
        WriteTeams        -   -   -     any own
        FindPeople        -   -   today any team
        ReadHealth        -   own today any -
        RecordClearance   -   -   -     any -
        ReadAllBookings   -   -   -     any -
        ReadBookingDetails - -  today any -
        ReadConfig        any any any   any any
        RunTests          -   -   any   any -
        ReadResults       -   own today any team
        ManageResults     -   -   -     any -
        UpdatePeople      -   -   -     any -
        ChangeRoles       -   -   -     any -
        ReadCoaches       -   -   -     any any
        HandleAssistance  -   -   -     any -
        ManageSeasons     -   -   -     any -
        ManageSchedule    -   -   -     any -
        ReadAudit         -   -   -     any -
        Export            -   -   -     any -
        ReadContent       any any any   any any
        WriteContent      -   -   -     any -
    ";

    // RULES 9.3
    #[test]
    fn no_role_gains_anything_beyond_the_agreed_table() {
        let rows: Vec<Vec<&str>> = AGREED
            .lines()
            .map(|line| line.split_whitespace().collect())
            .filter(|row: &Vec<_>| !row.is_empty())
            .collect();
        let capabilities: Vec<_> = Capability::all().collect();
        assert_eq!(rows.len(), capabilities.len());
        for (row, capability) in rows.iter().zip(capabilities) {
            assert_eq!(row[0], format!("{capability:?}"));
            let people =
                [None, Some(Role::Athlete), Some(Role::InStore), Some(Role::Delivery), Some(Role::Coach)];
            for (cell, role) in row[1..].iter().zip(people) {
                let expected = match *cell {
                    "-" => Nothing,
                    "own" => Own,
                    "team" => Team,
                    "today" => Today,
                    "any" => Any,
                    other => panic!("no such cell: {other}"),
                };
                assert_eq!(grant(role, capability), expected, "{capability:?} for {role:?}");
                if let Some(role) = role {
                    assert_eq!(role.can(capability), expected);
                }
            }
        }
    }

    // RULES 9.3
    #[test]
    fn a_grant_reaches_the_people_that_it_names() {
        let relations = [Relation::Own, Relation::Team, Relation::Today, Relation::Other];
        let reached = |grant: Grant| relations.map(|relation| grant.reaches(relation));
        assert_eq!(reached(Nothing), [false; 4]);
        assert_eq!(reached(Own), [true, false, false, false]);
        assert_eq!(reached(Team), [true, true, false, false]);
        assert_eq!(reached(Today), [true, false, true, false]);
        assert_eq!(reached(Any), [true; 4]);
    }

    #[test]
    fn each_capability_has_one_row() {
        for (index, (capability, _)) in MATRIX.iter().enumerate() {
            assert_eq!(MATRIX.iter().position(|(other, _)| other == capability), Some(index));
        }
    }

    #[test]
    fn a_coach_never_reads_health_and_an_athlete_only_the_own() {
        assert!(!Role::Coach.can(Capability::ReadHealth).allowed());
        assert_eq!(Role::Athlete.can(Capability::ReadHealth), Own);
    }
}
