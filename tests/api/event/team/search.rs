//! Whom coaches find for a team, and what a refused team tells of strangers.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{Engine, TestApp, both, on_both};

use super::access::ada;
use super::{COACHES, TEAM, USERS, athletes, body, made, save};
use crate::event::stage::{DAY, NEXT_DAY, TIME, booked, completed, week};

both! {
    // RULES 12.3
    async fn a_stranger_is_found_by_a_whole_address_or_number_alone(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 3).await);
        let [free, taken, staff_added] = &people[..] else { unreachable!() };
        booked(taken, DAY, TIME).await;
        app.execute(format!("UPDATE account SET registered_at = NULL WHERE uaid = '{}'", staff_added.uaid)).await;
        app.execute(format!("DELETE FROM eligibility WHERE uaid = '{}'", staff_added.uaid)).await;
        let beyond = async |search: &str| {
            coach.client().post(USERS, json!({ "search": search, "forTeam": true })).await.data()["users"].clone()
        };
        let code = app.texts(format!("SELECT code FROM booking WHERE uaid = '{}'", taken.uaid)).await.remove(0).unwrap();
        for nobody in ["rob", "robin", "robin field", "field", &free.email[..12], &free.uaid[..6], code.as_str(), ""] {
            assert_eq!(beyond(nobody).await, json!([]), "{nobody}");
        }
        for (person, typed, bookable) in [
            (free, free.email.to_uppercase(), true), (free, free.uaid.clone(), true), (taken, taken.uaid.clone(), false),
            (staff_added, staff_added.email.clone(), false),
        ] {
            let users = beyond(&typed).await;
            assert_eq!(users.as_array().unwrap().len(), 1, "{typed}");
            let row = &users[0];
            assert_eq!((&row["uaid"], &row["firstName"], &row["lastName"]), (&json!(person.uaid), &json!("Robin"), &json!("F")));
            assert_eq!((&row["bookable"], &row["emailAddress"], &row["bookingDate"], &row["eventTestCode"]),
                (&json!(bookable), &json!(""), &json!(""), &Value::Null), "{typed}");
        }
        let unasked = coach.client().post(USERS, json!({ "search": free.email })).await.data();
        assert_eq!(unasked["users"][0]["uaid"], free.uaid);
        // A coach is not an athlete, and with `forTeam: false` only the coach's own athletes are found.
        assert_eq!(beyond(&app.person(4).await.uaid).await, json!([]));
        let own = coach.client().post(USERS, json!({ "search": free.uaid, "forTeam": false })).await.data();
        assert_eq!(own["users"], json!([]));
    }

    async fn an_own_person_who_has_not_answered_is_found_by_what_is_shown_of_them_alone(app) {
        app.set_schedule(week(6)).await;
        let (coach, ada) = (app.person(4).await, ada(&app).await);
        made(&coach, &[&ada]).await;
        let found = async |search: &str| {
            coach.client().post(USERS, json!({ "search": search, "forTeam": false })).await.data()["users"].as_array().unwrap().len()
        };
        let lite = async |search: &str| {
            let body = json!({ "search": search, "from": "2025-01-01", "to": NEXT_DAY });
            coach.client().post("/api/event/admin/bookings/lite", body).await.data()["bookings"].as_array().unwrap().len()
        };
        for shown in ["ada", "ad", "Ada O", &ada.uaid] {
            assert_eq!((found(shown).await, lite(shown).await), (1, 1), "{shown}");
        }
        for hidden in ["okonkwo", "ada ok", "konk", "private", "ada@private.example"] {
            assert_eq!((found(hidden).await, lite(hidden).await), (0, 0), "{hidden}");
        }
        ada.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();
        assert_eq!((found("konk").await, lite("okon").await), (1, 3));
        for hidden in ["private", "ada@private.example"] {
            assert_eq!(found(hidden).await, 0, "{hidden}");
        }
    }

    async fn a_team_tells_no_more_of_a_stranger_than_the_search_does(app) {
        app.set_schedule(week(20)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 4).await);
        let [fit, open, unfit, tested] = &people[..] else { unreachable!() };
        booked(open, NEXT_DAY, TIME).await;
        completed(&app, tested, "2026-03-02").await;
        let config = sixfold_domain::slot::BookingSessionConfig { retest_delay: 30, ..week(20) };
        app.set_schedule(config).await;
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", unfit.uaid)).await;
        let mut wish = body(&[fit, open, unfit, tested]);
        wish["uaids"].as_array_mut().unwrap().push(json!("99999999999"));
        let reply = save(&coach, wish.clone()).await;
        reply.refused(422, "TEAM_MEMBERS");
        let no = |uaid: &str, code: &str| json!({ "uaid": uaid, "code": code });
        assert_eq!(reply.value()["error"]["members"], json!([
            no(&open.uaid, "NOT_BOOKABLE"), no(&unfit.uaid, "NOT_BOOKABLE"), no(&tested.uaid, "NOT_BOOKABLE"),
            no("99999999999", "UNKNOWN_UAID")
        ]));
        // Programme delivery, and a coach whom they have accepted, get the reason.
        let told = save(&app.person(3).await, wish).await.value()["error"]["members"].clone();
        assert_eq!(told[1], no(&unfit.uaid, "SCREENING_NOT_CLEARED"));
    }
}

async fn throttled(engine: Engine) -> TestApp {
    let app = TestApp::spawn_with(engine, |flags| {
        flags.rate_limit = sixfold_server::config::cli::Switch::On;
    })
    .await;
    app.set_schedule(week(20)).await;
    app
}

/// A team of sixty people whom nobody knows, others for each prefix.
fn strangers(prefix: &str) -> Value {
    let mut named = body(&[]);
    named["uaids"] = json!((0..60).map(|number| format!("{prefix}000{number}")).collect::<Vec<_>>());
    named
}

#[tokio::test]
async fn a_team_that_is_sent_again_under_its_key_is_counted_once() {
    let app = throttled(Engine::Sqlite).await;
    let client = app.person(4).await.client();
    for _ in 0..5 {
        client.keyed(Method::POST, TEAM, "k", strangers("777")).await.refused(422, "TEAM_MEMBERS");
    }
}

/// Looking up and naming people who are not the coach's own athletes share one limit.
#[tokio::test]
async fn looking_strangers_up_is_throttled() {
    let app = throttled(Engine::Sqlite).await;
    let coach = app.person(4).await;
    for prefix in ["775", "776", "777"] {
        save(&coach, strangers(prefix)).await.refused(422, "TEAM_MEMBERS");
    }
    for number in 0..20 {
        coach
            .client()
            .post(USERS, json!({ "search": format!("888000{number}"), "forTeam": true }))
            .await
            .data();
    }
    coach
        .client()
        .post(USERS, json!({ "search": "8880099", "forTeam": true }))
        .await
        .refused(429, "TOO_MANY_REQUESTS");
    for _ in 0..2 {
        save(&coach, strangers("778")).await.refused(429, "TOO_MANY_REQUESTS");
    }
    // Those who were named before are not counted again.
    save(&coach, strangers("775")).await.refused(422, "TEAM_MEMBERS");
    // Searching one's own athletes by name is not counted.
    coach.client().post(USERS, json!({ "search": "robin", "forTeam": true })).await.data();
}

/// Whoever is looked up and then named is counted once, however often the save has to be repeated.
// RULES 12.3
#[tokio::test]
async fn a_team_of_sixty_that_is_refused_twice_can_be_saved() {
    let app = throttled(Engine::Sqlite).await;
    let (coach, people) = (app.person(4).await, athletes(&app, 60).await);
    for athlete in &people {
        coach.client().post(USERS, json!({ "search": athlete.uaid, "forTeam": true })).await.data();
    }
    let wish = body(&people.iter().collect::<Vec<_>>());
    let unfit = |cleared: &str| {
        app.execute(format!(
            "UPDATE eligibility SET parq_cleared = {cleared} WHERE uaid = '{}'",
            people[0].uaid
        ))
    };
    unfit("FALSE").await;
    for _ in 0..2 {
        save(&coach, wish.clone()).await.refused(422, "TEAM_MEMBERS");
    }
    unfit("TRUE").await;
    save(&coach, wish).await.data();
}

// RULES 12.3
on_both!(somebody_found_by_address_and_then_named_counts_once, |engine| async move {
    let app = throttled(engine).await;
    let (coach, athlete) = (app.person(4).await, app.athlete().await);
    let counted = "SELECT attempts FROM throttle WHERE scope = 'coach-strangers'";
    for typed in [athlete.email.clone(), athlete.email.to_uppercase(), athlete.uaid.clone()] {
        coach.client().post(USERS, json!({ "search": typed, "forTeam": true })).await.data();
        assert_eq!(app.scalar(counted).await, 1, "{typed}");
    }
    save(&coach, body(&[&athlete])).await.data();
    assert_eq!(app.scalar(counted).await, 1);
    // A search that finds nobody counts too.
    coach.client().post(USERS, json!({ "search": "nobody@athletes.example", "forTeam": true })).await.data();
    assert_eq!(app.scalar(counted).await, 2);
});
