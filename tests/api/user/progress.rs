//! `GET /api/user/progress`: visits over time, personal bests and gains by RULES 7.8 and 7.9, and the field by RULES 7.10 and 7.11,
//! compared with a plain computation.

use serde_json::{Value, json};
use sixfold_domain::score::Score;
use sixfold_tests::{Person, TestApp, both};

use super::results::{better_than, naive, tested};

const PROGRESS: &str = "/api/user/progress";
/// Three days of season 10, and one of season 9.
const DAYS: [&str; 3] = ["2025-10-01", "2025-10-20", "2025-11-20"];
const SUMMER: &str = "2025-07-10";

async fn of(person: &Person) -> Value {
    person.client().get(PROGRESS).await.data()
}

/// Of each visit the value of a field.
fn each(data: &Value, field: &str) -> Vec<Value> {
    data["visits"].as_array().unwrap().iter().map(|visit| visit[field].clone()).collect()
}

/// Of each visit the value of a field of its sprint.
fn sprints(data: &Value, field: &str) -> Vec<Value> {
    data["visits"].as_array().unwrap().iter().map(|visit| visit["tests"][3][field].clone()).collect()
}

async fn born(app: &TestApp, person: &Person, gender: &str, day: &str) {
    let set = format!("gender = '{gender}', date_of_birth = '{day}'");
    app.execute(format!("UPDATE account SET {set} WHERE uaid = '{}'", person.uaid)).await;
}

/// Where a final stands in a field that includes it; of fewer than ten people nothing is said.
fn standing(among: &str, name: Value, own: f64, field: &[f64]) -> Value {
    let shown = |value: Value| if field.len() < 10 { Value::Null } else { value };
    json!({
        "among": among,
        "name": name,
        "percentile": shown(wire(naive(own, field))),
        "betterThan": shown(json!(better_than(own, field))),
        "people": shown(json!(field.len())),
    })
}

/// A score as the wire has it: whole numbers without a point.
fn wire(score: f64) -> Value {
    json!(Score::from_f64(score).unwrap())
}

fn middle(mut scores: Vec<f64>) -> f64 {
    scores.sort_by(f64::total_cmp);
    let upper = scores.len() / 2;
    let sum = if scores.len() % 2 == 1 { 2.0 * scores[upper] } else { scores[upper - 1] + scores[upper] };
    (sum * 50.0).round() / 100.0
}

both! {
    async fn without_a_visit_there_is_nothing(app) {
        let ada = app.athlete().await;
        assert_eq!(of(&ada).await, json!({ "visits": [], "seasons": [], "field": null }));
        ada.client().get(&format!("{PROGRESS}?eventBookingId=7")).await.refused(404, "NOT_FOUND");
        app.client().get(PROGRESS).await.refused(401, "UNAUTHORISED");
    }

    // RULES 7.8 and 7.9
    async fn visits_come_oldest_first_with_marks_gains_and_personal_bests(app) {
        let ada = app.athlete().await;
        let mut finals = Vec::new();
        for (day, level) in [(SUMMER, 40), (DAYS[0], 70), (DAYS[1], 55), (DAYS[2], 70)] {
            finals.push(tested(&app, &ada, day, level).await);
        }
        let data = of(&ada).await;
        assert_eq!(each(&data, "eventTestDate"), [SUMMER, DAYS[0], DAYS[1], DAYS[2]]);
        assert_eq!(each(&data, "season"), [9, 10, 10, 10]);
        assert_eq!(each(&data, "score"), finals.iter().map(|score| wire(*score)).collect::<Vec<_>>());
        // Of equal ones the earlier is the personal best.
        assert_eq!(each(&data, "best"), [false, true, false, false]);
        assert_eq!(sprints(&data, "score"), [40, 70, 55, 70]);
        assert_eq!(sprints(&data, "mark"), [json!(3.6), json!(3.15), json!(3.375), json!(3.15)]);
        assert_eq!(sprints(&data, "gain"), [json!(null), json!(30), json!(-15), json!(15)]);
        assert_eq!(sprints(&data, "best"), [false, true, false, false]);
        assert_eq!(sprints(&data, "unit"), ["s"; 4]);
        assert_eq!(data["seasons"], json!([
            { "season": 9, "start": "2025-05-01", "end": "2025-08-31" },
            { "season": 10, "start": "2025-09-01", "end": "2025-12-31" },
        ]));
        // A correction moves the personal best.
        let third = data["visits"][2]["eventBookingId"].as_str().unwrap();
        app.execute(format!("UPDATE booking SET score_hundredths = 9900 WHERE booking_id = '{third}'")).await;
        assert_eq!(each(&of(&ada).await, "best"), [false, false, true, false]);
    }

    // RULES 8.7
    async fn a_final_that_is_held_is_no_visit_yet(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, DAYS[0], 40).await;
        tested(&app, &ada, DAYS[1], 87).await;
        tested(&app, &ada, DAYS[2], 50).await;
        let all = of(&ada).await;
        let held = all["visits"][1]["eventBookingId"].as_str().unwrap().to_owned();
        app.execute(format!("UPDATE booking SET held = TRUE WHERE booking_id = '{held}'")).await;
        let data = of(&ada).await;
        assert_eq!(each(&data, "eventTestDate"), [DAYS[0], DAYS[2]]);
        assert_eq!((each(&data, "best"), sprints(&data, "gain")), (vec![json!(false), json!(true)], vec![json!(null), json!(10)]));
        assert!(!data.to_string().contains(&held) && !data.to_string().contains("\"score\":87"), "{data}");
        ada.client().get(&format!("{PROGRESS}?eventBookingId={held}")).await.refused(404, "NOT_FOUND");
        // Nor is somebody else's.
        let ben = app.athlete().await;
        let other = all["visits"][0]["eventBookingId"].as_str().unwrap();
        ben.client().get(&format!("{PROGRESS}?eventBookingId={other}")).await.refused(404, "NOT_FOUND");
    }

    // RULES 7.10 and 7.11
    async fn the_field_is_that_of_a_plain_computation_and_hidden_below_ten(app) {
        let ada = app.athlete().await;
        born(&app, &ada, "female", "1998-11-01").await;
        let early = tested(&app, &ada, DAYS[0], 40).await;
        let mine = tested(&app, &ada, DAYS[2], 62).await;
        // Nine more women, of whom eight are in the age group; two men.
        let (mut others, mut women) = (Vec::new(), Vec::new());
        for level in [20, 35, 50, 50, 62, 64, 77, 81, 99] {
            let person = app.athlete().await;
            born(&app, &person, "female", if level == 20 { "1970-01-01" } else { "1999-01-01" }).await;
            women.push(tested(&app, &person, DAYS[1], level).await);
            // A worse visit of somebody does not count.
            tested(&app, &person, DAYS[2], level - 10).await;
        }
        assert_eq!(of(&ada).await["field"]["standings"], json!([
            standing("everybody", json!(null), mine, &[&women[..], &[mine]].concat()),
            standing("gender", json!("female"), mine, &[&women[..], &[mine]].concat()),
            standing("ageGroup", json!("25-29"), mine, &[&women[1..], &[mine]].concat()),
        ]));
        for level in [70, 71] {
            let person = app.athlete().await;
            born(&app, &person, "male", "1998-01-01").await;
            others.push(tested(&app, &person, DAYS[1], level).await);
        }
        others.extend(&women);
        let field: Vec<f64> = others.iter().copied().chain([mine]).collect();
        let data = of(&ada).await;
        assert_eq!(data["field"]["standings"][0], standing("everybody", json!(null), mine, &field));
        // Eight women and two men beside her.
        let group = data["field"]["standings"][2].clone();
        assert_eq!((&group["name"], &group["people"]), (&json!("25-29"), &json!(11)));
        assert_eq!(group["percentile"], wire(naive(mine, &[&others[..2], &women[1..], &[mine]].concat())));
        assert_eq!(data["field"]["median"]["score"], wire(middle(field.clone())));
        assert_eq!(data["field"]["top"]["score"], wire(middle(field.clone())), "twelve are all among the first fifteen");
        let sprint = middle(vec![20.0, 35.0, 50.0, 50.0, 62.0, 62.0, 64.0, 70.0, 71.0, 77.0, 81.0, 99.0]);
        assert_eq!(data["field"]["median"]["tests"][3], json!({ "TestType": "Speed", "score": wire(sprint) }));
        // Five more at the bottom: the top fifteen are not everybody any more.
        for level in [11, 12, 13, 14, 15] {
            tested(&app, &app.athlete().await, DAYS[1], level).await;
        }
        let sprint = middle(vec![14.0, 15.0, 20.0, 35.0, 50.0, 50.0, 62.0, 62.0, 64.0, 70.0, 71.0, 77.0, 81.0, 99.0, 15.0]);
        let wider = of(&ada).await;
        assert_eq!(wider["field"]["top"]["tests"][3]["score"], wire(sprint), "{}", wider["field"]["top"]);
        assert!(wider["field"]["median"]["score"].as_f64() < wider["field"]["top"]["score"].as_f64());
        // An earlier visit, with the later and better one of the same person left out.
        let first = data["visits"][0]["eventBookingId"].as_str().unwrap();
        let chosen = ada.client().get(&format!("{PROGRESS}?eventBookingId={first}")).await.data();
        assert_eq!((&chosen["field"]["eventBookingId"], &chosen["field"]["standings"][0]["people"]), (&json!(first), &json!(17)));
        assert!(chosen["field"]["standings"][0]["percentile"].as_f64() < wider["field"]["standings"][0]["percentile"].as_f64());
        assert_eq!(chosen["visits"][0]["score"], wire(early));
    }

    async fn somebody_who_is_on_no_board_sees_where_they_stand_and_is_in_no_field(app) {
        let mut field = Vec::new();
        for level in [20, 30, 40, 50, 60, 70, 80, 90, 95] {
            let person = app.athlete().await;
            field.push(tested(&app, &person, DAYS[1], level).await);
        }
        let watching = app.athlete().await;
        let own = tested(&app, &watching, DAYS[1], 65).await;
        app.execute(format!("UPDATE account SET is_competitor = FALSE, date_of_birth = NULL, gender = 'other' WHERE uaid = '{}'",
            watching.uaid)).await;
        let data = of(&watching).await;
        field.push(own);
        assert_eq!(data["field"]["standings"], json!([
            standing("everybody", json!(null), own, &field),
        ]));
        assert_eq!((&data["field"]["median"], &data["field"]["top"]), (&json!(null), &json!(null)), "nine are on the board");
        // Outside every season there is no field.
        let late = app.athlete().await;
        tested(&app, &late, "2023-01-10", 50).await;
        let alone = of(&late).await;
        assert_eq!((&alone["visits"][0]["season"], &alone["field"], &alone["seasons"]), (&json!(null), &json!(null), &json!([])));
    }
}
