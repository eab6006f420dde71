//! What is secret or medical never reaches a log line or a refusal. Words that stand nowhere else are planted in every such
//! field of a whole walk, good calls and bad ones; everything that any crate logs, down to `trace`, is kept and searched.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use clap::Parser as _;
use serde_json::{Value, json};
use sixfold_server::cli::{Cli, Flags};
use sixfold_server::config::Config;
use sixfold_server::db::Engine;
use sixfold_server::jobs::send_due;
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Client, Reply, TestApp};
use tracing::Dispatch;
use tracing::dispatcher::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::FmtSpan;

use crate::event::stage::{BOOKING, DAY, TIME, week};
use crate::user::forgot::mailed_token;

const FACTOR: &str = "/api/user/second-factor";
const EMAIL: &str = "canary-of-the-address@athletes.example";

/// Everything that was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

fn everything(writer: Log) -> Dispatch {
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_span_events(FmtSpan::FULL)
        .with_ansi(false)
        .with_writer(writer);
    Dispatch::new(subscriber.finish())
}

/// Writes what this thread logs into a log, until the guard is dropped.
fn keep(log: &Log) -> DefaultGuard {
    // While there is one subscriber alone, a place that logs for the first time asks its own thread whether anybody listens,
    // and remembers the no of another test's thread. Two that live on make it ask them.
    static LISTENERS: OnceLock<[Dispatch; 2]> = OnceLock::new();
    LISTENERS.get_or_init(|| [everything(Log::default()), everything(Log::default())]);
    tracing::dispatcher::set_default(&everything(log.clone()))
}

/// The walk: what was planted, and what was refused.
#[derive(Default)]
struct Walk {
    planted: Vec<String>,
    refusals: Vec<String>,
}

impl Walk {
    /// A word that is looked for afterwards.
    fn plant(&mut self, word: impl Into<String>) -> String {
        let word = word.into();
        assert!(word.len() >= 8, "too short to be looked for: {word}");
        self.planted.push(word.clone());
        word
    }

    /// Keeps an answer that is a refusal, and gives it back.
    fn seen(&mut self, reply: Reply) -> Reply {
        if reply.status.as_u16() >= 400 {
            self.refusals.push(format!("{} {:?} {}", reply.status, reply.headers, reply.text()));
        }
        reply
    }

    fn refused(&mut self, status: u16, reply: Reply) {
        assert_eq!(reply.status.as_u16(), status, "{}", reply.text());
        self.seen(reply);
    }
}

fn medical(walk: &mut Walk, at: &str) -> Value {
    json!({
        "medicalIssues": walk.plant(format!("canary illness {at}")),
        "emergencyName": walk.plant(format!("Canary Emergency {at}")),
        "emergencyNumber": walk.plant(format!("+4477009{:05}", walk.planted.len())),
        "phoneNumber": walk.plant(format!("+4477008{:05}", walk.planted.len())),
    })
}

async fn text(client: &Client, path: &str, kind: &'static str, body: String) -> Reply {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static(kind));
    client.send(Method::POST, path, headers, Body::from(body)).await
}

async fn sign_up_and_in(app: &TestApp, walk: &mut Walk) -> (String, String) {
    let password = walk.plant("canary password of the sign-up");
    let mut signup = sixfold_tests::people::signup_body(EMAIL);
    signup["password"] = json!(password);
    signup["eligibility"]["PARQ"] = json!([true, false, false, false, false, false, false]);
    let data = walk.seen(app.client().post("/api/user/signup", signup.clone()).await).data();
    let token = walk.plant(data["token"].as_str().unwrap());
    let again = app.client().post("/api/user/signup", signup.clone()).await;
    walk.refused(409, again);
    signup["password"] = json!(walk.plant("canarypw"));
    let short = app.client().post("/api/user/signup", signup).await;
    walk.refused(422, short);
    for path in ["/api/user/login", "/api/user/login/admin"] {
        let wrong = walk.plant(format!("canary wrong password {path}"));
        let reply = app.client().post(path, json!({ "emailAddress": EMAIL, "password": wrong })).await;
        walk.refused(401, reply);
        let reply = app.client().post(path, json!({ "emailAddress": EMAIL, "password": [wrong] })).await;
        walk.refused(400, reply);
        let reply = app.client().post(path, json!({ "emailAddress": { "x": wrong }, "password": 1 })).await;
        walk.refused(400, reply);
        let reply =
            text(&app.client(), path, "application/json", format!("{{\"password\":\"{wrong}\"")).await;
        walk.refused(400, reply);
        let reply = text(&app.client(), path, "text/plain", format!("password={wrong}")).await;
        walk.refused(415, reply);
        let large = json!({ "password": format!("{wrong}{}", "x".repeat(1024 * 1024)) });
        let reply = app.client().post(path, large).await;
        walk.refused(413, reply);
        let reply =
            app.client().get(&format!("{path}?password={}", sixfold_tests::client::percent(&wrong))).await;
        walk.refused(405, reply);
    }
    (token, password)
}

async fn browse(app: &TestApp, walk: &mut Walk, password: &str) {
    let browser = app.client();
    let csrf = browser.get("/api/auth/csrf").await.value()["csrfToken"].as_str().unwrap().to_owned();
    let csrf = walk.plant(csrf);
    let wrong = walk.plant("canary wrong password of the browser");
    let fields =
        |password| [("email", EMAIL), ("password", password), ("csrfToken", csrf.as_str()), ("json", "true")];
    let reply = browser.form("/api/auth/callback/credentials", &fields(&wrong)).await;
    walk.refused(401, reply);
    let reply = browser.form("/api/auth/callback/credentials", &fields(password)).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    walk.plant(browser.cookie("next-auth.session-token").unwrap());
    let session = browser.get("/api/auth/session").await.value();
    let token = walk.plant(session["token"].as_str().unwrap());
    let mixed = browser.get(&format!("/api/user/profile?token={}", token.replace('a', "b"))).await;
    walk.refused(401, mixed);
    let unguarded =
        browser.put("/api/user/profile", json!({ "medicalIssues": walk.plant("canary without csrf") })).await;
    walk.refused(403, unguarded);
    let told = format!("it broke at /x?token={token} for {EMAIL}");
    browser
        .form("/api/auth/_log", &[("level", "error"), ("code", "CLIENT_FETCH_ERROR"), ("message", &told)])
        .await;
    let reply = browser.form("/api/auth/signout", &[("csrfToken", &csrf), ("json", "true")]).await;
    assert_eq!(reply.status, 200);
}

async fn use_account(app: &TestApp, walk: &mut Walk, token: &str) {
    let client = app.client().bearer(token);
    let mut profile = medical(walk, "registered");
    profile["firstName"] = json!("Robin");
    profile["lastName"] = json!(walk.plant("Canary-Surname"));
    walk.seen(client.post("/api/user/register", profile).await).data();
    for path in ["/api/user/profile", "/api/user/authorization", "/api/nothing", "/en-gb/login"] {
        let reply = app.client().get(&format!("{path}?token={token}&iv=1")).await;
        walk.seen(reply);
    }
    let unknown = walk.plant("canarytokenthatnobodyhas");
    let reply = app.client().get(&format!("/api/user/profile?token={unknown}")).await;
    walk.refused(401, reply);
    let reply = app.client().bearer(&unknown).get("/api/user/profile").await;
    walk.refused(401, reply);
    for (field, value) in [
        ("medicalIssues", json!(format!("{}{}", walk.plant("canary illness too long"), "x".repeat(2_001)))),
        ("medicalIssues", json!({ "in": walk.plant("canary illness in an object") })),
        ("medicalIssues", json!(format!("{}\u{0}", walk.plant("canary illness with a zero")))),
        ("emergencyNumber", json!(walk.plant("canary number"))),
        ("emergencyName", json!(walk.plant("<canary name>"))),
        ("dateOfBirth", json!(walk.plant("canary birthday"))),
        ("socialMediaHandles", json!(walk.plant("canary handle"))),
        ("gender", json!(walk.plant("canary gender"))),
        ("tShirtSize", json!(walk.plant("canary size"))),
        ("emailAddress", json!(walk.plant("canary address"))),
    ] {
        let reply = client.put("/api/user/profile", json!({ field: value })).await;
        assert!(matches!(reply.status.as_u16(), 400 | 422), "{field}: {}", reply.text());
        walk.seen(reply);
    }
    let changed = medical(walk, "changed");
    walk.seen(client.put("/api/user/profile", changed).await).data();
    let wrong = walk.plant("canary wrong current password");
    let new = walk.plant("canary new password");
    let reply =
        client.post("/api/user/password", json!({ "currentPassword": wrong, "newPassword": new })).await;
    walk.refused(422, reply);
    let reply = client.post("/api/user/delete", json!({ "password": wrong })).await;
    walk.refused(422, reply);
}

async fn book(app: &TestApp, walk: &mut Walk, token: &str) {
    let client = app.client().bearer(token);
    let mut body = medical(walk, "booked");
    body["eventTestDate"] = json!(DAY);
    body["eventTestTime"] = json!(TIME);
    body["assistanceRequired"] = json!(true);
    body["assistanceType"] = json!(walk.plant("canary assistance"));
    for (date, time) in [("2020-01-01", TIME), ("a canary of a date", TIME), (DAY, "10:07")] {
        body["eventTestDate"] = json!(date);
        body["eventTestTime"] = json!(time);
        let reply = client.post(BOOKING, body.clone()).await;
        assert!(matches!(reply.status.as_u16(), 400 | 422), "{date} {time}: {}", reply.text());
        walk.seen(reply);
    }
    body["eventTestDate"] = json!(DAY);
    body["eventTestTime"] = json!(TIME);
    walk.seen(client.keyed(Method::POST, BOOKING, "walk-1", body.clone()).await).data();
    walk.seen(client.keyed(Method::POST, BOOKING, "walk-1", body.clone()).await).data();
    let again = client.post(BOOKING, body).await;
    assert_eq!(again.status.as_u16(), 409, "{}", again.text());
    walk.seen(again);
}

async fn reset(app: &TestApp, walk: &mut Walk) -> String {
    app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
    let link = walk.plant(mailed_token(app, "password-link").await);
    let files = Transport::from_config(None, app.data_dir()).unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let relay = format!("smtp://robin:{}@{free}", walk.plant("canary-of-the-relay"));
    let down = Transport::from_config(Some(&relay), app.data_dir()).unwrap();
    send_due(&app.state, &down).await.unwrap();
    app.pass_minutes(1);
    send_due(&app.state, &files).await.unwrap();
    let wrong = walk.plant("canarytokenofnoletter");
    let password = walk.plant("canary password of the reset");
    for path in ["/api/user/forgot", "/api/user/guardian"] {
        let reply = app.client().post(path, json!({ "token": wrong, "password": password })).await;
        walk.refused(422, reply);
    }
    app.client().post("/api/user/forgot", json!({ "token": link, "password": password })).await.data();
    let reply = app.client().post("/api/user/forgot", json!({ "token": link, "password": password })).await;
    walk.refused(422, reply);
    password
}

/// A member of staff sets a second factor up.
async fn enrol(app: &TestApp, walk: &mut Walk) {
    let person = app.staff(2).await;
    let begun = walk.seen(person.client().post(FACTOR, json!({ "password": PASSWORD })).await).data();
    let secret = walk.plant(begun["secret"].as_str().unwrap());
    walk.plant(begun["otpauthUrl"].as_str().unwrap());
    for (path, body) in [
        ("/api/user/second-factor/confirm", json!({ "code": walk.plant("canary code") })),
        ("/api/user/second-factor/confirm", json!({ "code": secret })),
        ("/api/user/second-factor", json!({ "password": walk.plant("canary wrong password of staff") })),
        (
            "/api/user/login",
            json!({ "emailAddress": person.email, "password": walk.plant("canary of staff"), "oneTimeCode": secret }),
        ),
    ] {
        let reply = person.client().post(path, body).await;
        assert!((400..500).contains(&reply.status.as_u16()), "{path}: {}", reply.text());
        walk.seen(reply);
    }
    let exported = person.client().get("/api/user/export").await;
    assert_eq!(exported.status, 200);
}

/// Addresses that are secrets: a calendar's, and that of a screen at the door.
async fn hand_out_links(app: &TestApp, walk: &mut Walk) {
    let staff = app.person(2).await;
    let told = |reply: Reply| reply.data()["url"].as_str().unwrap().to_owned();
    let calendar = told(staff.client().post("/api/user/calendar-feed", json!({})).await);
    let secret = calendar.rsplit_once('/').unwrap().1.strip_suffix(".ics").unwrap();
    for secret in [walk.plant(secret), walk.plant("canary-of-no-calendar")] {
        let reply = app.client().get(&format!("/api/event/calendar/{secret}.ics")).await;
        walk.seen(reply);
    }
    let screen = told(staff.client().post("/api/event/admin/kiosk", json!({ "name": "Door" })).await);
    let secret = walk.plant(screen.split_once('#').unwrap().1);
    let door = app.client().header("authorization", &format!("Kiosk {secret}"));
    for reply in [
        door.get("/api/event/arrival").await,
        door.post("/api/event/arrival", json!({ "code": "7K3QX0" })).await,
    ] {
        walk.seen(reply);
    }
}

/// Calls to a server whose store is gone.
async fn fail(app: &TestApp, walk: &mut Walk, token: &str, password: &str) {
    app.state.db.close().await;
    let client = app.client().bearer(token);
    for reply in [
        app.client().post("/api/user/login", json!({ "emailAddress": EMAIL, "password": password })).await,
        app.client().get(&format!("/api/user/profile?token={token}")).await,
        client.put("/api/user/profile", json!({ "medicalIssues": walk.plant("canary while closed") })).await,
        client.post(BOOKING, json!({ "medicalIssues": walk.plant("canary booked while closed") })).await,
        app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await,
    ] {
        assert!(reply.status.is_server_error(), "{}", reply.text());
        walk.seen(reply);
    }
}

type Change = Box<dyn Fn(&mut Flags)>;

/// Settings with secrets in them, wrong in another way: what is told at start.
fn configure(walk: &mut Walk) -> Vec<String> {
    let secret = walk.plant("canary secret of the server, 32 long");
    let key = walk.plant("ca9a".repeat(15));
    let relay = format!("ftp://robin:{}@mail.example", walk.plant("canary-relay-password"));
    let store = format!("mysql://robin:{}@db.example/x", walk.plant("canary-store-password"));
    let client = walk.plant("canary secret of the client");
    let directory = tempfile::tempdir().unwrap();
    let changes: Vec<Change> = vec![
        Box::new(move |flags| flags.secret = Some(secret[..20].to_owned())),
        Box::new(move |flags| flags.signing_keys = vec![format!("till:{key}")]),
        Box::new(move |flags| flags.smtp_url = Some(relay.clone())),
        Box::new(move |flags| flags.database_url = Some(store.clone())),
        Box::new(move |flags| {
            flags.providers =
                [("CLIENT_SECRET", client.as_str()), ("CLIENT_ID", "us"), ("ISSUER", "not an issuer")]
                    .map(|(part, value)| (format!("SIXFOLD_OIDC_ID_{part}"), value.to_owned()))
                    .to_vec();
        }),
    ];
    walk.plant("canary secret of the");
    let told = changes.iter().map(|change| {
        let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
        directory.path().clone_into(&mut flags.data_dir);
        change(&mut flags);
        Config::from_flags(&flags).map(|_| ()).unwrap_err().to_string()
    });
    told.collect()
}

async fn run(engine: Engine) {
    let log = Log::default();
    let guard = keep(&log);
    tracing::trace!("the walk begins");
    let app = TestApp::spawn(engine).await;
    app.set_schedule(week(6)).await;
    let mut walk = Walk::default();
    walk.plant("canary-of-the-address");
    let (token, password) = sign_up_and_in(&app, &mut walk).await;
    browse(&app, &mut walk, &password).await;
    use_account(&app, &mut walk, &token).await;
    book(&app, &mut walk, &token).await;
    enrol(&app, &mut walk).await;
    hand_out_links(&app, &mut walk).await;
    let password = reset(&app, &mut walk).await;
    let told = configure(&mut walk);
    walk.refusals.extend(told);
    walk.refusals.push(format!("{:?}", app.state));
    fail(&app, &mut walk, &token, &password).await;
    drop(guard);

    let logged = log.text();
    assert!(logged.contains("answered") && logged.contains("/api/user/login"), "the log was kept");
    assert!(logged.contains("the walk begins"), "down to the last level");
    assert!(logged.contains("a request failed"), "failures were logged");
    assert!(logged.contains("it broke at /x"), "a browser's report was logged");
    assert!(walk.refusals.len() > 40 && walk.planted.len() > 40, "the walk went its way");
    for word in &walk.planted {
        if let Some(line) = logged.lines().find(|line| line.contains(word.as_str())) {
            panic!("{word:?} was logged: {line}");
        }
        if let Some(refusal) = walk.refusals.iter().find(|refusal| refusal.contains(word.as_str())) {
            let begin: String = refusal.chars().take(300).collect();
            panic!("{word:?} was told in a refusal: {begin}");
        }
    }
}

#[tokio::test]
async fn nothing_secret_is_logged_or_told_on_sqlite() {
    run(Engine::Sqlite).await;
}

#[tokio::test]
async fn nothing_secret_is_logged_or_told_on_postgres() {
    run(Engine::Postgres).await;
}

/// The control: what is logged on purpose is seen, from a task of the same test too.
#[tokio::test]
async fn a_word_that_is_logged_on_purpose_is_found() {
    let log = Log::default();
    let _guard = keep(&log);
    tracing::trace!(field = "canary-in-a-field", "canary-in-a-message");
    tokio::spawn(async { tracing::debug!("canary-in-a-task") }).await.unwrap();
    for word in ["canary-in-a-field", "canary-in-a-message", "canary-in-a-task"] {
        assert!(log.text().contains(word), "{word}");
    }
}
