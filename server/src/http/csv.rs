//! Files for spreadsheets: RFC 4180, and nothing in them that a spreadsheet would run.

use axum::http::{HeaderValue, header};

use crate::http::error::ApiError;

/// What makes a spreadsheet read a file as UTF-8.
pub const BOM: &str = "\u{feff}";

/// The headers of a file that is saved under `name`, which has no ending yet.
pub fn headers(name: &str) -> Result<[(header::HeaderName, HeaderValue); 3], ApiError> {
    let disposition = format!("attachment; filename=\"{name}.csv\"");
    Ok([
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8; header=present")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ])
}

/// One line of fields that are written as they are: with [`field`] where people typed them.
pub fn line<T: AsRef<str>>(fields: &[T]) -> String {
    let fields: Vec<&str> = fields.iter().map(AsRef::as_ref).collect();
    format!("{}\r\n", fields.join(","))
}

/// A text that people typed: quoted where it has to be, and an apostrophe before what would begin a formula.
pub fn field(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n']) || formula {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_formulas_disarmed() {
        for (text, expected) in [
            ("Robin", "Robin"),
            ("Field, jr", "\"Field, jr\""),
            ("the \"bolt\"", "\"the \"\"bolt\"\"\""),
            ("two\r\nlines", "\"two\r\nlines\""),
            ("=1+1", "\"'=1+1\""),
            ("+44", "\"'+44\""),
            ("-cmd", "\"'-cmd\""),
            ("@sum", "\"'@sum\""),
            ("\t=1", "\"'\t=1\""),
            ("", ""),
        ] {
            assert_eq!(field(text), expected, "{text:?}");
        }
    }
}
