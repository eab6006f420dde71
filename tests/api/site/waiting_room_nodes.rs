//! The waiting room of several nodes, and of one that starts or is started again.

use sixfold_server::app::jobs::prepare_the_waiting_room;
use sixfold_tests::app::START_MS;
use sixfold_tests::{Client, Engine, TestApp, TestStore, both};

use super::waiting_room::{ANY_CALL, CALL, COOKIE, app_for, fill, lot, pass_seconds, state, visitors};

// RULES 13.12, 13.14
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_inside_stays_inside_with_a_place_in_a_draw_at_every_node() {
    let one = app_for(Engine::Postgres, 1).await;
    let two = another_node(&one, 1).await;
    let inside = one.client().at("192.0.2.1");
    assert_eq!(inside.get(ANY_CALL).await.status, 200);
    let opens = one.state.clock.now_ms() + 10 * 60_000;
    for app in [&one, &two] {
        app.state.waiting_room.set_openings([opens]);
    }
    assert_eq!(state(&inside).await, "draw");
    let place = inside.cookie(COOKIE).unwrap();
    for app in [&one, &two] {
        pass_seconds(app, 61);
        // Somebody else takes the only room.
        assert_eq!(app.client().at("192.0.2.2").get(ANY_CALL).await.status, 200);
        assert_eq!(app.client().at("192.0.2.3").get(ANY_CALL).await.status, 503);
        let same = app.client().at("192.0.2.1");
        same.set_cookie(COOKIE, &place);
        assert_eq!(same.get(ANY_CALL).await.status, 200);
        assert_eq!(lot(&same), lot(&inside), "the same place in the draw");
    }
}

/// A second node, or the same one started again.
async fn another_node(app: &TestApp, people: u32) -> TestApp {
    let target = app.state.config.database.clone();
    let store = TestStore::at(target, tempfile::tempdir().unwrap()).await;
    TestApp::on(store, app.state.clock.now_ms(), |flags| flags.people = people)
}

async fn exchange(app: &TestApp) {
    app.state.waiting_room.exchange(&app.state.db, app.state.clock.now_ms()).await.unwrap();
}

/// The node that takes over when one stops.
async fn restarted(app: &TestApp, people: u32) -> TestApp {
    exchange(app).await;
    app.state.db.close().await;
    let next = another_node(app, people).await;
    pass_seconds(&next, 1);
    prepare_the_waiting_room(&next.state).await.unwrap();
    next
}

both! {
    from full;

    // RULES 13.11, 13.12
    async fn a_node_that_starts_lets_nobody_in_before_their_turn((one, first)) {
        let two = restarted(&one, 1).await;
        let first = first.through(two.router.clone());
        for _ in 0..12 {
            exchange(&two).await;
            assert_eq!(state(&first).await, "waiting");
            let standing = first.get(CALL).await.data();
            assert_eq!((standing["ahead"].as_u64(), standing["waiting"].as_u64()), (Some(0), Some(1)));
            pass_seconds(&two, 5);
        }
        // The person who was inside has been away for a minute.
        pass_seconds(&two, 2);
        assert_eq!(state(&first).await, "admitted");
    }
}

/// A site for one person, who is inside, and somebody who waits.
async fn full(engine: Engine) -> (TestApp, Client) {
    let app = app_for(engine, 1).await;
    fill(&app, 1).await;
    let first = app.client().at("192.0.2.3");
    assert_eq!(state(&first).await, "waiting");
    pass_seconds(&app, 1);
    (app, first)
}

both! {
    from before_an_opening;

    // RULES 13.12
    async fn a_node_that_starts_knows_the_places_of_a_draw((one, people, opens)) {
        let two = restarted(&one, 10).await;
        two.state.waiting_room.set_openings([opens]);
        let late = two.client().at("198.51.100.1");
        assert_eq!(late.get(CALL).await.data()["waiting"], 51);
        two.state.clock.set(opens + 1_000);
        let mut inside = 0;
        for person in &people {
            let person = person.through(two.router.clone());
            inside += usize::from(state(&person).await == "admitted");
        }
        assert!(inside <= 30, "about as many as there is room for: {inside}");
    }
}

/// A site for ten people, and the places of fifty in a draw that began long ago.
async fn before_an_opening(engine: Engine) -> (TestApp, Vec<Client>, i64) {
    let app = app_for(engine, 10).await;
    let opens = app.state.clock.now_ms() + 14 * 60_000;
    app.state.waiting_room.set_openings([opens]);
    let people = visitors(&app, 50);
    for person in &people {
        assert_eq!(state(person).await, "draw");
    }
    (app, people, opens)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_keep_one_order() {
    let one = app_for(Engine::Postgres, 2).await;
    let two = another_node(&one, 2).await;
    // The row of a node whose clock is wrong: followed, it would let everybody in and lead for ever.
    let next_year = START_MS / 1_000 + 365 * 86_400;
    // A row that these nodes ignore, but must not delete: their own clocks may be behind.
    let soon = START_MS / 1_000 + 20 * 60;
    one.execute(format!(
        "INSERT INTO waiting_room_node (node_id, seen_at, inside, capacity, let_in_second, let_in_lot, places) \
         VALUES ('0', {next_year}, 0, 1000, {next_year}, 0, '[]'), ('1', {soon}, 0, 1000, {soon}, 0, '[]')"
    ))
    .await;
    let exchange = async || {
        for app in [&one, &two, &one] {
            exchange(app).await;
        }
    };
    let pass = |seconds| [&one, &two].map(|app| pass_seconds(app, seconds));
    let through = |node: &TestApp, address: &str| node.client().at(address);
    let inside: Vec<Client> =
        (0..4).map(|n| through([&one, &two][n % 2], &format!("192.0.2.{}", 10 + n))).collect();
    for n in [0, 0, 1, 1, 2, 3] {
        assert_eq!(inside[n].get(ANY_CALL).await.status, 200);
        exchange().await;
    }
    let first = through(&one, "192.0.2.3");
    assert_eq!(state(&first).await, "waiting");
    pass(1);
    exchange().await;
    let second = through(&two, "192.0.2.4");
    assert_eq!(second.get(CALL).await.data()["ahead"], 1, "the place of the other node counts");
    // One of the four inside leaves.
    pass(58);
    for stays in &inside[..3] {
        assert_eq!(stays.get(ANY_CALL).await.status, 200);
    }
    exchange().await;
    // A node hears a second later that somebody has left another one.
    for seconds in [3, 1] {
        pass(seconds);
        exchange().await;
    }
    let first = first.through(two.router.clone());
    assert_eq!(state(&first).await, "admitted", "any node lets them in");
    assert_eq!(state(&second.through(one.router.clone())).await, "waiting");
    assert_eq!(one.scalar("SELECT MAX(seen_at) FROM waiting_room_node").await, soon);
}
