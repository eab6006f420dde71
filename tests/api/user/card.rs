//! `GET /api/user/card`: what a card shows, and about whom.

use sixfold_tests::{Person, TestApp, both};

use super::results::tested;

const CARD: &str = "/api/user/card";
const OLDER: &str = "2025-11-20";
const NEWER: &str = "2025-12-10";

/// The text of a card.
async fn words(person: &Person, query: &str) -> String {
    let reply = person.client().get(&format!("{CARD}?{query}")).await;
    assert_eq!(reply.status, 200, "{query}: {}", reply.text());
    let text = reply.text();
    let words = text.split_once("aria-label=\"").unwrap().1.split('"').next().unwrap();
    words.to_owned()
}

/// The id of an athlete's booking on a day.
async fn booking_on(app: &TestApp, person: &Person, day: &str) -> String {
    let sql =
        format!("SELECT booking_id FROM booking WHERE uaid = '{}' AND test_date = '{day}'", person.uaid);
    app.texts(sql).await.remove(0).unwrap()
}

both! {
    async fn an_athlete_has_the_newest_result_drawn(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, OLDER, 40).await;
        let score = tested(&app, &ada, NEWER, 60).await;
        let reply = ada.client().get(&format!("{CARD}?template=season_card")).await;
        assert_eq!(reply.header("content-type"), "image/svg+xml");
        assert_eq!(reply.header("cache-control"), "private, no-store");
        let svg = reply.text();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1080 1920\""), "{}", &svg[..200]);
        assert!(!svg.contains("<text") && !svg.contains("Field"), "letters are outlines, the last name is an initial");
        assert_eq!(words(&ada, "template=season_card").await, format!("Season card of Robin F., Season 10 2026: final score {score:.2}"));
        assert!(words(&ada, "template=result_details&colour=appColorGradient").await.contains("Power"));
        let overview = words(&ada, "template=result_overview").await;
        assert!(overview.starts_with("Results of Robin F.: 20 Nov 2025 ") && overview.contains("10 Dec 2025"), "{overview}");
    }

    async fn a_named_result_is_drawn_as_it_was_then(app) {
        let ada = app.athlete().await;
        let score = tested(&app, &ada, OLDER, 40).await;
        tested(&app, &ada, NEWER, 60).await;
        let id = booking_on(&app, &ada, OLDER).await;
        let then = words(&ada, &format!("template=season_card&bookingId={id}")).await;
        assert!(then.ends_with(&format!("final score {score:.2}")), "{then}");
        let overview = words(&ada, &format!("template=result_overview&bookingId={id}")).await;
        assert!(!overview.contains("10 Dec"), "{overview}");
    }

    async fn the_score_card_tells_the_field(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        tested(&app, &ada, OLDER, 60).await;
        tested(&app, &ben, OLDER, 40).await;
        assert!(words(&ada, "template=score_card").await.contains("Better than 75% of the field"));
        assert!(words(&ben, "template=score_card").await.contains("better than 25%"));
    }

    async fn without_a_result_there_is_no_card(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let target = format!("{CARD}?template=season_card");
        ada.client().get(&target).await.refused(422, "NO_RESULT");
        tested(&app, &ben, OLDER, 60).await;
        let theirs = booking_on(&app, &ben, OLDER).await;
        ben.client().get(&format!("{target}&bookingId=none")).await.refused(422, "NO_RESULT");
        tested(&app, &ada, NEWER, 50).await;
        ada.client().get(&format!("{target}&bookingId={theirs}")).await.refused(422, "NO_RESULT");
        app.client().get(&target).await.refused(401, "UNAUTHORISED");
        ada.client().get(&format!("{target}&uaid={}", ben.uaid)).await.refused(403, "FORBIDDEN");
    }

    async fn what_is_held_back_is_on_no_card(app) {
        let ada = app.athlete().await;
        let older = tested(&app, &ada, OLDER, 40).await;
        let newer = tested(&app, &ada, NEWER, 60).await;
        app.execute(format!("UPDATE booking SET held = TRUE WHERE test_date = '{NEWER}'")).await;
        for template in ["season_card", "result_details", "result_overview", "score_card", "challenge"] {
            let told = words(&ada, &format!("template={template}")).await;
            assert!(told.contains(&format!("{older:.2}")) && !told.contains(&format!("{newer:.2}")), "{told}");
        }
        let held = booking_on(&app, &ada, NEWER).await;
        ada.client().get(&format!("{CARD}?template=season_card&bookingId={held}")).await.refused(422, "NO_RESULT");
        app.execute("UPDATE booking SET held = TRUE").await;
        ada.client().get(&format!("{CARD}?template=season_card")).await.refused(422, "NO_RESULT");
    }

    // RULES 13.7
    async fn a_word_that_is_not_known_is_named(app) {
        let ada = app.athlete().await;
        let refused = async |query: &str, code: &str, field: &str| {
            ada.client().get(&format!("{CARD}?{query}")).await.refused_field(400, code, field);
        };
        refused("colour=black", "FIELD_MISSING", "template").await;
        refused("template=poster", "FIELD_INVALID", "template").await;
        refused("template=season_card&colour=red", "FIELD_INVALID", "colour").await;
    }
}
