//! The dates to which the weekly lists do not apply unchanged.

use super::date_list::DateList;
use super::quarters::Quarters;
use super::refusal::Refusal;
use super::session::{Effect, SessionKind};
use crate::time::Date;

/// The exceptions of a date.
#[derive(Debug, Clone, Copy)]
pub(super) struct Special {
    date: Date,
    pub(super) closed: bool,
    pub(super) bank_holiday: bool,
    /// The quarter hours inside sessions of each kind, in the order of [`SessionKind::ALL`].
    pub(super) sessions: [Quarters; SessionKind::ALL.len()],
}

impl Special {
    const fn on(date: Date) -> Self {
        let sessions = [Quarters::NONE; SessionKind::ALL.len()];
        Self { date, closed: false, bank_holiday: false, sessions }
    }

    pub(super) const fn listed_in(&mut self, list: DateList) {
        match list {
            DateList::Closed => self.closed = true,
            DateList::BankHolidays => self.bank_holiday = true,
        }
    }

    /// The quarter hours that sessions add to the weekly lists.
    pub(super) fn opened(&self) -> Quarters {
        self.of(|effect| effect == Effect::Opens)
    }

    /// The quarter hours at which sessions let no test start.
    pub(super) fn shut(&self) -> Quarters {
        self.of(|effect| effect != Effect::Opens)
    }

    fn of(&self, wanted: impl Fn(Effect) -> bool) -> Quarters {
        let kinds = SessionKind::ALL.into_iter().filter(|kind| wanted(kind.effect()));
        kinds.fold(Quarters::NONE, |all, kind| all.or(self.sessions[kind as usize]))
    }

    /// The reason of the first kind of session that closes any of these times.
    pub(super) fn shut_by(&self, times: Quarters) -> Option<Refusal> {
        SessionKind::ALL.into_iter().find_map(|kind| match kind.effect() {
            Effect::Closes(reason) => (!times.and(self.sessions[kind as usize]).is_empty()).then_some(reason),
            Effect::Opens => None,
        })
    }
}

/// Exceptions in order of date, each date once.
#[derive(Debug, Clone, Default)]
pub(super) struct Specials(Vec<Special>);

impl Specials {
    fn search(&self, date: Date) -> Result<usize, usize> {
        self.0.binary_search_by_key(&date, |special| special.date)
    }

    /// The entry of a date, added if there is none.
    pub(super) fn on(&mut self, date: Date) -> &mut Special {
        let index = self.search(date).unwrap_or_else(|index| {
            self.0.insert(index, Special::on(date));
            index
        });
        &mut self.0[index]
    }

    pub(super) fn find(&self, date: Date) -> Special {
        self.search(date).map_or_else(|_| Special::on(date), |index| self.0[index])
    }
}
