//! CSV files (RFC 4180) without cells that a spreadsheet would run as formulas.

use axum::http::{HeaderValue, header};

use crate::http::error::ApiError;

/// The byte order mark, by which spreadsheets recognise UTF-8.
pub const BOM: &str = "\u{feff}";

/// What begins a formula; some spreadsheets take the wide signs of East Asian keyboards for the others.
const BEGINS_FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The response headers of a download; `name` is without extension.
pub fn headers(name: &str) -> Result<[(header::HeaderName, HeaderValue); 3], ApiError> {
    let disposition = format!("attachment; filename=\"{name}.csv\"");
    Ok([
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8; header=present")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ])
}

/// One line of fields, written as they are: pass text that people typed through [`field`].
pub fn line<T: AsRef<str>>(fields: &[T]) -> String {
    let fields: Vec<&str> = fields.iter().map(AsRef::as_ref).collect();
    format!("{}\r\n", fields.join(","))
}

/// A field with text that people typed: quoted if necessary, and with an apostrophe before what would begin a formula.
pub fn field(text: &str) -> String {
    // Spreadsheets pass over what cannot be seen at the beginning.
    let unseen = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
    let formula =
        text.starts_with(['\t', '\r', '\n']) || text.trim_start_matches(unseen).starts_with(BEGINS_FORMULA);
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
            (" =1", "\"' =1\""),
            ("\u{feff}@sum", "\"'\u{feff}@sum\""),
            ("＝1+1", "\"'＝1+1\""),
            ("", ""),
        ] {
            assert_eq!(field(text), expected, "{text:?}");
        }
    }
}
