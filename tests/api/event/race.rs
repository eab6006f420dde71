//! Two hundred athletes compete for four seats at once: four win. Without the guard the same race oversells, which proves that
//! the test can fail.

use std::sync::Arc;

use futures::future::join_all;
use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_server::db::DbError;
use sixfold_server::db::bookings::booking::{self, NewBooking, Seat};
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::calendar::slot::{self, SlotKey};
use sixfold_tests::{Engine, Person, Reply, TestApp, both};
use tokio::sync::Barrier;
use tokio::task::JoinHandle;

use super::stage::{BOOKING, DAY, NEXT_DAY, TIME, body, booked, date, seats, shift, taken, week};

const ATHLETES: usize = 200;
const CAPACITY: u16 = 6;
/// Seats taken before the race.
const GONE: usize = 2;
/// The remaining seats.
const LAST: usize = CAPACITY as usize - GONE;

async fn athletes(app: &TestApp, count: usize) -> Vec<Person> {
    join_all((0..count).map(|_| app.athlete())).await
}

/// The race: everybody books the same slot at the same moment, through the router. Returns each answer's status and code.
async fn race(app: &TestApp) -> Vec<(u16, String)> {
    app.set_schedule(week(CAPACITY)).await;
    for early in athletes(app, GONE).await {
        booked(&early, DAY, TIME).await;
    }
    let start = Arc::new(Barrier::new(ATHLETES));
    let asks = athletes(app, ATHLETES).await.into_iter().map(|person| {
        let start = start.clone();
        tokio::spawn(async move {
            let client = person.client();
            start.wait().await;
            let key = format!("race-{}", person.uaid);
            client.keyed(axum::http::Method::POST, BOOKING, &key, body(DAY, TIME)).await
        })
    });
    answers_of(asks.collect()).await
}

/// The status and the code of each answer, once all have come.
pub(super) async fn answers_of(asks: Vec<JoinHandle<Reply>>) -> Vec<(u16, String)> {
    let replies = join_all(asks).await.into_iter().map(Result::unwrap);
    let answers = replies.map(|reply| {
        let code = reply.value()["error"]["errorCode"].as_str().unwrap_or_default().to_owned();
        (reply.status.as_u16(), code)
    });
    answers.collect()
}

pub(super) fn won(answers: &[(u16, String)]) -> usize {
    answers.iter().filter(|(status, _)| *status == 200).count()
}

/// Disables the guard: the count of seats taken is reset to zero whenever it rises.
pub(super) async fn switch_the_guard_off(app: &TestApp) {
    match app.state.db.engine() {
        Engine::Sqlite => {
            app.execute(
                "CREATE TRIGGER guard_off AFTER UPDATE OF taken ON slot WHEN NEW.taken > 0 BEGIN \
                 UPDATE slot SET taken = 0 WHERE event_id = NEW.event_id AND test_date = NEW.test_date \
                 AND test_time = NEW.test_time; END",
            )
            .await;
        }
        Engine::Postgres => {
            app.execute(
                "CREATE FUNCTION guard_off() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN NEW.taken := 0; RETURN NEW; END $$",
            )
            .await;
            app.execute(
                "CREATE TRIGGER guard_off BEFORE UPDATE ON slot FOR EACH ROW EXECUTE FUNCTION guard_off()",
            )
            .await;
        }
    }
}

both! {
    // RULES 3.8
    async fn exactly_the_last_places_are_won(app) {
        let answers = race(&app).await;
        let full = (409, "SLOT_FULL".to_owned());
        assert_eq!(won(&answers), LAST, "{answers:?}");
        assert_eq!(answers.iter().filter(|answer| **answer == full).count(), ATHLETES - LAST, "{answers:?}");
        assert_eq!(taken(&app, DAY, TIME).await, i64::from(CAPACITY));
        assert_eq!(seats(&app, DAY, TIME).await, (1..=i64::from(CAPACITY)).collect::<Vec<_>>());
        let of_winners = i64::from(CAPACITY);
        assert_eq!(app.count("booking").await, of_winners);
        assert_eq!(app.count("mail_outbox").await, of_winners);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'booking.create'").await, of_winners);
        assert_eq!(app.count("idempotency_key").await, i64::try_from(ATHLETES).unwrap(), "lost races are kept");
    }

    async fn the_same_race_with_the_guard_off_oversells(app) {
        switch_the_guard_off(&app).await;
        let answers = race(&app).await;
        assert!(won(&answers) > LAST, "the guard was off and nobody was oversold: {answers:?}");
        assert!(seats(&app, DAY, TIME).await.len() > usize::from(CAPACITY));
    }

    /// What a server would do that counts first and inserts afterwards, with the product's own functions.
    async fn counting_and_then_inserting_oversells(app) {
        app.set_schedule(week(CAPACITY)).await;
        let key = SlotKey { event_id: schedule::ACADEMY.to_owned(), date: date(DAY), time: TIME.parse().unwrap() };
        let open = key.clone();
        let db = app.state.db.clone();
        db.write(async move |conn| slot::lock(conn, &open, CAPACITY).await)
            .await
            .unwrap_or_else(|error: DbError| panic!("{error}"));
        let counted = Arc::new(Barrier::new(ATHLETES));
        let asks = athletes(&app, ATHLETES).await.into_iter().map(|person| {
            let (db, key, counted) = (app.state.db.clone(), key.clone(), counted.clone());
            tokio::spawn(async move {
                let seen = key.clone();
                let count = db.read(async |conn| slot::find(conn, &seen).await);
                let free = count.await.unwrap_or_else(|error: DbError| panic!("{error}")).unwrap().remaining() > 0;
                counted.wait().await;
                if free {
                    db.write(async move |conn| naive(conn, &person.uaid, &key).await).await.unwrap();
                }
                free
            })
        });
        let won = join_all(asks.collect::<Vec<_>>()).await.into_iter().filter(|won| *won.as_ref().unwrap()).count();
        assert!(won > usize::from(CAPACITY), "{won}");
        assert_eq!(app.count("booking").await, i64::try_from(won).unwrap());
    }

    async fn moves_at_once_never_oversell(app) {
        app.set_schedule(week(CAPACITY)).await;
        let movers = athletes(&app, 24).await;
        // Two crowds that want to swap slots, so that each needs the seats that the other frees.
        let mut ids = Vec::new();
        for (index, person) in movers.iter().enumerate() {
            let (day, time) = [(DAY, TIME), (NEXT_DAY, TIME), (DAY, "11:00"), (NEXT_DAY, "11:00")][index / 6];
            ids.push((booked(person, day, time).await, day, time));
        }
        let asks = movers.into_iter().zip(ids).map(|(person, (id, day, time))| {
            let other = if day == DAY { NEXT_DAY } else { DAY };
            tokio::spawn(async move { shift(&person, &id, other, time).await })
        });
        for reply in join_all(asks.collect::<Vec<_>>()).await {
            let reply = reply.unwrap();
            assert!(matches!(reply.status.as_u16(), 200 | 409), "{}", reply.text());
        }
        for day in [DAY, NEXT_DAY] {
            for time in [TIME, "11:00"] {
                let seats = seats(&app, day, time).await;
                assert!(seats.len() <= usize::from(CAPACITY), "{day} {time}: {seats:?}");
                assert_eq!(taken(&app, day, time).await, i64::try_from(seats.len()).unwrap());
            }
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM booking WHERE status = 'booked' AND seat IS NOT NULL").await, 24);
    }

    async fn one_athlete_who_asks_twenty_times_gets_one_booking(app) {
        app.set_schedule(week(CAPACITY)).await;
        let person = app.athlete().await;
        let asks = (0..20).map(|index| {
            let client = person.client();
            let time = ["10:00", "10:15", "10:30", "10:45"][index % 4];
            tokio::spawn(async move { client.post(BOOKING, body(DAY, time)).await })
        });
        let replies: Vec<_> = join_all(asks.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect();
        let won = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(won, 1);
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            reply.refused(409, "BOOKING_OPEN_EXISTS");
        }
        assert_eq!(app.scalar("SELECT CAST(SUM(taken) AS BIGINT) FROM slot").await, 1);
    }
}

/// Inserts without checking again that there is a seat.
async fn naive(conn: &mut sixfold_server::db::Conn, uaid: &str, key: &SlotKey) -> Result<(), DbError> {
    let new = NewBooking {
        uaid,
        event_id: &key.event_id,
        status: BookingStatus::Booked,
        booking_type: BookingType::Test,
        slot: Some((key.date, key.time)),
        seat: Seat::None,
        team_booking_id: None,
        created_by: uaid,
        bypass: false,
    };
    booking::insert(conn, &new, 0).await.map(drop)
}
