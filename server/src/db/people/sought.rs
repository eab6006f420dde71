//! Whom a search finds (RULES 12.3), as a condition inside other statements. Each `?` is the next of its values.

use super::super::{Conn, Engine, Result};
use super::{FEW, Words, fitting};

/// People found by their trigrams: the statement inside an `IN (…)`, up to what is found by code or number.
const BY_GRAMS: &str = "(SELECT s.uaid FROM account_gram g JOIN account_search s ON s.search_id = g.rowid WHERE g.account_gram MATCH ?";
const BY_PATTERNS: &str = "(SELECT s.uaid FROM account_search s WHERE ";
const BY_CODE_OR_NUMBER: &str = " UNION SELECT uaid FROM booking WHERE ? <> '' AND status IN ('booked', 'assistance') \
     AND code LIKE ? UNION SELECT uaid FROM booking WHERE code = ? UNION SELECT uaid FROM account WHERE uaid = ?)";
/// How many people a search fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// None, by name, address, code or number.
    Nobody,
    /// So few that a list is read by them.
    Few,
    /// So many that a list is walked.
    Many,
}

/// A piece of SQL and its values.
pub type Piece = (String, Vec<String>);

impl Words {
    /// How many people fit, as far as it matters to a list.
    pub async fn fit(&self, conn: &mut Conn<'_>) -> Result<Fit> {
        Ok(match fitting(conn, self).await? {
            0 if !self.are_code_or_number() => Fit::Nobody,
            0..=FEW => Fit::Few,
            _ => Fit::Many,
        })
    }

    /// The numbers of everybody who fits, as the list of an `IN`.
    pub fn numbers(&self, engine: Engine) -> Piece {
        let (mut sql, mut values) = match engine {
            Engine::Sqlite => (BY_GRAMS.to_owned(), vec![self.grams()]),
            Engine::Postgres => ([BY_PATTERNS, &self.conditions()].concat(), self.sought()),
        };
        sql.push_str(BY_CODE_OR_NUMBER);
        let code = self.code_pattern();
        values.extend([code.clone(), code, self.code().to_owned(), self.uaid().to_owned()]);
        (sql, values)
    }

    /// Whether a booking `b` fits, for lists that are walked because many do: its person, in a statement of its own for each
    /// booking, as a join would first be asked of everybody; or its code or number, where the search is one. A code that cannot
    /// be met is not asked for: it is not in the indexes, and each row would be read for it.
    pub fn fits(&self) -> Piece {
        let named = [("b.code = ? OR ", self.whole_code()), ("b.uaid = ? OR ", self.uaid())];
        let named = named.into_iter().filter(|(_, value)| !value.is_empty());
        let (or, values): (String, Vec<String>) = named.map(|(sql, value)| (sql, value.to_owned())).unzip();
        let words = self.conditions();
        let sql = format!("({or}(SELECT {words} FROM account_search s WHERE s.uaid = b.uaid))");
        (sql, values.into_iter().chain(self.sought()).collect())
    }

    /// The columns in which each word has to be, and what [`Words::sought`] tells of them in the same order.
    fn conditions(&self) -> String {
        let each: Vec<String> = self
            .columns()
            .iter()
            .flat_map(|column| {
                self.patterns().into_iter().map(move |_| format!("s.{column} LIKE ? ESCAPE '!'"))
            })
            .collect();
        each.join(" AND ")
    }

    fn sought(&self) -> Vec<String> {
        self.columns().iter().flat_map(|_| self.patterns()).collect()
    }
}
