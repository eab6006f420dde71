//! The client's address behind proxies.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use sixfold_server::http::forwarded::caller;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Two proxies of ours, one of them by IPv6, and a stranger.
const PEERS: [&str; 4] = ["10.0.0.1", "fd00::1", "::ffff:10.0.0.1", "192.0.2.9"];

/// The first byte chooses the peer, each further line is a header.
pub fn check(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let peer: IpAddr = PEERS[usize::from(*choice) % PEERS.len()].parse().unwrap();
    let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
    let is_proxy = |address: &IpAddr| trusted.iter().any(|network: &ipnet::IpNet| network.contains(address));
    let lines: Vec<HeaderValue> =
        rest.split(|byte| *byte == b'\n').filter_map(|line| HeaderValue::from_bytes(line).ok()).collect();
    let read = |lines: &[HeaderValue]| {
        let headers: HeaderMap = lines.iter().map(|line| (X_FORWARDED_FOR, line.clone())).collect();
        caller(peer, &headers, &trusted)
    };
    let found = read(&lines);
    assert_eq!(found, found.to_canonical());
    let direct = peer.to_canonical();
    if !is_proxy(&direct) {
        assert_eq!(found, direct, "a stranger is not believed");
    }
    // What the client itself sends stands before what the proxies append.
    if found != direct && !is_proxy(&found) {
        let forged = [&[HeaderValue::from_static("198.51.100.1, 10.0.0.7, ?")], lines.as_slice()].concat();
        assert_eq!(read(&forged), found);
    }
    let appended = [lines.as_slice(), &[HeaderValue::from_static("203.0.113.5:4711")]].concat();
    let expected = if is_proxy(&direct) { "203.0.113.5".parse().unwrap() } else { direct };
    assert_eq!(read(&appended), expected, "the last proxy saw the client");
}
