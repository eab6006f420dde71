//! The boards in memory follow the store, whatever changes it. They are compared with windows over the same finals, which are
//! ranked from SQL.

use serde_json::{Value, json};
use sixfold_domain::attempt::Raw;
use sixfold_domain::protocol::{Protocol, Protocols, Unit};
use sixfold_domain::score::Score;
use sixfold_domain::season::SeasonTable;
use sixfold_domain::test_type::TestType;
use sixfold_server::db::boards::leaderboard;
use sixfold_server::db::bookings::booking::PastTest;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::results::protocol;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{PastDay, Person, TestApp, both};

use super::leaderboard::{
    BOARD, TODAY, WEEK_AGO, YESTERDAY, at_noon, board, competitor, four, moment, named, places, scored,
};

/// Season 10 and a day more: the same finals in a window that is not a season.
const WINDOW: &str = "from=2025-09-01&to=2026-01-01";

/// Born by then counts as an adult: everybody in these tests with a date of birth.
const BORN_BY: &str = "2007-09-01";

/// A final with this score in hundredths, and its six tests.
async fn tested(app: &TestApp, person: &Person, (day, time): (&str, &str), score: i32, tests: [i32; 6]) {
    measured(app, person, (day, time), score, tests.map(|points| (points, Vec::new()))).await;
}

/// A final with this score, and the points and attempts of its six tests.
async fn measured(
    app: &TestApp,
    person: &Person,
    (day, time): (&str, &str),
    score: i32,
    tests: [(i32, Vec<i32>); 6],
) {
    let tests = TestType::ALL.into_iter().zip(tests).map(|(test_type, (points, attempts))| PastTest {
        test_type,
        score: Score::from_hundredths(points),
        attempts: attempts.into_iter().map(Raw::from_thousandths).collect(),
    });
    let past = PastDay { tests: tests.collect(), ..PastDay::scored(day, moment(day, time), score) };
    app.past(&person.uaid, past).await;
}

/// A second version of the protocols, in which the jump is a time, so that less is better.
async fn second_protocols(app: &TestApp) {
    let mut tests = Protocols::STANDARD.tests().to_vec();
    let jump = &mut tests[TestType::Power.index()];
    *jump = Protocol { unit: Unit::Seconds, zero: jump.hundred, hundred: jump.zero, ..*jump };
    let second = Protocols::new(2, tests).unwrap();
    app.write(async move |conn| protocol::insert(conn, &second, "1", 0).await).await;
}

/// A board without what depends on the window: earlier positions, and the window's name.
fn bare(mut data: Value) -> Value {
    for list in ["leaderboard", "males", "females", "around"] {
        for row in data[list].as_array_mut().into_iter().flatten() {
            row["prevPosition"] = Value::Null;
        }
    }
    for field in ["season", "from", "to", "previousSeason", "timestamp"] {
        data.as_object_mut().unwrap().remove(field);
    }
    if data.get("me").is_some() {
        data["me"]["prevPosition"] = Value::Null;
    }
    data
}

/// Compares memory and SQL for everything that can be requested.
async fn memory_is_sql(app: &TestApp, person: &Person) {
    for query in [
        "",
        "&gender=male",
        "&gender=female",
        "&groupBy=gender&top=3",
        "&top=2",
        "&testType=Cognitive",
        "&testType=endurance&groupBy=gender",
        "&testType=Speed&top=3",
        "&testType=Power",
        "&cursor=5000.1.0",
        "&ageGroup=25-29",
        "&ageGroup=18-24&groupBy=gender&top=3",
        "&ageGroup=30-34&gender=female",
        "&ageGroup=25-29&testType=Power",
    ] {
        let (memory, sql) = (format!("season=10{query}"), format!("{WINDOW}{query}"));
        assert_eq!(bare(board(app, &memory).await), bare(board(app, &sql).await), "{query}");
        let own = async |query: &str| person.client().get(&format!("{BOARD}?{query}&around=2")).await.data();
        assert_eq!(bare(own(&memory).await), bare(own(&sql).await), "{query}");
    }
    // RULES 8.1: the statement that counts for a letter ranks as the board does.
    let me = person.client().get(&format!("{BOARD}?season=10")).await.data()["me"]["position"].as_i64();
    if let Some(position) = me {
        let (season, uaid) = (*SeasonTable::built_in().get(10).unwrap(), person.uaid.clone());
        let window = (season.start, season.end);
        let counted = app
            .read(async |conn| leaderboard::position(conn, schedule::ACADEMY, window, &uaid, BORN_BY).await)
            .await;
        assert_eq!(counted, position);
    }
}

both! {
    // RULES 8.11
    async fn after_any_changes_memory_holds_what_sql_ranks(app) {
        at_noon(&app);
        second_protocols(&app).await;
        let mut people = Vec::new();
        for (number, gender) in ["male", "female", "none", "male", "female", "other"].into_iter().enumerate() {
            people.push(competitor(&app, &format!("P{number}"), "Field", gender).await);
        }
        // The boards are loaded before there is anything, so from here on they only follow.
        memory_is_sql(&app, &people[0]).await;
        // A small generator, so that every run is the same.
        let mut seed = 6_u32;
        let mut next = |below: u32| { seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223); (seed >> 16) % below };
        for _ in 0..40 {
            let who = usize::try_from(next(6)).unwrap();
            let person = &people[who];
            let mine = format!("WHERE uaid = '{}'", person.uaid);
            match next(9) {
                0 => app.execute(format!("UPDATE booking SET score_hundredths = {} {mine}", next(4) * 2_500)).await,
                1 => app.execute(format!("UPDATE booking SET held = NOT held {mine}")).await,
                2 => app.execute(format!("UPDATE account SET is_competitor = NOT is_competitor {mine}")).await,
                3 => app.execute(format!("UPDATE account SET gender = '{}' {mine}", ["male", "female", "none"][usize::try_from(next(3)).unwrap()])).await,
                4 => {
                    // The second has a birthday between the days of the tests, and the last is on no board.
                    let born = ["'2000-05-17'", "'2000-11-19'", "'1995-11-20'", "NULL"][usize::try_from(next(4)).unwrap()];
                    app.execute(format!("UPDATE account SET date_of_birth = {born} {mine}")).await;
                }
                _ => {
                    let tests = [0; 6].map(|_| i32::try_from(next(5) * 2_000).unwrap());
                    let score = tests.iter().sum::<i32>() / 6;
                    let (hour, half) = (8 + next(3), next(2));
                    let time = format!("{hour:02}:{:02}", half * 30);
                    let day = [WEEK_AGO, YESTERDAY, TODAY][usize::try_from(next(3)).unwrap()];
                    // No attempts for the middle points. Two results with the same points and the same moment have the
                    // same mark: which of them is shown is undecided.
                    let attempts = |points: i32| if points == 4_000 { Vec::new() } else { vec![points + 1_500, points + 10 * i32::try_from(hour).unwrap(), points + 700] };
                    measured(&app, person, (day, &time), score, tests.map(|points| (points, attempts(points)))).await;
                    // The later half of each hour is scored by the second version.
                    app.execute("UPDATE booking SET protocol_version = 1 + completed_at / 1800000 % 2 WHERE status = 'completed'").await;
                }
            }
            memory_is_sql(&app, person).await;
        }
    }

    // RULES 8.10
    async fn a_final_counts_in_the_age_group_of_its_day(app) {
        let [amara, ben, chloe, drew] = four(&app).await;
        let names = async |query: &str| places(&board(&app, query).await["leaderboard"]);
        // Loaded before anything changes, so from here on it follows.
        assert_eq!(names("ageGroup=25-29").await, named(&[("Amara", 1), ("Ben", 1), ("Chloe", 3), ("Drew", 4)]));
        let born = async |person: &Person, day: &str| {
            app.execute(format!("UPDATE account SET date_of_birth = {day} WHERE uaid = '{}'", person.uaid)).await;
        };
        // 25 since yesterday: last week's final counts among the younger, a worse one of today among the older.
        born(&amara, "'2000-11-19'").await;
        scored(&app, &amara, TODAY, "10:00", 7_500).await;
        born(&drew, "NULL").await;
        assert_eq!(names("ageGroup=18-24").await, named(&[("Amara", 1)]));
        assert_eq!(names("ageGroup=25-29").await, named(&[("Ben", 1), ("Amara", 2), ("Chloe", 3)]));
        assert_eq!(names("ageGroup=25-29&gender=female").await, named(&[("Amara", 1), ("Chloe", 2)]));
        let own = amara.client().get(&format!("{BOARD}?ageGroup=25-29")).await.data();
        assert_eq!((&own["me"]["position"], &own["me"]["score"], &own["total"]), (&json!(2), &json!(75), &json!(3)));
        assert_eq!(board(&app, "ageGroup=70%2B").await["total"], 0);
        assert_eq!(board(&app, "ageGroup=25-29&season=9").await["total"], 0);
        // RULES 8.6: somebody under 18 only if they agreed, and with an initial like everybody.
        born(&ben, "'2008-01-01'").await;
        assert_eq!(board(&app, "ageGroup=U18").await["total"], 0);
        app.execute(format!("UPDATE account SET public_opt_in = TRUE WHERE uaid = '{}'", ben.uaid)).await;
        let young = board(&app, "ageGroup=u18").await;
        assert_eq!(young["leaderboard"][0], json!({
            "uaid": null, "firstName": "Ben", "lastName": "W", "score": 80, "position": 1, "prevPosition": 1,
            "isUser": false, "gender": "male"
        }));
        let text = young.to_string();
        assert!(!text.contains(&ben.uaid) && !text.contains("2008") && !text.contains(&chloe.uaid), "{text}");
        for word in ["25", "25-34", "young"] {
            let reply = app.client().get(&format!("{BOARD}?ageGroup={word}")).await;
            assert_eq!(reply.value()["error"]["field"], "ageGroup");
            reply.refused(400, "FIELD_INVALID");
        }
    }

    // RULES 8.11
    async fn a_row_of_a_test_has_the_mark_of_its_points(app) {
        let [amara, ben, chloe, drew] = four(&app).await;
        second_protocols(&app).await;
        // Loaded before anybody has tests, so from here on it follows.
        assert_eq!(board(&app, "testType=Speed").await["total"], 0);
        let sprint = |points: i32, attempts: &[i32]| {
            [(0, Vec::new()), (0, Vec::new()), (6_000, vec![51_000, 47_500]), (points, attempts.to_vec()), (0, Vec::new()), (0, Vec::new())]
        };
        measured(&app, &amara, (WEEK_AGO, "12:00"), 5_000, sprint(7_800, &[3_100, 3_030])).await;
        // As many points later, and a worse result: the earlier one stays.
        measured(&app, &amara, (YESTERDAY, "12:00"), 5_000, sprint(7_800, &[3_031])).await;
        measured(&app, &amara, (TODAY, "10:00"), 5_000, sprint(2_000, &[3_900])).await;
        // Both ends of the scale are reached by many marks: the best attempt is shown.
        measured(&app, &ben, (WEEK_AGO, "12:10"), 5_000, sprint(10_000, &[2_650, 2_605, 2_690])).await;
        // An old result has no attempts.
        tested(&app, &chloe, (WEEK_AGO, "12:20"), 5_000, [0, 0, 0, 5_000, 0, 0]).await;
        let marks = |data: &Value| -> Vec<(String, Value, Value, Value)> {
            let rows = data["leaderboard"].as_array().unwrap();
            rows.iter().map(|row| (row["firstName"].as_str().unwrap().to_owned(), row["score"].clone(), row["measurement"]["raw"].clone(), row["measurement"]["unit"].clone())).collect()
        };
        let expected = vec![
            ("Ben".to_owned(), json!(100), json!(2.605), json!("s")),
            ("Amara".to_owned(), json!(78), json!(3.03), json!("s")),
            ("Chloe".to_owned(), json!(50), Value::Null, Value::Null),
        ];
        for query in ["testType=Speed", &format!("{WINDOW}&testType=Speed"), "testType=Speed&ageGroup=25-29"] {
            let data = board(&app, query).await;
            assert_eq!(marks(&data), expected, "{query}");
            // What is not there is absent, as for every client before.
            assert!(data["leaderboard"][2].get("measurement").is_none(), "{data}");
        }
        // One's own row, those around it, and the boards of a gender.
        let own = amara.client().get(&format!("{BOARD}?testType=Speed&around=10&groupBy=gender")).await.data();
        for row in [&own["me"], &own["around"][1], &own["females"][0]] {
            assert_eq!((&row["firstName"], &row["measurement"]), (&json!("Amara"), &json!({ "raw": 3.03, "unit": "s" })));
        }
        // A board of finals has none.
        assert!(!board(&app, "groupBy=gender").await.to_string().contains("measurement"));
        // The second version of the protocols takes the jump for a time.
        app.execute(format!("UPDATE booking SET protocol_version = 2 WHERE uaid = '{}'", ben.uaid)).await;
        for query in ["testType=Power", &format!("{WINDOW}&testType=Power")] {
            let power = marks(&board(&app, query).await);
            assert_eq!(power[..2], [
                ("Amara".to_owned(), json!(60), json!(51), json!("cm")),
                ("Ben".to_owned(), json!(60), json!(47.5), json!("s")),
            ]);
        }
        // A file has the mark too.
        let text = app.person(3).await.client().get(&format!("{BOARD}?export=csv&testType=Speed")).await.text();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[0], "\u{feff}position,prevPosition,uaid,firstName,lastName,gender,score,raw,unit");
        assert!(lines[1].ends_with(",100.00,2.605,s") && lines[3].ends_with(",50.00,,"), "{text}");
        // Nothing of a held final is shown, so her mark of yesterday counts while that of last week is held.
        app.execute(format!("UPDATE booking SET held = TRUE WHERE uaid = '{}' AND test_date = '{WEEK_AGO}'", amara.uaid)).await;
        for query in ["testType=Speed", &format!("{WINDOW}&testType=Speed")] {
            let data = board(&app, query).await;
            assert_eq!(data["leaderboard"][1]["measurement"]["raw"], json!(3.031), "{query}");
            assert!(!data.to_string().contains("3.03,"), "{query}: {data}");
        }
        // RULES 8.6: somebody who may not be shown has no row, and so no mark.
        app.execute(format!("UPDATE account SET date_of_birth = '2010-01-01' WHERE uaid = '{}'", ben.uaid)).await;
        for client in [app.client(), drew.client()] {
            for query in ["testType=Speed", &format!("{WINDOW}&testType=Speed")] {
                let text = client.get(&format!("{BOARD}?{query}")).await.text();
                assert!(!text.contains("2.605") && text.contains("3.031"), "{query}: {text}");
            }
        }
    }

    async fn a_held_final_stands_nowhere(app) {
        let [amara, ben, ..] = four(&app).await;
        tested(&app, &amara, (YESTERDAY, "10:00"), 9_500, [9_500; 6]).await;
        let staff = app.person(3).await;
        app.execute(format!("UPDATE booking SET held = TRUE WHERE uaid = '{}' AND score_hundredths = 9500", amara.uaid)).await;
        for query in ["", "season=10&top=15", "groupBy=gender", "testType=Speed", &format!("{WINDOW}&testType=Speed"), WINDOW] {
            for client in [app.client(), ben.client(), staff.client()] {
                let text = client.get(&format!("{BOARD}?{query}")).await.text();
                assert!(!text.contains("\"score\":95"), "{query}: {text}");
            }
        }
        for query in ["export=csv", &format!("export=csv&{WINDOW}"), "export=csv&testType=Power"] {
            let text = staff.client().get(&format!("{BOARD}?{query}")).await.text();
            assert!(!text.contains("95.00"), "{query}: {text}");
        }
        // Its owner sees no position either: theirs is that of the earlier final.
        assert_eq!(amara.client().get(BOARD).await.data()["me"]["score"], 80);
        // Once revealed, it was not there at midnight.
        app.execute(format!("UPDATE booking SET held = FALSE, revealed_at = {} WHERE score_hundredths = 9500",
            moment(TODAY, "11:00"))).await;
        let data = board(&app, "").await;
        assert_eq!(data["leaderboard"][0]["score"], 95);
        assert_eq!(data["leaderboard"][0]["prevPosition"], 1, "with the final of last week");
        let women = board(&app, "testType=Speed").await;
        assert_eq!((&women["leaderboard"][0]["score"], &women["leaderboard"][0]["prevPosition"]), (&json!(95), &Value::Null));
    }

    async fn whoever_leaves_or_changes_their_name_does_so_on_the_board(app) {
        at_noon(&app);
        let robin = app.staff(1).await;
        scored(&app, &robin, WEEK_AGO, "10:00", 7_000).await;
        let first = app.client().get(BOARD).await;
        assert_eq!(places(&first.data()["leaderboard"]), named(&[("Robin", 1)]));
        robin.client().put("/api/user/profile", json!({ "firstName": "Kestrel", "lastName": "Ånd" })).await.data();
        let row = board(&app, "").await["leaderboard"][0].clone();
        assert_eq!((row["firstName"].as_str(), row["lastName"].as_str()), (Some("Kestrel"), Some("Å")));
        robin.client().put("/api/user/profile", json!({ "isCompetitor": false })).await.data();
        assert_eq!(board(&app, "").await["total"], 0);
        robin.client().put("/api/user/profile", json!({ "isCompetitor": true })).await.data();
        assert_eq!(board(&app, "").await["total"], 1);
        robin.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        let gone = app.client().header("if-none-match", &first.header("etag")).get(BOARD).await;
        assert_eq!((gone.status.as_u16(), &gone.data()["total"]), (200, &json!(0)));
        assert_eq!(board(&app, "testType=Agility").await["total"], 0);
    }

    async fn a_tie_through_the_whole_top_fifteen(app) {
        at_noon(&app);
        let mut people = Vec::new();
        for number in 0..20_u32 {
            let person = competitor(&app, &format!("T{number:02}"), "Row", "female").await;
            // The higher the number, the earlier the final.
            scored(&app, &person, WEEK_AGO, &format!("10:{:02}", 40 - number), 6_000).await;
            people.push(person);
        }
        let names = |data: &Value| places(&data["leaderboard"]).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        let data = board(&app, "top=15&groupBy=gender").await;
        let expected: Vec<String> = (5..20).rev().map(|number| format!("T{number:02}")).collect();
        assert_eq!((names(&data), &data["total"]), (expected, &json!(20)));
        let women = places(&data["females"]);
        assert_eq!(women.len(), 15);
        assert!(women.iter().all(|(_, position)| *position == 1), "{women:?}");
        let own = people[0].client().get(&format!("{BOARD}?top=15&around=49")).await.data();
        assert_eq!((&own["me"]["position"], own["around"].as_array().unwrap().len()), (&json!(1), 20));
        let own = people[0].client().get(&format!("{BOARD}?around=2")).await.data();
        assert_eq!(names(&own), ["T02", "T01", "T00"]);
        let own = people[19].client().get(&format!("{BOARD}?around=0")).await.data();
        assert_eq!(names(&own), ["T19"]);
        people[0].client().get(&format!("{BOARD}?around=50")).await.refused(400, "FIELD_INVALID");
    }

    async fn each_test_has_a_board_of_its_own(app) {
        let [amara, ben, chloe, _] = four(&app).await;
        // Loaded before anybody has tests, so from here on it follows.
        assert_eq!(board(&app, "testType=Cognitive").await["total"], 0);
        tested(&app, &amara, (YESTERDAY, "10:00"), 5_000, [4_000, 9_000, 5_000, 5_000, 5_000, 2_000]).await;
        tested(&app, &ben, (YESTERDAY, "11:00"), 5_500, [7_000, 1_000, 5_000, 5_000, 5_000, 10_000]).await;
        tested(&app, &amara, (TODAY, "10:00"), 5_100, [7_000, 3_000, 5_000, 5_000, 5_000, 5_600]).await;
        let cognitive = board(&app, "testType=Cognitive").await;
        // Of equal scores the earlier comes first; the best of either final counts.
        assert_eq!(places(&cognitive["leaderboard"]), named(&[("Ben", 1), ("Amara", 1)]));
        assert_eq!(cognitive["leaderboard"][1]["prevPosition"], 2);
        let strength = board(&app, "TestType=strength&top=1").await;
        assert_eq!(places(&strength["leaderboard"]), named(&[("Amara", 1)]));
        assert_eq!(strength["leaderboard"][0]["score"], 90);
        let women = board(&app, "testType=Endurance&gender=female").await;
        assert_eq!((places(&women["leaderboard"]), &women["leaderboard"][0]["score"]), (named(&[("Amara", 1)]), &json!(56)));
        let own = ben.client().get(&format!("{BOARD}?testType=Endurance&around=1")).await.data();
        assert_eq!((&own["me"]["position"], &own["me"]["score"]), (&json!(1), &json!(100)));
        assert!(chloe.client().get(&format!("{BOARD}?testType=Endurance")).await.data().get("me").is_none());
        assert_eq!(board(&app, "testType=Cognitive&season=9").await["total"], 0);
        // A correction appears on it.
        app.execute("UPDATE result_test SET score_hundredths = 0 WHERE test_type = 'Cognitive' AND score_hundredths = 7000").await;
        app.execute("UPDATE booking SET rev = rev + 1 WHERE status = 'completed'").await;
        assert_eq!(places(&board(&app, "testType=Cognitive").await["leaderboard"]), named(&[("Amara", 1), ("Ben", 2)]));
        for word in ["Swimming", "1", "cognitive,power"] {
            let reply = app.client().get(&format!("{BOARD}?testType={word}")).await;
            assert_eq!(reply.value()["error"]["field"], "testType");
            reply.refused(400, "TEST_UNKNOWN");
        }
    }

    async fn an_event_and_a_season_that_are_added_have_boards_at_once(app) {
        let [amara, ..] = four(&app).await;
        assert_eq!(board(&app, "").await["season"], 10);
        app.client().get(&format!("{BOARD}?eventId=away")).await.refused(404, "NOT_FOUND");
        app.client().get(&format!("{BOARD}?season=11")).await.refused(404, "NOT_FOUND");
        app.execute("INSERT INTO event (event_id, name, location_name, location_address, location_post_code, \
            location_contact_number, location_contact_email, map_url, position) VALUES ('away', 'Away', '', '', '', '', '', '', 1)").await;
        app.execute("INSERT INTO season (season, start_date, end_date) VALUES (11, '2026-01-01', '2026-04-30')").await;
        app.execute(format!("UPDATE booking SET event_id = 'away' WHERE uaid = '{}'", amara.uaid)).await;
        assert_eq!(places(&board(&app, "eventId=away").await["leaderboard"]), named(&[("Amara", 1)]));
        assert_eq!(board(&app, "").await["total"], 3);
        assert_eq!(board(&app, "season=11").await["previousSeason"], 10);
    }
}
