//! What writing a team does to its seats and its athletes.

use serde_json::json;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_tests::both;

use super::{COACHES, TEAM, athletes, body, made, members, save, uaids};
use crate::event::stage::{
    BOOKING, DAY, LATER, NEXT_DAY, TIME, accepts, booked, completed, date, everything, seats, status, taken,
    wait, week,
};

both! {
    async fn a_team_gets_all_of_its_places_and_everybody_a_mail(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 3).await);
        let all: Vec<_> = people.iter().collect();
        app.execute(format!("UPDATE account SET t_shirt_size = 'XL' WHERE uaid = '{}'", all[0].uaid)).await;
        let data = save(&coach, body(&all)).await.data();
        let id = data["teamBookingId"].as_str().unwrap();
        assert_eq!(data["rev"], 1);
        assert_eq!((taken(&app, DAY, TIME).await, seats(&app, DAY, TIME).await), (3, vec![1, 2, 3]));

        let row = coach.client().get(TEAM).await.data()["teams"][0].clone();
        assert_eq!(row["teamName"], "Hackney Harriers");
        assert_eq!((&row["testDate"], &row["testTime"]), (&json!(DAY), &json!(TIME)));
        assert_eq!((&row["members"], &row["completed"], &row["coachName"]), (&json!(3), &json!(0), &json!("Robin Field")));

        let users = members(&coach, id).await;
        assert_eq!(users.len(), 3);
        accepts(&app, all[0], &coach).await;
        let users = members(&coach, id).await;
        let first = users.iter().find(|user| user["uaid"] == all[0].uaid).unwrap();
        assert_eq!((&first["tShirtSize"], &first["eventTestStatus"], &first["score"]), (&json!("XL"), &json!("booked"), &json!(null)));
        let told = first.to_string().to_lowercase();
        assert!(!["medical", "emergency", "assistance"].iter().any(|word| told.contains(word)), "{told}");

        let profile = all[1].client().get("/api/user/profile").await.data();
        assert_eq!(profile["teamBookingId"], id);
        assert_eq!(profile["events"][0]["eventList"][0]["eventTestStatus"], "booked");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'coach-booking'").await, 3);
        let audited = "SELECT COUNT(*) FROM audit_log WHERE action IN ('booking.create', 'team.create')";
        assert_eq!(app.scalar(audited).await, 4);
    }

    async fn a_change_books_moves_and_calls_off(app) {
        app.set_schedule(week(2)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 3).await);
        let [one, two, three] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one, two]).await;
        // The slot is full: those who join take the seats of those who leave.
        let swap = json!({ "teamBookingId": id, "uaids": uaids(&[one, three]), "rev": 1 });
        assert_eq!(save(&coach, swap).await.data()["rev"], 2);
        assert_eq!((taken(&app, DAY, TIME).await, seats(&app, DAY, TIME).await), (2, vec![1, 2]));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-cancelled'").await, 1);
        assert_eq!(two.client().get("/api/user/profile").await.data()["teamBookingId"], json!(null));

        let moved = json!({ "teamBookingId": id, "uaids": uaids(&[one, three]), "testDate": NEXT_DAY, "testTime": LATER });
        assert_eq!(save(&coach, moved).await.data()["rev"], 3);
        assert_eq!((taken(&app, DAY, TIME).await, taken(&app, NEXT_DAY, LATER).await), (0, 2));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-moved'").await, 2);
        let users = members(&coach, &id).await;
        assert!(users.iter().all(|user| user["testDate"] == NEXT_DAY && user["testTime"] == LATER), "{users:?}");

        // Renaming the team does not touch anybody's booking.
        let before = everything(&app).await;
        let renamed = json!({ "teamBookingId": id, "teamName": "Harriers", "uaids": uaids(&[one, three]) });
        save(&coach, renamed).await.data();
        let bookings = |all: &str| all.lines().filter(|line| line.contains("booked")).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(bookings(&before), bookings(&everything(&app).await));
    }

    async fn who_was_tested_in_a_team_stays_as_they_are(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one, two]).await;
        app.execute(format!("UPDATE booking SET status = 'completed', score_hundredths = 6150 WHERE uaid = '{}'", one.uaid)).await;
        // Listed or not, nothing happens to them; the other one moves.
        for named in [vec![one, two], vec![two]] {
            let moved = json!({ "teamBookingId": id, "uaids": uaids(&named), "testDate": NEXT_DAY, "testTime": TIME });
            save(&coach, moved).await.data();
        }
        accepts(&app, one, &coach).await;
        let users = members(&coach, &id).await;
        let tested = users.iter().find(|user| user["uaid"] == one.uaid).unwrap();
        assert_eq!((&tested["testDate"], &tested["score"]), (&json!(DAY), &json!(61.5)));
        let data = coach.client().delete(TEAM, json!({ "teamBookingId": id })).await.data();
        assert_eq!(data["cancelled"], 1);
        assert_eq!(app.scalar(format!("SELECT COUNT(*) FROM booking WHERE team_booking_id = '{id}' AND status = 'completed'")).await, 1);
    }

    async fn taking_a_team_away_passes_its_places_on(app) {
        app.set_schedule(week(2)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 3).await);
        let [one, two, waiting] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one, two]).await;
        wait(waiting, DAY, TIME).await.data();
        let data = coach.client().delete(TEAM, json!({ "teamBookingId": id })).await.data();
        assert_eq!((&data["teamBookingId"], &data["cancelled"]), (&json!(id), &json!(2)));
        // One seat is offered to the waiting list, the other is free.
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'waitlist-offer'").await, 1);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-cancelled'").await, 2);
        assert!(coach.client().get(TEAM).await.data()["teams"].as_array().unwrap().is_empty());
        coach.client().delete(TEAM, json!({ "teamBookingId": id })).await.refused(404, "NOT_FOUND");
        coach.client().get(&format!("/api/event/admin/profile?uaid={}", one.uaid)).await.refused(403, "FORBIDDEN");

        // The athlete with the offer gets the seat that the offer holds.
        let again = made(&coach, &[waiting, one]).await;
        assert_eq!((taken(&app, DAY, TIME).await, members(&coach, &again).await.len()), (2, 2));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'accepted'").await, 1);
    }

    async fn a_bypass_lifts_the_calendar_for_a_team_as_for_one(app) {
        let config = BookingSessionConfig { retest_delay: 30, closed_dates: vec![date(NEXT_DAY)], ..week(6) };
        app.set_schedule(config).await;
        let (coach, people) = (app.person(3).await, athletes(&app, 2).await);
        completed(&app, &people[0], "2026-02-20").await;
        let mut wish = body(&[&people[0], &people[1]]);
        let refused = save(&coach, wish.clone()).await;
        refused.refused(422, "TEAM_MEMBERS");
        let no = refused.value()["error"]["members"].clone();
        assert_eq!(no, json!([{ "uaid": people[0].uaid, "code": "RETEST_TOO_SOON", "opensOn": "2026-03-22" }]));
        wish["bypassBookingRule"] = json!(true);
        wish["testDate"] = json!(NEXT_DAY);
        save(&coach, wish.clone()).await.refused(422, "DATE_CLOSED");
        wish["testDate"] = json!("2026-09-01");
        save(&coach, wish).await.data();
    }

    async fn somebody_on_the_desk_is_not_moved_by_their_team(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one, two]).await;
        app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE uaid = '{}'", one.uaid)).await;
        let before = everything(&app).await;
        let no = json!([{ "uaid": one.uaid, "code": "STATUS_CONFLICT" }]);
        let moved = json!({ "teamBookingId": id, "uaids": uaids(&[one, two]), "testDate": NEXT_DAY, "testTime": TIME });
        let without = json!({ "teamBookingId": id, "uaids": uaids(&[two]) });
        for reply in [
            save(&coach, moved).await,
            save(&coach, without).await,
            coach.client().delete(TEAM, json!({ "teamBookingId": id })).await,
        ] {
            reply.refused(422, "TEAM_MEMBERS");
            assert_eq!(reply.value()["error"]["members"], no);
        }
        assert_eq!(everything(&app).await, before);
    }

    // RULES 12.1
    async fn a_no_stays_when_programme_delivery_books_into_that_coachs_team(app) {
        app.set_schedule(week(6)).await;
        let (coach, delivery, one) = (app.person(4).await, app.person(3).await, app.athlete().await);
        made(&coach, &[&one]).await;
        one.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "decline" })).await.data();
        let answer = async || one.client().get(COACHES).await.data()["coaches"][0]["access"].clone();
        let mut wish = body(&[&one]);
        wish["coachUaid"] = json!(coach.uaid);
        let id = save(&delivery, wish).await.data()["teamBookingId"].clone();
        assert_eq!(answer().await, "declined");
        let letters = async |kind: &str| app.letters_to(kind, &one.email).await.len();
        assert_eq!((letters("coach-booking").await, letters("booking-confirmed").await), (1, 1), "nobody is asked again");

        // Nor is a member of a team that the coach is given.
        for whose in [json!({ "noCoach": true }), json!({ "coachUaid": coach.uaid })] {
            let mut wish = json!({ "teamBookingId": id, "uaids": uaids(&[&one]) });
            wish.as_object_mut().unwrap().extend(whose.as_object().unwrap().clone());
            save(&delivery, wish).await.data();
        }
        assert_eq!((answer().await, letters("coach-booking").await), (json!("declined"), 1));
    }

    // RULES 12.1
    async fn a_coach_given_in_the_save_that_moves_the_team_is_asked_about_with_the_new_time(app) {
        app.set_schedule(week(6)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let id = made(&delivery, &[one]).await;
        // This member has the team's new time already.
        let alone = json!({ "uaid": two.uaid, "eventTestDate": DAY, "eventTestTime": LATER, "teamBookingId": id });
        delivery.client().post(BOOKING, alone).await.data();
        let both = json!({
            "teamBookingId": id, "uaids": uaids(&[one, two]), "testDate": DAY, "testTime": LATER, "coachUaid": coach.uaid
        });
        assert_eq!(save(&delivery, both).await.data()["members"].as_array().unwrap().len(), 1, "one member moves");
        for member in [one, two] {
            let letters = app.letters_to("coach-booking", &member.email).await;
            assert!(letters.len() == 1 && letters[0].contains(LATER), "{letters:?}");
            assert_eq!(member.client().get(COACHES).await.data()["coaches"][0]["access"], "asked");
        }
    }

    // RULES 12.4
    async fn a_coach_gets_a_letter_when_somebody_else_moves_or_cancels_athletes_of_their_team(app) {
        app.set_schedule(week(6)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 3).await);
        let [one, two, three] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one, two]).await;
        let letters = async || {
            let (moved, changed) =
                (app.letters_to("team-moved", &coach.email).await, app.letters_to("team-changed", &coach.email).await);
            (moved, changed, app.letters_to("team-cancelled", &coach.email).await)
        };
        let to = |date: &str, time: &str| {
            json!({ "teamBookingId": id, "uaids": uaids(&[one, two]), "testDate": date, "testTime": time })
        };
        save(&coach, to(DAY, LATER)).await.data();
        let none: Vec<String> = Vec::new();
        assert_eq!(letters().await, (none.clone(), none.clone(), none), "they know what they did themselves");

        save(&delivery, to(NEXT_DAY, TIME)).await.data();
        let (moved, changed, cancelled) = letters().await;
        assert_eq!((moved.len(), changed.len(), cancelled.len()), (1, 0, 0));
        for part in ["Hackney Harriers", "Fri 6 Mar 2026, 10:00", "Was: Thu 5 Mar 2026, 14:15"] {
            assert!(moved[0].contains(part), "{part}: {}", moved[0]);
        }

        // A new name and a new athlete change nothing for those who are in the team.
        let more = json!({ "teamBookingId": id, "teamName": "Harriers", "uaids": uaids(&[one, two, three]) });
        save(&delivery, more).await.data();
        assert_eq!(letters().await, (moved, changed, cancelled));
        save(&delivery, json!({ "teamBookingId": id, "uaids": uaids(&[one, three]) })).await.data();
        let (_, changed, _) = letters().await;
        assert_eq!(changed.len(), 1);
        for part in ["Was: Fri 6 Mar 2026, 10:00", "Cancelled: 1", "As before: 2"] {
            assert!(changed[0].contains(part), "{part}: {}", changed[0]);
        }

        delivery.client().delete(TEAM, json!({ "teamBookingId": id })).await.data();
        let (moved, changed, cancelled) = letters().await;
        assert_eq!((moved.len(), changed.len(), cancelled.len()), (1, 1, 1));
    }

    // RULES 12.4
    async fn a_team_whose_athletes_are_all_replaced_has_changed_and_is_not_cancelled(app) {
        app.set_schedule(week(6)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one]).await;
        save(&delivery, json!({ "teamBookingId": id, "uaids": uaids(&[two]) })).await.data();
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        assert!(app.letters_to("team-cancelled", &coach.email).await.is_empty());
        let changed = app.letters_to("team-changed", &coach.email).await;
        assert_eq!(changed.len(), 1);
        for part in ["Was: Thu 5 Mar 2026, 10:00", "Cancelled: 1", "As before: 0"] {
            assert!(changed[0].contains(part), "{part}: {}", changed[0]);
        }
    }

    async fn a_member_who_was_cancelled_alone_is_booked_again_with_the_team(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one, two]).await;
        let held = members(&coach, &id).await.into_iter().find(|user| user["uaid"] == one.uaid).unwrap();
        let cancel = json!({ "uaid": one.uaid, "eventBookingID": held["eventBookingId"] });
        coach.client().delete("/api/user/event/cancel", cancel).await.data();
        assert_eq!(members(&coach, &id).await.len(), 1);
        save(&coach, json!({ "teamBookingId": id, "uaids": uaids(&[one, two]) })).await.data();
        assert_eq!((members(&coach, &id).await.len(), taken(&app, DAY, TIME).await), (2, 2));
        let alone = booked(&app.athlete().await, DAY, TIME).await;
        assert_eq!(status(&app, &alone).await, "booked");
    }
}
