//! A client of push services.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::{Certificate, Client, Response, StatusCode, redirect};
use sha2::{Digest as _, Sha256};

use super::encryption::Recipient;
use super::retry_after::retry_after_s;
use super::vapid;
use crate::config::notifications::PushSettings;
use crate::db::messages::notification::device::Subscription;

/// How long one message may take.
const WITHIN: Duration = Duration::from_secs(10);
/// The longest time for which push services keep a message, s.
const LONGEST_S: i64 = 28 * 24 * 60 * 60;

#[derive(Debug, Clone)]
pub struct PushService {
    http: Client,
    settings: Arc<PushSettings>,
}

/// How soon a device should be woken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    Normal,
    High,
}

/// A message to one device.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'a> {
    /// What the device shows, JSON.
    pub content: &'a str,
    /// What it is about: the service drops an undelivered one with the same tag.
    pub tag: &'a str,
    pub urgency: Urgency,
    /// Until when it is of use, ms.
    pub useful_until: i64,
}

/// The outcome of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pushed {
    Accepted,
    /// The device is no more, or never was one.
    Gone,
    /// The service will never take this message.
    Refused(String),
    /// To be tried again, with the reason, and after how many seconds if the service says so.
    Later(String, Option<i64>),
}

impl PushService {
    /// `root` is a certificate in PEM to trust besides those of the public authorities: tests have a service of their own.
    pub fn new(settings: Arc<PushSettings>, root: Option<&[u8]>) -> Result<Self, reqwest::Error> {
        let mut http = Client::builder()
            .redirect(redirect::Policy::none())
            .https_only(true)
            .connect_timeout(WITHIN / 2)
            .timeout(WITHIN);
        if let Some(root) = root {
            http = http.add_root_certificate(Certificate::from_pem(root)?);
        }
        Ok(Self { http: http.build()?, settings })
    }

    /// Sends a message. Nothing of the answer's body is read.
    pub async fn send(&self, device: &Subscription, message: Outgoing<'_>, now_ms: i64) -> Pushed {
        // The list of hosts may have been shorter when the device was added.
        let (Some(endpoint), Ok(recipient)) =
            (self.settings.endpoint(&device.endpoint), Recipient::of(device))
        else {
            return Pushed::Gone;
        };
        let body = match recipient.encrypt(message.content.as_bytes()) {
            Ok(body) => body,
            Err(error) => return Pushed::Refused(error.to_string()),
        };
        let left_s = ((message.useful_until - now_ms) / 1_000).clamp(0, LONGEST_S);
        let urgency = match message.urgency {
            Urgency::Normal => "normal",
            Urgency::High => "high",
        };
        let sent = self
            .http
            .post(endpoint.clone())
            .header("authorization", vapid::authorisation(&self.settings, &endpoint, now_ms))
            .header("content-encoding", "aes128gcm")
            .header("content-type", "application/octet-stream")
            .header("ttl", left_s)
            .header("urgency", urgency)
            .header("topic", topic(&device.endpoint, message.tag))
            .body(body)
            .send()
            .await;
        match sent {
            Ok(answer) => judge(&answer),
            // Its text would name the address, and with it the device.
            Err(error) => Pushed::Later(error.without_url().to_string(), None),
        }
    }
}

/// A tag as services have them: at most 32 characters, from which nobody learns what the message is about.
fn topic(endpoint: &str, tag: &str) -> String {
    let digest = Sha256::digest(format!("{endpoint}\u{1f}{tag}"));
    URL_SAFE_NO_PAD.encode(&digest[..24])
}

fn judge(answer: &Response) -> Pushed {
    let status = answer.status();
    if status.is_success() {
        return Pushed::Accepted;
    }
    let word = status.as_u16().to_string();
    match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => Pushed::Gone,
        StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE => Pushed::Refused(word),
        _ => Pushed::Later(word, retry_after_s(answer.headers())),
    }
}
