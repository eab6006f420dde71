//! `GET /api/user/authorization`, and the ways in which any call can be authenticated.

use sixfold_tests::both;

const PATH: &str = "/api/user/authorization";

both! {
    async fn a_live_session_says_whose_it_is(app) {
        let person = app.sign_up("robin@athletes.example").await;
        let reply = person.client().get(PATH).await;
        let data = reply.data();
        assert_eq!(data["uaid"], person.uaid);
        assert_eq!(data["role"], 1);
        assert_eq!(data["stamp"], sixfold_tests::app::START_MS);
        assert_eq!(data["expires"], "2026-03-02T09:58:00.000Z");
        assert_eq!(reply.header("cache-control"), "no-store");
    }

    async fn it_tells_who_has_still_to_register(app) {
        let new = app.sign_up("new@athletes.example").await;
        let told = new.client().get(PATH).await;
        assert_eq!(told.data()["isRedirect"], true);
        assert_eq!(told.data()["userProfileRegistration"], false, "sign-up took the answers");
        assert_eq!(told.data()["temp"]["emailAddress"], "new@athletes.example");
        let known = app.athlete().await;
        let told = known.client().get(PATH).await;
        assert_eq!(told.data()["isRedirect"], false);
        assert!(told.data()["temp"].is_null());
    }

    async fn the_token_may_stand_in_the_query(app) {
        let person = app.athlete().await;
        let path = format!("{PATH}?token={}", person.token);
        assert_eq!(app.client().get(&path).await.data()["uaid"], person.uaid);
        assert_eq!(person.client().get(&path).await.data()["uaid"], person.uaid, "the same one twice is one");
    }

    async fn without_a_session_it_is_401(app) {
        app.client().get(PATH).await.refused(401, "UNAUTHORISED");
        for token in ["0", "null", "x", "undefined", &"f".repeat(64), &"f".repeat(5_000)] {
            app.client().bearer(token).get(PATH).await.refused(401, "UNAUTHORISED");
            app.client().get(&format!("{PATH}?token={token}")).await.refused(401, "UNAUTHORISED");
        }
        for header in ["Bearer", "Bearer ", "Basic Zm9vOmJhcg==", "bearer\tx"] {
            app.client().header("authorization", header).get(PATH).await.refused(401, "UNAUTHORISED");
        }
        app.client().get(&format!("{PATH}?token=%00%ff")).await.refused(401, "UNAUTHORISED");
    }

    async fn two_sessions_in_one_request_are_refused(app) {
        let (one, two) = (app.athlete().await, app.athlete().await);
        one.client().get(&format!("{PATH}?token={}", two.token)).await.refused(401, "CREDENTIALS_MIXED");
        one.client().put("/api/user/marketing", serde_json::json!({ "token": two.token })).await
            .refused(401, "CREDENTIALS_MIXED");
        one.client().get(&format!("{PATH}?token=forged")).await.refused(401, "CREDENTIALS_MIXED");
    }

    async fn the_scheme_is_read_in_any_case(app) {
        let person = app.athlete().await;
        let client = app.client().header("authorization", &format!("BEARER  {}", person.token));
        assert_eq!(client.get(PATH).await.data()["uaid"], person.uaid);
    }
}
