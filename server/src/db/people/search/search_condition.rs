//! A search (RULES 12.3) as a condition inside other statements. Each `?` is a placeholder for the next of the
//! fragment's values.

use super::{FEW, SearchTerms, fitting};
use crate::db::{Conn, Engine, Result};

/// People who match by the trigram index, as the beginning of an `IN (…)`; matches by code or number are appended.
const BY_GRAMS: &str = "(SELECT s.uaid FROM account_gram g JOIN account_search s ON s.search_id = g.rowid WHERE g.account_gram MATCH ?";
const BY_PATTERNS: &str = "(SELECT s.uaid FROM account_search s WHERE ";
const BY_CODE_OR_NUMBER: &str = " UNION SELECT uaid FROM booking WHERE ? <> '' AND status IN ('booked', 'assistance') \
     AND code LIKE ? UNION SELECT uaid FROM booking WHERE code = ? AND status NOT IN ('booked', 'assistance') \
     UNION SELECT uaid FROM account WHERE uaid = ?)";

/// How many people a search matches, precise enough to choose a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchCount {
    None,
    /// Few: a list starts from them.
    Few,
    /// Many: a list is scanned in its own order.
    Many,
}

/// Part of a statement, and its values.
pub type SqlFragment = (String, Vec<String>);

impl SearchTerms {
    pub async fn match_count(&self, conn: &mut Conn) -> Result<MatchCount> {
        Ok(match fitting(conn, self).await? {
            0 if !self.are_code_or_number() => MatchCount::None,
            0..=FEW => MatchCount::Few,
            _ => MatchCount::Many,
        })
    }

    /// The numbers of everybody who matches, as the list of an `IN`.
    pub fn matching_uaids(&self, engine: Engine) -> SqlFragment {
        let (mut sql, mut values) = match engine {
            Engine::Sqlite => (BY_GRAMS.to_owned(), vec![self.grams()]),
            Engine::Postgres => ([BY_PATTERNS, &self.conditions()].concat(), self.condition_values()),
        };
        sql.push_str(BY_CODE_OR_NUMBER);
        let code = self.code_pattern();
        values.extend([code.clone(), code, self.code().to_owned(), self.uaid().to_owned()]);
        (sql, values)
    }

    /// Whether booking `b` matches, for lists that are scanned because many do. Its athlete is a subquery for each
    /// booking: a join would begin with everybody. Code and number are compared only if the search can be one: neither
    /// is in the list's index, so each row would be read for it.
    pub fn matches_booking(&self) -> SqlFragment {
        let named = [("b.code = ? OR ", self.whole_code()), ("b.uaid = ? OR ", self.uaid())];
        let named = named.into_iter().filter(|(_, value)| !value.is_empty());
        let (or, values): (String, Vec<String>) = named.map(|(sql, value)| (sql, value.to_owned())).unzip();
        let words = self.conditions();
        let sql = format!("({or}(SELECT {words} FROM account_search s WHERE s.uaid = b.uaid))");
        (sql, values.into_iter().chain(self.condition_values()).collect())
    }

    /// A condition for each column and term; [`SearchTerms::condition_values`] gives their values in the same order.
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

    fn condition_values(&self) -> Vec<String> {
        self.columns().iter().flat_map(|_| self.patterns()).collect()
    }
}
