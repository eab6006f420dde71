//! Reading content: search, one item, an item with the items that it refers to.

use axum::http::Method;
use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_tests::client::percent;
use sixfold_tests::{Reply, TestApp, both};

const HUB: &str = "/api/content/sixfold-en-gb/delivery/v1";

async fn search(app: &TestApp, parameters: &[(&str, &str)]) -> Reply {
    let query: Vec<_> = parameters.iter().map(|(name, value)| format!("{name}={}", percent(value))).collect();
    app.client().get(&format!("{HUB}/search?{}", query.join("&"))).await
}

/// Every item that a query finds, page by page, since an answer has at most a hundred.
async fn ids(app: &TestApp, q: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    loop {
        let start = found.len().to_string();
        let parameters = [("q", q), ("fl", "id"), ("sort", "id asc"), ("rows", "100"), ("start", &start)];
        let data = search(app, &parameters).await.data();
        let documents = data["documents"].as_array().unwrap();
        found.extend(documents.iter().map(|document| document["id"].as_str().unwrap().to_owned()));
        if documents.is_empty() || data["numFound"] == found.len() {
            assert_eq!(data["numFound"], found.len());
            return found;
        }
    }
}

/// Stores an item without any of the checks.
async fn put(app: &TestApp, id: &str, status: &str, elements: &Value) {
    let elements = elements.to_string().replace('\'', "''");
    let ready = if status == "ready" { "1" } else { "NULL" };
    app.execute(format!(
        "INSERT INTO content_item (library_id, id, name, type_id, type, status, elements, last_modified, ready_rev) \
         VALUES ('sixfold-en-gb', '{id}', 'Item {id}', 't', 'T', '{status}', '{elements}', 1772442000000, {ready})"
    ))
    .await;
    app.execute(format!(
        "INSERT INTO content_revision (library_id, id, rev, name, type_id, type, status, elements, saved_at) \
         VALUES ('sixfold-en-gb', '{id}', 1, 'Item {id}', 't', 'T', '{status}', '{elements}', 1772442000000)"
    ))
    .await;
    app.state.hub.refresh().await.unwrap();
}

async fn rendered(app: &TestApp, id: &str) -> Value {
    app.client().get(&format!("{HUB}/rendering/context/{id}")).await.data()
}

fn pages() -> Vec<(&'static str, &'static str)> {
    vec![("/", "home"), ("/frequently-asked-questions", "faqs"), ("/about-the-test", "about")]
}

both! {
    async fn a_page_is_found_by_its_path(app) {
        let data = search(&app, &[("q", "path:\"/frequently-asked-questions\"")]).await.data();
        assert_eq!(data["numFound"], 1);
        let page = &data["documents"][0];
        assert_eq!((&page["id"], &page["status"]), (&json!("faqs"), &json!("ready")));
        assert_eq!(page["elements"]["path"]["value"], "/frequently-asked-questions");
        assert_eq!(page["libraryId"], "sixfold-en-gb");
        assert!(page["rev"].is_u64() && page["lastModified"].as_str().unwrap().ends_with('Z'), "{page}");
        let home = ids(&app, "path:\"/\"").await;
        assert_eq!(home, ["home"], "a path is compared whole");
        for (path, _) in pages() {
            let one = ids(&app, &format!("elements.path:\"{path}\"")).await;
            assert!(one.len() <= 1, "{path}: {one:?}");
        }
        assert!(ids(&app, "path:\"/no-such-page\"").await.is_empty());
    }

    async fn everything_is_found_and_joined_by_and_or_not(app) {
        let all = ids(&app, "*:*").await;
        assert_eq!(i64::try_from(all.len()).unwrap(), app.count("content_item").await);
        assert_eq!(ids(&app, "").await, all);
        let (pages, faqs) = (ids(&app, "typeId:flexi-page").await, ids(&app, "id:faq*").await);
        assert!(pages.len() > 3 && pages.len() < all.len() && faqs.len() > 3, "{pages:?} {faqs:?}");
        let both = ids(&app, "typeId:flexi-page AND id:faq*").await;
        assert_eq!(both, ["faqs"]);
        let either = ids(&app, "typeId:flexi-page OR id:faq*").await;
        assert_eq!(either.len(), pages.len() + faqs.len() - both.len());
        let not = ids(&app, "id:faq* AND NOT typeId:flexi-page").await;
        assert_eq!(not.len(), faqs.len() - 1);
        assert_eq!(ids(&app, "id:(home OR faqs)").await, ["faqs", "home"]);
        assert_eq!(ids(&app, "NOT *:*").await, Vec::<String>::new());
        assert_eq!(ids(&app, "id:home OR (id:faqs AND NOT typeId:flexi-page)").await, ["home"]);
    }

    async fn ranges_filters_fields_and_pages(app) {
        put(&app, "early", "ready", &json!({ "day": { "elementType": "datetime", "value": "2026-03-01T00:00:00Z" } })).await;
        put(&app, "late", "ready", &json!({ "day": { "elementType": "datetime", "value": "2026-05-01T00:00:00Z" } })).await;
        assert_eq!(ids(&app, "day:[2026-03-01T00:00:00Z TO 2026-05-01T00:00:00Z]").await, ["early", "late"]);
        assert_eq!(ids(&app, "day:{2026-03-01T00:00:00Z TO *]").await, ["late"]);
        assert_eq!(ids(&app, "day:[* TO NOW]").await, ["early"]);
        let data = search(&app, &[("q", "*:*"), ("fq", "id:(early OR late)"), ("sort", "id desc"), ("rows", "1")]).await.data();
        assert_eq!((&data["numFound"], &data["documents"][0]["id"]), (&json!(2), &json!("late")));
        let data = search(&app, &[("fq", "id:(early OR late)"), ("sort", "id desc"), ("rows", "1"), ("start", "1")]).await.data();
        assert_eq!(data["documents"][0]["id"], "early");
        let data = search(&app, &[("q", "id:early"), ("fl", "id,name")]).await.data();
        assert_eq!(data["documents"], json!([{ "id": "early", "name": "Item early" }]));
        assert_eq!(search(&app, &[("rows", "100000")]).await.status, 200);
        assert_eq!(search(&app, &[("rows", "0")]).await.data()["documents"], json!([]));
    }

    async fn at_most_a_hundred_documents_come(app) {
        for index in 0..120 {
            put(&app, &format!("many-{index:03}"), "ready", &json!({})).await;
        }
        let data = search(&app, &[("q", "id:many-*"), ("rows", "500")]).await.data();
        assert_eq!((&data["numFound"], data["documents"].as_array().unwrap().len()), (&json!(120), 100));
        let rest = search(&app, &[("q", "id:many-*"), ("start", "100")]).await.data();
        assert_eq!(rest["documents"].as_array().unwrap().len(), 20);
    }

    async fn a_query_that_does_not_read_says_where(app) {
        for (parameter, text, at) in [
            ("q", "path:", 6), ("q", "(a OR b", 1), ("q", "a OR", 5), ("q", "a)", 2), ("q", "title:\"open", 7),
            ("q", ":x", 1), ("q", "AND a", 1), ("q", "d:[a TO ]", 9), ("q", "a AND OR b", 7), ("fq", "x:(y:z)", 5),
            ("fq", "ü OR", 5),
        ] {
            let reply = search(&app, &[(parameter, text)]).await;
            let error = reply.refused(400, "QUERY_INVALID");
            assert_eq!(error["field"], parameter);
            let told = error["errorMessage"].as_str().unwrap();
            assert!(told.ends_with(&format!("at character {at}")), "{text}: {told}");
        }
        for (parameter, text) in [("rows", "-1"), ("rows", "many"), ("start", "1.5"), ("sort", "id sideways"), ("sort", "a b c")] {
            search(&app, &[(parameter, text)]).await.refused_field(400, "QUERY_INVALID", parameter);
        }
        let (deep, long, wild) = ("(".repeat(500), "a".repeat(2_001), format!("{}b", "*a".repeat(400)));
        search(&app, &[("q", &deep)]).await.refused(400, "QUERY_INVALID");
        search(&app, &[("q", &long)]).await.refused(400, "QUERY_INVALID");
        assert_eq!(search(&app, &[("q", &wild)]).await.data()["numFound"], 0);
        assert_eq!(app.client().get(&format!("{HUB}/search?q=%00&fq=%ff")).await.status.as_u16() / 500, 0);
    }

    async fn a_search_has_a_budget_for_all_its_parameters_together(app) {
        let clauses = |n: usize| vec!["zq"; n].join(" ");
        for parameters in [vec![("q", clauses(32))], vec![("q", clauses(12)), ("fq", clauses(20))]] {
            let parameters: Vec<_> = parameters.iter().map(|(name, text)| (*name, text.as_str())).collect();
            assert_eq!(search(&app, &parameters).await.data()["numFound"], 0);
        }
        let attack = format!("+*:*{}", " -z".repeat(32));
        for parameters in [vec![("q", clauses(33))], vec![("q", clauses(16)), ("fq", clauses(17))], vec![("fq", attack)]] {
            let parameters: Vec<_> = parameters.iter().map(|(name, text)| (*name, text.as_str())).collect();
            search(&app, &parameters).await.refused(400, "QUERY_TOO_LARGE");
        }
        // Whatever its content, a query string may have 2 kB.
        for (filler, status) in [(2_048 - 6, 200), (2_048 - 5, 400)] {
            let reply = app.client().get(&format!("{HUB}/search?q=a&x={}", "a".repeat(filler))).await;
            assert_eq!(reply.status.as_u16(), status, "{}", reply.text());
        }
        let elsewhere = HUB.replace("sixfold-en-gb", "another-library");
        let reply = app.client().get(&format!("{elsewhere}/search?q={}", "zq+".repeat(600))).await;
        reply.refused(400, "QUERY_TOO_LARGE");
    }

    async fn searches_from_one_address_keep_nobody_else_from_finding(app) {
        let search = |address: &'static str, number: usize, words: usize| {
            let client = app.client().at(address);
            let words: Vec<_> = (0..words).map(|word| format!("z{number}q{word}*")).collect();
            async move { client.get(&format!("{HUB}/search?q={}", words.join("+"))).await }
        };
        let flood = join_all((0..80).map(|number| search("192.0.2.66", number, 32)));
        // One search after another: each waits for at most one of the flood's.
        let others = async {
            for number in 100..103 {
                assert_eq!(search("198.51.100.7", number, 1).await.data()["numFound"], 0);
            }
        };
        let (flood, ()) = tokio::join!(flood, others);
        let busy: Vec<_> = flood.iter().filter(|reply| reply.status == 503).collect();
        assert!(!busy.is_empty(), "the control: one address fills its own line");
        busy[0].refused(503, "SEARCH_BUSY");
        assert_eq!(busy[0].header("retry-after"), "2");
    }

    async fn a_page_is_rendered_with_what_it_refers_to(app) {
        let stored = app.client().get(&format!("{HUB}/content/home")).await.data();
        let reference = &stored["elements"]["components"]["values"][0];
        assert_eq!(reference, &json!({ "id": "home-hero" }), "as it is stored");
        let page = app.client().get(&format!("{HUB}/rendering/context/home")).await.data();
        assert_eq!(page["id"], "home");
        let components = page["elements"]["components"]["values"].as_array().unwrap();
        assert_eq!(components.len(), stored["elements"]["components"]["values"].as_array().unwrap().len());
        assert_eq!(components[0]["id"], "home-hero");
        for component in components {
            assert!(component["elements"].is_object() && component["typeId"].is_string(), "{component}");
        }
        app.client().get(&format!("{HUB}/rendering/context/no-such-page")).await.refused(404, "NOT_FOUND");
        app.client().get(&format!("{HUB}/content/no-such-page")).await.refused(404, "NOT_FOUND");
        let other = "/api/content/another-library/delivery/v1";
        app.client().get(&format!("{other}/content/home")).await.refused(404, "NOT_FOUND");
        assert_eq!(app.client().get(&format!("{other}/search?q=*:*")).await.data()["numFound"], 0);
    }

    async fn a_circle_of_references_ends(app) {
        let to = |ids: &[&str]| {
            let values: Vec<_> = ids.iter().map(|id| json!({ "id": id })).collect();
            json!({ "next": { "elementType": "reference", "values": values } })
        };
        put(&app, "ring-a", "ready", &to(&["ring-b", "ring-a", "gone", "hidden"])).await;
        put(&app, "ring-b", "ready", &to(&["ring-a"])).await;
        put(&app, "hidden", "draft", &json!({ "secret": { "elementType": "text", "value": "Not yet" } })).await;
        let reply = app.client().get(&format!("{HUB}/rendering/context/ring-a")).await;
        let values = &reply.data()["elements"]["next"]["values"];
        assert_eq!(values[0]["elements"]["next"]["values"], json!([{ "id": "ring-a" }]));
        assert_eq!(values[1], json!({ "id": "ring-a" }));
        assert_eq!(values[2], json!({ "id": "gone" }));
        assert_eq!(values[3], json!({ "id": "hidden" }), "a draft is nobody's to read");
    }

    async fn drafts_are_not_public(app) {
        put(&app, "hidden", "draft", &json!({})).await;
        app.client().get(&format!("{HUB}/content/hidden")).await.refused(404, "NOT_FOUND");
        app.client().get(&format!("{HUB}/rendering/context/hidden")).await.refused(404, "NOT_FOUND");
        assert!(ids(&app, "id:hidden").await.is_empty());
        assert!(ids(&app, "status:draft").await.is_empty());
    }

    async fn what_a_browser_holds_is_not_sent_again(app) {
        for path in ["search?q=*:*", "content/home", "rendering/context/home"] {
            let first = app.client().get(&format!("{HUB}/{path}")).await;
            first.data();
            let tag = first.header("etag");
            assert!(tag.starts_with('"') && tag.len() > 16, "{path}: {tag}");
            assert_eq!(first.header("cache-control"), "public, no-cache");
            for held in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
                let again = app.client().header("if-none-match", &held).get(&format!("{HUB}/{path}")).await;
                assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path} with {held}");
                assert_eq!(again.header("etag"), tag);
            }
            let other = app.client().header("if-none-match", "\"x\"").get(&format!("{HUB}/{path}")).await;
            assert_eq!(other.status, 200);
        }
        let before = app.client().get(&format!("{HUB}/rendering/context/home")).await.header("etag");
        app.execute("UPDATE content_revision SET name = 'Changed' WHERE id = 'home-hero'").await;
        app.state.hub.refresh().await.unwrap();
        let after = app.client().get(&format!("{HUB}/rendering/context/home")).await.header("etag");
        assert_ne!(before, after, "a page changes with what it refers to");
    }

    async fn rich_text_comes_with_its_html_in_every_call(app) {
        let text = json!({
            "text": { "elementType": "formattedtext", "value": "## Go *hard*\n\n[Terms](/terms-and-conditions)<script>alert(1)</script>", "html": "<script>" },
            "next": { "elementType": "reference", "values": [{ "id": "rich-b" }] },
        });
        put(&app, "rich-a", "ready", &text).await;
        put(&app, "rich-b", "ready", &json!({ "text": { "elementType": "formattedtext", "value": "**Now**" } })).await;
        let html = "<h2 id=\"go-hard\" tabindex=\"-1\">Go <em>hard</em></h2>\n<p><a href=\"/en-gb/terms-and-conditions\">Terms</a></p>\n";
        let stored = app.client().get(&format!("{HUB}/content/rich-a")).await.data();
        assert_eq!(stored["elements"]["text"]["html"], html);
        assert_eq!(stored["elements"]["next"]["values"], json!([{ "id": "rich-b" }]));
        let found = search(&app, &[("q", "id:rich-a")]).await.data();
        assert_eq!(found["documents"][0], stored);
        let found = search(&app, &[("q", "id:rich-a"), ("fl", "text")]).await.data();
        assert_eq!(found["documents"][0]["text"]["html"], html);
        let page = rendered(&app, "rich-a").await;
        assert_eq!(page["elements"]["text"]["html"], html);
        assert_eq!(page["elements"]["next"]["values"][0]["elements"]["text"]["html"], "<p><strong>Now</strong></p>\n");
        assert!(ids(&app, "strong AND id:rich-*").await.is_empty(), "what is added for delivery is not searched");
        assert_eq!(ids(&app, "hard AND id:rich-*").await, ["rich-a"]);
    }

    async fn whatever_one_element_is_the_rest_of_the_page_is_delivered(app) {
        put(&app, "part", "ready", &json!({ "title": { "elementType": "text", "value": "The rest" } })).await;
        put(&app, "odd", "ready", &json!({
            "path": { "elementType": "text", "value": 7 },
            "text": { "elementType": "formattedtext", "value": { "not": "text" } },
            "picture": { "elementType": "image", "id": "no-such-picture", "altText": "Gone", "url": "https://elsewhere.example/x.png" },
            "numbers": { "elementType": "number", "value": "many" },
            "bare": "a text where an element should be",
            "list": [1, 2],
            "nothing": null,
            "components": { "elementType": "reference", "values": [7, null, "part", { "id": 7 }, { "id": "gone" }, { "id": "part" }] },
            "single": { "elementType": "reference", "value": "part" },
            "group": { "elementType": "group", "value": [{ "elementType": "formattedtext", "value": "x" }] },
        })).await;
        let page = rendered(&app, "odd").await;
        let elements = &page["elements"];
        let values = elements["components"]["values"].as_array().unwrap();
        assert_eq!(values.len(), 6);
        assert_eq!(values[5]["elements"]["title"]["value"], "The rest");
        assert_eq!((&values[3], &values[4]), (&json!({ "id": 7 }), &json!({ "id": "gone" })));
        assert_eq!(elements["text"], json!({ "elementType": "formattedtext", "value": { "not": "text" } }));
        assert_eq!(elements["picture"], json!({ "elementType": "image", "id": "no-such-picture", "altText": "Gone" }));
        assert_eq!((&elements["bare"], &elements["list"]), (&json!("a text where an element should be"), &json!([1, 2])));
        for call in ["content/odd", "search?q=id:odd", "search?q=many", "search?q=path:7&sort=numbers desc"] {
            assert_eq!(app.client().get(&format!("{HUB}/{}", call.replace(' ', "%20"))).await.status, 200, "{call}");
        }
        assert_eq!(rendered(&app, "home").await["id"], "home", "other pages do not mind");
        assert!(app.state.hub.pages().await.unwrap().iter().all(|page| page.id != "odd"), "no page without a path");
    }

    async fn what_is_written_is_read_at_once_and_nothing_is_read_twice(app) {
        assert_eq!(search(&app, &[("q", "id:news")]).await.data()["numFound"], 0);
        put(&app, "news", "ready", &json!({ "path": { "elementType": "text", "value": "/news" } })).await;
        assert_eq!(search(&app, &[("q", "id:news")]).await.data()["numFound"], 1);
        let page = app.state.hub.page("/news").await.unwrap().unwrap();
        assert_eq!(page["id"], "news");
        let again = app.state.hub.page("/news").await.unwrap().unwrap();
        assert!(std::sync::Arc::ptr_eq(&page, &again), "made once");
        app.execute("DELETE FROM content_revision WHERE id = 'news'").await;
        assert!(app.state.hub.page("/news").await.unwrap().is_some(), "memory answers until it is told");
        app.state.hub.refresh().await.unwrap();
        assert!(app.state.hub.page("/news").await.unwrap().is_none());
        app.client().get(&format!("{HUB}/content/news")).await.refused(404, "NOT_FOUND");
    }

    async fn now_is_now_each_time(app) {
        put(&app, "soon", "ready", &json!({ "day": { "elementType": "datetime", "value": "2026-03-02T09:30:00Z" } })).await;
        assert!(ids(&app, "day:[* TO NOW]").await.is_empty());
        app.pass_minutes(31);
        assert_eq!(ids(&app, "day:[* TO NOW]").await, ["soon"]);
    }

    async fn answers_travel_compressed_when_asked(app) {
        let path = format!("{HUB}/rendering/context/home");
        let plain = app.client().get(&path).await;
        for coding in ["gzip", "br"] {
            let packed = app.client().header("accept-encoding", coding).get(&path).await;
            assert_eq!((packed.status.as_u16(), packed.header("content-encoding")), (200, coding.to_owned()));
            assert!(packed.body.len() * 2 < plain.body.len());
            let tag = packed.header("etag");
            let again = app.client().header("if-none-match", &tag).header("accept-encoding", coding).get(&path).await;
            assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        }
    }

    async fn staff_see_how_the_hub_stands(app) {
        let path = "/api/content/sixfold-en-gb/authoring/v1/hub";
        let client = app.person(3).await.client();
        assert_eq!(client.get(path).await.data(), json!({ "mode": "embedded", "state": "ok" }));
        client.get("/api/content/another-library/authoring/v1/hub").await.refused(404, "NOT_FOUND");
    }

    async fn reading_is_all_that_these_calls_do(app) {
        let client = app.person(3).await.client();
        for method in [Method::POST, Method::PUT, Method::DELETE] {
            for path in ["search", "content/home", "rendering/context/home"] {
                let reply = client.json(method.clone(), &format!("{HUB}/{path}"), &json!({}), &[]).await;
                reply.refused(405, "METHOD_NOT_ALLOWED");
            }
        }
    }
}
