//! Letters to a coach about a team that programme delivery moved or cancelled.

use std::collections::BTreeSet;

use sixfold_domain::time::{Date, SlotTime};

use super::{Letter, Message, Recipient, SiteInfo, plain};
use crate::content::dates::spoken;

/// What happened to a team: at least one of its athletes was moved or cancelled.
#[derive(Debug, Clone, Copy)]
pub struct TeamChange<'a> {
    pub team: &'a str,
    /// The former times of the athletes who were moved or cancelled.
    pub from: &'a BTreeSet<(Date, SlotTime)>,
    /// The new times of those who were moved.
    pub to: &'a BTreeSet<(Date, SlotTime)>,
    /// How many were cancelled.
    pub cancelled: usize,
    /// How many are booked as before, or done with the team already.
    pub as_before: usize,
    /// How many joined in the same change.
    pub joined: usize,
}

pub fn team_changed(site_info: &SiteInfo, to: &Recipient, change: &TeamChange<'_>) -> Message {
    let times = |slots: &BTreeSet<(Date, SlotTime)>| {
        slots.iter().map(|(date, time)| spoken(*date, *time)).collect::<Vec<_>>().join("; ")
    };
    let (all_moved, none_moved) = (change.cancelled == 0, change.to.is_empty());
    let (kind, letter) = match (none_moved, all_moved, change.as_before) {
        (true, _, 0) if change.joined == 0 => ("team-cancelled", "letter-team-cancelled"),
        (_, true, 0) => ("team-moved", "letter-team-moved"),
        _ => ("team-changed", "letter-team-changed"),
    };
    let mut facts = vec![("Team", change.team.to_owned())];
    if !none_moved {
        facts.push(("When", times(change.to)));
        facts.push(("Where", site_info.where_it_is()));
    }
    facts.push(("Was", times(change.from)));
    if kind == "team-changed" {
        facts.push(("Cancelled", change.cancelled.to_string()));
        facts.push(("As before", change.as_before.to_string()));
    }
    let letter = Letter {
        facts,
        button: Some(("See your teams", site_info.page("staff-account-coach-admin"))),
        ..site_info.worded(letter, &[("firstName", to.first_name.trim()), ("team", change.team)])
    };
    plain(to, kind, letter)
}
