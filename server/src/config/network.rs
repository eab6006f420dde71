//! The settings of the edge: which other origins may call, which proxies are trusted, which keys sign requests.

use axum::http::HeaderValue;
use ipnet::IpNet;

use super::error::ConfigError;
use crate::config::cli::Flags;

/// The longest id of a signing key.
const KEY_ID_LIMIT: usize = 64;
/// The fewest bytes of a signing key.
const KEY_LENGTH: usize = 32;

/// What is decided before a handler sees a request.
#[derive(Debug, Clone)]
pub struct NetworkConfig {
    /// Origins whose pages may call the API with a token, as browsers write them in `Origin`.
    pub allowed_origins: Vec<HeaderValue>,
    /// Proxies whose forwarded addresses are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Keys of the programs that sign their requests; if there are none, no request has to be signed.
    pub signing_keys: Vec<SigningKey>,
    /// How many connections one address may have open; not limited for trusted proxies.
    pub connections_per_address: usize,
    /// How many connections may be open at all, by the system's limit on open files.
    pub connections: usize,
}

/// A key that a program signs its requests with.
#[derive(Clone)]
pub struct SigningKey {
    /// The id that a request names.
    pub id: String,
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey").field("id", &self.id).finish_non_exhaustive()
    }
}

impl NetworkConfig {
    pub(super) fn from_flags(flags: &Flags, https: bool) -> Result<Self, ConfigError> {
        let origins = listed(&flags.allowed_origins).map(|text| allowed_origin(text, https));
        let proxies = listed(&flags.trusted_proxies).map(proxy);
        let mut signing_keys: Vec<SigningKey> = Vec::new();
        for text in listed(&flags.signing_keys) {
            let key = signing_key(text)?;
            if signing_keys.iter().any(|other| other.id == key.id) {
                let reason = format!("the key {} is there twice", key.id);
                return Err(ConfigError::new("--signing-keys", reason));
            }
            signing_keys.push(key);
        }
        Ok(Self {
            allowed_origins: origins.collect::<Result<_, _>>()?,
            trusted_proxies: proxies.collect::<Result<_, _>>()?,
            signing_keys,
            connections_per_address: usize::try_from(flags.connections_per_address).unwrap_or(usize::MAX),
            connections: usize::MAX,
        })
    }
}

fn listed(texts: &[String]) -> impl Iterator<Item = &str> {
    texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty())
}

fn allowed_origin(text: &str, https: bool) -> Result<HeaderValue, ConfigError> {
    let wrong = |reason: &str| ConfigError::new("--allowed-origins", format!("{text}: {reason}"));
    let invalid =
        || wrong("wanted full origins without path or wildcard, such as https://partner.example.org");
    let origin = origin(text).ok_or_else(invalid)?;
    if https && origin.starts_with("http://") {
        return Err(wrong("has to be https, as --public-url is"));
    }
    HeaderValue::from_str(&origin).map_err(|_| invalid())
}

/// An origin as browsers write it: lower case, without the default port. None if it does not read.
pub fn origin(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let (scheme, authority) = lower.split_once("://")?;
    let usual = match scheme {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let host = authority.strip_suffix(usual).unwrap_or(authority);
    let uri: axum::http::Uri = format!("{scheme}://{host}/").parse().ok()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    // What follows an IPv6 address in brackets, or any other host.
    let has_port = host.rsplit(']').next().is_some_and(|rest| rest.contains(':'));
    let port_reads = !has_port || uri.port_u16().is_some_and(|port| port != 0);
    let reads = host.chars().all(plain) && uri.host().is_some_and(|host| !host.is_empty()) && port_reads;
    reads.then(|| format!("{scheme}://{host}"))
}

fn proxy(text: &str) -> Result<IpNet, ConfigError> {
    let wrong = |reason: &str| ConfigError::new("--trusted-proxies", format!("{text}: {reason}"));
    let address: Result<std::net::IpAddr, _> = text.parse();
    let network: IpNet = match address {
        Ok(address) => address.into(),
        Err(_) => text
            .parse()
            .map_err(|_| wrong("needs an address or a network, such as 10.0.0.1 or 10.0.0.0/8"))?,
    };
    if network.prefix_len() == 0 {
        return Err(wrong("would let everybody choose their address"));
    }
    Ok(network)
}

/// `ID:HEX`. Errors do not repeat the key.
fn signing_key(text: &str) -> Result<SigningKey, ConfigError> {
    let wrong = |reason: &str| ConfigError::new("--signing-keys", reason);
    let (id, key) = text.split_once(':').ok_or_else(|| wrong("wanted ID:HEX"))?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if id.is_empty() || id.len() > KEY_ID_LIMIT || !id.bytes().all(plain) {
        return Err(wrong("an ID has 1 to 64 letters, digits, dots, hyphens or underscores"));
    }
    let bytes = hex::decode(key).map_err(|_| wrong("a key is written in hex digits"))?;
    if bytes.len() < KEY_LENGTH {
        return Err(wrong("a key has at least 64 hex digits (32 bytes)"));
    }
    Ok(SigningKey { id: id.to_owned(), bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_read_as_browsers_write_them() {
        let read = |text| allowed_origin(text, true).map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(read("https://Partner.Example.org:443").unwrap(), "https://partner.example.org");
        assert_eq!(read("https://partner.example.org:8443").unwrap(), "https://partner.example.org:8443");
        assert_eq!(read("https://[2001:db8::1]:8443").unwrap(), "https://[2001:db8::1]:8443");
        assert_eq!(allowed_origin("http://localhost:5173", false).unwrap(), "http://localhost:5173");
        for wrong in [
            "*",
            "null",
            "https://*.example.org",
            "partner.example.org",
            "https://",
            "https://partner.example.org/",
            "https://partner.example.org/path",
            "https://user@partner.example.org",
            "https://partner.example.org:x",
            "https://partner.example.org:",
            "https://partner.example.org:65536",
            "https://partner.example.org:0",
            "https://a b",
            "ftp://partner.example.org",
            "http://partner.example.org",
        ] {
            let setting = read(wrong).map_err(|error| error.setting);
            assert_eq!(setting, Err("--allowed-origins".into()), "{wrong}");
        }
    }

    #[test]
    fn proxies_are_addresses_or_networks() {
        for (text, network) in [("10.0.0.1", "10.0.0.1/32"), ("10.0.0.0/8", "10.0.0.0/8"), ("::1", "::1/128")]
        {
            assert_eq!(proxy(text).unwrap().to_string(), network);
        }
        for wrong in ["proxy.example", "10.0.0.1:80", "10.0.0.0/33", "0.0.0.0/0", "::/0", "*"] {
            assert_eq!(proxy(wrong).unwrap_err().setting, "--trusted-proxies", "{wrong}");
        }
    }

    #[test]
    fn a_wrong_signing_key_is_refused_without_being_told() {
        let good = "0123456789abcdef".repeat(4);
        assert_eq!(signing_key(&format!("till-1:{good}")).unwrap().bytes.len(), 32);
        for wrong in [
            good.clone(),
            format!(":{good}"),
            format!("a b:{good}"),
            "till:c0ffee".to_owned(),
            format!("till:{good}x"),
        ] {
            let error = signing_key(&wrong).unwrap_err();
            assert_eq!(error.setting, "--signing-keys");
            assert!(!error.reason.contains("c0ffee") && !error.reason.contains(&good), "{error}");
        }
    }
}
