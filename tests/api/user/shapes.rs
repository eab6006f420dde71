//! What no call of the account accepts: other media types, broken JSON, too much of it, the wrong method.

use axum::http::Method;
use serde_json::json;
use sixfold_tests::both;

use crate::cases::refuses_other_bodies;

/// Every writing call of the account, and whether it needs a session.
const CALLS: [(&str, &str, bool); 11] = [
    ("POST", "/api/user/signup", false),
    ("POST", "/api/user/login", false),
    ("POST", "/api/user/login/admin", false),
    ("POST", "/api/user/forgot", false),
    ("POST", "/api/user/guardian", false),
    ("POST", "/api/user/register", true),
    ("PUT", "/api/user/accountmanagement", true),
    ("PUT", "/api/user/profile", true),
    ("PUT", "/api/user/marketing", true),
    ("POST", "/api/user/password", true),
    ("POST", "/api/user/delete", true),
];

both! {
    async fn only_a_json_object_is_read(app) {
        let person = app.athlete().await;
        for (method, path, _) in CALLS {
            let method: Method = method.parse().unwrap();
            refuses_other_bodies(&person.client(), &method, path).await;
        }
        assert_eq!(app.count("account").await, 1);
        person.client().get("/api/user/profile").await.data();
    }

    async fn who_calls_is_decided_before_the_body(app) {
        for (method, path, private) in CALLS {
            let method: Method = method.parse().unwrap();
            let reply = app.client().send(method, path, axum::http::HeaderMap::new(), "{".into()).await;
            if private {
                reply.refused(401, "UNAUTHORISED");
            } else {
                assert!(matches!(reply.status.as_u16(), 400 | 415), "{path}: {}", reply.text());
            }
        }
    }

    async fn another_method_is_405(app) {
        for (method, path, _) in CALLS {
            let other = if method == "POST" { Method::PUT } else { Method::POST };
            app.client().json(other, path, &json!({}), &[]).await.refused(405, "METHOD_NOT_ALLOWED");
            app.client().json(Method::PATCH, path, &json!({}), &[]).await.refused(405, "METHOD_NOT_ALLOWED");
        }
    }
}
