//! `GET` and `PUT /api/user/profile`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::both;

use crate::event::stage::week;

use crate::cases::{Case, changed, refuses};

const PATH: &str = "/api/user/profile";

/// A profile with every field, as it is sent and returned.
pub(crate) fn full() -> Value {
    json!({
        "firstName": "Zoë", "lastName": "O'Field-Smith", "dateOfBirth": "1999-02-28", "tShirtSize": "XL",
        "gender": "female", "phoneNumber": "+447700900123", "postcode": "SW11 8AL", "assistanceRequired": true,
        "emergencyName": "Sam Field", "emergencyNumber": "+447700900456", "medicalIssues": "Asthma, mild.\nInhaler in bag.",
        "marketingPref1": true, "marketingPref2": false, "marketingPref3": true, "sportPlayed": "Rowing",
        "sportLevel": "County", "improvement": "Sprint start", "isCompetitor": false,
        "socialMediaHandles": [
            { "socialMediaName": "Instagram", "handle": "zoe.rows" }, { "socialMediaName": "TikTok", "handle": "" }
        ]
    })
}

pub(crate) fn profile_cases() -> Vec<Case> {
    let handles = |name: &str, handle: &str| Some(json!([{ "socialMediaName": name, "handle": handle }]));
    let mut cases: Vec<Case> = vec![
        ("emailAddress", Some(json!("robin")), 422, "EMAIL_INVALID", "emailAddress"),
        ("firstName", Some(json!("x".repeat(61))), 422, "NAME_INVALID", "firstName"),
        ("firstName", Some(json!("Rob<b>in")), 422, "NAME_INVALID", "firstName"),
        ("lastName", Some(json!("Fi\u{0}eld")), 422, "NAME_INVALID", "lastName"),
        ("dateOfBirth", Some(json!("2001-02-29")), 422, "DATE_OF_BIRTH_INVALID", "dateOfBirth"),
        ("dateOfBirth", Some(json!("yesterday")), 422, "DATE_OF_BIRTH_INVALID", "dateOfBirth"),
        (
            "dateOfBirth",
            Some(json!("2000-05-17T00:00:00+01:00[Europe/Atlantis]")),
            422,
            "DATE_OF_BIRTH_INVALID",
            "dateOfBirth",
        ),
        ("dateOfBirth", Some(json!("2010-03-03")), 422, "AGE_OUT_OF_RANGE", "dateOfBirth"),
        ("tShirtSize", Some(json!("XXXXL")), 422, "TSHIRT_SIZE_INVALID", "tShirtSize"),
        ("gender", Some(json!("f")), 422, "GENDER_INVALID", "gender"),
        ("phoneNumber", Some(json!("07700 90012")), 422, "PHONE_INVALID", "phoneNumber"),
        ("firstName", Some(json!("...")), 422, "NAME_INVALID", "firstName"),
        ("firstName", Some(json!(format!("Z{}", "\u{336}".repeat(40)))), 422, "NAME_INVALID", "firstName"),
        ("phoneNumber", Some(json!("+1234567890123456")), 422, "PHONE_INVALID", "phoneNumber"),
        ("postcode", Some(json!("SW11 8A")), 422, "POSTCODE_INVALID", "postcode"),
        ("postcode", Some(json!("90210")), 422, "POSTCODE_INVALID", "postcode"),
        ("emergencyName", Some(json!("!")), 422, "NAME_INVALID", "emergencyName"),
        ("emergencyNumber", Some(json!("999")), 422, "PHONE_INVALID", "emergencyNumber"),
        ("medicalIssues", Some(json!("x".repeat(2_001))), 422, "TEXT_TOO_LONG", "medicalIssues"),
        ("sportPlayed", Some(json!("x".repeat(81))), 422, "TEXT_TOO_LONG", "sportPlayed"),
        ("sportPlayed", Some(json!("Row\u{7}ing")), 422, "TEXT_INVALID", "sportPlayed"),
        ("sportLevel", Some(json!("x".repeat(81))), 422, "TEXT_TOO_LONG", "sportLevel"),
        ("improvement", Some(json!("x".repeat(501))), 422, "TEXT_TOO_LONG", "improvement"),
        ("socialMediaHandles", handles("Myspace", "zoe"), 422, "SOCIAL_MEDIA_INVALID", "socialMediaHandles"),
        (
            "socialMediaHandles",
            handles("Instagram", &"z".repeat(31)),
            422,
            "INSTAGRAM_INVALID",
            "socialMediaHandles",
        ),
        ("socialMediaHandles", handles("TikTok", "zoe rows"), 422, "TIKTOK_INVALID", "socialMediaHandles"),
        ("socialMediaHandles", Some(json!("zoe")), 400, "FIELD_INVALID", "socialMediaHandles"),
        (
            "socialMediaHandles",
            Some(json!([{ "handle": "z" }])),
            400,
            "FIELD_MISSING",
            "socialMediaHandles[0].socialMediaName",
        ),
    ];
    for name in [
        "firstName",
        "lastName",
        "dateOfBirth",
        "tShirtSize",
        "gender",
        "phoneNumber",
        "postcode",
        "emergencyName",
        "emergencyNumber",
        "medicalIssues",
        "sportPlayed",
        "sportLevel",
        "improvement",
        "emailAddress",
    ] {
        cases.push((name, Some(json!(7)), 400, "FIELD_INVALID", name));
        cases.push((name, Some(json!({ "a": 1 })), 400, "FIELD_INVALID", name));
    }
    for name in ["assistanceRequired", "marketingPref1", "marketingPref2", "marketingPref3", "isCompetitor"] {
        cases.push((name, Some(json!("true")), 400, "FIELD_INVALID", name));
        cases.push((name, Some(json!(1)), 400, "FIELD_INVALID", name));
    }
    cases
}

both! {
    async fn a_fresh_profile_has_every_field_of_the_specification(app) {
        let person = app.sign_up("robin@athletes.example").await;
        let reply = person.client().get(PATH).await;
        assert_eq!(reply.header("cache-control"), "no-store");
        let mut profile = reply.data();
        let events = profile.as_object_mut().unwrap().remove("events").unwrap();
        assert_eq!(events.as_array().unwrap().len(), 1);
        assert_eq!(events[0]["eventList"][0]["eventBookingId"], Value::Null, "the default entry");
        assert_eq!(profile, json!({
            "token": person.token, "uaid": person.uaid, "role": 1, "userRole": "athlete",
            "emailAddress": "robin@athletes.example", "emailConfirmed": false, "emailPending": null, "emailPendingUntil": null, "firstName": "", "lastName": "", "dateOfBirth": "2000-05-17",
            "tShirtSize": "M", "gender": "", "phoneNumber": "", "postcode": "", "assistanceRequired": false,
            "emergencyNumber": "N/A", "emergencyName": "N/A", "medicalIssues": "N/A", "marketingPref1": false,
            "marketingPref2": false, "marketingPref3": false, "sportPlayed": "", "sportLevel": "", "improvement": "",
            "isCompetitor": true, "region": null, "teamBookingId": null,
            "guardianEmail": null, "guardianAskedAt": null, "guardianConfirmedAt": null,
            "bookingEligibility": { "mode": "open", "refusals": [] },
            "socialMediaHandles": [
                { "socialMediaName": "Instagram", "handle": "" }, { "socialMediaName": "TikTok", "handle": "" }
            ],
        }));
    }

    async fn everything_that_stands_against_a_booking_is_told_before_one_is_asked_for(app) {
        let person = app.athlete().await;
        let told = async || -> (String, Vec<String>) {
            let told = person.client().get(PATH).await.data()["bookingEligibility"].clone();
            let codes = told["refusals"].as_array().unwrap().iter();
            (told["mode"].as_str().unwrap().to_owned(), codes.map(|one| one["code"].as_str().unwrap().to_owned()).collect())
        };
        let refused = async || -> String {
            let body = json!({ "eventTestDate": "2026-03-05", "eventTestTime": "10:00" });
            person.client().post("/api/user/event/booking", body).await.value()["error"]["errorCode"].as_str().unwrap().to_owned()
        };
        app.set_schedule(week(6)).await;
        app.execute("UPDATE eligibility SET parq_cleared = FALSE").await;
        assert_eq!(told().await, ("assistance".to_owned(), vec!["SCREENING_NOT_CLEARED".to_owned()]));
        assert_eq!(refused().await, "SCREENING_NOT_CLEARED");
        // Seventeen, with a guardian who has not answered: the profile lists both reasons, the call answers with the first.
        app.execute("UPDATE account SET date_of_birth = '2009-01-01'").await;
        assert_eq!(
            told().await,
            ("blocked".to_owned(), vec!["GUARDIAN_REQUIRED".to_owned(), "SCREENING_NOT_CLEARED".to_owned()])
        );
        assert_eq!(refused().await, "GUARDIAN_REQUIRED");
        // As an account that staff made: never asked anything.
        app.execute("DELETE FROM eligibility").await;
        app.execute("UPDATE account SET date_of_birth = NULL").await;
        let (mode, codes) = told().await;
        assert_eq!(mode, "blocked");
        assert_eq!(
            codes,
            ["DATE_OF_BIRTH_REQUIRED", "CONSENT_REQUIRED", "HEALTH_CONSENT_REQUIRED", "SCREENING_REQUIRED"]
        );
        assert_eq!(refused().await, codes[0]);
    }

    async fn a_change_comes_back_whole(app) {
        let person = app.athlete().await;
        let answer = person.client().put(PATH, full()).await.data();
        assert_eq!(answer, person.client().get(PATH).await.data());
        for (name, value) in full().as_object().unwrap() {
            assert_eq!(&answer[name], value, "{name}");
        }
    }

    async fn what_is_absent_null_or_empty_stays_but_some_fields_can_be_emptied(app) {
        let person = app.athlete().await;
        let before = person.client().put(PATH, full()).await.data();
        assert_eq!(person.client().put(PATH, json!({})).await.data(), before);
        let names: Vec<&str> = vec!["firstName", "lastName", "dateOfBirth", "gender", "tShirtSize", "emergencyName",
            "emergencyNumber", "medicalIssues", "sportPlayed", "sportLevel", "improvement", "emailAddress"];
        for nothing in [Value::Null, json!(""), json!("   ")] {
            let body: Value = names.iter().map(|name| ((*name).to_owned(), nothing.clone())).collect();
            assert_eq!(person.client().put(PATH, body).await.data(), before);
        }
        let shown = json!({ "emergencyName": "N/A", "emergencyNumber": "n/a", "medicalIssues": "N/A" });
        assert_eq!(person.client().put(PATH, shown).await.data(), before, "N/A is how absence is shown");
        let after = person.client().put(PATH, json!({ "phoneNumber": "", "postcode": null, "socialMediaHandles": [] })).await;
        let after = after.data();
        assert_eq!((&after["phoneNumber"], &after["postcode"]), (&json!(""), &json!("")));
        assert_eq!(after["socialMediaHandles"][0]["handle"], "");
        assert_eq!(after["socialMediaHandles"][1]["socialMediaName"], "TikTok");
    }

    async fn what_people_type_is_tidied(app) {
        let person = app.athlete().await;
        let answer = person.client().put(PATH, json!({
            "postcode": "sw118al", "phoneNumber": "+44 (7700) 900-123", "firstName": "  Robin ", "gender": "Male",
            "tShirtSize": "xl", "socialMediaHandles": [{ "socialMediaName": "tiktok", "handle": "@robin" }]
        })).await.data();
        assert_eq!(answer["postcode"], "SW11 8AL");
        assert_eq!(answer["phoneNumber"], "+447700900123");
        assert_eq!(answer["firstName"], "Robin");
        assert_eq!(answer["gender"], "male");
        assert_eq!(answer["tShirtSize"], "XL");
        assert_eq!(answer["socialMediaHandles"][1]["handle"], "robin");
    }

    async fn every_bad_field_is_named_and_nothing_is_stored(app) {
        let person = app.athlete().await;
        let before = person.client().put(PATH, full()).await.data();
        let other = changed(&full(), "sportPlayed", Some(&json!("Judo")));
        refuses(&person.client(), &Method::PUT, PATH, &other, &profile_cases()).await;
        assert_eq!(person.client().get(PATH).await.data(), before);
    }

    async fn what_is_not_a_persons_to_write_stays(app) {
        let person = app.athlete().await;
        let before = person.client().get(PATH).await.data();
        let body = json!({
            "role": 3, "userRole": "product-development", "teamBookingId": "x", "region": "GB", "events": [{}],
            "emailAddress": person.email.to_uppercase()
        });
        person.client().put(PATH, body).await.data();
        assert_eq!(person.client().get(PATH).await.data(), before);
    }

    async fn another_address_takes_the_password(app) {
        let person = app.athlete().await;
        for (method, path) in [(Method::PUT, PATH), (Method::POST, "/api/user/register"), (Method::PUT, "/api/user/accountmanagement")] {
            let body = json!({ "firstName": "Robin", "lastName": "Field", "emailAddress": "somebody.else@athletes.example" });
            let refused = person.client().json(method, path, &body, &[]).await;
            refused.refused_field(422, "EMAIL_NEEDS_PASSWORD", "emailAddress");
        }
        assert_eq!(app.count("mail_outbox").await, 0);
    }

    async fn a_profile_is_its_owners(app) {
        let (one, two) = (app.athlete().await, app.athlete().await);
        app.client().get(PATH).await.refused(401, "UNAUTHORISED");
        app.client().put(PATH, full()).await.refused(401, "UNAUTHORISED");
        one.client().get(&format!("{PATH}?uaid={}", two.uaid)).await.refused(403, "FORBIDDEN");
        one.client().put(PATH, changed(&full(), "uaid", Some(&json!(two.uaid)))).await.refused(403, "FORBIDDEN");
        let number: Value = two.uaid.parse::<u64>().unwrap().into();
        one.client().put(PATH, changed(&full(), "uaid", Some(&number))).await.refused(403, "FORBIDDEN");
        assert_eq!(one.client().get(&format!("{PATH}?uaid=000{}", one.uaid)).await.data()["uaid"], one.uaid);
        for absent in [json!(""), json!(0), Value::Null] {
            one.client().put(PATH, json!({ "uaid": absent })).await.data();
        }
        for person in [&one, &two] {
            assert_eq!(person.client().get(PATH).await.data()["firstName"], "Robin");
        }
    }
}
