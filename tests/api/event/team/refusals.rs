//! The refusals of a team: a clear code each, and nothing changed.

use serde_json::{Value, json};
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_tests::{Person, both};

use super::{TEAM, athletes, body, made, members, save, uaids};
use crate::event::stage::{
    BOOKING, CANCEL, DAY, LATER, NEXT_DAY, TIME, booked, cancel, date, everything, status, taken, week,
};

both! {
    async fn a_team_larger_than_the_places_left_is_told_how_many_there_are(app) {
        app.set_schedule(week(4)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 4).await);
        // The last time of the day, with none after it.
        let last = |people: &[&sixfold_tests::Person]| {
            let mut wish = body(people);
            wish["testTime"] = json!("17:45");
            wish
        };
        booked(&people[0], DAY, "17:45").await;
        booked(&app.athlete().await, DAY, "17:45").await;
        let all: Vec<_> = people[1..].iter().collect();
        let before = everything(&app).await;
        let reply = save(&coach, last(&all)).await;
        reply.refused_field(409, "TEAM_TOO_LARGE", "uaids");
        let error = reply.value()["error"].clone();
        assert_eq!((&error["remaining"], &error["needed"]), (&json!(2), &json!(3)));
        assert_eq!(everything(&app).await, before, "nobody of them was booked");
        assert_eq!(app.count("team").await, 0);
        save(&coach, last(&all[..2])).await.data();
        assert_eq!(taken(&app, DAY, "17:45").await, 4);
    }

    async fn everybody_who_cannot_be_booked_is_named_with_their_word(app) {
        app.set_schedule(week(20)).await;
        // A coach learns less: see `access`.
        let (coach, people) = (app.person(3).await, athletes(&app, 4).await);
        let [fit, open, unfit, twice] = &people[..] else { unreachable!() };
        booked(open, DAY, TIME).await;
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", unfit.uaid)).await;
        let before = everything(&app).await;
        let mut wish = body(&[fit, open, unfit]);
        // Staff are not athletes, and nobody has the last number.
        wish["uaids"].as_array_mut().unwrap().extend([json!(coach.uaid), json!("99999999999")]);
        let reply = save(&coach, wish).await;
        reply.refused_field(422, "TEAM_MEMBERS", "uaids");
        let no = |uaid: &str, code: &str| json!({ "uaid": uaid, "code": code });
        let wanted = json!([
            no(&open.uaid, "BOOKING_OPEN_EXISTS"), no(&unfit.uaid, "SCREENING_NOT_CLEARED"),
            no(&coach.uaid, "UNKNOWN_UAID"), no("99999999999", "UNKNOWN_UAID")
        ]);
        assert_eq!(reply.value()["error"]["members"], wanted);
        let reply = save(&coach, body(&[twice, fit, twice])).await;
        reply.refused(422, "TEAM_MEMBERS");
        assert_eq!(reply.value()["error"]["members"], json!([no(&twice.uaid, "DUPLICATE")]));
        assert_eq!(everything(&app).await, before);
        assert_eq!(app.count("team").await, 0);
    }

    async fn an_old_edit_meets_the_new_one(app) {
        app.set_schedule(week(6)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 3).await);
        let [one, two, three] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one, two]).await;
        let theirs = json!({ "teamBookingId": id, "teamName": "Reds", "uaids": uaids(&[one]), "rev": 1 });
        save(&delivery, theirs).await.data();
        let mine = json!({ "teamBookingId": id, "teamName": "Blues", "uaids": uaids(&[one, two, three]), "rev": 1 });
        let reply = save(&coach, mine.clone()).await;
        reply.refused(409, "TEAM_CHANGED");
        let current = reply.value()["error"]["current"].clone();
        assert_eq!((&current["teamName"], &current["rev"], &current["uaids"]), (&json!("Reds"), &json!(2), &json!([one.uaid])));
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        let again = Value::Object(mine.as_object().unwrap().clone().into_iter().chain([("rev".to_owned(), json!(2))]).collect());
        assert_eq!(save(&coach, again).await.data()["rev"], 3);
        assert_eq!(taken(&app, DAY, TIME).await, 3);
    }

    // RULES 12.4
    async fn a_change_meets_who_has_left_or_joined_since_it_was_begun(app) {
        app.set_schedule(week(6)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 3).await);
        let [one, two, three] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one, two]).await;
        let change = |named: &[&Person], opened: &[&Person], rev: i64| {
            json!({ "teamBookingId": id, "uaids": uaids(named), "opened": uaids(opened), "rev": rev })
        };
        let row = members(&coach, &id).await.into_iter().find(|row| row["uaid"] == two.uaid).unwrap();
        cancel(two, row["eventBookingId"].as_str().unwrap()).await.data();
        let before = everything(&app).await;
        let stale = save(&coach, change(&[one, two], &[one, two], 1)).await;
        stale.refused(409, "TEAM_CHANGED");
        let current = stale.value()["error"]["current"].clone();
        assert_eq!((&current["rev"], &current["uaids"]), (&json!(1), &json!([one.uaid])));
        assert_eq!(everything(&app).await, before, "who has cancelled is not booked again");

        // The form did not show the third one, who is not cancelled.
        let joins = json!({ "uaid": three.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "teamBookingId": id });
        delivery.client().post(BOOKING, joins).await.data();
        save(&coach, change(&[one], &[one], 1)).await.refused(409, "TEAM_CHANGED");
        assert_eq!(taken(&app, DAY, TIME).await, 2);
        assert_eq!(save(&coach, change(&[one, three], &[one, three], 1)).await.data()["rev"], 2);

        // A test that is over since is no change of the members, listed or not.
        app.execute(format!("UPDATE booking SET status = 'dnt' WHERE uaid = '{}' AND status = 'booked'", one.uaid)).await;
        assert_eq!(save(&coach, change(&[one, three], &[one, three], 2)).await.data()["rev"], 3);
        assert_eq!(save(&coach, change(&[three], &[three], 3)).await.data()["rev"], 4);
        // A caller who has seen both versions can still save theirs.
        let over = json!({ "teamBookingId": id, "uaids": uaids(&[two, three]), "rev": 4 });
        save(&coach, over).await.data();
        assert_eq!(taken(&app, DAY, TIME).await, 3);
    }

    // RULES 12.4
    async fn a_team_that_was_changed_since_it_was_seen_is_not_deleted(app) {
        app.set_schedule(week(6)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 3).await);
        let [one, two, three] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one, two]).await;
        let seen = |opened: &[&Person], rev: i64| json!({ "teamBookingId": id, "opened": uaids(opened), "rev": rev });
        let renamed = json!({ "teamBookingId": id, "teamName": "Reds", "uaids": uaids(&[one, two]), "rev": 1 });
        save(&delivery, renamed).await.data();
        let joins = json!({ "uaid": three.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "teamBookingId": id });
        delivery.client().post(BOOKING, joins).await.data();
        let before = everything(&app).await;
        let error = coach.client().delete(TEAM, seen(&[one, two, three], 1)).await.refused(409, "TEAM_CHANGED");
        assert_eq!((&error["current"]["teamName"], &error["current"]["rev"]), (&json!("Reds"), &json!(2)));
        coach.client().delete(TEAM, seen(&[one, two], 2)).await.refused(409, "TEAM_CHANGED");
        assert_eq!(everything(&app).await, before, "nobody's booking is cancelled unseen");
        assert_eq!(coach.client().delete(TEAM, seen(&[one, two, three], 2)).await.data()["cancelled"], 3);
    }

    async fn what_is_no_team_is_refused(app) {
        app.set_schedule(week(6)).await;
        let (coach, athlete) = (app.person(4).await, app.athlete().await);
        let good = body(&[&athlete]);
        let with = |field: &str, value: Value| {
            let mut wish = good.clone();
            wish[field] = value;
            wish
        };
        for (wish, status, code, field) in [
            (with("teamName", json!("  ")), 422, "TEAM_NAME_INVALID", "teamName"),
            (with("teamName", json!(null)), 400, "FIELD_REQUIRED", "teamName"),
            (with("teamName", json!("x".repeat(61))), 422, "TEAM_NAME_INVALID", "teamName"),
            (with("testDate", json!(null)), 400, "FIELD_REQUIRED", "testDate"),
            (with("testTime", json!(null)), 400, "FIELD_REQUIRED", "testTime"),
            (with("testTime", json!("10:05")), 422, "TIME_OFF_GRID", "eventTestTime"),
            (with("testTime", json!("09:00")), 422, "NOT_OFFERED", "eventTestTime"),
            (with("testDate", json!("2026-03-01")), 422, "DATE_PAST", "eventTestDate"),
            (with("uaids", json!(null)), 400, "FIELD_REQUIRED", "uaids"),
            (with("uaids", json!([])), 422, "TEAM_EMPTY", "uaids"),
            (with("uaids", json!((1..=61).map(|number: u8| number.to_string()).collect::<Vec<_>>())), 422, "TEAM_LIMIT", "uaids"),
            (with("uaids", json!(["x"])), 400, "FIELD_INVALID", "uaids[0]"),
            (with("eventId", json!("nowhere")), 404, "NOT_FOUND", "eventId"),
            (with("teamBookingId", json!("nowhere")), 404, "NOT_FOUND", "teamBookingId"),
        ] {
            save(&coach, wish).await.refused_field(status, code, field);
        }
        let delivery = app.person(3).await;
        save(&delivery, with("coachUaid", json!(athlete.uaid))).await.refused_field(422, "COACH_UNKNOWN", "coachUaid");
        delivery.client().delete(TEAM, json!({})).await.refused_field(400, "FIELD_REQUIRED", "teamBookingId");
        let reversed = format!("{TEAM}?from={NEXT_DAY}&to={DAY}");
        delivery.client().get(&reversed).await.refused_field(400, "DATE_OUT_OF_RANGE", "from");
        assert_eq!((app.count("team").await, app.count("booking").await), (0, 0));
    }

    // RULES 12.4
    async fn a_team_whose_tests_are_over_is_not_moved(app) {
        app.set_schedule(BookingSessionConfig { closed_dates: vec![date("2026-03-07")], ..week(20) }).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let id = made(&coach, &[one]).await;
        app.execute("UPDATE booking SET status = 'dnt'").await;
        let to = |date: &str, named: &[&Person]| {
            json!({ "teamBookingId": id, "uaids": uaids(named), "testDate": date, "testTime": TIME })
        };
        for date in [NEXT_DAY, "2026-03-07", "2026-03-01"] {
            save(&coach, to(date, &[one])).await.refused_field(422, "TEAM_DONE", "testDate");
        }
        let row = app.texts("SELECT test_date || ' ' || CAST(rev AS TEXT) FROM team").await;
        assert_eq!(row, [Some(format!("{DAY} 1"))]);
        // It takes another name where it is, and moves with somebody who joins it.
        let mut named = to(DAY, &[one]);
        named["teamName"] = json!("Reds");
        save(&coach, named).await.data();
        save(&coach, to(NEXT_DAY, &[one, two])).await.data();
        assert_eq!(taken(&app, NEXT_DAY, TIME).await, 1);
    }

    // RULES 12.4
    async fn a_full_team_takes_nobody_who_is_booked_alone(app) {
        app.set_schedule(week(80)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 61).await);
        let (last, sixty) = people.split_last().unwrap();
        let id = made(&coach, &sixty.iter().collect::<Vec<_>>()).await;
        let alone = |person: &Person| {
            json!({ "uaid": person.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "teamBookingId": id })
        };
        let refused = delivery.client().post(BOOKING, alone(last)).await;
        refused.refused_field(422, "TEAM_LIMIT", "teamBookingId");
        assert_eq!(taken(&app, DAY, TIME).await, 60);

        // Once a place has been passed on, a decline that is undone returns without the team.
        let booking = members(&coach, &id).await.remove(0);
        let decline = |undo: bool| {
            json!({ "uaid": booking["uaid"], "eventBookingId": booking["eventBookingId"], "eventTestStatus": "declined", "undo": undo })
        };
        delivery.client().post(BOOKING, decline(false)).await.data();
        delivery.client().post(BOOKING, alone(last)).await.data();
        delivery.client().post(BOOKING, decline(true)).await.data();
        assert_eq!(status(&app, booking["eventBookingId"].as_str().unwrap()).await, "booked");
        let shown = members(&coach, &id).await;
        assert!(shown.len() == 60 && shown.iter().all(|member| member["uaid"] != booking["uaid"]), "{}", shown.len());
    }

    // RULES 12.4
    async fn a_decline_that_is_undone_returns_to_the_team_if_there_still_is_one(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        for deleted in [false, true] {
            let id = made(&coach, &[if deleted { two } else { one }]).await;
            let booking = members(&coach, &id).await.remove(0);
            let decline = |undo: bool| {
                json!({ "uaid": booking["uaid"], "eventBookingId": booking["eventBookingId"], "eventTestStatus": "declined", "undo": undo })
            };
            delivery.client().post(BOOKING, decline(false)).await.data();
            if deleted {
                coach.client().delete(TEAM, json!({ "teamBookingId": id })).await.data();
            }
            delivery.client().post(BOOKING, decline(true)).await.data();
            let team = format!("SELECT team_booking_id FROM booking WHERE uaid = '{}'", booking["uaid"].as_str().unwrap());
            assert_eq!(app.texts(team).await, [Some(id).filter(|_| !deleted)]);
        }
    }

    // RULES 12.4
    async fn a_coach_leaves_a_booking_alone_once_its_athlete_is_checked_in(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, one) = (app.person(4).await, app.person(3).await, app.athlete().await);
        let id = made(&coach, &[&one]).await;
        let booking = members(&coach, &id).await.remove(0)["eventBookingId"].clone();
        app.execute("UPDATE booking SET onboarded_at = 1").await;
        let later = json!({ "uaid": one.uaid, "eventBookingId": booking, "eventTestDate": DAY, "eventTestTime": LATER });
        let error = coach.client().post(BOOKING, later.clone()).await.refused(409, "STATUS_CONFLICT");
        assert_eq!(error["checkedIn"], true);
        let off = json!({ "uaid": one.uaid, "eventBookingID": booking });
        coach.client().delete(CANCEL, off).await.refused(409, "STATUS_CONFLICT");
        delivery.client().post(BOOKING, later).await.data();
        assert_eq!(taken(&app, DAY, LATER).await, 1);
    }
}
