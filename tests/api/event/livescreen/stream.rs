//! The events of the stream: everything first, then changes, and nothing that is on hold.

use serde_json::{Value, json};
use sixfold_server::db::{params, topic};
use sixfold_tests::{TestApp, both};

use super::listener::{Listener, follow};
use super::stage::{
    Hall, REVEAL, TODAY, YESTERDAY, add_season, at_noon, board, held, leaves, moment, of_season, places,
    shown, visible,
};

/// The board as anybody can get it.
async fn asked(app: &TestApp) -> Value {
    app.client().get("/api/user/leaderboard?groupBy=gender&top=15").await.data()
}

/// A board without its time and version.
fn timeless(mut board: Value) -> Value {
    let fields = board.as_object_mut().unwrap();
    fields.remove("version");
    fields.remove("timestamp").unwrap();
    board
}

/// Writes into the store without the server's knowledge.
async fn behind_the_back(app: &TestApp, sql: &'static str) {
    app.write(async move |conn| {
        conn.execute(sql, params![]).await?;
        Ok(())
    })
    .await;
}

both! {
    async fn a_page_begins_with_the_whole_state(app) {
        let hall = Hall::started(&app).await;
        hall.go("next").await;
        let mut page = Listener::open(&app.router).await;
        assert_eq!(page.headers["content-type"], "text/event-stream");
        assert_eq!(page.headers["cache-control"], "no-store");
        assert_eq!(page.headers["x-accel-buffering"], "no");
        assert!(!page.headers.contains_key("content-encoding"));
        assert_eq!(page.block().await.unwrap(), "retry: 2000");
        let [board, reveal, config] = page.beginning().await;
        assert_eq!(timeless(board.clone()), timeless(asked(&app).await));
        assert_eq!(board["version"], app.state.boards.version());
        assert_eq!(places(&board["males"]), ["Bo 1"]);
        assert_eq!(reveal, shown(&app).await);
        assert!(config["version"].is_i64() && config.as_object().unwrap().len() == 1, "{config}");
        let id = page.last.clone().unwrap();
        assert_eq!(id.split('.').filter(|part| part.parse::<i64>().is_ok()).count(), 4, "{id}");
    }

    async fn an_act_is_on_every_screen_and_late_ones_show_the_same(app) {
        let hall = Hall::started(&app).await;
        let mut pages = vec![Listener::open(&app.router).await, Listener::open(&app.router).await];
        for page in &mut pages {
            page.beginning().await;
        }
        let acts = [
            json!({ "action": "next" }), json!({ "action": "next" }), json!({ "action": "back" }),
            json!({ "action": "speed", "speed": 2 }), json!({ "action": "jump", "step": 4 }), json!({ "action": "end" }),
        ];
        for act in acts {
            hall.act(act.clone()).await.data();
            let mut late = Listener::open(&app.router).await;
            let [board, reveal, _] = late.beginning().await;
            assert_eq!((&reveal, timeless(board.clone())), (&shown(&app).await, timeless(asked(&app).await)));
            for page in &mut pages {
                // Changing the speed and ending do not affect the board.
                if !matches!(act["action"].as_str(), Some("speed" | "end")) {
                    assert_eq!(timeless(page.next("leaderboard").await), timeless(board.clone()), "{act}");
                }
                assert_eq!(page.next("reveal").await, reveal, "{act}");
                assert_eq!(page.last, late.last, "{act}");
            }
            pages.push(late);
        }
    }

    async fn nothing_of_later_steps_is_in_any_frame(app) {
        let hall = Hall::open(&app).await;
        let mut page = Listener::open(&app.router).await;
        let mut heard = json!(page.beginning().await).to_string();
        hall.go("start").await;
        heard.push_str(&page.next("reveal").await.to_string());
        hall.go("next").await;
        heard.push_str(&page.next("leaderboard").await.to_string());
        heard.push_str(&page.next("reveal").await.to_string());
        assert!(heard.contains("\"Bo\"") && !heard.contains(&hall.bo.uaid));
        for secret in ["\"Cy\"", "\"Di\"", "\"Em\"", ":80,", ":90,", &hall.cy.uaid, &hall.di.uaid, &hall.em.uaid] {
            assert!(!heard.contains(secret), "{secret}: {heard}");
        }
    }

    async fn whoever_comes_back_gets_only_what_is_newer(app) {
        let hall = Hall::started(&app).await;
        let mut page = Listener::open(&app.router).await;
        page.beginning().await;
        let last = page.last.clone().unwrap();
        drop(page);
        let back = async |count: usize| Listener::back(&app.router, Some(&last)).await.kinds(count).await;
        assert_eq!(back(0).await, [""; 0]);
        hall.act(json!({ "action": "speed", "speed": 2 })).await.data();
        assert_eq!(back(1).await, ["reveal"]);
        hall.go("next").await;
        assert_eq!(back(2).await, ["leaderboard", "reveal"]);
        app.write(async move |conn| topic::bump(conn, "schedule").await).await;
        assert_eq!(back(3).await, ["leaderboard", "reveal", "config"]);
        for rubbish in ["", "x", "1.2", "1.2.3", "1.2.3.4.5", "-", "999999999999999999999.1.1.1"] {
            Listener::back(&app.router, Some(rubbish)).await.beginning().await;
        }
    }

    async fn a_final_reaches_the_pages_and_a_burst_comes_together(app) {
        at_noon(&app).await;
        let jobs = follow(&app.state);
        let mut page = Listener::open(&app.router).await;
        page.beginning().await;
        visible(&app, "Ada Alder", "female", (TODAY, "09:00"), 7_000).await;
        assert_eq!(places(&page.next("leaderboard").await["leaderboard"]), ["Ada 1"]);
        let began = std::time::Instant::now();
        for number in 1..=40 {
            visible(&app, &format!("B{number} Birch"), "female", (TODAY, "09:30"), 7_000 + number).await;
        }
        let mut frames = 0;
        loop {
            frames += 1;
            let board = page.next("leaderboard").await;
            if board["total"] == 41 {
                break;
            }
        }
        // One per 100 ms, and one at the beginning and at the end.
        let most = began.elapsed().as_millis() / 100 + 2;
        assert!(frames <= most, "{frames} boards, at most {most}");
        assert_eq!(board(&app).await.len(), 41);
        drop(jobs);
    }

    async fn what_another_wrote_and_a_setting_reach_the_pages(app) {
        at_noon(&app).await;
        held(&app, "Ada Alder", "female", "09:00", 7_000).await;
        let jobs = follow(&app.state);
        let mut page = Listener::open(&app.router).await;
        let [_, _, before] = page.beginning().await;
        behind_the_back(&app, "UPDATE booking SET held = FALSE").await;
        assert_eq!(places(&page.next("leaderboard").await["leaderboard"]), ["Ada 1"]);
        app.set_schedule(crate::event::stage::week(3)).await;
        let after = page.next("config").await;
        assert!(after["version"].as_i64() > before["version"].as_i64());
        drop(jobs);
    }

    // RULES 2.1
    async fn a_season_that_is_added_reaches_the_pages(app) {
        app.state.clock.set(moment("2026-02-01", "12:00"));
        visible(&app, "Ada Alder", "female", ("2026-01-20", "09:00"), 7_000).await;
        let delivery = app.person(3).await;
        let jobs = follow(&app.state);
        let mut page = Listener::open(&app.router).await;
        let [before, ..] = page.beginning().await;
        assert_eq!(places(&before["leaderboard"]), [""; 0]);
        let season = json!({ "season": 11, "start": "2026-01-01", "end": "2026-06-30" });
        delivery.client().post("/api/event/admin/seasons", season).await.data();
        let mut board = page.next("leaderboard").await;
        while places(&board["leaderboard"]).is_empty() {
            board = page.next("leaderboard").await;
        }
        assert_eq!(places(&board["leaderboard"]), ["Ada 1"]);
        assert_eq!(places(&Listener::open(&app.router).await.beginning().await[0]["leaderboard"]), ["Ada 1"]);
        drop(jobs);
    }

    // RULES 8.8
    async fn a_ceremony_after_its_season_is_on_that_seasons_board(app) {
        let hall = Hall::after_the_season(&app).await;
        let mut page = Listener::open(&app.router).await;
        let [before, reveal, _] = page.beginning().await;
        assert_eq!((of_season(&before).as_str(), &reveal["season"]), ("11: Fay 1", &Value::Null));
        hall.go("start").await;
        assert_eq!(of_season(&page.next("leaderboard").await), "10: Ada 1");
        let reveal = page.next("reveal").await;
        assert_eq!((&reveal["season"], &reveal["reveal"]), (&json!(10), &json!(false)));
        hall.go("next").await;
        assert_eq!(of_season(&page.next("leaderboard").await), "10: Ada 1, Bo 2");
        let reveal = page.next("reveal").await;
        assert_eq!(reveal, shown(&app).await);
        assert_eq!((&reveal["firstName"], &reveal["position"], &reveal["season"]), (&json!("Bo"), &json!(2), &json!(10)));
        hall.go("back").await;
        assert_eq!(of_season(&page.next("leaderboard").await), "10: Ada 1");
        hall.go("end").await;
        assert_eq!(of_season(&page.next("leaderboard").await), "11: Fay 1");
        assert_eq!(page.next("reveal").await["season"], Value::Null);
        // The next is by itself.
        hall.act(json!({ "uaid": hall.bo.uaid })).await.data();
        assert_eq!(of_season(&page.next("leaderboard").await), "10: Ada 1, Bo 2");
        assert_eq!(page.next("reveal").await["position"], 2);
    }

    // RULES 8.8
    async fn a_ceremony_over_the_seasons_last_midnight_stays_on_its_board(app) {
        app.state.clock.set(moment("2025-12-31", "23:40"));
        add_season(&app).await;
        let desk = app.person(2).await;
        let act = async |action: &str| desk.client().post(REVEAL, json!({ "action": action })).await.data();
        visible(&app, "Ada Alder", "female", (YESTERDAY, "10:00"), 7_500).await;
        held(&app, "Bo Birch", "male", "09:00", 7_000).await;
        held(&app, "Cy Cedar", "male", "09:15", 8_000).await;
        act("start").await;
        act("next").await;
        let jobs = follow(&app.state);
        let mut page = Listener::open(&app.router).await;
        assert_eq!(of_season(&page.beginning().await[0]), "10: Ada 1, Bo 2");
        app.state.clock.set(moment("2026-01-01", "00:05"));
        assert_eq!(of_season(&page.next("leaderboard").await), "10: Ada 1, Bo 2");
        act("next").await;
        // A state that was read before may still arrive.
        let mut board = page.next("leaderboard").await;
        while of_season(&board) == "10: Ada 1, Bo 2" {
            board = page.next("leaderboard").await;
        }
        assert_eq!(of_season(&board), "10: Cy 1, Ada 2, Bo 3");
        act("end").await;
        while of_season(&board) == "10: Cy 1, Ada 2, Bo 3" {
            board = page.next("leaderboard").await;
        }
        assert_eq!(of_season(&board), "11: ");
        drop(jobs);
    }

    async fn at_midnight_positions_are_of_another_day(app) {
        at_noon(&app).await;
        visible(&app, "Ada Alder", "female", (TODAY, "09:00"), 7_000).await;
        let jobs = follow(&app.state);
        let mut page = Listener::open(&app.router).await;
        let [board, ..] = page.beginning().await;
        assert_eq!(board["leaderboard"][0]["prevPosition"], Value::Null);
        let last = page.last.clone().unwrap();
        app.state.clock.set(moment("2025-11-21", "00:00"));
        let mut kinds = Vec::new();
        while kinds.len() < 2 {
            let event = page.event().await;
            if event.kind == "leaderboard" {
                assert_eq!(event.data["leaderboard"][0]["prevPosition"], 1);
            }
            kinds.push(event.kind);
        }
        kinds.sort();
        assert_eq!(kinds, ["config", "leaderboard"]);
        assert_eq!(Listener::back(&app.router, Some(&last)).await.kinds(2).await, ["leaderboard", "config"]);
        drop(jobs);
    }

    async fn whoever_leaves_while_shown_leaves_every_screen(app) {
        let hall = Hall::started(&app).await;
        hall.act(json!({ "action": "jump", "step": 4 })).await.data();
        let jobs = follow(&app.state);
        let mut page = Listener::open(&app.router).await;
        let [_, reveal, _] = page.beginning().await;
        assert_eq!(reveal["firstName"], "Em");
        let last = page.last.clone().unwrap();
        leaves(&app, &hall.em).await;
        // A state that was read before they left may still arrive.
        let mut reveal = page.next("reveal").await;
        while reveal["reveal"] == true {
            reveal = page.next("reveal").await;
        }
        assert_eq!((&reveal["reveal"], &reveal["firstName"], &reveal["score"]), (&json!(false), &Value::Null, &Value::Null));
        // A client that was away meanwhile gets the change too.
        let mut back = Listener::back(&app.router, Some(&last)).await;
        assert_eq!(back.next("reveal").await["reveal"], false);
        drop(jobs);
    }

    async fn a_hold_during_a_stream_tells_nothing(app) {
        at_noon(&app).await;
        let jobs = follow(&app.state);
        let mut page = Listener::open(&app.router).await;
        page.beginning().await;
        held(&app, "Cy Cedar", "male", "09:00", 9_876).await;
        visible(&app, "Ada Alder", "female", (TODAY, "09:10"), 7_000).await;
        // Before it was on hold it was visible for a moment: the latest board counts.
        let mut last = page.next("leaderboard").await;
        while places(&last["leaderboard"]) != ["Ada 1"] {
            last = page.next("leaderboard").await;
        }
        while let Ok(event) = tokio::time::timeout(std::time::Duration::from_secs(3), page.event()).await {
            if event.kind == "leaderboard" {
                last = event.data;
            }
        }
        assert_eq!(places(&last["leaderboard"]), ["Ada 1"]);
        assert!(!last.to_string().contains("98.76"));
        drop(jobs);
    }
}
