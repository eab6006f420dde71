//! Athletes under 18 need a guardian's confirmation before the first booking.

use serde_json::json;
use sixfold_tests::both;
use sixfold_tests::people::signup_body;

use crate::event::stage::{BOOKING, DAY, TIME, body, week};

both! {
    // RULES 6.3
    async fn nobody_under_age_books_before_their_guardian_has_confirmed(app) {
        app.set_schedule(week(2)).await;
        let mut signup = signup_body("young@athletes.example");
        signup["dateOfBirth"] = json!("2009-09-09");
        signup["eligibility"]["guardianEmail"] = json!("parent@families.example");
        let data = app.client().post("/api/user/signup", signup).await.data();
        let young = app.client().bearer(data["token"].as_str().unwrap());
        let names = json!({ "firstName": "Kit", "lastName": "Young" });
        young.post("/api/user/register", names).await.data();
        young.post(BOOKING, body(DAY, TIME)).await.refused_field(422, "GUARDIAN_REQUIRED", "guardianEmail");
        let help = json!({ "assistanceRequired": true });
        young.post(BOOKING, help).await.refused_field(422, "GUARDIAN_REQUIRED", "guardianEmail");
        assert_eq!(app.count("booking").await, 0);

        let letter = app.letters("guardian-request").await.remove(0);
        let token: String = letter.split("token=").nth(1).unwrap().chars().take_while(char::is_ascii_hexdigit).collect();
        app.client().post("/api/user/guardian", json!({ "token": token })).await.data();
        young.post(BOOKING, body(DAY, TIME)).await.data();
    }
}
