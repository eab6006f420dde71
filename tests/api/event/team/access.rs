//! What coaches see of the people they book, before and after the athlete has accepted.

use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use super::{COACHES, TEAM, USERS, VOUCH, athletes, made, members};
use crate::event::stage::{BOOKING, DAY, NEXT_DAY, TIME, booked, taken, week};
use crate::user::results::tested;

/// What only the athlete and programme delivery may read, whatever the athlete has answered.
const NEVER: [&str; 9] = [
    "ada@private.example",
    "1999-04-03",
    "+447700900111",
    "SW11 8AB",
    "ada_lifts",
    "Asthma",
    "Kim Field",
    "limped",
    "Gold trainers",
];
/// What a coach may read once the athlete has accepted.
const OPENED: [&str; 3] = ["Okonkwo", "61.5", "XXL"];

/// An athlete with every kind of data: a result, one on hold, notes of the desk, health data.
pub(super) async fn ada(app: &TestApp) -> Person {
    let ada = app.athlete().await;
    let told = json!({ "eventTestDate": DAY, "eventTestTime": "17:00", "emergencyName": "Kim Field",
        "emergencyNumber": "+447700900123", "medicalIssues": "Asthma", "assistanceRequired": false });
    let id = ada.client().post(BOOKING, told).await.data()["eventBookingId"].as_str().unwrap().to_owned();
    ada.client().delete("/api/user/event/cancel", json!({ "eventBookingID": id })).await.data();
    tested(app, &ada, "2025-11-20", 60).await;
    tested(app, &ada, "2025-11-21", 91).await;
    app.execute(format!(
        "UPDATE account SET first_name = 'Ada', last_name = 'Okonkwo', email = 'ada@private.example', \
         email_lookup = 'ada@private.example', date_of_birth = '1999-04-03', phone_number = '+447700900111', \
         postcode = 'SW11 8AB', instagram = 'ada_lifts', improvement = 'Gold trainers', t_shirt_size = 'XXL', \
         marketing_pref_1 = TRUE, assistance_required = TRUE, is_competitor = FALSE WHERE uaid = '{}'",
        ada.uaid
    ))
    .await;
    app.execute(format!(
        "UPDATE booking SET notes = 'limped', score_hundredths = 6150 WHERE uaid = '{}' AND test_date = '2025-11-20'",
        ada.uaid
    ))
    .await;
    app.execute(format!(
        "UPDATE booking SET held = TRUE, score_hundredths = 9177, notes = 'limped' WHERE uaid = '{}' AND test_date = '2025-11-21'",
        ada.uaid
    ))
    .await;
    ada
}

/// Everything that a coach can read about an athlete through any call, as one text.
async fn everything_read(coach: &Person, athlete: &Person, team: &str) -> String {
    let client = coach.client();
    let profile = client.get(&format!("/api/event/admin/profile?uaid={}", athlete.uaid)).await;
    let found = client.post(USERS, json!({ "search": "ada" })).await;
    let for_team = client.post(USERS, json!({ "search": "ada", "forTeam": true })).await;
    let by_number = client.post(USERS, json!({ "search": athlete.uaid, "forTeam": true })).await;
    let lite =
        client.post("/api/event/admin/bookings/lite", json!({ "from": "2025-01-01", "to": NEXT_DAY })).await;
    let users = client.get(&format!("{TEAM}/users?teamBookingId={team}")).await;
    let results = client.get(&format!("/api/user/results?uaid={}", athlete.uaid)).await;
    let board = client.get("/api/user/leaderboard?showUAID=true&from=2025-11-01&to=2025-11-30").await;
    let teams = client.get(TEAM).await;
    [profile, found, for_team, by_number, lite, users, results, board, teams]
        .map(|reply| reply.text())
        .join("\n")
}

fn code_of(text: &str) -> Option<String> {
    let at = text.find("\"eventTestCode\":\"")? + 17;
    Some(text[at..].chars().take_while(|c| *c != '"').collect())
}

both! {
    // RULES 12.2
    async fn a_coach_sees_a_name_and_an_initial_until_the_athlete_says_yes(app) {
        app.set_schedule(week(6)).await;
        let (coach, ada) = (app.person(4).await, ada(&app).await);
        let team = made(&coach, &[&ada]).await;
        let codes = app.texts(format!("SELECT code FROM booking WHERE uaid = '{}'", ada.uaid)).await;

        let before = everything_read(&coach, &ada, &team).await;
        for word in NEVER.iter().chain(&OPENED).chain(&["91.77", "2025-11-20", "2025-11-21"]) {
            assert!(!before.contains(word), "{word} before a yes: {before}");
        }
        for code in codes.iter().flatten() {
            assert!(!before.contains(&format!("\"{code}\"")), "a code before a yes: {before}");
        }
        let profile = coach.client().get(&format!("/api/event/admin/profile?uaid={}", ada.uaid)).await.data();
        assert_eq!((&profile["firstName"], &profile["lastName"]), (&json!("Ada"), &json!("O")));
        assert_eq!((&profile["coachAccess"], &profile["ageGroup"]), (&json!("asked"), &json!(null)));
        let entries = profile["events"][0]["eventList"].as_array().unwrap().clone();
        assert_eq!(entries.len(), 1, "the coach's own booking alone: {entries:?}");
        assert_eq!((&entries[0]["eventTestStatus"], &entries[0]["eventTestDate"]), (&json!("booked"), &json!(DAY)));
        coach.client().get(&format!("/api/user/results?uaid={}", ada.uaid)).await.refused(403, "FORBIDDEN");

        let told = ada.client().get(COACHES).await.data()["coaches"].clone();
        assert_eq!((&told[0]["coachUaid"], &told[0]["name"], &told[0]["access"]),
            (&json!(coach.uaid), &json!("Robin Field"), &json!("asked")));
        ada.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();

        let after = everything_read(&coach, &ada, &team).await;
        for word in NEVER.iter().chain(&["91.77", "9177"]) {
            assert!(!after.contains(word), "{word} after a yes: {after}");
        }
        for word in OPENED {
            assert!(after.contains(word), "{word} is not shown after a yes: {after}");
        }
        let profile = coach.client().get(&format!("/api/event/admin/profile?uaid={}", ada.uaid)).await.data();
        assert_eq!((&profile["lastName"], &profile["ageGroup"], &profile["coachAccess"]),
            (&json!("Okonkwo"), &json!("25–34"), &json!("accepted")));
        assert_eq!((&profile["assistanceRequired"], &profile["marketingPref1"]), (&json!(false), &json!(false)));
        for entry in profile["events"][0]["eventList"].as_array().unwrap() {
            assert_eq!((&entry["eventTestNotes"], &entry["eventTestAssistanceRequired"]), (&json!(null), &json!(false)));
            assert_eq!(entry["eventTestSequence"], json!(null));
            let held = entry["eventTestDate"] == "2025-11-21";
            assert_eq!(entry["eventTestScore"].is_null(), held || entry["eventTestStatus"] != "completed", "{entry}");
            assert!(!held || entry["results"] == json!([]), "{entry}");
        }
        let results = coach.client().get(&format!("/api/user/results?uaid={}", ada.uaid)).await.data();
        let dates: Vec<_> = results["results"].as_array().unwrap().iter().map(|one| one["eventTestDate"].clone()).collect();
        assert_eq!(dates, [json!("2025-11-20")]);

        // Acceptance can be withdrawn, and the booking stays.
        ada.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "withdraw" })).await.data();
        let taken_back = everything_read(&coach, &ada, &team).await;
        for word in NEVER.iter().chain(&OPENED) {
            assert!(!taken_back.contains(word), "{word} after it was taken back");
        }
        assert!(code_of(&taken_back).is_none_or(|code| code.is_empty()), "{taken_back}");
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        let audited = "SELECT COUNT(*) FROM audit_log WHERE action IN ('coach.asked', 'coach.accepted', 'coach.withdrawn') \
                       AND subject_uaid = ";
        assert_eq!(app.scalar(format!("{audited}'{}'", ada.uaid)).await, 3);
    }

    async fn programme_delivery_vouches_and_an_accepted_coach_books_without_asking_again(app) {
        app.set_schedule(week(6)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 1).await);
        let one = &people[0];
        let team = made(&coach, &[one]).await;
        let wish = json!({ "coachUaid": coach.uaid, "uaid": one.uaid, "accepted": true });
        coach.client().post(VOUCH, wish.clone()).await.refused(403, "FORBIDDEN");
        one.client().post(VOUCH, wish.clone()).await.refused(403, "FORBIDDEN");
        delivery.client().post(VOUCH, wish).await.data();
        assert_eq!(members(&coach, &team).await[0]["coachAccess"], "accepted");
        let told = one.client().get(COACHES).await.data()["coaches"][0].clone();
        assert_eq!((&told["access"], &told["byTeam"]), (&json!("accepted"), &json!(true)));
        coach.client().delete(TEAM, json!({ "teamBookingId": team })).await.data();
        made(&coach, &[one]).await;
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'coach-booking'").await, 1);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-confirmed'").await, 1);
        let back = json!({ "coachUaid": coach.uaid, "uaid": one.uaid, "accepted": false });
        delivery.client().post(VOUCH, back).await.data();
        assert_eq!(one.client().get(COACHES).await.data()["coaches"][0]["access"], "declined");
        let nobody = json!({ "coachUaid": one.uaid, "uaid": coach.uaid, "accepted": true });
        delivery.client().post(VOUCH, nobody).await.refused_field(422, "COACH_UNKNOWN", "coachUaid");
    }

    async fn a_coach_who_was_not_let_in_leaves_an_own_booking_alone(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 1).await);
        let one = &people[0];
        made(&coach, &[one]).await;
        app.execute(format!("UPDATE booking SET status = 'completed', score_hundredths = 5000, test_date = '2026-02-20' WHERE uaid = '{}'", one.uaid)).await;
        let own = booked(one, "2026-03-10", TIME).await;
        let call_off = json!({ "uaid": one.uaid, "eventBookingID": own });
        coach.client().delete("/api/user/event/cancel", call_off.clone()).await.refused(403, "FORBIDDEN");
        one.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();
        coach.client().delete("/api/user/event/cancel", call_off).await.data();
    }

    // RULES 8.6
    async fn boards_give_a_coach_the_names_of_their_own_people_and_role_2_of_nobody(app) {
        app.set_schedule(week(6)).await;
        let (coach, desk, people) = (app.person(4).await, app.person(2).await, athletes(&app, 2).await);
        let [mine, other] = &people[..] else { unreachable!() };
        tested(&app, mine, "2025-11-20", 60).await;
        tested(&app, other, "2025-11-20", 40).await;
        made(&coach, &[mine]).await;
        let window = "from=2025-11-01&to=2025-11-30";
        let names = async |person: &Person| {
            let rows = person.client().get(&format!("/api/user/leaderboard?showUAID=true&{window}")).await.data()["leaderboard"].clone();
            rows.as_array().unwrap().iter().map(|row| (row["uaid"].clone(), row["lastName"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(names(&coach).await, [(Value::Null, json!("F")), (Value::Null, json!("F"))]);
        mine.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();
        assert_eq!(names(&coach).await, [(json!(mine.uaid), json!("Field")), (Value::Null, json!("F"))]);
        let file = coach.client().get(&format!("/api/user/leaderboard?export=csv&{window}")).await.text();
        assert!(file.contains(&mine.uaid) && !file.contains(&other.uaid), "{file}");
        assert_eq!(file.matches("Field").count(), 1, "{file}");
        for wish in ["showUAID=true", "export=csv"] {
            desk.client().get(&format!("/api/user/leaderboard?{wish}&{window}")).await.refused(403, "FORBIDDEN");
        }
        let rows = names(&app.person(3).await).await;
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|(uaid, _)| uaid.is_string()), "{rows:?}");
    }
}
