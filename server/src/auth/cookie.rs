//! The cookies of the next-auth protocol. Names depend on the scheme; values are percent-encoded; all are HttpOnly,
//! SameSite=Lax and without Domain.

use axum::http::{HeaderMap, HeaderValue, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Everything but what `encodeURIComponent` leaves unescaped.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// `token|hash`.
    Csrf,
    /// Where the browser goes after signing in.
    CallbackUrl,
    Session,
    /// OAuth `state`: the provider returns it in the redirect URL.
    State,
    /// The PKCE verifier (RFC 7636).
    Pkce,
    /// OIDC `nonce`: the provider returns it in the ID token.
    Nonce,
    /// The pass of the waiting room; not of the protocol.
    WaitingRoom,
}

impl Name {
    /// The cookie's name, with the `__Host-` or `__Secure-` prefix on https.
    pub fn text(self, https: bool) -> &'static str {
        match (self, https) {
            (Self::Csrf, false) => "next-auth.csrf-token",
            (Self::Csrf, true) => "__Host-next-auth.csrf-token",
            (Self::CallbackUrl, false) => "next-auth.callback-url",
            (Self::CallbackUrl, true) => "__Secure-next-auth.callback-url",
            (Self::Session, false) => "next-auth.session-token",
            (Self::Session, true) => "__Secure-next-auth.session-token",
            (Self::State, false) => "next-auth.state",
            (Self::State, true) => "__Secure-next-auth.state",
            (Self::Pkce, false) => "next-auth.pkce.code_verifier",
            (Self::Pkce, true) => "__Secure-next-auth.pkce.code_verifier",
            (Self::Nonce, false) => "next-auth.nonce",
            (Self::Nonce, true) => "__Secure-next-auth.nonce",
            (Self::WaitingRoom, false) => "sixfold.waiting-room",
            (Self::WaitingRoom, true) => "__Secure-sixfold.waiting-room",
        }
    }
}

/// The value of a cookie of the request; the first one if it is sent twice.
pub fn read(headers: &HeaderMap, name: Name, https: bool) -> Option<String> {
    let name = name.text(https);
    headers.get_all(header::COOKIE).iter().find_map(|line| {
        // Browsers send all cookies in one line, and cookies of other pages of the domain need not be ASCII.
        let line = String::from_utf8_lossy(line.as_bytes());
        let mut pairs = line.split(';').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| key.trim() == name)?;
        Some(percent_decode_str(value.trim().trim_matches('"')).decode_utf8_lossy().into_owned())
    })
}

/// A `Set-Cookie` value. Without `max_age_s` the cookie lasts until the browser closes; 0 deletes it.
pub fn write(name: Name, https: bool, value: &str, max_age_s: Option<i64>) -> HeaderValue {
    let encoded = utf8_percent_encode(value, PLAIN);
    let age = max_age_s.map_or_else(String::new, |seconds| format!("; Max-Age={seconds}"));
    let secure = if https { "; Secure" } else { "" };
    let text = format!("{}={encoded}{age}; Path=/; HttpOnly; SameSite=Lax{secure}", name.text(https));
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_survives_the_way_there_and_back() {
        let value = "http://localhost:8080/en-gb/?a=b; c|d";
        let set = write(Name::CallbackUrl, false, value, None);
        let pair = set.to_str().unwrap().split(';').next().unwrap().to_owned();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(&format!("other=1; {pair}")).unwrap());
        assert_eq!(read(&headers, Name::CallbackUrl, false).as_deref(), Some(value));
        assert_eq!(read(&headers, Name::CallbackUrl, true), None);
        assert_eq!(read(&headers, Name::Session, false), None);
    }

    #[test]
    fn a_cookie_that_is_not_ascii_hides_no_other() {
        let mut headers = HeaderMap::new();
        let line = HeaderValue::from_bytes("a=ë; next-auth.csrf-token=x; b=ß".as_bytes()).unwrap();
        headers.insert(header::COOKIE, line);
        assert_eq!(read(&headers, Name::Csrf, false).as_deref(), Some("x"));
        headers.insert(header::COOKIE, HeaderValue::from_bytes(b"a=\xff; next-auth.csrf-token=x").unwrap());
        assert_eq!(read(&headers, Name::Csrf, false).as_deref(), Some("x"));
    }

    #[test]
    fn https_cookies_are_guarded() {
        let set = write(Name::Session, true, "x", Some(0));
        assert_eq!(
            set.to_str().unwrap(),
            "__Secure-next-auth.session-token=x; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure"
        );
    }
}
