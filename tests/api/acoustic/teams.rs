//! Which teams follow their athletes when a change of the schedule moves some of them.

use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use super::put_dates;
use crate::event::stage::{DAY, LATER, NEXT_DAY, TIME, booked, team_of, week};

/// The Saturday after.
const SATURDAY: &str = "2026-03-07";

/// Puts every booking into the coach's team, whose time is [`DAY`] at [`TIME`].
async fn all_in_team(app: &TestApp, coach: &Person) {
    let team = team_of(app, coach).await;
    app.execute(format!("UPDATE booking SET team_booking_id = '{team}'")).await;
}

/// The team as its coach lists it: day, time and revision.
async fn team(coach: &Person) -> (Value, Value, Value) {
    let row = coach.client().get("/api/event/booking/team").await.data()["teams"][0].clone();
    (row["testDate"].clone(), row["testTime"].clone(), row["rev"].clone())
}

fn to(booking: &str, date: &str) -> Value {
    json!([{ "eventBookingId": booking, "act": "move", "date": date, "time": TIME }])
}

both! {
    // RULES 12.4
    async fn a_tested_team_stays_on_its_day_when_another_day_is_closed(app) {
        app.set_schedule(week(4)).await;
        let (coach, tested, late) = (app.person(4).await, app.athlete().await, app.athlete().await);
        let (first, second) = (booked(&tested, DAY, TIME).await, booked(&late, NEXT_DAY, TIME).await);
        all_in_team(&app, &coach).await;
        app.execute(format!("UPDATE booking SET status = 'completed' WHERE booking_id = '{first}'")).await;
        let delivery = app.person(3).await.client();
        put_dates(&delivery, "closed-dates", &[NEXT_DAY], to(&second, SATURDAY)).await.data();
        assert_eq!(team(&coach).await, (json!(DAY), json!(TIME), json!(1)));
        assert!(app.letters("team-moved").await.is_empty());
        let letter = app.letters("team-changed").await.remove(0);
        for part in ["Sat 7 Mar 2026, 10:00", "Was: Fri 6 Mar 2026, 10:00", "As before: 1"] {
            assert!(letter.contains(part), "{part}: {letter}");
        }
    }

    // RULES 12.4
    async fn a_team_stays_where_somebody_was_tested_or_did_not_come(app) {
        app.set_schedule(week(4)).await;
        let (coach, one, two) = (app.person(4).await, app.athlete().await, app.athlete().await);
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, TIME).await);
        all_in_team(&app, &coach).await;
        app.execute(format!("UPDATE booking SET status = 'dnt' WHERE booking_id = '{first}'")).await;
        let delivery = app.person(3).await.client();
        put_dates(&delivery, "closed-dates", &[DAY], to(&second, NEXT_DAY)).await.data();
        assert_eq!(team(&coach).await, (json!(DAY), json!(TIME), json!(1)));
    }

    // RULES 12.4
    async fn a_team_follows_no_athlete_who_was_not_at_its_time(app) {
        app.set_schedule(week(4)).await;
        let (coach, athlete) = (app.person(4).await, app.athlete().await);
        let id = booked(&athlete, NEXT_DAY, LATER).await;
        all_in_team(&app, &coach).await;
        let delivery = app.person(3).await.client();
        put_dates(&delivery, "closed-dates", &[NEXT_DAY], to(&id, SATURDAY)).await.data();
        assert_eq!(team(&coach).await, (json!(DAY), json!(TIME), json!(1)));
    }
}
