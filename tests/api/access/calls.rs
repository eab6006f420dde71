//! A good call for each row, which can only be refused because of its caller.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use serde_json::{Value, json};
use sixfold_domain::role::Role;
use sixfold_tests::{Client, Person, Reply};

use super::bodies::body;
use super::objects::{alert_of, booking_of, crew_of, new_session, notified_device_of, passkey_of, shared_by};
use super::rows::{Row, Whose};
use super::stage::Stage;
use crate::event::stage::{DAY, team_of};

/// An id that no card has, and no crew and no member.
const NO_SHARE: &str = "00000000000000000000000000";

/// A call, ready to be sent.
pub(crate) struct Call {
    pub method: Method,
    pub target: String,
    /// JSON; none for a form or nothing.
    pub body: Option<Value>,
}

impl Call {
    pub(crate) async fn send(&self, client: &Client, more: &[(&'static str, &str)]) -> Reply {
        match &self.body {
            Some(body) => client.json(self.method.clone(), &self.target, body, more).await,
            None => self.send_raw(client, "", more).await,
        }
    }

    pub(crate) async fn send_raw(
        &self,
        client: &Client,
        body: &'static str,
        more: &[(&'static str, &str)],
    ) -> Reply {
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        for (name, value) in more {
            headers.insert(*name, HeaderValue::from_str(value).unwrap());
        }
        client.send(self.method.clone(), &self.target, headers, Body::from(body)).await
    }
}

/// The good call of a row about `whose` object.
pub(crate) async fn good(stage: &Stage, row: &Row, whose: &Person) -> Call {
    let (method, path) = row.call.split_once(' ').unwrap();
    let method: Method = method.parse().unwrap();
    let mut target = path
        .replace("{provider}", "credentials")
        .replace("{libraryId}", "sixfold-en-gb")
        .replace("{width}", "320")
        .replace("{revision}", "1")
        .replace("{feed}", "nobody.ics")
        .replace("{device}", "phone")
        .replace("{passType}", "pass.nobody")
        .replace("{serial}", "nothing")
        .replace("{id}", "home");
    if path.contains("{shareId}") {
        let id = if row.act.is_empty() { NO_SHARE.to_owned() } else { shared_by(stage, whose).await };
        target = target.replace("{shareId}", &id);
    }
    if path == "/api/user/notifications/devices/{id}" && !row.act.is_empty() {
        target = target.replace("home", &notified_device_of(stage, whose).await);
    }
    if path.contains("{passkeyId}") {
        let id = if row.act.is_empty() { NO_SHARE.to_owned() } else { passkey_of(stage, whose).await };
        target = target.replace("{passkeyId}", &id);
    }
    if path.contains("{crewId}") {
        let id = if path.ends_with("/stream") { NO_SHARE.to_owned() } else { crew_of(stage, whose).await };
        target = target.replace("{crewId}", &id).replace("{memberId}", NO_SHARE);
    }
    if path.contains("{alertId}") {
        target = target.replace("{alertId}", &alert_of(stage, whose).await);
    }
    if row.call == "GET /api/event/admin/numbers" {
        target = format!("{target}?what=use");
    }
    if row.call.starts_with("GET /api/event/ticket/") {
        target = format!("{target}?bookingId=nothing");
    }
    if row.call == "GET /api/user/card" {
        target = format!("{target}?template=season_card");
    }
    if row.call == "DELETE /api/acoustic/content/manageContentItem" {
        let session = new_session(stage).await;
        target = format!("{target}?id={}", session["id"].as_str().unwrap());
        return Call { method, target, body: Some(json!({ "rev": session["rev"] })) };
    }
    if row.call.ends_with("/manageContentItem") && method != Method::POST {
        target = format!("{target}?id=closed-dates");
    }
    if row.call == "GET /api/event/admin/schedule" {
        target = format!("{target}?from={DAY}&to={DAY}");
    }
    if row.call == "DELETE /api/content/{libraryId}/authoring/v1/content/{id}" {
        return new_item(stage, Method::DELETE, "").await;
    }
    if row.call == "POST /api/content/{libraryId}/authoring/v1/content/{id}/take-down" {
        return new_item(stage, Method::POST, "/take-down").await;
    }
    let mut body = body(stage, row, whose).await;
    if row.call == "GET /api/event/admin/booking" {
        target = format!("{target}?eventBookingId={}", booking_of(stage, whose).await);
    }
    if row.call == "GET /api/event/admin/export" {
        target = format!("{target}?what=teams");
    }
    if row.call == "GET /api/event/livescreen/stream" {
        target = format!("{target}?eventId=nowhere");
    }
    if row.call == "GET /api/event/booking/team/users" {
        target = format!("{target}?teamBookingId={}", team_of(&stage.app, whose).await);
    }
    if row.act == "whole rows" {
        target = format!("{target}?showUAID=true");
    }
    if row.call == "POST /api/event/admin/user/role" {
        target = format!("{target}?uaid={}&roleid=2", whose.uaid);
    } else if row.call.ends_with("/authoring/v1/images") && method == Method::POST {
        target = format!("{target}?name=Track");
    } else if row.whose == Whose::Named {
        if let Some(body) = &mut body {
            body["uaid"] = json!(whose.uaid);
        } else {
            let joint = if target.contains('?') { '&' } else { '?' };
            target = format!("{target}{joint}uaid={}", whose.uaid);
        }
    }
    Call { method, target, body }
}

/// Removes or takes down a published item to which no other refers.
async fn new_item(stage: &Stage, method: Method, what: &str) -> Call {
    let client = stage.person(Role::Delivery).await.client();
    let target = "/api/content/sixfold-en-gb/authoring/v1/content";
    let headline = json!({ "elementType": "text", "value": "Short news" });
    let text = json!({ "elementType": "formattedtext", "value": "News." });
    let elements = json!({ "headline": headline, "text": text });
    let body = json!({ "name": "Short news", "typeId": "text-block", "elements": elements });
    let mut item = client.post(target, body).await.data();
    let target = format!("{target}/{}", item["id"].as_str().unwrap());
    item["status"] = json!("ready");
    let item = client.put(&target, item).await.data();
    Call { method, target: format!("{target}{what}"), body: Some(json!({ "rev": item["rev"] })) }
}
