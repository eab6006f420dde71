//! `DELETE /api/event/admin/user/{second-factor, sessions}`: for somebody who cannot sign in, or has lost a device.

use serde_json::json;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::second_factor::login;
use sixfold_tests::{TestApp, both};

const FACTOR: &str = "/api/event/admin/user/second-factor";
const SESSIONS: &str = "/api/event/admin/user/sessions";
const LOGIN: &str = "/api/user/login";

/// Somebody has notifications on their phone.
async fn notify_phone(app: &TestApp, uaid: &str) {
    app.execute(format!(
        "INSERT INTO push_device (device_id, uaid, endpoint_hash, subscription_sealed, name, created_at) \
         VALUES ('phone of {uaid}', '{uaid}', 'phone of {uaid}', 'sealed', 'Chrome', 1)"
    ))
    .await;
}

both! {
    async fn somebody_without_phone_and_codes_gets_in_again(app) {
        let (delivery, coach) = (app.staff(3).await, app.staff(4).await);
        let phone = app.enrol(&coach).await;
        notify_phone(&app, &coach.uaid).await;
        let answer = delivery.client().delete(FACTOR, json!({ "uaid": coach.uaid })).await.data();
        assert_eq!(answer, json!({ "uaid": coach.uaid }));
        coach.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        app.client().post(LOGIN, json!({ "emailAddress": coach.email, "password": PASSWORD })).await.data();
        let line = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'second-factor.reset' AND actor_uaid = '{}' \
            AND subject_uaid = '{}'", delivery.uaid, coach.uaid);
        assert_eq!(app.scalar(line).await, 1);
        let letter = format!("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'second-factor-reset' AND to_address = '{}'", coach.email);
        assert_eq!(app.scalar(letter).await, 1);
        // There is nothing left to reset, and old codes no longer work.
        delivery.client().delete(FACTOR, json!({ "uaid": coach.uaid })).await.refused_field(404, "NOT_FOUND", "uaid");
        assert_eq!((app.count("second_factor").await, app.count("recovery_code").await), (0, 0));
        assert_eq!(app.count("push_device").await, 0);
        app.client().post(LOGIN, login(&coach.email, &phone.recovery[0])).await.data();
    }

    async fn somebody_s_sessions_end_everywhere(app) {
        let (delivery, coach, other) = (app.staff(3).await, app.staff(4).await, app.athlete().await);
        let second = app.client().bearer(&app.session_of(&coach).await);
        second.get("/api/user/profile").await.data();
        notify_phone(&app, &coach.uaid).await;
        notify_phone(&app, &other.uaid).await;
        delivery.client().delete(SESSIONS, json!({ "uaid": coach.uaid })).await.data();
        coach.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        second.get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        other.client().get("/api/user/profile").await.data();
        let notified = format!("SELECT COUNT(*) FROM push_device WHERE uaid = '{}'", other.uaid);
        assert_eq!((app.count("push_device").await, app.scalar(notified).await), (1, 1), "RULES 16.8");
        let line = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'session.ended-by-staff' AND subject_uaid = '{}'", coach.uaid);
        assert_eq!(app.scalar(line).await, 1);
    }

    async fn one_s_own_is_kept_in_my_profile(app) {
        let delivery = app.staff(3).await;
        for path in [FACTOR, SESSIONS] {
            delivery.client().delete(path, json!({ "uaid": delivery.uaid })).await.refused(403, "OWN_ACCOUNT");
            delivery.client().delete(path, json!({ "uaid": "1" })).await.refused_field(404, "NOT_FOUND", "uaid");
            delivery.client().delete(path, json!({})).await.refused_field(400, "FIELD_MISSING", "uaid");
            for role in [1, 2, 4] {
                let person = app.person(role).await;
                person.client().delete(path, json!({ "uaid": delivery.uaid })).await.refused(403, "FORBIDDEN");
            }
        }
        delivery.client().get("/api/user/profile").await.data();
    }
}
