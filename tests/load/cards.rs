//! Story cards through HTTP, one after the other: a card for its owner, and the preview picture of a shared one,
//! uncached and cached.

use std::time::Instant;

use serde_json::{Value, json};
use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::{Score, final_score};
use sixfold_domain::time::{DAY_MS, SlotTime, london_date_time};
use sixfold_server::db::Engine;
use sixfold_server::db::bookings::booking::{self, PastBooking, PastTest};
use sixfold_server::db::calendar::schedule;
use sixfold_tests::Peer;

use crate::accounts::{Crowd, Member, median};
use crate::dice::Dice;
use crate::http::Connection;
use crate::stage::{NOW_MS, write};

/// Athletes. Each shares a card of every template, all of them different.
const PEOPLE: usize = 30;
const TEMPLATES: [&str; 3] = ["season_card", "result_details", "result_overview"];
/// How often each cached picture is requested.
const AGAIN: usize = 10;

/// Measures all of them, in milliseconds.
pub(crate) async fn measure() -> Value {
    let crowd = Crowd::gather(Engine::Sqlite, PEOPLE, 1).await;
    let mut dice = Dice::new(6);
    for member in &crowd.members {
        test(&crowd, member, &mut dice).await;
    }
    let server = Peer::serve(crowd.router.clone()).await;
    let mut connection = Connection::open(server.host).await.expect("a connection");

    let (mut first, mut svg, mut cold, mut kept) = (None, Vec::new(), Vec::new(), Vec::new());
    for member in &crowd.members {
        for template in TEMPLATES {
            let session = format!("authorization: Bearer {}\r\n", member.token);
            let card = format!("/api/user/card?template={template}&colour=black");
            let drawn = get(&mut connection, &card, &session).await;
            // The first one also loads the fonts.
            if first.is_none() {
                first = Some(drawn);
            } else {
                svg.push(drawn);
            }
            let picture = share(&mut connection, template, &session).await;
            cold.push(get(&mut connection, &picture, "").await);
            for _ in 0..AGAIN {
                kept.push(get(&mut connection, &picture, "").await);
            }
        }
    }
    drop(server);
    crowd.state.db.close().await;
    cold.sort_by(f64::total_cmp);
    json!({
        "pictures": cold.len(),
        "first": first,
        "svg": median(svg),
        "coldP95": cold[cold.len() * 95 / 100],
        "cold": median(cold),
        "kept": median(kept),
    })
}

/// Milliseconds until the complete response.
async fn get(connection: &mut Connection, path: &str, headers: &str) -> f64 {
    let begun = Instant::now();
    let answer = connection.get(path, headers).await.expect("an answer");
    let took = begun.elapsed().as_secs_f64() * 1e3;
    assert!(answer.status == 200 && answer.body.len() > 1_000, "{path}: {}", answer.status);
    took
}

/// The address of the preview picture.
async fn share(connection: &mut Connection, template: &str, session: &str) -> String {
    let body = json!({ "template": template, "colour": "black" }).to_string();
    let answer = connection.post("/api/user/share", session, &body).await.expect("an answer");
    let text = String::from_utf8_lossy(&answer.body);
    assert_eq!(answer.status, 200, "{text}");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let id = answer["data"]["shareId"].as_str().expect("a shared card has an id");
    format!("/en-gb/share/{id}.png")
}

/// An athlete took the six tests yesterday.
async fn test(crowd: &Crowd, member: &Member, dice: &mut Dice) {
    let ended_at = NOW_MS - DAY_MS;
    let date = london_date_time(ended_at).expect("a moment in range").date;
    let time = SlotTime::all().next().expect("sixty of them");
    let scores: [Score; 6] = std::array::from_fn(|_| Score::from_hundredths(dice.score()));
    let tests = Protocols::STANDARD.tests().iter().zip(scores).map(|(protocol, score)| PastTest {
        test_type: protocol.test_type,
        score,
        attempts: vec![Raw::from_thousandths(protocol.zero.thousandths()); usize::from(protocol.attempts)],
    });
    let (uaid, tests) = (member.uaid.clone(), tests.collect());
    write(&crowd.state, async move |conn| {
        let past = PastBooking {
            uaid: &uaid,
            event_id: schedule::ACADEMY,
            status: BookingStatus::Completed,
            booking_type: BookingType::Test,
            slot: (date, time),
            created_at: ended_at,
            ended_at,
            score: Some(final_score(&scores)),
            tests,
        };
        booking::insert_past(conn, &past).await
    })
    .await;
}
