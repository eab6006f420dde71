//! `POST /api/user/card/photo` and photographs on public cards (RULES 13.19).

use std::io::Cursor;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use futures::future::select_all;
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use sixfold_server::app::jobs::forget_photos;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Client, Engine, Person, Reply, TestApp, both, postgres};
use sqlx::{AssertSqlSafe, Executor as _};

use super::results::tested;

const PHOTO: &str = "/api/user/card/photo";
const SHARE: &str = "/api/user/share";
const DAY: &str = "2025-11-20";

/// A photograph of one colour, with a place behind its end.
pub(super) fn photo(colour: [u8; 3]) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::from_pixel(64, 48, Rgb(colour)).write_to(&mut file, ImageFormat::Jpeg).unwrap();
    let mut file = file.into_inner();
    file.extend(b"taken at 51.4816N");
    file
}

pub(super) async fn send(client: &Client, kind: &'static str, file: impl Into<Body>) -> Reply {
    send_to(client, PHOTO, kind, file).await
}

/// Sends a crop of a file that has this SHA-256, as the page does.
pub(super) async fn send_crop(client: &Client, source: &str, file: impl Into<Body>) -> Reply {
    send_to(client, &format!("{PHOTO}?source={source}"), "image/jpeg", file).await
}

async fn send_to(client: &Client, path: &str, kind: &'static str, file: impl Into<Body>) -> Reply {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    client.send(Method::POST, path, headers, file.into()).await
}

/// Sends a photograph; returns its id.
pub(super) async fn sent(person: &Person, colour: [u8; 3]) -> String {
    let data = send(&person.client(), "image/jpeg", photo(colour)).await.data();
    assert_eq!((&data["width"], &data["height"]), (&json!(64), &json!(48)));
    data["photoId"].as_str().unwrap().to_owned()
}

pub(super) async fn share(person: &Person, photo_id: &str, format: &str) -> Value {
    let body = json!({ "template": "season_card", "photoId": photo_id, "format": format });
    person.client().post(SHARE, body).await.data()
}

async fn ranked(app: &TestApp) -> Person {
    let person = app.staff(1).await;
    tested(app, &person, DAY, 60).await;
    person
}

async fn svg(app: &TestApp, shared: &Value) -> String {
    let id = shared["shareId"].as_str().unwrap();
    app.client().get(&format!("/en-gb/share/{id}.svg")).await.text()
}

/// A photograph that never arrives.
async fn endless(client: Client) -> Reply {
    send(&client, "image/jpeg", Body::from_stream(futures::stream::pending::<std::io::Result<Vec<u8>>>()))
        .await
}

both! {
    async fn a_person_uploads_two_photographs_at_once(app) {
        let (ada, zoe) = (ranked(&app).await, ranked(&app).await);
        let three = (0..3).map(|_| Box::pin(endless(ada.client())));
        // Refused before its body is read; the other two are still waited for.
        let (refused, _, others) = select_all(three).await;
        refused.refused(503, "UNAVAILABLE");
        sent(&zoe, [1, 2, 3]).await;
        drop(others);
        sent(&ada, [1, 2, 3]).await;
    }

    async fn one_address_uploads_four_photographs_at_once(app) {
        let (ada, ben, cleo) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let from = |person: &Person, address: &str| person.client().at(address);
        let five = [&ada, &ada, &ben, &ben, &cleo];
        let (refused, _, others) =
            select_all(five.map(|person| Box::pin(endless(from(person, "192.0.2.1"))))).await;
        refused.refused(503, "UNAVAILABLE");
        send(&from(&app.athlete().await, "192.0.2.2"), "image/jpeg", photo([1, 2, 3])).await.data();
        drop(others);
    }

    async fn a_photograph_is_on_the_card_and_in_its_picture_only(app) {
        let ada = ranked(&app).await;
        let id = sent(&ada, [200, 30, 30]).await;
        assert_eq!(sent(&ada, [200, 30, 30]).await, id, "the same again is the same");
        let shared = share(&ada, &id, "square").await;
        let listed = ada.client().get(SHARE).await.data()["shares"][0].clone();
        assert_eq!((&listed["hasPhoto"], &listed["format"], &listed["takenDown"]), (&json!(true), &json!("square"), &json!(false)));
        let card = svg(&app, &shared).await;
        assert!(card.contains("href=\"data:image/jpeg;base64,") && card.contains("viewBox=\"0 0 1080 1080\""));
        let share_id = shared["shareId"].as_str().unwrap();
        let png = app.client().get(&format!("/en-gb/share/{share_id}.png")).await;
        let pixels = image::load_from_memory(&png.body).unwrap().to_rgb8();
        assert!(pixels.pixels().any(|pixel| pixel.0[0] > pixel.0[1].saturating_add(25)), "it is drawn");
        // The photograph by itself has no address.
        for path in [format!("{PHOTO}/{id}"), format!("{PHOTO}?photoId={id}"), PHOTO.to_owned()] {
            let status = app.client().get(&path).await.status;
            assert!(status == 404 || status == 405, "{path}: {status}");
        }
        // The same choice again is the same card, with another photograph another.
        assert_eq!(share(&ada, &id, "square").await, shared);
        let other = sent(&ada, [30, 30, 200]).await;
        assert_ne!(share(&ada, &other, "square").await, shared);
    }

    async fn what_hides_in_a_file_is_not_stored(app) {
        let ada = ranked(&app).await;
        let id = sent(&ada, [200, 30, 30]).await;
        let stored = app.texts(format!("SELECT digest FROM card_photo WHERE photo_id = '{id}'")).await;
        assert_eq!(stored.len(), 1);
        let shared = share(&ada, &id, "story").await;
        let card = svg(&app, &shared).await;
        let data = card.split_once("base64,").unwrap().1.split('"').next().unwrap();
        let bytes = {
            use base64::Engine as _;
            base64::engine::general_purpose::STANDARD.decode(data).unwrap()
        };
        assert!(!bytes.windows(7).any(|part| part == b"51.4816"), "nothing behind the end");
        assert_eq!(image::guess_format(&bytes).unwrap(), ImageFormat::Jpeg);
    }

    async fn what_is_no_photograph_is_refused(app) {
        let ada = app.athlete().await;
        let client = ada.client();
        for (kind, file, status, code) in [
            ("image/svg+xml", b"<svg/>".to_vec(), 415, "PHOTO_TYPE"),
            ("image/gif", photo([1, 2, 3]), 415, "PHOTO_TYPE"),
            ("image/jpeg", b"<svg onload='alert(1)'/>".to_vec(), 415, "PHOTO_TYPE"),
            ("image/png", b"GIF89a".to_vec(), 415, "PHOTO_TYPE"),
            ("image/jpeg", photo([1, 2, 3])[..200].to_vec(), 422, "PHOTO_UNREADABLE"),
            ("image/jpeg", vec![0xff; 10_000_001], 413, "PHOTO_TOO_LARGE"),
            ("image/jpeg", Vec::new(), 400, "BODY_MISSING"),
        ] {
            send(&client, kind, file).await.refused(status, code);
        }
        for source in ["", "x", &"AB".repeat(32), &"ab".repeat(33)] {
            let reply = send_crop(&client, source, photo([1, 2, 3])).await;
            reply.refused_field(400, "FIELD_INVALID", "source");
        }
        assert_eq!(app.count("card_photo").await, 0);
        send(&app.client(), "image/jpeg", photo([1, 2, 3])).await.refused(401, "UNAUTHORISED");
        // Without an account the server does not even take in so much.
        send(&app.client(), "image/jpeg", vec![0xff; 1_100_000]).await.refused(401, "UNAUTHORISED");
    }

    async fn a_photograph_is_its_senders_alone(app) {
        let (ada, ben) = (ranked(&app).await, ranked(&app).await);
        let id = sent(&ada, [200, 30, 30]).await;
        for photo_id in [id.as_str(), "none", ""] {
            let body = json!({ "template": "season_card", "photoId": photo_id });
            ben.client().post(SHARE, body).await.refused_field(404, "NOT_FOUND", "photoId");
        }
    }

    async fn without_a_card_it_is_gone_within_an_hour_and_no_more_than_five_wait(app) {
        let ada = ranked(&app).await;
        let mut ids = Vec::new();
        for shade in 0..7 {
            ids.push(sent(&ada, [shade * 30, 30, 30]).await);
            app.pass_minutes(1);
        }
        assert_eq!(app.count("card_photo").await, 5);
        let first = json!({ "template": "season_card", "photoId": ids[0] });
        ada.client().post(SHARE, first).await.refused(404, "NOT_FOUND");
        let shared = share(&ada, &ids[6], "story").await;
        app.pass_minutes(60);
        let late = json!({ "template": "season_card", "photoId": ids[5] });
        let client = app.client().bearer(&app.session_of(&ada).await);
        client.post(SHARE, late).await.refused(404, "NOT_FOUND");
        assert_eq!(forget_photos(&app.state).await.unwrap(), 4);
        assert_eq!(app.count("card_photo").await, 1);
        assert!(svg(&app, &shared).await.contains("<image"), "the one on a card stays");
        app.pass_minutes(24 * 60);
        assert_eq!(forget_photos(&app.state).await.unwrap(), 0);
    }

    async fn it_goes_with_its_last_card_and_with_its_sender(app) {
        let ada = ranked(&app).await;
        let id = sent(&ada, [200, 30, 30]).await;
        let (one, other) = (share(&ada, &id, "story").await, share(&ada, &id, "landscape").await);
        let take_back = async |shared: &Value| {
            let target = format!("{SHARE}/{}", shared["shareId"].as_str().unwrap());
            ada.client().delete(&target, json!({})).await.data();
        };
        take_back(&one).await;
        assert!(svg(&app, &other).await.contains("<image"));
        take_back(&other).await;
        assert_eq!(app.count("card_photo").await, 0);
        let again = sent(&ada, [10, 200, 30]).await;
        share(&ada, &again, "story").await;
        let export = ada.client().get("/api/user/export").await.data();
        let photos = export["sharing"]["photos"].as_array().unwrap().clone();
        assert_eq!((photos.len(), &photos[0]["photoId"], &photos[0]["width"]), (1, &json!(again), &json!(64)));
        assert!(photos[0]["bytes"].as_i64().unwrap() > 300);
        ada.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert_eq!((app.count("card_photo").await, app.count("share").await), (0, 0));
    }

    // RULES 13.19
    async fn an_athlete_has_twenty_cards_with_a_photograph_at_most(app) {
        let ada = ranked(&app).await;
        let id = sent(&ada, [200, 30, 30]).await;
        let shared = share(&ada, &id, "story").await;
        for number in 1..20 {
            app.execute(format!(
                "INSERT INTO share (share_id, uaid, template, colour, format, shows, photo_id, booking_id, created_at) \
                 SELECT 'x{number}', uaid, 'result_details', colour, format, shows, photo_id, booking_id, {number} FROM share \
                 WHERE share_id = '{}'", shared["shareId"].as_str().unwrap()
            )).await;
        }
        assert_eq!(share(&ada, &id, "story").await, shared, "the same card");
        let other = json!({ "template": "season_card", "photoId": id, "format": "square" });
        let refused = ada.client().post(SHARE, other.clone()).await.refused(422, "SHARE_LIMIT");
        assert!(refused["errorMessage"].as_str().unwrap().contains("photograph"), "{refused}");
        // Taking a plain one back would not help: it is none of the twenty.
        ada.client().post(SHARE, json!({ "template": "season_card" })).await.data();
        let path = format!("{SHARE}/{}", shared["shareId"].as_str().unwrap());
        ada.client().delete(&path, json!({})).await.data();
        ada.client().post(SHARE, other).await.data();
    }

    async fn nobody_under_18_sends_one_without_their_own_yes(app) {
        let ada = ranked(&app).await;
        app.execute(format!("UPDATE account SET date_of_birth = '2010-01-01' WHERE uaid = '{}'", ada.uaid)).await;
        send(&ada.client(), "image/jpeg", photo([9, 9, 9])).await.refused(422, "SHARE_OPT_IN");
        ada.client().put(SHARE, json!({ "optIn": true })).await.data();
        sent(&ada, [9, 9, 9]).await;
    }
}

// RULES 13.19
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_photograph_whose_sender_leaves_while_it_is_read_is_not_stored() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let ada = ranked(&app).await;
    let mut holder = postgres::connect(&app.state.config.database).await;
    let mut looker = postgres::connect(&app.state.config.database).await;
    let leave = format!("BEGIN; UPDATE account SET deleted_at = 1 WHERE uaid = '{}'", ada.uaid);
    holder.execute(AssertSqlSafe(leave)).await.unwrap();
    let client = ada.client();
    let sending = tokio::spawn(async move { send(&client, "image/jpeg", photo([9, 9, 9])).await });
    // It is read already, and waits for its sender's account.
    postgres::waiting(&mut looker, 1).await;
    holder.execute("COMMIT").await.unwrap();
    sending.await.unwrap().refused(404, "NOT_FOUND");
    assert_eq!(app.count("card_photo").await, 0);
}
