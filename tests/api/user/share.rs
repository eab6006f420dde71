//! `/api/user/share`: making a card public, revoking it, and an athlete's choices about being seen.

use serde_json::{Value, json};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Person, TestApp, both};

use super::results::tested;

const SHARE: &str = "/api/user/share";
const OLDER: &str = "2025-11-20";
const NEWER: &str = "2025-12-10";

/// A person with a result.
async fn ranked(app: &TestApp) -> Person {
    let person = app.athlete().await;
    tested(app, &person, OLDER, 60).await;
    person
}

async fn share(person: &Person, template: &str, colour: &str) -> Value {
    person.client().post(SHARE, json!({ "template": template, "colour": colour })).await.data()
}

/// The status of a shared card's picture, without a session.
async fn seen(app: &TestApp, shared: &Value) -> u16 {
    let id = shared["shareId"].as_str().unwrap();
    let reply = app.client().get(&format!("/en-gb/share/{id}.svg")).await;
    if reply.status != 200 {
        assert_eq!(reply.header("cache-control"), "no-store");
    }
    reply.status.as_u16()
}

async fn words(app: &TestApp, shared: &Value) -> String {
    let id = shared["shareId"].as_str().unwrap();
    let text = app.client().get(&format!("/en-gb/share/{id}.svg")).await.text();
    text.split_once("aria-label=\"").unwrap().1.split('"').next().unwrap().to_owned()
}

/// Whether a card is hidden: its page says so, or there is no page if the site has not been built.
fn hidden(status: u16) -> bool {
    status == 404 || status == 503
}

both! {
    async fn a_card_is_public_by_its_athletes_act_until_they_take_it_back(app) {
        let ada = ranked(&app).await;
        let nothing = json!({ "optIn": false, "adult": true, "age": "adult", "lastName": false, "shares": [] });
        assert_eq!(ada.client().get(SHARE).await.data(), nothing);
        let shared = share(&ada, "season_card", "appColor").await;
        let id = shared["shareId"].as_str().unwrap();
        assert_eq!(shared["url"], format!("{}/en-gb/share/{id}", app.state.config.public_url));
        assert_eq!(seen(&app, &shared).await, 200);
        let listed = ada.client().get(SHARE).await.data();
        assert_eq!(listed["shares"][0]["createdAt"], app.state.clock.now_ms());
        for (key, value) in [("shareId", id), ("template", "season_card"), ("colour", "appColor")] {
            assert_eq!(listed["shares"][0][key], value);
        }
        // Sharing the same again changes nothing; another colour is another card.
        assert_eq!(share(&ada, "season_card", "appColor").await, shared);
        assert_ne!(share(&ada, "season_card", "white").await, shared);

        let target = format!("{SHARE}/{id}");
        let ben = ranked(&app).await;
        ben.client().delete(&target, json!({})).await.refused(404, "NOT_FOUND");
        assert_eq!(seen(&app, &shared).await, 200);
        for _ in 0..2 {
            assert_eq!(ada.client().delete(&target, json!({})).await.data(), json!({ "shareId": id }));
            assert!(hidden(seen(&app, &shared).await));
        }
        assert_eq!(ada.client().get(SHARE).await.data()["shares"].as_array().unwrap().len(), 1);
        assert_ne!(share(&ada, "season_card", "appColor").await, shared, "a new address");
        for id in ["", "x", "00000000000000000000000000", "../../etc/passwd"] {
            let status = ada.client().delete(&format!("{SHARE}/{id}"), json!({})).await.status;
            assert!(status == 404 || status == 405, "{id}: {status}");
        }
        let acts = app.scalar("SELECT COUNT(*) FROM audit_log WHERE action IN ('share.created', 'share.revoked')").await;
        assert_eq!(acts, 3 + 2);
    }

    async fn the_overview_is_shared_in_black_and_a_score_card_never(app) {
        let ada = ranked(&app).await;
        let shared = share(&ada, "result_overview", "white").await;
        assert_eq!(share(&ada, "result_overview", "grey").await, shared);
        assert_eq!(ada.client().get(SHARE).await.data()["shares"][0]["colour"], "black");
        let body = json!({ "template": "score_card", "colour": "black" });
        ada.client().post(SHARE, body).await.refused_field(400, "FIELD_INVALID", "template");
        ada.client().post(SHARE, json!({ "template": "poster" })).await.refused_field(400, "FIELD_INVALID", "template");
        ada.client().post(SHARE, json!({})).await.refused_field(400, "FIELD_MISSING", "template");
    }

    // RULES 13.7
    async fn a_challenge_shows_the_final_alone_and_never_a_held_one(app) {
        let ada = app.athlete().await;
        let score = tested(&app, &ada, OLDER, 60).await;
        let shared = share(&ada, "challenge", "appColor").await;
        assert_eq!(words(&app, &shared).await, format!("Challenge of Robin F., Season 10 2025: beat my {score:.2}"));
        app.execute("UPDATE booking SET held = TRUE").await;
        assert!(hidden(seen(&app, &shared).await));
        ada.client().post(SHARE, json!({ "template": "challenge" })).await.refused(422, "NO_RESULT");
    }

    // RULES 2.5
    async fn a_link_says_the_same_after_new_year(app) {
        let ada = ranked(&app).await;
        let shared = share(&ada, "season_card", "black").await;
        let before = words(&app, &shared).await;
        app.pass_minutes(366 * 24 * 60);
        assert_eq!(words(&app, &shared).await, before);
    }

    // RULES 13.15, 13.16
    async fn a_format_and_what_is_shown_make_a_card_of_their_own(app) {
        let ada = ranked(&app).await;
        let make = async |body: Value| ada.client().post(SHARE, body).await.data();
        let story = make(json!({ "template": "season_card" })).await;
        let square = make(json!({ "template": "season_card", "format": "square" })).await;
        let shown = make(json!({ "template": "season_card", "format": "square", "shows": ["gain", "marks", "rank"] })).await;
        let nothing = make(json!({ "template": "season_card", "shows": [] })).await;
        let all = [&story, &square, &shown, &nothing];
        for (index, one) in all.iter().enumerate() {
            assert!(all[index + 1..].iter().all(|other| other != one));
        }
        assert_eq!(make(json!({ "template": "season_card", "format": "square", "shows": ["rank", "marks", "gain"] })).await, shown);
        assert_eq!(make(json!({ "template": "season_card", "format": "story", "shows": ["handle"] })).await, story);
        let listed = ada.client().get(SHARE).await.data()["shares"].as_array().unwrap().clone();
        let row = listed.iter().find(|row| row["shareId"] == shown["shareId"]).unwrap();
        assert_eq!((&row["format"], &row["shows"]), (&json!("square"), &json!(["rank", "gain", "marks"])));
        assert!(words(&app, &shown).await.contains(" cm") && !words(&app, &square).await.contains(" cm"));
        // A challenge shows nothing but the handle, whatever is picked.
        let challenge = make(json!({ "template": "challenge", "shows": ["rank", "gain", "marks"] })).await;
        assert!(words(&app, &challenge).await.starts_with("Challenge of Robin F., Season 10 2025: beat my "));
        let row = ada.client().get(SHARE).await.data()["shares"].clone();
        let row = row.as_array().unwrap().iter().find(|row| row["shareId"] == challenge["shareId"]).unwrap().clone();
        assert_eq!(row["shows"], json!([]));
        let refused = async |body: Value, field: &str| {
            ada.client().post(SHARE, body).await.refused_field(400, "FIELD_INVALID", field);
        };
        refused(json!({ "template": "season_card", "format": "poster" }), "format").await;
        refused(json!({ "template": "season_card", "shows": ["uaid"] }), "shows[0]").await;
    }

    // RULES 13.17
    async fn a_recap_is_shared_and_stays_the_season_until_then(app) {
        let ada = ranked(&app).await;
        let recap = share(&ada, "recap_progress", "white").await;
        let before = words(&app, &recap).await;
        assert!(before.starts_with("Recap of Robin F., Season 10 2025: one visit"), "{before}");
        tested(&app, &ada, NEWER, 80).await;
        assert_eq!(words(&app, &recap).await, before);
        app.execute(format!("UPDATE booking SET test_date = '1999-01-01' WHERE test_date = '{NEWER}'")).await;
        let body = json!({ "template": "recap_tests", "bookingId": null });
        assert!(ada.client().post(SHARE, body).await.data()["shareId"].is_string(), "the newest lies in a season");
    }

    async fn what_was_shared_stays_what_it_was(app) {
        let ada = ranked(&app).await;
        let (card, overview) = (share(&ada, "season_card", "black").await, share(&ada, "result_overview", "black").await);
        let before = (words(&app, &card).await, words(&app, &overview).await);
        tested(&app, &ada, NEWER, 80).await;
        assert_eq!((words(&app, &card).await, words(&app, &overview).await), before);
        assert_ne!(share(&ada, "season_card", "black").await, card, "the newest result has a card of its own");
    }

    async fn a_result_that_is_held_back_is_not_shared_and_not_seen(app) {
        let ada = ranked(&app).await;
        let shared = share(&ada, "season_card", "black").await;
        app.execute("UPDATE booking SET held = TRUE").await;
        assert!(hidden(seen(&app, &shared).await));
        let body = json!({ "template": "season_card", "colour": "grey" });
        ada.client().post(SHARE, body).await.refused(422, "NO_RESULT");
        app.execute("UPDATE booking SET held = FALSE").await;
        assert_eq!(seen(&app, &shared).await, 200);
    }

    async fn nobody_under_18_is_seen_without_their_own_yes(app) {
        let ada = ranked(&app).await;
        let body = json!({ "template": "season_card", "colour": "black" });
        assert_eq!(ada.client().get(SHARE).await.data()["age"], "adult");
        for (born, age) in [("'2010-01-01'", "minor"), ("NULL", "unknown")] {
            app.execute(format!("UPDATE account SET date_of_birth = {born} WHERE uaid = '{}'", ada.uaid)).await;
            let sharing = ada.client().get(SHARE).await.data();
            assert_eq!((&sharing["adult"], &sharing["age"]), (&json!(false), &json!(age)));
            ada.client().post(SHARE, body.clone()).await.refused(422, "SHARE_OPT_IN");
        }
        let said = ada.client().put(SHARE, json!({ "optIn": true })).await.data();
        assert_eq!((&said["optIn"], &said["lastName"]), (&json!(true), &json!(false)));
        let shared = share(&ada, "season_card", "black").await;
        assert_eq!(seen(&app, &shared).await, 200);
        ada.client().put(SHARE, json!({ "optIn": false })).await.data();
        assert!(hidden(seen(&app, &shared).await));
        // One's own card is available at any age.
        assert_eq!(ada.client().get("/api/user/card?template=season_card").await.status, 200);
    }

    // RULES 13.21
    async fn what_was_switched_off_before_18_stays_off_after_the_birthday(app) {
        let (ada, ben) = (ranked(&app).await, ranked(&app).await);
        app.execute("UPDATE account SET date_of_birth = '2008-03-10'").await;
        for person in [&ada, &ben] {
            person.client().put(SHARE, json!({ "optIn": true })).await.data();
        }
        let (off, on) = (share(&ada, "season_card", "black").await, share(&ben, "season_card", "black").await);
        assert_eq!(ada.client().get(SHARE).await.data()["shares"][0]["asleep"], false);
        let said = ada.client().put(SHARE, json!({ "optIn": false })).await.data();
        assert_eq!(said["shares"][0]["asleep"], true);
        app.pass_minutes(8 * 24 * 60);
        let client = app.client().bearer(&app.session_of(&ada).await);
        let listed = client.get(SHARE).await.data();
        assert_eq!((&listed["adult"], &listed["shares"][0]["asleep"]), (&json!(true), &json!(true)));
        assert!(hidden(seen(&app, &off).await));
        assert_eq!(seen(&app, &on).await, 200, "who agreed still does");
        // An adult's new link is a new card.
        let body = json!({ "template": "season_card", "colour": "black" });
        let again = client.post(SHARE, body.clone()).await.data();
        assert_ne!(again, off);
        assert_eq!(client.post(SHARE, body).await.data(), again);
        assert_eq!(seen(&app, &again).await, 200);
        assert!(hidden(seen(&app, &off).await));
        let listed = client.get(SHARE).await.data();
        let asleep: Vec<&Value> = listed["shares"].as_array().unwrap().iter().map(|row| &row["asleep"]).collect();
        assert_eq!(asleep, [&json!(false), &json!(true)]);
    }

    async fn the_last_name_stands_there_only_where_it_was_chosen(app) {
        let ada = ranked(&app).await;
        let shared = share(&ada, "season_card", "black").await;
        assert!(words(&app, &shared).await.contains("Robin F.,"));
        assert_eq!(ada.client().put(SHARE, json!({ "lastName": true })).await.data()["lastName"], true);
        assert!(words(&app, &shared).await.contains("Robin Field,"));
        ada.client().put(SHARE, json!({})).await.data();
        assert!(words(&app, &shared).await.contains("Robin Field,"), "what is left out stays");
        ada.client().put(SHARE, json!({ "lastName": false })).await.data();
        assert!(words(&app, &shared).await.contains("Robin F.,"));
        ada.client().put(SHARE, json!({ "lastName": "yes" })).await.refused_field(400, "FIELD_INVALID", "lastName");
    }

    async fn a_handle_is_on_ones_own_cards_and_in_public_only_beside_the_whole_name(app) {
        let ada = ranked(&app).await;
        app.execute(format!("UPDATE account SET tiktok = 'robin.runs' WHERE uaid = '{}'", ada.uaid)).await;
        let shared = share(&ada, "season_card", "black").await;
        let own = async || ada.client().get("/api/user/card?template=season_card").await.text();
        assert!(own().await.contains("@robin.runs"));
        assert!(!words(&app, &shared).await.contains("robin.runs"));
        ada.client().put(SHARE, json!({ "lastName": true })).await.data();
        assert!(words(&app, &shared).await.contains("@robin.runs"));
        app.execute(format!("UPDATE account SET instagram = 'robin.f' WHERE uaid = '{}'", ada.uaid)).await;
        assert!(own().await.contains("@robin.f") && !own().await.contains("robin.runs"), "Instagram comes first");
        app.execute(format!("UPDATE account SET instagram = '', tiktok = '' WHERE uaid = '{}'", ada.uaid)).await;
        assert!(!own().await.contains('@'));
    }

    async fn a_name_cannot_leave_its_place(app) {
        let ada = ranked(&app).await;
        let shared = share(&ada, "season_card", "black").await;
        app.execute(format!(
            "UPDATE account SET first_name = '<script>alert(1)</script>', last_name = '\"&' WHERE uaid = '{}'", ada.uaid
        )).await;
        let id = shared["shareId"].as_str().unwrap();
        for form in ["", ".svg"] {
            let text = app.client().get(&format!("/en-gb/share/{id}{form}")).await.text();
            assert!(!text.contains("<script>alert"), "{form}");
        }
    }

    // RULES 13.19
    async fn an_athlete_has_two_hundred_public_cards_at_most(app) {
        let ada = ranked(&app).await;
        let shared = share(&ada, "season_card", "appColor").await;
        for number in 1..200 {
            app.execute(format!(
                "INSERT INTO share (share_id, uaid, template, colour, format, shows, booking_id, created_at) \
                 SELECT 'x{number}', uaid, 'result_details', colour, format, shows, booking_id, {number} FROM share \
                 WHERE share_id = '{}'", shared["shareId"].as_str().unwrap()
            )).await;
        }
        assert_eq!(share(&ada, "season_card", "appColor").await["shareId"], shared["shareId"], "the same card");
        let other = json!({ "template": "result_overview", "colour": "black" });
        ada.client().post(SHARE, other.clone()).await.refused(422, "SHARE_LIMIT");
        let path = format!("{SHARE}/{}", shared["shareId"].as_str().unwrap());
        ada.client().delete(&path, json!({})).await.data();
        ada.client().post(SHARE, other).await.data();
    }

    async fn nothing_is_left_of_somebody_who_leaves(app) {
        let ada = app.staff(1).await;
        tested(&app, &ada, OLDER, 60).await;
        ada.client().put(SHARE, json!({ "optIn": true, "lastName": true })).await.data();
        let shared = share(&ada, "season_card", "black").await;
        let other = share(&ada, "season_card", "white").await;
        ada.client().delete(&format!("{SHARE}/{}", other["shareId"].as_str().unwrap()), json!({})).await.data();
        let export = ada.client().get("/api/user/export").await.data();
        let sharing = &export["sharing"];
        assert_eq!((&sharing["optIn"], &sharing["lastName"]), (&json!(true), &json!(true)));
        let kept = sharing["shares"].as_array().unwrap();
        assert_eq!(kept.len(), 2);
        assert_eq!(kept.iter().filter(|share| share["takenBackAt"].is_string()).count(), 1);

        ada.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert!(hidden(seen(&app, &shared).await));
        assert_eq!(app.count("share").await, 0);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE public_opt_in OR share_last_name").await, 0);
    }

    async fn a_repeated_write_is_one(app) {
        let ada = ranked(&app).await;
        let body = json!({ "template": "season_card", "colour": "black" });
        let once = ada.client().keyed(axum::http::Method::POST, SHARE, "card-1", body.clone()).await;
        let twice = ada.client().keyed(axum::http::Method::POST, SHARE, "card-1", body).await;
        assert_eq!((once.data(), twice.header("idempotency-replayed")), (twice.data(), "true".to_owned()));
        assert_eq!(app.count("share").await, 1);
    }
}
