//! A copy of the whole database as text, and what it reveals about a person: nothing about their health while they have an
//! account, and nothing at all after they have left.

use std::fmt::Write as _;

use sixfold_server::db::connection::conn::Link;
use sixfold_tests::{Engine, TestApp, both};

use super::canaries::{HEALTH, PERSONAL, leave, plant};

const SQLITE: &str = "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, 2";
const POSTGRES: &str = "SELECT table_name::text, column_name::text FROM information_schema.columns \
     WHERE table_schema = 'public' ORDER BY 1, 2";

/// Every value of every column of every table, each on a line with its table and column.
pub(crate) async fn dump(app: &TestApp) -> String {
    let columns: Vec<(String, String)> = app
        .read(async |conn| {
            Ok(match &mut conn.link {
                Link::Sqlite(c) => sqlx::query_as(SQLITE).fetch_all(&mut *c).await?,
                Link::Postgres(c) => sqlx::query_as(POSTGRES).fetch_all(&mut **c).await?,
            })
        })
        .await;
    assert!(columns.len() > 150, "only {} columns were found", columns.len());
    let mut all = String::new();
    for (table, column) in columns {
        for value in values(app, &table, &column).await {
            writeln!(all, "{table}.{column} = {}", String::from_utf8_lossy(&value)).unwrap();
        }
    }
    all
}

/// The bytes of a column, since indexes of SQLite contain more than text.
async fn values(app: &TestApp, table: &str, column: &str) -> Vec<Vec<u8>> {
    let (as_bytes, as_text) = (
        format!("SELECT CAST(\"{column}\" AS BLOB) FROM \"{table}\""),
        format!("SELECT CAST(\"{column}\" AS TEXT) FROM \"{table}\""),
    );
    app.read(async |conn| {
        let held: Vec<Option<Vec<u8>>> = match &mut conn.link {
            Link::Sqlite(c) => sqlx::query_scalar(sqlx::AssertSqlSafe(as_bytes)).fetch_all(&mut *c).await?,
            Link::Postgres(c) => {
                let texts: Vec<Option<String>> =
                    sqlx::query_scalar(sqlx::AssertSqlSafe(as_text)).fetch_all(&mut **c).await?;
                texts.into_iter().map(|text| text.map(from_text)).collect()
            }
        };
        Ok(held.into_iter().map(Option::unwrap_or_default).collect())
    })
    .await
}

/// The bytes of a value that PostgreSQL wrote as text: of a `bytea` those that it stands for.
fn from_text(text: String) -> Vec<u8> {
    match text.strip_prefix("\\x").map(hex::decode) {
        Some(Ok(bytes)) => bytes,
        Some(Err(_)) | None => text.into_bytes(),
    }
}

fn lines_with<'a>(dump: &'a str, text: &str) -> Vec<&'a str> {
    dump.lines().filter(|line| line.contains(text)).collect()
}

/// All bytes of the files beside the database.
fn files(app: &TestApp) -> Vec<u8> {
    let mut everything = Vec::new();
    for entry in std::fs::read_dir(app.data_dir()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            everything.extend(std::fs::read(path).unwrap());
        }
    }
    everything
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

both! {
    async fn a_dump_tells_nothing_of_anybodys_health(app) {
        let canary = plant(&app).await;
        let all = dump(&app).await;
        for secret in HEALTH.iter().chain(&["canary of a secret", "canary of a token"]) {
            assert_eq!(lines_with(&all, secret), [""; 0], "{secret} can be read");
        }
        // The control: the same dump contains everything that is not health data.
        for known in PERSONAL {
            assert!(!lines_with(&all, known).is_empty(), "{known} was never planted, or the dump does not look");
        }
        // The encrypted values are there too: their owner can read them.
        let profile = canary.client.get("/api/user/profile").await.text();
        for secret in &HEALTH[..4] {
            assert!(profile.contains(secret), "{secret} was never planted: {profile}");
        }
    }

    async fn a_dump_tells_nothing_of_somebody_who_has_left(app) {
        let canary = plant(&app).await;
        let stays = app.sign_up("stays@athletes.example").await;
        leave(&canary).await;
        let all = dump(&app).await;
        for known in PERSONAL.iter().chain(&HEALTH).chain(&["canary-code", "canary-sid", "anary"]) {
            assert_eq!(lines_with(&all, known), [""; 0], "{known} can be read");
        }
        // The control: somebody else's data is still there.
        assert!(!lines_with(&all, &stays.email).is_empty());
    }
}

#[tokio::test]
async fn the_files_of_sqlite_keep_nothing_of_somebody_who_has_left() {
    let app = TestApp::spawn(Engine::Sqlite).await;
    let canary = plant(&app).await;
    let before = files(&app);
    for known in PERSONAL {
        assert!(holds(&before, known), "{known} was never planted, or the files are others");
    }
    for secret in HEALTH {
        assert!(!holds(&before, secret), "{secret} can be read in the files");
    }
    leave(&canary).await;
    // The control: until its log is truncated, SQLite keeps what was erased.
    assert!(holds(&files(&app), PERSONAL[1]));
    app.state.db.forget_pages().await.unwrap();
    let after = files(&app);
    assert!(holds(&after, "sixfold-academy"), "the files are not the database's");
    for known in PERSONAL.iter().chain(&HEALTH).chain(&["canary-code", "canary-sid"]) {
        assert!(!holds(&after, known), "{known} can be read in the files");
    }
}
