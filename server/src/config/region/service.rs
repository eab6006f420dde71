//! The look-up at an HTTP service.

use std::net::IpAddr;
use std::time::Duration;

use openidconnect::reqwest::{Client, Url, redirect};
use serde_json::Value;

use super::codes;

/// How long the service may take for its whole answer (RULES 9.9).
pub const LIMIT: Duration = Duration::from_secs(1);
/// The placeholder for the address in the URL.
const PLACE: &str = "{ip}";
/// The longest answer that is read, in bytes.
const LARGEST: usize = 4_096;
/// The JSON fields in which services put the code.
const FIELDS: [&str; 3] = ["countryCode", "country_code", "country"];

/// A service queried by GET.
pub struct CountryService {
    template: String,
    client: Client,
}

impl std::fmt::Debug for CountryService {
    /// Without its URL, which may contain a key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CountryService")
    }
}

impl CountryService {
    /// A service with `{ip}` in the path or query of its URL; the error says what is expected.
    pub fn new(template: &str) -> Result<Self, String> {
        let expected = || "wanted an http(s) URL with {ip} in its path or query".to_owned();
        let here = |ip: &str| Url::parse(&template.replace(PLACE, ip)).ok();
        let (one, other) = (here("192.0.2.1").ok_or_else(expected)?, here("192.0.2.2").ok_or_else(expected)?);
        let web = matches!(one.scheme(), "http" | "https") && one.has_host();
        if !web || one == other || one.origin() != other.origin() {
            return Err(expected());
        }
        // A redirect would send the address to another host.
        let client = Client::builder().redirect(redirect::Policy::none()).timeout(LIMIT).build();
        let client = client.map_err(|_| "the HTTP client cannot be made".to_owned())?;
        Ok(Self { template: template.to_owned(), client })
    }

    /// The country that the service names; none in every other case.
    pub(super) async fn country(&self, address: IpAddr) -> Option<&'static str> {
        let code = tokio::time::timeout(LIMIT, self.ask(address)).await.ok().flatten();
        if code.is_none() {
            // Neither the address nor the URL, which may contain a key, belongs in a log.
            tracing::warn!("the region service gave no country");
        }
        code
    }

    async fn ask(&self, address: IpAddr) -> Option<&'static str> {
        let url = Url::parse(&self.template.replace(PLACE, &address.to_string())).ok()?;
        let mut response = self.client.get(url).send().await.ok()?;
        if response.status() != 200 {
            return None;
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.ok()? {
            body.extend_from_slice(&chunk);
            if body.len() > LARGEST {
                return None;
            }
        }
        read(std::str::from_utf8(&body).ok()?)
    }
}

/// The code in an answer: the whole text, a JSON text, or a field of a JSON object.
fn read(body: &str) -> Option<&'static str> {
    match serde_json::from_str(body) {
        Ok(Value::Object(fields)) => {
            FIELDS.iter().find_map(|name| fields.get(*name)?.as_str().and_then(codes::read))
        }
        Ok(Value::String(text)) => codes::read(&text),
        Ok(_) => None,
        Err(_) => codes::read(body),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_many_services() {
        for body in [
            "GB",
            "gb\n",
            "\"GB\"",
            r#"{"country":"GB"}"#,
            r#"{"countryCode":"gb","country":"United Kingdom"}"#,
            r#"{"ip":"x","country_code":"GB"}"#,
            r#"{"country":"United Kingdom","country_code":"GB"}"#,
        ] {
            assert_eq!(read(body), Some("GB"), "{body}");
        }
        for body in [
            "",
            "UK",
            "Great Britain",
            "{}",
            "[]",
            "null",
            "7",
            r#"{"country":7}"#,
            r#"{"country":"XX"}"#,
            "<html>",
        ] {
            assert_eq!(read(body), None, "{body}");
        }
    }

    #[test]
    fn a_url_has_a_place_for_the_address() {
        for good in ["https://geo.example/{ip}", "http://localhost:1/c?ip={ip}&key=k"] {
            assert!(CountryService::new(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "geo.example/{ip}",
            "https://geo.example/",
            "https://{ip}/",
            "https://{ip}.geo.example/",
            "ftp://geo.example/{ip}",
            "file:///{ip}",
        ] {
            assert!(CountryService::new(bad).is_err(), "{bad}");
        }
    }
}
