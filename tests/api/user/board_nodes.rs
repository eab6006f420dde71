//! Every node's boards follow the store: whichever node changed it, whatever time it is, and however long a node was away.

use sixfold_domain::season::SeasonTable;
use sixfold_server::board::Boards;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::topic::topics::{EVERY, Topics};
use sixfold_server::db::upkeep::tidy;
use sixfold_server::db::{DbError, Sql, params};
use sixfold_tests::{Engine, TestApp, both};

use super::leaderboard::{BOARD, TODAY, board, competitor, four, moment, named, places, scored};

/// Another node on the same store, which follows it until the test ends.
async fn another_node(app: &TestApp) -> Boards {
    let boards = Boards::new(app.state.clock.clone());
    boards.current(&app.state.db).await.unwrap();
    let (topics, db, follower) = (Topics::new(app.state.db.clone()), app.state.db.clone(), boards.clone());
    tokio::spawn(topics.clone().follow(EVERY));
    tokio::spawn(async move { follower.follow(&db, &topics).await });
    boards
}

/// Waits until a node has caught up with this one.
async fn reaches(node: &Boards, app: &TestApp) {
    let version = app.scalar("SELECT version FROM topic_version WHERE topic = 'leaderboard'").await;
    node.watch().wait_for(|known| *known >= version).await.unwrap();
}

/// First names on the overall board of a node.
fn on(node: &Boards) -> Vec<String> {
    let season = *SeasonTable::built_in().get(10).unwrap();
    let top = node.public_top(schedule::ACADEMY, &season).unwrap();
    places(&top["leaderboard"]).into_iter().map(|(name, _)| name).collect()
}

both! {
    async fn a_birthday_brings_somebody_in_at_midnight_and_the_clock_may_go_back(app) {
        let [_, ben, ..] = four(&app).await;
        let node = Boards::new(app.state.clock.clone());
        node.current(&app.state.db).await.unwrap();
        let mut news = node.watch();
        app.execute(format!("UPDATE account SET date_of_birth = '2007-11-21' WHERE uaid = '{}'", ben.uaid)).await;
        node.sync(&app.state.db).await.unwrap();
        assert_eq!(board(&app, "").await["total"], 3);
        app.execute(format!("UPDATE account SET public_opt_in = TRUE WHERE uaid = '{}'", ben.uaid)).await;
        assert_eq!(board(&app, "").await["total"], 4, "by their own opt-in");
        app.execute(format!("UPDATE account SET public_opt_in = FALSE WHERE uaid = '{}'", ben.uaid)).await;
        assert_eq!(board(&app, "").await["total"], 3);
        news.mark_unchanged();
        app.state.clock.set(moment("2025-11-21", "00:00"));
        let data = board(&app, "").await;
        assert_eq!(places(&data["leaderboard"])[..2], named(&[("Amara", 1), ("Ben", 1)]));
        assert_eq!(data["leaderboard"][1]["prevPosition"], 1);
        // A node that is notified of nothing but the time.
        node.current(&app.state.db).await.unwrap();
        assert!(news.has_changed().unwrap(), "a midnight is news");
        assert_eq!(on(&node), ["Amara", "Ben", "Chloe", "Drew"]);
        app.state.clock.set(moment(TODAY, "12:00"));
        assert_eq!(board(&app, "").await["total"], 3);
    }

    async fn a_birthday_that_could_not_be_read_is_not_lost(app) {
        let [_, ben, ..] = four(&app).await;
        app.execute(format!("UPDATE account SET date_of_birth = '2007-11-21' WHERE uaid = '{}'", ben.uaid)).await;
        let node = Boards::new(app.state.clock.clone());
        node.current(&app.state.db).await.unwrap();
        assert_eq!(on(&node), ["Amara", "Chloe", "Drew"]);
        let (gone, _) = app.state.config.database.open().await.unwrap();
        gone.close().await;
        app.state.clock.set(moment("2025-11-21", "00:00"));
        node.current(&gone).await.unwrap_err();
        node.current(&app.state.db).await.unwrap();
        assert_eq!(on(&node), ["Amara", "Ben", "Chloe", "Drew"]);
    }

    async fn a_name_with_a_tab_or_a_line_end_breaks_no_board(app) {
        let [amara, ben, ..] = four(&app).await;
        app.execute(format!("UPDATE account SET first_name = 'A\tm', last_name = 'B\nx\ty' WHERE uaid = '{}'", amara.uaid)).await;
        app.execute(format!("UPDATE account SET last_name = 'C\td' WHERE uaid = '{}'", ben.uaid)).await;
        board(&app, "").await;
        let node = another_node(&app).await;
        assert_eq!(on(&node), ["A m", "Ben", "Chloe", "Drew"]);
        assert_eq!(on(&app.state.boards), on(&node));
    }

    async fn two_nodes_follow_each_other(app) {
        let [amara, ..] = four(&app).await;
        board(&app, "").await;
        let node = another_node(&app).await;
        assert_eq!(on(&node), ["Amara", "Ben", "Chloe", "Drew"]);
        let eve = competitor(&app, "Eve", "Stone", "female").await;
        scored(&app, &eve, TODAY, "11:00", 9_000).await;
        reaches(&node, &app).await;
        assert_eq!(on(&node), ["Eve", "Amara", "Ben", "Chloe", "Drew"]);
        app.execute(format!("UPDATE account SET deleted_at = 1 WHERE uaid = '{}'", amara.uaid)).await;
        app.execute(format!("UPDATE account SET first_name = 'Eva' WHERE uaid = '{}'", eve.uaid)).await;
        reaches(&node, &app).await;
        assert_eq!(on(&node), ["Eva", "Ben", "Chloe", "Drew"]);
        assert_eq!((node.version(), on(&app.state.boards)), (app.state.boards.version(), on(&node)));
    }

    async fn a_node_that_was_away_for_long_reads_everything(app) {
        let [amara, ben, ..] = four(&app).await;
        let node = Boards::new(app.state.clock.clone());
        node.current(&app.state.db).await.unwrap();
        app.execute(format!("UPDATE booking SET score_hundredths = 100 WHERE uaid = '{}'", amara.uaid)).await;
        // The database's clock is the machine's.
        let later = i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap() + 25 * 60 * 60_000;
        app.write(async move |conn| tidy::run(conn, later).await).await;
        assert_eq!(app.count("board_change").await, 0);
        app.execute(format!("UPDATE booking SET score_hundredths = 200 WHERE uaid = '{}'", ben.uaid)).await;
        node.sync(&app.state.db).await.unwrap();
        assert_eq!(on(&node), ["Chloe", "Drew", "Ben", "Amara"]);
        assert_eq!(node.version(), app.scalar("SELECT MAX(version) FROM board_change").await);
    }

    async fn an_answer_keeps_its_tag_while_it_is_the_same(app) {
        let [amara, ..] = four(&app).await;
        let tag = async |query: &str| app.client().get(&format!("{BOARD}?{query}")).await.header("etag");
        let (ten, nine, eight) =
            (tag("season=10&top=15").await, tag("season=9").await, tag("season=8").await);
        let before = app.state.boards.version();
        scored(&app, &amara, "2025-08-20", "10:00", 5_000).await;
        assert!(app.state.boards.version() > before);
        assert_ne!(tag("season=9").await, nine);
        assert_eq!(tag("season=8").await, eight);
        // There is somebody in the previous season now, and this season's page says so.
        assert_ne!(tag("season=10&top=15").await, ten);
        // A restart changes nothing.
        let fresh = Boards::new(app.state.clock.clone());
        fresh.current(&app.state.db).await.unwrap();
        assert_eq!(on(&fresh), on(&app.state.boards));
    }
}

/// Each transaction changes somebody on a board and then waits for somebody else, taking its two locks, the athlete's row and
/// the topic's, in opposite orders.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_the_topic_is_locked_last_and_nobody_waits_for_each_other() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let [amara, ben, ..] = four(&app).await;
    let both = std::sync::Arc::new(tokio::sync::Barrier::new(2));
    let act = |first: String, second: Option<String>| {
        let (db, both) = (app.state.db.clone(), both.clone());
        async move {
            let written: Result<(), DbError> = db
                .write(async move |conn| {
                    let hold =
                        format!("UPDATE account SET updated_at = updated_at + 1 WHERE uaid = '{first}'");
                    let end = format!("UPDATE booking SET rev = rev + 1 WHERE uaid = '{first}'");
                    for sql in [hold, end] {
                        conn.execute(Sql::built(sql), params![]).await?;
                    }
                    both.wait().await;
                    if let Some(second) = second {
                        let sql =
                            format!("UPDATE account SET updated_at = updated_at + 1 WHERE uaid = '{second}'");
                        conn.execute(Sql::built(sql), params![]).await?;
                    }
                    Ok(())
                })
                .await;
            written
        }
    };
    for _ in 0..5 {
        let many = act(amara.uaid.clone(), Some(ben.uaid.clone()));
        let one = act(ben.uaid.clone(), None);
        let (many, one) = futures::join!(many, one);
        many.unwrap();
        one.unwrap();
    }
    app.state.boards.sync(&app.state.db).await.unwrap();
    assert_eq!(board(&app, "").await["total"], 4);
}
