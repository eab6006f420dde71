//! The dates on which something else than the week's lists holds.

use super::quarters::Quarters;
use crate::time::Date;

/// What is special about a date.
#[derive(Debug, Clone, Copy)]
pub(super) struct Special {
    date: Date,
    pub(super) closed: bool,
    pub(super) bank_holiday: bool,
    pub(super) mopup: Quarters,
    pub(super) closed_session: Quarters,
    pub(super) training: Quarters,
}

impl Special {
    const fn on(date: Date) -> Self {
        Self {
            date,
            closed: false,
            bank_holiday: false,
            mopup: Quarters::NONE,
            closed_session: Quarters::NONE,
            training: Quarters::NONE,
        }
    }
}

/// What is special, in order of date, each date once.
#[derive(Debug, Clone, Default)]
pub(super) struct Specials(Vec<Special>);

impl Specials {
    fn place(&self, date: Date) -> Result<usize, usize> {
        self.0.binary_search_by_key(&date, |special| special.date)
    }

    /// The entry of a date, made when there is none.
    pub(super) fn on(&mut self, date: Date) -> &mut Special {
        let index = self.place(date).unwrap_or_else(|index| {
            self.0.insert(index, Special::on(date));
            index
        });
        &mut self.0[index]
    }

    pub(super) fn find(&self, date: Date) -> Special {
        self.place(date).map_or_else(|_| Special::on(date), |index| self.0[index])
    }
}
