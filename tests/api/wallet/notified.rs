//! Phones are notified of every change of their tickets, at least once.

use axum::http::{StatusCode, Version};
use sixfold_server::app::jobs::notify_phones;
use sixfold_server::wallet::apple::Apns;
use sixfold_tests::wallet_keys::{PASS_TYPE, wallet_keys};
use sixfold_tests::{Engine, TestApp, both};

use super::Phone;
use super::apns::{Got, Service};
use crate::event::stage::{DAY, LATER, NEXT_DAY, TIME, booked, cancel, shift};
use crate::event::ticket::with_wallets;

/// A server, Apple's service, and a client that presents our certificate to it.
async fn stage(engine: Engine) -> Option<(TestApp, Service, Apns)> {
    let app = with_wallets(engine).await?;
    let service = Service::start(wallet_keys()?).await;
    let apns = client(&app, &service);
    Some((app, service, apns))
}

fn client(app: &TestApp, service: &Service) -> Apns {
    let keys = wallet_keys().unwrap();
    let configured = app.state.config.wallets.apple.as_deref().unwrap();
    let mut push = configured.push.clone();
    push.url.clone_from(&service.url);
    push.root = Some(keys.read("apple-ca.pem"));
    Apns::new(&push, PASS_TYPE).unwrap()
}

async fn run(app: &TestApp, apns: &Apns) -> usize {
    notify_phones(&app.state, apns).await.unwrap()
}

fn empty(phone: &Phone) -> Got {
    Got {
        path: format!("/3/device/{}", phone.push_token),
        topic: PASS_TYPE.to_owned(),
        body: "{}".to_owned(),
        version: Version::HTTP_2,
    }
}

both! {
    from stage?;

    // RULES 4.15
    async fn each_change_is_told_once_when_all_goes_well((app, service, apns)) {
        let (athlete, other) = (app.athlete().await, app.athlete().await);
        let id = booked(&athlete, DAY, TIME).await;
        let others = booked(&other, DAY, TIME).await;
        let phone = Phone::with_ticket(&athlete, &id, "phone-1").await;
        let watch = Phone::with_ticket(&athlete, &id, "watch-of-1").await;
        for device in [&phone, &watch, &Phone::with_ticket(&other, &others, "another-phone").await] {
            device.register(&app).await;
        }
        assert_eq!(run(&app, &apns).await, 0, "nothing has changed");
        shift(&athlete, &id, NEXT_DAY, LATER).await.data();
        assert_eq!(run(&app, &apns).await, 2);
        let mut got = service.got();
        got.sort_by_key(|got| got.path.clone());
        assert_eq!(got, [empty(&phone), empty(&watch)], "an empty one for each device of that ticket");
        assert_eq!(run(&app, &apns).await, 0, "told once");
        cancel(&athlete, &id).await.data();
        assert_eq!(run(&app, &apns).await, 2, "of the end too");
        assert_eq!(service.got().len(), 2);
    }

    async fn a_pass_from_before_a_move_is_told_as_soon_as_its_phone_registers((app, service, apns)) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        let phone = Phone::with_ticket(&athlete, &id, "phone-1").await;
        shift(&athlete, &id, NEXT_DAY, LATER).await.data();
        phone.register(&app).await;
        assert_eq!(run(&app, &apns).await, 1);
        assert_eq!(service.got(), [empty(&phone)]);
    }

    async fn what_the_service_refuses_for_now_is_repeated((app, service, apns)) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        let phone = Phone::with_ticket(&athlete, &id, "phone-1").await;
        phone.register(&app).await;
        shift(&athlete, &id, NEXT_DAY, LATER).await.data();
        service.will_answer(StatusCode::SERVICE_UNAVAILABLE, "Shutdown");
        service.will_answer(StatusCode::FORBIDDEN, "BadCertificate");
        assert_eq!(run(&app, &apns).await, 0);
        assert_eq!(run(&app, &apns).await, 0, "not at once");
        assert_eq!(service.got().len(), 1);
        app.pass_minutes(1);
        assert_eq!(run(&app, &apns).await, 0);
        app.pass_minutes(1);
        assert_eq!(run(&app, &apns).await, 1);
        assert_eq!(service.got().len(), 2);
        assert_eq!(run(&app, &apns).await, 0);
    }

    // RULES 4.15
    async fn a_certificate_that_is_not_accepted_uses_up_no_attempt((app, service, apns)) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        Phone::with_ticket(&athlete, &id, "phone-1").await.register(&app).await;
        shift(&athlete, &id, NEXT_DAY, LATER).await.data();
        service.will_answer(StatusCode::FORBIDDEN, "BadCertificate");
        assert_eq!(run(&app, &apns).await, 0);
        assert_eq!(app.scalar("SELECT attempts FROM apple_pass_device").await, 0);
        assert_eq!(run(&app, &apns).await, 0, "not at once");
        app.pass_minutes(1);
        assert_eq!(run(&app, &apns).await, 1);
    }

    async fn a_run_ends_when_the_certificate_is_not_accepted((app, service, apns)) {
        let (athlete, other) = (app.athlete().await, app.athlete().await);
        for person in [&athlete, &other] {
            let id = booked(person, DAY, TIME).await;
            for device in 0..11 {
                Phone::with_ticket(person, &id, &"d".repeat(device + 1)).await.register(&app).await;
            }
            shift(person, &id, NEXT_DAY, LATER).await.data();
        }
        for _ in 0..20 {
            service.will_answer(StatusCode::FORBIDDEN, "BadCertificate");
        }
        assert_eq!(run(&app, &apns).await, 0);
        assert_eq!(service.got().len(), 20, "the others wait for the next run");
        assert_eq!(run(&app, &apns).await, 2);
        app.pass_minutes(1);
        assert_eq!(run(&app, &apns).await, 20);
    }

    async fn a_phone_without_the_ticket_is_forgotten((app, service, apns)) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        let refusals =
            [(StatusCode::GONE, "Unregistered", "11:00"), (StatusCode::BAD_REQUEST, "BadDeviceToken", "12:00")];
        for (status, reason, time) in refusals {
            Phone::with_ticket(&athlete, &id, "phone-1").await.register(&app).await;
            shift(&athlete, &id, NEXT_DAY, time).await.data();
            service.will_answer(status, reason);
            assert_eq!(run(&app, &apns).await, 0);
            assert_eq!(app.count("apple_pass_device").await, 0, "{reason}");
        }
    }

    async fn two_nodes_do_not_tell_the_same_change_at_once((app, service, apns)) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        for device in 0..8 {
            Phone::with_ticket(&athlete, &id, &"d".repeat(device + 1)).await.register(&app).await;
        }
        shift(&athlete, &id, NEXT_DAY, LATER).await.data();
        let second = client(&app, &service);
        let (one, two) = tokio::join!(run(&app, &apns), run(&app, &second));
        assert_eq!(one + two, 8);
        assert_eq!(service.got().len(), 8);
    }

    async fn a_service_that_is_away_delays_nothing_else((app, mut service, _)) {
        let athlete = app.athlete().await;
        let id = booked(&athlete, DAY, TIME).await;
        Phone::with_ticket(&athlete, &id, "phone-1").await.register(&app).await;
        shift(&athlete, &id, NEXT_DAY, LATER).await.data();
        "https://localhost:9".clone_into(&mut service.url);
        let away = client(&app, &service);
        assert_eq!(run(&app, &away).await, 0);
        app.pass_minutes(1);
        assert_eq!(app.scalar("SELECT attempts FROM apple_pass_device").await, 1);
    }
}
