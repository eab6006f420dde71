//! Taking a published item down, and publishing it again.

use std::sync::Arc;

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::config::clock::Clock;
use sixfold_server::content::hub::Hub;
use sixfold_server::db::topic::topics::{EVERY, Topics};
use sixfold_tests::app::START_MS;
use sixfold_tests::{Client, Reply, TestApp, both};

use super::{
    AUTHORING, HUB, at, create, editor, page, publish, references, rich, seen, text, with_status, words,
};
use crate::site::built;

async fn take_down(client: &Client, item: &Value) -> Reply {
    let target = format!("{}/take-down", at(item["id"].as_str().unwrap()));
    client.post(&target, json!({ "rev": item["rev"] })).await
}

/// A published page that search engines may list.
async fn published(client: &Client, id: &str, path: &str) -> Value {
    let mut elements = page(path, "Spring is for sprinters.");
    elements["indexable"] = json!({ "elementType": "toggle", "value": true });
    let draft = create(client, id, "flexi-page", elements).await;
    publish(client, &draft).await
}

async fn status_of(app: &TestApp, path: &str) -> u16 {
    app.client().get(path).await.status.as_u16()
}

/// Where visitors find the page `/news`.
async fn places(app: &TestApp) -> Value {
    let client = app.client();
    let found = client.get(&format!("{HUB}/search?q=path:%22/news%22")).await.data();
    json!({
        "item": seen(app, "news").await.is_some(),
        "rendered": status_of(app, &format!("{HUB}/rendering/context/news")).await == 200,
        "search": found["numFound"] == 1,
        "settings": client.get("/api/event/config").await.data()["pages"].get("/news").is_some(),
        "sitemap": client.get("/sitemap.xml").await.text().contains("/en-gb/news<"),
        "page": !built() || status_of(app, "/en-gb/news").await == 200,
    })
}

fn everywhere(is_there: bool) -> Value {
    json!({
        "item": is_there, "rendered": is_there, "search": is_there, "settings": is_there, "sitemap": is_there,
        "page": is_there || !built(),
    })
}

async fn statuses(client: &Client, query: &str) -> Vec<(String, String)> {
    let list = client.get(&format!("{AUTHORING}/content?{query}")).await.data();
    let word = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
    list["items"].as_array().unwrap().iter().map(|row| (word(row, "id"), word(row, "status"))).collect()
}

both! {
    async fn a_page_is_gone_everywhere_at_once_and_comes_back_when_it_is_published(app) {
        let person = app.person(3).await;
        let client = person.client();
        let ready = published(&client, "news", "/news").await;
        assert_eq!(places(&app).await, everywhere(true));

        let down = take_down(&client, &ready).await.data();
        assert_eq!((&down["rev"], &down["status"]), (&json!(3), &json!("draft")));
        assert_eq!(down["elements"], ready["elements"]);
        assert_eq!(places(&app).await, everywhere(false));
        let editing = client.get(&at("news")).await.data();
        assert_eq!((&editing["takenDown"], editing.get("ready")), (&json!(true), None));
        assert_eq!(statuses(&client, "search=sprinters").await, [("news".into(), "takenDown".into())]);
        assert_eq!(statuses(&client, "status=takenDown").await.len(), 1);
        assert!(statuses(&client, "status=draft").await.is_empty());
        let noted = "SELECT actor_uaid || ' ' || detail FROM audit_log WHERE action = 'content.taken-down' AND object_id = 'news'";
        let noted: String = app.texts(noted).await.into_iter().flatten().collect();
        assert!(noted.starts_with(person.uaid.as_str()) && noted.contains("\"rev\":3") && !noted.contains("sprinters"), "{noted}");

        let history = client.get(&format!("{}/revisions", at("news"))).await.data();
        let newest = &history["revisions"][0];
        assert_eq!((&newest["takenDown"], newest.get("restoredFrom")), (&json!(true), None), "{newest}");
        assert_eq!(history["revisions"][1]["takenDown"], json!(false));

        // Work goes on in private until it is published again.
        let mut next = down.clone();
        next["elements"]["headline"] = text("Summer is for stayers.");
        let next = client.put(&at("news"), next).await.data();
        assert_eq!(places(&app).await, everywhere(false));
        assert_eq!(client.get(&at("news")).await.data()["takenDown"], true);
        let again = publish(&client, &next).await;
        assert_eq!(places(&app).await, everywhere(true));
        assert_eq!(seen(&app, "news").await.unwrap()["elements"]["headline"]["value"], "Summer is for stayers.");
        assert_eq!(client.get(&at("news")).await.data()["takenDown"], false);
        assert_eq!(statuses(&client, "search=stayers").await, [("news".into(), "ready".into())]);

        // What was never published, and what was deleted and brought back, is an ordinary draft.
        client.delete(&at("news"), json!({ "rev": again["rev"] })).await.data();
        create(&client, "fresh", "flexi-page", page("/fresh", "Fresh.")).await;
        assert_eq!(statuses(&client, "status=draft").await, [("fresh".into(), "draft".into())]);
    }

    async fn who_saved_meanwhile_is_not_undone(app) {
        let (one, two) = (editor(&app).await, editor(&app).await);
        let ready = published(&one, "news", "/news").await;
        let mut theirs = with_status(&ready, "draft");
        theirs["elements"]["headline"] = text("Theirs.");
        let theirs = one.put(&at("news"), theirs).await.data();
        let error = take_down(&two, &ready).await.refused(409, "CONTENT_CHANGED");
        assert_eq!((&error["current"]["rev"], &error["savedBy"]), (&theirs["rev"], &json!("Robin Field")));
        assert_eq!(places(&app).await, everywhere(true));

        // The newest draft is kept, and an editor who still has the published state open cannot publish it by accident.
        let down = take_down(&two, &theirs).await.data();
        assert_eq!(down["elements"]["headline"]["value"], "Theirs.");
        one.put(&at("news"), with_status(&theirs, "ready")).await.refused(409, "CONTENT_CHANGED");
        take_down(&one, &theirs).await.refused(409, "CONTENT_CHANGED");
        take_down(&one, &down).await.refused(422, "CONTENT_NOT_PUBLISHED");
        let draft = create(&one, "draft", "flexi-page", page("/draft", "Draft.")).await;
        take_down(&one, &draft).await.refused(422, "CONTENT_NOT_PUBLISHED");
        one.post(&format!("{}/take-down", at("no-such-item")), json!({ "rev": 1 })).await.refused(404, "NOT_FOUND");
        one.post(&format!("{}/restore", at("news")), json!({ "revision": 0, "rev": down["rev"] })).await
            .refused_field(404, "NOT_FOUND", "revision");
    }

    async fn the_same_request_sent_twice_is_one_revision(app) {
        let client = editor(&app).await;
        let ready = published(&client, "news", "/news").await;
        let target = format!("{}/take-down", at("news"));
        let send = async || client.keyed(Method::POST, &target, "one-key", json!({ "rev": ready["rev"] })).await;
        let (first, second) = (send().await, send().await);
        assert_eq!((first.data(), second.header("idempotency-replayed").as_str()), (second.data(), "true"));
        assert_eq!(app.scalar("SELECT MAX(rev) FROM content_revision WHERE id = 'news'").await, 3);
    }

    // RULES 13.1
    async fn what_the_site_needs_or_visitors_see_inside_another_item_stays_up(app) {
        let client = editor(&app).await;
        let item = async |id: &str| client.get(&at(id)).await.data()["item"].clone();
        for needed in ["site-settings", "home", "login", "my-tests", "terms", "parq", "consent-text", "not-found"] {
            take_down(&client, &item(needed).await).await.refused(422, "CONTENT_NEEDED");
        }
        let error = take_down(&client, &item("home-hero").await).await.refused(422, "CONTENT_IN_USE");
        assert_eq!(error["usedBy"], json!([{ "id": "home", "name": "Homepage" }]));

        let banner = create(&client, "banner", "hero", json!({ "headline": text("Go.") })).await;
        let banner = publish(&client, &banner).await;
        let mut elements = page("/news", "News.");
        elements["components"] = references(&["banner"]);
        let draft = create(&client, "news", "flexi-page", elements).await;
        let ready = publish(&client, &draft).await;
        take_down(&client, &banner).await.refused(422, "CONTENT_IN_USE");
        // A button that opens it counts too.
        let mut hero = item("banner").await;
        hero["elements"]["link"] = json!({ "elementType": "link", "linkText": "Read", "action": "modal", "target": "news-text" });
        let opened = create(&client, "news-text", "text-block", json!({ "headline": text("News."), "text": rich("News.") })).await;
        let opened = publish(&client, &opened).await;
        publish(&client, &hero).await;
        let error = take_down(&client, &opened).await.refused(422, "CONTENT_IN_USE");
        assert_eq!(error["usedBy"], json!([{ "id": "banner", "name": "Item banner" }]));

        // Once the page is down, only drafts refer to its parts.
        take_down(&client, &ready).await.data();
        let banner = item("banner").await;
        take_down(&client, &banner).await.data();
        let problems = client.get(&at("news")).await.data()["problems"].clone();
        assert_eq!(words(&problems), [("components[0]".to_owned(), "REFERENCE_NOT_READY".to_owned())]);
    }

    async fn the_links_to_a_page_are_named(app) {
        let client = editor(&app).await;
        published(&client, "news", "/news").await;
        let named = async || client.get(&at("news")).await.data()["linkedFrom"].clone();
        assert_eq!(named().await, json!([]));
        let link = |url: &str| json!({ "elementType": "link", "linkText": "News", "linkURL": url });
        let mut menu = client.get(&at("menu")).await.data()["item"].clone();
        menu["elements"]["more"]["values"].as_array_mut().unwrap().push(json!({ "link": link("/news") }));
        publish(&client, &menu).await;
        for (id, address) in [("prose", "/en-gb/news#prize"), ("plain", "/news-of-old"), ("other", "https://a.example/news")] {
            let words = rich(&format!("Read [the news]({address})."));
            let item = create(&client, id, "text-block", json!({ "headline": text("News."), "text": words })).await;
            publish(&client, &item).await;
        }
        create(&client, "draft", "hero", json!({ "headline": text("Go."), "link": link("/news?now") })).await;
        assert_eq!(named().await, json!([{ "id": "menu", "name": "Side menu" }, { "id": "prose", "name": "Item prose" }]));
        // They do not keep it up.
        let page = client.get(&at("news")).await.data()["item"].clone();
        take_down(&client, &page).await.data();
        assert_eq!(named().await, json!([]), "a page that is not public has no address");
    }

    async fn its_address_is_free_until_it_is_published_again(app) {
        let client = editor(&app).await;
        let ready = published(&client, "news", "/news").await;
        let down = take_down(&client, &ready).await.data();
        let other = published(&client, "other", "/news").await;
        let error = client.put(&at("news"), with_status(&down, "ready")).await.refused(422, "CONTENT_INVALID");
        assert_eq!(words(&error["problems"]), [("path".to_owned(), "PATH_TAKEN".to_owned())]);
        take_down(&client, &other).await.data();
        publish(&client, &down).await;
        assert_eq!(places(&app).await, everywhere(true));
    }

    async fn another_node_stops_serving_it(app) {
        let client = editor(&app).await;
        let ready = published(&client, "news", "/news").await;
        let hub = Arc::new(Hub::embedded(app.state.db.clone(), Clock::manual(START_MS)));
        let topics = Topics::new(app.state.config.database.open().await.unwrap().0);
        let (following, reading) = (topics.clone(), hub.clone());
        let following = tokio::spawn(async move { following.follow(EVERY).await });
        let reading = tokio::spawn(async move { reading.follow(&topics).await });
        assert!(hub.page("/news").await.unwrap().is_some());
        take_down(&client, &ready).await.data();
        while hub.page("/news").await.unwrap().is_some() {
            tokio::task::yield_now().await;
        }
        following.abort();
        reading.abort();
    }

    async fn a_letter_is_sent_in_its_first_wording_again(app) {
        let client = editor(&app).await;
        let id = "letter-booking-reminder";
        let mut letter = client.get(&at(id)).await.data()["item"].clone();
        letter["elements"]["subject"] = text("Tomorrow you run.");
        let letter = publish(&client, &letter).await;
        let edited = async || {
            let read = app.state.db.read(sixfold_server::db::messages::scheduled_letters::edited);
            let edited: Result<_, sixfold_server::db::DbError> = read.await;
            edited.unwrap().len()
        };
        assert_eq!(edited().await, 1);
        take_down(&client, &letter).await.data();
        assert_eq!(edited().await, 0);
    }
}
