//! The head, the content and the data of the first HTML.

use serde_json::{Value, json};
use sixfold_domain::protocol::Protocols;
use sixfold_tests::{TestApp, both};

use super::{change, page, save, text, with_pages};

/// The text between the first `start` and the next `end`.
fn between<'a>(html: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(html.split_once(start)?.1.split_once(end)?.0)
}

async fn html(app: &TestApp, path: &str) -> String {
    let reply = app.client().get(path).await;
    assert_eq!(reply.status, 200, "{path}");
    reply.text()
}

/// All structured data of a page.
fn structured(html: &str) -> Vec<Value> {
    html.split("<script type=\"application/ld+json\">")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap())
        .collect()
}

fn types(html: &str) -> Vec<String> {
    structured(html).iter().map(|part| part["@type"].as_str().unwrap().to_owned()).collect()
}

/// The data with which the browser continues.
fn first_data(html: &str) -> Value {
    let data = between(html, "<script type=\"application/json\" id=\"first-data\">", "</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

both! {
    from with_pages?;

    async fn each_page_says_what_it_is(app) {
        let origin = &app.state.config.public_url;
        for (path, title, kinds) in [
            ("/en-gb/", "Be all six | Sixfold", vec!["Organization", "WebSite", "SportsActivityLocation"]),
            ("/en-gb/frequently-asked-questions", "FAQs | Sixfold", vec!["FAQPage", "BreadcrumbList"]),
            ("/en-gb/my-account-about-the-tests", "About the Test | Sixfold", vec!["WebPage", "BreadcrumbList"]),
            ("/en-gb/terms-and-conditions", "Terms and conditions | Sixfold", vec!["WebPage", "BreadcrumbList"]),
        ] {
            let html = html(&app, path).await;
            assert_eq!(between(&html, "<title>", "</title>"), Some(title));
            assert_eq!(html.matches("<title>").count(), 1);
            let description = between(&html, "<meta name=\"description\" content=\"", "\"").unwrap();
            assert!(description.len() > 20, "{path}");
            assert_eq!(html.matches("<meta name=\"description\"").count(), 1, "{path}");
            let canonical = format!("<link rel=\"canonical\" href=\"{origin}{path}\">");
            assert!(html.contains(&canonical), "{path}");
            for tag in ["og:type", "og:url", "og:title", "og:description", "og:site_name", "og:locale"] {
                assert!(html.contains(&format!("<meta property=\"{tag}\" content=\"")), "{path}: {tag}");
            }
            assert!(html.contains("<meta name=\"twitter:card\""), "{path}");
            assert!(!html.contains("content=\"noindex\""), "{path}");
            assert_eq!(types(&html), kinds, "{path}");
            assert_eq!(html.matches("<h1").count(), 1, "{path}");
        }
    }

    async fn people_and_staff_have_pages_that_nobody_finds(app) {
        for path in ["/en-gb/login", "/en-gb/my-account", "/en-gb/my-account-book-test", "/en-gb/staff-account-pd-admin",
            "/en-gb/reset-password"] {
            assert!(html(&app, path).await.contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
        }
        change(&app, "site-settings", json!({"indexable": {"elementType": "toggle", "value": false}})).await;
        assert!(html(&app, "/en-gb/").await.contains("<meta name=\"robots\" content=\"noindex\">"));
    }

    async fn a_page_without_a_description_has_the_site_s(app) {
        change(&app, "site-settings", json!({"description": text("What the site is about.")})).await;
        change(&app, "faqs", json!({"description": text("")})).await;
        let described = |html: &str| html.contains("<meta name=\"description\" content=\"What the site is about.\">");
        assert!(described(&html(&app, "/en-gb/frequently-asked-questions").await));
        assert!(!described(&html(&app, "/en-gb/").await));
    }

    async fn the_questions_are_told_with_their_answers(app) {
        let html = html(&app, "/en-gb/frequently-asked-questions").await;
        let questions = structured(&html)[0]["mainEntity"].as_array().unwrap().clone();
        assert!(questions.len() > 10);
        for question in questions {
            assert_eq!(question["@type"], "Question");
            assert!(!question["name"].as_str().unwrap().is_empty());
            assert!(question["acceptedAnswer"]["text"].as_str().unwrap().starts_with("<p>"));
        }
    }

    async fn the_first_data_is_what_the_calls_answer(app) {
        let html = html(&app, "/en-gb/my-account-about-the-tests").await;
        let data = first_data(&html);
        let mut config = app.client().get("/api/event/config").await.data();
        assert!(config.as_object_mut().unwrap().remove("now").is_some());
        assert_eq!(data["config"], config);
        assert_eq!(data["page"]["path"], "/my-account-about-the-tests");
        let rendered = app.client().get("/api/content/sixfold-en-gb/delivery/v1/rendering/context/about").await.data();
        assert_eq!(data["page"]["item"], rendered);
    }

    async fn the_first_html_is_the_same_for_everybody(app) {
        let athlete = app.athlete().await;
        for path in ["/en-gb/", "/en-gb/my-account", "/en-gb/my-account-my-profile", "/en-gb/my-account-my-progress"] {
            let theirs = athlete.client().get(path).await;
            assert_eq!(theirs.text(), html(&app, path).await, "{path}");
            assert!(!theirs.text().contains(&athlete.email), "{path}");
        }
    }

    async fn the_content_stands_in_the_page(app) {
        let home = html(&app, "/en-gb/").await;
        let root = between(&home, "<div id=\"root\">", "<script type=\"application/json\"").unwrap();
        assert!(root.contains("<h1 class=\"Hero_headline") && root.contains("href=\"/en-gb/register\""));
        for name in ["Cognitive", "Strength", "Power", "Speed", "Agility", "Endurance"] {
            assert!(root.contains(&format!(">{name}<")), "{name}");
        }
        assert!(root.contains("<footer class=\"Footer_footer\">") && root.contains("href=\"/en-gb/terms-and-conditions#privacy\""));
        assert!(home.contains(" src=\"/start.js\" data-main=\"/assets/") && home.contains("<style>"));
        let sheets = |page: &str, mark: &str| page.matches(mark).count();
        assert!(sheets(&home, "rel=\"stylesheet\"") > 0, "the loader is told which styles are there");
        assert_eq!(sheets(&home, "rel=\"stylesheet\""), sheets(&home, ".css\" disabled>"), "none is fetched again");
        let terms = html(&app, "/en-gb/terms-and-conditions").await;
        assert!(terms.contains("<article id=\"privacy\"") && terms.contains("in force from 1 January 2026"));
        let faqs = html(&app, "/en-gb/frequently-asked-questions").await;
        assert!(faqs.contains("<details class=\"Faqs_question\" id=\"under-18\">"));
    }

    async fn a_persons_own_page_begins_with_its_heading_if_that_has_no_name_in_it(app) {
        let main = |html: &str| between(html, "<main", "</main>").map(str::to_owned).unwrap();
        for (path, headline) in [
            ("/en-gb/my-account-my-progress", "Further every time."),
            ("/en-gb/my-account-what-it-takes", "What would it take?"),
            ("/en-gb/my-account-media-center", "Post your mark."),
        ] {
            let main = main(&html(&app, path).await);
            assert!(main.contains(&format!("<h1 class=\"Dashboard_headline\">{headline}</h1>")), "{path}");
            assert!(!main.contains("data-item"), "{path}: the rest is the browser's");
        }
        // A name, or a component that draws the heading itself.
        for path in ["/en-gb/my-account", "/en-gb/my-account-my-profile", "/en-gb/my-account-crews"] {
            assert!(!main(&html(&app, path).await).contains("<h1"), "{path}");
        }
        let progress = html(&app, "/en-gb/my-account-my-progress").await;
        assert!(progress.contains("/assets/Progress-"), "what React draws is fetched with the first scripts");
    }

    async fn hostile_content_stays_text(app) {
        let bad = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'`&";
        save(&app, "bad-text", "text-block", true, json!({
            "kicker": text(bad), "headline": text(bad), "anchor": text(bad),
            "text": {"elementType": "formattedtext", "value": format!("{bad}\n\n[x](javascript:alert(3)) <b onclick=alert(4)>b</b>")},
        })).await;
        save(&app, "bad-hero", "hero", true, json!({
            "headline": text(bad),
            "link": {"elementType": "link", "linkURL": "javascript:alert(5)", "linkText": bad},
            "secondaryLink": {"elementType": "link", "linkURL": "//evil.example\"onclick=\"x", "linkText": bad},
        })).await;
        save(&app, "bad-test", "athletic-test", true, json!({"testType": text(bad), "headline": text(bad)})).await;
        save(&app, "bad-tests", "six-tests", true, json!({"tests": {"elementType": "reference", "values": [{"id": "bad-test"}]}})).await;
        save(&app, "bad-faqs", "faq-group", true, json!({"headline": text(bad), "questions": {"elementType": "group",
            "values": [{"question": text(bad), "anchor": text(bad), "answer": text(bad)}]}})).await;
        let mut elements = page("/bad", &["bad-hero", "bad-text", "bad-tests", "bad-faqs", "unknown-part", "bad-page"]);
        for key in ["title", "description", "headline"] {
            elements[key] = text(bad);
        }
        save(&app, "bad-page", "flexi-page", true, elements).await;
        change(&app, "site-settings", json!({"title": text(bad), "logo": text("/x\" onerror=\"alert(6)")})).await;
        let html = html(&app, "/en-gb/bad").await;
        let plain = html.replace("&lt;", "").replace("&quot;", "");
        assert!(!html.contains("<script>") && !html.contains("<img src=x") && !plain.contains("<b onclick"), "{html}");
        assert!(!html.contains("href=\"javascript:") && !html.contains("href=\"//evil"));
        let scripts = html.matches("<script").count();
        let data = html.matches("<script type=\"application/").count();
        let own = html.matches("<script async fetchpriority=\"low\" src=\"/start.js\"").count();
        assert_eq!((scripts - data, own), (1, 1), "only our own script runs");
        assert_eq!(first_data(&html)["page"]["item"]["elements"]["title"]["value"], bad);
        assert!(structured(&html).iter().any(|part| part["name"] == bad));
        assert_eq!(html.matches("<div id=\"root\">").count(), 1);
    }

    async fn odd_content_leaves_the_rest_of_the_page(app) {
        save(&app, "odd", "flexi-page", true, json!({
            "path": text("/odd"), "title": {"elementType": "number", "value": 7}, "headline": text("Still here."),
            "indexable": text("yes"),
            "components": {"elementType": "reference", "values": [{"id": "gone"}, 7, null, {"id": "odd"}, {"id": "home-statement"}]},
        })).await;
        let html = html(&app, "/en-gb/odd").await;
        assert!(html.contains("Still here.") && html.contains("Statement_statement"));
        assert!(html.contains("content=\"noindex\""), "a switch of another type is off");
    }

    async fn the_tests_are_explained_by_the_protocols_in_force(app) {
        let speed = async || {
            let html = html(&app, "/en-gb/my-account-about-the-tests").await;
            between(&html, "<section class=\"TestGuide_section\" id=\"speed\"", "</section>").unwrap().to_owned()
        };
        let before = speed().await;
        assert!(before.contains("<dd>2</dd>") && before.contains("<td>4.20</td>"), "{before}");
        let mut set = json!(Protocols::STANDARD);
        for (field, value) in [("zero", json!(5.2)), ("hundred", json!(3.2)), ("attempts", json!(4))] {
            set["tests"][3][field] = value;
        }
        app.person(3).await.client().put("/api/event/admin/protocols", set).await.data();
        let after = speed().await;
        for said in ["<dd>4</dd>", "<td>5.20</td>", "<td>3.60</td>", "<td>3.20</td>"] {
            assert!(after.contains(said), "{said}: {after}");
        }
        assert!(!after.contains("<td>4.20</td>"), "{after}");
    }

    async fn what_an_editor_fills_in_is_in_the_page(app) {
        let link = |text: &str| json!({"elementType": "link", "linkURL": "/news", "linkText": text});
        let rich = |text: &str| json!({"elementType": "formattedtext", "value": text});
        app.execute("INSERT INTO season (season, start_date, end_date) VALUES (11, '2026-01-01', '2026-12-31')").await;
        change(&app, "home-countdown", json!({"link": link("To the season")})).await;
        assert!(html(&app, "/en-gb/").await.contains("href=\"/en-gb/news\">To the season</a>"));

        change(&app, "faqs", json!({"kicker": text("Ask away"), "link": link("Ask the team")})).await;
        change(&app, "faq-booking", json!({"anchor": text("before-you-book"), "text": rich("Read this first.")})).await;
        let faqs = html(&app, "/en-gb/frequently-asked-questions").await;
        for said in [
            "<p class=\"Kicker_kicker\">Ask away</p>",
            "href=\"/en-gb/news\">Ask the team</a>",
            "href=\"#before-you-book\"",
            "<section class=\"Faqs_group\" id=\"before-you-book\"",
            "<p>Read this first.</p>",
        ] {
            assert!(faqs.contains(said), "{said}");
        }

        change(&app, "about-tests", json!({"headline": text("What you will do."), "text": rich("All in an hour.")})).await;
        let about = html(&app, "/en-gb/my-account-about-the-tests").await;
        let opening = between(&about, "<div class=\"TestGuide_top\">", "<nav class=\"TestGuide_nav\"").unwrap();
        assert!(opening.contains("What you will do.</h2>") && opening.contains("<p>All in an hour.</p>"), "{opening}");

        change(&app, "not-found", json!({"link": link("What is new")})).await;
        let missing = app.client().get("/en-gb/no-such-page").await;
        assert_eq!(missing.status, 404);
        for said in ["href=\"/en-gb/news\">What is new</a>", "href=\"/en-gb/frequently-asked-questions\">Read the FAQs</a>"] {
            assert!(missing.text().contains(said), "{said}");
        }
    }

    async fn the_six_cards_lead_to_their_explanations_wherever_the_button_below_leads(app) {
        let link = json!({"elementType": "link", "linkURL": "/news#six", "linkText": "What they do"});
        change(&app, "home-six-tests", json!({"link": link})).await;
        let home = html(&app, "/en-gb/").await;
        assert!(home.contains("href=\"/en-gb/news#six\""));
        for test in ["cognitive", "endurance"] {
            let card = format!("class=\"SixTests_cardLink\" href=\"/en-gb/my-account-about-the-tests#{test}\"");
            assert!(home.contains(&card), "{test}");
        }
    }

    async fn the_picture_for_sharing_comes_from_the_settings(app) {
        let own = format!("<meta property=\"og:image\" content=\"{}/share.png\">", app.state.config.public_url);
        assert!(html(&app, "/en-gb/").await.contains(&own), "ours while nobody has chosen another");
        let picture = app.client().get("/share.png").await;
        assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, "image/png".to_owned()));
        change(&app, "site-settings", json!({"shareImage": {"elementType": "image", "id": "gone", "altText": "Six"}})).await;
        assert!(html(&app, "/en-gb/").await.contains(&own), "a picture that is not there is left out");
    }

    async fn forms_and_the_calendar_have_their_headline(app) {
        for (path, headline, steps) in [
            ("/en-gb/login", "Back for more.", None),
            ("/en-gb/register", "First, are you ready?", Some("1 of 9</span> Age")),
            ("/en-gb/my-account-book-test", "Pick your moment.", None),
        ] {
            let html = html(&app, path).await;
            assert_eq!(html.matches("<h1").count(), 1, "{path}");
            assert!(html.contains(&format!(">{headline}</h1>")), "{path}");
            assert_eq!(html.contains("<nav aria-label=\"Sign-up\""), steps.is_some(), "{path}");
            assert!(steps.is_none_or(|words| html.contains(words)), "{path}");
        }
    }
}
