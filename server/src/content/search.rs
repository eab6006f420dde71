//! One search: the parameters (`q`, `fq`, `fl`, `rows`, `start`, `sort`) and the answer `{numFound, documents}`.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::matching::{Prepared, SortKey, matches};
use super::query::{self, Query, QueryError};

/// The most documents in one answer (RULES 8.5).
pub const MAX_ROWS: usize = 100;
/// The most filter queries, fields and sort keys.
const MAX_PARTS: usize = 20;
/// The most clauses in all queries of a search together.
const MAX_CLAUSES: usize = 32;
/// The longest query string, in bytes.
const LONGEST: usize = 2_048;

/// The parameters of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    queries: Vec<Query>,
    fields: Vec<String>,
    sort: Vec<(String, bool)>,
    start: usize,
    rows: usize,
    /// The parameters as given, for a remote hub.
    given: Vec<(String, String)>,
}

/// The results of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Found)]
pub struct SearchResults {
    /// The total number of matching items.
    pub num_found: usize,
    /// One page of the matches: whole items, unless `fl` names fields.
    #[schema(value_type = Vec<Object>)]
    pub documents: Vec<Value>,
}

impl SearchResults {
    pub fn nothing() -> Self {
        Self { num_found: 0, documents: Vec::new() }
    }
}

/// Which parameter cannot be used, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// A query cannot be parsed.
    #[error("{parameter}: {error}")]
    Query {
        /// `q` or `fq`.
        parameter: &'static str,
        /// The place and the reason.
        error: QueryError,
    },
    /// A number, a sort or the list of fields cannot be used.
    #[error("{0}: {1}")]
    Parameter(&'static str, &'static str),
    /// The query string is too long.
    #[error(
        "This search is too long: a query string may have {LONGEST} bytes. Please ask for less at a time."
    )]
    TooLong,
    /// There are too many clauses.
    #[error(
        "This search has too many parts: {MAX_CLAUSES} clauses are allowed. Please ask for less at a time."
    )]
    TooManyClauses(&'static str),
}

/// The search did not finish in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfTime;

impl SearchError {
    /// Whether the search is valid, but too large.
    pub fn is_budget(&self) -> bool {
        matches!(self, Self::TooLong | Self::TooManyClauses(_))
    }

    /// The parameter at fault.
    pub fn parameter(&self) -> &'static str {
        match self {
            Self::Query { parameter, .. }
            | Self::Parameter(parameter, _)
            | Self::TooManyClauses(parameter) => parameter,
            Self::TooLong => "q",
        }
    }
}

impl Search {
    /// Reads the parameters of a query string; unknown ones are ignored.
    pub fn from_pairs(pairs: &[(String, String)]) -> Result<Self, SearchError> {
        let mut search = Self {
            queries: Vec::new(),
            fields: Vec::new(),
            sort: Vec::new(),
            start: 0,
            rows: MAX_ROWS,
            given: Vec::new(),
        };
        for (name, value) in pairs {
            match name.as_str() {
                "q" => search.add_query("q", value)?,
                "fq" => search.add_query("fq", value)?,
                "fl" => {
                    search
                        .fields
                        .extend(value.split([',', ' ']).filter(|f| !f.is_empty()).map(str::to_owned));
                }
                "sort" => search.sort = sort_keys(value)?,
                "start" => search.start = number("start", value)?,
                "rows" => search.rows = number("rows", value)?.min(MAX_ROWS),
                _ => continue,
            }
            search.given.push((name.clone(), value.clone()));
        }
        if search.fields.len() > MAX_PARTS {
            return Err(SearchError::Parameter("fl", "too many fields"));
        }
        Ok(search)
    }

    /// Reads the parameters from a request's query string.
    pub fn from_query(query: &str) -> Result<Self, SearchError> {
        if query.len() > LONGEST {
            return Err(SearchError::TooLong);
        }
        let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        Self::from_pairs(&pairs)
    }

    /// A query string for the same search: the known parameters as given, never more than [`MAX_ROWS`].
    pub fn to_query(&self) -> String {
        let mut out = form_urlencoded::Serializer::new(String::new());
        for (name, value) in self.given.iter().filter(|(name, _)| name != "rows") {
            out.append_pair(name, value);
        }
        out.append_pair("rows", &self.rows.to_string()).finish()
    }

    /// Whether the answer depends on the present time.
    pub fn asks_for_now(&self) -> bool {
        self.queries.iter().any(Query::asks_for_now)
    }

    fn add_query(&mut self, parameter: &'static str, text: &str) -> Result<(), SearchError> {
        if self.queries.len() >= MAX_PARTS {
            return Err(SearchError::Parameter(parameter, "too many queries"));
        }
        self.queries.push(query::parse(text).map_err(|error| SearchError::Query { parameter, error })?);
        if self.queries.iter().map(Query::clauses).sum::<usize>() > MAX_CLAUSES {
            return Err(SearchError::TooManyClauses(parameter));
        }
        Ok(())
    }

    /// Searches a library's public items, until `deadline`. Each item comes with a handle for which `whole` returns the
    /// delivered form, so that what is added for delivery is neither searched nor made for items that do not match.
    pub fn run_over<'a, N: Copy>(
        &self,
        items: impl Iterator<Item = (&'a Prepared, N)>,
        (now, deadline): (&str, Instant),
        whole: impl Fn(N) -> &'a Value,
    ) -> Result<SearchResults, OutOfTime> {
        let mut hits = Vec::new();
        for (item, name) in items {
            if Instant::now() > deadline {
                return Err(OutOfTime);
            }
            if self.queries.iter().all(|query| matches(query, item, now)) {
                hits.push((self.sort_keys(item), name));
            }
        }
        hits.sort_by(|(a, _), (b, _)| self.compare(a, b));
        let num_found = hits.len();
        let page = hits.into_iter().skip(self.start).take(self.rows);
        Ok(SearchResults { num_found, documents: page.map(|(_, name)| self.project(whole(name))).collect() })
    }

    fn sort_keys(&self, item: &Prepared) -> Vec<SortKey> {
        self.sort.iter().map(|(field, _)| item.sort_key(field)).collect()
    }

    fn compare(&self, a: &[SortKey], b: &[SortKey]) -> std::cmp::Ordering {
        let keys = self.sort.iter().zip(a.iter().zip(b));
        keys.map(|((_, descending), (a, b))| if *descending { b.cmp(a) } else { a.cmp(b) })
            .find(|order| order.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
    }

    fn project(&self, item: &Value) -> Value {
        if self.fields.is_empty() || self.fields.iter().any(|field| field == "*") {
            return item.clone();
        }
        let mut out = Map::new();
        for field in &self.fields {
            if matches!(field.as_str(), "document" | "document:[json]") {
                out.insert("document".into(), item.clone());
            } else if let Some(value) = item.get(field) {
                out.insert(field.clone(), value.clone());
            } else {
                let name = field.strip_prefix("elements.").unwrap_or(field);
                if let Some(element) = item.get("elements").and_then(|elements| elements.get(name)) {
                    out.insert(field.clone(), element.clone());
                }
            }
        }
        Value::Object(out)
    }
}

fn number(parameter: &'static str, text: &str) -> Result<usize, SearchError> {
    text.trim().parse().map_err(|_| SearchError::Parameter(parameter, "wants a whole number, 0 or more"))
}

fn sort_keys(text: &str) -> Result<Vec<(String, bool)>, SearchError> {
    let keys = text
        .split(',')
        .filter(|part| !part.trim().is_empty())
        .map(|part| {
            let mut words = part.split_whitespace();
            let field = words.next().unwrap_or_default().to_owned();
            match (words.next().map(str::to_lowercase).as_deref(), words.next()) {
                (None | Some("asc"), None) => Ok((field, false)),
                (Some("desc"), None) => Ok((field, true)),
                _ => Err(SearchError::Parameter("sort", "wants `field asc` or `field desc`")),
            }
        })
        .collect::<Result<Vec<_>, _>>()?;
    if keys.len() > MAX_PARTS { Err(SearchError::Parameter("sort", "too many keys")) } else { Ok(keys) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::content::item::Item;

    fn items() -> Vec<Item> {
        (1..=5)
            .map(|n| Item {
                id: format!("i{n}"),
                name: format!("Item {n}"),
                type_id: "t".into(),
                kind: if n % 2 == 0 { "Even" } else { "Odd" }.into(),
                status: "ready".into(),
                library_id: "l".into(),
                tags: Vec::new(),
                elements: serde_json::from_value(
                    serde_json::json!({"order": {"elementType": "number", "value": 10 - n}}),
                )
                .unwrap(),
                rev: 1,
                last_modified: "2026-01-01T00:00:00Z".into(),
            })
            .collect()
    }

    fn run(pairs: &[(&str, &str)]) -> Result<SearchResults, SearchError> {
        let pairs: Vec<_> = pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let items: Vec<Value> = items().iter().map(Item::to_json).collect();
        let prepared: Vec<Prepared> = items.iter().map(Prepared::new).collect();
        let all = prepared.iter().zip(&items);
        let until = Instant::now() + std::time::Duration::from_mins(1);
        let search = Search::from_pairs(&pairs)?;
        Ok(search.run_over(all, ("2026-01-01T00:00:00Z", until), |item| item).unwrap())
    }

    #[test]
    fn a_search_has_a_budget_over_all_its_parameters() {
        let clauses = |n: usize| vec!["zq"; n].join(" ");
        assert_eq!(run(&[("q", &clauses(32))]).unwrap().num_found, 0);
        assert_eq!(run(&[("q", &clauses(33))]), Err(SearchError::TooManyClauses("q")));
        assert_eq!(run(&[("q", &clauses(16)), ("fq", &clauses(17))]), Err(SearchError::TooManyClauses("fq")));
        let many = format!("+*:* {}", vec!["-z"; 32].join(" "));
        assert_eq!(run(&[("fq", &many)]), Err(SearchError::TooManyClauses("fq")));
        assert!(
            Search::from_query(&format!("q={}", "a".repeat(LONGEST - 2)))
                .is_err_and(|error| error != SearchError::TooLong)
        );
        assert_eq!(Search::from_query(&format!("x={}", "a".repeat(LONGEST - 1))), Err(SearchError::TooLong));
    }

    #[test]
    fn a_search_that_is_out_of_time_ends() {
        let items: Vec<Value> = items().iter().map(Item::to_json).collect();
        let prepared: Vec<Prepared> = items.iter().map(Prepared::new).collect();
        let search = Search::from_query("q=*:*").unwrap();
        let past = Instant::now().checked_sub(std::time::Duration::from_secs(1)).unwrap();
        assert_eq!(search.run_over(prepared.iter().zip(&items), ("", past), |item| item), Err(OutOfTime));
    }

    #[test]
    fn filters_sorts_pages_and_projects() {
        let found = run(&[
            ("q", "*:*"),
            ("fq", "type:odd"),
            ("sort", "order asc"),
            ("start", "1"),
            ("rows", "1"),
            ("fl", "id,order"),
        ]);
        let found = found.unwrap();
        assert_eq!(found.num_found, 3);
        assert_eq!(
            found.documents,
            [serde_json::json!({"id": "i3", "order": {"elementType": "number", "value": 7}})]
        );
        assert_eq!(
            run(&[("rows", "1000"), ("fl", "document:[json]")]).unwrap().documents[0]["document"]["id"],
            "i1"
        );
    }

    #[test]
    fn asks_elsewhere_for_what_was_asked_here() {
        let search = Search::from_query("q=path%3A%22%2F%22&token=secret&rows=500&fl=id&fq=a+b").unwrap();
        assert_eq!(search.to_query(), "q=path%3A%22%2F%22&fl=id&fq=a+b&rows=100");
        assert!(!search.asks_for_now());
        for query in ["q=a:[NOW TO *]", "q=x AND NOT (y OR a:{* TO NOW})"] {
            assert!(Search::from_query(query).unwrap().asks_for_now(), "{query}");
        }
    }

    #[test]
    fn names_the_parameter_at_fault() {
        for (name, value) in [("q", "a:("), ("fq", "\""), ("rows", "-1"), ("start", "x"), ("sort", "a b c")] {
            assert_eq!(run(&[(name, value)]).map_err(|error| error.parameter()), Err(name));
        }
    }
}
