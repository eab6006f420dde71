//! The client address and user agent of a request.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;

use super::forwarded;
use crate::state::AppState;

/// The longest user agent that is stored, in bytes.
const USER_AGENT_LIMIT: usize = 200;

#[derive(Debug, Clone)]
pub struct Origin {
    /// The client's IP address: the peer's, or the one that a trusted proxy reports.
    pub address: String,
    pub user_agent: Option<String>,
}

impl Origin {
    /// The key under which attempts are counted: the address, or the /64 of an IPv6 address, which a single client may
    /// own.
    pub fn counted(&self) -> String {
        match self.address.parse().map(network) {
            Ok(IpAddr::V6(network)) => format!("{network}/64"),
            _ => self.address.clone(),
        }
    }
}

/// The address, or the /64 of an IPv6 address.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) & !u128::from(u64::MAX)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// The client's IP address; none for a request that did not come over the network.
pub fn caller(parts: &Parts, state: &AppState) -> Option<IpAddr> {
    let ConnectInfo(peer) = parts.extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(forwarded::caller(peer.ip(), &parts.headers, &state.config.network.trusted_proxies))
}

impl FromRequestParts<AppState> for Origin {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self {
            address: caller(parts, state).map_or_else(|| "unknown".to_owned(), |address| address.to_string()),
            user_agent: agent.map(|text| text.chars().take(USER_AGENT_LIMIT).collect()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_network_counts_as_one_place() {
        let counted = |address: &str| Origin { address: address.to_owned(), user_agent: None }.counted();
        assert_eq!(counted("192.0.2.1"), "192.0.2.1");
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(counted("2001:db8:1:2::9"), counted("2001:db8:1:2:ffff::1"));
        assert_ne!(counted("2001:db8:1:2::9"), counted("2001:db8:1:3::9"));
        assert_eq!(counted("unknown"), "unknown");
    }
}
