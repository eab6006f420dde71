//! Health data at rest: none of it can be read in the database's files.

use serde_json::json;
use sixfold_tests::people::signup_body;
use sixfold_tests::{Engine, TestApp, both};

use super::profile::full;
use crate::cases::changed;

const SECRETS: [&str; 3] = ["Canary of Medicine", "Canary Contact", "+447011122233"];

both! {
    async fn health_columns_are_sealed(app) {
        let person = app.sign_up("robin@athletes.example").await;
        let body = changed(&full(), "medicalIssues", Some(&json!(SECRETS[0])));
        let body = changed(&body, "emergencyName", Some(&json!(SECRETS[1])));
        let body = changed(&body, "emergencyNumber", Some(&json!(SECRETS[2])));
        person.client().keyed(axum::http::Method::POST, "/api/user/register", "key-1", body.clone()).await.data();
        let answer = person.client().keyed(axum::http::Method::PUT, "/api/user/profile", "key-2", body).await.data();
        assert_eq!(answer["medicalIssues"], SECRETS[0]);
        for column in ["emergency_name_sealed", "emergency_number_sealed", "medical_issues_sealed"] {
            let kept = app.texts(format!("SELECT {column} FROM account")).await.remove(0).unwrap();
            assert!(kept.starts_with(&app.state.cipher.prefix()), "{column}: {kept}");
        }
        let parq = app.texts("SELECT parq_sealed FROM eligibility").await.remove(0).unwrap();
        assert!(parq.starts_with(&app.state.cipher.prefix()) && !parq.contains("true"), "{parq}");
        let details = app.texts("SELECT detail FROM audit_log").await;
        let answers = app.texts("SELECT answer FROM idempotency_key").await;
        for text in details.iter().chain(&answers).flatten() {
            assert!(SECRETS.iter().all(|secret| !text.contains(secret)), "{text}");
            assert!(!text.contains(&person.token), "a token is stored: {text}");
        }
    }

    async fn a_sealed_value_does_not_open_in_another_row(app) {
        let (one, two) = (app.athlete().await, app.athlete().await);
        one.client().put("/api/user/profile", json!({ "medicalIssues": SECRETS[0] })).await.data();
        let moved = format!(
            "UPDATE account SET medical_issues_sealed = (SELECT medical_issues_sealed FROM account WHERE uaid = '{}') \
             WHERE uaid = '{}'",
            one.uaid, two.uaid
        );
        app.execute(moved).await;
        let reply = two.client().get("/api/user/profile").await;
        assert!(!reply.text().contains(SECRETS[0]), "{}", reply.text());
    }
}

#[tokio::test]
async fn the_file_of_sqlite_tells_nothing() {
    let app = TestApp::spawn(Engine::Sqlite).await;
    let yes = json!([true, false, true, false, false, false, false]);
    let signup = changed(&signup_body("robin@athletes.example"), "eligibility.PARQ", Some(&yes));
    let data = app.client().post("/api/user/signup", signup).await.data();
    let token = data["token"].as_str().unwrap().to_owned();
    let body = json!({
        "firstName": "Robin", "lastName": "Readable", "medicalIssues": SECRETS[0], "emergencyName": SECRETS[1],
        "emergencyNumber": SECRETS[2]
    });
    app.client().bearer(&token).post("/api/user/register", body.clone()).await.data();
    app.client().bearer(&token).put("/api/user/profile", body).await.data();
    app.state.db.close().await;
    let mut everything = Vec::new();
    for entry in std::fs::read_dir(app.data_dir()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            everything.extend(std::fs::read(path).unwrap());
        }
    }
    let holds = |text: &str| everything.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("Readable"), "the file was not the one that was written");
    for secret in
        SECRETS.iter().copied().chain([token.as_str(), "[true,false,true", sixfold_tests::people::PASSWORD])
    {
        assert!(!holds(secret), "{secret} can be read in the file");
    }
}
