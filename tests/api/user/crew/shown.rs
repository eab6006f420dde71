//! What members of a crew see of each other (RULES 15.3 to 15.5), and that nothing stays of an erased account (RULES 15.8).

use axum::http::{HeaderMap, HeaderValue, Method};
use serde_json::{Value, json};
use sixfold_domain::crew::{self, Member};
use sixfold_domain::score::Score;
use sixfold_domain::season::SeasonTable;
use sixfold_server::board::FullName;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::sharing::crew::board as store;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Person, TestApp, both};

use super::{board, each, id, joined, made, one, set, token};
use crate::user::results::tested;

/// Days of season 10, which is shown, and of season 9.
const DAYS: [&str; 3] = ["2025-10-01", "2025-10-20", "2025-11-20"];
const SUMMER: &str = "2025-07-10";
/// A final and points that occur nowhere else, and how they are written.
const TELLING: [(&str, &str); 2] = [("5917", "59.17"), ("7342", "73.42")];

async fn share(person: &Person, crew: &Value, body: Value) -> Value {
    person.client().put(&format!("{}/membership", one(crew)), body).await.data()
}

/// The newest visit of somebody becomes a held one with a telling final.
async fn hold(app: &TestApp, person: &Person, day: &str) {
    let of = format!("uaid = '{}' AND test_date = '{day}'", person.uaid);
    let [(score, _), (points, _)] = TELLING;
    app.execute(format!("UPDATE booking SET held = TRUE, score_hundredths = {score} WHERE {of}")).await;
    app.execute(format!(
        "UPDATE result_test SET score_hundredths = {points} WHERE test_type = 'Power' \
        AND booking_id IN (SELECT booking_id FROM booking WHERE {of})"
    ))
    .await;
}

/// Every answer about a crew that a member gets, with its tag.
async fn answers(person: &Person, crew: &Value) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for path in [
        "/api/user/crew".to_owned(),
        one(crew),
        format!("{}/board", one(crew)),
        format!("{}/board?season=10", one(crew)),
    ] {
        let reply = person.client().get(&path).await;
        all.push((reply.text(), reply.header("etag")));
    }
    all
}

fn tells(text: &str) -> bool {
    TELLING.iter().any(|(_, word)| text.contains(word))
}

both! {
    // RULES 15.3 and 15.5
    async fn each_shows_what_they_chose_and_always_sees_their_own(app) {
        let (ada, ben, cat) = (app.athlete().await, app.athlete().await, app.athlete().await);
        for (person, name) in [(&ada, "Ada"), (&ben, "Ben"), (&cat, "Cat")] {
            set(&app, person, &format!("first_name = '{name}', last_name = 'Ångström'")).await;
        }
        let crew = made(&ada).await;
        joined(&ben, &crew).await;
        let cats = cat.client().post("/api/user/crew/join", json!({ "crewToken": token(&crew) })).await.data();
        assert_eq!((&cats["me"]["shareFinal"], &cats["me"]["shareCorners"]), (&json!(false), &json!(false)));
        tested(&app, &ada, DAYS[0], 40).await;
        let bens = tested(&app, &ben, DAYS[0], 70).await;
        tested(&app, &ben, DAYS[1], 60).await;
        tested(&app, &cat, DAYS[0], 90).await;
        // Of another season.
        tested(&app, &ada, SUMMER, 99).await;
        let place = async |person: &Person| {
            let listed = person.client().get("/api/user/crew").await.data()["crews"][0].clone();
            (listed["shareFinal"].clone(), listed["place"].clone())
        };
        assert_eq!(place(&ada).await, (json!(true), json!({ "position": 2, "joint": false, "ranked": 2 })));
        assert_eq!(place(&cat).await, (json!(false), Value::Null));
        let seen = board(&ada, &crew).await;
        assert_eq!((&seen["season"], &seen["from"], &seen["to"]), (&json!(10), &json!("2025-09-01"), &json!("2025-12-31")));
        assert_eq!(each(&seen, "firstName"), ["Ben", "Ada", "Cat"]);
        assert_eq!(each(&seen, "lastName"), ["Å", "Å", "Å"]);
        assert_eq!(each(&seen, "position"), [json!(1), json!(2), json!(null)]);
        assert_eq!(seen["members"][0]["score"], json!(Score::from_f64(bens).unwrap()));
        assert_eq!(seen["members"][0]["corners"].as_array().unwrap().len(), 6);
        assert_eq!(seen["members"][0]["corners"][3], 70);
        assert_eq!((&seen["members"][2]["score"], &seen["members"][2]["corners"]), (&json!(null), &json!(null)));
        assert!(!seen.to_string().contains(&cat.uaid) && !seen.to_string().contains("ngström"), "{seen}");
        // The same bytes for everybody; one's own final is in the crew.
        assert_eq!(board(&cat, &crew).await, seen);
        let own = cat.client().get(&one(&crew)).await.data();
        assert_eq!((own["me"]["score"].is_number(), &own["me"]["corners"][3]), (true, &json!(90)));
        assert_eq!(own["me"]["lastName"], "Ångström");

        // Corners alone are not seen, and a choice that is left out stays.
        let kept = share(&ben, &crew, json!({ "shareFinal": false })).await;
        assert_eq!((&kept["me"]["shareFinal"], &kept["me"]["shareCorners"]), (&json!(false), &json!(true)));
        let seen = board(&ada, &crew).await;
        assert_eq!(each(&seen, "firstName"), ["Ada", "Ben", "Cat"]);
        assert_eq!(each(&seen, "corners")[1], json!(null));
        share(&cat, &crew, json!({ "shareFinal": true })).await;
        let seen = board(&ada, &crew).await;
        assert_eq!(each(&seen, "firstName"), ["Cat", "Ada", "Ben"]);
        assert_eq!((&seen["members"][0]["score"].is_number(), &seen["members"][0]["corners"]), (&true, &json!(null)));
        // Another season.
        let summer = ada.client().get(&format!("{}/board?season=9", one(&crew))).await.data();
        assert_eq!((&summer["season"], each(&summer, "firstName")), (&json!(9), vec![json!("Ada"), json!("Ben"), json!("Cat")]));
        ada.client().get(&format!("{}/board?season=99", one(&crew))).await.refused(404, "NOT_FOUND");
        ada.client().get(&format!("{}/board?eventId=nowhere", one(&crew))).await.refused(404, "NOT_FOUND");
        ada.client().get(&format!("{}/board?season=x", one(&crew))).await.refused(400, "FIELD_INVALID");
    }

    // RULES 15.4
    async fn who_is_no_competitor_shows_what_they_share(app) {
        let ada = app.athlete().await;
        let crew = made(&ada).await;
        tested(&app, &ada, DAYS[0], 40).await;
        set(&app, &ada, "is_competitor = FALSE").await;
        assert_eq!(each(&board(&ada, &crew).await, "position"), [1]);
    }

    async fn an_unchanged_board_is_not_sent_again(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        joined(&ben, &crew).await;
        let path = format!("{}/board", one(&crew));
        let first = ada.client().get(&path).await;
        let tag = first.header("etag");
        assert_eq!(first.header("cache-control"), "no-store");
        assert_eq!(tag, format!("\"{}\"", first.data()["version"].as_str().unwrap()));
        let mut held = HeaderMap::new();
        held.insert("if-none-match", HeaderValue::from_str(&tag).unwrap());
        assert_eq!(ada.client().send(Method::GET, &path, held.clone(), "".into()).await.status, 304);
        tested(&app, &ben, DAYS[0], 40).await;
        assert_eq!(ada.client().send(Method::GET, &path, held.clone(), "".into()).await.status, 200);
        // A tag is no way in.
        let eve = app.athlete().await;
        eve.client().send(Method::GET, &path, held, "".into()).await.refused(404, "CREW_NOT_FOUND");
    }

    // RULES 15.4
    async fn a_held_final_leaves_no_trace_in_any_answer(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        joined(&ben, &crew).await;
        tested(&app, &ada, DAYS[0], 55).await;
        tested(&app, &ben, DAYS[0], 40).await;
        let before = (answers(&ada, &crew).await, answers(&ben, &crew).await);
        // It would be the best of both, and change the order.
        tested(&app, &ben, DAYS[2], 57).await;
        hold(&app, &ben, DAYS[2]).await;
        let after = (answers(&ada, &crew).await, answers(&ben, &crew).await);
        assert_eq!(after, before, "the same bytes and tags, for its athlete too");
        // The control: without the guard the very same rows show it.
        let crew_id = id(&crew).to_owned();
        let (members, visits) = app.read(async |conn| {
            let seasons = SeasonTable::new(schedule::seasons(conn).await?).unwrap();
            let season = seasons.get(10).unwrap();
            let window = store::Window { event_id: "sixfold-academy".to_owned(), from: season.start, to: season.end };
            Ok((store::members(conn, &crew_id).await?, store::visits(conn, &crew_id, &window).await?))
        }).await;
        let members: Vec<Member<'_>> = members.iter().map(|member| Member {
            uaid: &member.uaid, name: FullName { first: &member.first_name, last: &member.last_name }.shown(false),
            takes_part: true, sharing: member.sharing(),
        }).collect();
        let open: Vec<_> = visits.iter().map(|(_, visit)| crew::Visit { held: false, ..visit.clone() }).collect();
        let first = crew::board(&members, &open)[0];
        assert_eq!(open[first.shown.unwrap().visit].final_score.score.to_string(), TELLING[0].1);
        // Once it is revealed, the same look finds it.
        app.execute("UPDATE booking SET held = FALSE").await;
        let revealed = answers(&ada, &crew).await;
        assert!(tells(&revealed[2].0) && revealed[2].1 != before.0[2].1, "{revealed:?}");
        assert!(before.0.iter().all(|(text, _)| !tells(text)));
        assert_eq!(each(&board(&ada, &crew).await, "position"), [1, 2]);
    }

    // RULES 15.8 and 9.8
    async fn nothing_of_a_deleted_account_stays_in_a_crew(app) {
        let (ben, cat) = (app.athlete().await, app.athlete().await);
        let ada = app.staff(1).await;
        set(&app, &ada, "first_name = 'Zsófia', last_name = 'Telling'").await;
        let crew = made(&ada).await;
        app.pass_minutes(1);
        joined(&ben, &crew).await;
        app.pass_minutes(1);
        joined(&cat, &crew).await;
        let alone = made(&ada).await;
        tested(&app, &ada, DAYS[0], 88).await;
        let before = answers(&ben, &crew).await;
        assert!(before[2].0.contains("Zsófia") && before[2].0.contains(&ada_member(&crew)), "the control");
        ada.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        for (text, _) in answers(&ben, &crew).await {
            assert!(!text.contains("Zsófia") && !text.contains(&ada_member(&crew)) && !text.contains(&ada.uaid), "{text}");
        }
        assert_eq!(ben.client().get(&one(&crew)).await.data()["isOwner"], true, "of longest standing");
        assert_eq!(each(&board(&cat, &crew).await, "score"), [json!(null), json!(null)]);
        for table in ["crew_member WHERE uaid", "crew WHERE owner_uaid"] {
            assert_eq!(app.scalar(format!("SELECT COUNT(*) FROM {table} = '{}'", ada.uaid)).await, 0, "{table}");
        }
        assert_eq!(app.scalar(format!("SELECT COUNT(*) FROM crew WHERE crew_id = '{}'", id(&alone))).await, 0, "an empty one ends");
    }

    async fn ones_own_data_lists_ones_crews(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        let joined = joined(&ben, &crew).await;
        let crews = ben.client().get("/api/user/export").await.data()["crews"].clone();
        assert_eq!(crews, json!([{ "crewId": crew["crewId"], "name": "Tuesday squad", "isOwner": false,
            "joinedAt": joined["joinedAt"], "shareFinal": true, "shareCorners": true }]));
    }
}

/// The id of the owner's membership.
fn ada_member(crew: &Value) -> String {
    crew["me"]["memberId"].as_str().unwrap().to_owned()
}
