//! Apple's service for notifications (APNs): an empty one tells a device to ask for its changed tickets.

use std::time::Duration;

use reqwest::{Certificate, Client, Identity, StatusCode, redirect};
use serde::Deserialize;

use crate::config::wallets::Push;

/// How long one notification may take.
const WITHIN: Duration = Duration::from_secs(10);
/// Apple's words for a token that is, or has become, none.
const NO_TOKEN: [&str; 3] = ["BadDeviceToken", "DeviceTokenNotForTopic", "Unregistered"];

/// A client of the service.
#[derive(Debug, Clone)]
pub struct Apns {
    http: Client,
    url: String,
    topic: String,
}

/// The outcome of a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notified {
    Accepted,
    /// To be tried again, with the reason.
    Later(String),
    /// Our certificate is not accepted, with the reason: no device can be notified until it is renewed.
    CertificateRefused(String),
    /// The device does not have the ticket any more.
    Gone,
}

/// What the service says when it refuses.
#[derive(Deserialize, Default)]
struct Refused {
    #[serde(default)]
    reason: String,
}

impl Apns {
    /// Presents the certificate of the passes: the service knows by it whose they are.
    pub fn new(push: &Push, pass_type: &str) -> Result<Self, reqwest::Error> {
        let mut http = Client::builder()
            .identity(Identity::from_pem(&push.identity)?)
            .redirect(redirect::Policy::none())
            .https_only(true)
            // The service speaks HTTP/2 and nothing else.
            .http2_prior_knowledge()
            .timeout(WITHIN);
        if let Some(root) = &push.root {
            http = http.add_root_certificate(Certificate::from_pem(root)?);
        }
        Ok(Self { http: http.build()?, url: push.url.clone(), topic: pass_type.to_owned() })
    }

    /// Notifies a device; `token` is hexadecimal.
    pub async fn notify(&self, token: &str) -> Notified {
        let sent = self
            .http
            .post(format!("{}/3/device/{token}", self.url))
            .header("apns-topic", &self.topic)
            .header("apns-push-type", "background")
            .header("apns-priority", "5")
            .body("{}")
            .send()
            .await;
        match sent {
            Ok(answer) if answer.status() == StatusCode::OK => Notified::Accepted,
            Ok(mut answer) => {
                let status = answer.status();
                // A word in JSON comes in one piece; nothing beyond that is read.
                let first = answer.chunk().await.ok().flatten().unwrap_or_default();
                let reason = serde_json::from_slice::<Refused>(&first).unwrap_or_default().reason;
                judge(status, &reason)
            }
            // Its text would name the address, and with it the token.
            Err(error) => Notified::Later(error.without_url().to_string()),
        }
    }
}

fn judge(status: StatusCode, reason: &str) -> Notified {
    if status == StatusCode::GONE || (status == StatusCode::BAD_REQUEST && NO_TOKEN.contains(&reason)) {
        return Notified::Gone;
    }
    let word: String = reason.chars().filter(char::is_ascii_alphanumeric).take(60).collect();
    let why = format!("{} {word}", status.as_u16());
    if status == StatusCode::FORBIDDEN { Notified::CertificateRefused(why) } else { Notified::Later(why) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_token_that_is_none_ends_a_registration() {
        assert_eq!(judge(StatusCode::GONE, "Unregistered"), Notified::Gone);
        assert_eq!(judge(StatusCode::BAD_REQUEST, "BadDeviceToken"), Notified::Gone);
        for (status, reason) in [
            (StatusCode::BAD_REQUEST, "BadTopic"),
            (StatusCode::TOO_MANY_REQUESTS, "TooManyRequests"),
            (StatusCode::SERVICE_UNAVAILABLE, "Shutdown"),
            (StatusCode::INTERNAL_SERVER_ERROR, ""),
        ] {
            assert!(matches!(judge(status, reason), Notified::Later(_)), "{status} {reason}");
        }
        let refused = judge(StatusCode::FORBIDDEN, "BadCertificate");
        assert_eq!(refused, Notified::CertificateRefused("403 BadCertificate".to_owned()));
    }
}
