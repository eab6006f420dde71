//! Fifty coaches, each with a team of twelve, all at once and in opposite orders: as many teams are placed as there is room
//! for, each of them completely. Without the guard the same race oversells.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures::future::join_all;
use serde_json::json;
use sixfold_domain::slot::{BookingSessionConfig, WeeklySlots};
use sixfold_domain::time::TimeOfDay;
use sixfold_server::db::bookings::booking;
use sixfold_server::db::{DbError, Engine};
use sixfold_tests::{Person, TestApp, both};
use tokio::sync::Barrier;

use super::{TEAM, athletes};
use crate::event::race::{answers_of, switch_the_guard_off, won};
use crate::event::stage::{DAY, TIME, seats, taken, week};

const COACHES: usize = 50;
const SIZE: usize = 12;
/// The offset between two coaches' athletes: neighbours share half of their athletes.
const STEP: usize = 6;
const TIMES: [&str; 2] = [TIME, "11:00"];
/// The number of teams that fit into a slot.
const ROOM: usize = 3;
const CAPACITY: u16 = 36;

/// Two times with a gap between them, so that a team that does not fit cannot be spread.
fn two_times() -> BookingSessionConfig {
    let times: Vec<TimeOfDay> = TIMES.iter().map(|time| time.parse().unwrap()).collect();
    BookingSessionConfig {
        test_slots: WeeklySlots::every_day(&times),
        retest_slots: WeeklySlots::every_day(&times),
        ..week(CAPACITY)
    }
}

/// The race: returns each answer's status and code.
async fn race(app: &TestApp) -> Vec<(u16, String)> {
    app.set_schedule(two_times()).await;
    let people = athletes(app, STEP * (COACHES - 1) + SIZE).await;
    let coaches: Vec<Person> = join_all((0..COACHES).map(|_| app.person(4))).await;
    let start = Arc::new(Barrier::new(COACHES));
    let asks = coaches.into_iter().enumerate().map(|(index, coach)| {
        let mut named: Vec<String> =
            people[index * STEP..index * STEP + SIZE].iter().map(|person| person.uaid.clone()).collect();
        if index % 2 == 1 {
            named.reverse();
        }
        let time = TIMES[index % TIMES.len()];
        let wish =
            json!({ "teamName": format!("Team {index}"), "testDate": DAY, "testTime": time, "uaids": named });
        let start = start.clone();
        tokio::spawn(async move {
            let client = coach.client();
            start.wait().await;
            let key = format!("team-{index}");
            client.keyed(axum::http::Method::POST, TEAM, &key, wish).await
        })
    });
    answers_of(asks.collect()).await
}

both! {
    async fn fifty_coaches_at_once_place_whole_teams_and_no_more_than_fit(app) {
        let answers = race(&app).await;
        let refused = |answer: &&(u16, String)| {
            matches!((answer.0, answer.1.as_str()), (409, "TEAM_TOO_LARGE") | (422, "TEAM_MEMBERS"))
        };
        assert_eq!(won(&answers), ROOM * TIMES.len(), "{answers:?}");
        assert_eq!(answers.iter().filter(refused).count(), COACHES - ROOM * TIMES.len(), "{answers:?}");
        for time in TIMES {
            let capacity = i64::from(CAPACITY);
            assert_eq!(taken(&app, DAY, time).await, capacity);
            assert_eq!(seats(&app, DAY, time).await, (1..=capacity).collect::<Vec<_>>());
        }
        let whole = format!(
            "SELECT COUNT(*) FROM team t WHERE (SELECT COUNT(*) FROM booking b \
             WHERE b.team_booking_id = t.team_booking_id AND b.status = 'booked') = {SIZE}"
        );
        let teams = i64::try_from(ROOM * TIMES.len()).unwrap();
        assert_eq!((app.count("team").await, app.scalar(whole).await), (teams, teams));
        let placed = i64::try_from(SIZE).unwrap() * teams;
        assert_eq!((app.count("booking").await, app.count("mail_outbox").await), (placed, placed));
    }

    async fn the_same_race_with_the_guard_off_oversells(app) {
        switch_the_guard_off(&app).await;
        let answers = race(&app).await;
        assert!(won(&answers) > ROOM * TIMES.len(), "the guard was off and nobody was oversold: {answers:?}");
    }

    async fn teams_that_change_places_at_once_never_wait_for_each_other(app) {
        app.set_schedule(week(4 * u16::try_from(SIZE).unwrap())).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 4 * SIZE).await);
        let mut moves = Vec::new();
        for (index, members) in people.chunks(SIZE).enumerate() {
            let mut uaids: Vec<String> = members.iter().map(|person| person.uaid.clone()).collect();
            let (from, to) = (TIMES[index % 2], TIMES[(index + 1) % 2]);
            let wish = json!({ "teamName": "Movers", "testDate": DAY, "testTime": from, "uaids": uaids });
            let id = coach.client().post(TEAM, wish).await.data()["teamBookingId"].clone();
            uaids.reverse();
            moves.push(json!({ "teamBookingId": id, "testDate": DAY, "testTime": to, "uaids": uaids }));
        }
        let asks = moves.into_iter().map(|wish| {
            let client = coach.client();
            tokio::spawn(async move { client.post(TEAM, wish).await })
        });
        for reply in join_all(asks.collect::<Vec<_>>()).await {
            reply.unwrap().data();
        }
        for time in TIMES {
            assert_eq!(taken(&app, DAY, time).await, 2 * i64::try_from(SIZE).unwrap());
        }
    }
}

/// Two transactions lock the same two athletes one by one in the given orders; whether one of them was rolled back.
async fn one_is_undone(app: &TestApp, orders: [Vec<BTreeSet<String>>; 2]) -> bool {
    let both_hold_one = Arc::new(Barrier::new(2));
    let jobs = orders.map(|order| {
        let (db, meeting) = (app.state.db.clone(), both_hold_one.clone());
        tokio::spawn(async move {
            db.write(async move |conn| {
                for (index, athletes) in order.iter().enumerate() {
                    booking::lock_athletes(conn, athletes, 1).await?;
                    if index == 0 && order.len() > 1 {
                        meeting.wait().await;
                    }
                }
                Ok::<_, DbError>(())
            })
            .await
        })
    });
    join_all(jobs).await.into_iter().any(|done| done.unwrap().is_err())
}

/// Why there is an order of locks: in the order in which coaches list athletes, two transactions wait for each other until
/// PostgreSQL aborts one; in the order of a set they never do. SQLite has one writer.
#[tokio::test]
async fn locking_in_the_order_of_the_list_deadlocks() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let pair = [app.athlete().await.uaid, app.athlete().await.uaid];
    let alone = |index: usize| BTreeSet::from([pair[index].clone()]);
    assert!(one_is_undone(&app, [vec![alone(0), alone(1)], vec![alone(1), alone(0)]]).await);
    let together: BTreeSet<String> = pair.clone().into();
    assert!(!one_is_undone(&app, [vec![together.clone()], vec![together]]).await);
}
