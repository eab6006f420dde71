//! A database that an earlier version filled, opened by this one: nothing is lost, and whoever was signed in still is. How the
//! files in `earlier_version/` were made is in its README.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use sixfold_server::app::{jobs, key_rotation};
use sixfold_server::content;
use sixfold_server::db::engines::migrate;
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::{DbError, Engine, params};
use sixfold_tests::{Client, TestApp, TestStore, on_both, postgres};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use tempfile::TempDir;

/// Half past twelve on Wednesday 4 March 2026 in London, minutes after the files were made: sessions last 58.
const NOW_MS: i64 = 1_772_627_400_000;
/// How many migrations the version that filled the files had.
const EARLIER_SCHEMA: usize = 6;

/// What a migration moved somewhere else.
const REPLACED_TABLES: [&str; 1] = [
    // 10: the server folds names.
    "search_letter",
];
/// What a migration changes in rows that are there.
const CHANGED_COLUMNS: [(&str, &str); 3] = [
    // 7: a letter is blanked once it is sent.
    ("mail_outbox", "text_body"),
    ("mail_outbox", "html_body"),
    ("mail_outbox", "calendar"),
];

/// How many athletes were in a coach's teams: migration 9 gives each a row in `coach_athlete`.
const ATHLETES_OF_COACHES: usize = 7;
/// The tables that a start changes: it brings the content up to date.
const CHANGED_BY_A_START: [&str; 4] = ["content_item", "content_revision", "store_fact", "topic_version"];
/// The fields of answers that go on with the clock and the audit log.
const GOES_ON: [&str; 4] = [" /exportedAt:", " /log:", " /now:", " /timestamp:"];

/// A connection that knows nothing of the product.
enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Connection {
    async fn open(target: &Target) -> Self {
        match target {
            Target::Sqlite(file) => {
                let url = format!("sqlite:{}", file.display());
                Self::Sqlite(SqliteConnection::connect(&url).await.unwrap())
            }
            Target::Postgres(_) => Self::Postgres(postgres::connect(target).await),
        }
    }

    async fn texts(&mut self, sql: &str) -> Vec<String> {
        match self {
            Self::Sqlite(conn) => sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(conn).await,
            Self::Postgres(conn) => sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(conn).await,
        }
        .unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// The columns of each table. SQLite's index of trigrams is derived, and a table on that engine alone.
    async fn tables(&mut self) -> Tables {
        const SQLITE: &str = "SELECT m.name || ' ' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'account_gram%'";
        const POSTGRES: &str = "SELECT table_name || ' ' || column_name FROM information_schema.columns \
             WHERE table_schema = 'public'";
        let sql = match self {
            Self::Sqlite(_) => SQLITE,
            Self::Postgres(_) => POSTGRES,
        };
        let mut tables = Tables::new();
        for row in self.texts(sql).await {
            let (table, column) = row.split_once(' ').unwrap();
            tables.entry(table.to_owned()).or_default().insert(column.to_owned());
        }
        tables
    }

    /// Every row of a table as one text of these columns, in order.
    async fn rows(&mut self, table: &str, columns: &BTreeSet<String>) -> Vec<String> {
        let quoted = columns.iter().map(|column| format!("\"{column}\""));
        let mut rows = match self {
            Self::Sqlite(_) => {
                let texts = quoted.map(|column| format!("quote({column})")).collect::<Vec<_>>();
                self.texts(&format!("SELECT {} FROM {table}", texts.join(" || ',' || "))).await
            }
            Self::Postgres(_) => {
                let row = quoted.collect::<Vec<_>>().join(", ");
                self.texts(&format!("SELECT CAST(ROW({row}) AS text) FROM {table}")).await
            }
        };
        rows.sort();
        rows
    }
}

type Tables = BTreeMap<String, BTreeSet<String>>;

/// Every row of a database, by table.
#[derive(Debug)]
struct Snapshot {
    tables: Tables,
    rows: BTreeMap<String, Vec<String>>,
}

impl Snapshot {
    /// The database as it is.
    async fn take(target: &Target) -> Self {
        let mut conn = Connection::open(target).await;
        let mut tables = conn.tables().await;
        for (table, column) in CHANGED_COLUMNS {
            tables.get_mut(table).unwrap().remove(column);
        }
        let mut rows = BTreeMap::new();
        for (table, columns) in &tables {
            rows.insert(table.clone(), conn.rows(table, columns).await);
        }
        Self { tables, rows }
    }

    /// What differs in the database now, table by table: how many of the rows are no longer there as they were, and how many
    /// others are.
    async fn differences(&self, target: &Target) -> BTreeMap<String, (usize, usize)> {
        let mut conn = Connection::open(target).await;
        let tables = conn.tables().await;
        let mut differences = BTreeMap::new();
        for (table, columns) in &self.tables {
            let mut new =
                if tables.contains_key(table) { conn.rows(table, columns).await } else { Vec::new() };
            let mut lost = 0;
            for row in &self.rows[table] {
                match new.binary_search(row) {
                    Ok(index) => drop(new.remove(index)),
                    Err(_) => lost += 1,
                }
            }
            if lost + new.len() > 0 {
                differences.insert(table.clone(), (lost, new.len()));
            }
        }
        for (table, columns) in tables.iter().filter(|(table, _)| !self.tables.contains_key(*table)) {
            let new = conn.rows(table, columns).await.len();
            if new > 0 {
                differences.insert(table.clone(), (0, new));
            }
        }
        differences
    }
}

fn file(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("db/earlier_version").join(name);
    let packed = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
    bytes
}

/// What the earlier version answered: `cookies`, `tokens`, ids, and `answers` of `{as, path, data}`.
fn recorded(engine: Engine) -> Value {
    let name = match engine {
        Engine::Sqlite => "sqlite.json.gz",
        Engine::Postgres => "postgres.json.gz",
    };
    serde_json::from_slice(&file(name)).unwrap()
}

/// The earlier version's database, not opened by this one yet.
async fn restored(engine: Engine) -> (Target, TempDir) {
    let directory = tempfile::tempdir().unwrap();
    let target = match engine {
        Engine::Sqlite => {
            let path = directory.path().join("sixfold.db");
            std::fs::write(&path, file("sqlite.db.gz")).unwrap();
            Target::Sqlite(path)
        }
        Engine::Postgres => {
            let target = postgres::empty_database().await;
            let dump = String::from_utf8(file("postgres.sql.gz")).unwrap();
            let mut conn = postgres::connect(&target).await;
            sqlx::raw_sql(AssertSqlSafe(dump)).execute(&mut conn).await.unwrap();
            conn.close().await.unwrap();
            target
        }
    };
    (target, directory)
}

/// The earlier version's database brought up to date, what it was before, and where it is.
async fn migrated(engine: Engine) -> (TestStore, Snapshot) {
    let (target, directory) = restored(engine).await;
    let before = Snapshot::take(&target).await;
    assert_eq!(before.rows["schema_migration"].len(), EARLIER_SCHEMA);
    (TestStore::at(target, directory).await, before)
}

/// A server on that database, started as the binary starts it.
async fn started(engine: Engine) -> (TestApp, Target, Snapshot) {
    let (store, before) = migrated(engine).await;
    let target = store.target.clone();
    let app = TestApp::on(store, NOW_MS, |_| {});
    key_rotation::check(&app.state).await.unwrap();
    assert!(
        !key_rotation::follow(&app.state).await.unwrap(),
        "the secret is the one that it was filled with"
    );
    let seeds = content::seed::items().unwrap();
    app.write(async move |conn| content::seed::run(conn, &seeds, NOW_MS).await).await;
    jobs::fold_names(&app.state).await.unwrap();
    app.state.boards.current(&app.state.db).await.unwrap();
    (app, target, before)
}

fn caller(app: &TestApp, recorded: &Value, who: &str) -> Client {
    let client = app.client();
    match who {
        "nobody" => client,
        "browser" => {
            for (name, value) in recorded["cookies"].as_object().unwrap() {
                client.set_cookie(name, value.as_str().unwrap());
            }
            client
        }
        _ => client.bearer(recorded["tokens"][who].as_str().unwrap()),
    }
}

/// What the migrations change, table by table, as [`Snapshot::differences`] counts it.
fn changed_by_migrations(before: &Snapshot) -> BTreeMap<String, (usize, usize)> {
    let replaced = REPLACED_TABLES.map(|table| (table.to_owned(), (before.rows[table].len(), 0)));
    let added = [
        ("coach_athlete".to_owned(), (0, ATHLETES_OF_COACHES)),
        ("schema_migration".to_owned(), (0, migrate::ALL.len() - EARLIER_SCHEMA)),
    ];
    replaced.into_iter().chain(added).collect()
}

on_both!(a_migration_keeps_every_row, |engine| async move {
    let (store, before) = migrated(engine).await;
    assert_eq!(before.differences(&store.target).await, changed_by_migrations(&before));
});

#[tokio::test]
async fn a_table_is_read_while_a_migration_waits_for_it() {
    let (target, directory) = restored(Engine::Postgres).await;
    let mut dump = postgres::connect(&target).await;
    sqlx::raw_sql("BEGIN; LOCK TABLE booking IN ACCESS SHARE MODE").execute(&mut dump).await.unwrap();
    let reading = async {
        let mut node = postgres::connect(&target).await;
        postgres::waiting(&mut node, 1).await;
        // A node is less patient; this only ends the test.
        sqlx::raw_sql("SET lock_timeout = '60s'").execute(&mut node).await.unwrap();
        let read = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM booking").fetch_one(&mut node).await;
        assert!(read.unwrap() > 0);
        sqlx::raw_sql("COMMIT").execute(&mut dump).await.unwrap();
    };
    let (store, ()) = futures::join!(TestStore::at(target.clone(), directory), reading);
    let applied = Snapshot::take(&store.target).await.rows["schema_migration"].len();
    assert_eq!(applied, migrate::ALL.len());
}

on_both!(a_row_that_is_gone_or_changed_is_noticed, |engine| async move {
    let (store, before) = migrated(engine).await;
    let intact = before.differences(&store.target).await;
    for (table, sql, difference) in [
        (
            "waitlist",
            "DELETE FROM waitlist WHERE waitlist_id = (SELECT MIN(waitlist_id) FROM waitlist)",
            (1, 0),
        ),
        (
            "audit_log",
            "UPDATE audit_log SET at = at + 1 WHERE audit_id = (SELECT MIN(audit_id) FROM audit_log)",
            (1, 1),
        ),
    ] {
        assert!(!intact.contains_key(table));
        let changed = store.db.write(async move |conn| conn.execute(sql, params![]).await);
        changed.await.unwrap_or_else(|error: DbError| panic!("{sql}: {error}"));
        assert_eq!(before.differences(&store.target).await[table], difference, "{table}");
    }
});

on_both!(a_start_changes_content_alone_and_keeps_its_history, |engine| async move {
    let (_app, target, before) = started(engine).await;
    let mut differences = before.differences(&target).await;
    for (table, difference) in changed_by_migrations(&before) {
        assert_eq!(differences.remove(&table), Some(difference), "{table}");
    }
    let tables: Vec<&str> = differences.keys().map(String::as_str).collect();
    assert_eq!(tables, CHANGED_BY_A_START, "{differences:?}");
    assert_eq!(differences["content_revision"].0, 0);
});

/// What an earlier answer has and a later one does not, as JSON pointers. A later answer may say more.
fn missing(earlier: &Value, later: &Value, at: &str, found: &mut Vec<String>) {
    match (earlier, later) {
        (Value::Object(earlier), Value::Object(later)) => {
            for (name, value) in earlier {
                missing(value, later.get(name).unwrap_or(&Value::Null), &format!("{at}/{name}"), found);
            }
        }
        (Value::Array(earlier), Value::Array(later)) if earlier.len() == later.len() => {
            for (index, (earlier, later)) in earlier.iter().zip(later).enumerate() {
                missing(earlier, later, &format!("{at}/{index}"), found);
            }
        }
        _ if earlier == later => {}
        _ => found.push(format!("{at}: {earlier} → {later}")),
    }
}

on_both!(everybody_still_reads_what_the_earlier_version_answered, |engine| async move {
    let (app, _, _) = started(engine).await;
    let recorded = recorded(engine);
    let mut found = Vec::new();
    for answer in recorded["answers"].as_array().unwrap() {
        let (who, path) = (answer["as"].as_str().unwrap(), answer["path"].as_str().unwrap());
        let later = caller(&app, &recorded, who).get(path).await.data();
        missing(&answer["data"], &later, &format!("{who} {path} "), &mut found);
    }
    found.retain(|line| !GOES_ON.iter().any(|field| line.contains(field)));
    assert!(found.is_empty(), "{}", found.join("\n"));
});

on_both!(sessions_health_fields_and_media_are_kept, |engine| async move {
    let (app, _, _) = started(engine).await;
    let recorded = recorded(engine);
    let browser = caller(&app, &recorded, "browser");
    let session = browser.get("/api/auth/session").await.value();
    assert_eq!(session["user"]["email"], "zoe@kept.example", "{session}");

    // An athlete's session opens what is encrypted about them; one that was never begun opens nothing.
    let profile = browser.get("/api/user/profile").await.data();
    assert_eq!(profile["medicalIssues"], "Asthma: carries an inhaler");
    assert_eq!(profile["emergencyName"], "Åke Ångström");
    let stranger = app.client();
    stranger.set_cookie("next-auth.session-token", &"0".repeat(64));
    assert_eq!(stranger.get("/api/user/profile").await.status, 401);

    let share = recorded["share"]["shareId"].as_str().unwrap();
    for path in [format!("/en-gb/share/{share}"), format!("/en-gb/share/{share}.svg")] {
        assert_eq!(app.client().get(&path).await.status, 200, "{path}");
    }
    let image = recorded["image"]["id"].as_str().unwrap();
    let picture =
        app.client().get(&format!("/api/content/sixfold-en-gb/delivery/v1/images/{image}/320")).await;
    assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, "image/webp".to_owned()));
});

on_both!(people_go_on_where_they_were, |engine| async move {
    let (app, _, _) = started(engine).await;
    let recorded = recorded(engine);
    let desk = caller(&app, &recorded, "desk");
    let visit = recorded["onDesk"].as_str().unwrap();
    let uaid = app.texts(format!("SELECT uaid FROM booking WHERE booking_id = '{visit}'")).await;
    let missed = json!({ "EventBookingId": visit, "uaid": uaid[0], "Status": "dnt" });
    desk.post("/api/event/admin/final", missed).await.data();

    let athlete = caller(&app, &recorded, "zoe");
    athlete.delete("/api/user/event/cancel", json!({ "eventBookingID": recorded["bookingId"] })).await.data();
    let id = recorded["bookingId"].as_str().unwrap();
    let status = app.texts(format!("SELECT status FROM booking WHERE booking_id = '{id}'")).await;
    assert_eq!(status, [Some("cancelled".to_owned())]);

    // A name that the earlier version stored is found by how it is folded now.
    let delivery = caller(&app, &recorded, "delivery");
    let people = delivery.post("/api/event/admin/users", json!({ "search": "zoe angstrom" })).await.data();
    let found: Vec<&Value> = people["users"].as_array().unwrap().iter().map(|user| &user["uaid"]).collect();
    assert_eq!(found, [&recorded["uaid"]]);
});
