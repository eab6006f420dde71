//! Where the content hub is: in this server's own store, or remote (`--content-url`, `--content-key`).

use axum::http::HeaderValue;
use openidconnect::reqwest::Url;

use super::error::ConfigError;
use crate::config::cli::Flags;

#[derive(Clone)]
pub struct RemoteHub {
    /// The URL before `/{libraryId}/delivery/v1/…`, without a trailing slash.
    pub url: Url,
    /// The `Authorization` header, if the hub wants one.
    pub authorisation: Option<HeaderValue>,
}

impl std::fmt::Debug for RemoteHub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemoteHub").field("url", &self.url.as_str()).finish_non_exhaustive()
    }
}

/// Reads both settings; none if the hub is our own.
pub(super) fn read(flags: &Flags) -> Result<Option<RemoteHub>, ConfigError> {
    let url = flags.content_url.as_deref().filter(|url| !url.is_empty());
    let key = flags.content_key.as_deref().filter(|key| !key.is_empty());
    match (url, key) {
        (None, None) => Ok(None),
        (None, Some(_)) => {
            Err(ConfigError::new("--content-key", "belongs to --content-url, which is not given"))
        }
        (Some(url), key) => {
            let url = address(url).map_err(|reason| ConfigError::new("--content-url", reason))?;
            Ok(Some(RemoteHub { url, authorisation: key.map(authorisation).transpose()? }))
        }
    }
}

fn address(text: &str) -> Result<Url, &'static str> {
    let expected = "wanted an http(s) address, such as https://hub.example.org/api/content";
    let url = Url::parse(text.trim().trim_end_matches('/')).map_err(|_| expected)?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(expected);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("must not hold a user or a password; give the key as --content-key");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("must not hold a query or a fragment");
    }
    Ok(url)
}

fn authorisation(key: &str) -> Result<HeaderValue, ConfigError> {
    let plain = key.bytes().all(|byte| byte.is_ascii_graphic());
    let value = HeaderValue::from_str(&format!("Bearer {key}")).ok().filter(|_| plain);
    let mut value = value.ok_or_else(|| {
        ConfigError::new("--content-key", "must be of visible ASCII characters without spaces")
    })?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::config::cli::Cli;

    fn given(url: Option<&str>, key: Option<&str>) -> Result<Option<RemoteHub>, String> {
        let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
        flags.content_url = url.map(str::to_owned);
        flags.content_key = key.map(str::to_owned);
        read(&flags).map_err(|error| error.to_string())
    }

    #[test]
    fn a_hub_elsewhere_is_an_http_address_and_perhaps_a_key() {
        assert!(given(None, None).unwrap().is_none() && given(Some(""), Some("")).unwrap().is_none());
        let hub = given(Some("https://hub.example.org/api/content/"), Some("k3y")).unwrap().unwrap();
        assert_eq!(hub.url.as_str(), "https://hub.example.org/api/content");
        assert_eq!(hub.authorisation.as_ref().unwrap(), "Bearer k3y");
        assert!(!format!("{hub:?}").contains("k3y"));
        assert!(given(Some("http://127.0.0.1:9"), None).unwrap().unwrap().authorisation.is_none());
    }

    #[test]
    fn what_is_wrong_is_told_in_one_line_that_names_the_setting_and_no_secret() {
        for url in [
            "hub.example.org",
            "ftp://hub.example.org",
            "file:///etc/passwd",
            "https://",
            "https://somebody:secret@hub.example.org",
            "https://somebody@hub.example.org/x",
            "https://hub.example.org/x?key=secret",
            "https://hub.example.org/#secret",
        ] {
            let message = given(Some(url), Some("k3y")).unwrap_err();
            assert!(message.starts_with("--content-url: ") && !message.contains('\n'), "{message}");
            assert!(!message.contains("secret") && !message.contains("k3y"), "{message}");
        }
        for key in ["two words", "line\nbreak", "schlüssel"] {
            let message = given(Some("https://hub.example.org"), Some(key)).unwrap_err();
            assert!(message.starts_with("--content-key: ") && !message.contains(key), "{message}");
        }
        assert!(given(None, Some("k3y")).unwrap_err().starts_with("--content-key: "));
    }
}
