//! Registering, lists of changes, the newest pass, and what is forgotten when.

use axum::http::Method;
use serde_json::json;
use sixfold_server::app::jobs::tidy;
use sixfold_server::app::metrics;
use sixfold_server::config::cli::Switch;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::wallet_keys::{PASS_TYPE, wallet_keys};
use sixfold_tests::{Client, TestApp, both, on_both};

use super::{Phone, V1};
use crate::event::stage::{DAY, LATER, NEXT_DAY, TIME, booked, cancel, shift};
use crate::event::ticket::{description, with_wallets};
use crate::ops::old::pass_days;

both! {
    from with_wallets?;

    async fn a_phone_registers_follows_its_ticket_and_leaves(app) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        let phone = Phone::with_ticket(&athlete, &id, "b33e3a3dccb3030333e3333da33333a3").await;
        assert_eq!(phone.changed(&app, None).await, None, "nobody has registered");
        assert_eq!((phone.register(&app).await, phone.register(&app).await), (201, 200));
        assert_eq!(app.count("apple_pass_device").await, 1);
        // Neither the phone's id nor its token is in the store as it is.
        let stored =
            app.texts("SELECT registration_id || device_hash || push_token_sealed FROM apple_pass_device").await;
        let stored = stored[0].as_ref().unwrap();
        assert!(!stored.contains(&phone.device) && !stored.contains(&phone.push_token), "{stored}");

        let list = phone.changed(&app, None).await.unwrap();
        assert_eq!(list["serialNumbers"], json!([id]));
        let since = list["lastUpdated"].as_str().unwrap().to_owned();
        let first = phone.fetch(&app, None).await;
        assert_eq!(description(&first)["serialNumber"], json!(id));

        app.pass_minutes(5);
        assert_eq!(
            phone.fetch(&app, Some(&phone.fetch(&app, None).await.header("last-modified"))).await.status,
            304
        );
        let later = (since.parse::<i64>().unwrap() + 60_000).to_string();
        assert_eq!(phone.changed(&app, Some(&later)).await, None);

        shift(&athlete, &id, NEXT_DAY, LATER).await.data();
        let list = phone.changed(&app, Some(&since)).await.unwrap();
        assert_eq!(list["serialNumbers"], json!([id]));
        assert!(list["lastUpdated"].as_str().unwrap().parse::<i64>().unwrap() > since.parse().unwrap());
        let moved = phone.fetch(&app, Some(&first.header("last-modified"))).await;
        assert_eq!(description(&moved)["relevantDate"], "2026-03-06T14:15:00+00:00");
        // It may change once more within this second: the phone's date must not hide that.
        shift(&athlete, &id, DAY, LATER).await.data();
        let again = phone.fetch(&app, Some(&moved.header("last-modified"))).await;
        assert_eq!(description(&again)["relevantDate"], "2026-03-05T14:15:00+00:00");

        app.pass_minutes(1);
        cancel(&athlete, &id).await.data();
        let over = description(&phone.fetch(&app, Some(&again.header("last-modified"))).await);
        assert_eq!(
            (&over["voided"], &over["eventTicket"]["backFields"][0]["value"]),
            (&json!(true), &json!("Cancelled"))
        );

        assert_eq!((phone.unregister(&app).await, phone.unregister(&app).await), (200, 200));
        assert_eq!(app.count("apple_pass_device").await, 0);
        assert_eq!(phone.changed(&app, None).await, None);
    }

    // RULES 4.15
    async fn a_phone_gets_the_academys_new_address(app) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        let phone = Phone::with_ticket(&athlete, &id, "phone-1").await;
        app.pass_minutes(5);
        let first = phone.fetch(&app, None).await;
        let known = first.header("last-modified");
        assert_eq!(phone.fetch(&app, Some(&known)).await.status, 304);

        let mut academy = app.client().get("/api/event/config").await.data()["event"].clone();
        academy["eventLocationAddress"] = json!("1 Weir Lane, Leeds");
        academy["eventLocationPostCode"] = json!("LS1 4AP");
        app.person(3).await.client().put("/api/event/admin/event", academy).await.data();
        app.pass_minutes(1);
        let moved = phone.fetch(&app, Some(&known)).await;
        let pass = description(&moved).to_string();
        assert!(pass.contains("1 Weir Lane, Leeds, LS1 4AP"), "{pass}");
        assert_eq!(phone.fetch(&app, Some(&moved.header("last-modified"))).await.status, 304);
    }

    // RULES 4.15
    async fn a_phone_gets_a_corrected_name(app) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        let phone = Phone::with_ticket(&athlete, &id, "phone-1").await;
        app.pass_minutes(5);
        let known = phone.fetch(&app, None).await.header("last-modified");
        assert_eq!(phone.fetch(&app, Some(&known)).await.status, 304);

        athlete.client().put("/api/user/profile", json!({ "firstName": "Zoë", "lastName": "Quick" })).await.data();
        app.pass_minutes(1);
        let corrected = phone.fetch(&app, Some(&known)).await;
        let pass = description(&corrected).to_string();
        assert!(pass.contains("Zoë Quick"), "{pass}");
        assert_eq!(phone.fetch(&app, Some(&corrected.header("last-modified"))).await.status, 304);
    }

    // RULES 4.14
    async fn an_expired_certificate_ends_apples_tickets_alone(app) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        let phone = Phone::with_ticket(&athlete, &id, "phone-1").await;
        assert_eq!(phone.register(&app).await, 201);
        let wallets = async || app.client().get("/api/event/config").await.data()["wallets"].clone();
        assert_eq!(wallets().await, json!({ "apple": true, "google": true }));
        let end_ms = app.state.config.wallets.apple.as_ref().unwrap().end_ms();
        let scraped = Client::new(metrics::router(app.state.clone())).get("/metrics").await.text();
        let series = format!("\nsixfold_wallet_certificate_end_timestamp_seconds {}\n", end_ms / 1000);
        assert!(scraped.contains(&series), "{scraped}");

        app.state.clock.advance(end_ms - app.state.clock.now_ms());
        assert_eq!(wallets().await, json!({ "apple": false, "google": true }));
        phone.fetch(&app, None).await.refused(404, "NOT_FOUND");
        assert_eq!(phone.unregister(&app).await, 200, "the phone may leave all the same");
    }

    // RULES 4.17
    async fn a_ticket_does_not_tell_a_removed_score_from_a_missed_visit(app) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        let phone = Phone::with_ticket(&athlete, &id, "phone-1").await;
        for removed_at in ["NULL", "1"] {
            app.execute(format!("UPDATE booking SET status = 'dnt', score_removed_at = {removed_at}")).await;
            let pass = description(&phone.fetch(&app, None).await);
            assert_eq!(pass["eventTicket"]["backFields"][0]["value"], "No result", "{removed_at}");
        }
    }

    async fn only_the_token_of_a_ticket_opens_it(app) {
        let (one, two) = (app.athlete().await, app.athlete().await);
        let (first, second) = (booked(&one, DAY, TIME).await, booked(&two, DAY, TIME).await);
        let phone = Phone::with_ticket(&one, &first, "phone-1").await;
        let mut thief = Phone::with_ticket(&two, &second, "phone-2").await;
        thief.serial = first.clone();
        assert_eq!((thief.register(&app).await, thief.unregister(&app).await), (401, 401));
        assert_eq!(thief.fetch(&app, None).await.status, 401);
        thief.token = String::new();
        assert_eq!(thief.fetch(&app, None).await.status, 401);
        // The session of the athlete is no token of the ticket.
        let path = format!("{V1}/passes/{PASS_TYPE}/{first}");
        one.client().get(&path).await.refused(401, "UNAUTHORISED");
        let body = json!({ "pushToken": "ab" });
        let other = phone.registration().replace(PASS_TYPE, "pass.of.others");
        phone.call(&app, Method::POST, &other, Some(body)).await.refused(404, "NOT_FOUND");
        for token in ["", "not hexadecimal", &"a".repeat(201)] {
            let body = json!({ "pushToken": token });
            let reply = phone.call(&app, Method::POST, &phone.registration(), Some(body)).await;
            reply.refused_field(400, "FIELD_INVALID", "pushToken");
        }
        phone.call(&app, Method::POST, &phone.registration(), None).await.refused(400, "BODY_MISSING");
        let list = format!("{V1}/devices/phone-1/registrations/{PASS_TYPE}?passesUpdatedSince=yesterday");
        assert_eq!(app.client().get(&list).await.status, 400);
        let long = format!("{V1}/devices/{}/registrations/{PASS_TYPE}", "d".repeat(101));
        app.client().get(&long).await.refused(404, "NOT_FOUND");
        assert_eq!(app.count("apple_pass_device").await, 0);
    }

    async fn a_ticket_is_on_twenty_phones_at_most(app) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        for number in 0..23 {
            app.state.clock.advance(1_000);
            let phone = Phone::with_ticket(&athlete, &id, &format!("phone-{number:02}")).await;
            assert_eq!(phone.register(&app).await, 201);
        }
        assert_eq!(app.count("apple_pass_device").await, 20);
        let newest = Phone::with_ticket(&athlete, &id, "phone-22").await;
        assert_eq!(newest.register(&app).await, 200, "the oldest were forgotten");
    }

    // RULES 4.15
    async fn phones_are_forgotten_with_the_account_and_ninety_days_after_the_visit(app) {
        let (stays, leaves) = (app.athlete().await, app.athlete().await);
        for (athlete, device) in [(&stays, "phone-1"), (&leaves, "phone-2")] {
            let id = booked(athlete, DAY, TIME).await;
            assert_eq!(Phone::with_ticket(athlete, &id, device).await.register(&app).await, 201);
        }
        let export = leaves.client().get("/api/user/export").await.text();
        assert!(export.contains("\"phones\":[{\"eventBookingId\""), "{export}");
        leaves.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert_eq!(app.count("apple_pass_device").await, 1);
        // From 2 March, the visit being on 5 March.
        for (days, left) in [(93, 1), (1, 0)] {
            pass_days(&app, days).await;
            tidy(&app.state).await.unwrap();
            assert_eq!(app.count("apple_pass_device").await, left, "after {days} more days");
        }
    }

    async fn what_phones_report_is_read_and_not_stored(app) {
        let client = app.client();
        let path = format!("{V1}/log");
        assert_eq!(client.post(&path, json!({ "logs": ["a", "b"] })).await.status, 200);
        client.post(&path, json!({ "logs": "no list" })).await.refused_field(400, "FIELD_INVALID", "logs");
    }
}

on_both!(a_token_of_an_earlier_secret_counts, |engine| async move {
    let Some(keys) = wallet_keys() else { return };
    let secret = "the newer of two secrets that tests know";
    let app = TestApp::spawn_with(engine, |flags| {
        keys.apple(flags);
        flags.previous_secrets = vec![flags.secret.replace(secret.to_owned()).unwrap()];
    })
    .await;
    app.set_schedule(crate::event::stage::week(6)).await;
    let athlete = app.athlete().await;
    let id = booked(&athlete, DAY, TIME).await;
    let mut phone = Phone::with_ticket(&athlete, &id, "phone-1").await;
    let earlier = sixfold_server::auth::Keys::derive(&app.state.config.previous_secrets[0]);
    phone.token = earlier.wallet_token(&id);
    assert_eq!(phone.fetch(&app, None).await.status, 200);
});

on_both!(one_address_fills_no_log, |engine| async move {
    let Some(keys) = wallet_keys() else { return };
    let app = TestApp::spawn_with(engine, |flags| {
        keys.apple(flags);
        flags.rate_limit = Switch::On;
    })
    .await;
    let (client, path) = (app.client(), format!("{V1}/log"));
    for _ in 0..30 {
        assert_eq!(client.post(&path, json!({ "logs": ["a"] })).await.status, 200);
    }
    client.post(&path, json!({ "logs": ["a"] })).await.refused(429, "TOO_MANY_REQUESTS");
    assert_eq!(app.client().at("198.51.100.7").post(&path, json!({ "logs": ["a"] })).await.status, 200);
});
