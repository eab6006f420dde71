//! The page of a shared card, and its pictures.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use serde_json::json;
use sixfold_tests::{TestApp, both};

use super::built;
use crate::user::results::tested;

/// Shares a season card; returns its id and its score.
async fn shared(app: &TestApp) -> (String, f64) {
    let ada = app.athlete().await;
    let score = tested(app, &ada, "2025-11-20", 60).await;
    let body = json!({ "template": "season_card", "colour": "appColorGradient" });
    let data = ada.client().post("/api/user/share", body).await.data();
    (data["shareId"].as_str().unwrap().to_owned(), score)
}

fn content<'a>(html: &'a str, tag: &str) -> &'a str {
    let start = format!("<meta {tag} content=\"");
    let found = html.split_once(&start).unwrap_or_else(|| panic!("{tag} is not there"));
    found.1.split('"').next().unwrap()
}

both! {
    async fn the_page_says_what_others_show_of_it(app) {
        if !built() { return; }
        let (id, score) = shared(&app).await;
        let reply = app.client().get(&format!("/en-gb/share/{id}")).await;
        assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-cache".to_owned()));
        let html = reply.text();
        let address = format!("{}/en-gb/share/{id}", app.state.config.public_url);
        let said = format!("Season card of Robin F., Season 10 2025: final score {score:.2}");
        for (tag, expected) in [
            ("property=\"og:title\"", format!("Robin F.: {score:.2} | Sixfold")),
            ("property=\"og:url\"", address.clone()),
            ("property=\"og:image\"", format!("{address}.png")),
            ("property=\"og:image:width\"", "1200".to_owned()),
            ("property=\"og:image:height\"", "630".to_owned()),
            ("property=\"og:image:alt\"", said.clone()),
            ("name=\"twitter:card\"", "summary_large_image".to_owned()),
            ("name=\"robots\"", "noindex".to_owned()),
        ] {
            assert_eq!(content(&html, tag), expected, "{tag}");
        }
        assert!(html.contains(&format!("src=\"{address}.svg\"")) && html.contains(&format!("alt=\"{said}\"")));
        assert!(html.contains("href=\"/en-gb/register\""));
        assert!(!html.contains("<script") && !html.contains("Field"), "nothing runs, no last name");
        let moved = app.client().get(&format!("/share/{id}")).await;
        assert_eq!((moved.status.as_u16(), moved.header("location")), (308, format!("/en-gb/share/{id}")));
    }

    // RULES 13.7
    async fn no_search_engine_is_to_keep_any_of_it(app) {
        let (id, _) = shared(&app).await;
        let tag = async |path: &str| app.client().get(path).await.header("x-robots-tag");
        for name in ["", ".svg", ".png", "/report", ".jpg"] {
            assert_eq!(tag(&format!("/en-gb/share/{id}{name}")).await, "noindex", "{name}");
        }
        assert_eq!(tag(&format!("/share/{id}")).await, "noindex", "the redirect");
        app.execute("UPDATE share SET revoked_at = 1").await;
        for name in ["", ".svg", ".png", "/report"] {
            assert_eq!(tag(&format!("/en-gb/share/{id}{name}")).await, "noindex", "{name}");
        }
        assert_eq!(tag("/en-gb/").await, "");
    }

    async fn a_card_leaves_out_an_initial_that_it_cannot_draw(app) {
        let (id, _) = shared(&app).await;
        app.execute("UPDATE account SET last_name = '明'").await;
        let card = app.client().get(&format!("/en-gb/share/{id}.svg")).await.text();
        assert!(card.contains("Season card of Robin, "), "{card}");
    }

    // RULES 13.16
    async fn the_best_of_all_visits_is_given_to_no_other_season(app) {
        if !built() { return; }
        let ada = app.athlete().await;
        let best = tested(&app, &ada, "2025-07-03", 90).await;
        tested(&app, &ada, "2025-11-20", 40).await;
        let body = json!({ "template": "result_overview", "shows": ["rank", "gain"] });
        let shared = ada.client().post("/api/user/share", body).await.data();
        let html = app.client().get(&format!("/en-gb/share/{}", shared["shareId"].as_str().unwrap())).await.text();
        let said = format!("Six tests. One score: {best:.2} for Robin F. Can you beat it?");
        assert_eq!(content(&html, "name=\"description\""), said);
        assert!(html.contains("<p class=\"shared-what\">Best final score</p>"), "{html}");
        let words = content(&html, "property=\"og:image:alt\"");
        assert!(words.starts_with(&format!("Results of Robin F.: best final score {best:.2}; 3 Jul 2025 {best:.2}, ")), "{words}");
        assert!(!words.contains("on the last one"), "{words}");
    }

    // RULES 13.7, 13.15
    async fn every_format_is_framed_and_has_a_picture_of_the_same_size(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, "2025-11-20", 60).await;
        for (format, size) in [("story", (1080, 1920)), ("square", (1080, 1080)), ("landscape", (1920, 1080))] {
            let body = json!({ "template": "recap_tests", "format": format, "shows": ["handle"] });
            let shared = ada.client().post("/api/user/share", body).await.data();
            let path = format!("/en-gb/share/{}", shared["shareId"].as_str().unwrap());
            let png = app.client().get(&format!("{path}.png")).await;
            let drawn = image::load_from_memory(&png.body).unwrap();
            assert_eq!((drawn.width(), drawn.height()), (1200, 630), "{format}");
            if !built() { continue; }
            let html = app.client().get(&path).await.text();
            let (width, height) = size;
            assert!(html.contains(&format!("width=\"{width}\" height=\"{height}\"")), "{format}");
            assert!(html.contains(&format!("shared shared-{format}")) && html.contains("shared-edge"), "{format}");
        }
    }

    async fn the_picture_is_a_png_that_is_asked_for_again_by_its_tag(app) {
        let (id, _) = shared(&app).await;
        let target = format!("/en-gb/share/{id}.png");
        let reply = app.client().get(&target).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "image/png".to_owned()));
        assert_eq!(reply.header("cache-control"), "public, max-age=300");
        let number = |at: usize| u32::from_be_bytes(reply.body[at..at + 4].try_into().unwrap());
        assert_eq!((number(16), number(20)), (1200, 630));
        let again = app.client().get(&target).await;
        assert_eq!((&again.body, again.header("etag")), (&reply.body, reply.header("etag")));
        let mut headers = HeaderMap::new();
        headers.insert("if-none-match", HeaderValue::from_str(&reply.header("etag")).unwrap());
        let held = app.client().send(Method::GET, &target, headers, Body::empty()).await;
        assert_eq!((held.status.as_u16(), held.body.len()), (304, 0));
        app.execute("UPDATE account SET first_name = 'Zoë'").await;
        assert_ne!(app.client().get(&target).await.header("etag"), reply.header("etag"));
        let card = app.client().get(&format!("/en-gb/share/{id}.svg")).await;
        assert_eq!(card.header("content-type"), "image/svg+xml");
        assert!(card.text().contains("Zoë F."));
    }

    async fn an_address_that_leads_nowhere_says_so_and_is_kept_by_nobody(app) {
        let (id, _) = shared(&app).await;
        app.execute("UPDATE share SET revoked_at = 1").await;
        for path in [
            format!("/en-gb/share/{id}"),
            format!("/en-gb/share/{id}.png"),
            format!("/en-gb/share/{id}.svg"),
            format!("/share/{id}"),
            "/en-gb/share/00000000000000000000000000".to_owned(),
        ] {
            let reply = app.client().get(&path).await;
            assert_eq!(reply.status, if built() { 404 } else { 503 }, "{path}");
            assert_eq!(reply.header("cache-control"), "no-store", "{path}");
            assert!(!reply.text().contains("Robin"), "{path}");
        }
        for path in ["/en-gb/share/", "/en-gb/share/x", "/en-gb/share/x.png", "/en-gb/share/%00"] {
            assert!([404, 503, 308].contains(&app.client().get(path).await.status.as_u16()), "{path}");
        }
    }
}
