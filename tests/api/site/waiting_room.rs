//! The waiting room: who waits, in which order, and who never does.

use serde_json::json;
use sixfold_tests::{Client, Engine, TestApp, on_both};

use crate::event::stage::{DAY, TIME, booked, week};
use crate::user::results::tested;

pub(super) const CALL: &str = "/api/waiting-room";
pub(super) const COOKIE: &str = "sixfold.waiting-room";
pub(super) const ANY_CALL: &str = "/api/event/availability";

pub(super) async fn app_for(engine: Engine, people: u32) -> TestApp {
    TestApp::spawn_with(engine, |flags| flags.people = people).await
}

/// Visitors from addresses of their own.
pub(super) fn visitors(app: &TestApp, count: usize) -> Vec<Client> {
    (0..count).map(|n| app.client().at(&format!("192.0.2.{n}"))).collect()
}

/// Lets visitors fill what room there is.
pub(super) async fn fill(app: &TestApp, people: usize) {
    for visitor in visitors(app, people) {
        assert_eq!(visitor.get(ANY_CALL).await.status, 200);
    }
}

pub(super) async fn state(client: &Client) -> String {
    client.get(CALL).await.data()["state"].as_str().unwrap().to_owned()
}

pub(super) fn pass_seconds(app: &TestApp, seconds: i64) {
    app.state.clock.advance(seconds * 1_000);
}

/// The lot of a client's place.
pub(super) fn lot(client: &Client) -> u32 {
    client.cookie(COOKIE).unwrap().split('.').nth(3).unwrap().parse().unwrap()
}

// RULES 13.11
#[tokio::test]
async fn newcomers_wait_while_the_site_is_full_and_come_in_in_order() {
    let app = app_for(Engine::Sqlite, 2).await;
    let people = visitors(&app, 5);
    for inside in [0, 0, 1] {
        assert_eq!(people[inside].get(ANY_CALL).await.status, 200);
    }
    let [first, second, third] = &people[2..] else { unreachable!("five visitors") };
    let refused = first.get(ANY_CALL).await;
    refused.refused(503, "WAITING_ROOM");
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    let page = first.get("/en-gb/my-account-event-booking").await;
    assert_eq!((page.status.as_u16(), page.header("cache-control").as_str()), (503, "no-store"));
    pass_seconds(&app, 1);
    // However many tabs ask, it is one place.
    for _ in 0..3 {
        assert_eq!(second.get(ANY_CALL).await.status, 503);
        assert_eq!(state(second).await, "waiting");
    }
    let standing = second.get(CALL).await.data();
    assert_eq!((standing["ahead"].as_u64(), standing["waiting"].as_u64()), (Some(1), Some(2)));
    assert!(standing["waitSeconds"].is_null(), "nobody has been let in yet, so nobody knows");
    assert_eq!(people[0].get(ANY_CALL).await.status, 200, "whoever is inside stays inside");
    // One of the two inside leaves.
    pass_seconds(&app, 60);
    assert_eq!(people[0].get(ANY_CALL).await.status, 200);
    pass_seconds(&app, 1);
    assert_eq!(state(third).await, "waiting", "it comes after them");
    assert_eq!(state(second).await, "waiting");
    assert_eq!(state(first).await, "admitted");
    assert_eq!(first.get(ANY_CALL).await.status, 200);
    assert_eq!(second.get(ANY_CALL).await.status, 503);
}

#[tokio::test]
async fn a_place_is_kept_for_whoever_does_not_come_until_others_are_let_in_for_them() {
    let app = app_for(Engine::Sqlite, 1).await;
    let people = visitors(&app, 3);
    people[0].get(ANY_CALL).await;
    for waiting in &people[1..] {
        assert_eq!(waiting.get(ANY_CALL).await.status, 503);
        pass_seconds(&app, 1);
    }
    pass_seconds(&app, 60);
    assert_eq!(state(&people[2]).await, "waiting", "the first in the queue was let in and may come");
    pass_seconds(&app, 31);
    assert_eq!(state(&people[2]).await, "admitted");
    assert_eq!(state(&people[1]).await, "admitted", "somebody who is a little late still comes in");
}

// RULES 13.14
#[tokio::test]
async fn staff_and_athletes_with_a_booking_never_wait() {
    let app = app_for(Engine::Sqlite, 8).await;
    app.set_schedule(week(6)).await;
    let (staff, athlete, newcomer) = (app.staff(2).await, app.athlete().await, app.athlete().await);
    booked(&athlete, DAY, TIME).await;
    // A minute later they are not inside any more, and others fill the site.
    pass_seconds(&app, 61);
    fill(&app, 8).await;
    assert_eq!(newcomer.client().get("/api/user/profile").await.status, 503);
    for served in [&staff, &athlete] {
        assert_eq!(served.client().get("/api/user/profile").await.status, 200);
        assert_eq!(state(&served.client()).await, "open");
    }
    let door = app.client().at("192.0.2.9");
    assert_eq!(door.get("/api/auth/session").await.status, 200, "signing in stays possible");
    assert_eq!(door.get("/api/event/config").await.status, 200);
    assert_eq!(door.get("/healthz").await.status, 200);
}

// RULES 13.14
on_both!(a_report_that_somebody_has_written_never_waits, |engine| async move {
    let app = app_for(engine, 2).await;
    let ada = app.athlete().await;
    tested(&app, &ada, "2025-11-20", 60).await;
    let shared = ada.client().post("/api/user/share", json!({ "template": "season_card" })).await.data();
    let card = format!("/en-gb/share/{}", shared["shareId"].as_str().unwrap());
    pass_seconds(&app, 61);
    fill(&app, 2).await;
    let visitor = app.client().at("192.0.2.9");
    visitor.get(ANY_CALL).await.refused(503, "WAITING_ROOM");
    assert_eq!(visitor.get(&format!("{card}/report")).await.status, 503);
    assert_eq!(visitor.form(&card, &[("reason", "person")]).await.status, 503, "it is no report");
    assert_eq!(app.count("share_report").await, 0);
    visitor.form(&format!("{card}/report"), &[("reason", "person")]).await;
    assert_eq!(app.count("share_report").await, 1);
});

// RULES 13.14
#[tokio::test]
async fn sessions_that_are_made_up_keep_neither_staff_nor_booked_athletes_out() {
    let app = app_for(Engine::Sqlite, 8).await;
    app.set_schedule(week(6)).await;
    let (staff, athlete) = (app.staff(2).await, app.athlete().await);
    staff.client().get("/api/user/profile").await.data();
    booked(&athlete, DAY, TIME).await;
    pass_seconds(&app, 61);
    fill(&app, 8).await;
    // As many in one second as sessions are looked up.
    for number in 0..=200 {
        let made_up = app.client().bearer(&format!("made-up-{number}"));
        assert_eq!(made_up.get("/api/user/profile").await.status, 503);
    }
    assert_eq!(staff.client().get("/api/user/profile").await.status, 200);
    assert_eq!(athlete.client().at("198.51.100.1").get("/api/user/profile").await.status, 200);
}

#[tokio::test]
async fn a_place_that_is_sent_again_takes_nobody_elses() {
    let app = app_for(Engine::Sqlite, 2).await;
    fill(&app, 2).await;
    let people: Vec<Client> = (10..13).map(|n| app.client().at(&format!("192.0.2.{n}"))).collect();
    for waiting in &people {
        assert_eq!(waiting.get(ANY_CALL).await.status, 503);
        pass_seconds(&app, 1);
    }
    // The two inside leave, and two are let in: one comes, several times, and the other has yet to.
    pass_seconds(&app, 60);
    let place = people[0].cookie(COOKIE).unwrap();
    for _ in 0..3 {
        let again = app.client().at("192.0.2.10");
        again.set_cookie(COOKIE, &place);
        assert_eq!(again.get(ANY_CALL).await.status, 200);
    }
    pass_seconds(&app, 1);
    assert_eq!(state(&people[2]).await, "waiting");
    assert_eq!(people[1].get(ANY_CALL).await.status, 200);
}

#[tokio::test]
async fn a_pass_that_is_forged_old_another_browsers_or_shared_leads_to_the_end() {
    let app = app_for(Engine::Sqlite, 1).await;
    let people = visitors(&app, 4);
    people[0].get(ANY_CALL).await;
    people[1].get(ANY_CALL).await;
    let place = people[1].cookie(COOKIE).unwrap();
    pass_seconds(&app, 1);
    people[2].get(ANY_CALL).await;

    pass_seconds(&app, 1);
    let forged = app.client().at("192.0.2.50");
    forged.set_cookie(COOKIE, &place.replacen("p.", "i.", 1));
    assert_eq!(forged.get(CALL).await.data()["ahead"], 2);
    let earlier: Vec<&str> = place.split('.').collect();
    let earlier = [earlier[0], earlier[1], "1", earlier[3], earlier[4]].join(".");
    forged.set_cookie(COOKIE, &earlier);
    assert_eq!(forged.get(CALL).await.data()["state"], "waiting");

    let copied = app.client().at("192.0.2.51").header("user-agent", "another");
    copied.set_cookie(COOKIE, &place);
    assert_eq!(state(&copied).await, "waiting");
    assert_ne!(copied.cookie(COOKIE).unwrap(), place, "it has a place of its own");

    // Its holder comes in; somebody who comes back a quarter of an hour after their turn has lost it.
    pass_seconds(&app, 61);
    assert_eq!(state(&people[1]).await, "admitted");
    let (late, kept) = (app.client().at("192.0.2.52"), people[1].cookie(COOKIE).unwrap());
    for _ in 0..100 {
        pass_seconds(&app, 10);
        people[1].get(ANY_CALL).await;
        for waiting in &people[2..] {
            waiting.get(ANY_CALL).await;
        }
    }
    late.set_cookie(COOKIE, &place);
    late.get(CALL).await;
    assert_ne!(late.cookie(COOKIE).unwrap(), place);
    assert_ne!(late.cookie(COOKIE).unwrap(), kept);
}

#[tokio::test]
async fn two_people_cannot_use_one_pass_in_turns() {
    let app = app_for(Engine::Sqlite, 6).await;
    let (one, two) = (app.athlete().await, app.athlete().await);
    pass_seconds(&app, 61);
    fill(&app, 5).await;
    let holder = one.client();
    for _ in ["gets a pass", "uses it"] {
        assert_eq!(holder.get("/api/user/profile").await.status, 200);
    }
    let other = two.client();
    other.set_cookie(COOKIE, &holder.cookie(COOKIE).unwrap());
    assert_eq!(other.get("/api/user/profile").await.status, 200);
    assert_eq!(holder.get("/api/user/profile").await.status, 503, "the pass is another session's now");
    assert_eq!(other.get("/api/user/profile").await.status, 200);
}

// RULES 13.12
#[tokio::test]
async fn everybody_who_comes_before_an_opening_takes_part_in_its_draw() {
    let app = app_for(Engine::Sqlite, 20).await;
    let opens = app.state.clock.now_ms() + 16 * 60_000;
    app.state.waiting_room.set_openings([opens]);
    let people = visitors(&app, 80);
    assert_eq!(state(&people[0]).await, "open", "the draw is not open yet");
    pass_seconds(&app, 120);
    for person in &people {
        let standing = person.get(CALL).await.data();
        assert_eq!(standing["state"], "draw");
        assert!(standing["opensAt"].as_str().unwrap().starts_with("2026-03-02T09:16:00"));
        pass_seconds(&app, 1);
    }
    assert_eq!(people[0].get(CALL).await.data()["waiting"], 80);
    let kept = people[0].cookie(COOKIE);
    assert_eq!(
        (state(&people[0]).await, people[0].cookie(COOKIE)),
        ("draw".to_owned(), kept),
        "one place each"
    );

    app.state.clock.set(opens + 1_000);
    let late = app.client().at("198.51.100.1");
    assert_eq!(state(&late).await, "waiting");
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for person in &people {
        let drawn = lot(person);
        match state(person).await.as_str() {
            "admitted" => inside.push(drawn),
            _ => outside.push(drawn),
        }
    }
    let (last, next) = (inside.iter().max().unwrap(), outside.iter().min().unwrap());
    assert!(last < next, "the lowest lots come in first");
    assert!((8..=35).contains(&inside.len()), "about as many as there is room for: {}", inside.len());
    // All of them come in before whoever came after the opening.
    for _ in 0..60 {
        pass_seconds(&app, 61);
        for person in &people {
            person.get(CALL).await;
        }
        if state(&late).await == "admitted" {
            break;
        }
    }
    assert_eq!(state(&late).await, "open");
    for person in &people {
        assert!(!person.cookie(COOKIE).unwrap().starts_with("p."), "somebody still waits");
    }
}

// RULES 13.12
#[tokio::test]
async fn who_looks_at_any_page_before_an_opening_takes_part_in_its_draw() {
    let app = app_for(Engine::Sqlite, 1).await;
    let opens = app.state.clock.now_ms() + 5 * 60_000;
    app.state.waiting_room.set_openings([opens]);
    let people = visitors(&app, 3);
    people[0].get("/en-gb/").await;
    let place = people[0].cookie(COOKIE);
    assert!(place.as_ref().unwrap().starts_with("p."), "a place: {place:?}");
    people[0].get("/en-gb/faq").await;
    people[0].get(ANY_CALL).await;
    assert_eq!(people[0].cookie(COOKIE), place, "one place");
    assert_eq!(people[1].get(CALL).await.data()["waiting"], 2);
    app.state.clock.set(opens + 1_000);
    assert_eq!(people[2].get(ANY_CALL).await.status, 503);
    let second =
        |client: &Client| client.cookie(COOKIE).unwrap().split('.').nth(2).unwrap().parse::<i64>().unwrap();
    assert_eq!(second(&people[0]), opens / 1_000, "before those who come after it");
    assert_eq!(second(&people[2]), opens / 1_000 + 1);
}

#[tokio::test]
async fn an_opening_ends_the_passes_of_those_who_were_inside_before_it() {
    let app = app_for(Engine::Sqlite, 1).await;
    let opens = app.state.clock.now_ms() + 5 * 60_000;
    app.state.waiting_room.set_openings([opens]);
    let people = visitors(&app, 2);
    assert_eq!(people[0].get(ANY_CALL).await.status, 200);
    assert_eq!(state(&people[1]).await, "draw");
    app.state.clock.set(opens + 1_000);
    assert_eq!(people[0].get(ANY_CALL).await.status, 503, "the draw comes first");
    assert_eq!(state(&people[1]).await, "admitted");
}
