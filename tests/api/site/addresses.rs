//! Which addresses are pages, with content and without.

use serde_json::json;
use sixfold_tests::both;

use super::{change, page, save, text, with_pages};

both! {
    from with_pages?;

    async fn any_ready_page_item_is_a_page(app) {
        assert_eq!(app.client().get("/en-gb/news").await.status, 404);
        save(&app, "news", "flexi-page", true, page("/news", &[])).await;
        save(&app, "news-first", "flexi-page", true, page("/news/first", &[])).await;
        for path in ["/en-gb/news", "/en-gb/news/first"] {
            let reply = app.client().get(path).await;
            assert_eq!(reply.status, 200, "{path}");
            assert!(reply.text().contains("What happened."), "{path}");
        }
        for (path, to) in [("/news", "/en-gb/news"), ("/en-gb/news/?a=1", "/en-gb/news?a=1"), ("/news/first", "/en-gb/news/first")] {
            let reply = app.client().get(path).await;
            assert_eq!((reply.status.as_u16(), reply.header("location").as_str()), (308, to), "{path}");
        }
    }

    async fn a_draft_and_the_words_of_the_404_are_no_pages(app) {
        save(&app, "secret", "flexi-page", false, page("/secret", &[])).await;
        for path in ["/en-gb/secret", "/secret", "/en-gb/404", "/404"] {
            let reply = app.client().get(path).await;
            assert_eq!(reply.status, 404, "{path}");
            let html = reply.text();
            assert!(html.contains("<h1>The page you are looking for cannot be found</h1>"), "{path}");
            assert!(!html.contains("What happened.") && html.contains("<meta name=\"robots\" content=\"noindex\">"));
            assert!(!html.contains("rel=\"canonical\""), "{path}");
        }
    }

    async fn the_applications_own_pages_need_no_item(app) {
        app.execute("UPDATE content_item SET ready_rev = NULL").await;
        app.execute("UPDATE topic_version SET version = version + 1 WHERE topic = 'content'").await;
        app.state.hub.refresh().await.unwrap();
        for path in ["/en-gb/", "/en-gb/login", "/en-gb/my-account-book-test", "/en-gb/my-account-my-leaderboard",
            "/en-gb/my-account-media-center", "/en-gb/staff-account-coach-admin"] {
            let reply = app.client().get(path).await;
            assert_eq!(reply.status, 200, "{path}");
            assert!(reply.text().contains("<main class=\"AppShell_main\" id=\"main\""), "{path}");
        }
        assert_eq!(app.client().get("/en-gb/nothing").await.status, 404);
        assert_eq!(app.client().get("/login").await.header("location"), "/en-gb/login");
    }

    async fn a_page_with_a_new_address_is_found_at_its_old_ones(app) {
        let moved = async |path: &str| {
            let reply = app.client().get(path).await;
            if reply.status == 301 {
                assert_eq!(reply.header("cache-control"), "no-cache", "the page may move back: {path}");
            }
            (reply.status.as_u16(), if reply.status == 301 { reply.header("location") } else { String::new() })
        };
        save(&app, "news", "flexi-page", true, page("/news", &[])).await;
        change(&app, "news", json!({ "path": text("/stories") })).await;
        assert_eq!(moved("/en-gb/news").await, (301, "/en-gb/stories".into()));
        assert_eq!(moved("/news?a=1").await, (301, "/en-gb/stories?a=1".into()));
        change(&app, "news", json!({ "path": text("/reports") })).await;
        assert_eq!(moved("/en-gb/news").await, (301, "/en-gb/reports".into()), "straight to where it stands now");
        assert_eq!(moved("/en-gb/stories").await, (301, "/en-gb/reports".into()));
        // A new page takes the address over, and the old one gets its own back.
        save(&app, "fresh", "flexi-page", true, page("/news", &[])).await;
        assert_eq!(app.client().get("/en-gb/news").await.status, 200);
        change(&app, "news", json!({ "path": text("/stories") })).await;
        assert_eq!(app.client().get("/en-gb/stories").await.status, 200);
        assert_eq!(moved("/en-gb/reports").await, (301, "/en-gb/stories".into()));
        // An item that is not published redirects nobody.
        app.execute("UPDATE content_item SET ready_rev = NULL WHERE id = 'news'").await;
        assert_eq!(moved("/en-gb/reports").await.0, 404);
    }

    async fn a_change_is_seen_at_once_and_a_kept_copy_holds_until_then(app) {
        let first = app.client().get("/en-gb/").await;
        let tag = first.header("etag");
        assert_eq!((first.header("cache-control").as_str(), first.header("vary").contains("accept-encoding")), ("no-cache", true));
        let kept = app.client().header("if-none-match", &tag);
        assert_eq!(kept.get("/en-gb/").await.status, 304);
        app.pass_minutes(10);
        assert_eq!(kept.get("/en-gb/").await.status, 304, "the time alone changes nothing");
        change(&app, "home-hero", json!({"headline": text("Be all seven.")})).await;
        let after = kept.get("/en-gb/").await;
        assert_eq!(after.status, 200);
        assert!(after.text().contains("seven.") && after.header("etag") != tag);
    }

    async fn the_page_comes_compressed(app) {
        let plain = app.client().get("/en-gb/").await;
        for (accepted, encoding) in [("br, gzip", "br"), ("gzip", "gzip"), ("br;q=0", "")] {
            let reply = app.client().header("accept-encoding", accepted).get("/en-gb/").await;
            assert_eq!(reply.header("content-encoding"), encoding);
            assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
            assert_eq!(encoding.is_empty(), reply.body.len() == plain.body.len(), "{accepted}");
        }
    }
}

both! {
    // RULES 13.1
    async fn short_and_old_addresses_lead_on(app) {
        for (path, to, caching) in [
            ("/privacy", "/en-gb/terms-and-conditions#privacy", "no-cache"),
            ("/en-gb/privacy", "/en-gb/terms-and-conditions#privacy", "no-cache"),
            ("/user-registration", "/en-gb/user-registration", ""),
        ] {
            let reply = app.client().get(path).await;
            assert_eq!((reply.status.as_u16(), reply.header("location").as_str()), (308, to), "{path}");
            assert_eq!(reply.header("cache-control"), caching, "{path}");
        }
    }

    async fn what_the_build_writes_for_the_server_is_not_served(app) {
        for path in ["/.vite/first-html.json", "/.vite/manifest.json"] {
            assert_ne!(app.client().get(path).await.status, 200, "{path}");
        }
    }
}
