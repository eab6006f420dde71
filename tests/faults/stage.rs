//! The store that every seed starts from: athletes with sessions, a scarce schedule, two athletes on the floor, finals on
//! the board, and health data that is due, due tomorrow and not due.

use std::path::Path;

use clap::Parser as _;
use sixfold_domain::season::Season;
use sixfold_domain::slot::{BookingSessionConfig, WeeklySlots};
use sixfold_server::auth::sign_in::{self, Origin, Proof};
use sixfold_server::config::Config;
use sixfold_server::config::cli::Cli;
use sixfold_server::config::clock::Clock;
use sixfold_server::content;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::people::account::{self, NewAccount};
use sixfold_server::db::people::eligibility;
use sixfold_server::db::{Conn, DbError, LONG_JOB_LIMIT, Sql, params};
use sixfold_server::state::AppState;
use sixfold_tests::people::{may_book, name_robin};

/// Monday 23 November 2026, 09:30 in London.
pub const NOW_MS: i64 = 1_795_426_200_000;
pub const SECRET: &str = "a secret of the faults, and of nothing else";
pub const PASSWORD: &str = "lanterns over the wet harbour";
/// The slots that all want, and their seats.
pub const SLOTS: [(&str, &str); 4] =
    [("2026-11-24", "10:00"), ("2026-11-24", "10:15"), ("2026-11-25", "10:00"), ("2026-11-26", "10:00")];
const SEATS: u16 = 2;
/// Athletes who book, and athletes on the floor who are tested.
pub const ATHLETES: usize = 10;
pub const GUESTS: usize = 2;
/// Athletes whose health data is due, due tomorrow and not due: the days since their consent.
const CONSENTS: [i64; 3] = [90, 89, 88];
const DAY_MS: i64 = 86_400_000;

/// Somebody with a session.
#[derive(Debug, Clone)]
pub struct Person {
    pub uaid: String,
    pub token: String,
}

#[derive(Debug, Clone)]
pub struct People {
    pub athletes: Vec<Person>,
    /// On the floor, each with the id of [`booking_of`].
    pub guests: Vec<Person>,
    /// By when their health data is due: now, tomorrow, later.
    pub consents: Vec<Person>,
    /// Programme delivery.
    pub staff: Person,
}

pub fn booking_of(guest: &Person) -> String {
    format!("floor-{}", guest.uaid)
}

/// Fills an empty store.
pub async fn set(url: &str, directory: &Path) -> People {
    let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
    directory.clone_into(&mut flags.data_dir);
    flags.secret = Some(SECRET.to_owned());
    flags.database_url = Some(url.to_owned());
    let (config, _) = Config::from_flags(&flags).expect("the settings");
    let (db, _) = config.database.open().await.expect("the store opens");
    let state = AppState::new(config, db, Clock::manual(NOW_MS)).expect("the state");
    let hash = state.auth.hasher.hash("", PASSWORD.to_owned()).await.expect("a hash");
    let (seeds, of) = (content::seed::items().expect("the seed content"), state.clone());
    let filled: Result<People, DbError> = state
        .db
        .write_within(LONG_JOB_LIMIT, async move |conn| {
            content::seed::run(conn, &seeds, NOW_MS).await?;
            fill(conn, &of, hash).await
        })
        .await;
    state.db.close().await;
    filled.expect("the store is filled")
}

async fn fill(conn: &mut Conn, state: &AppState, hash: String) -> Result<People, DbError> {
    let date = |text: &str| text.parse().expect("a date");
    let season = Season { season: 11, start: date("2026-01-01"), end: date("2026-12-31") };
    schedule::insert_season(conn, &season).await?;
    let times = ["10:00", "10:15"].map(|time| time.parse().expect("a time"));
    let week = WeeklySlots::every_day(&times);
    let config = BookingSessionConfig {
        test_slots: week.clone(),
        retest_slots: week,
        slot_capacity: SEATS,
        ..BookingSessionConfig::default()
    };
    schedule::replace_config(conn, schedule::ACADEMY, &config, NOW_MS).await?;
    let mut people = People {
        athletes: Vec::new(),
        guests: Vec::new(),
        consents: Vec::new(),
        staff: person(conn, state, "staff", 3, Some(hash)).await?,
    };
    for number in 0..ATHLETES {
        people.athletes.push(person(conn, state, &format!("athlete{number}"), 1, None).await?);
    }
    for number in 0..GUESTS {
        let guest = person(conn, state, &format!("guest{number}"), 1, None).await?;
        on_the_floor(conn, &guest).await?;
        people.guests.push(guest);
    }
    for (number, days) in CONSENTS.into_iter().enumerate() {
        let of = person(conn, state, &format!("consent{number}"), 1, None).await?;
        with_final(conn, &of, number).await?;
        let given = NOW_MS - days * DAY_MS;
        let notes = state.cipher.encrypt("account", &of.uaid, "medical_issues_sealed", "Asthma");
        let notes = notes.expect("it is encrypted");
        let sql = "UPDATE account SET medical_issues_sealed = $1, health_given_at = $2 WHERE uaid = $3";
        conn.execute(Sql::built(sql.to_owned()), params![notes, given, of.uaid]).await?;
        let sql = "UPDATE eligibility SET health_consent_at = $1 WHERE uaid = $2";
        conn.execute(Sql::built(sql.to_owned()), params![given, of.uaid]).await?;
        people.consents.push(of);
    }
    Ok(people)
}

async fn person(
    conn: &mut Conn,
    state: &AppState,
    name: &str,
    role: u8,
    password_hash: Option<String>,
) -> Result<Person, DbError> {
    let new = NewAccount {
        email: format!("{name}@example.org"),
        password_hash,
        role,
        date_of_birth: Some("1996-04-12".to_owned()),
        email_confirmed: true,
    };
    let uaid = account::create(conn, &new, NOW_MS).await?.ok_or(DbError::NotFound)?;
    name_robin(conn, &uaid, NOW_MS).await?;
    account::mark_registered(conn, &uaid, NOW_MS).await?;
    eligibility::put(conn, &state.cipher, &uaid, &may_book(), &state.hub.consent_version(), NOW_MS).await?;
    let origin = Origin { address: "127.0.0.1".to_owned(), user_agent: None };
    let begun = sign_in::begin(state, &uaid, &origin, Proof::default()).expect("a session");
    sign_in::store(conn, &begun).await?;
    Ok(Person { uaid, token: begun.token })
}

/// Books somebody for today and onboards them.
async fn on_the_floor(conn: &mut Conn, guest: &Person) -> Result<(), DbError> {
    let event = schedule::ACADEMY;
    let slot = "INSERT INTO slot (event_id, test_date, test_time, capacity, taken) VALUES ($1, '2026-11-23', '09:15', 2, 1) \
         ON CONFLICT (event_id, test_date, test_time) DO UPDATE SET taken = slot.taken + 1";
    conn.execute(Sql::built(slot.to_owned()), params![event]).await?;
    let booking = "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, seat, code, \
         created_at, created_by, updated_at, onboarded_at, protocol_version) \
         SELECT $1, $2, $3, 'booked', 'test', '2026-11-23', '09:15', taken, $4, $5, $2, $5, $5, 1 FROM slot \
         WHERE event_id = $3 AND test_date = '2026-11-23' AND test_time = '09:15'";
    let code = &guest.uaid[guest.uaid.len() - 6..];
    conn.execute(
        Sql::built(booking.to_owned()),
        params![booking_of(guest), guest.uaid, event, code, NOW_MS - 600_000],
    )
    .await
}

/// Gives somebody a final of long ago.
async fn with_final(conn: &mut Conn, of: &Person, number: usize) -> Result<(), DbError> {
    let booking = "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, \
         score_hundredths, created_at, created_by, updated_at, onboarded_at, completed_at) \
         VALUES ($1, $2, $3, 'completed', 'test', '2026-02-10', '10:00', 'PAST00', $4, $5, $2, $5, $5, $5)";
    let id = format!("past-{}", of.uaid);
    let score = 4_000 + i64::try_from(number).expect("a small number") * 1_000;
    let at = NOW_MS - 280 * DAY_MS;
    conn.execute(Sql::built(booking.to_owned()), params![id, of.uaid, schedule::ACADEMY, score, at]).await
}
