//! Which addresses have a location: those that the public network routes to one place.

use std::net::IpAddr;
use std::sync::LazyLock;

use ipnet::IpNet;

/// Networks without a location (IANA's special-purpose registries).
const NOWHERE: [&str; 23] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "::/96",
    "64:ff9b::/96",
    "100::/64",
    "2001:db8::/32",
    "2002::/16",
    "fc00::/7",
    "fe80::/10",
    "ff00::/8",
];

static NETWORKS: LazyLock<Vec<IpNet>> =
    LazyLock::new(|| NOWHERE.iter().filter_map(|network| network.parse().ok()).collect());

/// Whether an address can have a country.
pub(super) fn is_public(address: IpAddr) -> bool {
    !NETWORKS.iter().any(|network| network.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_of_the_list_reads() {
        assert_eq!(NETWORKS.len(), NOWHERE.len());
    }

    #[test]
    fn addresses_of_no_country() {
        for text in [
            "127.0.0.1",
            "10.1.2.3",
            "172.31.255.255",
            "192.168.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "2001:db8::1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        for text in ["81.2.69.160", "172.32.0.1", "100.128.0.1", "8.8.8.8", "2a00:1450::1"] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }
}
