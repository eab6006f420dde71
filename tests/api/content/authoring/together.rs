//! Two editors of the same item: one wins, the other is shown both versions, and nothing is lost silently.

use futures::future::join_all;
use serde_json::json;
use sixfold_tests::both;

use super::{AUTHORING, HUB, at, create, editor, page, references, text, with_status};

both! {
    async fn who_comes_second_is_shown_both_versions(app) {
        let (one, two) = (editor(&app).await, editor(&app).await);
        let draft = create(&one, "shared", "statement", json!({ "headline": text("First.") })).await;
        let mut theirs = draft.clone();
        theirs["elements"]["headline"] = text("Theirs.");
        one.put(&at("shared"), theirs).await.data();
        let mut mine = draft.clone();
        mine["elements"]["headline"] = text("Mine.");
        for status in ["draft", "ready"] {
            let error = two.put(&at("shared"), with_status(&mine, status)).await.refused(409, "CONTENT_CHANGED");
            assert_eq!(error["current"]["rev"], 2);
            assert_eq!(error["current"]["elements"]["headline"]["value"], "Theirs.");
            assert_eq!(error["savedBy"], "Robin Field");
        }
        let stale = json!({ "rev": 1 });
        two.delete(&at("shared"), stale).await.refused(409, "CONTENT_CHANGED");
        let restore = json!({ "revision": 1, "rev": 1 });
        two.post(&format!("{}/restore", at("shared")), restore).await.refused(409, "CONTENT_CHANGED");
        mine["rev"] = json!(2);
        two.put(&at("shared"), mine).await.data();
        let history = one.get(&format!("{}/revisions/2", at("shared"))).await.data();
        assert_eq!(history["elements"]["headline"]["value"], "Theirs.", "what was written over is still there");
    }

    async fn the_same_write_sent_twice_is_one_revision(app) {
        let client = editor(&app).await;
        let draft = create(&client, "twice", "statement", json!({ "headline": text("Once.") })).await;
        let send = async || client.keyed(axum::http::Method::PUT, &at("twice"), "one-key", with_status(&draft, "ready")).await;
        let (first, second) = (send().await, send().await);
        assert_eq!((first.data(), second.header("idempotency-replayed").as_str()), (second.data(), "true"));
        assert_eq!(app.scalar("SELECT MAX(rev) FROM content_revision WHERE id = 'twice'").await, 2);
    }
}

const EDITORS: usize = 8;

both! {
    async fn of_many_at_the_same_revision_exactly_one_wins(app) {
        let client = editor(&app).await;
        for round in 0..5 {
            let id = format!("race-{round}");
            let draft = create(&client, &id, "statement", json!({ "headline": text("Before.") })).await;
            let editors = join_all((0..EDITORS).map(|_| editor(&app))).await;
            let saves = editors.iter().enumerate().map(|(number, editor)| {
                let mut item = with_status(&draft, if number % 2 == 0 { "draft" } else { "ready" });
                item["elements"]["headline"] = text(&format!("Editor {number}."));
                let target = at(&id);
                async move { editor.put(&target, item).await }
            });
            let replies = join_all(saves).await;
            let won: Vec<_> = replies.iter().filter(|reply| reply.status == 200).collect();
            assert_eq!(won.len(), 1, "{replies:?}");
            for lost in replies.iter().filter(|reply| reply.status != 200) {
                let error = lost.refused(409, "CONTENT_CHANGED");
                assert_eq!(error["current"]["elements"], won[0].data()["elements"], "each is shown who won");
            }
            let now = client.get(&at(&id)).await.data();
            assert_eq!((&now["item"]["rev"], &now["item"]["elements"]), (&json!(2), &won[0].data()["elements"]));
        }
    }

    // Without the guard the race exists: the editor who read first overwrites the other's change.
    async fn without_the_revision_a_change_is_lost(app) {
        let client = editor(&app).await;
        create(&client, "unguarded", "statement", json!({ "headline": text("Before.") })).await;
        let read = "SELECT rev FROM content_item WHERE id = 'unguarded'";
        let (one, two) = (app.scalar(read).await, app.scalar(read).await);
        for rev in [one, two] {
            app.execute(format!("UPDATE content_item SET rev = {rev} + 1 WHERE id = 'unguarded'")).await;
        }
        assert_eq!(app.scalar(read).await, 2, "two changes, one revision");
    }

    async fn two_pages_never_win_the_same_address(app) {
        let client = editor(&app).await;
        let mut drafts = Vec::new();
        for number in 0..EDITORS {
            drafts.push(create(&client, &format!("page-{number}"), "flexi-page", page("/same", "Here.")).await);
        }
        let saves = drafts.iter().map(|draft| {
            let target = at(draft["id"].as_str().unwrap());
            let client = &client;
            async move { client.put(&target, with_status(draft, "ready")).await }
        });
        let replies = join_all(saves).await;
        assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1, "{replies:?}");
        for lost in replies.iter().filter(|reply| reply.status != 200) {
            let error = lost.refused(422, "CONTENT_INVALID");
            assert_eq!(error["problems"][0]["problem"], "PATH_TAKEN");
        }
        let found = app.client().get(&format!("{HUB}/search?q=path:%22/same%22")).await.data();
        assert_eq!(found["numFound"], 1);
    }

    async fn a_loop_is_never_closed_and_its_way_is_named(app) {
        let client = editor(&app).await;
        let mut drafts = Vec::new();
        for (id, next) in [("left", "middle"), ("middle", "right"), ("right", "left"), ("mirror", "mirror")] {
            let elements = json!({ "headline": text(id), "tests": references(&[next]) });
            drafts.push(create(&client, id, "six-tests", elements).await);
        }
        let saves = drafts.iter().map(|draft| {
            let target = at(draft["id"].as_str().unwrap());
            let client = &client;
            async move { client.put(&target, with_status(draft, "ready")).await }
        });
        let ways = [
            "left → middle → right → left",
            "middle → right → left → middle",
            "right → left → middle → right",
            "mirror → mirror",
        ];
        for (reply, way) in join_all(saves).await.into_iter().zip(ways) {
            let error = reply.refused(422, "CONTENT_INVALID");
            let problems = error["problems"].as_array().unwrap();
            let named = problems.iter().find(|problem| problem["problem"] == "REFERENCE_LOOP").unwrap();
            assert_eq!(named["element"], "tests[0]");
            assert!(named["message"].as_str().unwrap().contains(way), "{named}");
        }
        // Editors may still preview it.
        for (id, depth) in [("left", 3), ("mirror", 1)] {
            let mut shown = client.get(&format!("{AUTHORING}/rendering/context/{id}")).await.data();
            for _ in 1..depth {
                shown = shown["elements"]["tests"]["values"][0].clone();
                assert!(shown["elements"].is_object(), "{shown}");
            }
            assert_eq!(
                shown["elements"]["tests"]["values"],
                json!([{ "id": id }]),
                "the ring ends where it began"
            );
        }
    }
}
