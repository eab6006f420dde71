//! Whom a search finds, as a condition inside other statements. Each `?` is the next of its values.

use super::super::{Conn, DbError, Engine};
use super::{FEW, Words, fitting};

/// People found by their trigrams: the statement inside an `IN (…)`, up to what is found by code or number.
const BY_GRAMS: &str = "(SELECT s.uaid FROM account_gram g JOIN account_search s ON s.search_id = g.rowid WHERE g.account_gram MATCH ?";
const BY_PATTERNS: &str = "(SELECT s.uaid FROM account_search s WHERE (s.names || s.handles) LIKE ? ESCAPE '!' \
     AND (s.names || s.handles) LIKE ? ESCAPE '!' AND (s.names || s.handles) LIKE ? ESCAPE '!' \
     AND (s.names || s.handles) LIKE ? ESCAPE '!'";
const BY_CODE_OR_NUMBER: &str = " UNION SELECT uaid FROM booking WHERE ? <> '' AND status IN ('booked', 'assistance') \
     AND code LIKE ? UNION SELECT uaid FROM booking WHERE code = ? UNION SELECT uaid FROM account WHERE uaid = ?)";
/// Whether the person of a booking `b` is one of them, or the booking itself is the one of a code. A statement of its own for each
/// booking: as a join, it would first be asked of everybody.
const FITS: &str = "(b.code = ? OR (SELECT (s.names || s.handles) LIKE ? ESCAPE '!' AND (s.names || s.handles) LIKE ? ESCAPE '!' \
     AND (s.names || s.handles) LIKE ? ESCAPE '!' AND (s.names || s.handles) LIKE ? ESCAPE '!' \
     FROM account_search s WHERE s.uaid = b.uaid))";

/// A piece of SQL and its values.
pub type Piece = (String, Vec<String>);

impl Words {
    /// Whether few people fit, so that a list is read by them.
    pub async fn fit_few(&self, conn: &mut Conn<'_>) -> Result<bool, DbError> {
        Ok(fitting(conn, self).await? <= FEW)
    }

    /// The numbers of everybody who fits, as the list of an `IN`.
    pub fn numbers(&self, engine: Engine) -> Piece {
        let (sql, mut values) = match engine {
            Engine::Sqlite => (BY_GRAMS, vec![self.grams()]),
            Engine::Postgres => (BY_PATTERNS, self.patterns().to_vec()),
        };
        let code = self.code_pattern();
        values.extend([code.clone(), code, self.code().to_owned(), self.uaid().to_owned()]);
        ([sql, BY_CODE_OR_NUMBER].concat(), values)
    }

    /// Whether a booking `b` fits, for lists that are walked because many do.
    pub fn fits(&self) -> Piece {
        let mut values = vec![self.code().to_owned()];
        values.extend(self.patterns());
        (FITS.to_owned(), values)
    }
}
