//! Prepares every statement in the server's source on both engines, so that SQL that only one of them accepts is never
//! released.

use std::path::{Path, PathBuf};

use sixfold_server::db::boards::{board, leaderboard};
use sixfold_server::db::connection::conn::Link;
use sixfold_server::db::{DbError, Engine, params};
use sixfold_tests::TestStore;
use sqlx::{AssertSqlSafe, Executor as _, SqlSafeStr as _};

/// Statements for one engine only, as the code that runs them shows.
const ONE_ENGINE: [&str; 12] = [
    "SELECT pg_advisory_xact_lock",
    "SELECT pg_notify",
    "DELETE FROM temp.touched",
    "SELECT COUNT(*) FROM (SELECT 1 FROM account_gram",
    "SELECT COUNT(*) FROM sqlite_master",
    "SELECT COUNT(*) FROM pg_class",
    // A copy asks each engine for its tables.
    "SELECT t.name, ",
    "SELECT tbl_name, ",
    "SELECT 'INSERT INTO",
    "SELECT c.relname::text, ",
    "SELECT DISTINCT c.relname::text, ",
    "SELECT format(",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The string literals of Rust source. Covers as much of the language as this repository uses.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source.chars().peekable();
    let mut previous = ' ';
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => {
                rest.by_ref().find(|c| *c == '\n');
            }
            // A quote as a character, as in '"'.
            '"' if previous == '\'' => {}
            '"' => found.push(literal(&mut rest)),
            _ => {}
        }
        previous = c;
    }
    found
}

fn literal(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let mut text = String::new();
    while let Some(c) = rest.next() {
        match c {
            '"' => break,
            '\\' => match rest.next() {
                Some('n') => text.push('\n'),
                Some('\n') => while rest.next_if(|c| c.is_whitespace()).is_some() {},
                Some(other) => text.push(other),
                None => break,
            },
            c => text.push(c),
        }
    }
    text
}

fn is_statement(text: &str) -> bool {
    let begins = |word: &str, with: &str| text.starts_with(word) && text.contains(with);
    begins("SELECT ", " FROM ")
        || begins("INSERT INTO ", "(")
        || begins("UPDATE ", " SET ")
        || begins("DELETE FROM ", " ")
}

fn statements(engine: Engine) -> Vec<String> {
    let (list, row) = match engine {
        Engine::Sqlite => ("json_group_array(", "json_array("),
        Engine::Postgres => ("json_agg(", "json_build_array("),
    };
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src"), &mut files);
    let mut found: Vec<String> = files
        .iter()
        .flat_map(|file| literals(&std::fs::read_to_string(file).unwrap()))
        .filter(|text| is_statement(text) && !ONE_ENGINE.iter().any(|only| text.starts_with(only)))
        // Put together from literals that are no statements.
        .chain(board::STATEMENTS.into_iter().chain(leaderboard::STATEMENTS).map(str::to_owned))
        // Any condition will do.
        .map(|text| text.replace("{words}", "TRUE").replace("{condition}", "TRUE").replace("{bookings}", ""))
        .map(|text| text.replace("{list}(", list).replace("{row}(", row).replace("{list}", "'1'"))
        .collect();
    found.sort();
    found.dedup();
    found
}

async fn prepare_all(engine: Engine) {
    let all = statements(engine);
    assert!(all.len() > 60, "only {} statements were found in the source", all.len());
    let store = TestStore::open(engine).await;
    let wrong: Vec<String> = store
        .db
        .write(async move |conn| {
            let mut wrong = Vec::new();
            for sql in all {
                conn.execute("SAVEPOINT one", params![]).await?;
                let text = AssertSqlSafe(sql.clone()).into_sql_str();
                let result = match &mut conn.link {
                    Link::Sqlite(c) => (&mut *c).prepare(text).await.map(drop),
                    Link::Postgres(c) => (&mut **c).prepare(text).await.map(drop),
                };
                if let Err(error) = result {
                    wrong.push(format!("{error}\n  {sql}"));
                }
                conn.execute("ROLLBACK TO SAVEPOINT one", params![]).await?;
            }
            Ok::<_, DbError>(wrong)
        })
        .await
        .unwrap();
    assert!(wrong.is_empty(), "{} statements fail on {engine:?}:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test]
async fn sqlite_prepares_every_statement() {
    prepare_all(Engine::Sqlite).await;
}

#[tokio::test]
async fn postgres_prepares_every_statement() {
    prepare_all(Engine::Postgres).await;
}

#[test]
fn literals_are_read_as_the_compiler_reads_them() {
    let source = "let a = \"SELECT 1 \\\n      FROM x\"; // \"not this\"\nlet b = '\"'; let c = \"q\\\"q\";";
    assert_eq!(literals(source), ["SELECT 1 FROM x", "q\"q"]);
}
