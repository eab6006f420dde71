//! `GET /api/user/leaderboard` by RULES 8.1 to 8.7: positions, who sees what, what may be cached.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::score::Score;
use sixfold_domain::time::london_to_millis;
use sixfold_server::db::bookings::booking::{self, PastBooking};
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::params;
use sixfold_tests::{PastDay, Person, TestApp, both};

pub(super) const BOARD: &str = "/api/user/leaderboard";
/// A Thursday of season 10 (2025-09-01 to 2025-12-31).
pub(super) const TODAY: &str = "2025-11-20";
pub(super) const YESTERDAY: &str = "2025-11-19";
pub(super) const WEEK_AGO: &str = "2025-11-13";

pub(super) fn moment(day: &str, time: &str) -> i64 {
    london_to_millis(day.parse().unwrap(), time.parse().unwrap()).unwrap()
}

/// Noon of the day on which every test takes place.
pub(super) fn at_noon(app: &TestApp) {
    app.state.clock.set(moment(TODAY, "12:00"));
}

pub(super) async fn competitor(app: &TestApp, first: &str, last: &str, gender: &str) -> Person {
    let person = app.person(1).await;
    app.execute(format!(
        "UPDATE account SET first_name = '{first}', last_name = '{last}', gender = '{gender}' WHERE uaid = '{}'",
        person.uaid
    ))
    .await;
    person
}

/// A final on a day, achieved at a time of that day.
pub(super) async fn scored(app: &TestApp, person: &Person, day: &str, time: &str, hundredths: i32) {
    final_of(app, person, day, moment(day, time), Some(hundredths), BookingStatus::Completed).await;
}

async fn final_of(
    app: &TestApp,
    person: &Person,
    day: &str,
    ended_at: i64,
    hundredths: Option<i32>,
    status: BookingStatus,
) {
    let score = hundredths.map(Score::from_hundredths);
    app.past(&person.uaid, PastDay { day: day.to_owned(), ended_at, status, score, tests: Vec::new() }).await;
}

pub(super) async fn board(app: &TestApp, query: &str) -> Value {
    app.client().get(&format!("{BOARD}?{query}")).await.data()
}

/// First name and position of each row.
pub(super) fn places(rows: &Value) -> Vec<(String, u64)> {
    let rows = rows.as_array().unwrap_or_else(|| panic!("no rows in {rows}"));
    rows.iter()
        .map(|row| (row["firstName"].as_str().unwrap().to_owned(), row["position"].as_u64().unwrap()))
        .collect()
}

pub(super) fn named(expected: &[(&str, u64)]) -> Vec<(String, u64)> {
    expected.iter().map(|(name, position)| ((*name).to_owned(), *position)).collect()
}

/// Amara 80 before Ben 80, Chloe 70, Drew 60 (no stated gender), all tested a week ago.
pub(super) async fn four(app: &TestApp) -> [Person; 4] {
    at_noon(app);
    let amara = competitor(app, "Amara", "Okafor", "female").await;
    let ben = competitor(app, "Ben", "Whitlock", "male").await;
    let chloe = competitor(app, "Chloe", "Penrose", "female").await;
    let drew = competitor(app, "Drew", "Ashdown", "none").await;
    scored(app, &ben, WEEK_AGO, "11:00", 8_000).await;
    scored(app, &amara, WEEK_AGO, "10:30", 8_000).await;
    scored(app, &chloe, WEEK_AGO, "10:45", 7_000).await;
    scored(app, &drew, WEEK_AGO, "10:50", 6_000).await;
    [amara, ben, chloe, drew]
}

both! {
    async fn the_running_season_is_ranked_with_ties_and_first_names_only(app) {
        let [amara, ..] = four(&app).await;
        let data = board(&app, "").await;
        assert_eq!(places(&data["leaderboard"]), named(&[("Amara", 1), ("Ben", 1), ("Chloe", 3), ("Drew", 4)]));
        assert_eq!(data["total"], 4);
        assert_eq!(data["season"], 10);
        assert_eq!((data["from"].as_str(), data["to"].as_str()), (Some("2025-09-01"), Some("2025-12-31")));
        assert_eq!(data["timestamp"], "2025-11-20T12:00:00.000Z");
        assert_eq!(data["leaderboard"][0], json!({
            "uaid": null, "firstName": "Amara", "lastName": "O", "score": 80, "position": 1, "prevPosition": 1,
            "isUser": false, "gender": "female"
        }));
        assert_eq!(data["leaderboard"][3]["gender"], Value::Null);
        assert!(data.get("me").is_none() && data.get("males").is_none() && data.get("around").is_none(), "{data}");
        assert!(!data.to_string().contains(&amara.uaid));
    }

    async fn the_best_final_of_the_window_counts_and_nothing_else(app) {
        let [amara, ben, chloe, _] = four(&app).await;
        // A worse retest, a no-show, a cancelled booking, one of another season, one without a score.
        scored(&app, &amara, YESTERDAY, "10:00", 5_000).await;
        scored(&app, &chloe, "2025-08-31", "10:00", 9_900).await;
        for (status, score) in [
            (BookingStatus::Dnt, Some(9_900)),
            (BookingStatus::Cancelled, Some(9_900)),
            (BookingStatus::Completed, None),
        ] {
            final_of(&app, &ben, YESTERDAY, moment(YESTERDAY, "11:00"), score, status).await;
        }
        let data = board(&app, "season=10").await;
        assert_eq!(places(&data["leaderboard"]), named(&[("Amara", 1), ("Ben", 1), ("Chloe", 3), ("Drew", 4)]));
        assert_eq!(data["previousSeason"], 9);
        let before = board(&app, "season=9").await;
        assert_eq!(places(&before["leaderboard"]), named(&[("Chloe", 1)]));
        assert_eq!(before["previousSeason"], Value::Null);
        let window = board(&app, &format!("from={YESTERDAY}&to={YESTERDAY}")).await;
        assert_eq!(places(&window["leaderboard"]), named(&[("Amara", 1)]));
        assert_eq!((&window["season"], &window["previousSeason"]), (&Value::Null, &Value::Null));
        // Both ends are included.
        let ends = board(&app, &format!("from={WEEK_AGO}&to={WEEK_AGO}")).await;
        assert_eq!(ends["total"], 4);
    }

    // RULES 6.7
    async fn only_grown_up_competitors_with_an_account_stand_there(app) {
        let [amara, ben, chloe, drew] = four(&app).await;
        app.execute(format!("UPDATE account SET is_competitor = FALSE WHERE uaid = '{}'", amara.uaid)).await;
        // Eighteen tomorrow.
        app.execute(format!("UPDATE account SET date_of_birth = '2007-11-21' WHERE uaid = '{}'", ben.uaid)).await;
        app.execute(format!("UPDATE account SET date_of_birth = NULL WHERE uaid = '{}'", drew.uaid)).await;
        assert_eq!(places(&board(&app, "").await["leaderboard"]), named(&[("Chloe", 1)]));
        let own = ben.client().get(BOARD).await.data();
        assert!(own.get("me").is_none(), "{own}");
        app.execute(format!("UPDATE account SET date_of_birth = '2007-11-20' WHERE uaid = '{}'", ben.uaid)).await;
        assert_eq!(places(&board(&app, "").await["leaderboard"]), named(&[("Ben", 1), ("Chloe", 2)]));
        app.execute(format!("UPDATE account SET deleted_at = 1 WHERE uaid = '{}'", chloe.uaid)).await;
        assert_eq!(places(&board(&app, "").await["leaderboard"]), named(&[("Ben", 1)]));
    }

    async fn movement_is_measured_from_the_last_midnight_in_london(app) {
        let [_, ben, chloe, drew] = four(&app).await;
        // Chloe passes everybody today; one second before midnight Drew had risen to 75.
        final_of(&app, &drew, YESTERDAY, moment(TODAY, "00:00") - 1, Some(7_500), BookingStatus::Completed).await;
        final_of(&app, &chloe, TODAY, moment(TODAY, "00:00"), Some(9_000), BookingStatus::Completed).await;
        let eve = competitor(&app, "Eve", "Stone", "female").await;
        scored(&app, &eve, TODAY, "11:00", 7_600).await;
        let moved = |data: &Value| -> Vec<(String, Value)> {
            let rows = data["leaderboard"].as_array().unwrap();
            rows.iter().map(|row| (row["firstName"].as_str().unwrap().to_owned(), row["prevPosition"].clone())).collect()
        };
        let expected = [("Chloe", json!(4)), ("Amara", json!(1)), ("Ben", json!(1)), ("Eve", Value::Null), ("Drew", json!(3))];
        let expected = expected.map(|(name, previous)| (name.to_owned(), previous));
        assert_eq!(moved(&board(&app, "").await), expected);
        // A season's own dates mean the season, also as timestamps; another window has no history.
        for query in ["from=2025-09-01&to=2025-12-31",
            "from=2025-09-01T00:00:00.000%2B01:00&to=2025-12-31T23:59:59.999Z",
            "from=2025-09-01T00:00:00.000+01:00&to=2025-12-31T23:59:59.999%2B00:00"] {
            assert_eq!(moved(&board(&app, query).await), expected, "{query}");
        }
        let window = board(&app, "from=2025-09-02&to=2025-12-31").await;
        let rows = moved(&window);
        assert!(!rows.is_empty() && rows.iter().all(|(_, previous)| previous.is_null()), "{window}");
        // On the women's board Chloe was second and is first now.
        let women = board(&app, "gender=female").await;
        assert_eq!(places(&women["leaderboard"]), named(&[("Chloe", 1), ("Amara", 2), ("Eve", 3)]));
        assert_eq!(women["leaderboard"][0]["prevPosition"], 2);
        // The next day everything is where it was.
        app.state.clock.set(moment("2025-11-21", "00:00"));
        let next = board(&app, "").await;
        let rows = next["leaderboard"].as_array().unwrap();
        assert!(!rows.is_empty() && rows.iter().all(|row| row["position"] == row["prevPosition"]), "{next}");
        assert_eq!(ben.client().get(BOARD).await.status, 200);
    }

    async fn boards_by_gender(app) {
        four(&app).await;
        let women = named(&[("Amara", 1), ("Chloe", 2)]);
        assert_eq!(places(&board(&app, "gender=female").await["leaderboard"]), women);
        let men = board(&app, "gender=Male").await;
        assert_eq!(places(&men["leaderboard"]), named(&[("Ben", 1)]));
        assert_eq!(men["total"], 1);
        assert_eq!(board(&app, "gender=all").await["total"], 4);
        let both = board(&app, "groupBy=gender&top=1").await;
        assert_eq!(places(&both["males"]), named(&[("Ben", 1)]));
        assert_eq!(places(&both["females"]), named(&[("Amara", 1)]));
        assert_eq!(places(&both["leaderboard"]), named(&[("Amara", 1)]));
        let one = board(&app, "groupBy=gender&gender=female").await;
        assert_eq!((places(&one["males"]), places(&one["females"])), (Vec::new(), women));
    }

    async fn whoever_is_signed_in_finds_their_own_row(app) {
        let [_, _, chloe, drew] = four(&app).await;
        let data = chloe.client().get(&format!("{BOARD}?top=1")).await.data();
        assert_eq!(places(&data["leaderboard"]), named(&[("Amara", 1)]));
        assert_eq!(data["me"], json!({
            "uaid": chloe.uaid, "firstName": "Chloe", "lastName": "Penrose", "score": 70, "position": 3,
            "prevPosition": 3, "isUser": true, "gender": "female"
        }));
        // As clients send it: the token in the query, in place of a window.
        let data = board(&app, &format!("token={}&around=1", drew.token)).await;
        assert_eq!(places(&data["leaderboard"]), named(&[("Chloe", 3), ("Drew", 4)]));
        assert_eq!((&data["leaderboard"][0]["uaid"], &data["leaderboard"][1]["uaid"]), (&Value::Null, &json!(drew.uaid)));
        assert_eq!(data["me"]["gender"], "none");
        let data = chloe.client().get(&format!("{BOARD}?top=1&around=1&gender=female")).await.data();
        assert_eq!(places(&data["leaderboard"]), named(&[("Amara", 1)]));
        assert_eq!(places(&data["around"]), named(&[("Amara", 1), ("Chloe", 2)]));
        // Somebody who is not on the board gets it without a row of their own.
        let data = drew.client().get(&format!("{BOARD}?gender=male&around=3")).await.data();
        assert!(data.get("me").is_none() && data["around"] == json!([]) && data["total"] == 1, "{data}");
        assert_eq!(board(&app, "around=3").await["around"], json!([]));
    }

    async fn what_everybody_may_keep_says_nothing_of_the_caller(app) {
        let [amara, ..] = four(&app).await;
        let first = app.client().get(BOARD).await;
        let tag = first.header("etag");
        assert!(tag.starts_with("W/\""), "{tag}");
        assert_eq!(first.header("cache-control"), "public, no-cache");
        let vary = first.header("vary").to_lowercase();
        assert!(vary.contains("cookie") && vary.contains("authorization"), "{vary}");
        app.pass_minutes(5);
        let again = app.client().header("if-none-match", &tag).get(BOARD).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        assert_eq!(again.header("etag"), tag);
        // With the tag of the public answer, a signed-in caller gets an answer of their own, which is not cached.
        let own = amara.client().header("if-none-match", &tag).get(BOARD).await;
        assert_eq!(own.data()["me"]["isUser"], true);
        assert_eq!(own.header("cache-control"), "no-store");
        assert!(own.headers.get("etag").is_none());
        // A new final appears at once.
        let eve = competitor(&app, "Eve", "Stone", "female").await;
        scored(&app, &eve, TODAY, "11:00", 9_000).await;
        let fresh = app.client().header("if-none-match", &tag).get(BOARD).await;
        assert_eq!(fresh.status, 200);
        assert_eq!(fresh.data()["leaderboard"][0]["firstName"], "Eve");
        // A session that has ended counts as none.
        app.execute("UPDATE session SET revoked_at = 1").await;
        app.state.clock.advance(1);
        let gone = app.client().bearer(&"f".repeat(64)).get(BOARD).await;
        assert!(gone.data().get("me").is_none());
    }

    // RULES 8.5
    async fn a_hundred_rows_and_a_cursor_for_more(app) {
        at_noon(&app);
        let person = competitor(&app, "Robin", "Field", "female").await;
        scored(&app, &person, WEEK_AGO, "10:00", 9_999).await;
        // 129 more, three by three with equal scores at the same moment.
        app.write(async move |conn| {
            for number in 1..130_i64 {
                let uaid = format!("{}", 1_000_000 + number);
                conn.execute("INSERT INTO account (uaid, email, email_lookup, created_at, updated_at, first_name, last_name, date_of_birth) \
                     VALUES ($1, $1, $1, 0, 0, $1, 'Row', '1990-01-01')", params![uaid]).await?;
                let past = PastBooking {
                    uaid: &uaid, event_id: schedule::ACADEMY, status: BookingStatus::Completed,
                    booking_type: BookingType::Test, slot: (WEEK_AGO.parse().unwrap(), "10:00".parse().unwrap()),
                    created_at: 1, ended_at: 2, score: Some(Score::from_hundredths(i32::try_from(number / 3).unwrap())),
                    tests: Vec::new(),
                };
                booking::insert_past(conn, &past).await?;
            }
            Ok(())
        }).await;
        let first = board(&app, "").await;
        assert_eq!((first["leaderboard"].as_array().unwrap().len(), &first["total"]), (100, &json!(130)));
        let cursor = first["cursor"].as_str().unwrap().to_owned();
        // Somebody rises in the meantime: no row comes twice, none is missed.
        app.execute("UPDATE booking SET score_hundredths = 9000 WHERE uaid = '1000001'").await;
        let second = board(&app, &format!("cursor={cursor}")).await;
        assert_eq!(second["cursor"], Value::Null);
        let mut names: Vec<String> = [&first, &second].into_iter().flat_map(|data| places(&data["leaderboard"]))
            .map(|(name, _)| name).collect();
        assert_eq!(names.len(), 129);
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 129);
        assert_eq!(board(&app, "top=100").await["cursor"], Value::Null);
        assert_eq!(board(&app, "top=15").await["leaderboard"].as_array().unwrap().len(), 15);
    }

    async fn programme_delivery_sees_numbers_and_names_and_takes_a_file(app) {
        let [amara, ben, ..] = four(&app).await;
        app.execute(format!("UPDATE account SET last_name = '-Whit, \"B\"' WHERE uaid = '{}'", ben.uaid)).await;
        {
            let staff = app.person(3).await;
            let data = staff.client().get(&format!("{BOARD}?showUAID=true")).await.data();
            assert_eq!((&data["leaderboard"][0]["uaid"], &data["leaderboard"][0]["lastName"]), (&json!(amara.uaid), &json!("Okafor")));
            assert_eq!(staff.client().get(BOARD).await.data()["leaderboard"][0]["uaid"], Value::Null);
            let file = staff.client().get(&format!("{BOARD}?export=csv")).await;
            assert!(file.header("content-type").starts_with("text/csv"));
            assert_eq!(file.header("cache-control"), "no-store");
            assert_eq!(file.header("content-disposition"), "attachment; filename=\"leaderboard-2025-09-01-2025-12-31.csv\"");
            let text = file.text();
            let mut lines = text.split("\r\n");
            assert_eq!(lines.next(), Some("\u{feff}position,prevPosition,uaid,firstName,lastName,gender,score"));
            assert_eq!(lines.next(), Some(format!("1,1,{},Amara,Okafor,female,80.00", amara.uaid).as_str()));
            assert_eq!(lines.next(), Some(format!("1,1,{},Ben,\"'-Whit, \"\"B\"\"\",male,80.00", ben.uaid).as_str()));
            assert_eq!(lines.count(), 3);
            let noted = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'leaderboard.export' AND actor_uaid = '{}'", staff.uaid);
            assert_eq!(app.scalar(noted).await, 1);
        }
        for query in ["showUAID=true", "export=csv", "export=true&top=nonsense"] {
            app.client().get(&format!("{BOARD}?{query}")).await.refused(401, "UNAUTHORISED");
            amara.client().get(&format!("{BOARD}?{query}")).await.refused(403, "FORBIDDEN");
        }
        assert_eq!(amara.client().get(&format!("{BOARD}?showUAID=false&export=")).await.status, 200);
    }

    async fn what_does_not_read_is_refused_by_name(app) {
        at_noon(&app);
        for (query, code, field) in [
            ("from=2025-11-20&to=2025-11-19", "RANGE_INVALID", "to"),
            ("from=2025-11-20", "RANGE_INVALID", "to"),
            ("to=2025-11-20&from=", "RANGE_INVALID", "from"),
            ("from=2025-11-31&to=2025-12-01", "DATE_INVALID", "from"),
            ("from=2025-11-01&to=yesterday", "DATE_INVALID", "to"),
            ("from=2025-11-01&to=T", "DATE_INVALID", "to"),
            ("season=10&from=2025-11-01&to=2025-11-02", "RANGE_INVALID", "season"),
            ("season=ten", "FIELD_INVALID", "season"),
            ("season=-1", "FIELD_INVALID", "season"),
            ("gender=none", "FIELD_INVALID", "gender"),
            ("groupBy=age", "FIELD_INVALID", "groupBy"),
            ("top=0", "FIELD_INVALID", "top"),
            ("top=101", "FIELD_INVALID", "top"),
            ("top=99999999999999999999999", "FIELD_INVALID", "top"),
            ("around=50", "FIELD_INVALID", "around"),
            ("around=-1", "FIELD_INVALID", "around"),
            ("cursor=abc", "FIELD_INVALID", "cursor"),
            ("cursor=1.2", "FIELD_INVALID", "cursor"),
            ("cursor=1.2.3.4", "FIELD_INVALID", "cursor"),
            ("showUAID=maybe", "FIELD_INVALID", "showUAID"),
            ("export=pdf", "FIELD_INVALID", "export"),
        ] {
            let reply = app.client().get(&format!("{BOARD}?{query}")).await;
            let error = reply.value()["error"].clone();
            assert_eq!((reply.status.as_u16(), error["errorCode"].as_str(), error["field"].as_str()),
                (400, Some(code), Some(field)), "{query}: {error}");
        }
        for (query, field) in [("season=99", "season"), ("eventID=elsewhere", "eventId")] {
            let reply = app.client().get(&format!("{BOARD}?{query}")).await;
            assert_eq!((reply.status.as_u16(), &reply.value()["error"]["field"]), (404, &json!(field)), "{query}");
        }
        for query in ["eventID=sixfold-academy", "eventId=sixfold-academy&season=", "eventid=0&season=0&top=&around=",
            "gender=&groupBy=&cursor=&iv=1", "from=8999-01-01&to=9000-01-01", "cursor=-5.9223372036854775807.18446744073709551615"] {
            let reply = app.client().get(&format!("{BOARD}?{query}")).await;
            assert_eq!(reply.status, 200, "{query}: {}", reply.text());
        }
        let posted = app.client().json(Method::POST, BOARD, &json!({}), &[]).await;
        assert_eq!(posted.status, 405);
    }

    async fn between_seasons_the_latest_is_shown_and_an_empty_one_is_empty(app) {
        let [amara, ..] = four(&app).await;
        app.state.clock.set(moment("2026-03-02", "09:00"));
        let data = board(&app, "").await;
        assert_eq!((&data["season"], &data["total"]), (&json!(10), &json!(4)));
        app.state.clock.set(moment("2020-01-01", "09:00"));
        assert_eq!(board(&app, "").await["season"], 1);
        app.state.clock.set(moment("2026-03-02", "09:00"));
        app.execute(format!("UPDATE session SET created_at = {0}, expires_at = {0} + 3480000", app.state.clock.now_ms())).await;
        let empty = amara.client().get(&format!("{BOARD}?season=3&around=2")).await.data();
        assert_eq!((&empty["leaderboard"], &empty["total"], &empty["around"]), (&json!([]), &json!(0), &json!([])));
    }

    async fn a_window_is_ranked_once_for_each_state_of_the_board(app) {
        let [_, _, chloe, _] = four(&app).await;
        let query = format!("from={WEEK_AGO}&to={YESTERDAY}");
        let all = named(&[("Amara", 1), ("Ben", 1), ("Chloe", 3), ("Drew", 4)]);
        assert_eq!(places(&board(&app, &query).await["leaderboard"]), all);
        scored(&app, &chloe, YESTERDAY, "10:00", 9_000).await;
        let better = named(&[("Chloe", 1), ("Amara", 2), ("Ben", 2), ("Drew", 4)]);
        assert_eq!(places(&board(&app, &query).await["leaderboard"]), better, "a new final is a new state");
        // One reading of the store answers every request for the same window, from any caller.
        app.state.db.close().await;
        assert_eq!(places(&board(&app, &query).await["leaderboard"]), better);
        assert_eq!(places(&board(&app, &format!("{query}&gender=female&top=1")).await["leaderboard"]), named(&[("Chloe", 1)]));
        let other = app.client().get(&format!("{BOARD}?from={YESTERDAY}&to={TODAY}")).await;
        assert!(other.status.is_server_error(), "the control: another window has to be read");
    }

    async fn a_window_has_a_year_at_most_unless_staff_ask(app) {
        four(&app).await;
        let athlete = app.athlete().await;
        for (to, fits) in [("2025-12-31", true), ("2026-01-01", false), ("9000-01-01", false)] {
            let path = format!("{BOARD}?from=2024-12-31&to={to}");
            for client in [app.client(), athlete.client()] {
                let reply = client.get(&path).await;
                if fits { reply.data(); } else { reply.refused_field(400, "RANGE_INVALID", "to"); }
            }
            for role in [2, 3, 4] {
                app.person(role).await.client().get(&path).await.data();
            }
        }
    }
}
