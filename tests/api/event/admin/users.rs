//! `POST /api/event/admin/users`.

use serde_json::{Value, json};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Person, TestApp, both};

use super::desk::on_the_desk;
use crate::event::stage::{DAY, LATER, NEXT_DAY, TIME, accepts, booked, completed, put_into_team, week};

const PATH: &str = "/api/event/admin/users";

async fn asked(staff: &Person, body: Value) -> Value {
    staff.client().post(PATH, body).await.data()
}

/// The first names of the people found, in order.
async fn found(staff: &Person, body: Value) -> Vec<String> {
    let users = asked(staff, body).await["users"].clone();
    users.as_array().unwrap().iter().map(|user| user["firstName"].as_str().unwrap().to_owned()).collect()
}

async fn search(staff: &Person, search: &str) -> Vec<String> {
    found(staff, json!({ "search": search })).await
}

async fn named(app: &TestApp, first: &str, last: &str, email: &str) -> Person {
    let person = app.staff(1).await;
    app.execute(format!(
        "UPDATE account SET first_name = '{first}', last_name = '{last}', email = '{email}', email_lookup = '{email}' \
         WHERE uaid = '{}'",
        person.uaid
    ))
    .await;
    person
}

both! {
    async fn a_name_of_any_script_is_found_with_or_without_its_marks(app) {
        let staff = app.staff(3).await;
        let names = [
            ("Nguyễn", "Thị Ánh"), ("Жанна", "Белова"), ("Ελένη", "Παπαδάκη"), ("Đặng", "Þórsson"), ("İpek", "Yıldız"),
            ("ﬁona", "STRASSER"), ("Zoe\u{301}", "Straße"),
        ];
        for (first, last) in names {
            let person = app.athlete().await;
            person.client().put("/api/user/profile", json!({ "firstName": first, "lastName": last })).await.data();
        }
        for (typed, who) in [
            ("nguyen", "Nguyễn"), ("NGUYỄN", "Nguyễn"), ("thi anh", "Nguyễn"), ("Nguye\u{302}\u{303}n", "Nguyễn"),
            ("жанна", "Жанна"), ("ЖАННА", "Жанна"), ("белова", "Жанна"),
            ("ελενη", "Ελένη"), ("ΠΑΠΑΔΆΚΗ", "Ελένη"), ("dang", "Đặng"), ("thorsson", "Đặng"), ("ipek", "İpek"),
            ("yildiz", "İpek"), ("fiona", "ﬁona"), ("zoé", "Zoe\u{301}"), ("zoe", "Zoe\u{301}"),
        ] {
            let found = search(&staff, typed).await;
            assert_eq!(found.len(), 1, "{typed}: {found:?}");
            // The profile may have the name with its letters in another Unicode form.
            assert_eq!(found[0].chars().next(), who.chars().next(), "{typed}: {found:?}");
        }
        let mut strasse = search(&staff, "strasse").await;
        strasse.sort();
        assert_eq!(strasse.len(), 2, "{strasse:?}");
    }

    async fn people_are_found_by_parts_of_what_names_them(app) {
        app.set_schedule(week(6)).await;
        let staff = app.staff(3).await;
        let zoe = named(&app, "Zoë", "Łukasz-Stone", "zed@track.example").await;
        let bo = named(&app, "Bo", "Fieldstone", "bo.100%_fit@track.example").await;
        let cy = named(&app, "Cy", "Reed", "cy@field.example").await;
        booked(&cy, NEXT_DAY, TIME).await;
        booked(&zoe, DAY, LATER).await;
        let data = asked(&staff, json!({ "search": "track.example" })).await;
        let (first, last) = (&data["users"][0], &data["users"][1]);
        assert_eq!((&first["firstName"], &first["bookingDate"], &first["bookingTime"]), (&json!("Zoë"), &json!(DAY), &json!(LATER)));
        assert_eq!((&first["eventTestStatus"], &first["role"], &first["isCompetitor"]), (&json!("booked"), &json!(1), &json!(true)));
        assert_eq!((&last["firstName"], &last["bookingDate"], &last["bookingTime"]), (&json!("Bo"), &json!(""), &json!("")));
        assert_eq!((&last["eventBookingId"], &last["eventTestCode"], &last["teamBookingId"]), (&Value::Null, &Value::Null, &Value::Null));
        let code = first["eventTestCode"].as_str().unwrap().to_lowercase();
        let (middle, number) = (&code[1..5], format!("00{}", bo.uaid));
        for (typed, who) in [
            ("zoe", "Zoë"), ("ZOË", "Zoë"), ("lukasz", "Zoë"), ("stone zed", "Zoë"), ("100%_", "Bo"), ("bo fieldst", "Bo"), ("eldst", "Bo"),
            ("cy reed", "Cy"), ("cy@field.example", "Cy"), (&code, "Zoë"), (middle, "Zoë"), (&bo.uaid[2..8], "Bo"), (&number, "Bo"),
        ] {
            assert_eq!(search(&staff, typed).await, [who], "{typed}");
        }
        assert_eq!(search(&staff, "stone").await, ["Zoë", "Bo"], "by date, nobody's date last");
        for nobody in ["zoe reed", "oë", "%", "_", "zzzzz", "' OR 1=1 --", "\" OR *", "a NEAR(b)", "\u{0}zoe\\", "{names} : x"] {
            assert!(search(&staff, nobody).await.is_empty(), "{nobody}");
        }
        let text = data.to_string().to_lowercase();
        assert!(!["medical", "emergency", "assistance", "birth"].iter().any(|word| text.contains(word)), "{text}");
        // A new name is found at once, an old one no longer, and deleted accounts never.
        bo.client().put("/api/user/profile", json!({ "firstName": "Óscar" })).await.data();
        assert_eq!((search(&staff, "oscar").await.len(), search(&staff, "fieldstone").await), (1, vec!["Óscar".to_owned()]));
        cy.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert!(search(&staff, "reed").await.is_empty());
    }

    async fn somebody_in_the_middle_of_a_test_is_seen_to_be(app) {
        let (desk, guest) = on_the_desk(&app).await;
        for searcher in [desk, app.staff(3).await] {
            let data = asked(&searcher, json!({ "search": guest.code })).await;
            let row = &data["users"][0];
            assert_eq!((&row["uaid"], &row["eventTestStatus"]), (&json!(guest.uaid()), &json!("booked")));
            assert!(row["onboardedAt"].as_str().unwrap().ends_with('Z'), "{row}");
        }
    }

    async fn days_and_roles_narrow_a_search_and_a_list_has_its_limit(app) {
        app.set_schedule(week(6)).await;
        let staff = app.staff(3).await;
        let (ada, bo) = (named(&app, "Ada", "Stone", "ada@x.example").await, named(&app, "Bo", "Stone", "bo@x.example").await);
        completed(&app, &ada, "2026-01-15").await;
        booked(&ada, NEXT_DAY, TIME).await;
        booked(&bo, DAY, TIME).await;
        let past = asked(&staff, json!({ "search": "stone", "from": "2026-01-01", "to": "2026-01-31" })).await;
        assert_eq!((&past["users"][0]["bookingDate"], &past["users"][0]["eventTestStatus"]), (&json!("2026-01-15"), &json!("completed")));
        assert_eq!(found(&staff, json!({ "from": "2026-01-01", "to": NEXT_DAY })).await, ["Ada", "Bo"], "each once, by the first");
        assert_eq!(found(&staff, json!({ "search": "st", "from": DAY })).await, ["Bo"]);
        assert_eq!(found(&staff, json!({ "role": 1 })).await, ["Bo", "Ada"]);
        assert_eq!(found(&staff, json!({ "role": 3, "search": "rob" })).await, ["Robin"]);
        assert!(found(&staff, json!({ "role": 4, "search": "stone" })).await.is_empty());
        let one = asked(&staff, json!({ "search": "stone", "limit": 1 })).await;
        assert_eq!((one["users"].as_array().unwrap().len(), &one["more"]), (1, &json!(true)));
        for (body, code, field) in [
            (json!({ "limit": 101 }), "FIELD_INVALID", "limit"), (json!({ "limit": 0 }), "FIELD_INVALID", "limit"),
            (json!({ "search": "x".repeat(101) }), "FIELD_INVALID", "search"), (json!({ "role": 7 }), "FIELD_INVALID", "role"),
            (json!({ "from": DAY, "to": "2026-03-01" }), "DATE_OUT_OF_RANGE", "from"),
        ] {
            staff.client().post(PATH, body).await.refused_field(400, code, field);
        }
    }

    async fn who_fits_among_thousands_is_listed_by_day_too(app) {
        app.set_schedule(week(6)).await;
        let staff = app.staff(3).await;
        app.execute(
            "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at, first_name, last_name) \
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4100) \
             SELECT CAST(20000000 + i AS TEXT), 'crowd' || CAST(i AS TEXT) || '@x.example', 'crowd' || CAST(i AS TEXT) || '@x.example', \
             0, 0, 'Crowd', 'Runner' FROM n",
        ).await;
        let last = named(&app, "Crowd", "Last", "crowd-last@x.example").await;
        let seen = booked(&last, DAY, TIME).await;
        for body in [json!({ "search": "crowd" }), json!({}), json!({ "search": "x.example crowd" })] {
            let data = asked(&staff, body.clone()).await;
            assert_eq!((data["users"].as_array().unwrap().len(), &data["more"]), (100, &json!(true)), "{body}");
            assert_eq!(data["users"][0]["eventBookingId"], seen, "{body}");
        }
        assert_eq!(asked(&staff, json!({ "search": "crowd", "from": DAY })).await["users"].as_array().unwrap().len(), 1);
        assert_eq!(search(&staff, "crowd4099").await.len(), 1);
    }

    async fn the_desk_finds_todays_people_and_a_coach_their_own(app) {
        app.set_schedule(week(6)).await;
        let (desk, coach) = (app.staff(2).await, app.staff(4).await);
        let (ada, bo) = (named(&app, "Ada", "Stone", "ada@x.example").await, named(&app, "Bo", "Stonefield", "bo@x.example").await);
        booked(&ada, DAY, TIME).await;
        assert!(search(&desk, "stone").await.is_empty());
        desk.client().post(PATH, json!({ "from": DAY, "to": DAY })).await.refused(403, "FORBIDDEN");
        assert!(search(&coach, "stone").await.is_empty(), "without a team nobody is seen");
        put_into_team(&app, &bo, &coach).await;
        assert!(search(&coach, "stone").await.is_empty(), "who has not said yes is found by what is shown of them");
        assert_eq!(search(&coach, "bo s").await, ["Bo"]);
        accepts(&app, &bo, &coach).await;
        assert_eq!(search(&coach, "stone").await, ["Bo"]);
        app.pass_minutes(3 * 24 * 60);
        let today = app.client().bearer(&app.session_of(&desk).await);
        assert_eq!(today.post(PATH, json!({ "search": "sto" })).await.data()["users"][0]["firstName"], "Ada");
        ada.client().post(PATH, json!({})).await.refused(401, "UNAUTHORISED");
    }
}
