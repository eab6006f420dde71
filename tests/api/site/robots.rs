//! `robots.txt` and `sitemap.xml`.

use serde_json::json;
use sixfold_tests::both;

use super::{change, page, save, text};

/// The addresses in a sitemap, which has to be exactly the XML that the protocol asks for.
fn locations(xml: &str) -> Vec<String> {
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
    let body = body.strip_prefix("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">").unwrap();
    let body = body.trim_end().strip_suffix("</urlset>").unwrap();
    let mut open: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for part in body.split('<').skip(1) {
        let (tag, words) = part.split_once('>').unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            assert!(words.trim().is_empty());
        } else {
            open.push(tag);
            match open.as_slice() {
                ["url"] => assert!(words.trim().is_empty()),
                ["url", "loc"] => found.push(words.to_owned()),
                ["url", "lastmod"] => {
                    words.parse::<jiff::Timestamp>().unwrap();
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(open.is_empty());
    found
}

both! {
    // RULES 13.1
    async fn robots_are_told_where_to_go(app) {
        let reply = app.client().get("/robots.txt").await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type").as_str()), (200, "text/plain; charset=utf-8"));
        let text = reply.text();
        assert!(text.starts_with("User-agent: *\nDisallow: /api/\n"));
        for path in ["/en-gb/staff-account-", "/en-gb/my-account-my-profile", "/en-gb/my-account-my-progress"] {
            assert!(text.contains(&format!("Disallow: {path}\n")), "{path}");
        }
        assert!(text.contains("\nAllow: /api/content/*/delivery/v1/images/\n"), "previews on other sites show pictures");
        assert!(!text.contains("about-the-tests"), "the page about the tests is for everybody");
        assert!(text.contains(&format!("\nSitemap: {}/sitemap.xml\n", app.state.config.public_url)));
        assert_eq!(app.client().header("if-none-match", &reply.header("etag")).get("/robots.txt").await.status, 304);
        change(&app, "site-settings", json!({"indexable": {"elementType": "toggle", "value": false}})).await;
        assert_eq!(app.client().get("/robots.txt").await.text(), "User-agent: *\nDisallow: /\n");
    }

    async fn the_site_map_has_the_pages_that_may_be_found(app) {
        save(&app, "news", "flexi-page", true, page("/news", &[])).await;
        save(&app, "draft", "flexi-page", false, page("/draft", &[])).await;
        save(&app, "odd-name", "flexi-page", true, page("/a&b<c>", &[])).await;
        let mut hidden = page("/hidden", &[]);
        hidden["indexable"] = text("yes");
        save(&app, "hidden", "flexi-page", true, hidden).await;
        let reply = app.client().get("/sitemap.xml").await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type").as_str()), (200, "application/xml; charset=utf-8"));
        let found = locations(&reply.text());
        let origin = &app.state.config.public_url;
        for path in ["/", "/frequently-asked-questions", "/my-account-about-the-tests", "/terms-and-conditions", "/news", "/a&amp;b&lt;c&gt;"] {
            assert!(found.contains(&format!("{origin}/en-gb{path}")), "{path}: {found:?}");
        }
        for path in ["/draft", "/hidden", "/login", "/my-account", "/404", "/staff-account-pd-admin"] {
            assert!(!found.contains(&format!("{origin}/en-gb{path}")), "{path}");
        }
        let kept = app.client().header("if-none-match", &reply.header("etag"));
        assert_eq!(kept.get("/sitemap.xml").await.status, 304);
        change(&app, "site-settings", json!({"indexable": {"elementType": "toggle", "value": false}})).await;
        assert!(locations(&kept.get("/sitemap.xml").await.text()).is_empty());
    }
}
