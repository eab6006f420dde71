//! Booking for somebody else: who may, and staff who book at the desk or on the telephone.

use serde_json::{Value, json};
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_tests::{Person, Reply, TestApp, both};

use super::stage::{
    BOOKING, CANCEL, DAY, LATER, NEXT_DAY, TIME, body, book, booked, completed, date, everything, go_to,
    put_into_team, status, taken, team_of, week,
};

const BOOKABLE: &str = "/api/event/admin/bookable";
const USERS: &str = "/api/event/admin/users";
/// On Thursday, `DAY`, it is 10:05.
const SOON: &str = "10:15";

async fn for_somebody(staff: &Person, whose: &Person, slot: (&str, &str), more: Value) -> Reply {
    let mut body = json!({ "uaid": whose.uaid, "eventTestDate": slot.0, "eventTestTime": slot.1 });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    staff.client().post(BOOKING, body).await
}

async fn bookable(staff: &Person, whose: &Person) -> Value {
    staff.client().get(&format!("{BOOKABLE}?uaid={}", whose.uaid)).await.data()
}

async fn on_the_day(app: &TestApp) {
    app.set_schedule(week(2)).await;
    go_to(app, DAY, "10:05").await;
}

both! {
    async fn each_role_books_for_whom_it_may(app) {
        app.set_schedule(week(6)).await;
        let (athlete, other) = (app.athlete().await, app.athlete().await);
        let for_athlete = json!({ "uaid": athlete.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        let before = everything(&app).await;
        app.client().post(BOOKING, for_athlete.clone()).await.refused(401, "UNAUTHORISED");
        other.client().post(BOOKING, for_athlete.clone()).await.refused(403, "FORBIDDEN");
        let (desk, coach) = (app.person(2).await, app.person(4).await);
        let with_staff = everything(&app).await;
        desk.client().post(BOOKING, for_athlete.clone()).await.refused(403, "FORBIDDEN");
        coach.client().post(BOOKING, for_athlete.clone()).await.refused(403, "FORBIDDEN");
        assert_eq!(everything(&app).await, with_staff);
        assert_ne!(before, with_staff, "accounts are part of everything");
        put_into_team(&app, &athlete, &app.person(4).await).await;
        coach.client().post(BOOKING, for_athlete.clone()).await.refused(403, "FORBIDDEN");
        put_into_team(&app, &athlete, &coach).await;
        let data = coach.client().post(BOOKING, for_athlete.clone()).await.data();
        assert_eq!(data["uaid"], athlete.uaid);
        let delivery = app.person(3).await;
        let for_other = json!({ "uaid": other.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        assert_eq!(delivery.client().post(BOOKING, for_other).await.data()["uaid"], other.uaid);
        let nobody = json!({ "uaid": "99999999999", "eventTestDate": DAY, "eventTestTime": TIME });
        delivery.client().post(BOOKING, nobody).await.refused_field(404, "NOT_FOUND", "uaid");
    }

    async fn a_coach_writes_no_health_data(app) {
        app.set_schedule(week(6)).await;
        let (athlete, coach) = (app.athlete().await, app.person(4).await);
        put_into_team(&app, &athlete, &coach).await;
        let request = json!({
            "uaid": athlete.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "medicalIssues": "Made up",
            "emergencyName": "Nobody", "emergencyNumber": "+447700900999"
        });
        coach.client().post(BOOKING, request).await.data();
        let profile = athlete.client().get("/api/user/profile").await.data();
        assert_eq!(profile["medicalIssues"], "N/A");
        assert_eq!(profile["emergencyName"], "N/A");
    }

    // RULES 12.1
    async fn an_athlete_is_asked_by_a_coachs_booking_with_assistance_too(app) {
        app.set_schedule(week(6)).await;
        let (athlete, coach) = (app.athlete().await, app.person(4).await);
        put_into_team(&app, &athlete, &coach).await;
        let request = json!({
            "uaid": athlete.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "assistanceRequired": true
        });
        coach.client().post(BOOKING, request).await.data();
        assert_eq!(app.letters_to("coach-booking", &athlete.email).await.len(), 1);
        assert_eq!(app.letters_to("assistance-confirmed", &athlete.email).await.len(), 0);
    }

    // RULES 4.10
    async fn bypass_is_for_roles_3_and_4_and_lifts_the_calendar_only(app) {
        let config = BookingSessionConfig { retest_delay: 30, closed_dates: vec![date(NEXT_DAY)], ..week(6) };
        app.set_schedule(config).await;
        let athlete = app.athlete().await;
        let bypass = |day: &str, time: &str| {
            json!({ "uaid": athlete.uaid, "eventTestDate": day, "eventTestTime": time, "bypassBookingRule": true })
        };
        for role in [1, 2] {
            let caller = app.person(role).await;
            let own = json!({ "eventTestDate": DAY, "eventTestTime": TIME, "bypassBookingRule": true });
            caller.client().post(BOOKING, own).await.refused(403, "FORBIDDEN");
        }
        athlete.client().post(BOOKING, bypass(DAY, TIME)).await.refused(403, "FORBIDDEN");
        completed(&app, &athlete, "2026-03-01").await;
        let delivery = app.person(3).await.client();
        let plain = json!({ "uaid": athlete.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        delivery.post(BOOKING, plain).await.refused(422, "RETEST_TOO_SOON");
        for (day, time, status, code) in [
            ("2026-03-01", TIME, 422, "DATE_PAST"),
            (NEXT_DAY, TIME, 422, "DATE_CLOSED"),
            (DAY, "09:00", 422, "NOT_OFFERED"),
            (DAY, "10:05", 422, "TIME_OFF_GRID"),
        ] {
            delivery.post(BOOKING, bypass(day, time)).await.refused(status, code);
        }
        // Today, within tomorrow's window and far beyond it: each limit is lifted.
        for day in ["2026-03-02", "2026-09-01"] {
            let data = delivery.post(BOOKING, bypass(day, "17:00")).await.data();
            let off = json!({ "uaid": athlete.uaid, "eventBookingID": data["eventBookingId"] });
            delivery.delete(CANCEL, off).await.data();
        }
        let coach = app.person(4).await;
        coach.client().post(BOOKING, bypass(DAY, TIME)).await.refused(403, "FORBIDDEN");
        put_into_team(&app, &athlete, &coach).await;
        coach.client().post(BOOKING, bypass("2026-03-02", TIME)).await.data();
    }

    async fn an_athlete_cannot_book_into_a_team_but_staff_can(app) {
        app.set_schedule(week(6)).await;
        let (person, other, staff) = (app.athlete().await, app.athlete().await, app.person(3).await);
        let reds = team_of(&app, &app.person(4).await).await;
        let in_team = format!("SELECT COUNT(*) FROM booking WHERE team_booking_id = '{reds}'");
        let mut own = body(DAY, TIME);
        own["teamBookingId"] = json!(reds);
        person.client().post(BOOKING, own).await.data();
        assert_eq!(app.scalar(in_team.clone()).await, 0);
        let mut by_staff = body(DAY, TIME);
        by_staff["teamBookingId"] = json!(reds);
        by_staff["uaid"] = json!(other.uaid);
        staff.client().post(BOOKING, by_staff).await.data();
        assert_eq!(app.scalar(in_team).await, 1);
    }

    async fn the_desk_books_whoever_stands_there_for_today(app) {
        on_the_day(&app).await;
        let (desk, walk_in) = (app.person(2).await, app.athlete().await);
        let data = for_somebody(&desk, &walk_in, (DAY, SOON), json!({ "eventTestType": "test" })).await.data();
        assert_eq!((&data["uaid"], taken(&app, DAY, SOON).await), (&json!(walk_in.uaid), 1));
        let by = app.texts("SELECT created_by FROM booking").await;
        assert_eq!(by, [Some(desk.uaid.clone())]);
        assert_eq!(app.count("mail_outbox").await, 1, "the athlete is told");
        let rows = desk.client().get("/api/event/admin/day").await.data()["bookings"].clone();
        assert_eq!(rows[0]["eventTestCode"], data["code"]);
        // Another athlete, with assistance.
        let other = app.athlete().await;
        let help = json!({ "assistanceRequired": true });
        let id = for_somebody(&desk, &other, (DAY, SOON), help).await.data()["eventBookingId"].clone();
        assert_eq!(status(&app, id.as_str().unwrap()).await, "booked");
        for_somebody(&desk, &app.athlete().await, (DAY, SOON), json!({})).await.refused(409, "SLOT_FULL");
    }

    async fn the_desk_books_for_today_alone_and_only_its_notice_is_lifted(app) {
        on_the_day(&app).await;
        let (desk, athlete, again) = (app.person(2).await, app.athlete().await, app.athlete().await);
        let id = booked(&athlete, NEXT_DAY, TIME).await;
        completed(&app, &again, DAY).await;
        let newcomer = app.athlete().await;
        for_somebody(&desk, &newcomer, (NEXT_DAY, TIME), json!({})).await.refused(403, "FORBIDDEN");
        desk.client().post(BOOKING, json!({ "uaid": newcomer.uaid })).await.refused(403, "FORBIDDEN");
        for_somebody(&desk, &athlete, (DAY, LATER), json!({ "eventBookingId": id })).await.refused(403, "FORBIDDEN");
        for_somebody(&desk, &newcomer, (DAY, SOON), json!({ "bypassBookingRule": true })).await.refused(403, "FORBIDDEN");
        for_somebody(&desk, &again, (DAY, SOON), json!({})).await.refused_field(422, "RETEST_TOO_SOON", "eventTestDate");
        for_somebody(&desk, &newcomer, (DAY, "10:00"), json!({})).await.refused_field(422, "TIME_PAST", "eventTestTime");
        for_somebody(&desk, &newcomer, (DAY, "09:30"), json!({})).await.refused(422, "NOT_OFFERED");
        for_somebody(&desk, &athlete, (DAY, LATER), json!({})).await.refused(409, "BOOKING_OPEN_EXISTS");
        // Athletes cannot book for today themselves.
        book(&newcomer, DAY, SOON).await.refused(422, "DATE_TOO_EARLY");
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", newcomer.uaid)).await;
        for_somebody(&desk, &newcomer, (DAY, SOON), json!({})).await.refused(422, "SCREENING_NOT_CLEARED");
        // An athlete and a coach may not book at the desk.
        for_somebody(&athlete, &newcomer, (DAY, SOON), json!({})).await.refused(403, "FORBIDDEN");
        for_somebody(&app.person(4).await, &newcomer, (DAY, SOON), json!({})).await.refused(403, "FORBIDDEN");
        assert_eq!(taken(&app, DAY, SOON).await, 0);
    }

    async fn delivery_books_any_day_and_puts_who_phoned_for_help_into_the_queue(app) {
        on_the_day(&app).await;
        let (delivery, caller, other) = (app.person(3).await, app.athlete().await, app.athlete().await);
        for_somebody(&delivery, &caller, (DAY, LATER), json!({})).await.refused(422, "DATE_TOO_EARLY");
        let bypass = json!({ "bypassBookingRule": true });
        for_somebody(&delivery, &caller, (DAY, LATER), bypass).await.data();
        assert_eq!(taken(&app, DAY, LATER).await, 1);
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", other.uaid)).await;
        let ask = json!({ "uaid": other.uaid, "eventTestStatus": "assistance", "assistanceRequired": true, "assistanceType": "A ramp" });
        let id = delivery.client().post(BOOKING, ask).await.data()["eventBookingId"].clone();
        assert_eq!(status(&app, id.as_str().unwrap()).await, "assistance");
        let queue = delivery.client().get("/api/event/admin/assistance").await.data();
        assert_eq!((&queue["wishes"][0]["uaid"], &queue["wishes"][0]["assistanceType"]), (&json!(other.uaid), &json!("A ramp")));
    }

    async fn a_booking_has_the_shirt_of_its_profile(app) {
        on_the_day(&app).await;
        let (desk, walk_in) = (app.person(2).await, app.athlete().await);
        walk_in.client().put("/api/user/profile", json!({ "tShirtSize": "XXL" })).await.data();
        for_somebody(&desk, &walk_in, (DAY, SOON), json!({})).await.data();
        let rows = desk.client().get("/api/event/admin/day").await.data()["bookings"].clone();
        assert_eq!(rows[0]["tShirtSize"], "XXL");
    }

    async fn what_the_rules_say_of_somebody_is_known_before_a_place_is_chosen(app) {
        on_the_day(&app).await;
        let (desk, delivery, person) = (app.person(2).await, app.person(3).await, app.athlete().await);
        for staff in [&desk, &delivery] {
            assert_eq!(bookable(staff, &person).await, json!({
                "uaid": person.uaid, "firstName": "Robin", "lastName": "Field", "eventTestType": "test", "lastCompleted": null,
                "booking": null, "refusal": null, "assistanceRefusal": null
            }));
        }
        completed(&app, &person, "2026-02-02").await;
        let id = booked(&person, NEXT_DAY, TIME).await;
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", person.uaid)).await;
        let answer = bookable(&desk, &person).await;
        assert_eq!((&answer["eventTestType"], &answer["lastCompleted"]), (&json!("retest"), &json!("2026-02-02")));
        assert_eq!(answer["booking"], json!({ "eventBookingId": id, "eventTestStatus": "booked", "bookingDate": NEXT_DAY, "bookingTime": TIME }));
        assert_eq!((&answer["refusal"]["errorCode"], &answer["assistanceRefusal"]), (&json!("SCREENING_NOT_CLEARED"), &Value::Null));
        desk.client().get(BOOKABLE).await.refused_field(400, "UAID_REQUIRED", "uaid");
        desk.client().get(&format!("{BOOKABLE}?uaid=1x")).await.refused_field(400, "UAID_INVALID", "uaid");
        desk.client().get(&format!("{BOOKABLE}?uaid=1")).await.refused(404, "NOT_FOUND");
    }

    // RULES 4.5
    async fn a_visit_that_was_never_finished_rules_out_another_booking_on_later_days_too(app) {
        on_the_day(&app).await;
        let (desk, person) = (app.person(2).await, app.athlete().await);
        let id = booked(&person, NEXT_DAY, TIME).await;
        let day_after = "2026-03-07";
        go_to(&app, day_after, "10:05").await;
        assert_eq!(bookable(&desk, &person).await["booking"], Value::Null, "booking closes a missed one");
        app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE booking_id = '{id}'")).await;
        assert_eq!(bookable(&desk, &person).await["booking"]["eventBookingId"], id);
        for_somebody(&desk, &person, (day_after, SOON), json!({})).await.refused(409, "BOOKING_OPEN_EXISTS");
    }

    async fn the_desk_finds_anybody_it_can_name_and_learns_no_address(app) {
        on_the_day(&app).await;
        let (desk, person) = (app.person(2).await, app.athlete().await);
        app.execute(format!("UPDATE account SET first_name = 'Zoë', last_name = 'Lindqvist' WHERE uaid = '{}'", person.uaid)).await;
        person.client().put("/api/user/profile", json!({ "firstName": "Zoë", "lastName": "Lindqvist" })).await.data();
        let found = async |search: &str, booking: bool| {
            desk.client().post(USERS, json!({ "search": search, "forBooking": booking })).await.data()["users"].clone()
        };
        for typed in ["lindq", "Zoë Lindqvist", person.email.as_str(), person.uaid.as_str()] {
            let users = found(typed, true).await;
            assert_eq!((&users[0]["uaid"], &users[0]["emailAddress"]), (&json!(person.uaid), &json!("")), "{typed}");
            assert_eq!(found(typed, false).await, json!([]), "without saying why, today's people alone: {typed}");
        }
        for nobody in ["li", "", "athletes.example", "%"] {
            assert_eq!(found(nobody, true).await, json!([]), "{nobody}");
        }
    }
}
