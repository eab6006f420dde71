//! What a person is to the caller who asks for their data, as far as a grant of the table of roles depends on it
//! (RULES 9.3).

use sixfold_domain::role::{Grant, Relation};
use sixfold_domain::time::Date;

use super::coach;
use crate::db::bookings::desk;
use crate::db::{Conn, Result};

/// Looks up only what `grant` depends on: bookings of today, or what an athlete lets a coach see.
pub async fn relation(
    conn: &mut Conn<'_>,
    grant: Grant,
    caller: &str,
    uaid: &str,
    today: Date,
) -> Result<Relation> {
    if caller == uaid {
        return Ok(Relation::Own);
    }
    let found = match grant {
        Grant::Today => desk::comes_on(conn, uaid, today).await?.then_some(Relation::Today),
        Grant::Team => coach::visibility(conn, caller, uaid).await?.is_open().then_some(Relation::Team),
        Grant::Nothing | Grant::Own | Grant::Any => None,
    };
    Ok(found.unwrap_or(Relation::Other))
}
