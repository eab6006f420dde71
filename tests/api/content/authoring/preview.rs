//! Previews: drafts and unsaved items are rendered, and are harmless whatever they contain.

use serde_json::{Value, json};
use sixfold_tests::{Client, Reply, both};

use super::{
    AUTHORING, HUB, at, create, editor, page, publish, references, rich, seen, text, with_status, words,
};

async fn preview(client: &Client, id: &str) -> Reply {
    client.get(&format!("{AUTHORING}/rendering/context/{id}")).await
}

async fn preview_of(client: &Client, id: &str, item: &Value) -> Value {
    client.post(&format!("{AUTHORING}/rendering/context/{id}"), json!({ "item": item })).await.data()
}

const SCRIPT: &str =
    "Hello <script>alert(1)</script><img src=x onerror=alert(2)> [x](javascript:alert(3)) **strong**";

fn harmless(html: &str) {
    for bad in ["<script", "onerror", "<img", "javascript:"] {
        assert!(!html.contains(bad), "{bad} in {html}");
    }
    assert!(html.contains("<strong>strong</strong>"), "{html}");
}

both! {
    async fn drafts_are_shown_in_drafts_and_only_to_their_editors(app) {
        let client = editor(&app).await;
        let block = create(&client, "block", "text-block", json!({ "headline": text("Old."), "text": rich("Old *words*.") })).await;
        let block = publish(&client, &block).await;
        let mut elements = page("/news", "News.");
        elements["components"] = references(&["block", "gone"]);
        elements["intro"] = rich("See [the board](/my-account-my-leaderboard).");
        create(&client, "news", "flexi-page", elements).await;
        let mut next = with_status(&block, "draft");
        next["elements"]["text"] = rich("New *words*.");
        client.put(&at("block"), next).await.data();

        let reply = preview(&client, "news").await;
        assert_eq!(reply.header("cache-control"), "no-store");
        let shown = reply.data();
        assert_eq!(shown["status"], "draft");
        let values = &shown["elements"]["components"]["values"];
        assert!(values[0]["elements"]["text"]["html"].as_str().unwrap().contains("New <em>words</em>"), "{values}");
        assert_eq!(values[1], json!({ "id": "gone" }), "the rest of the page stands");
        assert!(shown["elements"]["intro"]["html"].as_str().unwrap().contains("/en-gb/my-account-my-leaderboard"), "{shown}");
        assert_eq!(seen(&app, "block").await.unwrap()["elements"]["text"]["value"], "Old *words*.");
        preview(&client, "no-such-item").await.refused(404, "NOT_FOUND");
        preview(&app.client(), "news").await.refused(401, "UNAUTHORISED");
        for role in [1, 2, 4] {
            preview(&app.person(role).await.client(), "news").await.refused(403, "FORBIDDEN");
        }
    }

    async fn what_is_typed_is_shown_before_it_is_kept(app) {
        let client = editor(&app).await;
        let before = (app.count("content_revision").await, app.count("audit_log").await);
        let mut home = client.get(&at("home")).await.data()["item"].clone();
        home["elements"]["headline"] = text("Typed just now.");
        home["elements"]["indexable"] = text("of the wrong type");
        home["elements"]["strange"] = text("of no type");
        let shown = preview_of(&client, "home", &home).await;
        assert_eq!(shown["elements"]["headline"]["value"], "Typed just now.");
        assert!(shown["elements"].get("indexable").is_none() && shown["elements"].get("strange").is_none(), "absent");
        assert!(shown["elements"]["components"]["values"][0]["elements"].is_object());
        let new = json!({ "typeId": "statement", "elements": { "headline": text("Not there yet.") } });
        assert_eq!(preview_of(&client, "brand-new", &new).await["elements"]["headline"]["value"], "Not there yet.");
        let unknown = json!({ "typeId": "from-the-future", "elements": { "x": rich("Text.") } });
        assert_eq!(preview_of(&client, "unknown", &unknown).await["typeId"], "from-the-future");
        let mut ring = page("/ring", "Round.");
        ring["components"] = references(&["ring", "home"]);
        let ring = preview_of(&client, "ring", &json!({ "typeId": "flexi-page", "elements": ring })).await;
        assert_eq!(ring["elements"]["components"]["values"][0], json!({ "id": "ring" }));
        assert_eq!(before, (app.count("content_revision").await, app.count("audit_log").await), "nothing is kept");
        let public = app.client().get(&format!("{HUB}/content/home")).await.data();
        assert_ne!(public["elements"]["headline"]["value"], "Typed just now.");
    }

    async fn a_script_in_a_text_comes_out_harmless(app) {
        let client = editor(&app).await;
        let mut evil = rich(SCRIPT);
        evil["html"] = json!("<script>alert('from the writer')</script>");
        let draft = create(&client, "evil", "text-block", json!({ "headline": text("<script>alert(0)</script>"), "text": evil })).await;
        assert_eq!(draft["elements"]["text"], rich(SCRIPT), "Markdown is kept as it was typed, a writer's html is not");
        publish(&client, &draft).await;
        let mut elements = page("/evil", "Evil.");
        elements["components"] = references(&["evil"]);
        let draft = create(&client, "evil-page", "flexi-page", elements).await;
        publish(&client, &draft).await;
        let in_preview = preview(&client, "evil-page").await.data();
        let delivered = app.client().get(&format!("{HUB}/rendering/context/evil-page")).await.data();
        for shown in [&in_preview, &delivered] {
            harmless(shown["elements"]["components"]["values"][0]["elements"]["text"]["html"].as_str().unwrap());
        }
        let mut typed = draft.clone();
        let mut evil = rich("Fine.");
        evil["html"] = json!("<script>alert(9)</script>");
        typed["elements"]["intro"] = evil;
        let shown = preview_of(&client, "evil-page", &typed).await;
        assert_eq!(shown["elements"]["intro"]["html"].as_str().unwrap().trim(), "<p>Fine.</p>");
    }

    async fn a_missing_picture_leaves_the_rest_of_the_page(app) {
        let client = editor(&app).await;
        let image = json!({ "elementType": "image", "id": "gone", "altText": "A track", "url": "https://evil.example/x.png", "width": 1 });
        let draft = create(&client, "pictured", "hero", json!({ "headline": text("Go."), "image": image })).await;
        assert_eq!(draft["elements"]["image"], json!({ "elementType": "image", "id": "gone", "altText": "A track" }));
        let shown = preview(&client, "pictured").await.data();
        assert!(shown["elements"]["image"].get("url").is_none(), "{shown}");
        assert_eq!(shown["elements"]["headline"]["value"], "Go.");
        let error = client.put(&at("pictured"), with_status(&draft, "ready")).await.refused(422, "CONTENT_INVALID");
        assert_eq!(words(&error["problems"]), [("image".to_owned(), "IMAGE_MISSING".to_owned())]);
    }

    async fn what_was_read_can_be_sent_back(app) {
        let client = editor(&app).await;
        let item = client.get(&at("home")).await.data()["item"].clone();
        let mut rendered = preview(&client, "home").await.data();
        rendered["status"] = json!("ready");
        let saved = client.put(&at("home"), rendered).await.data();
        assert_eq!(saved["elements"], item["elements"], "the items in the place of references and the html are not kept");
    }
}
