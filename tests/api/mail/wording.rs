//! The wording of letters as content: changed by an editor, previewed as it would be sent, refused if a placeholder would not
//! be filled in.

use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use crate::event::stage::{DAY, TIME, booked, week};

const LETTER: &str = "/api/content/sixfold-en-gb/authoring/v1/content/letter-booking-confirmed";
const PREVIEW: &str = "/api/content/sixfold-en-gb/authoring/v1/rendering/context/letter-booking-confirmed";

async fn stored(editor: &Person) -> Value {
    editor.client().get(LETTER).await.data()["item"].clone()
}

fn line(value: &str) -> Value {
    json!({ "elementType": "text", "value": value })
}

async fn told(app: &TestApp) -> Vec<String> {
    app.letters_with_subject("booking-confirmed").await
}

both! {
    async fn what_an_editor_makes_ready_is_what_athletes_read(app) {
        app.set_schedule(week(6)).await;
        let editor = app.person(3).await;
        let mut item = stored(&editor).await;
        item["elements"]["subject"] = line("{site} has you down for {when}");
        item["elements"]["heading"] = line("Bring <code> {code}, {firstName}!");
        item["elements"]["opening"] = json!({ "elementType": "text", "values": ["At {where}."] });
        item["elements"].as_object_mut().unwrap().remove("closing");
        // A draft is not used for letters yet.
        item["status"] = json!("draft");
        let draft = editor.client().put(LETTER, item.clone()).await.data();
        booked(&app.athlete().await, DAY, TIME).await;
        assert!(told(&app).await[0].contains("You're in, Robin."), "{:?}", told(&app).await);
        // The preview equals what is sent.
        let shown = editor.client().post(PREVIEW, json!({ "item": item })).await.data();
        let letter = &shown["elements"]["mail"];
        assert!(letter["subject"].as_str().unwrap().starts_with("Sixfold has you down for "), "{letter}");
        let html = letter["html"].as_str().unwrap();
        assert!(html.contains("Bring &lt;code&gt; 7K3QXM, Robin!") && html.contains("SW11 8DD"), "{html}");
        let names: Vec<_> = letter["placeholders"].as_array().unwrap().iter().map(|known| &known["name"]).collect();
        assert_eq!(names, ["firstName", "when", "where", "code", "site"]);
        item["status"] = json!("ready");
        item["rev"] = draft["rev"].clone();
        app.pass_minutes(1);
        editor.client().put(LETTER, item).await.data();
        booked(&app.athlete().await, DAY, TIME).await;
        let letter = told(&app).await.remove(1);
        assert!(letter.starts_with("Sixfold has you down for Thu 5 Mar 2026, 10:00 / Bring <code> "), "{letter}");
        assert!(letter.contains("Your code: ") && !letter.contains("indoor shoes"), "{letter}");
    }

    async fn what_nothing_fills_in_is_not_made_ready(app) {
        let editor = app.person(3).await;
        let mut item = stored(&editor).await;
        item["elements"]["closing"] = json!({ "elementType": "text", "values": ["Fine.", "You scored {score}."] });
        let error = editor.client().put(LETTER, item).await.refused(422, "CONTENT_INVALID");
        let problem = &error["problems"][0];
        assert_eq!((&problem["element"], &problem["problem"]), (&json!("closing[1]"), &json!("PLACEHOLDER_UNKNOWN")));
        assert!(problem["message"].as_str().unwrap().contains("{firstName}, {when}, {where}, {code}, {site}"), "{problem}");
    }
}
