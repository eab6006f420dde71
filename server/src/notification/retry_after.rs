//! How long a service asks to wait.

use std::time::SystemTime;

use reqwest::header::{HeaderMap, RETRY_AFTER};

/// The seconds of a `Retry-After`, which may be a date.
pub(super) fn retry_after_s(headers: &HeaderMap) -> Option<i64> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse::<u32>() {
        return Some(i64::from(seconds));
    }
    let at = httpdate::parse_http_date(value).ok()?;
    let wait = at.duration_since(SystemTime::now()).unwrap_or_default();
    i64::try_from(wait.as_secs()).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_pause_is_seconds_or_a_date() {
        let of = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, value.parse().unwrap());
            retry_after_s(&headers)
        };
        assert_eq!((of("120"), of(" 0 ")), (Some(120), Some(0)));
        for none in ["soon", "-5", "99999999999"] {
            assert_eq!(of(none), None, "{none}");
        }
        assert_eq!(of("Fri, 31 Dec 1999 23:59:59 GMT"), Some(0));
        let later = of(&httpdate::fmt_http_date(SystemTime::now() + Duration::from_mins(10))).unwrap();
        assert!((590..=600).contains(&later), "{later}");
        assert_eq!(retry_after_s(&HeaderMap::new()), None);
    }
}
