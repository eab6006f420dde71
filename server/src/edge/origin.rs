//! Where a request comes from, and with which browser.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

use crate::state::AppState;

/// How much of a browser's name is kept.
const USER_AGENT_LIMIT: usize = 200;

/// Where a request comes from and with which browser.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The peer's IP address.
    pub address: String,
    /// What the browser calls itself.
    pub user_agent: Option<String>,
}

impl FromRequestParts<AppState> for Origin {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<axum::extract::ConnectInfo<std::net::SocketAddr>>();
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self {
            address: peer.map_or_else(|| "unknown".to_owned(), |info| info.0.ip().to_string()),
            user_agent: agent.map(|text| text.chars().take(USER_AGENT_LIMIT).collect()),
        })
    }
}
