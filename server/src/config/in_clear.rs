//! What would be sent over a network in clear although the site itself is on https: refused if it is a password or a
//! key, else a warning. Connections within this machine are fine.

use openidconnect::reqwest::Url;

use super::error::ConfigError;
use super::oidc::is_loopback;
use crate::config::cli::Flags;

/// What the names of parameters with a key contain.
const KEYS: [&str; 5] = ["key", "token", "secret", "pass", "auth"];

/// The warnings, each with the name of its setting. Settings that cannot be parsed are refused elsewhere.
pub(super) fn check(flags: &Flags) -> Result<Vec<String>, ConfigError> {
    let mut warnings = Vec::new();
    if let Some(relay) = flags.smtp_url.as_deref().and_then(away)
        && relay.scheme() == "smtp"
        && !relay.query_pairs().any(|(name, value)| name == "tls" && value == "required")
    {
        if has_user(&relay) {
            let reason = "would send its password in clear; wanted smtps:// or ?tls=required";
            return Err(ConfigError::new("--smtp-url", reason));
        }
        warnings.push(
            "--smtp-url: mails and the links in them go out in clear; smtps:// or ?tls=required seals them"
                .to_owned(),
        );
    }
    if let Some(hub) = flags.content_url.as_deref().and_then(away)
        && hub.scheme() == "http"
    {
        if flags.content_key.as_deref().is_some_and(|key| !key.is_empty()) {
            return Err(ConfigError::new("--content-url", "would send --content-key in clear; wanted https"));
        }
        warnings.push(
            "--content-url: the pages come in clear, so others could change them; wanted https".to_owned(),
        );
    }
    let region = flags.region_url.as_deref().map(|template| template.replace("{ip}", "192.0.2.1"));
    if let Some(service) = region.as_deref().and_then(away)
        && service.scheme() == "http"
    {
        if has_user(&service) || has_key(&service) {
            let reason = "would send a password or a key in clear; wanted https";
            return Err(ConfigError::new("--region-url", reason));
        }
        warnings.push("--region-url: people's addresses go out in clear; wanted https".to_owned());
    }
    Ok(warnings)
}

/// The URL, if it is on another machine.
fn away(text: &str) -> Option<Url> {
    Url::parse(text.trim()).ok().filter(|url| !is_here(url))
}

fn has_user(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

/// Whether a parameter of the query is a key by its name: `api_key`, `accessToken`.
fn has_key(service: &Url) -> bool {
    service.query_pairs().any(|(name, _)| {
        let name = name.to_ascii_lowercase();
        KEYS.iter().any(|word| name.contains(word))
    })
}

/// For schemes that browsers do not know, an IP address is parsed as a name.
fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    is_loopback(url) || host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::config::cli::Cli;

    fn given(region: &str) -> Result<Vec<String>, String> {
        let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
        flags.region_url = Some(region.to_owned());
        check(&flags).map_err(|error| error.to_string())
    }

    #[test]
    fn a_region_service_elsewhere_gets_a_key_over_https_only() {
        for url in [
            "http://us:passw0rd@geo.example/{ip}",
            "http://us@geo.example/{ip}",
            "http://geo.example/{ip}?key=passw0rd",
            "http://geo.example/?ip={ip}&key=passw0rd",
            "http://geo.example/?accessToken=passw0rd&ip={ip}",
            "http://10.0.0.7/{ip}?api_key=passw0rd",
        ] {
            let reason = given(url).unwrap_err();
            assert!(reason.starts_with("--region-url: ") && !reason.contains("passw0rd"), "{url}: {reason}");
        }
        for url in
            ["http://geo.example/{ip}", "http://geo.example/?{ip}", "http://geo.example/{ip}?fields=country"]
        {
            assert_eq!(given(url).unwrap().len(), 1, "{url}: people's addresses are in clear");
        }
        for url in
            ["https://us:passw0rd@geo.example/{ip}?key=passw0rd", "http://127.0.0.1:9/{ip}?key=passw0rd"]
        {
            assert!(given(url).unwrap().is_empty(), "{url}");
        }
    }
}
