//! What a card shows beside its result: compared with the board and My progress, and with a held final as a control (RULES 8.7,
//! 13.16).

use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use super::card::{TEMPLATES, booking_on, words};
use super::leaderboard::{BOARD, TODAY, WEEK_AGO, YESTERDAY, competitor, four, scored};
use super::results::tested;

const FACTS: &str = "/api/user/card/facts";
const ALL: &str = "rank,percentile,gain,marks,handle";

async fn facts(person: &Person) -> Value {
    person.client().get(FACTS).await.data()
}

async fn sync(app: &TestApp) {
    app.state.boards.sync(&app.state.db).await.unwrap();
}

/// Everything that cards say of a person, with all that can be shown.
async fn said(person: &Person) -> Vec<String> {
    let client = person.client();
    let mut said = vec![client.get(FACTS).await.text()];
    for template in TEMPLATES {
        said.push(client.get(&format!("/api/user/card?template={template}&shows={ALL}")).await.text());
    }
    said
}

/// Ten competitors besides those of `four`, with finals of this season.
async fn field(app: &TestApp) -> Vec<Person> {
    let mut people = Vec::from(four(app).await);
    for (number, first) in ["Ezra", "Fay", "Gil", "Hana", "Ida", "Jon", "Kai"].into_iter().enumerate() {
        let person = competitor(app, first, "Vale", "male").await;
        scored(app, &person, YESTERDAY, "11:00", 6_500 + 200 * i32::try_from(number).unwrap()).await;
        people.push(person);
    }
    sync(app).await;
    people
}

both! {
    async fn the_words_are_those_of_the_board_and_of_my_progress(app) {
        for person in field(&app).await {
            let (client, facts) = (person.client(), facts(&person).await);
            let board = client.get(BOARD).await.data();
            let (position, total) = (board["me"]["position"].as_u64().unwrap(), board["total"].as_u64().unwrap());
            let rank = facts["shows"]["rank"].as_str().unwrap();
            assert!(rank.starts_with(&position.to_string()) && rank.ends_with(&format!(" of {total}")), "{rank} {board}");
            let progress = client.get("/api/user/progress").await.data();
            let percentile = match progress["field"]["standings"][0]["betterThan"].as_u64().unwrap() {
                0 => "All of the field to chase".to_owned(),
                share => format!("Better than {share}%"),
            };
            assert_eq!(facts["shows"]["percentile"], json!(percentile));
            let told = words(&person, &format!("template=season_card&shows={ALL}")).await;
            assert!(told.contains(rank) && told.contains(&percentile), "{told}");
            assert!(!words(&person, "template=season_card").await.contains(rank), "the handle alone by default");
        }
    }

    // RULES 13.16
    async fn a_card_has_its_place_on_the_board_of_its_own_event(app) {
        let [_, _, chloe, _] = four(&app).await;
        app.execute("INSERT INTO event (event_id, name, location_name, location_address, location_post_code, \
            location_contact_number, location_contact_email, map_url, position) VALUES ('away', 'Away', '', '', '', '', '', '', 1)").await;
        // The same final once more, where nobody else has been.
        scored(&app, &chloe, TODAY, "12:00", 7_000).await;
        let (before, latest) = (booking_on(&app, &chloe, WEEK_AGO).await, booking_on(&app, &chloe, TODAY).await);
        app.execute(format!("UPDATE booking SET event_id = 'away' WHERE booking_id = '{latest}'")).await;
        sync(&app).await;
        for (booking, rank) in [(before, "3rd of 4"), (latest, "1st of 1")] {
            let shown = chloe.client().get(&format!("{FACTS}?bookingId={booking}")).await.data();
            assert_eq!(shown["shows"]["rank"], rank);
        }
    }

    async fn what_is_not_to_be_had_is_null_and_left_out(app) {
        let [amara, _, chloe, _] = four(&app).await;
        sync(&app).await;
        let shows = facts(&amara).await["shows"].clone();
        assert_eq!(shows, json!({ "rank": "1st of 4", "percentile": null, "gain": null, "marks": false, "handle": null }));
        assert!(!words(&amara, &format!("template=season_card&shows={ALL}")).await.contains("Better than"));
        // Nobody under 18 without their own yes is on the public board; neither is somebody who is no competitor.
        app.execute(format!("UPDATE account SET date_of_birth = '2008-11-21' WHERE uaid = '{}'", chloe.uaid)).await;
        sync(&app).await;
        assert_eq!(facts(&chloe).await["shows"]["rank"], Value::Null);
        chloe.client().put("/api/user/share", json!({ "optIn": true })).await.data();
        sync(&app).await;
        assert_eq!(facts(&chloe).await["shows"]["rank"], "3rd of 4");
        app.execute(format!("UPDATE account SET is_competitor = FALSE WHERE uaid = '{}'", amara.uaid)).await;
        sync(&app).await;
        assert_eq!(facts(&amara).await["shows"]["rank"], Value::Null);
    }

    async fn the_board_counts_the_best_and_a_lesser_final_has_no_place(app) {
        let [amara, ..] = four(&app).await;
        tested(&app, &amara, TODAY, 60).await;
        sync(&app).await;
        let newest = facts(&amara).await;
        assert_eq!(newest["shows"]["rank"], Value::Null);
        assert_eq!((&newest["shows"]["marks"], &newest["recap"], &newest["certificate"]), (&json!(true), &json!(true), &json!(true)));
        assert!(newest["shows"]["gain"].as_str().unwrap().ends_with(" on the last one"), "{newest}");
        let best = booking_on(&app, &amara, WEEK_AGO).await;
        let older = amara.client().get(&format!("{FACTS}?bookingId={best}")).await.data();
        assert_eq!((&older["shows"]["rank"], &older["bookingId"]), (&json!("1st of 4"), &json!(best)));
        // A recap is about the season's best, whichever visit it is made of.
        assert!(words(&amara, "template=recap_result").await.contains("1st of 4"));
    }

    async fn measurements_stand_beside_their_points(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, TODAY, 60).await;
        let told = words(&ada, "template=result_details&shows=marks").await;
        assert!(told.contains(" s)") && told.contains(" cm)") && told.contains(" hits)") && told.contains("(level "), "{told}");
        assert!(!words(&ada, "template=result_details&shows=gain").await.contains(" cm)"));
    }

    // RULES 8.7, 13.16: with a control that the comparison would notice.
    async fn nothing_of_a_held_final_is_on_any_card(app) {
        let people = field(&app).await;
        let everybody = || async {
            let mut all = Vec::new();
            for person in &people[..4] {
                all.push(said(person).await);
            }
            all
        };
        let before = everybody().await;
        // A better one of their own, one of somebody else on the board, and one of somebody who is new.
        let stranger = competitor(&app, "Lena", "Vale", "female").await;
        for person in [&people[0], &people[6], &stranger] {
            scored(&app, person, TODAY, "11:30", 9_900).await;
        }
        app.execute(format!("UPDATE booking SET held = TRUE WHERE test_date = '{TODAY}'")).await;
        sync(&app).await;
        assert_eq!(everybody().await, before);
        let held = booking_on(&app, &people[0], TODAY).await;
        let target = format!("{FACTS}?bookingId={held}");
        people[0].client().get(&target).await.refused(422, "NO_RESULT");
        // The control: revealed, it moves everybody.
        app.execute("UPDATE booking SET held = FALSE").await;
        sync(&app).await;
        let after = everybody().await;
        for (before, after) in before.iter().zip(&after) {
            assert_ne!(before[0], after[0]);
        }
    }

    async fn facts_are_of_ones_own_result(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        ada.client().get(FACTS).await.refused(422, "NO_RESULT");
        tested(&app, &ben, TODAY, 60).await;
        let theirs = booking_on(&app, &ben, TODAY).await;
        ada.client().get(&format!("{FACTS}?bookingId={theirs}")).await.refused(422, "NO_RESULT");
        app.client().get(FACTS).await.refused(401, "UNAUTHORISED");
        ada.client().get(&format!("{FACTS}?uaid={}", ben.uaid)).await.refused(403, "FORBIDDEN");
    }
}
