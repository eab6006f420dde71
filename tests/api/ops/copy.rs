//! A site whose data moves: from SQLite to PostgreSQL and back, and into a backup and out of it. Everybody is answered as
//! before, and everything goes on from there.

use std::path::Path;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use serde_json::{Value, json};
use sixfold_server::app::jobs::{fold_names, send_due};
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::upkeep::copy::{Compared, StoreCopy};
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::{Client, Engine, TestApp, TestStore, postgres};
use sqlx::AssertSqlSafe;
use tempfile::TempDir;

use super::binary::run;
use crate::auth::sign_in;
use crate::content::images::png;
use crate::event::admin::desk::{FINAL, guest, onboard, tested};
use crate::event::stage::{BOOKING, DAY, NEXT_DAY, TIME, body, booked, go_to, seats, week};

const AUTHORING: &str = "/api/content/sixfold-en-gb/authoring/v1";
const DELIVERY: &str = "/api/content/sixfold-en-gb/delivery/v1";
const REVEAL: &str = "/api/event/livescreen/reveal";
const NUMBERS: &str = "/api/event/admin/numbers";

/// Who calls a site, and what is known of it.
struct Site {
    /// Zoë, in a browser.
    zoe: Client,
    /// Zoë, with the token of another session.
    phone: Client,
    desk: Client,
    delivery: Client,
    image: String,
}

impl Site {
    /// Fills a site: sign-up and profile, bookings, a morning of tests, finals on the board and on hold, a reveal under way,
    /// an edited page and a picture. Every letter is still in the outbox.
    async fn filled(app: &TestApp) -> Self {
        app.set_schedule(week(20)).await;
        let mut guests = Vec::new();
        for _ in 0..4 {
            guests.push(guest(app, DAY).await);
        }
        go_to(app, DAY, "09:30").await;

        let zoe = app.sign_up("zoe@athletes.example").await;
        let profile = json!({
            "firstName": "Zoë", "lastName": "Ångström", "medicalIssues": "Asthma: carries an inhaler",
            "emergencyName": "Åke", "emergencyNumber": "+44 20 7946 0000"
        });
        zoe.client().post("/api/user/register", profile).await.data();
        let browser = app.client();
        sign_in(&browser, "zoe@athletes.example").await;
        zoe.client().keyed(Method::POST, BOOKING, "zoe-1", body(NEXT_DAY, TIME)).await.data();

        let (desk, delivery) = (app.person(2).await, app.staff(3).await);
        // Boards show the finals of a season.
        let season = json!({ "season": 11, "start": "2026-01-01", "end": "2026-04-30" });
        delivery.client().post("/api/event/admin/seasons", season).await.data();
        for (number, guest) in guests.iter().enumerate() {
            onboard(&desk, guest).await.data();
            if number < 3 {
                tested(&desk, guest).await;
                let mut end = guest.end("completed");
                end["holdReveal"] = json!(number > 0);
                desk.client().post(FINAL, end).await.data();
            }
        }
        for action in ["start", "next"] {
            desk.client().post(REVEAL, json!({ "action": action })).await.data();
        }

        let editor = delivery.client();
        let address = format!("{AUTHORING}/content/terms-text");
        let mut item = editor.get(&address).await.data()["item"].clone();
        item["name"] = json!("Terms, as this academy has them");
        editor.put(&address, item).await.data();
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("image/png"));
        let target = format!("{AUTHORING}/images?name=Track");
        let image = editor.send(Method::POST, &target, headers, Body::from(png(640, 320))).await.data();
        fold_names(&app.state).await.unwrap();
        Self {
            zoe: browser,
            phone: zoe.client(),
            desk: desk.client(),
            delivery: editor,
            image: image["url"].as_str().unwrap().to_owned(),
        }
    }

    /// The same people before another server.
    fn on(&self, app: &TestApp) -> Self {
        let through = |client: &Client| client.through(app.router.clone());
        Self {
            zoe: through(&self.zoe),
            phone: through(&self.phone),
            desk: through(&self.desk),
            delivery: through(&self.delivery),
            image: self.image.clone(),
        }
    }

    /// What everybody is answered, by call.
    async fn answers(&self, app: &TestApp) -> Vec<(String, Value)> {
        app.state.boards.current(&app.state.db).await.unwrap();
        let nobody = app.client();
        let figures = ["bookings", "finals", "use"]
            .map(|what| format!("{NUMBERS}?what={what}&from={DAY}&to={NEXT_DAY}"));
        let terms = format!("{DELIVERY}/content/terms-text");
        let mut answers = Vec::new();
        for (client, path) in [
            (&self.zoe, "/api/user/profile"),
            (&nobody, "/api/user/leaderboard"),
            (&nobody, REVEAL),
            (&nobody, "/api/event/config"),
            (&nobody, &terms),
            (&self.desk, "/api/event/admin/reveal"),
            (&self.delivery, &figures[0]),
            (&self.delivery, &figures[1]),
            (&self.delivery, &figures[2]),
        ] {
            answers.push((path.to_owned(), client.get(path).await.data()));
        }
        answers.push(("session".to_owned(), self.zoe.get("/api/auth/session").await.value()));
        for search in ["zoe ang", "robin"] {
            let found =
                self.delivery.post("/api/event/admin/users", json!({ "search": search })).await.data();
            answers.push((search.to_owned(), found));
        }
        let picture = nobody.get(&self.image).await;
        answers.push(("picture".to_owned(), json!([picture.status.as_u16(), picture.body.to_vec()])));
        // Her booking sent again gets the first answer, which is kept encrypted.
        let again = self.phone.keyed(Method::POST, BOOKING, "zoe-1", body(NEXT_DAY, TIME)).await;
        assert_eq!(again.header("idempotency-replayed"), "true");
        answers.push(("booking".to_owned(), again.data()));
        answers
    }
}

#[track_caller]
fn assert_same(before: &[(String, Value)], after: &[(String, Value)]) {
    assert_eq!(before.len(), after.len());
    for ((path, before), (_, after)) in before.iter().zip(after) {
        assert_eq!(before, after, "{path}");
    }
}

/// Stops a server and starts one on another store at the same instant.
async fn go_on(app: &TestApp, target: Target, directory: TempDir) -> TestApp {
    let now_ms = app.state.clock.now_ms();
    TestApp::on(TestStore::at(target, directory).await, now_ms, |_| {})
}

async fn copied(app: &TestApp, to: &Target) -> Vec<Compared> {
    app.state.db.close().await;
    let copy = StoreCopy::begin(&app.state.config.database, to).await.unwrap();
    let compared = copy.finish().await.unwrap();
    let different: Vec<&Compared> = compared.iter().filter(|table| !table.is_same()).collect();
    assert!(different.is_empty(), "{different:?}");
    compared
}

/// A database that belongs to somebody who may do nothing else on the server.
async fn owned_database() -> Target {
    let target = postgres::empty_database().await;
    let Target::Postgres(options) = &target else { unreachable!("a PostgreSQL store") };
    let owner = format!("owner_of_{}", options.get_database().unwrap());
    let sql = format!(
        "CREATE ROLE {owner} LOGIN; ALTER DATABASE {} OWNER TO {owner}; ALTER SCHEMA public OWNER TO {owner}",
        options.get_database().unwrap()
    );
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut postgres::connect(&target).await).await.unwrap();
    Target::Postgres(Box::new(options.as_ref().clone().username(&owner)))
}

/// A new athlete signs up, is found, books and is counted.
async fn somebody_new(app: &TestApp, site: &Site, name: &str) {
    let booked_before = app
        .scalar(format!("SELECT CAST(booked AS BIGINT) FROM slot_tally WHERE test_date = '{NEXT_DAY}'"))
        .await;
    let newest = app.scalar("SELECT MAX(search_id) FROM account_search").await;
    let seats_before = seats(app, NEXT_DAY, TIME).await;
    let person = app.sign_up(&format!("{name}@athletes.example")).await;
    let profile = json!({ "firstName": name, "lastName": "Newcomer" });
    person.client().post("/api/user/register", profile).await.data();
    booked(&person, NEXT_DAY, TIME).await;
    assert_eq!(
        app.scalar(format!("SELECT CAST(booked AS BIGINT) FROM slot_tally WHERE test_date = '{NEXT_DAY}'"))
            .await,
        booked_before + 1
    );
    let id = format!("SELECT search_id FROM account_search WHERE uaid = '{}'", person.uaid);
    assert!(app.scalar(id).await > newest);
    let seats_after = seats(app, NEXT_DAY, TIME).await;
    assert_eq!(
        seats_after,
        [seats_before.clone(), vec![i64::try_from(seats_before.len()).unwrap() + 1]].concat()
    );
    let found = site.delivery.post("/api/event/admin/users", json!({ "search": name })).await.data();
    assert_eq!(found["users"][0]["uaid"], json!(person.uaid), "{found}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_moves_to_postgres_and_back() {
    let lite = TestApp::spawn(Engine::Sqlite).await;
    let site = Site::filled(&lite).await;
    let before = site.answers(&lite).await;
    let letters = lite.letters("booking-confirmed").await;
    assert!(letters.len() > 4, "{letters:?}");

    let target = owned_database().await;
    let compared = copied(&lite, &target).await;
    let rows = |compared: &[Compared], table: &str| {
        compared.iter().find(|of| of.table == table).unwrap().target.rows
    };
    for table in [
        "session",
        "reveal_step",
        "mail_outbox",
        "content_image_rendition",
        "result_attempt",
        "idempotency_key",
        "board_change",
    ] {
        assert!(rows(&compared, table) > 0, "{table}");
    }

    let large = go_on(&lite, target.clone(), tempfile::tempdir().unwrap()).await;
    let there = site.on(&large);
    assert_same(&before, &there.answers(&large).await);
    assert_eq!(large.letters("booking-confirmed").await, letters);
    somebody_new(&large, &there, "Bruno").await;
    // The ceremony goes on, and so does the board.
    let finals =
        large.client().get("/api/user/leaderboard").await.data()["leaderboard"].as_array().unwrap().len();
    there.desk.post(REVEAL, json!({ "action": "next" })).await.data();
    let board = large.client().get("/api/user/leaderboard").await.data();
    assert_eq!(board["leaderboard"].as_array().unwrap().len(), finals + 1);
    let unsent = "SELECT COUNT(*) FROM mail_outbox WHERE sent_at IS NULL";
    let files = Transport::from_config(None, large.data_dir()).unwrap();
    assert!(send_due(&large.state, &files).await.unwrap() > 0);
    assert_eq!(large.scalar(unsent).await, 0, "every letter that is still true leaves");
    let before = there.answers(&large).await;

    let directory = tempfile::tempdir().unwrap();
    let back = Target::Sqlite(directory.path().join("back.db"));
    copied(&large, &back).await;
    let back = go_on(&large, back, directory).await;
    let here = site.on(&back);
    assert_same(&before, &here.answers(&back).await);
    assert_eq!(back.scalar(unsent).await, 0, "what left once does not leave again");
    somebody_new(&back, &here, "Carla").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_is_as_it_was_when_it_was_backed_up() {
    let app = TestApp::spawn(Engine::Sqlite).await;
    let site = Site::filled(&app).await;
    let target = app.state.config.database.clone();
    let backup = app.data_dir().join("backup.db");
    let before = site.answers(&app).await;
    // Beside the running server.
    target.backup(&backup).await.unwrap();
    somebody_new(&app, &site, "Bruno").await;
    let after = site.answers(&app).await;
    assert!(before != after, "somebody came");
    app.state.db.close().await;

    let directory = tempfile::tempdir().unwrap();
    let moved = directory.path().join("sixfold.db");
    for ending in ["", "-wal"] {
        let from = app.data_dir().join(format!("sixfold.db{ending}"));
        if from.exists() {
            std::fs::copy(from, directory.path().join(format!("sixfold.db{ending}"))).unwrap();
        }
    }
    let moved = Target::Sqlite(moved);
    let former = moved.restore(&backup, "stamp").await.unwrap().unwrap();
    assert!(former.is_file());
    let restored = go_on(&app, moved, directory).await;
    let there = site.on(&restored);
    assert_same(&before, &there.answers(&restored).await);
    somebody_new(&restored, &there, "Carla").await;

    // Where it was put, with its log.
    let former = go_on(&app, Target::Sqlite(former), tempfile::tempdir().unwrap()).await;
    assert_same(&after, &site.on(&former).answers(&former).await);
}

/// The URL of a test database with a password in it, which the server does not ask for.
async fn secret_url() -> String {
    postgres::fresh_url().await.replace("postgres@", "postgres:passw0rd@")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_prints_how_both_compare() {
    let app = TestApp::spawn(Engine::Sqlite).await;
    Site::filled(&app).await;
    app.state.db.close().await;
    let (to, data) = (secret_url().await, app.data_dir().to_owned());
    let from = format!("sqlite:{}", data.join("sixfold.db").display());
    let copy = |arguments: &[&str]| run(":", &data, &[&["copy"], arguments].concat(), "");
    let done = copy(&["--from", &from, "--to", &to]);
    assert!(done.good, "{}", done.told);
    let lines: Vec<&str> = done.told.lines().collect();
    let account = lines.iter().find(|line| line.starts_with("account ")).unwrap();
    assert!(account.split_whitespace().count() == 3 && account.contains("  7  "), "{account}");
    assert!(done.told.contains("The copy is the same: "), "{}", done.told);

    // A file with the URL, and the way back.
    let file = data.join("url");
    std::fs::write(&file, format!("{to}\n")).unwrap();
    let back = format!("sqlite:{}", data.join("back.db").display());
    let done = copy(&["--from-file", file.to_str().unwrap(), "--to", &back]);
    assert!(done.good, "{}", done.told);
    assert_private(&data.join("back.db"));
    for (arguments, told) in [
        (["--from", &from, "--to", &to], "--to: holds data already"),
        (["--from", &from, "--to", &from], "--to: is the database of --from"),
        (
            ["--from", "mysql://somebody:passw0rd@x/y", "--to", &back],
            "--from: must begin with sqlite: or postgres://",
        ),
        (["--from", "postgres://somebody:passw0rd@127.0.0.1:1/x", "--to", &back], "--from: "),
        (["--from", &from, "--from-file", "url"], "--from-file"),
    ] {
        let refused = copy(&arguments);
        assert!(!refused.good && refused.told.contains(told), "{arguments:?}: {}", refused.told);
        assert!(!refused.told.contains("passw0rd"), "{}", refused.told);
        // Beside warnings about this machine.
        let lines = refused.told.lines().filter(|line| line.starts_with("sixfold: ")).count();
        assert_eq!(lines, 1, "{}", refused.told);
    }
}

fn assert_private(file: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}
