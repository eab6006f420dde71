//! What would be sent over a network in clear although the site itself is on https: refused if it is a password or a
//! key, else a warning. Connections within this machine are fine.

use openidconnect::reqwest::Url;

use super::error::ConfigError;
use super::oidc::is_loopback;
use crate::config::cli::Flags;

/// The warnings, each with the name of its setting. Settings that cannot be parsed are refused elsewhere.
pub(super) fn check(flags: &Flags) -> Result<Vec<String>, ConfigError> {
    let mut warnings = Vec::new();
    if let Some(relay) = flags.smtp_url.as_deref().and_then(away)
        && relay.scheme() == "smtp"
        && !relay.query_pairs().any(|(name, value)| name == "tls" && value == "required")
    {
        if !relay.username().is_empty() || relay.password().is_some() {
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
    if region.as_deref().and_then(away).is_some_and(|service| service.scheme() == "http") {
        warnings.push("--region-url: people's addresses go out in clear; wanted https".to_owned());
    }
    Ok(warnings)
}

/// The URL, if it is on another machine.
fn away(text: &str) -> Option<Url> {
    Url::parse(text.trim()).ok().filter(|url| !is_here(url))
}

/// For schemes that browsers do not know, an IP address is parsed as a name.
fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    is_loopback(url) || host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}
