//! How long a service asks to wait.

use std::time::SystemTime;

use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// The seconds of a `Retry-After`; one that is a date is read by the service's own clock.
pub(super) fn retry_after_s(headers: &HeaderMap) -> Option<i64> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse::<u32>() {
        return Some(i64::from(seconds));
    }
    let wait = date(headers, RETRY_AFTER)?.duration_since(date(headers, DATE)?).unwrap_or_default();
    i64::try_from(wait.as_secs()).ok()
}

fn date(headers: &HeaderMap, name: HeaderName) -> Option<SystemTime> {
    httpdate::parse_http_date(headers.get(name)?.to_str().ok()?.trim()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_seconds_or_a_date() {
        let of = |value: &str, now: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, value.parse().unwrap());
            headers.insert(DATE, now.parse().unwrap());
            retry_after_s(&headers)
        };
        let (now, later) = ("Fri, 31 Dec 1999 23:50:00 GMT", "Fri, 31 Dec 1999 23:59:59 GMT");
        assert_eq!((of("120", now), of(" 0 ", now)), (Some(120), Some(0)));
        for none in ["soon", "-5", "99999999999"] {
            assert_eq!(of(none, now), None, "{none}");
        }
        assert_eq!((of(later, now), of(now, later)), (Some(599), Some(0)));
        assert_eq!(of(later, "today"), None);
        assert_eq!(retry_after_s(&HeaderMap::new()), None);
    }
}
