//! The product's own content beside edits: updated if nobody has edited it, left alone if somebody has.

use serde_json::json;
use sixfold_server::content::seed::{self, SeedItem};
use sixfold_tests::{TestApp, both};

use super::{at, create, editor, page, publish, seen, text};

/// Restarts the server with seeds whose headlines have changed since.
async fn upgrade(app: &TestApp, ids: &[&str]) {
    let mut seeds = seed::items().unwrap();
    for SeedItem { item, fingerprint } in seeds.iter_mut().filter(|seed| ids.contains(&seed.item.id.as_str()))
    {
        item.elements.insert("headline".to_owned(), text("From the new version."));
        *fingerprint = format!("new-{}", item.id);
    }
    start_with(app, seeds).await;
}

async fn start_with(app: &TestApp, seeds: Vec<SeedItem>) {
    let now_ms = app.state.clock.now_ms();
    app.write(async move |conn| seed::run(conn, &seeds, now_ms).await).await;
    app.state.hub.refresh().await.unwrap();
}

both! {
    async fn a_new_version_renews_what_nobody_has_touched(app) {
        let client = editor(&app).await;
        let mut edited = client.get(&at("home-statement")).await.data()["item"].clone();
        edited["elements"]["headline"] = text("A person's own words.");
        publish(&client, &edited).await;
        let mut waiting = client.get(&at("home-prize")).await.data()["item"].clone();
        let before = waiting["elements"]["headline"]["value"].clone();
        waiting["status"] = json!("draft");
        waiting["elements"]["headline"] = text("A person's own draft.");
        client.put(&at("home-prize"), waiting).await.data();

        upgrade(&app, &["home-hero", "home-statement", "home-prize"]).await;
        let headline = async |id: &str| seen(&app, id).await.unwrap()["elements"]["headline"]["value"].clone();
        assert_eq!(headline("home-hero").await, "From the new version.");
        assert_eq!(headline("home-statement").await, "A person's own words.");
        assert_eq!(headline("home-prize").await, before);
        let history = client.get(&format!("{}/revisions", at("home-hero"))).await.data();
        let revisions = history["revisions"].as_array().unwrap();
        assert_eq!(revisions.len(), 2, "the seed writes history too: {history}");
        assert!(revisions.iter().all(|revision| revision.get("savedBy").is_none()));

        let count = app.count("content_revision").await;
        upgrade(&app, &["home-hero", "home-statement", "home-prize"]).await;
        assert_eq!(app.count("content_revision").await, count, "a second start changes nothing");
    }

    async fn what_a_person_took_away_does_not_come_back(app) {
        let client = editor(&app).await;
        let mut home = client.get(&at("home")).await.data()["item"].clone();
        home["elements"]["components"]["values"].as_array_mut().unwrap().retain(|value| value["id"] != "home-prize");
        publish(&client, &home).await;
        let rev = client.get(&at("home-prize")).await.data()["item"]["rev"].clone();
        client.delete(&at("home-prize"), json!({ "rev": rev })).await.data();
        upgrade(&app, &["home-prize"]).await;
        assert_eq!(seen(&app, "home-prize").await, None);
        client.get(&at("home-prize")).await.refused(404, "NOT_FOUND");
    }

    async fn a_new_page_of_the_product_does_not_push_a_person_s_page_away(app) {
        let client = editor(&app).await;
        let theirs = create(&client, "our-news", "flexi-page", page("/news", "Ours.")).await;
        publish(&client, &theirs).await;
        let mut seeds = seed::items().unwrap();
        let mut new = seeds[0].clone();
        "product-news".clone_into(&mut new.item.id);
        "flexi-page".clone_into(&mut new.item.type_id);
        new.item.elements = serde_json::from_value(page("/news", "The product's.")).unwrap();
        "new".clone_into(&mut new.fingerprint);
        seeds.push(new);
        start_with(&app, seeds).await;
        assert_eq!(seen(&app, "product-news").await, None, "it waits as a draft");
        assert_eq!(client.get(&at("product-news")).await.data()["item"]["status"], "draft");
        assert!(seen(&app, "our-news").await.is_some());
    }
}
