//! The client address behind proxies. `X-Forwarded-For` is trusted from configured proxies only, and read from its end:
//! each proxy appends the address that it saw, so the last one that is not one of our proxies is the client, whatever
//! the client itself wrote.
//!
//! `Forwarded` (RFC 7239) is ignored: a proxy that writes one of the two headers passes the other on as the client sent
//! it.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The client behind a peer: the peer itself, unless it is trusted and sent a valid header.
pub fn caller(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_proxy = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    let peer = peer.to_canonical();
    let mut caller = peer;
    let lines: Vec<&str> =
        headers.get_all(X_FORWARDED_FOR).iter().map(|value| value.to_str().unwrap_or("?")).collect();
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        if !is_proxy(&caller) {
            break;
        }
        match parse_address(hop.trim()) {
            Some(address) => caller = address,
            None => return peer,
        }
    }
    caller
}

fn parse_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok();
    address
        .or_else(|| text.parse().ok().map(|with_port: SocketAddr| with_port.ip()))
        .map(|ip: IpAddr| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(peer: &str, lines: &[&str]) -> String {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(X_FORWARDED_FOR, line.parse().unwrap());
        }
        caller(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_trusted_proxy_is_believed_from_the_end() {
        assert_eq!(of("10.0.0.1", &["192.0.2.7"]), "192.0.2.7");
        assert_eq!(of("10.0.0.1", &["1.1.1.1, 192.0.2.7"]), "192.0.2.7");
        assert_eq!(of("10.0.0.1", &["1.1.1.1", "192.0.2.7, 10.0.0.2"]), "192.0.2.7");
        assert_eq!(of("::ffff:10.0.0.1", &["2001:db8::7"]), "2001:db8::7");
        assert_eq!(of("fd00::1", &["[2001:db8::7]:4711"]), "2001:db8::7");
        assert_eq!(of("10.0.0.1", &["192.0.2.7:4711"]), "192.0.2.7");
        assert_eq!(of("10.0.0.1", &["10.0.0.3, 10.0.0.2"]), "10.0.0.3");
    }

    #[test]
    fn nobody_else_is() {
        assert_eq!(of("192.0.2.9", &["1.1.1.1"]), "192.0.2.9");
        assert_eq!(of("192.0.2.9", &["1.1.1.1, 10.0.0.1"]), "192.0.2.9");
    }

    #[test]
    fn what_does_not_read_is_not_believed() {
        for wrong in ["", "unknown", "192.0.2", "_hidden", "192.0.2.7;x", "192.0.2.7,", "evil, 10.0.0.2"] {
            assert_eq!(of("10.0.0.1", &[wrong]), "10.0.0.1", "{wrong:?}");
        }
        assert_eq!(of("10.0.0.1", &[]), "10.0.0.1");
    }
}
