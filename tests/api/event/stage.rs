//! The set-up of the booking tests: a week of slots that every test uses, and common actions.
//!
//! The clock starts on Monday 2 March 2026 at 09:00 (see `START_MS`), so Tuesday is the first bookable day.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_domain::slot::{BookingSessionConfig, WeeklySlots};
use sixfold_domain::time::{Date, TimeOfDay, london_to_millis};
use sixfold_tests::{Person, Reply, TestApp};

pub(crate) const BOOKING: &str = "/api/user/event/booking";
pub(crate) const CANCEL: &str = "/api/user/event/cancel";
pub(crate) const WAITLIST: &str = "/api/event/booking/waitlist";
pub(crate) const ACCEPT: &str = "/api/event/booking/waitlist/accept";

/// Thursday of the first week.
pub(crate) const DAY: &str = "2026-03-05";
/// The Friday after it.
pub(crate) const NEXT_DAY: &str = "2026-03-06";
/// A time that the week offers.
pub(crate) const TIME: &str = "10:00";
/// A later time of the same day.
pub(crate) const LATER: &str = "14:15";

/// Every quarter hour from 10:00 to 17:45 on every day, with this capacity.
pub(crate) fn week(capacity: u16) -> BookingSessionConfig {
    let times: Vec<TimeOfDay> = (10 * 60..18 * 60).step_by(15).map(time_of_day).collect();
    BookingSessionConfig {
        test_slots: WeeklySlots::every_day(&times),
        retest_slots: WeeklySlots::every_day(&times),
        slot_capacity: capacity,
        ..BookingSessionConfig::default()
    }
}

fn time_of_day(minutes: u16) -> TimeOfDay {
    format!("{:02}:{:02}", minutes / 60, minutes % 60).parse().unwrap()
}

pub(crate) fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// A good body of a booking.
pub(crate) fn body(date: &str, time: &str) -> Value {
    json!({ "eventTestDate": date, "eventTestTime": time })
}

pub(crate) async fn book(person: &Person, date: &str, time: &str) -> Reply {
    person.client().post(BOOKING, body(date, time)).await
}

/// Books a free slot; returns the booking's id.
pub(crate) async fn booked(person: &Person, date: &str, time: &str) -> String {
    book(person, date, time).await.data()["eventBookingId"].as_str().unwrap().to_owned()
}

/// Requests a move of a booking.
pub(crate) async fn shift(person: &Person, id: &str, date: &str, time: &str) -> Reply {
    let body = json!({ "eventBookingId": id, "eventTestDate": date, "eventTestTime": time });
    person.client().post(BOOKING, body).await
}

pub(crate) async fn cancel(person: &Person, id: &str) -> Reply {
    person.client().delete(CANCEL, json!({ "eventBookingID": id })).await
}

/// Requests to join a waiting list.
pub(crate) async fn wait(person: &Person, date: &str, time: &str) -> Reply {
    person.client().json(Method::POST, WAITLIST, &body(date, time), &[]).await
}

/// Somebody with a booking, where each time has this many seats: the athlete and the booking's id.
pub(crate) async fn one_booked(app: &TestApp, capacity: u16) -> (Person, String) {
    app.set_schedule(week(capacity)).await;
    let person = app.athlete().await;
    let id = booked(&person, DAY, TIME).await;
    (person, id)
}

/// One athlete has the only seat of a time and another waits for it: both, and the booking's id.
pub(crate) async fn one_waits(app: &TestApp) -> (Person, Person, String) {
    let (owner, id) = one_booked(app, 1).await;
    let waiting = app.athlete().await;
    wait(&waiting, DAY, TIME).await.data();
    (owner, waiting, id)
}

/// [`one_waits`] with a second one in line, a minute later.
pub(crate) async fn two_wait(app: &TestApp) -> (Person, [Person; 2], String) {
    let (owner, one, id) = one_waits(app).await;
    let two = app.athlete().await;
    app.pass_minutes(1);
    wait(&two, DAY, TIME).await.data();
    (owner, [one, two], id)
}

/// Sets the clock to a time in London and signs everybody in again.
pub(crate) async fn go_to(app: &TestApp, day: &str, time: &str) {
    let now_ms = london_to_millis(date(day), time.parse().unwrap()).unwrap();
    app.state.clock.set(now_ms);
    app.execute(format!("UPDATE session SET created_at = {now_ms}, expires_at = {now_ms} + 3480000")).await;
}

/// Seats taken at a time; 0 if nobody has ever booked it.
pub(crate) async fn taken(app: &TestApp, date: &str, time: &str) -> i64 {
    app.scalar(format!(
        "SELECT COALESCE(MAX(taken), 0) FROM slot WHERE test_date = '{date}' AND test_time = '{time}'"
    ))
    .await
}

/// Numbers of the seats taken at a time, ascending.
pub(crate) async fn seats(app: &TestApp, date: &str, time: &str) -> Vec<i64> {
    let sql = format!(
        "SELECT CAST(seat AS TEXT) FROM booking WHERE test_date = '{date}' AND test_time = '{time}' \
         AND seat IS NOT NULL ORDER BY booking.seat"
    );
    app.texts(sql).await.into_iter().map(|seat| seat.unwrap().parse().unwrap()).collect()
}

pub(crate) async fn status(app: &TestApp, id: &str) -> String {
    let sql = format!("SELECT status FROM booking WHERE booking_id = '{id}'");
    app.texts(sql).await.remove(0).unwrap()
}

/// Everything that a booking call could change, as one text; if two are equal, nothing was changed.
pub(crate) async fn everything(app: &TestApp) -> String {
    let mut all = Vec::new();
    for sql in [
        "SELECT test_date || test_time || '/' || CAST(taken AS TEXT) FROM slot ORDER BY test_date, test_time",
        "SELECT booking_id || status || COALESCE(test_date, '') || COALESCE(test_time, '') || CAST(rev AS TEXT) \
         FROM booking ORDER BY booking_id",
        "SELECT waitlist_id || status FROM waitlist ORDER BY waitlist_id",
        "SELECT mail_id FROM mail_outbox ORDER BY mail_id",
        "SELECT audit_id FROM audit_log ORDER BY audit_id",
        "SELECT owner || key FROM idempotency_key ORDER BY owner, key",
        "SELECT uaid || COALESCE(medical_issues_sealed, '') || COALESCE(emergency_name_sealed, '') || t_shirt_size \
         FROM account ORDER BY uaid",
    ] {
        all.extend(app.texts(sql).await.into_iter().flatten());
    }
    all.join("\n")
}

/// Makes PostgreSQL take two seconds for each change of a booking: a job with three takes longer than other jobs may.
pub(crate) async fn slow_down(app: &TestApp) {
    app.execute(
        "CREATE FUNCTION slow_down() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN PERFORM pg_sleep(2); RETURN NEW; END $$",
    )
    .await;
    app.execute("CREATE TRIGGER slow BEFORE UPDATE ON booking FOR EACH ROW EXECUTE FUNCTION slow_down()")
        .await;
}

/// The team of a coach, made if there is none yet; its id.
pub(crate) async fn team_of(app: &TestApp, coach: &Person) -> String {
    let id = format!("team-of-{}", coach.uaid);
    app.execute(format!(
        "INSERT INTO team (team_booking_id, event_id, name, test_date, test_time, coach_uaid, created_at, created_by, \
         updated_at) VALUES ('{id}', 'sixfold-academy', 'Harriers', '{DAY}', '{TIME}', '{uaid}', 1, '{uaid}', 1) \
         ON CONFLICT (team_booking_id) DO NOTHING",
        uaid = coach.uaid
    ))
    .await;
    id
}

pub(crate) async fn put_into_team(app: &TestApp, athlete: &Person, coach: &Person) {
    let id = team_of(app, coach).await;
    app.execute(format!("UPDATE account SET team_booking_id = '{id}' WHERE uaid = '{}'", athlete.uaid)).await;
}

/// Lets a coach see an athlete's results.
pub(crate) async fn accepts(app: &TestApp, athlete: &Person, coach: &Person) {
    app.execute(format!(
        "INSERT INTO coach_athlete (coach_uaid, athlete_uaid, access, asked_at) VALUES ('{}', '{}', 'accepted', 1) \
         ON CONFLICT (coach_uaid, athlete_uaid) DO UPDATE SET access = 'accepted'",
        coach.uaid, athlete.uaid
    ))
    .await;
}

/// Adds a completed test to an athlete's history.
pub(crate) async fn completed(app: &TestApp, person: &Person, day: &str) {
    app.execute(format!(
        "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, created_at, \
         created_by, updated_at, completed_at) VALUES ('past-{uaid}-{day}', '{uaid}', 'sixfold-academy', 'completed', \
         'test', '{day}', '10:00', 'PAST00', 1, '{uaid}', 1, 1)",
        uaid = person.uaid
    ))
    .await;
}
