//! Pictures: uploaded, renamed and deleted by role 3, served to everybody at the breakpoints.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use futures::StreamExt as _;
use serde_json::json;
use sixfold_tests::{Client, Reply, TestApp, both};

const AUTHORING: &str = "/api/content/sixfold-en-gb/authoring/v1/images";

/// A picture with noisy green on the left and black on the right.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let image = image::RgbImage::from_fn(width, height, |x, y| {
        let blade = u8::try_from((x * 7 + y * 13) % 60).unwrap();
        if x < width / 2 { image::Rgb([blade, 180 + blade, 80]) } else { image::Rgb([7, 10, 8]) }
    });
    let mut file = std::io::Cursor::new(Vec::new());
    image.write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}

/// A picture of a few bytes that claims to have this many pixels a side, eight bytes each.
fn unfolding(side: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let pixel = image::ImageBuffer::from_pixel(1, 1, image::Rgba([0_u16; 4]));
    let pixel = image::DynamicImage::ImageRgba16(pixel);
    pixel.write_to(&mut std::io::Cursor::new(&mut file), image::ImageFormat::Png).unwrap();
    file[16..20].copy_from_slice(&side.to_be_bytes());
    file[20..24].copy_from_slice(&side.to_be_bytes());
    let sum = crc(&file[12..29]).to_be_bytes();
    file[29..33].copy_from_slice(&sum);
    file
}

fn crc(bytes: &[u8]) -> u32 {
    bytes.iter().fold(u32::MAX, |mut crc, byte| {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
        crc
    }) ^ u32::MAX
}

/// The picture as a telephone stores it: lying on its side, with its orientation and location in the metadata.
fn jpeg_on_its_side(width: u32, height: u32) -> Vec<u8> {
    let image = image::load_from_memory(&png(width, height)).unwrap();
    let mut file = std::io::Cursor::new(Vec::new());
    image.write_to(&mut file, image::ImageFormat::Jpeg).unwrap();
    let file = file.into_inner();
    // One entry in the first directory: orientation 6, a quarter turn. Then text that must not be passed on.
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(b"51.4816N 0.1449W");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&file[..2], &[0xff, 0xe1], &length, &exif, &file[2..]].concat()
}

async fn upload(client: &Client, target: &str, kind: &'static str, file: Vec<u8>) -> Reply {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static(kind));
    client.send(Method::POST, target, headers, Body::from(file)).await
}

async fn served(app: &TestApp, address: &str) -> Reply {
    app.client().get(address).await
}

both! {
    // RULES 13.8
    async fn a_picture_is_taken_in_and_served_at_the_breakpoints(app) {
        let editor = app.staff(3).await.client();
        let target = format!("{AUTHORING}?name=Track&altText=A%20running%20track");
        let data = upload(&editor, &target, "image/png", png(900, 450)).await.data();
        assert_eq!((&data["name"], &data["altText"]), (&json!("Track"), &json!("A running track")));
        assert_eq!(data["widths"], json!([320, 480, 768, 900]));
        assert_eq!((&data["width"], &data["height"]), (&json!(900), &json!(450)));
        let address = data["url"].as_str().unwrap();
        for width in [320, 480, 768, 900] {
            let reply = served(&app, &format!("{}/{width}", address.rsplit_once('/').unwrap().0)).await;
            assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "image/webp".into()));
            assert!(reply.header("cache-control").contains("immutable"), "{}", reply.header("cache-control"));
            let drawn = image::load_from_memory(&reply.body).unwrap();
            assert_eq!((drawn.width(), drawn.height()), (width, width / 2));
        }
        let small = address.replace("/900", "/320");
        let (plain, logo) = (served(&app, &small).await, served(&app, &format!("{small}?quality=100")).await);
        assert!(logo.body.len() > plain.body.len());
        let gone = ["/321", "/0", "/4294967296", "/320?quality=80"];
        for (end, status) in gone.into_iter().zip([404, 404, 400, 404]) {
            assert_eq!(served(&app, &address.replace("/900", end)).await.status.as_u16(), status, "{end}");
        }

        let listed = editor.get(AUTHORING).await.data();
        assert_eq!(listed["images"].as_array().unwrap().len(), 1);
        assert_eq!(listed["images"][0], data);
        let renamed = upload(&editor, &format!("{AUTHORING}?name=Oval"), "image/png", png(900, 450)).await.data();
        assert_eq!((&renamed["id"], &renamed["name"]), (&data["id"], &json!("Oval")));
        assert_eq!(editor.get(AUTHORING).await.data()["images"].as_array().unwrap().len(), 1);
    }

    async fn a_picture_gets_another_name_and_description(app) {
        let person = app.staff(3).await;
        let editor = person.client();
        let target = format!("{AUTHORING}?name=Track&altText=A%20track");
        let data = upload(&editor, &target, "image/png", png(400, 200)).await.data();
        let one = format!("{AUTHORING}/{}", data["id"].as_str().unwrap());
        let changed = editor.put(&one, json!({ "name": " Oval ", "altText": "The oval at dusk" })).await.data();
        let mut expected = data.clone();
        expected["name"] = json!("Oval");
        expected["altText"] = json!("The oval at dusk");
        assert_eq!(changed, expected);
        assert_eq!(editor.get(AUTHORING).await.data()["images"], json!([expected]));
        assert_eq!(editor.put(&one, json!({ "name": "Oval" })).await.data()["altText"], "", "left empty");
        let noted = "SELECT COUNT(*) FROM audit_log WHERE action = 'content.image.changed'";
        assert_eq!(app.scalar(noted).await, 2);
        editor.put(&one, json!({ "name": " " })).await.refused_field(400, "FIELD_MISSING", "name");
        editor.put(&one, json!({ "altText": "x" })).await.refused_field(400, "FIELD_MISSING", "name");
        editor.put(&one, json!({ "name": "n".repeat(201) })).await.refused_field(400, "FIELD_INVALID", "name");
        editor.put(&one, json!({ "name": "a", "altText": "a\nb" })).await.refused_field(400, "FIELD_INVALID", "altText");
        let long = json!({ "name": "a", "altText": "a".repeat(201) });
        let error = editor.put(&one, long).await.refused(400, "FIELD_INVALID");
        assert_eq!(error["errorMessage"], "Keep the description to 200 characters, on one line.");
        let other = json!({ "name": "Oval" });
        editor.put(&format!("{AUTHORING}/nothing"), other.clone()).await.refused(404, "NOT_FOUND");
        editor.put(&one.replace("sixfold-en-gb", "elsewhere"), other.clone()).await.refused(404, "NOT_FOUND");
        app.athlete().await.client().put(&one, other).await.refused(403, "FORBIDDEN");
    }

    // RULES 11.4
    async fn a_write_of_a_picture_that_is_repeated_is_one(app) {
        let person = app.staff(3).await;
        let (editor, uploader) = (person.client(), person.client().header("idempotency-key", "upload"));
        let target = format!("{AUTHORING}?name=Track&altText=A%20track");
        let first = upload(&uploader, &target, "image/png", png(90, 45)).await;
        let one = format!("{AUTHORING}/{}", first.data()["id"].as_str().unwrap());
        let oval = json!({ "name": "Oval" });
        let changed = editor.keyed(Method::PUT, &one, "change", oval.clone()).await;
        changed.data();

        let again = upload(&uploader, &target, "image/png", png(90, 45)).await;
        assert_eq!((again.header("idempotency-replayed"), again.value()), ("true".to_owned(), first.value()));
        assert_eq!(editor.get(AUTHORING).await.data()["images"], json!([changed.data()]), "not called Track again");
        for (other, file) in [(format!("{AUTHORING}?name=Track"), png(90, 45)), (target, png(91, 45))] {
            let reused = upload(&uploader, &other, "image/png", file).await;
            reused.refused_field(422, "IDEMPOTENCY_KEY_REUSED", "Idempotency-Key");
        }
        assert_eq!(editor.keyed(Method::PUT, &one, "change", oval).await.value(), changed.value());
        let gone = editor.keyed(Method::DELETE, &one, "delete", json!({})).await.data();
        assert_eq!(editor.keyed(Method::DELETE, &one, "delete", json!({})).await.data(), gone);
        assert_eq!(app.count("content_image").await, 0);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action LIKE 'content.image.%'").await, 3);
    }

    async fn a_picture_that_is_shown_stays_and_one_that_is_not_goes_with_its_files(app) {
        let editor = app.staff(3).await.client();
        let data = upload(&editor, &format!("{AUTHORING}?name=Track"), "image/png", png(400, 200)).await.data();
        let kept = upload(&editor, &format!("{AUTHORING}?name=Kept"), "image/png", png(90, 90)).await.data();
        let (id, url) = (data["id"].as_str().unwrap(), data["url"].as_str().unwrap());
        let one = format!("{AUTHORING}/{id}");
        let items = AUTHORING.replace("/images", "/content");
        let image = json!({ "elementType": "image", "id": id, "altText": "A track" });
        let headline = json!({ "elementType": "text", "value": "Go." });
        let body = json!({ "id": "banner", "name": "Banner", "typeId": "hero", "elements": { "headline": headline, "image": image } });
        let mut item = editor.post(&items, body).await.data();
        let named = json!([{ "id": "banner", "name": "Banner" }]);
        let error = editor.delete(&one, json!({})).await.refused(422, "CONTENT_IN_USE");
        assert_eq!(error["usedBy"], named, "in a draft");
        let at = format!("{items}/banner");
        item["status"] = json!("ready");
        let mut item = editor.put(&at, item).await.data();
        // A draft without it is not enough: the published state still shows it.
        item["elements"].as_object_mut().unwrap().remove("image");
        item["status"] = json!("draft");
        let mut item = editor.put(&at, item).await.data();
        let error = editor.delete(&one, json!({})).await.refused(422, "CONTENT_IN_USE");
        assert_eq!(error["usedBy"], named, "in what visitors see");
        assert_eq!(served(&app, url).await.status, 200);
        item["status"] = json!("ready");
        let item = editor.put(&at, item).await.data();

        let before = app.scalar("SELECT version FROM topic_version WHERE topic = 'content'").await;
        assert_eq!(editor.delete(&one, json!({})).await.data(), json!({ "id": id }));
        let after = app.scalar("SELECT version FROM topic_version WHERE topic = 'content'").await;
        assert!(after > before, "other nodes are told");
        for width in ["320", "400", "320?quality=100"] {
            let address = format!("{}/{width}", url.rsplit_once('/').unwrap().0);
            served(&app, &address).await.refused(404, "NOT_FOUND");
        }
        assert_eq!(app.scalar(format!("SELECT COUNT(*) FROM content_image_rendition WHERE image_id = '{id}'")).await, 0);
        assert_eq!(app.count("content_image").await, 1);
        assert_eq!(served(&app, kept["url"].as_str().unwrap()).await.status, 200);
        assert_eq!(editor.get(AUTHORING).await.data()["images"], json!([kept]));
        editor.delete(&one, json!({})).await.refused(404, "NOT_FOUND");
        let noted = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'content.image.removed' AND object_id = '{id}'");
        assert_eq!(app.scalar(noted).await, 1);

        // An earlier revision that shows it comes back with a problem.
        let restore = json!({ "revision": 1, "rev": item["rev"] });
        editor.post(&format!("{at}/restore"), restore).await.data();
        let editing = editor.get(&at).await.data();
        assert_eq!(editing["problems"][0]["problem"], "IMAGE_MISSING");
        // The same file comes back under the same address, and a deleted item keeps no picture.
        let again = upload(&editor, &format!("{AUTHORING}?name=Track"), "image/png", png(400, 200)).await.data();
        assert_eq!(again, data);
        editor.delete(&one, json!({})).await.refused(422, "CONTENT_IN_USE");
        editor.delete(&at, json!({ "rev": editing["item"]["rev"] })).await.data();
        editor.delete(&one, json!({})).await.data();
        app.athlete().await.client().delete(&one, json!({})).await.refused(403, "FORBIDDEN");
    }

    async fn a_picture_stands_upright_and_tells_nothing_but_its_pixels(app) {
        let editor = app.staff(3).await.client();
        let file = jpeg_on_its_side(400, 200);
        let place = b"51.4816N";
        assert!(file.windows(place.len()).any(|window| window == place));
        let data = upload(&editor, &format!("{AUTHORING}?name=Phone"), "image/jpeg", file).await.data();
        assert_eq!((&data["width"], &data["height"]), (&json!(200), &json!(400)));
        let body = served(&app, data["url"].as_str().unwrap()).await.body;
        assert!(!body.windows(place.len()).any(|window| window == place));
        assert!(!body.windows(4).any(|window| window == b"EXIF"));
        // The left half is on top now.
        let drawn = image::load_from_memory(&body).unwrap().to_rgb8();
        assert!(drawn.get_pixel(100, 50)[1] > 150 && drawn.get_pixel(100, 350)[1] < 60);
    }

    async fn the_list_goes_on_where_it_ended(app) {
        let editor = app.staff(3).await.client();
        for number in 0..102 {
            app.execute(format!(
                "INSERT INTO content_image (library_id, image_id, name, width, height, created_at) \
                 VALUES ('sixfold-en-gb', 'i{number:03}', 'Picture {}', 10, 10, 0)", number / 2
            )).await;
        }
        let first = editor.get(AUTHORING).await.data();
        let cursor = first["cursor"].as_str().unwrap();
        let second = editor.get(&format!("{AUTHORING}?cursor={cursor}")).await.data();
        assert!(second.get("cursor").is_none(), "{second}");
        let pages = [&first["images"], &second["images"]].map(|page| page.as_array().unwrap().clone());
        assert_eq!(pages.each_ref().map(Vec::len), [100, 2]);
        let mut ids: Vec<_> = pages.concat().iter().map(|image| image["id"].to_string()).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 102);
        editor.get(&format!("{AUTHORING}?cursor=%25")).await.refused_field(400, "CURSOR_INVALID", "cursor");
    }

    async fn what_is_no_picture_is_refused(app) {
        let editor = app.staff(3).await.client();
        let named = format!("{AUTHORING}?name=Track");
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
        upload(&editor, &named, "image/svg+xml", svg).await.refused(415, "IMAGE_KIND");
        upload(&editor, &named, "image/png", png(40, 40)[..50].to_vec()).await.refused(422, "IMAGE_DAMAGED");
        upload(&editor, &named, "image/png", Vec::new()).await.refused(400, "BODY_MISSING");
        upload(&editor, &named, "image/png", vec![0; 8 * 1024 * 1024 + 1]).await.refused(413, "BODY_TOO_LARGE");
        upload(&editor, AUTHORING, "image/png", png(9, 9)).await.refused_field(400, "FIELD_MISSING", "name");
        let long = format!("{AUTHORING}?name={}", "n".repeat(201));
        upload(&editor, &long, "image/png", png(9, 9)).await.refused_field(400, "FIELD_INVALID", "name");
        let elsewhere = named.replace("sixfold-en-gb", "elsewhere");
        upload(&editor, &elsewhere, "image/png", png(9, 9)).await.refused(404, "NOT_FOUND");
        assert_eq!(app.count("content_image").await, 0);
        upload(&editor, &named, "image/png", unfolding(8_000)).await.refused(422, "IMAGE_TOO_LARGE");
        // Callers who are not signed in may not send larger bodies than others.
        let large = vec![0; 2 * 1024 * 1024];
        let stranger = upload(&app.client(), &named, "image/png", large.clone()).await;
        stranger.refused(401, "UNAUTHORISED");
        upload(&app.athlete().await.client(), &named, "image/png", large).await.refused(403, "FORBIDDEN");
    }

    async fn a_file_is_held_for_nobody_but_an_editor(app) {
        let stranger = app.client();
        stranger.set_cookie("next-auth.session-token", "made-up");
        let made_up = app.client().bearer("made-up");
        for (client, most) in [
            (stranger, 3), (made_up, 3), (app.athlete().await.client(), 3), (app.staff(3).await.client(), 9),
        ] {
            let taken = Arc::new(AtomicUsize::new(0));
            let counted = taken.clone();
            let pieces = futures::stream::iter(0..64).map(move |_| {
                counted.fetch_add(1, Ordering::Relaxed);
                Ok::<_, std::convert::Infallible>(vec![0_u8; 1024 * 1024])
            });
            let named = format!("{AUTHORING}?name=Track");
            let reply = client.send(Method::POST, &named, HeaderMap::new(), Body::from_stream(pieces)).await;
            assert!(reply.status.is_client_error(), "{}", reply.status);
            let taken = taken.load(Ordering::Relaxed);
            assert!(taken <= most, "{taken} MiB were read for a {}", reply.status);
        }
    }
}
