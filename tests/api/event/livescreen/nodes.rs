//! Several nodes on one store: an action at one of them is on the screens of all, and a screen may switch nodes at any time.

use serde_json::{Value, json};
use sixfold_tests::{Engine, TestApp, both, postgres};
use sqlx::{AssertSqlSafe, Executor as _};

use super::listener::{Listener, another, follow};
use super::stage::{Hall, REVEAL, TODAY, of_season, places, visible};

both! {
    async fn an_act_at_one_node_is_on_the_screens_of_the_other(app) {
        let hall = Hall::started(&app).await;
        let (state, other) = another(&app);
        let jobs = [follow(&app.state), follow(&state)];
        let (mut here, mut there) = (Listener::open(&app.router).await, Listener::open(&other).await);
        assert_eq!(here.beginning().await[1..], there.beginning().await[1..]);
        assert_eq!(here.last, there.last, "an id means the same everywhere");
        for (act, who) in [("next", "Bo"), ("next", "Di"), ("back", "Bo")] {
            hall.go(act).await;
            for page in [&mut here, &mut there] {
                loop {
                    let reveal = page.next("reveal").await;
                    if reveal["firstName"] == who {
                        break;
                    }
                }
            }
        }
        // An action at the other node, and one that was sent twice.
        let there_desk = hall.desk.client().through(other.clone());
        there_desk.post(REVEAL, json!({ "action": "next", "expect": 1 })).await.data();
        hall.act(json!({ "action": "next", "expect": 1 })).await.refused(409, "REVEAL_MOVED");
        let seen = app.client().get(REVEAL).await.data();
        assert_eq!((seen["firstName"].as_str(), &seen["position"]), (Some("Di"), &json!(1)));
        drop(jobs);
    }

    async fn a_screen_that_changes_over_gets_only_what_it_missed(app) {
        let hall = Hall::started(&app).await;
        let (_, other) = another(&app);
        let mut page = Listener::open(&app.router).await;
        page.beginning().await;
        let last = page.last.clone().unwrap();
        drop(page);
        assert_eq!(Listener::back(&other, Some(&last)).await.kinds(0).await, [""; 0]);
        hall.act(json!({ "action": "speed", "speed": 3 })).await.data();
        // A node that was started later.
        let (_, third) = another(&app);
        let mut back = Listener::back(&third, Some(&last)).await;
        assert_eq!(back.kinds(1).await, ["reveal"]);
        assert_eq!(Listener::back(&app.router, back.last.as_deref()).await.kinds(0).await, [""; 0]);
    }

    // RULES 8.8
    async fn a_node_that_starts_in_mid_ceremony_has_the_board_of_its_season(app) {
        let hall = Hall::after_the_season(&app).await;
        let mut page = Listener::open(&app.router).await;
        page.beginning().await;
        let before = page.last.clone().unwrap();
        drop(page);
        hall.go("start").await;
        let (_, other) = another(&app);
        let mut page = Listener::back(&other, Some(&before)).await;
        assert_eq!(of_season(&page.next("leaderboard").await), "10: Ada 1");
        assert_eq!(page.next("reveal").await["season"], 10);
        let during = page.last.clone().unwrap();
        drop(page);
        assert_eq!(Listener::back(&app.router, Some(&during)).await.kinds(0).await, [""; 0]);
        hall.go("end").await;
        let mut page = Listener::back(&other, Some(&during)).await;
        assert_eq!(of_season(&page.next("leaderboard").await), "11: Fay 1");
        assert_eq!(page.next("reveal").await["season"], Value::Null);
    }

    // RULES 8.8
    async fn a_screen_that_changes_over_to_a_node_that_lags_is_not_taken_back(app) {
        let hall = Hall::started(&app).await;
        // It follows nothing, and has a screen of its own.
        let (_, other) = another(&app);
        let mut there = Listener::open(&other).await;
        there.beginning().await;
        hall.go("next").await;
        let mut page = Listener::open(&app.router).await;
        page.beginning().await;
        assert_eq!(Listener::back(&other, page.last.as_deref()).await.kinds(0).await, [""; 0]);
        assert_eq!(there.next("reveal").await["step"], 1);
    }
}

/// On PostgreSQL, where two statements of a reader may see two states.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_screen_that_reads_while_another_node_reveals_gets_a_step_with_its_own_athlete() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let hall = Hall::started(&app).await;
    hall.go("next").await;
    let mut node = postgres::connect(&app.state.config.database).await;
    // A statement that reads names waits for the commit; one that reads the step alone does not.
    let reveals = format!(
        "BEGIN; LOCK TABLE account; UPDATE reveal SET step = 2; UPDATE booking SET held = FALSE WHERE uaid = '{}'",
        hall.di.uaid
    );
    node.execute(AssertSqlSafe(reveals)).await.unwrap();
    let screen = app.client();
    let reads = tokio::spawn(async move { screen.get(REVEAL).await.data() });
    postgres::waiting(&mut postgres::connect(&app.state.config.database).await, 1).await;
    node.execute("COMMIT").await.unwrap();
    let seen = reads.await.unwrap();
    assert_eq!((&seen["step"], &seen["firstName"]), (&json!(2), &json!("Di")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_tells_the_other_node_within_a_blink() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let hall = Hall::started(&app).await;
    let (state, other) = another(&app);
    let jobs = [follow(&app.state), follow(&state)];
    let mut there = Listener::open(&other).await;
    there.beginning().await;
    visible(&app, "Fay Fir", "female", (TODAY, "11:00"), 7_400).await;
    loop {
        if places(&there.next("leaderboard").await["leaderboard"]) == ["Ada 1", "Fay 2"] {
            break;
        }
    }
    let mut took = Vec::new();
    for step in [1, 0, 1, 0, 1, 0] {
        let began = std::time::Instant::now();
        hall.act(json!({ "action": "jump", "step": step })).await.data();
        while there.next("reveal").await["step"] != step {}
        took.push(began.elapsed());
    }
    // Every node also polls once a second. If only polling worked, each action but the first would come just after a poll and
    // wait for the next; so on a busy machine a single faster one is enough proof.
    assert!(took[1..].iter().any(|time| time.as_millis() < 800), "{took:?}");
    drop(jobs);
}
