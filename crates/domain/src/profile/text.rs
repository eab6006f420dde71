//! Free text: its lengths, its characters, and how its absence is shown.

use super::ProfileError;

/// The longest medical notes, in characters.
pub const MEDICAL_ISSUES_MAX: usize = 2_000;
/// The longest name of a sport, in characters.
pub const SPORT_PLAYED_MAX: usize = 80;
/// The longest level of play, in characters.
pub const SPORT_LEVEL_MAX: usize = 80;
/// The longest answer about what to improve, in characters.
pub const IMPROVEMENT_MAX: usize = 500;
/// The longest description of the assistance needed, in characters.
pub const ASSISTANCE_TYPE_MAX: usize = 500;

/// How an absent emergency contact or medical note is shown; never stored (RULES 9.7).
pub const NOT_STATED: &str = "N/A";

/// The text to show: 'N/A' if nothing is stored.
pub fn shown(stored: Option<&str>) -> &str {
    stored.filter(|text| !text.trim().is_empty()).unwrap_or(NOT_STATED)
}

/// One line of text, trimmed: at most `max` characters, none of them a control character.
pub fn line(text: &str, max: usize) -> Result<String, ProfileError> {
    checked(text, max, |c| !c.is_control())
}

/// Text of several lines, trimmed: at most `max` characters, no control characters but line breaks and tabs.
pub fn paragraph(text: &str, max: usize) -> Result<String, ProfileError> {
    checked(text, max, |c| !c.is_control() || matches!(c, '\n' | '\r' | '\t'))
}

fn checked(text: &str, max: usize, allowed: impl Fn(char) -> bool) -> Result<String, ProfileError> {
    let text = text.trim();
    if !text.chars().all(allowed) {
        Err(ProfileError::TextInvalid)
    } else if text.chars().count() > max {
        Err(ProfileError::TextTooLong { max })
    } else {
        Ok(text.to_owned())
    }
}
