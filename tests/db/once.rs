//! A write with an `Idempotency-Key` happens once and always gets the same answer.

use axum::http::StatusCode;
use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_server::db::upkeep::idempotency::Claim;
use sixfold_server::db::{Conn, DbError, params};
use sixfold_server::http::{Answer, ApiError, Idempotency, once};
use sixfold_tests::{TestApp, both};

fn request(key: Option<&str>, body: &str) -> Idempotency {
    let claim = Claim {
        owner: "1".to_owned(),
        method: "POST".to_owned(),
        path: "/api/x".to_owned(),
        body_hash: body.to_owned(),
        subject: None,
    };
    Idempotency { key: key.map(str::to_owned), claim }
}

async fn insert(conn: &mut Conn) -> Result<(), DbError> {
    const SQL: &str = "INSERT INTO audit_log (audit_id, at, action) VALUES ($1, $2, 'x')";
    let id = sixfold_server::db::new_id(1);
    conn.execute(SQL, params![id, 1_i64]).await
}

async fn call(app: &TestApp, request: &Idempotency, refusal: Option<u16>) -> Result<Answer, ApiError> {
    once(&app.state, request, async move |conn| {
        insert(conn).await?;
        match refusal {
            None => Ok(json!({ "id": sixfold_server::db::new_id(2) })),
            Some(500) => Err(ApiError::internal("on purpose")),
            Some(status) => Err(ApiError::new(StatusCode::from_u16(status).unwrap(), "NO", "No.")),
        }
    })
    .await
}

both! {
    // RULES 11.4
    async fn the_same_key_gives_the_first_answer(app) {
        let first = call(&app, &request(Some("k"), "b"), None).await.unwrap();
        let second = call(&app, &request(Some("k"), "b"), None).await.unwrap();
        assert!(!first.replayed && second.replayed);
        assert_eq!((first.status, &first.body), (second.status, &second.body));
        assert_eq!(app.count("audit_log").await, 1);
    }

    async fn without_a_key_each_call_is_its_own(app) {
        call(&app, &request(None, "b"), None).await.unwrap();
        call(&app, &request(None, "b"), None).await.unwrap();
        assert_eq!(app.count("audit_log").await, 2);
        assert_eq!(app.count("idempotency_key").await, 0);
    }

    async fn a_key_serves_one_body_only(app) {
        call(&app, &request(Some("k"), "b"), None).await.unwrap();
        let refused = call(&app, &request(Some("k"), "other"), None).await.unwrap_err();
        assert_eq!((refused.status(), refused.code()), (StatusCode::UNPROCESSABLE_ENTITY, "IDEMPOTENCY_KEY_REUSED"));
        assert_eq!(app.count("audit_log").await, 1);
    }

    async fn a_key_belongs_to_its_owner(app) {
        call(&app, &request(Some("k"), "b"), None).await.unwrap();
        let other = request(Some("k"), "b").personal("2");
        assert!(!call(&app, &other, None).await.unwrap().replayed);
        assert_eq!(app.count("audit_log").await, 2);
    }

    async fn a_refusal_undoes_the_effect_and_is_remembered(app) {
        for status in [409, 422] {
            let key = format!("k{status}");
            let first = call(&app, &request(Some(&key), "b"), Some(status)).await.unwrap();
            assert_eq!(first.status.as_u16(), status);
            let second = call(&app, &request(Some(&key), "b"), None).await.unwrap();
            assert_eq!((second.status, &second.body), (first.status, &first.body));
            let body: Value = serde_json::from_str(&second.body).unwrap();
            assert_eq!(body["error"]["errorCode"], "NO");
        }
        assert_eq!(app.count("audit_log").await, 0);
    }

    async fn other_refusals_leave_the_key_free(app) {
        for status in [400, 401, 403, 404, 429, 500] {
            assert!(call(&app, &request(Some("k"), "b"), Some(status)).await.is_err());
        }
        assert_eq!(app.count("idempotency_key").await, 0);
        assert_eq!(call(&app, &request(Some("k"), "b"), None).await.unwrap().status, StatusCode::OK);
        assert_eq!(app.count("audit_log").await, 1);
    }

    async fn fifty_at_once_happen_once(app) {
        let request = request(Some("k"), "b");
        let answers = join_all((0..50).map(|_| call(&app, &request, None))).await;
        let bodies: Vec<String> = answers.into_iter().map(|answer| answer.unwrap().body).collect();
        assert!(bodies.iter().all(|body| *body == bodies[0]));
        assert_eq!(app.count("audit_log").await, 1);
    }
}
