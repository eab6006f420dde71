//! `GET /api/user/card`: what a card shows, and about whom.

use sixfold_tests::{Person, TestApp, both};

use super::results::tested;

const CARD: &str = "/api/user/card";
const OLDER: &str = "2025-11-20";
const NEWER: &str = "2025-12-10";
pub(super) const TEMPLATES: [&str; 8] = [
    "season_card",
    "result_details",
    "result_overview",
    "score_card",
    "challenge",
    "recap_result",
    "recap_progress",
    "recap_tests",
];

pub(super) async fn words(person: &Person, query: &str) -> String {
    let reply = person.client().get(&format!("{CARD}?{query}")).await;
    assert_eq!(reply.status, 200, "{query}: {}", reply.text());
    let text = reply.text();
    let words = text.split_once("aria-label=\"").unwrap().1.split('"').next().unwrap();
    words.to_owned()
}

pub(super) async fn booking_on(app: &TestApp, person: &Person, day: &str) -> String {
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
        assert_eq!(words(&ada, "template=season_card").await, format!("Season card of Robin F., Season 10 2025: final score {score:.2}"));
        assert!(words(&ada, "template=result_details&colour=appColorGradient").await.contains("Power"));
        let overview = words(&ada, "template=result_overview").await;
        let best = format!("Results of Robin F.: best final score {score:.2}; 20 Nov 2025 ");
        assert!(overview.starts_with(&best) && overview.contains("10 Dec 2025"), "{overview}");
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

    // RULES 7.7
    async fn the_score_card_tells_the_field(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        tested(&app, &ada, OLDER, 60).await;
        tested(&app, &ben, OLDER, 40).await;
        let few = words(&ada, "template=score_card").await;
        assert!(!few.contains("etter than") && !few.contains("to chase"), "{few}");
        for _ in 0..8 {
            tested(&app, &app.athlete().await, OLDER, 50).await;
        }
        let (first, last) = (words(&ada, "template=score_card").await, words(&ben, "template=score_card").await);
        assert!(first.contains("Better than 90% of the field") && first.contains(", better than 90%"), "{first}");
        assert!(last.contains("All of the field to chase") && !last.contains("etter than"), "{last}");
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
        for template in TEMPLATES {
            let told = words(&ada, &format!("template={template}")).await;
            // The last card of a recap has the six tests, and no final.
            let own = if template == "recap_tests" { "Power 40.00".to_owned() } else { format!("{older:.2}") };
            assert!(told.contains(&own) && !told.contains(&format!("{newer:.2}")) && !told.contains(" 60.00"), "{told}");
        }
        let held = booking_on(&app, &ada, NEWER).await;
        ada.client().get(&format!("{CARD}?template=season_card&bookingId={held}")).await.refused(422, "NO_RESULT");
        app.execute("UPDATE booking SET held = TRUE").await;
        ada.client().get(&format!("{CARD}?template=season_card")).await.refused(422, "NO_RESULT");
    }

    // RULES 13.15
    async fn a_card_has_the_size_of_its_format(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, OLDER, 40).await;
        for (format, size) in [("story", "1080 1920"), ("square", "1080 1080"), ("landscape", "1920 1080")] {
            for template in TEMPLATES {
                let svg = ada.client().get(&format!("{CARD}?template={template}&format={format}")).await.text();
                assert!(svg.contains(&format!("viewBox=\"0 0 {size}\"")), "{template} {format}");
            }
        }
    }

    // RULES 13.19
    async fn a_card_for_a_photograph_has_no_ground_and_no_photograph(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, OLDER, 40).await;
        let svg = ada.client().get(&format!("{CARD}?template=season_card&photo=true")).await.text();
        assert!(svg.contains("id=\"card-scrim\"") && !svg.contains("<image"));
        let plain = ada.client().get(&format!("{CARD}?template=season_card&photo=false")).await.text();
        assert!(!plain.contains("card-scrim"));
    }

    // RULES 7.8, 13.17
    async fn of_equal_points_a_recap_shows_the_better_measurement(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, OLDER, 100).await;
        tested(&app, &ada, NEWER, 100).await;
        let id = booking_on(&app, &ada, NEWER).await;
        app.execute(format!(
            "UPDATE result_attempt SET raw_thousandths = 2610 WHERE booking_id = '{id}' AND test_type = 'Speed'"
        ))
        .await;
        let told = words(&ada, "template=recap_tests").await;
        assert!(told.contains("Speed 100.00") && told.contains("Speed 2.61 s"), "{told}");
    }

    // RULES 13.17
    async fn a_recap_is_of_one_season_up_to_the_named_visit(app) {
        let ada = app.athlete().await;
        tested(&app, &ada, "2025-07-03", 90).await;
        let first = tested(&app, &ada, OLDER, 40).await;
        let second = tested(&app, &ada, NEWER, 60).await;
        let told = words(&ada, "template=recap_progress").await;
        assert!(told.contains("2 visits") && told.contains(&format!("first final {first:.2}, best final {second:.2}")), "{told}");
        assert!(words(&ada, "template=recap_result").await.contains(&format!("best final score {second:.2}")));
        let id = booking_on(&app, &ada, OLDER).await;
        let then = words(&ada, &format!("template=recap_progress&bookingId={id}")).await;
        assert!(then.contains("one visit") && !then.contains(&format!("{second:.2}")), "{then}");
        assert!(words(&ada, "template=recap_tests").await.contains("Speed "));
        // Outside every season there is no recap, and every other card.
        app.execute(format!("UPDATE booking SET test_date = '1999-07-03' WHERE uaid = '{}'", ada.uaid)).await;
        ada.client().get(&format!("{CARD}?template=recap_result")).await.refused(422, "NO_RESULT");
        assert_eq!(ada.client().get(&format!("{CARD}?template=season_card")).await.status, 200);
        assert_eq!(ada.client().get(&format!("{CARD}/facts")).await.data()["recap"], false);
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
        refused("template=season_card&format=poster", "FIELD_INVALID", "format").await;
        refused("template=season_card&shows=rank,uaid", "FIELD_INVALID", "shows").await;
    }
}
