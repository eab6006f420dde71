//! The mark of a test: the measurement that made its points (RULES 8.11).

use sixfold_domain::attempt::Raw;
use sixfold_domain::protocol::{Measurement, Protocols};
use sixfold_domain::test_type::TestType;

use super::protocol;
use crate::db::{Conn, DbError, Result};

/// An SQL expression for a test `t` of a booking `b`, as [`Marks::of`] reads it: the version of its protocols, its least
/// attempt and its greatest; empty without attempts.
macro_rules! attempts {
    () => {
        "COALESCE((SELECT COALESCE(b.protocol_version, 1) || ' ' || MIN(r.raw_thousandths) || ' ' || MAX(r.raw_thousandths) \
         FROM result_attempt r WHERE r.booking_id = t.booking_id AND r.test_type = t.test_type), '')"
    };
}
pub(in crate::db) use attempts;

/// What the attempts of a test are marked by: its protocol in every version.
#[derive(Debug)]
pub struct Marks {
    sets: Vec<Protocols>,
    test: TestType,
}

impl Marks {
    pub async fn read(conn: &mut Conn, test: TestType) -> Result<Self> {
        Ok(Self { sets: protocol::all(conn).await?, test })
    }

    /// The mark; none without attempts, or if the version is unknown.
    pub fn of(&self, attempts: &str) -> Result<Option<Measurement>> {
        if attempts.is_empty() {
            return Ok(None);
        }
        let mut numbers = attempts.split(' ').map(|number| number.parse().ok());
        let mut next = || numbers.next().flatten().ok_or_else(|| DbError::broken("attempts"));
        let (version, least, greatest): (i32, i32, i32) = (next()?, next()?, next()?);
        let set = self.sets.iter().find(|set| i32::try_from(set.version()) == Ok(version));
        let (least, greatest) = (Raw::from_thousandths(least), Raw::from_thousandths(greatest));
        Ok(set.map(|set| set.of(self.test).best_between(least, greatest)))
    }
}
