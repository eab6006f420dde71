//! What coaches see of the people they book, before and after the athlete has accepted.

use serde_json::{Value, json};
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_tests::{Person, TestApp, both};

use super::{TEAM, athletes, body, made, members, save, uaids};
use crate::event::stage::{BOOKING, DAY, LATER, NEXT_DAY, TIME, booked, go_to, status, taken, week};
use crate::user::forgot::mailed_token;
use crate::user::results::tested;

const COACHES: &str = "/api/user/coaches";
const ANSWER: &str = "/api/user/coaches/answer";
const VOUCH: &str = "/api/event/admin/coach-access";
const USERS: &str = "/api/event/admin/users";

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

/// The token in the newest letter about a coach's booking.
async fn token(app: &TestApp) -> String {
    let text = app.letters("coach-booking").await.pop().expect("a letter");
    let at = text.find("coach-booking#").unwrap_or_else(|| panic!("no link in {text}"));
    let fragment: String = text[at + 14..].chars().take_while(|c| !c.is_whitespace()).collect();
    fragment.rsplit('=').next().unwrap().to_owned()
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

    // RULES 12.1
    async fn a_no_frees_a_place_that_was_booked_without_a_team(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 1).await);
        let team = made(&coach, &[&people[0]]).await;
        let id = members(&coach, &team).await[0]["eventBookingId"].as_str().unwrap().to_owned();
        coach.client().delete("/api/user/event/cancel", json!({ "eventBookingID": id })).await.data();
        app.state.clock.advance(1);
        let wanted = json!({ "uaid": people[0].uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        let booked = coach.client().post(BOOKING, wanted).await.data();
        let id = booked["eventBookingId"].as_str().unwrap();
        let secret = token(&app).await;
        let no = app.client().post(ANSWER, json!({ "token": secret, "answer": "decline" })).await.data();
        assert_eq!((&no["access"], &no["cancelled"]), (&json!("declined"), &json!(1)));
        assert_eq!((status(&app, id).await.as_str(), taken(&app, DAY, TIME).await), ("cancelled", 0));
    }

    // RULES 12.1
    async fn a_no_counts_though_the_booking_can_no_longer_be_cancelled(app) {
        app.set_schedule(BookingSessionConfig { cancel_cutoff_minutes: 120, ..week(6) }).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 2).await);
        let [late, here] = &people[..] else { unreachable!() };
        made(&coach, &[late]).await;
        let secret = token(&app).await;
        made(&coach, &[here]).await;
        app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE uaid = '{}'", here.uaid)).await;
        let decline = async |athlete: &Person| {
            let no = json!({ "coachUaid": coach.uaid, "answer": "decline" });
            let told = athlete.client().post(COACHES, no).await.data()["coaches"][0].clone();
            assert_eq!(told["access"], "declined");
            told["openBookings"].clone()
        };
        assert_eq!(decline(here).await, 1, "who is checked in stays");

        go_to(&app, DAY, "08:00").await;
        let no = app.client().post(ANSWER, json!({ "token": secret, "answer": "decline" })).await.data();
        assert_eq!((&no["access"], &no["cancelled"], &no["testDate"]), (&json!("declined"), &json!(0), &json!(DAY)));
        assert_eq!(decline(late).await, 1, "after the cut-off");
        assert_eq!(taken(&app, DAY, TIME).await, 2);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-cancelled'").await, 0);

        // One that was missed is closed on the way, as for a new booking.
        go_to(&app, NEXT_DAY, "00:01").await;
        assert_eq!((decline(late).await, decline(here).await), (json!(0), json!(1)));
        assert_eq!(app.texts(format!("SELECT status FROM booking WHERE uaid = '{}'", late.uaid)).await, [Some("dnt".to_owned())]);
    }

    // RULES 10.5
    async fn a_link_that_was_mailed_to_another_address_answers_nothing(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 1).await);
        made(&coach, &[&people[0]]).await;
        let secret = token(&app).await;
        let staff = app.person(3).await;
        let body = json!({ "uaid": people[0].uaid, "emailAddress": "right@athletes.example" });
        staff.client().put("/api/user/profile/admin", body).await.data();
        let change = mailed_token(&app, "email-change").await;
        app.client().post("/api/user/email/link", json!({ "token": change })).await.data();
        app.client().post(ANSWER, json!({ "token": secret, "answer": "accept" })).await.refused(422, "TOKEN_INVALID");
    }

    // RULES 10.5
    async fn a_request_that_has_not_left_gets_new_links_with_a_new_address(app) {
        app.set_schedule(week(6)).await;
        let (coach, staff, people) = (app.person(4).await, app.person(3).await, athletes(&app, 1).await);
        made(&coach, &[&people[0]]).await;
        for address in ["right@athletes.example", "better@athletes.example"] {
            app.state.clock.advance(1);
            let body = json!({ "uaid": people[0].uaid, "emailAddress": address });
            staff.client().put("/api/user/profile/admin", body).await.data();
            let change = mailed_token(&app, "email-change").await;
            app.client().post("/api/user/email/link", json!({ "token": change })).await.data();
            let letters = (app.letters_to("coach-booking", address).await.len(), app.letters("coach-booking").await.len());
            assert_eq!(letters, (1, 1), "it alone");
            let look = app.client().post(ANSWER, json!({ "token": token(&app).await })).await.data();
            assert_eq!((&look["access"], &look["testDate"]), (&json!("asked"), &json!(DAY)));
        }
    }

    // RULES 12.1
    async fn the_letter_answers_without_signing_in_and_a_no_frees_the_place(app) {
        app.set_schedule(week(6)).await;
        let (coach, other, people) = (app.person(4).await, app.person(4).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let team = made(&coach, &[one]).await;
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-confirmed'").await, 0);
        let secret = token(&app).await;
        let look = app.client().post(ANSWER, json!({ "token": secret })).await.data();
        assert_eq!((&look["name"], &look["access"], &look["testDate"], &look["testTime"]),
            (&json!("Robin Field"), &json!("asked"), &json!(DAY), &json!(TIME)));
        let yes = app.client().post(ANSWER, json!({ "token": secret, "answer": "accept" })).await.data();
        assert_eq!(yes["access"], "accepted");
        // The same link also declines, as long as it is valid.
        let id = members(&coach, &team).await[0]["eventBookingId"].as_str().unwrap().to_owned();
        let no = app.client().post(ANSWER, json!({ "token": secret, "answer": "decline" })).await.data();
        assert_eq!((&no["access"], &no["cancelled"]), (&json!("declined"), &json!(1)));
        assert_eq!((status(&app, &id).await.as_str(), taken(&app, DAY, TIME).await), ("cancelled", 0));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-cancelled'").await, 1);
        coach.client().get(&format!("/api/event/admin/profile?uaid={}", one.uaid)).await.refused(403, "FORBIDDEN");
        for wrong in [json!({ "token": "nonsense" }), json!({ "token": "nonsense", "answer": "accept" })] {
            app.client().post(ANSWER, wrong).await.refused(422, "TOKEN_INVALID");
        }
        app.client().post(ANSWER, json!({ "token": secret, "answer": "perhaps" })).await.refused(400, "FIELD_INVALID");
        app.pass_minutes(60 * 24 * 60);
        app.client().post(ANSWER, json!({ "token": secret })).await.refused(422, "TOKEN_INVALID");

        // An answer is about one coach, and nobody answers for somebody else.
        two.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.refused(401, "UNAUTHORISED");
        let two = app.client().bearer(&app.session_of(two).await);
        two.post(COACHES, json!({ "coachUaid": other.uaid, "answer": "accept" })).await.refused(404, "NOT_FOUND");
    }

    // RULES 12.1
    async fn a_no_is_an_answer_until_its_athlete_or_programme_delivery_says_otherwise(app) {
        app.set_schedule(week(20)).await;
        let (coach, other, delivery, people) =
            (app.person(4).await, app.person(4).await, app.person(3).await, athletes(&app, 3).await);
        let [one, two, three] = &people[..] else { unreachable!() };
        made(&coach, &[one]).await;
        one.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "decline" })).await.data();
        let refused = save(&coach, body(&[one, two])).await;
        refused.refused(422, "TEAM_MEMBERS");
        assert_eq!(refused.value()["error"]["members"], json!([{ "uaid": one.uaid, "code": "NOT_BOOKABLE" }]));
        let search = json!({ "search": one.uaid, "forTeam": true });
        let found = async |who: &Person| who.client().post(USERS, search.clone()).await.data()["users"][0]["bookable"].clone();
        assert_eq!((found(&coach).await, found(&other).await), (json!(false), json!(true)), "a no is to one coach");
        assert_eq!(one.client().get(COACHES).await.data()["coaches"][0]["access"], "declined");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'coach-booking'").await, 1, "nobody is asked again");

        // A yes that was taken back is a no too, but what is booked stays.
        let team = made(&coach, &[two]).await;
        two.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();
        two.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "withdraw" })).await.data();
        let moved = json!({ "teamBookingId": team, "teamName": "Harriers", "testDate": DAY, "testTime": LATER, "uaids": uaids(&[two]) });
        save(&coach, moved).await.data();
        let id = members(&coach, &team).await[0]["eventBookingId"].as_str().unwrap().to_owned();
        coach.client().delete("/api/user/event/cancel", json!({ "eventBookingID": id })).await.data();
        let wanted = json!({ "uaid": two.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        coach.client().post(BOOKING, wanted.clone()).await.refused(403, "FORBIDDEN");
        two.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();
        coach.client().post(BOOKING, wanted).await.data();

        let vouched = json!({ "coachUaid": coach.uaid, "uaid": one.uaid, "accepted": true });
        delivery.client().post(VOUCH, vouched).await.data();
        made(&coach, &[one, three]).await;
    }

    // RULES 12.1
    async fn a_no_outlasts_the_role_of_the_coach_and_a_yes_does_not(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 3).await);
        let [no, back, yes] = &people[..] else { unreachable!() };
        let team = made(&coach, &[no, back, yes]).await;
        for (athlete, answer) in [(no, "decline"), (back, "withdraw"), (yes, "accept")] {
            athlete.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": answer })).await.data();
        }
        let give = async |role: u8| {
            app.pass_minutes(1);
            let path = format!("/api/event/admin/user/role?uaid={}&roleid={role}", coach.uaid);
            delivery.client().post(&path, json!({})).await.data();
        };
        let access = async |reader: &Person, of: &Person| {
            let shown = members(reader, &team).await;
            shown.iter().find(|member| member["uaid"] == of.uaid).unwrap()["coachAccess"].clone()
        };
        assert_eq!(access(&delivery, back).await, "declined");

        // Without the role they are nobody's coach: there is no answer to be seen, and none to be given.
        give(1).await;
        for athlete in &people {
            assert_eq!(athlete.client().get(COACHES).await.data()["coaches"], json!([]));
            let accept = json!({ "coachUaid": coach.uaid, "answer": "accept" });
            athlete.client().post(COACHES, accept).await.refused(404, "NOT_FOUND");
        }
        assert_eq!((access(&delivery, back).await, access(&delivery, yes).await), (Value::Null, Value::Null));

        // As a yes leaves it that came in while the role was taken away.
        app.execute(format!(
            "INSERT INTO coach_athlete (coach_uaid, athlete_uaid, access, asked_at) VALUES ('{}', '{}', 'accepted', 1)",
            coach.uaid, yes.uaid
        ))
        .await;
        give(4).await;
        let mut again = coach.again();
        again.token = app.session_of(&coach).await;
        assert_eq!((access(&again, back).await, access(&again, yes).await), (json!("declined"), json!("asked")));
        let refused = save(&again, body(&[no])).await;
        refused.refused(422, "TEAM_MEMBERS");
        assert_eq!(refused.value()["error"]["members"], json!([{ "uaid": no.uaid, "code": "NOT_BOOKABLE" }]));
        no.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();
        save(&again, body(&[no])).await.data();
    }

    // RULES 12.1
    async fn nobody_is_asked_about_somebody_who_is_no_coach_any_more(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let team = made(&coach, &[one]).await;
        let path = format!("/api/event/admin/user/role?uaid={}&roleid=1", coach.uaid);
        delivery.client().post(&path, json!({})).await.data();
        save(&delivery, json!({ "teamBookingId": team, "uaids": uaids(&[one, two]) })).await.data();
        assert!(app.letters_to("coach-booking", &two.email).await.is_empty());
        assert_eq!(app.letters_to("booking-confirmed", &two.email).await.len(), 1);
        assert_eq!(app.count("coach_athlete").await, 0);
        let asked = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'coach.asked' AND subject_uaid = '{}'", two.uaid);
        assert_eq!(app.scalar(asked).await, 0);
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
