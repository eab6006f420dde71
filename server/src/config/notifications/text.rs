//! The gateway that sends text messages: any that takes a POST with a number and a text.

use axum::http::HeaderValue;
use reqwest::Url;
use serde_json::Value;

use super::super::error::ConfigError;
use super::flags::NotificationFlags;

const URL: &str = "--text-url";
const KEY: &str = "--text-key";
const BODY: &str = "--text-body";

const DEFAULT_BODY: &str = r#"{"to":"{to}","text":"{text}"}"#;

#[derive(Clone)]
pub struct TextGateway {
    pub url: Url,
    /// The `Authorization` header, if the gateway wants one.
    pub authorisation: Option<HeaderValue>,
    body: Template,
}

impl std::fmt::Debug for TextGateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextGateway").field("body", &self.body).finish_non_exhaustive()
    }
}

/// The body, with `{to}` and `{text}` where those belong.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Template {
    Json(String),
    Form(String),
}

impl Template {
    fn parse(text: &str) -> Option<Self> {
        if !text.contains("{to}") || !text.contains("{text}") {
            return None;
        }
        let json = Self::Json(text.to_owned());
        if serde_json::from_str::<Value>(&json.filled("+447700900123", "“Tomorrow”")).is_ok() {
            return Some(json);
        }
        text.contains('=').then(|| Self::Form(text.to_owned()))
    }

    fn filled(&self, to: &str, text: &str) -> String {
        // A text cannot bring a placeholder along: each part is filled in once.
        let fill = |template: &str, escape: &dyn Fn(&str) -> String| {
            let (to, text) = (escape(to), escape(text));
            let parts = template.split("{to}").map(|part| part.replace("{text}", &text));
            parts.collect::<Vec<_>>().join(&to)
        };
        match self {
            Self::Json(template) => fill(template, &|value| {
                let quoted = Value::from(value).to_string();
                quoted[1..quoted.len() - 1].to_owned()
            }),
            Self::Form(template) => {
                fill(template, &|value| form_urlencoded::byte_serialize(value.as_bytes()).collect())
            }
        }
    }
}

impl TextGateway {
    /// The body of one text message.
    pub fn body(&self, to: &str, text: &str) -> String {
        self.body.filled(to, text)
    }

    pub fn content_type(&self) -> &'static str {
        match self.body {
            Template::Json(_) => "application/json",
            Template::Form(_) => "application/x-www-form-urlencoded",
        }
    }
}

pub(super) fn read(flags: &NotificationFlags) -> Result<Option<TextGateway>, ConfigError> {
    let given = |text: &Option<String>| {
        text.clone().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let (url, key, body) = (given(&flags.text_url), given(&flags.text_key), given(&flags.text_body));
    let Some(url) = url else {
        let orphan = [(KEY, key.is_some()), (BODY, body.is_some())].into_iter().find(|(_, given)| *given);
        return match orphan {
            Some((setting, _)) => {
                Err(ConfigError::new(setting, format!("belongs to {URL}, which is not given")))
            }
            None => Ok(None),
        };
    };
    let url = address(&url).map_err(|reason| ConfigError::new(URL, reason))?;
    let body = Template::parse(body.as_deref().unwrap_or(DEFAULT_BODY)).ok_or_else(|| {
        ConfigError::new(
            BODY,
            "wanted JSON or a form with {to} and {text} in it, such as To={to}&Body={text}",
        )
    })?;
    Ok(Some(TextGateway { url, authorisation: key.as_deref().map(authorisation).transpose()?, body }))
}

fn address(text: &str) -> Result<Url, &'static str> {
    let expected = "wanted an https address, such as https://texts.example.org/messages";
    let url = Url::parse(text).map_err(|_| expected)?;
    let here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    // Numbers and texts do not cross a network in clear.
    if !(url.scheme() == "https" && url.has_host() || url.scheme() == "http" && here) {
        return Err(expected);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("must not hold a user or a password; give them as --text-key");
    }
    Ok(url)
}

fn authorisation(key: &str) -> Result<HeaderValue, ConfigError> {
    let header = if key.contains(' ') { key.to_owned() } else { format!("Bearer {key}") };
    let plain = header.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    let value = HeaderValue::from_str(&header).ok().filter(|_| plain);
    let mut value = value.ok_or_else(|| ConfigError::new(KEY, "must be of visible ASCII characters"))?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn given(url: &str, key: &str, body: &str) -> Result<Option<TextGateway>, String> {
        let text = |text: &str| Some(text.to_owned());
        let flags = NotificationFlags {
            text_url: text(url),
            text_key: text(key),
            text_body: text(body),
            ..NotificationFlags::default()
        };
        read(&flags).map_err(|error| error.to_string())
    }

    #[test]
    fn a_gateway_is_an_address_a_key_and_a_body() {
        assert!(given("", "", "").unwrap().is_none());
        let gateway = given("https://texts.example/v1", "k3y", "").unwrap().unwrap();
        assert_eq!(gateway.authorisation.as_ref().unwrap(), "Bearer k3y");
        assert_eq!(gateway.content_type(), "application/json");
        assert_eq!(gateway.body("+44", "\"Hi\"\n"), r#"{"to":"+44","text":"\"Hi\"\n"}"#);
        let gateway = given("https://texts.example", "Basic abc=", "To={to}&Body={text}").unwrap().unwrap();
        assert_eq!(gateway.authorisation.as_ref().unwrap(), "Basic abc=");
        assert_eq!(gateway.body("+44", "{to} & you"), "To=%2B44&Body=%7Bto%7D+%26+you");
        assert!(given("http://127.0.0.1:9/x", "", "").unwrap().is_some());
        assert!(!format!("{gateway:?}").contains("abc="));
    }

    #[test]
    fn what_does_not_fit_is_told_by_its_setting_and_without_its_key() {
        for (url, key, body, setting) in [
            ("", "k3y", "", "--text-key"),
            ("", "", "{to}{text}", "--text-body"),
            ("texts.example", "k3y", "", "--text-url"),
            ("http://texts.example", "k3y", "", "--text-url"),
            ("https://k3y@texts.example", "", "", "--text-url"),
            ("https://texts.example", "k3y\n", "{\"to\":\"{to}\"}", "--text-body"),
            ("https://texts.example", "k3y", "{to}: {text}", "--text-body"),
            ("https://texts.example", "schlüssel", "", "--text-key"),
        ] {
            let line = given(url, key, body).unwrap_err();
            assert!(line.starts_with(&format!("{setting}: ")), "{line}");
            assert!(!line.contains("k3y") && !line.contains("schlüssel"), "{line}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_filled_in_stays_one_value(to in "\\PC{0,20}", text in "\\PC{0,80}") {
            let json = Template::parse(DEFAULT_BODY).unwrap().filled(&to, &text);
            let value: Value = serde_json::from_str(&json).unwrap();
            prop_assert_eq!((value["to"].as_str(), value["text"].as_str()), (Some(&*to), Some(&*text)));
            let form = Template::parse("a={to}&b={text}").unwrap().filled(&to, &text);
            let read: Vec<(String, String)> = form_urlencoded::parse(form.as_bytes()).into_owned().collect();
            prop_assert_eq!(read, vec![("a".to_owned(), to), ("b".to_owned(), text)]);
        }
    }
}
