//! Refusals by code: malformed items, items that cannot be published, and items that cannot be removed.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{both, on_both};

use super::{
    AUTHORING, HUB, at, create, editor, page, publish, references, rich, seen, text, with_status, words,
};
use crate::cases::{Case, refuses, refuses_other_bodies};

fn one(element: &str, problem: &str) -> Vec<(String, String)> {
    vec![(element.to_owned(), problem.to_owned())]
}

both! {
    async fn no_draft_is_ever_malformed(app) {
        let client = editor(&app).await;
        let draft = create(&client, "odd", "faq-group", json!({})).await;
        let question = |question: Value| json!({ "elementType": "group", "values": [{ "question": question }] });
        for (elements, element, problem) in [
            (json!({ "headline": rich("Bold") }), "headline", "WRONG_TYPE"),
            (json!({ "headline": { "value": "No type" } }), "headline", "WRONG_TYPE"),
            (json!({ "headline": "Text" }), "headline", "WRONG_SHAPE"),
            (json!({ "headline": { "elementType": "text", "value": 7 } }), "headline", "WRONG_SHAPE"),
            (json!({ "headline": { "elementType": "text", "values": ["a"] } }), "headline", "UNKNOWN_KEY"),
            (json!({ "headline": { "elementType": "text", "value": "a", "onclick": "alert(1)" } }), "headline", "UNKNOWN_KEY"),
            (json!({ "headline": text("two\nlines") }), "headline", "CHARACTER"),
            (json!({ "text": rich("a\u{0}b") }), "text", "CHARACTER"),
            (json!({ "constructor": text("x") }), "constructor", "UNKNOWN_ELEMENT"),
            (json!({ "questions": { "elementType": "group", "value": {} } }), "questions", "UNKNOWN_KEY"),
            (json!({ "questions": { "elementType": "group", "values": {} } }), "questions", "WRONG_SHAPE"),
            (json!({ "questions": { "elementType": "group", "values": ["a"] } }), "questions[0]", "WRONG_SHAPE"),
            (json!({ "questions": question(json!([])) }), "questions[0].question", "WRONG_SHAPE"),
            (json!({ "questions": question(rich("x")) }), "questions[0].question", "WRONG_TYPE"),
        ] {
            let mut item = draft.clone();
            item["elements"] = elements.clone();
            for status in ["draft", "ready"] {
                let error = client.put(&at("odd"), with_status(&item, status)).await.refused(400, "CONTENT_MALFORMED");
                assert_eq!(words(&error["problems"]), one(element, problem), "{elements}");
            }
            let body = json!({ "name": "Odd", "typeId": "faq-group", "elements": elements });
            client.post(&format!("{AUTHORING}/content"), body).await.refused_field(400, "CONTENT_MALFORMED", element);
        }
        let body = json!({ "name": "Odd", "typeId": "no-such-type" });
        client.post(&format!("{AUTHORING}/content"), body).await.refused_field(400, "CONTENT_MALFORMED", "typeId");
        let mut other = draft.clone();
        other["typeId"] = json!("hero");
        client.put(&at("odd"), other).await.refused_field(400, "CONTENT_MALFORMED", "typeId");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM content_revision WHERE id = 'odd'").await, 1);
    }

    async fn what_is_not_ready_is_told_element_by_element(app) {
        let client = editor(&app).await;
        let good = page("/news", "News.");
        let draft = create(&client, "news", "flexi-page", good.clone()).await;
        create(&client, "unfinished", "statement", json!({})).await;
        let link = |link: Value| {
            let mut link = link;
            link["elementType"] = json!("link");
            link
        };
        let long = "x".repeat(121);
        for (key, element, problem) in [
            ("headline", Value::Null, ("headline", "REQUIRED")),
            ("headline", text("  "), ("headline", "REQUIRED")),
            ("headline", text(&long), ("headline", "TOO_LONG")),
            ("template", json!({ "elementType": "category", "categories": ["Dashboard"] }), ("template", "NOT_AN_OPTION")),
            ("path", text("news"), ("path", "PATH_INVALID")),
            ("path", text("/News"), ("path", "PATH_INVALID")),
            ("path", text("/news/"), ("path", "PATH_INVALID")),
            ("path", text("//evil.example"), ("path", "PATH_INVALID")),
            ("path", text("/api"), ("path", "PATH_RESERVED")),
            ("path", text("/api/user/login"), ("path", "PATH_RESERVED")),
            ("path", text("/en-gb"), ("path", "PATH_RESERVED")),
            ("path", text("/assets/x"), ("path", "PATH_RESERVED")),
            ("path", text("/privacy"), ("path", "PATH_RESERVED")),
            ("path", text("/waiting-room"), ("path", "PATH_RESERVED")),
            ("path", text("/"), ("path", "PATH_TAKEN")),
            ("path", text("/frequently-asked-questions"), ("path", "PATH_TAKEN")),
            ("link", link(json!({ "linkURL": "javascript:alert(1)", "linkText": "Go" })), ("link", "LINK_URL")),
            ("link", link(json!({ "linkURL": "//evil.example", "linkText": "Go" })), ("link", "LINK_URL")),
            ("link", link(json!({ "linkURL": "/news" })), ("link", "LINK_TEXT")),
            ("link", link(json!({ "linkText": "Go" })), ("link", "LINK_URL")),
            ("link", link(json!({ "linkText": "Go", "action": "explode" })), ("link", "LINK_ACTION")),
            ("link", link(json!({ "linkText": "Go", "action": "scroll" })), ("link", "LINK_TARGET")),
            ("link", link(json!({ "linkText": "Go", "action": "modal" })), ("link", "LINK_TARGET")),
            ("link", link(json!({ "linkText": "Go", "action": "modal", "target": "gone" })), ("link", "REFERENCE_MISSING")),
            ("link", link(json!({ "linkText": "Go", "action": "full-modal", "target": "unfinished" })), ("link", "REFERENCE_NOT_READY")),
            ("components", references(&["home-hero", "gone"]), ("components[1]", "REFERENCE_MISSING")),
            ("components", references(&["unfinished"]), ("components[0]", "REFERENCE_NOT_READY")),
            ("components", references(&["about"]), ("components[0]", "REFERENCE_TYPE")),
            ("components", references(&["test-speed"]), ("components[0]", "REFERENCE_TYPE")),
            ("components", references(&["home-hero"; 31]), ("components", "TOO_MANY")),
        ] {
            let mut item = draft.clone();
            item["elements"][key] = element.clone();
            let error = client.put(&at("news"), with_status(&item, "ready")).await.refused(422, "CONTENT_INVALID");
            assert_eq!(words(&error["problems"]), one(problem.0, problem.1), "{key} {element}");
            for problem in error["problems"].as_array().unwrap() {
                assert!(problem["message"].as_str().unwrap().ends_with('.'), "{problem}");
            }
        }
        assert_eq!(seen(&app, "news").await, None);
        let ready = publish(&client, &draft).await;
        assert_eq!(ready["rev"], 2, "nothing of that was kept");
        let mut broken = with_status(&ready, "draft");
        broken["elements"]["components"] = references(&["gone"]);
        client.put(&at("news"), broken).await.data();
        let editing = client.get(&at("news")).await.data();
        assert_eq!(words(&editing["problems"]), one("components[0]", "REFERENCE_MISSING"), "staff see what is wrong");
        assert_eq!(seen(&app, "news").await.unwrap()["rev"], 2);
    }

    async fn good_links_and_buttons_are_taken(app) {
        let client = editor(&app).await;
        let draft = create(&client, "banner", "hero", json!({ "headline": text("Go.") })).await;
        let mut item = draft;
        for link in [
            json!({ "linkURL": "/news#prize" }), json!({ "linkURL": "#prize" }), json!({ "linkURL": "https://a.example/x" }),
            json!({ "linkURL": "mailto:a@b.example" }), json!({ "linkURL": "tel:+442079460000" }),
            json!({ "action": "scroll", "target": "prize" }), json!({ "action": "modal", "target": "privacy-text" }),
            json!({ "action": "full-modal", "target": "about-tests" }), json!({ "action": "logout" }), json!({ "action": "cancel-booking" }),
        ] {
            let mut link = link;
            link["elementType"] = json!("link");
            link["linkText"] = json!("Go");
            item["elements"]["link"] = link;
            item = publish(&client, &item).await;
        }
        let used = client.get(&at("about-tests")).await.data();
        assert!(!used["usedBy"].as_array().unwrap().iter().any(|user| user["id"] == "banner"), "only as long as it is named");
    }

    async fn what_others_show_or_the_site_needs_stays(app) {
        let client = editor(&app).await;
        let rev = async |id: &str| client.get(&at(id)).await.data()["item"]["rev"].clone();
        for needed in ["site-settings", "home", "login", "parq", "consent-text"] {
            let body = json!({ "rev": rev(needed).await });
            client.delete(&at(needed), body).await.refused(422, "CONTENT_NEEDED");
        }
        let mut home = client.get(&at("home")).await.data()["item"].clone();
        home["elements"]["path"] = text("/elsewhere");
        let error = client.put(&at("home"), home).await.refused(422, "CONTENT_INVALID");
        assert_eq!(words(&error["problems"]), one("path", "PATH_FIXED"));
        let body = json!({ "rev": rev("home-hero").await });
        let error = client.delete(&at("home-hero"), body).await.refused(422, "CONTENT_IN_USE");
        assert_eq!(error["usedBy"], json!([{ "id": "home", "name": "Homepage" }]));
        // A draft that no longer refers to it is not enough: the published state still does.
        let mut home = client.get(&at("home")).await.data()["item"].clone();
        home["elements"]["components"]["values"].as_array_mut().unwrap().retain(|value| value["id"] != "home-hero");
        let home = client.put(&at("home"), with_status(&home, "draft")).await.data();
        let body = json!({ "rev": rev("home-hero").await });
        client.delete(&at("home-hero"), body.clone()).await.refused(422, "CONTENT_IN_USE");
        publish(&client, &home).await;
        client.delete(&at("home-hero"), body).await.data();
        let page = app.client().get(&format!("{HUB}/rendering/context/home")).await.data();
        assert!(page["elements"]["components"]["values"].as_array().unwrap().iter().all(|value| value["id"] != "home-hero"));
    }

    // RULES 13.1
    async fn a_page_of_the_product_keeps_the_part_that_people_come_for(app) {
        let client = editor(&app).await;
        let item = async |id: &str| client.get(&at(id)).await.data()["item"].clone();
        for page in ["delivery-admin", "login", "book-test", "guardian-confirmation", "leaderboard"] {
            let mut without = item(page).await;
            without["elements"]["components"] = references(&["home-statement"]);
            let draft = client.put(&at(page), with_status(&without, "draft")).await.data();
            let error = client.put(&at(page), with_status(&draft, "ready")).await.refused(422, "CONTENT_INVALID");
            assert_eq!(words(&error["problems"]), one("components", "PART_NEEDED"), "{page}");
        }
        let editing = client.get(&at("login")).await.data();
        assert_eq!(words(&editing["problems"]), one("components", "PART_NEEDED"), "a draft is kept and says so");

        // Another item of the same kind does as well; then that one is needed as it is, and the first is free.
        let other = |item: &Value, key: &str, word: &str| {
            let mut item = with_status(item, "ready");
            item["elements"][key] = text(word);
            item
        };
        let ours = create(&client, "our-login", "form", json!({ "form": text("login") })).await;
        let ours = publish(&client, &ours).await;
        let mut login = item("login").await;
        login["elements"]["components"] = references(&["our-login"]);
        publish(&client, &login).await;
        let error = client.put(&at("our-login"), other(&ours, "form", "registration")).await.refused(422, "CONTENT_INVALID");
        assert_eq!(words(&error["problems"]), one("form", "PART_NEEDED"));
        client.put(&at("our-login"), other(&ours, "headline", "Come in.")).await.data();
        let free = item("login-form").await;
        client.put(&at("login-form"), other(&free, "form", "registration")).await.data();
        let ticket = item("my-tests-ticket").await;
        let error = client.put(&at("my-tests-ticket"), other(&ticket, "variant", "card")).await.refused(422, "CONTENT_INVALID");
        assert_eq!(words(&error["problems"]), one("variant", "PART_NEEDED"));
    }

    async fn an_element_that_nothing_draws_any_more_may_stay_but_is_not_offered(app) {
        let client = editor(&app).await;
        let types = client.get(&format!("{AUTHORING}/types")).await.data();
        let form = types["types"].as_array().unwrap().iter().find(|def| def["typeId"] == "form").unwrap();
        let keys = form["elements"].as_array().unwrap().iter().map(|element| element["key"].as_str().unwrap());
        assert_eq!(keys.collect::<Vec<_>>(), ["anchor", "headline", "text", "form"]);
        let link = json!({ "elementType": "link", "linkText": "Go", "action": "modal", "target": "gone" });
        let old = create(&client, "old", "form", json!({ "form": text("login"), "link": link })).await;
        assert_eq!(publish(&client, &old).await["elements"]["link"]["linkText"], "Go");
    }

    async fn bodies_that_do_not_read_name_their_field(app) {
        let client = editor(&app).await;
        let draft = create(&client, "plain", "statement", json!({ "headline": text("Go.") })).await;
        let name = "n".repeat(121);
        let tags: Vec<_> = (0..21).map(|number| number.to_string()).collect();
        let cases: Vec<Case> = vec![
            ("name", None, 400, "FIELD_MISSING", "name"), ("name", Some(json!(" ")), 400, "FIELD_MISSING", "name"),
            ("name", Some(json!(name)), 400, "FIELD_INVALID", "name"), ("name", Some(json!("a\nb")), 400, "FIELD_INVALID", "name"),
            ("name", Some(json!("a\u{0}b")), 400, "FIELD_INVALID", "name"),
            ("tags", Some(json!(tags)), 400, "FIELD_INVALID", "tags"), ("tags", Some(json!(["x".repeat(41)])), 400, "FIELD_INVALID", "tags"),
        ];
        let mut new = json!({ "name": "New", "typeId": "statement", "tags": [], "elements": {} });
        refuses(&client, &Method::POST, &format!("{AUTHORING}/content"), &new, &cases).await;
        new["id"] = json!("new");
        let ids: Vec<Case> = ["Upper", "a b", "-a", "a-", "ä", "a/b"].into_iter()
            .map(|id| ("id", Some(json!(id)), 400, "FIELD_INVALID", "id")).collect();
        refuses(&client, &Method::POST, &format!("{AUTHORING}/content"), &new, &ids).await;
        refuses(&client, &Method::PUT, &at("plain"), &draft, &cases).await;
        let more: Vec<Case> = vec![
            ("status", Some(json!("gone")), 400, "FIELD_INVALID", "status"), ("status", None, 400, "FIELD_MISSING", "status"),
            ("rev", Some(json!("1")), 400, "FIELD_INVALID", "rev"), ("rev", None, 400, "FIELD_MISSING", "rev"),
            ("elements", Some(json!([])), 400, "FIELD_INVALID", "elements"), ("elements", None, 400, "FIELD_MISSING", "elements"),
        ];
        refuses(&client, &Method::PUT, &at("plain"), &draft, &more).await;
        for (method, target) in [
            (Method::POST, format!("{AUTHORING}/content")), (Method::PUT, at("plain")), (Method::DELETE, at("plain")),
            (Method::POST, format!("{}/restore", at("plain"))), (Method::POST, format!("{}/take-down", at("plain"))), (Method::POST, format!("{AUTHORING}/rendering/context/plain")),
        ] {
            refuses_other_bodies(&client, &method, &target).await;
        }
        for target in [at("no-such-item"), format!("{}/revisions", at("no-such-item")), format!("{}/revisions/x", at("plain"))] {
            client.get(&target).await.refused(404, "NOT_FOUND");
        }
        client.get("/api/content/another-library/authoring/v1/content").await.refused(404, "NOT_FOUND");
        app.person(4).await.client().get("/api/content/another-library/authoring/v1/content").await.refused(403, "FORBIDDEN");
    }
}

on_both!(where_the_content_lives_elsewhere_nothing_is_written_here, |engine| async move {
    let url = Some("http://127.0.0.1:9/api/content".to_owned());
    let app = sixfold_tests::TestApp::spawn_with(engine, |flags| flags.content_url = url).await;
    let client = editor(&app).await;
    let revisions = app.count("content_revision").await;
    let body = json!({ "name": "News", "typeId": "flexi-page" });
    client.post(&format!("{AUTHORING}/content"), body).await.refused(409, "CONTENT_REMOTE");
    client.get(&format!("{AUTHORING}/content")).await.refused(409, "CONTENT_REMOTE");
    client.get(&format!("{AUTHORING}/types")).await.refused(409, "CONTENT_REMOTE");
    app.person(1).await.client().get(&format!("{AUTHORING}/types")).await.refused(403, "FORBIDDEN");
    assert_eq!(app.count("content_revision").await, revisions);
});
