//! The campaign logo, beside the site's own.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use serde_json::json;
use sixfold_tests::both;

use super::{built, change};
use crate::content::images::png;

both! {
    async fn the_campaign_logo_is_served_as_logos_are(app) {
        let editor = app.staff(3).await.client();
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("image/png"));
        let target = "/api/content/sixfold-en-gb/authoring/v1/images?name=Campaign";
        let picture = editor.send(Method::POST, target, headers, Body::from(png(900, 300))).await.data();
        change(&app, "site-settings", json!({"campaignLogo": {
            "elementType": "image", "id": picture["id"], "altText": "Summer", "linkURL": "/my-account-about-the-tests",
        }})).await;
        let logo = app.client().get("/api/event/config").await.data()["site"]["campaignLogo"].clone();
        assert_eq!((&logo["width"], &logo["height"], &logo["widths"]), (&json!(480), &json!(160), &json!([320, 480])));
        assert_eq!((&logo["altText"], &logo["linkURL"]), (&json!("Summer"), &json!("/my-account-about-the-tests")));
        let address = logo["url"].as_str().unwrap();
        assert!(address.ends_with("/480?quality=100"), "{address}");
        let served = app.client().get(address).await;
        assert_eq!((served.status.as_u16(), served.header("content-type")), (200, "image/webp".into()));
        let plain = app.client().get(address.trim_end_matches("?quality=100")).await;
        assert!(served.body.len() > plain.body.len(), "quality 100 keeps more");
        if !built() { return; }
        let home = app.client().get("/en-gb/").await.text();
        assert!(home.contains(&format!("src=\"{address}\" alt=\"Summer\"")), "the first HTML has it too");
    }

    async fn a_campaign_logo_without_a_picture_is_left_out_of_the_page(app) {
        change(&app, "site-settings", json!({"campaignLogo": {"elementType": "image", "id": "gone"}})).await;
        let logo = app.client().get("/api/event/config").await.data()["site"]["campaignLogo"].clone();
        assert!(logo["url"].is_null());
    }
}
