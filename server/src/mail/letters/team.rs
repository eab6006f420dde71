//! Letters to a coach about a team that programme delivery moved or cancelled.

use std::collections::BTreeSet;

use sixfold_domain::time::{Date, SlotTime};

use super::{Letter, Message, Recipient, SiteInfo, plain};
use crate::content::dates::spoken;

/// The change of a team.
#[derive(Debug, Clone, Copy)]
pub struct TeamChange<'a> {
    pub team: &'a str,
    /// The former times of its athletes.
    pub from: &'a BTreeSet<(Date, SlotTime)>,
    /// Their new times; none if all were cancelled.
    pub to: &'a BTreeSet<(Date, SlotTime)>,
}

pub fn team_changed(site_info: &SiteInfo, to: &Recipient, change: &TeamChange<'_>) -> Message {
    let times = |places: &BTreeSet<(Date, SlotTime)>| {
        places.iter().map(|(date, time)| spoken(*date, *time)).collect::<Vec<_>>().join("; ")
    };
    let (kind, letter) = if change.to.is_empty() {
        ("team-cancelled", "letter-team-cancelled")
    } else {
        ("team-moved", "letter-team-moved")
    };
    let mut facts = vec![("Team", change.team.to_owned())];
    if !change.to.is_empty() {
        facts.push(("When", times(change.to)));
        facts.push(("Where", site_info.where_it_is()));
    }
    facts.push(("Was", times(change.from)));
    let letter = Letter {
        facts,
        button: Some(("See your teams", site_info.page("staff-account-coach-admin"))),
        ..site_info.worded(letter, &[("firstName", to.first_name.trim()), ("team", change.team)])
    };
    plain(to, kind, letter)
}
