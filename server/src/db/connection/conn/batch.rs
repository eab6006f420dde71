//! Statements that wait to be sent together. One message to the database instead of several: on SQLite each one crosses to
//! the connection's thread and back, on PostgreSQL the network.

use crate::db::connection::engine::Engine;
use crate::db::connection::param::Param;

/// The most statements that wait: their text is prepared as one, and few combinations should be.
const LIMIT: usize = 4;

#[derive(Default)]
pub(super) struct Batch(Vec<Statement>);

impl std::fmt::Debug for Batch {
    /// Without the values, which are people's.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|statement| statement.sql)).finish()
    }
}

struct Statement {
    sql: &'static str,
    params: Vec<Param<'static>>,
}

impl Batch {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= LIMIT
    }

    pub(super) fn push(&mut self, sql: &'static str, params: &[Param<'_>]) {
        let params = params.iter().map(Param::to_owned).collect();
        self.0.push(Statement { sql, params });
    }

    /// The statement that was added last, to be sent after the others.
    pub(super) fn pop(&mut self) -> Option<(&'static str, Vec<Param<'static>>)> {
        self.0.pop().map(|Statement { sql, params }| (sql, params))
    }

    /// Every waiting statement and a last one, as one text with one list of parameters. SQLite runs several statements one
    /// after the other; PostgreSQL runs one, whose `WITH` holds those before it.
    pub(super) fn take_with(
        &mut self,
        engine: Engine,
        last: &str,
        last_params: &[Param<'_>],
    ) -> (String, Vec<Param<'static>>) {
        let mut params: Vec<Param<'static>> = Vec::new();
        let mut texts = Vec::new();
        for statement in self.0.drain(..) {
            texts.push(renumbered(statement.sql, params.len()));
            params.extend(statement.params);
        }
        let last = renumbered(last, params.len());
        params.extend(last_params.iter().map(Param::to_owned));
        let text = match engine {
            _ if texts.is_empty() => last,
            Engine::Sqlite => format!("{}; {last}", texts.join("; ")),
            Engine::Postgres => {
                let parts: Vec<String> =
                    texts.iter().enumerate().map(|(at, text)| format!("part_{at} AS ({text})")).collect();
                format!("WITH {} {last}", parts.join(", "))
            }
        };
        (text, params)
    }
}

/// A statement whose `$1` is `$(1 + by)` and so on.
fn renumbered(sql: &str, by: usize) -> String {
    if by == 0 {
        return sql.to_owned();
    }
    let mut parts = sql.split('$');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = part.split_at(digits);
        match number.parse::<usize>() {
            Ok(number) => text.extend(["$", &(number + by).to_string(), rest]),
            Err(_) => text.extend(["$", part]),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_keep_their_order_and_their_values() {
        let mut batch = Batch::default();
        batch.push("insert into a VALUES ($1, $2)", &[1.into(), 2.into()]);
        batch.push("insert into b VALUES ($2, $1, '$x')", &[3.into(), 4.into()]);
        let (text, params) = batch.take_with(Engine::Sqlite, "insert into c VALUES ($1)", &[5.into()]);
        assert_eq!(
            text,
            "insert into a VALUES ($1, $2); insert into b VALUES ($4, $3, '$x'); insert into c VALUES ($5)"
        );
        assert_eq!(params.len(), 5);
        assert!(batch.pop().is_none());

        batch.push("insert into a VALUES ($1)", &[1.into()]);
        let (text, _) = batch.take_with(Engine::Postgres, "insert into b VALUES ($1)", &[2.into()]);
        assert_eq!(text, "WITH part_0 AS (insert into a VALUES ($1)) insert into b VALUES ($2)");
    }
}
