//! How many letters one person or one address gets, whoever asks for them.

use serde_json::json;
use sixfold_server::config::cli::Switch;
use sixfold_tests::{Client, TestApp, on_both};

async fn limited(engine: sixfold_server::db::Engine) -> TestApp {
    TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await
}

on_both!(one_person_is_mailed_five_links_an_hour_whoever_asks, |engine| async move {
    let app = limited(engine).await;
    let person = app.athlete().await;
    let asked = |number: u8| {
        let client: Client = app.client().at(&format!("192.0.2.{number}"));
        let body = json!({ "email": person.email });
        async move { client.post("/api/user/forgot", body).await.data() }
    };
    // From forty addresses, eight at a time: counting works concurrently.
    for round in 0..5_u8 {
        futures::future::join_all((0..8).map(|number| asked(round * 8 + number))).await;
    }
    assert_eq!(app.letters("password-link").await.len(), 5);
    app.pass_minutes(60);
    asked(200).await;
    assert_eq!(app.letters("password-link").await.len(), 6);
});

on_both!(one_address_is_mailed_five_times_an_hour_and_a_day_by_strangers, |engine| async move {
    let app = limited(engine).await;
    let mut refused = 0;
    for number in 0..7 {
        let mut body = crate::user::signup::young_body(&format!("a{number}@athletes.example"));
        body["eligibility"]["guardianEmail"] = json!("victim@third.example");
        refused += usize::from(app.client().post("/api/user/signup", body).await.status == 429);
    }
    assert_eq!((app.letters("guardian-request").await.len(), refused), (5, 2));
    app.pass_minutes(61);
    let mut body = crate::user::signup::young_body("later@athletes.example");
    body["eligibility"]["guardianEmail"] = json!("victim@third.example");
    app.client().post("/api/user/signup", body).await.refused(429, "TOO_MANY_REQUESTS");
});
