//! What the remote hub delivers is passed on, and the site is made from it.

use serde_json::{Value, json};
use sixfold_server::db::content::item::Item;
use sixfold_tests::on_both;

use super::{Elsewhere, HUB, KEY, Mood, ReceivedRequest, get, seconds, state};

on_both!(the_delivery_calls_are_passed_on_with_the_key_and_nothing_else_of_the_caller, |engine| async move {
    let hub = Elsewhere::open().await;
    let app = hub.reader(engine).await;
    for path in [
        "content/home",
        "rendering/context/home",
        "search?q=path:%22/%22&rows=1&fl=id,path",
        "search?q=typeId:flexi-page&sort=id%20desc&start=1",
    ] {
        let (here, there) = (get(&app, path).await, hub.app.client().get(&format!("{HUB}/{path}")).await);
        assert_eq!(here.data(), there.data(), "{path}");
        let tag = here.header("etag");
        assert_eq!(here.header("cache-control"), "public, no-cache");
        let again = app.client().header("if-none-match", &tag).get(&format!("{HUB}/{path}")).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path}");
    }
    get(&app, "content/no-such-item").await.refused(404, "NOT_FOUND");
    let client = app.person(1).await.client();
    client.get(&format!("{HUB}/search?q=id:faqs&token=secret&rows=5000&x=1")).await.data();
    let seen = hub.seen();
    assert!(seen.iter().any(|seen| seen.target.ends_with("/search?q=id%3Afaqs&rows=100")), "{seen:?}");
    for ReceivedRequest { target, headers } in &seen {
        assert!(target.starts_with(&format!("{HUB}/")), "{target}");
        assert_eq!(headers["authorization"], format!("Bearer {KEY}"));
        assert!(!headers.contains_key("cookie") && !target.contains("token"), "{target}");
    }
    let before = hub.seen().len();
    for (query, at) in [("path:", 6), ("(a%20OR%20b", 1), ("a%20AND%20OR%20b", 7)] {
        let error = get(&app, &format!("search?q={query}")).await.refused(400, "QUERY_INVALID");
        assert!(error["errorMessage"].as_str().unwrap().ends_with(&format!("at character {at}")), "{error}");
    }
    for id in ["%2e%2e", ".%2e", "%0a", &"x".repeat(300)] {
        get(&app, &format!("content/{id}")).await.refused(404, "NOT_FOUND");
        get(&app, &format!("rendering/context/{id}")).await.refused(404, "NOT_FOUND");
    }
    let other = "/api/content/another-library/delivery/v1";
    app.client().get(&format!("{other}/content/home")).await.refused(404, "NOT_FOUND");
    assert_eq!(app.client().get(&format!("{other}/search")).await.data()["numFound"], 0);
    assert_eq!(hub.seen().len(), before, "the key opens one library, and what does not read is not asked");
    get(&app, "content/..%2F..%2Fadmin").await.refused(404, "NOT_FOUND");
    assert!(hub.seen().last().unwrap().target.ends_with("/delivery/v1/content/..%2F..%2Fadmin"));
});

/// Puts “Elsewhere” before the titles of the site and of its homepage.
async fn retitle(hub: &Elsewhere) {
    let rows = "UPDATE content_revision SET elements = replace(elements, '\"title\":{\"elementType\":\"text\",\"value\":\"', \
        '\"title\":{\"elementType\":\"text\",\"value\":\"Elsewhere ') WHERE id IN ('home', 'site-settings')";
    hub.app.execute(rows).await;
    hub.app.state.hub.refresh().await.unwrap();
}

on_both!(letters_are_signed_with_the_title_of_elsewhere, |engine| async move {
    let hub = Elsewhere::open().await;
    let app = hub.reader(engine).await;
    for title in ["Elsewhere Sixfold", "Elsewhere Elsewhere Sixfold"] {
        retitle(&hub).await;
        seconds(&app, 30);
        let config = app.client().get("/api/event/config").await.data();
        assert_eq!(config["site"]["title"], title);
        let athlete = app.athlete().await;
        app.client().post("/api/user/forgot", json!({ "email": athlete.email })).await.data();
        let letter = app.letters_to("password-link", &athlete.email).await.remove(0);
        assert!(letter.contains(&format!("The {title} team\n")), "{letter}");
    }
});

on_both!(letters_edited_here_read_as_their_seed_with_a_hub_elsewhere, |engine| async move {
    let hub = Elsewhere::open().await;
    let app = hub.reader(engine).await;
    for edit in [
        "UPDATE content_revision SET rev = 2, elements = replace(elements, 'Set a new password', 'Edited here') \
         WHERE id = 'letter-password-link'",
        "UPDATE content_item SET ready_rev = 2 WHERE id = 'letter-password-link'",
        "UPDATE topic_version SET version = version + 1 WHERE topic = 'content'",
    ] {
        app.execute(edit).await;
    }
    let athlete = app.athlete().await;
    app.client().post("/api/user/forgot", json!({ "email": athlete.email })).await.data();
    let letter = app.letters_with_subject("password-link").await.remove(0);
    assert!(letter.starts_with("Set a new password / "), "{letter}");
});

on_both!(the_site_stands_on_the_pages_of_elsewhere, |engine| async move {
    let hub = Elsewhere::open().await;
    retitle(&hub).await;
    let app = hub.reader(engine).await;
    let (here, there) = (app.state.hub.clone(), hub.app.state.hub.clone());
    let title = |item: &Value| item["elements"]["title"]["value"].as_str().unwrap_or_default().to_owned();
    let places = |pages: Vec<Item>| -> Vec<(String, Option<String>)> {
        pages.into_iter().map(|page| (page.id.clone(), page.path().map(str::to_owned))).collect()
    };
    let pages = places(here.pages().await.unwrap());
    assert_eq!(pages, places(there.pages().await.unwrap()));
    assert!(pages.len() > 10, "{pages:?}");
    let home = here.page("/").await.unwrap().unwrap();
    assert_eq!(home, there.page("/").await.unwrap().unwrap());
    assert!(title(&home).starts_with("Elsewhere "), "{}", title(&home));
    assert!(here.page("/no-such-page").await.unwrap().is_none());
    let config = app.client().get("/api/event/config").await.data();
    assert!(config["site"]["title"].as_str().unwrap().starts_with("Elsewhere "), "{config}");
    assert_eq!(config["libraryEntry"]["libraryId"], "sixfold-en-gb");
    assert_eq!(config["pages"]["/"], "home");
    assert_eq!(state(&app).await, json!({ "mode": "remote", "state": "ok" }));
    let before = hub.seen().len();
    for _ in 0..20 {
        here.page("/").await.unwrap().unwrap();
        app.client().get("/api/event/config").await.data();
    }
    assert_eq!(hub.seen().len(), before, "what is fresh is not asked for");
});

on_both!(a_hub_that_counts_its_revisions_in_its_own_way_has_its_pages_shown, |engine| async move {
    let hub = Elsewhere::open().await;
    hub.is(Mood::Revised);
    let app = hub.reader(engine).await;
    let home = get(&app, "content/home").await.data();
    assert_eq!((&home["id"], &home["rev"]), (&json!("home"), &json!(0)));
    assert!(app.state.hub.page("/").await.unwrap().is_some());
    assert_eq!(state(&app).await, json!({ "mode": "remote", "state": "ok" }));
});
