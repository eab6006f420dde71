//! Both engines have the same tables, columns and indexes. Only the trigrams for searching differ: a table with shadow
//! tables on SQLite, an index on PostgreSQL.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_server::db::connection::conn::Link;
use sixfold_server::db::{DbError, Engine};
use sixfold_tests::TestStore;

/// Table → column → (text, number or bytes; nullable).
type Tables = BTreeMap<String, BTreeMap<String, (&'static str, bool)>>;

/// Table, column, type, and whether it is nullable.
type Column = (String, String, String, bool);

fn class(kind: &str) -> &'static str {
    match kind.to_ascii_lowercase().as_str() {
        "integer" | "bigint" | "boolean" => "number",
        "text" => "text",
        "blob" | "bytea" => "bytes",
        other => panic!("a column of type {other} is not portable"),
    }
}

async fn tables(engine: Engine) -> (Tables, BTreeSet<String>) {
    const SQLITE: &str = "SELECT m.name, c.name, c.type, c.\"notnull\" = 0 FROM sqlite_master m \
         JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' \
         AND m.name NOT LIKE 'account_gram%'";
    const POSTGRES: &str = "SELECT table_name::text, column_name::text, data_type::text, is_nullable = 'YES' \
         FROM information_schema.columns WHERE table_schema = 'public'";
    const SQLITE_INDEXES: &str =
        "SELECT name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite_autoindex%'";
    const POSTGRES_INDEXES: &str = "SELECT indexname::text FROM pg_indexes WHERE schemaname = 'public' \
         AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key' AND indexname <> 'account_search_gram'";
    let store = TestStore::open(engine).await;
    store
        .db
        .read(async |conn| {
            let (columns, indexes): (Vec<Column>, Vec<String>) = match &mut conn.link {
                Link::Sqlite(c) => (
                    sqlx::query_as(SQLITE).fetch_all(&mut *c).await?,
                    sqlx::query_scalar(SQLITE_INDEXES).fetch_all(&mut *c).await?,
                ),
                Link::Postgres(c) => (
                    sqlx::query_as(POSTGRES).fetch_all(&mut **c).await?,
                    sqlx::query_scalar(POSTGRES_INDEXES).fetch_all(&mut **c).await?,
                ),
            };
            let mut tables = Tables::new();
            for (table, column, kind, nullable) in columns {
                tables.entry(table).or_default().insert(column, (class(&kind), nullable));
            }
            Ok::<_, DbError>((tables, indexes.into_iter().collect()))
        })
        .await
        .unwrap()
}

#[tokio::test]
async fn both_engines_have_the_same_schema() {
    let (sqlite, sqlite_indexes) = tables(Engine::Sqlite).await;
    let (postgres, postgres_indexes) = tables(Engine::Postgres).await;
    assert!(sqlite.len() > 20, "{:?}", sqlite.keys());
    assert_eq!(sqlite.keys().collect::<Vec<_>>(), postgres.keys().collect::<Vec<_>>());
    for (table, columns) in &sqlite {
        assert_eq!(columns, &postgres[table], "table {table}");
    }
    assert_eq!(sqlite_indexes, postgres_indexes);
}

#[tokio::test]
async fn every_sqlite_table_is_strict() {
    const SQL: &str = "SELECT COUNT(*) FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND schema = 'main' \
         AND name NOT LIKE 'sqlite_%'";
    let store = TestStore::open(Engine::Sqlite).await;
    let loose: i64 = store
        .db
        .read(async |conn| {
            let Link::Sqlite(c) = &mut conn.link else { unreachable!("a SQLite store") };
            Ok::<_, DbError>(sqlx::query_scalar(SQL).fetch_one(&mut *c).await?)
        })
        .await
        .unwrap();
    assert_eq!(loose, 0);
}
