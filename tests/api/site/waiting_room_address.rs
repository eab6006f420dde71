//! How many people one address may have in the waiting room and on the site.

use sixfold_tests::{Engine, TestApp};

use super::waiting_room::{ANY_CALL, CALL, COOKIE, app_for, fill, pass_seconds, state};

/// How many people are inside, and how many wait.
fn counts(app: &TestApp) -> (usize, u64) {
    let (inside, waiting, _) = app.state.waiting_room.counts(app.state.clock.now_ms());
    (inside, waiting)
}

// RULES 13.13
#[tokio::test]
async fn sessions_made_up_at_one_address_keep_nobody_else_out() {
    let app = app_for(Engine::Sqlite, 8).await;
    let (crowd, athlete) = ("198.51.100.1", app.athlete().await);
    for number in 0..8 {
        let made_up = app.client().at(crowd).bearer(&format!("made-up-{number}"));
        let reply = made_up.get(ANY_CALL).await;
        if number < 4 {
            assert_eq!(reply.status, 200);
        } else {
            reply.refused(503, "WAITING_ROOM");
            assert_eq!(state(&made_up).await, "waiting");
            assert_eq!(made_up.cookie(COOKIE), None, "others would have to wait for a place");
        }
    }
    assert_eq!(counts(&app), (4, 0));
    assert_eq!(app.client().at("198.51.100.2").get(ANY_CALL).await.status, 200);
    // Nobody can make up a live session: it does not count for the address.
    for _ in 0..2 {
        assert_eq!(athlete.client().at(crowd).get(ANY_CALL).await.status, 200);
    }
    assert_eq!(counts(&app), (6, 0));
    // Once they have left, others from that address are let in.
    pass_seconds(&app, 61);
    assert_eq!(app.client().at(crowd).bearer("made-up-8").get(ANY_CALL).await.status, 200);
}

// RULES 13.13
#[tokio::test]
async fn a_live_session_counts_for_itself_as_soon_as_a_call_has_checked_it() {
    let app = app_for(Engine::Sqlite, 20).await;
    let home = "198.51.100.1";
    for _ in 0..6 {
        let athlete = app.athlete().await;
        assert_eq!(athlete.client().at(home).get(ANY_CALL).await.status, 200);
    }
    // However many passes it has.
    let athlete = app.athlete().await;
    fill(&app, 10).await;
    for _ in 0..3 {
        let browser = athlete.client().at(home);
        for _ in ["gets a pass", "uses it"] {
            assert_eq!(browser.get(ANY_CALL).await.status, 200);
        }
    }
    assert_eq!(counts(&app), (17, 0));
}

// RULES 13.12, 13.13
#[tokio::test]
async fn one_address_has_only_so_many_places() {
    let app = app_for(Engine::Sqlite, 8).await;
    let opens = app.state.clock.now_ms() + 5 * 60_000;
    app.state.waiting_room.set_openings([opens]);
    let crowd = "198.51.100.1";
    for number in 0..60 {
        let found = state(&app.client().at(crowd)).await;
        assert_eq!(found == "draw", number < 50, "{found}");
    }
    let other = app.client().at("198.51.100.2");
    assert_eq!(other.get(CALL).await.data()["waiting"], 51, "50 of the crowd's, and its own");
    assert!(other.cookie(COOKIE).is_some());
    let late = app.client().at(crowd);
    assert_eq!((state(&late).await.as_str(), late.cookie(COOKIE)), ("waiting", None));
    assert!(late.get(CALL).await.data()["ahead"].is_null(), "it has no place");
    // The place of somebody who is signed in does not count for the address.
    let athlete = app.athlete().await.client().at(crowd);
    assert_eq!(athlete.get(ANY_CALL).await.status, 200);
    assert_eq!(state(&athlete).await, "draw");

    // In the queue too, until nobody is expected any more who was let in.
    app.state.clock.set(opens + 1_000);
    late.get(ANY_CALL).await.refused(503, "WAITING_ROOM");
    assert_eq!((state(&late).await.as_str(), late.cookie(COOKIE)), ("waiting", None));
    for _ in 0..100 {
        pass_seconds(&app, 10);
        other.get(ANY_CALL).await;
        if late.get(ANY_CALL).await.status == 200 {
            return;
        }
    }
    panic!("it never gets in");
}
