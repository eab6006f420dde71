//! A fresh store with full durability, athletes who may book, and seats for all of them.

use std::ops::Range;
use std::path::Path;

use clap::Parser as _;
use serde::Serialize;
use serde_json::json;
use sixfold_domain::slot::{BookingSessionConfig, WeeklySlots};
use sixfold_domain::time::{Date, SlotTime, TimeOfDay, london_date_time};
use sixfold_server::auth::sign_in::{self, Origin, Proof};
use sixfold_server::config::Config;
use sixfold_server::config::cli::{Cli, Switch};
use sixfold_server::config::clock::Clock;
use sixfold_server::content;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::people::account::{self, NewAccount};
use sixfold_server::db::people::eligibility;
use sixfold_server::db::{Conn, Db, DbError, Job};
use sixfold_server::state::AppState;
use sixfold_tests::people::may_book;
use sqlx::{Connection as _, SqliteConnection};
use tempfile::TempDir;

/// Monday 23 November 2026, 09:30 in London.
pub(crate) const NOW_MS: i64 = 1_795_426_200_000;
/// The same moment as a flag of the command line.
pub(crate) const NOW: &str = "2026-11-23T09:30:00Z";
/// The flags of every measured server.
pub(crate) const SECRET: &str = "a secret of the measurement, and of nothing else";
pub(crate) const FILE: &str = "sixfold.db";
/// The number of dates with slots.
const DATES: i32 = 28;
/// Athletes inserted per job.
const CHUNK: usize = 500;

/// An athlete with a session and a slot to book.
#[derive(Debug, Clone)]
pub(crate) struct Athlete {
    pub(crate) uaid: String,
    pub(crate) email: String,
    pub(crate) token: String,
    pub(crate) date: Date,
    pub(crate) time: SlotTime,
}

/// The state of a server on a store of its own.
pub(crate) struct Stage {
    pub(crate) state: AppState,
    pub(crate) athletes: Vec<Athlete>,
    directory: TempDir,
}

impl Stage {
    /// On a new SQLite file.
    pub(crate) async fn set(athletes: usize) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let store = sqlite(directory.path());
        Self::set_on(store, directory, athletes).await
    }

    /// On an empty store, with the server's other files in a directory.
    pub(crate) async fn set_on(store: String, directory: TempDir, athletes: usize) -> Self {
        let state = open_on(store, directory.path()).await;
        let seeds = content::seed::items().expect("the seed content");
        write(&state, async move |conn| {
            content::seed::run(conn, &seeds, NOW_MS).await?;
            let event = schedule::find_event(conn, None).await?.ok_or(DbError::NotFound)?;
            schedule::replace_config(conn, &event.event_id, &every_quarter(), NOW_MS).await
        })
        .await;
        read_events(&state).await;
        let mut stage = Self { state, athletes: Vec::new(), directory };
        while stage.athletes.len() < athletes {
            stage.add(CHUNK.min(athletes - stage.athletes.len())).await;
        }
        stage
    }

    /// Where the store and the server's other files are.
    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    async fn add(&mut self, count: usize) {
        let first = self.athletes.len();
        self.athletes.extend(athletes(&self.state, first..first + count).await);
    }

    /// The number of rows in the tables that a booking writes, to compare two ways of booking.
    pub(crate) async fn rows(&self) -> [i64; 4] {
        let mut conn = SqliteConnection::connect(&sqlite(self.directory())).await.expect("the file");
        let counts = "SELECT (SELECT COUNT(*) FROM booking), (SELECT COUNT(*) FROM audit_log), \
             (SELECT COUNT(*) FROM mail_outbox), (SELECT COUNT(*) FROM idempotency_key)";
        let (bookings, audit, mail, keys) =
            sqlx::query_as(counts).fetch_one(&mut conn).await.expect("the counts");
        [bookings, audit, mail, keys]
    }
}

/// The state of a server on the store of a directory, new or existing.
pub(crate) async fn open(directory: &Path) -> AppState {
    open_on(sqlite(directory), directory).await
}

fn sqlite(directory: &Path) -> String {
    format!("sqlite:{}", directory.join(FILE).display())
}

/// The same on any store.
pub(crate) async fn open_on(store: String, directory: &Path) -> AppState {
    let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
    flags.data_dir = directory.to_owned();
    flags.secret = Some(SECRET.to_owned());
    flags.rate_limit = Switch::Off;
    flags.database_url = Some(store);
    let (config, _) = Config::from_flags(&flags).expect("the settings");
    let (db, _) = config.database.open().await.expect("the store opens");
    on(config, db).await
}

/// The state of a server on an open store.
pub(crate) async fn on(config: Config, db: Db) -> AppState {
    let state = AppState::new(config, db, Clock::starting_at(NOW_MS)).expect("the state");
    read_events(&state).await;
    state
}

/// As a running server does whenever the schedule or the content changes.
async fn read_events(state: &AppState) {
    let events = state.events.clone();
    let read: Result<_, DbError> = state.db.read(async |conn| events.read(conn, None).await).await;
    read.expect("the events");
}

/// The token of a new session.
pub(crate) async fn session(conn: &mut Conn, state: &AppState, uaid: &str) -> Result<String, DbError> {
    let origin = Origin { address: "127.0.0.1".to_owned(), user_agent: None };
    let begun = sign_in::begin(state, uaid, &origin, Proof::default()).expect("a session");
    sign_in::store(conn, &begun).await?;
    Ok(begun.token)
}

pub(crate) async fn athletes(state: &AppState, numbers: Range<usize>) -> Vec<Athlete> {
    let of = state.clone();
    write(state, async move |conn| {
        let mut added = Vec::with_capacity(numbers.len());
        for number in numbers {
            added.push(athlete(conn, &of, number).await?);
        }
        Ok(added)
    })
    .await
}

async fn athlete(conn: &mut Conn, state: &AppState, number: usize) -> Result<Athlete, DbError> {
    let email = format!("athlete.{number}@example.org");
    let new = NewAccount {
        email: email.clone(),
        password_hash: None,
        role: 1,
        date_of_birth: Some("1996-04-12".to_owned()),
        email_confirmed: true,
    };
    let uaid = account::create(conn, &new, NOW_MS).await?.ok_or(DbError::NotFound)?;
    eligibility::put(conn, &state.cipher, &uaid, &may_book(), &state.hub.consent_version(), NOW_MS).await?;
    let token = session(conn, state, &uaid).await?;
    let today = london_date_time(NOW_MS).expect("a moment in range").date;
    let slot = i32::try_from(number).expect("a small number");
    let time = SlotTime::all().nth(number % SlotTime::COUNT).expect("sixty of them");
    Ok(Athlete { uaid, email, token, date: today.add_days(1 + slot % DATES), time })
}

/// The body of a booking that an athlete makes for themselves.
pub(crate) fn booking(uaid: &str, date: impl Serialize, time: SlotTime) -> String {
    let body = json!({
        "uaid": uaid,
        "assistanceRequired": false,
        "eventTestDate": date,
        "eventTestTime": time.to_string(),
        "eventTestType": "test",
        "eventTestStatus": "booked",
        "bypassBookingRule": false,
    });
    body.to_string()
}

/// A session token of programme delivery, for a new account.
pub(crate) async fn sign_in_operator(state: &AppState) -> String {
    let new = NewAccount {
        email: "operator@example.org".to_owned(),
        password_hash: None,
        role: 3,
        date_of_birth: None,
        email_confirmed: true,
    };
    let job_state = state.clone();
    write(state, async move |conn| {
        let uaid = account::create(conn, &new, NOW_MS).await?.ok_or(DbError::NotFound)?;
        session(conn, &job_state, &uaid).await
    })
    .await
}

/// Every quarter hour of every day, with more seats than athletes.
pub(crate) fn every_quarter() -> BookingSessionConfig {
    let times: Vec<TimeOfDay> = SlotTime::all().map(SlotTime::time_of_day).collect();
    let week = WeeklySlots::every_day(&times);
    BookingSessionConfig {
        test_slots: week.clone(),
        retest_slots: week,
        slot_capacity: 40,
        ..BookingSessionConfig::default()
    }
}

pub(crate) async fn write<T: Send + 'static>(state: &AppState, job: impl Job<T, DbError>) -> T {
    state.db.write(job).await.expect("the stage is set")
}
