//! `GET /api/event/admin/schedule`: what the calendar shows, and bank holidays that are entered automatically.

use serde_json::{Value, json};
use sixfold_domain::slot::{BookingSessionConfig, WeeklySlots};
use sixfold_server::app::jobs;
use sixfold_tests::both;

use crate::acoustic::{ITEM, create, item, put_dates};
use crate::event::stage::{DAY, LATER, NEXT_DAY, TIME, booked, cancel, taken, wait, week};

const SCHEDULE: &str = "/api/event/admin/schedule";

fn day<'a>(calendar: &'a Value, date: &str) -> &'a Value {
    calendar["days"].as_array().unwrap().iter().find(|day| day["date"] == date).unwrap()
}

both! {
    async fn it_tells_each_day_with_what_is_offered_and_taken(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        booked(&app.athlete().await, DAY, TIME).await;
        let session = create(&client, "training-session", DAY, "16:00", "18:00").await.data();
        put_dates(&client, "closed-dates", &[NEXT_DAY], json!([])).await.data();
        put_dates(&client, "bank-holidays", &["2026-04-03", "2026-03-20"], json!([])).await.data();
        let calendar = client.get(&format!("{SCHEDULE}?from=2026-03-02&to=2026-04-05")).await.data();
        assert_eq!(calendar["days"].as_array().unwrap().len(), 35);
        // 32 times, eight of them during the training session.
        assert_eq!(*day(&calendar, DAY), json!({ "date": DAY, "capacity": 24 * 6, "taken": 1, "open": true }));
        let closed = json!({ "date": NEXT_DAY, "capacity": 0, "taken": 0, "open": false, "reason": "DATE_CLOSED" });
        assert_eq!(*day(&calendar, NEXT_DAY), closed);
        assert_eq!(day(&calendar, "2026-03-20")["reason"], "BANK_HOLIDAY");
        assert_eq!(calendar["closedDates"], json!([NEXT_DAY]));
        assert_eq!(calendar["bankHolidays"], json!([
            { "date": "2026-03-20", "name": "Bank holiday", "computed": false },
            { "date": "2026-04-03", "name": "Good Friday", "computed": true },
        ]));
        assert_eq!(calendar["sessions"], json!([{ "id": session["id"], "kind": "training-session", "date": DAY,
            "start": "16:00", "end": "18:00", "rev": 1 }]));
        assert_eq!((&calendar["times"], &calendar["slotCapacity"]), (&json!([]), &json!(6)));
        assert_eq!(calendar["weekly"]["testSlots"]["monday"][0], "10:00");
        let one = client.get(&format!("{SCHEDULE}?from={DAY}&to={DAY}")).await.data();
        let first = json!({ "date": DAY, "time": TIME, "test": true, "retest": true, "capacity": 6, "taken": 1 });
        assert_eq!((one["times"].as_array().unwrap().len(), &one["times"][0]), (24, &first));
        assert_eq!(one["rev"], calendar["rev"]);
        for range in ["from=2026-03-02&to=2026-03-01", "from=2026-03-02&to=2026-05-03"] {
            client.get(&format!("{SCHEDULE}?{range}")).await.refused(400, "RANGE_INVALID");
        }
        client.get(SCHEDULE).await.refused(400, "FIELD_MISSING");
    }

    async fn bank_holidays_are_called_by_their_names(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        let dates = ["2026-04-03", "2026-05-04", "2026-06-19", "2026-12-25", "2026-12-28"];
        let saved = put_dates(&client, "bank-holidays", &dates, json!([])).await.data();
        let held = item(&client, "bank-holidays").await;
        assert_eq!(held, saved);
        let names = json!(["Good Friday", "Early May bank holiday", "", "Christmas Day", "Boxing Day (substitute day)"]);
        assert_eq!(held["elements"]["names"], json!({ "elementType": "text", "values": names }));
        // Extra fields in a write are ignored, and what was read can be sent back as it is.
        let mut back = json!({ "rev": held["rev"], "elements": held["elements"] });
        back["elements"]["names"]["values"] = json!(["Mine", "Mine", "Mine", "Mine", "Mine"]);
        assert_eq!(client.put(&format!("{ITEM}?id=bank-holidays"), back).await.data(), held);
        let calendar = client.get(&format!("{SCHEDULE}?from=2026-12-20&to=2026-12-31")).await.data();
        assert_eq!(calendar["bankHolidays"][1]["name"], "Boxing Day (substitute day)");
    }

    // RULES 3.10
    async fn bank_holidays_come_in_once_and_staff_have_the_last_word(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        assert!(jobs::enter_bank_holidays(&app.state).await.unwrap());
        let held = item(&client, "bank-holidays").await["elements"]["dates"]["values"].clone();
        let held: Vec<&str> = held.as_array().unwrap().iter().map(|date| date.as_str().unwrap()).collect();
        assert_eq!((held[0], held[1], held.len()), ("2026-04-03", "2026-04-06", 7 + 8 + 8));
        put_dates(&client, "bank-holidays", &held[1..], json!([])).await.data();
        assert!(!jobs::enter_bank_holidays(&app.state).await.unwrap());
        assert_eq!(app.count("schedule_date").await, 22);
        // A year later another year is entered, and dates that were removed stay removed.
        app.pass_minutes(365 * 24 * 60);
        assert!(jobs::enter_bank_holidays(&app.state).await.unwrap());
        assert_eq!(app.count("schedule_date").await, 30);
    }

    // RULES 3.11
    async fn a_bank_holiday_that_is_entered_ends_the_waiting_lists_of_its_day(app) {
        app.set_schedule(BookingSessionConfig { window_days: 60, ..week(1) }).await;
        // The second is Good Friday.
        for day in [DAY, "2026-04-03"] {
            booked(&app.athlete().await, day, TIME).await;
            wait(&app.athlete().await, day, TIME).await.data();
        }
        let owner = app.athlete().await;
        let id = booked(&owner, "2026-04-03", LATER).await;
        wait(&app.athlete().await, "2026-04-03", LATER).await.data();
        cancel(&owner, &id).await.data();
        assert!(jobs::enter_bank_holidays(&app.state).await.unwrap());
        let lists = app.texts("SELECT test_date || ' ' || status FROM waitlist ORDER BY test_date").await;
        let ended = Some("2026-04-03 expired".to_owned());
        assert_eq!(lists, [Some(format!("{DAY} waiting")), ended.clone(), ended]);
        assert_eq!(app.letters("waitlist-closed").await.len(), 1, "about the offer");
    }

    // RULES 5.2
    async fn an_offer_of_a_time_that_is_left_to_retests_lapses(app) {
        let retest_slots = WeeklySlots::every_day(&["18:00".parse().unwrap()]);
        app.set_schedule(BookingSessionConfig { retest_slots, ..week(1) }).await;
        let client = app.person(3).await.client();
        let made = create(&client, "mopup-session", DAY, "18:00", "18:15").await.data();
        let (owner, waiting) = (app.athlete().await, app.athlete().await);
        let id = booked(&owner, DAY, "18:00").await;
        wait(&waiting, DAY, "18:00").await.data();
        cancel(&owner, &id).await.data();
        let target = format!("{ITEM}?id={}", made["id"].as_str().unwrap());
        client.delete(&target, json!({ "rev": made["rev"] })).await.data();
        assert_eq!(app.texts("SELECT status FROM waitlist").await, [Some("expired".to_owned())]);
        assert_eq!((taken(&app, DAY, "18:00").await, app.letters("waitlist-lapsed").await.len()), (0, 1));
    }
}
