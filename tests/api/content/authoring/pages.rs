//! The paths of pages, as the settings tell every visitor.

use serde_json::{Value, json};
use sixfold_tests::{TestApp, both};

use super::{at, create, editor, page, publish, with_status};

async fn pages(app: &TestApp) -> Value {
    app.client().get("/api/event/config").await.data()["pages"].take()
}

both! {
    async fn the_settings_name_every_page_that_visitors_may_see(app) {
        let before = pages(&app).await;
        assert_eq!(before["/"], "home");
        assert_eq!(before["/my-account-book-test"], "book-test");
        assert!(before.get("/news").is_none(), "{before}");

        let client = editor(&app).await;
        let draft = create(&client, "news-of-today", "flexi-page", page("/news", "News.")).await;
        assert!(pages(&app).await.get("/news").is_none());
        let ready = publish(&client, &draft).await;
        assert_eq!(pages(&app).await["/news"], "news-of-today");

        let mut moved = with_status(&ready, "draft");
        moved["elements"]["path"]["value"] = json!("/later");
        let moved = client.put(&at("news-of-today"), moved).await.data();
        assert_eq!(pages(&app).await["/news"], "news-of-today", "a draft moves nothing");
        let moved = publish(&client, &moved).await;
        let after = pages(&app).await;
        assert!(after.get("/news").is_none(), "{after}");
        assert_eq!(after["/later"], "news-of-today");

        client.delete(&at("news-of-today"), json!({ "rev": moved["rev"] })).await.data();
        assert_eq!(pages(&app).await, before);
    }
}
