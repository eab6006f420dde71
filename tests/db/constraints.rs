//! Both engines have the same constraints: keys, unique and partial indexes, foreign keys, checks. Each list is read
//! from the engine's catalogue and normalised.

use std::collections::BTreeSet;

use sixfold_server::db::{Conn, DbError, Engine, Sql, params};
use sixfold_tests::{TestStore, on_both};
use sqlx::FromRow;

/// One constraint, as `table: constraint`.
type Guards = BTreeSet<String>;

#[derive(FromRow)]
struct Row {
    owner: String,
    text: String,
}

async fn rows(engine: Engine, sql: &'static str) -> Vec<Row> {
    let store = TestStore::open(engine).await;
    let read = store.db.read(async |conn| conn.all::<Row>(sql, params![]).await);
    read.await.unwrap()
}

/// The words and literals of an expression, sorted, without what each engine adds.
fn words(expression: &str) -> String {
    const ADDED: [&str; 9] = ["any", "array", "text", "bigint", "in", "between", "and", "all", "check"];
    // PostgreSQL writes `NOT IN` as `<> ALL`.
    let plain = expression.replace("<>", " not ").to_lowercase();
    let found: BTreeSet<&str> = plain
        .split(|c: char| !(c.is_alphanumeric() || "_-'".contains(c)))
        .filter(|word| !word.is_empty() && !ADDED.contains(word))
        .collect();
    found.into_iter().collect::<Vec<_>>().join(" ")
}

/// Columns and predicate of a `CREATE INDEX` statement.
fn index(sql: &str) -> String {
    let sql = sql.to_lowercase();
    let unique = if sql.starts_with("create unique") { "unique" } else { "plain" };
    let (_, rest) = sql.split_once('(').unwrap();
    let (columns, rest) = rest.split_once(')').unwrap();
    let predicate = rest.split_once("where").map_or(String::new(), |(_, predicate)| words(predicate));
    let columns: Vec<&str> = columns.split(',').map(str::trim).collect();
    format!("{unique} ({}) where [{predicate}]", columns.join(","))
}

fn guards(rows: Vec<Row>, read: impl Fn(&str) -> String) -> Guards {
    rows.into_iter().map(|row| format!("{}: {}", row.owner, read(&row.text))).collect()
}

#[tokio::test]
async fn indexes_have_the_same_columns_uniqueness_and_predicate() {
    const SQLITE: &str =
        "SELECT name AS owner, sql AS text FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
    const POSTGRES: &str = "SELECT indexname::text AS owner, indexdef AS text FROM pg_indexes WHERE schemaname = 'public' \
         AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key' AND indexname <> 'account_search_gram'";
    let sqlite = guards(rows(Engine::Sqlite, SQLITE).await, index);
    let postgres = guards(rows(Engine::Postgres, POSTGRES).await, index);
    assert!(sqlite.iter().any(|text| {
        text.starts_with("booking_one_open: unique (uaid) where ['assistance' 'booked' status]")
    }));
    assert_eq!(sqlite, postgres);
}

#[tokio::test]
async fn keys_and_references_are_the_same() {
    const SQLITE: &str = "SELECT m.name || ' primary' AS owner, (SELECT GROUP_CONCAT(name, ',') FROM (SELECT name FROM \
         pragma_table_info(m.name) WHERE pk > 0 ORDER BY pk)) AS text FROM sqlite_master m WHERE m.type = 'table' \
         AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'account_gram%' \
         UNION ALL SELECT m.name || ' unique', (SELECT GROUP_CONCAT(name, ',') FROM (SELECT name FROM \
         pragma_index_info(i.name) ORDER BY seqno)) FROM sqlite_master m JOIN pragma_index_list(m.name) i \
         WHERE m.type = 'table' AND i.origin = 'u' \
         UNION ALL SELECT m.name || ' refers', GROUP_CONCAT(f.\"from\", ',') || ' to ' || f.\"table\" || ' ' || \
         GROUP_CONCAT(f.\"to\", ',') FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f \
         WHERE m.type = 'table' GROUP BY m.name, f.id, f.\"table\"";
    const POSTGRES: &str = "SELECT conrelid::regclass::text || CASE contype WHEN 'p' THEN ' primary' WHEN 'u' THEN ' unique' \
         ELSE ' refers' END AS owner, (SELECT string_agg(a.attname::text, ',' ORDER BY k.at) FROM \
         unnest(conkey) WITH ORDINALITY AS k(number, at) JOIN pg_attribute a ON a.attrelid = conrelid \
         AND a.attnum = k.number) || CASE contype WHEN 'f' THEN ' to ' || confrelid::regclass::text || ' ' || \
         (SELECT string_agg(a.attname::text, ',' ORDER BY k.at) FROM unnest(confkey) WITH ORDINALITY AS k(number, at) \
         JOIN pg_attribute a ON a.attrelid = confrelid AND a.attnum = k.number) ELSE '' END AS text \
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')";
    let sqlite = guards(rows(Engine::Sqlite, SQLITE).await, str::to_owned);
    let postgres = guards(rows(Engine::Postgres, POSTGRES).await, str::to_owned);
    assert!(sqlite.contains("booking refers: uaid to account uaid"), "{sqlite:#?}");
    assert!(sqlite.contains("slot primary: event_id,test_date,test_time"), "{sqlite:#?}");
    assert_eq!(sqlite, postgres);
}

/// The expressions of every `CHECK (…)` in a `CREATE TABLE` statement.
fn checks(sql: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = sql;
    while let Some((_, after)) = rest.split_once("CHECK (") {
        let mut depth = 1;
        let end = after.char_indices().find(|(_, c)| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        });
        let end = end.unwrap().0;
        found.push(words(&after[..end]));
        rest = &after[end..];
    }
    found
}

#[tokio::test]
async fn checks_speak_of_the_same_columns_and_values() {
    const SQLITE: &str =
        "SELECT name AS owner, sql AS text FROM sqlite_master WHERE type = 'table' AND sql LIKE '%CHECK (%'";
    const POSTGRES: &str = "SELECT conrelid::regclass::text AS owner, pg_get_constraintdef(oid) AS text FROM pg_constraint \
         WHERE connamespace = 'public'::regnamespace AND contype = 'c'";
    let sqlite: Guards = rows(Engine::Sqlite, SQLITE)
        .await
        .into_iter()
        .flat_map(|row| checks(&row.text).into_iter().map(move |check| format!("{}: {check}", row.owner)))
        .collect();
    // PostgreSQL writes `NOT x = ANY` as `<> ALL`, and BETWEEN as two comparisons.
    let negated = |text: String| text.replace(" not ", " ").replace(": not ", ": ");
    let postgres = guards(rows(Engine::Postgres, POSTGRES).await, words);
    let sqlite: Guards = sqlite.into_iter().map(negated).collect();
    let postgres: Guards = postgres.into_iter().map(negated).collect();
    assert!(sqlite.len() > 8, "{sqlite:#?}");
    assert_eq!(sqlite, postgres);
}

const ACCOUNT: &str =
    "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at) VALUES ('1', 'a', 'a', 0, 0)";
const EVENT: &str = "INSERT INTO event (event_id, name, location_name, location_address, location_post_code, \
     location_contact_number, location_contact_email, map_url) VALUES ('e', '', '', '', '', '', '', '')";
const BOOKING: &str = "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, seat, code, \
     created_at, created_by, updated_at) VALUES ";

/// Rows that both engines must refuse, after an account, an event, a full slot and one open booking.
const REFUSED: [(&str, &str); 14] = [
    ("a role there is not", "UPDATE account SET role = 5"),
    (
        "two accounts of one address",
        "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at) VALUES ('2', 'a', 'a', 0, 0)",
    ),
    ("more taken than there are", "UPDATE slot SET taken = 3"),
    ("fewer taken than none", "UPDATE slot SET taken = -1"),
    ("a capacity below what is taken", "UPDATE slot SET capacity = 1"),
    ("a second open booking", "('b2', '1', 'e', 'assistance', 'test', NULL, NULL, NULL, 'C2', 0, '1', 0)"),
    ("a seat that is taken", "('b2', '2', 'e', 'booked', 'test', '2026-03-03', '10:00', 1, 'C2', 0, '1', 0)"),
    (
        "a code of an open booking",
        "('b2', '2', 'e', 'booked', 'test', '2026-03-03', '10:00', 2, 'C1', 0, '1', 0)",
    ),
    ("a booking of nobody", "('b2', '9', 'e', 'booked', 'test', '2026-03-03', '10:00', 2, 'C2', 0, '1', 0)"),
    ("a booking nowhere", "('b2', '2', 'x', 'booked', 'test', '2026-03-03', '10:00', 2, 'C2', 0, '1', 0)"),
    ("a status there is not", "('b2', '2', 'e', 'lost', 'test', '2026-03-03', '10:00', 2, 'C2', 0, '1', 0)"),
    ("a type there is not", "('b2', '2', 'e', 'booked', 'trial', '2026-03-03', '10:00', 2, 'C2', 0, '1', 0)"),
    ("a seat in no slot", "('b2', '2', 'e', 'booked', 'test', NULL, NULL, 2, 'C2', 0, '1', 0)"),
    (
        "a cancelled booking with a seat",
        "('b2', '2', 'e', 'cancelled', 'test', '2026-03-03', '10:00', 2, 'C2', 0, '1', 0)",
    ),
];

async fn execute(store: &TestStore, sql: String) -> Result<(), DbError> {
    let run = store.db.write(async move |conn: &mut Conn| {
        conn.execute(Sql::built(sql), params![]).await?;
        Ok::<_, DbError>(())
    });
    run.await
}

on_both!(each_engine_refuses_the_same_rows, |engine| async move {
    let store = TestStore::open(engine).await;
    for sql in [
        ACCOUNT,
        "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at) VALUES ('2', 'b', 'b', 0, 0)",
        EVENT,
        "INSERT INTO slot (event_id, test_date, test_time, capacity, taken) VALUES ('e', '2026-03-03', '10:00', 2, 2)",
    ] {
        execute(&store, sql.to_owned()).await.unwrap();
    }
    let open = "('b1', '1', 'e', 'booked', 'test', '2026-03-03', '10:00', 1, 'C1', 0, '1', 0)";
    execute(&store, format!("{BOOKING}{open}")).await.unwrap();
    for (what, sql) in REFUSED {
        let sql = if sql.starts_with('(') { format!("{BOOKING}{sql}") } else { sql.to_owned() };
        let refused = execute(&store, sql).await;
        assert!(matches!(refused, Err(DbError::Conflict(_))), "{what}: {refused:?}");
    }
});
