//! The relation of a person to the caller, where a grant depends on it (RULES 9.3).

use sixfold_domain::role::{Grant, Relation};
use sixfold_domain::time::{Date, london_date_time};

use super::coach;
use crate::db::bookings::desk;
use crate::db::{Conn, DbError, Result};

/// Looks up only what `grant` depends on: bookings of today, or what an athlete lets a coach see.
pub async fn relation(
    conn: &mut Conn,
    grant: Grant,
    caller: &str,
    uaid: &str,
    now_ms: i64,
) -> Result<Relation> {
    if caller == uaid {
        return Ok(Relation::Own);
    }
    let found = match grant {
        Grant::Today => {
            let comes = desk::comes_on(conn, uaid, (today(now_ms)?, now_ms)).await?;
            comes.then_some(Relation::Today)
        }
        Grant::Team => coach::visibility(conn, caller, uaid).await?.is_open().then_some(Relation::Team),
        Grant::Nothing | Grant::Own | Grant::Any => None,
    };
    Ok(found.unwrap_or(Relation::Other))
}

pub(super) fn today(now_ms: i64) -> Result<Date> {
    Ok(london_date_time(now_ms).map_err(|_| DbError::broken("clock"))?.date)
}
