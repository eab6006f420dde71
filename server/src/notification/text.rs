//! A client of the gateway that sends text messages.

use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, StatusCode, redirect};

use super::retry_after::retry_after_s;
use crate::config::notifications::TextGateway;

/// How long one message may take.
const WITHIN: Duration = Duration::from_secs(10);

#[derive(Debug, Clone)]
pub struct TextService {
    http: Client,
    gateway: Arc<TextGateway>,
}

/// The outcome of a text message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Texted {
    Sent,
    /// Not sent, or nobody knows: it is not tried again.
    GivenUp(String),
    /// Certainly not sent: to be tried again, with the reason, and after how many seconds if the gateway says so.
    Later(String, Option<i64>),
}

impl TextService {
    pub fn new(gateway: Arc<TextGateway>) -> Result<Self, reqwest::Error> {
        let http = Client::builder()
            .redirect(redirect::Policy::none())
            .connect_timeout(WITHIN / 2)
            .timeout(WITHIN)
            .build()?;
        Ok(Self { http, gateway })
    }

    /// Sends a text; `id` is the same whenever it is tried, so that a gateway can tell.
    pub async fn send(&self, id: &str, to: &str, text: &str) -> Texted {
        let mut request = self
            .http
            .post(self.gateway.url.clone())
            .header("content-type", self.gateway.content_type())
            .header("idempotency-key", id)
            .body(self.gateway.body(to, text));
        if let Some(authorisation) = &self.gateway.authorisation {
            request = request.header("authorization", authorisation);
        }
        match request.send().await {
            Ok(answer) if answer.status().is_success() => Texted::Sent,
            Ok(answer) => {
                let status = answer.status();
                let word = status.as_u16().to_string();
                // A gateway that is busy, or does not know us at the moment, has sent nothing.
                match status {
                    StatusCode::TOO_MANY_REQUESTS
                    | StatusCode::SERVICE_UNAVAILABLE
                    | StatusCode::UNAUTHORIZED
                    | StatusCode::FORBIDDEN => Texted::Later(word, retry_after_s(answer.headers())),
                    _ => Texted::GivenUp(word),
                }
            }
            Err(error) if error.is_connect() => Texted::Later(error.without_url().to_string(), None),
            // It may have been sent.
            Err(error) => Texted::GivenUp(error.without_url().to_string()),
        }
    }
}
