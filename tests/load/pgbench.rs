//! The peer of bookings on PostgreSQL: pgbench with the statements of one booking, and as many clients. The texts are those
//! that the server has prepared; the values here are of the same length.

use std::fmt::Write as _;

use serde_json::{Value, json};
use sixfold_domain::time::{SlotTime, london_date_time};
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::engines::postgres::PostgresSettings;
use sixfold_server::db::{DbError, params};
use sixfold_server::state::AppState;
use sixfold_tests::postgres::{self, Server};
use sqlx::PgConnection;
use tokio::process::Command;

use crate::accounts::median;
use crate::bookings::{BOOKINGS, TURNS, WARM_UP, through_http};
use crate::stage::{self, NOW_MS, Stage};
use crate::store;

const DATABASE: &str = "postgres";
/// Ids of a client's athletes begin here, times its number.
const APART: usize = 100_000;
const PREPARED: &str = "SELECT statement FROM pg_prepared_statements ORDER BY prepare_time, name";
/// How long the sealed texts of a booking are.
const SEALED: &str = "SELECT (SELECT MAX(LENGTH(body_sealed)) FROM mail_outbox), \
    (SELECT MAX(LENGTH(detail)) FROM audit_log WHERE action = 'booking.create'), \
    (SELECT MAX(LENGTH(answer)) FROM idempotency_key)";
/// Athletes with numbers for ids, each like the one of `$1`.
const CLONE: [&str; 2] = [
    "INSERT INTO account SELECT (jsonb_populate_record(a, jsonb_build_object('uaid', n::text, \
     'email', n || '@example.org', 'email_lookup', n || '@example.org'))).* \
     FROM account a, generate_series($2::int, $3::int) n WHERE a.uaid = $1",
    "INSERT INTO eligibility SELECT (jsonb_populate_record(e, jsonb_build_object('uaid', n::text))).* \
     FROM eligibility e, generate_series($2::int, $3::int) n WHERE e.uaid = $1",
];

/// Bookings per second through HTTP, and transactions per second of pgbench, in alternating turns.
pub(crate) async fn measure(clients: usize) -> Value {
    let (mut http, mut peer, mut statements) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let stage = Store::start(WARM_UP + BOOKINGS).await;
        http.push(through_http(&stage.stage, clients).await);
        stage.stage.state.db.close().await;
        let store = Store::start(1).await;
        statements = store.statements().await;
        peer.push(store.pgbench(&statements, clients).await);
    }
    json!({
        "clients": clients,
        "http": median(http),
        "pgbench": median(peer),
        "statements": statements.len(),
    })
}

/// A server of its own with full durability.
struct Store {
    stage: Stage,
    server: Server,
}

impl Store {
    async fn start(athletes: usize) -> Self {
        let server = Server::start_durable().await;
        let directory = tempfile::tempdir().expect("a directory");
        let stage = Stage::set_on(server.url(DATABASE), directory, athletes).await;
        Self { stage, server }
    }

    fn target(&self) -> Target {
        Target::parse(&self.server.url(DATABASE)).expect("a PostgreSQL URL")
    }

    /// The statements of a booking, in order. A new session has prepared nothing before it.
    async fn statements(&self) -> Vec<String> {
        self.stage.state.db.close().await;
        let one = PostgresSettings { connections: 1, ..PostgresSettings::default() };
        let (db, _) = self.target().open_with(&one).await.expect("the store opens");
        let state = stage::on((*self.stage.state.config).clone(), db).await;
        let before = prepared(&state).await;
        store::book(&state, self.stage.athletes[0].clone()).await;
        let after = prepared(&state).await;
        state.db.close().await;
        after.into_iter().filter(|text| !before.contains(text)).collect()
    }

    /// Transactions per second.
    async fn pgbench(&self, statements: &[String], clients: usize) -> f64 {
        let target = self.target();
        let mut conn = postgres::connect(&target).await;
        let each = (WARM_UP + BOOKINGS).div_ceil(clients);
        for client in 0..clients {
            let first = i32::try_from(client * APART + 1).expect("a few thousand");
            let last = first + i32::try_from(2 * each).expect("a few thousand");
            for sql in CLONE {
                let rows = sqlx::query(sql).bind(&self.stage.athletes[0].uaid).bind(first).bind(last);
                rows.execute(&mut conn).await.expect("more athletes");
            }
        }
        let script = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(&script, self.script(&mut conn, statements).await).expect("the script");
        sqlx::query("VACUUM ANALYZE").execute(&mut conn).await.expect("as after a while");
        let output = Command::new(postgres::beside_initdb("pgbench"))
            .args(["-n", "-M", "prepared", "-j", "2", "-D", "k=0"])
            .args(["-c", &clients.to_string(), "-t", &each.to_string(), "-U", "postgres", "-h"])
            .arg(self.server.socket().parent().expect("a directory"))
            .arg("-f")
            .arg(script.path())
            .arg(DATABASE)
            .output()
            .await
            .expect("pgbench runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let rate = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        let booked: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM booking").fetch_one(&mut conn).await.expect("a count");
        let expected = i64::try_from(1 + clients * each).expect("a few thousand");
        assert_eq!(booked, expected, "{text}{}", String::from_utf8_lossy(&output.stderr));
        rate.expect("pgbench tells a rate")
    }

    /// One booking for pgbench: `:n` is a number that no other transaction has.
    async fn script(&self, conn: &mut PgConnection, statements: &[String]) -> String {
        let (letter, detail, answer): (i32, i32, i32) =
            sqlx::query_as(SEALED).fetch_one(&mut *conn).await.expect("a booking");
        let event: String =
            sqlx::query_scalar("SELECT event_id FROM booking").fetch_one(conn).await.expect("a booking");
        let tomorrow = london_date_time(NOW_MS).expect("a moment in range").date.add_days(1);
        let opens = SlotTime::all().next().expect("sixty of them").time_of_day().minutes();
        let text = |word: &str| format!("'{word}'");
        let filler = |length: i32| format!("repeat('x', {length})");
        let (n, null, now) = (":n".to_owned(), "NULL".to_owned(), NOW_MS.to_string());
        let (event, booked) = (text(&event), text("booked"));
        let date = format!("('{tomorrow}'::date + :n % 28)::text");
        // pgbench takes a colon in a text for a variable.
        let time =
            format!("to_char(make_interval(mins => {opens} + 15 * (:n % 60)), 'HH24' || chr(58) || 'MI')");
        let uuid = |kind: &str| format!("'{kind}' || lpad(:n::text, 35, '0')");
        let mut script = format!("\\set k :k + 1\n\\set n :client_id * {APART} + :k\nBEGIN READ WRITE;\n");
        for sql in statements {
            let values: Vec<String> = if sql.starts_with("SELECT method,") {
                vec![n.clone(), n.clone()]
            } else if sql.starts_with("UPDATE account SET updated_at") {
                vec![n.clone(), now.clone()]
            } else if sql.starts_with("SELECT a.email,") {
                vec![n.clone(), text("schedule"), text("content")]
            } else if sql.starts_with("INSERT INTO slot ") {
                vec![event.clone(), date.clone(), time.clone(), "1000".to_owned()]
            } else if sql.starts_with("INSERT INTO booking ") {
                let slot = [date.clone(), time.clone()];
                [
                    vec![uuid("b"), n.clone(), event.clone(), booked.clone(), text("test")],
                    slot.to_vec(),
                    vec![n.clone(), null.clone(), text("false"), now.clone(), n.clone()],
                ]
                .concat()
            } else if sql.starts_with("WITH part_0 AS (INSERT INTO audit_log ") {
                let audit = vec![
                    uuid("a"),
                    now.clone(),
                    n.clone(),
                    "1".to_owned(),
                    text("booking.create"),
                    n.clone(),
                    uuid("b"),
                    filler(detail),
                ];
                let mail = vec![
                    uuid("m"),
                    n.clone(),
                    text("booking-confirmed"),
                    text("somebody@example.org"),
                    text("Robin Field"),
                    text("Your test is booked"),
                    filler(letter),
                    now.clone(),
                ];
                let key = vec![
                    n.clone(),
                    n.clone(),
                    text("POST"),
                    text("/api/user/event/booking"),
                    filler(64),
                    now.clone(),
                    null.clone(),
                    "200".to_owned(),
                    filler(answer),
                ];
                [audit, mail, key].concat()
            } else {
                panic!("no values for: {sql}")
            };
            writeln!(script, "{};", filled(sql, &values)).expect("a text");
        }
        script + "COMMIT;\n"
    }
}

/// What the only session of a server has prepared.
async fn prepared(state: &AppState) -> Vec<String> {
    let texts: Result<_, DbError> = state.db.read(async |conn| conn.scalars(PREPARED, params![]).await).await;
    texts.expect("a list")
}

/// A statement with its values in place of `$1` and so on.
fn filled(sql: &str, values: &[String]) -> String {
    let mut text = sql.to_owned();
    for (at, value) in values.iter().enumerate().rev() {
        text = text.replace(&format!("${}", at + 1), value);
    }
    assert!(!text.contains('$'), "a value is missing: {text}");
    text.replace('\n', " ")
}
