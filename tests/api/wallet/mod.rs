//! The calls of phones with a ticket in Apple Wallet, the notifications that they get, and the settings.

mod apns;
mod configuration;
mod notified;
mod phones;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use serde_json::{Value, json};
use sixfold_tests::wallet_keys::PASS_TYPE;
use sixfold_tests::{Person, Reply, TestApp};

use crate::event::ticket::description;

pub(crate) const V1: &str = "/api/wallet/apple/v1";

/// A phone that has a ticket, and calls as its system does.
struct Phone {
    device: String,
    serial: String,
    token: String,
    push_token: String,
}

impl Phone {
    /// Downloads the ticket of a booking.
    async fn with_ticket(person: &Person, serial: &str, device: &str) -> Self {
        let reply = person.client().get(&format!("/api/event/ticket/apple?bookingId={serial}")).await;
        let pass = description(&reply);
        Self {
            device: device.to_owned(),
            serial: serial.to_owned(),
            token: pass["authenticationToken"].as_str().unwrap().to_owned(),
            push_token: format!("{:064x}", device.len()),
        }
    }

    fn registration(&self) -> String {
        format!("{V1}/devices/{}/registrations/{PASS_TYPE}/{}", self.device, self.serial)
    }

    async fn call(&self, app: &TestApp, method: Method, path: &str, body: Option<Value>) -> Reply {
        self.call_with(app, method, path, body, &[]).await
    }

    async fn call_with(
        &self,
        app: &TestApp,
        method: Method,
        path: &str,
        body: Option<Value>,
        more: &[(&'static str, &str)],
    ) -> Reply {
        let mut headers = HeaderMap::new();
        headers.insert("authorization", HeaderValue::from_str(&format!("ApplePass {}", self.token)).unwrap());
        if body.is_some() {
            headers.insert("content-type", HeaderValue::from_static("application/json"));
        }
        for (name, value) in more {
            headers.insert(*name, HeaderValue::from_str(value).unwrap());
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        app.client().send(method, path, headers, body).await
    }

    async fn register(&self, app: &TestApp) -> u16 {
        let body = json!({ "pushToken": self.push_token });
        self.call(app, Method::POST, &self.registration(), Some(body)).await.status.as_u16()
    }

    async fn unregister(&self, app: &TestApp) -> u16 {
        self.call(app, Method::DELETE, &self.registration(), None).await.status.as_u16()
    }

    /// The list of changed tickets; none if there is none.
    async fn changed(&self, app: &TestApp, since: Option<&str>) -> Option<Value> {
        let query = since.map(|since| format!("?passesUpdatedSince={since}")).unwrap_or_default();
        let path = format!("{V1}/devices/{}/registrations/{PASS_TYPE}{query}", self.device);
        // Without the token: the format has none here.
        let reply = app.client().get(&path).await;
        match reply.status.as_u16() {
            204 => None,
            200 => Some(reply.value()),
            status => panic!("{status}: {}", reply.text()),
        }
    }

    async fn fetch(&self, app: &TestApp, since: Option<&str>) -> Reply {
        let path = format!("{V1}/passes/{PASS_TYPE}/{}", self.serial);
        let since: Vec<_> = since.map(|since| ("if-modified-since", since)).into_iter().collect();
        self.call_with(app, Method::GET, &path, None, &since).await
    }
}
