//! Reporting a public card, and what staff decide (RULES 13.20).

use axum::http::{HeaderMap, HeaderValue, Method, header};
use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_server::db::DbError;
use sixfold_server::db::sharing::share::report;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Engine, Person, TestApp, both, on_both, postgres};
use sqlx::{AssertSqlSafe, Executor as _};

use super::card_photo::{photo, send_crop, sent, share};
use super::results::tested;
use crate::site::built;

const SHARE: &str = "/api/user/share";
const REPORTS: &str = "/api/user/admin/share-report";

/// A person with a public card on a photograph.
async fn sharing(app: &TestApp) -> (Person, String, Value) {
    let person = app.athlete().await;
    tested(app, &person, "2025-11-20", 60).await;
    let photo = sent(&person, [200, 30, 30]).await;
    let shared = share(&person, &photo, "story").await;
    (person, photo, shared)
}

/// Sends a crop of a file; returns the photograph's id.
async fn cropped(person: &Person, source: &str, colour: [u8; 3]) -> String {
    let data = send_crop(&person.client(), source, photo(colour)).await.data();
    data["photoId"].as_str().unwrap().to_owned()
}

fn id(shared: &Value) -> &str {
    shared["shareId"].as_str().unwrap()
}

async fn seen(app: &TestApp, shared: &Value) -> bool {
    app.client().get(&format!("/en-gb/share/{}.svg", id(shared))).await.status == 200
}

both! {
    async fn anybody_reports_a_card_and_staff_see_it_once(app) {
        let (ada, _, shared) = sharing(&app).await;
        let target = format!("{SHARE}/{}/report", id(&shared));
        let report = json!({ "reason": "person", "note": " That is my daughter. " });
        assert_eq!(app.client().post(&target, report).await.data(), json!({ "shareId": id(&shared) }));
        let asked_at = app.state.clock.now_ms();
        app.pass_minutes(3);
        app.client().post(&target, json!({ "reason": "other", "note": "Another note" })).await.data();
        let delivery = app.person(3).await;
        let reports = delivery.client().get(REPORTS).await.data()["reports"].clone();
        assert_eq!(reports.as_array().unwrap().len(), 1);
        let row = &reports[0];
        for (key, expected) in [
            ("shareId", json!(id(&shared))), ("url", shared["url"].clone()), ("reason", json!("person")),
            ("note", json!("That is my daughter.")), ("reports", json!(2)), ("hasPhoto", json!(true)),
            ("athlete", json!({ "uaid": ada.uaid, "firstName": "Robin", "lastName": "Field" })),
        ] {
            assert_eq!(row[key], expected, "{key}");
        }
        let at = sixfold_server::config::clock::iso(asked_at).unwrap();
        assert_eq!(row["reportedAt"], json!(at));
        assert!(seen(&app, &shared).await, "nothing happens by itself");
        for person in [app.athlete().await, app.person(2).await, app.person(4).await] {
            person.client().get(REPORTS).await.refused(403, "FORBIDDEN");
        }
    }

    async fn a_card_that_is_kept_stays_and_can_be_reported_again(app) {
        let (_, _, shared) = sharing(&app).await;
        let (target, decide) = (format!("{SHARE}/{}/report", id(&shared)), format!("{REPORTS}/{}", id(&shared)));
        app.client().post(&target, json!({ "reason": "offensive" })).await.data();
        let delivery = app.person(3).await;
        let kept = delivery.client().post(&decide, json!({ "decision": "keep" })).await.data();
        assert_eq!(kept, json!({ "shareId": id(&shared), "decision": "keep" }));
        assert!(seen(&app, &shared).await);
        delivery.client().post(&decide, json!({ "decision": "keep" })).await.refused(404, "NOT_FOUND");
        app.client().post(&target, json!({ "reason": "offensive" })).await.data();
        assert_eq!(delivery.client().get(REPORTS).await.data()["reports"][0]["reports"], 1);
        assert!(app.letters("card-taken-down").await.is_empty());
        let log = "SELECT COUNT(*) FROM audit_log WHERE action = 'share.report.dismissed' AND subject_uaid IS NOT NULL";
        assert_eq!(app.scalar(log).await, 1);
    }

    async fn a_decision_is_about_the_reports_that_staff_have_seen(app) {
        let (_, _, shared) = sharing(&app).await;
        let (target, decide) = (format!("{SHARE}/{}/report", id(&shared)), format!("{REPORTS}/{}", id(&shared)));
        let report = async || app.client().post(&target, json!({ "reason": "person" })).await.data();
        let staff = app.person(3).await.client();
        report().await;
        let seen_by_staff = staff.get(REPORTS).await.data()["reports"][0]["reports"].clone();
        report().await;
        for decision in ["keep", "takeDown"] {
            let body = json!({ "decision": decision, "reports": seen_by_staff });
            staff.post(&decide, body).await.refused(409, "REPORTS_CHANGED");
        }
        assert!(seen(&app, &shared).await);
        assert_eq!(app.scalar("SELECT reports FROM share_report").await, 2);
        staff.post(&decide, json!({ "decision": "keep", "reports": 2 })).await.data();
        assert_eq!(app.count("share_report").await, 0);
    }

    async fn a_card_that_is_taken_down_is_gone_with_its_photograph(app) {
        let (ada, photo, shared) = sharing(&app).await;
        let wide = share(&ada, &photo, "landscape").await;
        let plain = ada.client().post(SHARE, json!({ "template": "season_card" })).await.data();
        app.client().post(&format!("{SHARE}/{}/report", id(&shared)), json!({ "reason": "person" })).await.data();
        let delivery = app.person(3).await;
        let decide = format!("{REPORTS}/{}", id(&shared));
        let down = json!({ "decision": "takeDown" });
        assert_eq!(delivery.client().post(&decide, down.clone()).await.data()["decision"], "takeDown");
        assert!(!seen(&app, &shared).await && !seen(&app, &wide).await, "every card on that photograph");
        assert!(seen(&app, &plain).await);
        assert_eq!((app.count("card_photo").await, app.count("share_report").await), (0, 0));
        let letters = app.letters_to("card-taken-down", &ada.email).await;
        assert!(letters.len() == 1 && letters[0].contains("taken"), "{letters:?}");
        let log = "SELECT COUNT(*) FROM audit_log WHERE action = 'share.taken-down' AND subject_uaid IS NOT NULL";
        assert_eq!(app.scalar(log).await, 1);
        delivery.client().post(&decide, down).await.refused(404, "NOT_FOUND");
        // The athlete is told for 30 days, and cannot share that photograph again.
        let listed = async || {
            let client = app.client().bearer(&app.session_of(&ada).await);
            let shares = client.get(SHARE).await.data()["shares"].as_array().unwrap().clone();
            shares.iter().filter(|share| share["takenDown"] == true && share["hasPhoto"] == false).count()
        };
        assert_eq!(listed().await, 2);
        let again = sent(&ada, [200, 30, 30]).await;
        let body = json!({ "template": "season_card", "photoId": again });
        ada.client().post(SHARE, body).await.refused_field(422, "PHOTO_TAKEN_DOWN", "photoId");
        let other = sent(&ada, [30, 30, 200]).await;
        share(&ada, &other, "story").await;
        app.pass_minutes(31 * 24 * 60);
        assert_eq!(listed().await, 0);
    }

    // RULES 13.20
    async fn every_crop_of_a_photograph_goes_with_the_one_that_is_taken_down(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        for person in [&ada, &ben] {
            tested(&app, person, "2025-11-20", 60).await;
        }
        let (file, another) = ("ab".repeat(32), "cd".repeat(32));
        let story = share(&ada, &cropped(&ada, &file, [200, 30, 30]).await, "story").await;
        let square = share(&ada, &cropped(&ada, &file, [190, 40, 40]).await, "square").await;
        cropped(&ada, &file, [180, 50, 50]).await;
        let other = share(&ada, &cropped(&ada, &another, [30, 30, 200]).await, "story").await;
        let bens = share(&ben, &cropped(&ben, &file, [200, 30, 30]).await, "story").await;
        for card in [&story, &square] {
            app.client().post(&format!("{SHARE}/{}/report", id(card)), json!({ "reason": "person" })).await.data();
        }
        let delivery = app.person(3).await;
        let decide = format!("{REPORTS}/{}", id(&story));
        delivery.client().post(&decide, json!({ "decision": "takeDown" })).await.data();
        assert!(!seen(&app, &story).await && !seen(&app, &square).await);
        assert!(seen(&app, &other).await && seen(&app, &bens).await, "another file, and somebody else's");
        assert_eq!((app.count("card_photo").await, app.count("share_report").await), (2, 0));
        // No crop of it comes back: neither another one, nor one of those that a page sends without the file's name.
        let refused = async |photo_id: String| {
            let body = json!({ "template": "season_card", "photoId": photo_id });
            ada.client().post(SHARE, body).await.refused_field(422, "PHOTO_TAKEN_DOWN", "photoId");
        };
        refused(cropped(&ada, &file, [170, 60, 60]).await).await;
        refused(sent(&ada, [190, 40, 40]).await).await;
        refused(sent(&ada, [180, 50, 50]).await).await;
    }

    // RULES 13.20
    async fn the_report_of_a_card_that_is_revoked_goes_to_another_on_the_same_photograph(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, "2025-11-20", 60).await;
        let (file, another) = ("ab".repeat(32), "cd".repeat(32));
        let mut cards = Vec::new();
        for (source, colour, format) in
            [(&file, 200, "story"), (&file, 190, "square"), (&file, 180, "landscape"), (&another, 30, "story")]
        {
            let photo = cropped(&ada, source, [colour, 30, 90]).await;
            cards.push(share(&ada, &photo, format).await);
            app.pass_minutes(1);
        }
        let asked_at = sixfold_server::config::clock::iso(app.state.clock.now_ms()).unwrap();
        for (card, report) in [
            (&cards[0], json!({ "reason": "person", "note": "That is me." })),
            (&cards[1], json!({ "reason": "other", "note": "Another note" })),
        ] {
            app.client().post(&format!("{SHARE}/{}/report", id(card)), report).await.data();
            app.pass_minutes(1);
        }
        let delivery = app.person(3).await;
        // Added to the report of the second, and then to the third, which nobody has reported.
        for (card, next) in cards.iter().zip(&cards[1..3]) {
            ada.client().delete(&format!("{SHARE}/{}", id(card)), json!({})).await.data();
            let reports = delivery.client().get(REPORTS).await.data()["reports"].clone();
            assert_eq!(reports.as_array().unwrap().len(), 1, "{reports}");
            for (key, expected) in [
                ("shareId", json!(id(next))), ("reason", json!("person")), ("note", json!("That is me.")),
                ("reports", json!(2)), ("reportedAt", json!(asked_at)), ("hasPhoto", json!(true)),
            ] {
                assert_eq!(reports[0][key], expected, "{key}");
            }
        }
        ada.client().delete(&format!("{SHARE}/{}", id(&cards[2])), json!({})).await.data();
        assert_eq!(app.count("share_report").await, 0, "the last card shows another photograph");
    }

    async fn what_is_not_public_cannot_be_reported(app) {
        let (ada, _, shared) = sharing(&app).await;
        let target = format!("{SHARE}/{}/report", id(&shared));
        app.client().post(&target, json!({ "reason": "other" })).await.data();
        ada.client().delete(&format!("{SHARE}/{}", id(&shared)), json!({})).await.data();
        let delivery = app.person(3).await;
        assert_eq!(delivery.client().get(REPORTS).await.data()["reports"], json!([]), "the card is gone already");
        app.client().post(&target, json!({ "reason": "other" })).await.refused(404, "NOT_FOUND");
        for share_id in ["00000000000000000000000000", "x"] {
            let target = format!("{SHARE}/{share_id}/report");
            app.client().post(&target, json!({ "reason": "other" })).await.refused(404, "NOT_FOUND");
            let decide = format!("{REPORTS}/{share_id}");
            delivery.client().post(&decide, json!({ "decision": "keep" })).await.refused(404, "NOT_FOUND");
        }
        let (_, _, shared) = sharing(&app).await;
        let target = format!("{SHARE}/{}/report", id(&shared));
        app.client().post(&target, json!({ "reason": "boring" })).await.refused_field(400, "FIELD_INVALID", "reason");
        let long = json!({ "reason": "other", "note": "x".repeat(501) });
        app.client().post(&target, long).await.refused_field(400, "FIELD_INVALID", "note");
    }

    async fn a_tab_in_a_note_becomes_a_space(app) {
        let (_, _, shared) = sharing(&app).await;
        let target = format!("{SHARE}/{}/report", id(&shared));
        let report = async |note: &str| app.client().post(&target, json!({ "reason": "other", "note": note })).await;
        report("Row 3:\tthat is me").await.data();
        assert_eq!(app.texts("SELECT note FROM share_report").await, [Some("Row 3: that is me".to_owned())]);
        let refused = report("a\u{7}b").await.refused(400, "FIELD_INVALID");
        assert!(!refused["errorMessage"].as_str().unwrap().contains("500"), "{refused}");
    }

    async fn a_report_that_is_refused_is_written_once(app) {
        if !built() { return; }
        let (_, _, shared) = sharing(&app).await;
        let path = format!("/en-gb/share/{}/report", id(&shared));
        let note = format!("<b>{}", "n".repeat(500));
        let reply = app.client().form(&path, &[("reason", "offensive"), ("note", &note)]).await;
        let html = reply.text();
        assert_eq!(reply.status, 400);
        assert!(html.contains("role=\"alert\"") && html.contains("at most 500 characters"), "{html}");
        assert!(html.contains("value=\"offensive\" checked"), "{html}");
        assert!(html.contains(&format!("&lt;b&gt;{}</textarea>", "n".repeat(500))), "{html}");
    }

    async fn the_form_works_without_a_script(app) {
        if !built() { return; }
        let (_, _, shared) = sharing(&app).await;
        let path = format!("/en-gb/share/{}/report", id(&shared));
        let form = app.client().get(&path).await;
        assert_eq!((form.status.as_u16(), form.header("cache-control")), (200, "no-store".to_owned()));
        let html = form.text();
        assert!(html.contains("<form") && html.contains("method=\"post\"") && !html.contains("<script"), "{html}");
        let card = app.client().get(&format!("/en-gb/share/{}", id(&shared))).await.text();
        assert!(card.contains(&format!("{path}\"")) && card.contains("Report this card"));
        let thanks = app.client().form(&path, &[("reason", "person"), ("note", "Please remove it")]).await;
        assert!(thanks.status == 200 && thanks.text().contains("Thank you"));
        assert_eq!(app.texts("SELECT note FROM share_report").await, [Some("Please remove it".to_owned())]);
        // As long as the form allows: browsers count a line break as one character, and send two.
        app.execute("DELETE FROM share_report").await;
        let long = format!("{}\r\n!", "n".repeat(498));
        assert_eq!(app.client().form(&path, &[("reason", "person"), ("note", &long)]).await.status, 200);
        let stored = "SELECT COUNT(*) FROM share_report WHERE LENGTH(note) = 500";
        assert_eq!(app.scalar(stored).await, 1);
        // Somebody else's site cannot send it in a visitor's name.
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        headers.insert("sec-fetch-site", HeaderValue::from_static("cross-site"));
        let foreign = app.client().send(Method::POST, &path, headers, "reason=other".into()).await;
        assert_eq!(foreign.status, 403);
        assert_eq!(app.client().form(&path, &[("reason", "none")]).await.status, 400);
        let nowhere = "/en-gb/share/00000000000000000000000000/report";
        assert_eq!(app.client().get(nowhere).await.status, 404);
        assert_eq!(app.client().form(nowhere, &[("reason", "other")]).await.status, 404);
        assert_eq!(app.client().form(&format!("/en-gb/share/{}", id(&shared)), &[]).await.status, 405);
    }
}

on_both!(one_address_sends_ten_reports_an_hour, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let (_, _, shared) = sharing(&app).await;
    let target = format!("{SHARE}/{}/report", id(&shared));
    let client = app.client().at("192.0.2.7");
    for _ in 0..10 {
        client.post(&target, json!({ "reason": "other" })).await.data();
    }
    client.post(&target, json!({ "reason": "other" })).await.refused(429, "TOO_MANY_REQUESTS");
    if built() {
        let path = format!("/en-gb/share/{}/report", id(&shared));
        let reply = client.form(&path, &[("reason", "other"), ("note", "Please look at it")]).await;
        assert_eq!(reply.status, 429);
        assert!(!reply.header("retry-after").is_empty());
        assert!(reply.text().contains("Please look at it</textarea>"), "it can be sent later");
    }
    app.client().at("192.0.2.8").post(&target, json!({ "reason": "other" })).await.data();
    assert_eq!(app.scalar("SELECT reports FROM share_report").await, 11);
});

/// Takes a card down while its athlete shares the same photograph again, and holds the first card's row until both have got as far
/// as they can; returns how sharing ended, and how many cards are public on the photograph afterwards. `locked`: as the call does it;
/// otherwise without the athlete's lock.
async fn beside_another_share(locked: bool) -> (u16, i64) {
    let app = TestApp::spawn(Engine::Postgres).await;
    let (ada, photo, shared) = sharing(&app).await;
    let (share_id, delivery) = (id(&shared).to_owned(), app.person(3).await);
    app.client().post(&format!("{SHARE}/{share_id}/report"), json!({ "reason": "person" })).await.data();
    let (staff, sharer) = (delivery.client(), ada.client());
    let mut holder = postgres::connect(&app.state.config.database).await;
    let mut looker = postgres::connect(&app.state.config.database).await;
    let hold = format!("BEGIN; SELECT 1 FROM share WHERE share_id = '{share_id}' FOR UPDATE");
    holder.execute(AssertSqlSafe(hold)).await.unwrap();
    let (db, taken) = (app.state.db.clone(), photo.clone());
    let takes_down = tokio::spawn(async move {
        if locked {
            let decide = format!("{REPORTS}/{share_id}");
            staff.post(&decide, json!({ "decision": "takeDown" })).await.data();
        } else {
            let done: Result<(), DbError> =
                db.write(async move |conn| report::take_down(conn, &share_id, Some(&taken), 1).await).await;
            done.unwrap();
        }
    });
    postgres::waiting(&mut looker, 1).await;
    let shares = tokio::spawn(async move {
        let body = json!({ "template": "season_card", "photoId": photo, "format": "landscape" });
        sharer.post(SHARE, body).await.status.as_u16()
    });
    if locked {
        postgres::waiting(&mut looker, 2).await;
    } else {
        while app.scalar("SELECT COUNT(*) FROM share").await < 2 {}
    }
    holder.execute("ROLLBACK").await.unwrap();
    takes_down.await.unwrap();
    let public = "SELECT COUNT(*) FROM share WHERE photo_id IS NOT NULL AND revoked_at IS NULL";
    (shares.await.unwrap(), app.scalar(public).await)
}

// RULES 13.20
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_photograph_that_is_being_taken_down_is_on_no_new_card() {
    assert_eq!(beside_another_share(true).await, (404, 0));
    // The control: without the lock the new card stays public.
    assert_eq!(beside_another_share(false).await, (200, 1));
}

/// Does something while a report of a card is being filed: the card's row is held until both wait for it. Returns the status of the
/// report, and what came of the other.
async fn beside_a_report<T: Send + 'static>(
    app: &TestApp,
    share_id: &str,
    other: impl Future<Output = T> + Send + 'static,
) -> (u16, T) {
    let mut holder = postgres::connect(&app.state.config.database).await;
    let mut looker = postgres::connect(&app.state.config.database).await;
    let hold = format!("BEGIN; SELECT 1 FROM share WHERE share_id = '{share_id}' FOR UPDATE");
    holder.execute(AssertSqlSafe(hold)).await.unwrap();
    let (visitor, target) = (app.client(), format!("{SHARE}/{share_id}/report"));
    let report = async move { visitor.post(&target, json!({ "reason": "other" })).await.status.as_u16() };
    let report = tokio::spawn(report);
    postgres::waiting(&mut looker, 1).await;
    let other = tokio::spawn(other);
    postgres::waiting(&mut looker, 2).await;
    holder.execute("ROLLBACK").await.unwrap();
    (report.await.unwrap(), other.await.unwrap())
}

// RULES 13.20
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_that_is_just_coming_is_not_decided_about() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let (_, _, shared) = sharing(&app).await;
    let (target, decide) = (format!("{SHARE}/{}/report", id(&shared)), format!("{REPORTS}/{}", id(&shared)));
    app.client().post(&target, json!({ "reason": "person" })).await.data();
    let staff = app.person(3).await.client();
    let keeps = async move { staff.post(&decide, json!({ "decision": "keep", "reports": 1 })).await };
    let (status, kept) = beside_a_report(&app, id(&shared), keeps).await;
    kept.refused(409, "REPORTS_CHANGED");
    assert_eq!((status, app.scalar("SELECT reports FROM share_report").await), (200, 2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_that_is_just_coming_goes_with_its_athlete() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let ada = app.staff(1).await;
    tested(&app, &ada, "2025-11-20", 60).await;
    let shared = ada.client().post(SHARE, json!({ "template": "season_card" })).await.data();
    let leaver = ada.client();
    let leaves =
        async move { leaver.post("/api/user/delete", json!({ "password": PASSWORD })).await.status.as_u16() };
    assert_eq!(beside_a_report(&app, id(&shared), leaves).await, (200, 200));
    assert_eq!((app.count("share_report").await, app.count("share").await), (0, 0));
}
