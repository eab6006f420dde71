//! What people type about themselves: telephone number, postcode, e-mail address, names, texts, handles, and the short words by
//! which they name an athlete, a booking, a day and a time.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::{BookingCode, code_part};
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::contact::{EMAIL_MAX, email, phone, postcode};
use sixfold_domain::profile::handles::{SocialMedia, handle};
use sixfold_domain::profile::person::{NAME_MAX, name};
use sixfold_domain::profile::{ProfileError, domain_slip, text};
use sixfold_domain::score::Score;
use sixfold_domain::time::{Date, SlotTime, TimeOfDay, london_timestamp, parse_timestamp};

/// Normal forms are of the one form that is promised, and normalising them again changes nothing.
pub fn check(bytes: &[u8]) {
    let Ok(typed) = std::str::from_utf8(bytes) else { return };
    if let Some(number) = settled(typed, phone) {
        let digits = number.strip_prefix('+').unwrap();
        assert!((8..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()));
        assert!(!digits.starts_with('0') && !digits.starts_with("440"), "{number}");
        assert_eq!(phone(&format!("00{digits}")).as_ref(), Ok(&number));
    }
    if let Some(code) = settled(typed, postcode) {
        let (outward, inward) = code.split_once(' ').unwrap();
        assert!((2..=4).contains(&outward.len()) && inward.len() == 3, "{code}");
        assert_eq!(postcode(&format!("{outward}{inward}").to_lowercase()).as_ref(), Ok(&code));
    }
    if let Some(address) = settled(typed, email) {
        assert!(address.len() <= EMAIL_MAX && address.is_ascii() && address == address.to_lowercase());
        assert!(!address.contains(|c: char| c.is_whitespace() || c.is_control() || "<>,;:\"\\".contains(c)));
        if let Some(meant) = domain_slip::did_you_mean(&address) {
            assert_eq!(domain_slip::did_you_mean(&meant), None);
        }
    }
    if let Some(name) = settled(typed, name) {
        assert!((1..=NAME_MAX).contains(&name.chars().count()));
        assert!(!name.contains(|c: char| c.is_control() || "<>\"=+@;:\\".contains(c)), "{name:?}");
    }
    if let Some(line) = settled(typed, |typed| text::line(typed, text::SPORT_PLAYED_MAX)) {
        assert!(line.chars().count() <= text::SPORT_PLAYED_MAX && !line.contains(['\r', '\n']));
    }
    settled(typed, |typed| text::paragraph(typed, text::MEDICAL_ISSUES_MAX));
    for platform in SocialMedia::ALL {
        if let Some(handle) = settled(typed, |typed| handle(platform, typed)) {
            assert!(handle.len() <= platform.handle_max() && !handle.contains('@'));
        }
    }
    words(typed);
}

/// The normal form, if the text has one; it has to be its own.
fn settled(typed: &str, normal: impl Fn(&str) -> Result<String, ProfileError>) -> Option<String> {
    let form = normal(typed).ok()?;
    assert_eq!(normal(&form).as_ref(), Ok(&form), "{typed:?} is not settled");
    Some(form)
}

fn words(typed: &str) {
    if let Some(uaid) = read_back::<Uaid>(typed) {
        assert!((1..=20).contains(&uaid.as_str().len()) && !uaid.as_str().starts_with('0'));
    }
    if let Some(code) = read_back::<BookingCode>(typed) {
        assert_eq!(code_part(typed).as_deref(), Some(code.as_str()), "a whole code is a part of itself");
    }
    read_back::<Date>(typed);
    read_back::<TimeOfDay>(typed);
    read_back::<SlotTime>(typed);
    read_back::<Score>(typed);
    read_back::<Raw>(typed);
    if let Ok(ms) = parse_timestamp(typed)
        && let Ok(written) = london_timestamp(ms)
    {
        assert_eq!(parse_timestamp(&written), Ok(ms), "{written}");
    }
}

/// A value, if the text is one; as it is written it has to be the same value.
fn read_back<T: FromStr<Err: Debug + PartialEq> + Display + Debug + PartialEq>(typed: &str) -> Option<T> {
    let value = typed.parse::<T>().ok()?;
    assert_eq!(value.to_string().parse::<T>().as_ref(), Ok(&value), "{typed:?}");
    Some(value)
}
