//! A picture's name and description, as an editor sends them.

use crate::http::ApiError;

/// The longest name and description, in characters.
const LIMIT: usize = 200;

/// The name and the description, trimmed and checked.
pub(super) fn texts(name: Option<&str>, alt_text: Option<&str>) -> Result<(String, String), ApiError> {
    let name = text("name", name)?;
    if name.is_empty() {
        return Err(ApiError::bad_request("FIELD_MISSING", "Give the picture a name.").field("name"));
    }
    Ok((name, text("altText", alt_text)?))
}

fn text(field: &'static str, given: Option<&str>) -> Result<String, ApiError> {
    let text = given.unwrap_or_default().trim();
    if text.chars().count() > LIMIT || text.chars().any(char::is_control) {
        let what = if field == "name" { "name" } else { "description" };
        return Err(ApiError::invalid(field, format!("Keep the {what} to {LIMIT} characters, on one line.")));
    }
    Ok(text.to_owned())
}
