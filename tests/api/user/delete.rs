//! `POST /api/user/delete`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::both;
use sixfold_tests::people::PASSWORD;

use super::profile::full;
use super::signup::young_body;
use crate::cases::{Case, refuses};

const PATH: &str = "/api/user/delete";
const EMAIL: &str = "robin@athletes.example";

/// Whether anything personal is left in an account.
pub(crate) const PERSONAL: &str = "(email <> '' OR email_lookup LIKE '%@%' OR password_hash IS NOT NULL \
     OR first_name <> '' OR last_name <> '' OR date_of_birth IS NOT NULL OR phone_number <> '' OR postcode <> '' \
     OR emergency_name_sealed IS NOT NULL OR emergency_number_sealed IS NOT NULL \
     OR medical_issues_sealed IS NOT NULL OR instagram <> '' OR gender IS NOT NULL OR improvement <> '')";

fn body() -> Value {
    json!({ "password": PASSWORD })
}

both! {
    // RULES 9.8
    async fn everything_personal_goes(app) {
        let person = app.sign_up(EMAIL).await;
        person.client().post("/api/user/register", full()).await.data();
        app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
        assert_eq!(person.client().post(PATH, body()).await.data(), json!({ "uaid": person.uaid }));
        person.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        let login = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        app.client().post("/api/user/login", login).await.refused(401, "CREDENTIALS_WRONG");
        for table in ["eligibility", "one_time_token", "mail_outbox"] {
            assert_eq!(app.count(table).await, 0, "{table}");
        }
        let left = app.scalar(format!("SELECT COUNT(*) FROM account WHERE {PERSONAL}")).await;
        assert_eq!((app.count("account").await, left), (1, 0));
        let again = app.sign_up(EMAIL).await;
        assert_ne!(again.uaid, person.uaid);
    }

    // RULES 9.8
    async fn a_guardian_keeps_the_letters_that_are_not_about_the_athlete(app) {
        let guardian = "parent@families.example";
        app.sign_up(guardian).await;
        app.client().post("/api/user/forgot", json!({ "email": guardian })).await.data();
        let sign_up = async |email: &str| app.client().post("/api/user/signup", young_body(email)).await.data();
        let (gone, sibling) = (sign_up("gone@athletes.example").await, sign_up("stays@athletes.example").await);
        let kinds = format!("SELECT kind FROM mail_outbox WHERE to_address = '{guardian}' ORDER BY kind");
        let asked = ["email-confirmation", "guardian-request", "guardian-request", "password-link"];
        assert_eq!(app.texts(kinds.clone()).await.into_iter().flatten().collect::<Vec<_>>(), asked);
        app.client().bearer(gone["token"].as_str().unwrap()).post(PATH, body()).await.data();
        let left = app.texts(kinds).await.into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(left, ["email-confirmation", "guardian-request", "password-link"]);
        let about = app.texts("SELECT uaid FROM mail_outbox WHERE kind = 'guardian-request'").await;
        assert_eq!(about, [Some(sibling["uaid"].as_str().unwrap().to_owned())]);
    }

    async fn every_bad_field_is_named_and_nothing_changes(app) {
        let person = app.sign_up(EMAIL).await;
        let cases: [Case; 4] = [
            ("password", None, 400, "FIELD_MISSING", "password"),
            ("password", Some(json!(true)), 400, "FIELD_INVALID", "password"),
            ("password", Some(json!("")), 422, "PASSWORD_WRONG", "password"),
            ("password", Some(json!("not the password")), 422, "PASSWORD_WRONG", "password"),
        ];
        refuses(&person.client(), &Method::POST, PATH, &body(), &cases).await;
        app.client().post(PATH, body()).await.refused(401, "UNAUTHORISED");
        let stranger = app.staff(1).await;
        let theirs = json!({ "password": PASSWORD, "uaid": person.uaid });
        stranger.client().post(PATH, theirs).await.refused(403, "FORBIDDEN");
        assert_eq!(person.client().get("/api/user/profile").await.data()["emailAddress"], EMAIL);
        stranger.client().get("/api/user/profile").await.data();
    }

    async fn the_last_of_programme_delivery_stays(app) {
        let last = app.staff(3).await;
        last.client().post(PATH, body()).await.refused(409, "LAST_DELIVERY_ADMIN");
        last.client().get("/api/user/profile").await.data();
        app.staff(3).await;
        last.client().post(PATH, body()).await.data();
    }

    async fn whoever_signs_in_elsewhere_leaves_with_a_fresh_sign_in(app) {
        let person = app.athlete().await;
        app.pass_minutes(11);
        for body in [json!({}), json!({ "password": null }), json!({ "password": "whatever" })] {
            person.client().post(PATH, body).await.refused(422, "SIGN_IN_AGAIN");
        }
        let fresh = app.session_of(&person).await;
        app.pass_minutes(10);
        assert_eq!(app.client().bearer(&fresh).post(PATH, json!({})).await.data(), json!({ "uaid": person.uaid }));
        person.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE deleted_at IS NOT NULL").await, 1);
    }

    async fn a_fresh_sign_in_is_no_password_where_there_is_one(app) {
        let person = app.sign_up(EMAIL).await;
        person.client().post(PATH, json!({})).await.refused_field(400, "FIELD_MISSING", "password");
        person.client().post(PATH, json!({ "password": null })).await.refused_field(400, "FIELD_MISSING", "password");
        person.client().get("/api/user/profile").await.data();
    }
}
