//! `GET /api/user/leaderboard/field`: the season's boards without names, compared with the boards themselves and a held final
//! (RULES 7.12, 8.7).

use serde_json::{Value, json};
use sixfold_domain::score::Score;
use sixfold_domain::what_if::{Costs, OtherFinals, ScoreCounts};
use sixfold_tests::{Client, both};

use super::leaderboard::{TODAY, YESTERDAY, board, competitor, four, scored};
use super::results::tested;

const FIELD: &str = "/api/user/leaderboard/field";

fn numbers(list: &Value) -> Vec<u32> {
    list.as_array().unwrap().iter().map(|number| u32::try_from(number.as_u64().unwrap()).unwrap()).collect()
}

fn counts(tally: &Value) -> ScoreCounts {
    let gaps: Vec<u16> = numbers(&tally["gaps"]).into_iter().map(|gap| u16::try_from(gap).unwrap()).collect();
    ScoreCounts::from_gaps(&gaps, &numbers(&tally["counts"])).unwrap()
}

/// The field as the answer has it, without the caller's own row.
fn field(data: &Value, own: Option<Score>) -> OtherFinals {
    let points = data["points"].as_array().unwrap();
    let costs = Costs::new(&core::array::from_fn(|test| numbers(&points[test]).try_into().unwrap()));
    OtherFinals::new(counts(&data["board"]), own, costs)
}

async fn read(client: &Client) -> Value {
    client.get(FIELD).await.data()
}

/// The percentile of a client's latest visit among everybody on their progress page, and the percentage that is lower.
async fn standing_in_progress(client: &Client) -> Option<(f64, u64)> {
    let data = client.get("/api/user/progress").await.data();
    let standing = &data["field"]["standings"][0];
    standing["percentile"].as_f64().zip(standing["betterThan"].as_u64())
}

both! {
    // RULES 7.12: every athlete's position and percentile follow from it, the percentile from ten people on.
    async fn it_says_of_everybody_what_the_board_and_their_progress_say(app) {
        let mut people = Vec::from(four(&app).await);
        for (number, first) in ["Ezra", "Fay", "Gil", "Hana", "Ida", "Jon"].into_iter().enumerate() {
            let person = competitor(&app, first, "Vale", "male").await;
            scored(&app, &person, TODAY, "11:00", 6_500 + 500 * i32::try_from(number).unwrap()).await;
            people.push(person);
            app.state.boards.sync(&app.state.db).await.unwrap();
            for person in &people {
                let client = person.client();
                let me = client.get("/api/user/leaderboard").await.data()["me"].clone();
                let own = Score::from_f64(me["score"].as_f64().unwrap()).unwrap();
                let field = field(&read(&client).await, Some(own));
                assert_eq!(field.position(own) as u64, me["position"].as_u64().unwrap());
                let standing = field.field_standing(own);
                let standing = standing.map(|found| (found.percentile.to_f64(), u64::from(found.better_than)));
                assert_eq!(standing.is_some(), people.len() >= 10);
                assert_eq!(standing, standing_in_progress(&client).await);
            }
        }
    }

    async fn it_says_nothing_that_is_on_no_board(app) {
        let [amara, _, chloe, drew] = four(&app).await;
        for person in [&chloe, &drew] {
            tested(&app, person, YESTERDAY, 85).await;
        }
        let shown = || async { read(&amara.client()).await["points"].as_array().unwrap().iter().map(|list| numbers(list).iter().sum()).collect::<Vec<u32>>() };
        app.state.boards.sync(&app.state.db).await.unwrap();
        assert_eq!(shown().await, [2; 6]);
        // Chloe may not be shown, Drew's result waits for its reveal.
        app.execute(format!("UPDATE account SET date_of_birth = '2008-11-21' WHERE uaid = '{}'", chloe.uaid)).await;
        app.execute(format!("UPDATE booking SET held = TRUE WHERE uaid = '{}'", drew.uaid)).await;
        app.state.boards.sync(&app.state.db).await.unwrap();
        let reply = amara.client().get(FIELD).await;
        let data = reply.data();
        assert_eq!(data["season"], 10);
        assert_eq!(data["board"], json!({ "gaps": [8_000], "counts": [2] }));
        assert_eq!(shown().await, [0; 6]);
        for word in [&amara.uaid, &chloe.uaid, "Amara", "Okafor", "Chloe", "female"] {
            assert!(!reply.text().contains(word), "{word}");
        }
        assert_eq!(data["points"].as_array().unwrap().iter().map(numbers).map(|list| list.len()).collect::<Vec<_>>(), [101; 6]);
    }

    async fn it_is_new_when_the_board_is_and_only_then(app) {
        let [amara, ben, ..] = four(&app).await;
        let first = amara.client().get(FIELD).await;
        let tag = first.header("etag");
        assert_eq!(first.header("cache-control"), "private, no-cache");
        // The same for everybody.
        assert_eq!(ben.client().get(FIELD).await.text(), first.text());
        let again = amara.client().header("if-none-match", &tag).get(FIELD).await;
        assert_eq!((again.status.as_u16(), again.text()), (304, String::new()));
        let ezra = competitor(&app, "Ezra", "Vale", "male").await;
        scored(&app, &ezra, TODAY, "11:00", 6_500).await;
        app.state.boards.sync(&app.state.db).await.unwrap();
        let newer = amara.client().header("if-none-match", &tag).get(FIELD).await;
        let data = newer.data();
        assert!(data["version"].is_i64() && data["version"] != first.data()["version"]);
        assert_eq!(data["board"], json!({ "gaps": [6_000, 500, 500, 1_000], "counts": [1, 1, 1, 2] }));
        assert_eq!(board(&app, "").await["total"], 5);
    }

    // RULES 8.7: not even that there is one.
    async fn a_held_final_changes_nothing_of_it(app) {
        let [amara, ..] = four(&app).await;
        let ezra = competitor(&app, "Ezra", "Vale", "male").await;
        app.state.boards.sync(&app.state.db).await.unwrap();
        let (first, version) = (amara.client().get(FIELD).await, app.state.boards.version());
        scored(&app, &ezra, TODAY, "11:00", 6_500).await;
        app.execute(format!("UPDATE booking SET held = TRUE WHERE uaid = '{}'", ezra.uaid)).await;
        app.state.boards.sync(&app.state.db).await.unwrap();
        assert!(app.state.boards.version() > version, "the boards were read again");
        let after = amara.client().get(FIELD).await;
        assert_eq!((after.text(), after.header("etag")), (first.text(), first.header("etag")));
        // The control: once it is revealed, it is there.
        app.execute(format!("UPDATE booking SET held = FALSE WHERE uaid = '{}'", ezra.uaid)).await;
        app.state.boards.sync(&app.state.db).await.unwrap();
        let shown = amara.client().get(FIELD).await;
        assert!(shown.header("etag") != first.header("etag") && shown.data()["version"] != first.data()["version"]);
    }

    async fn a_season_can_be_named_and_a_session_is_needed(app) {
        let [amara, ..] = four(&app).await;
        let empty = amara.client().get(&format!("{FIELD}?season=9")).await.data();
        assert_eq!((&empty["season"], &empty["board"]), (&json!(9), &json!({ "gaps": [], "counts": [] })));
        amara.client().get(&format!("{FIELD}?season=99")).await.refused(404, "NOT_FOUND");
        amara.client().get(&format!("{FIELD}?season=x")).await.refused_field(400, "FIELD_INVALID", "season");
        amara.client().get(&format!("{FIELD}?eventId=none")).await.refused(404, "NOT_FOUND");
        app.client().get(FIELD).await.refused(401, "UNAUTHORISED");
    }
}
