//! Pages of lists: a statement reads one row more than a page holds, which tells whether there are more.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::http::ApiError;

/// Drops the rows beyond a page; whether there were any.
pub(super) fn cut<T>(rows: &mut Vec<T>, page: usize) -> bool {
    let more = rows.len() > page;
    rows.truncate(page);
    more
}

/// Drops the rows beyond a page; if there were any, the cursor of the last row that is left.
pub(super) fn cut_at_cursor<T>(
    rows: &mut Vec<T>,
    page: usize,
    cursor: impl FnOnce(&T) -> String,
) -> Option<String> {
    let more = cut(rows, page);
    rows.last().filter(|_| more).map(cursor)
}

/// What separates the parts of a position: no name and no id has it, and PostgreSQL stores none.
const SEPARATOR: &str = "\0";

/// A position in a list as a cursor.
pub(super) fn write_cursor<const PARTS: usize>(position: [&str; PARTS]) -> String {
    URL_SAFE_NO_PAD.encode(position.join(SEPARATOR))
}

/// The position that [`write_cursor`] wrote; none for the first page.
pub(super) fn read_cursor<const PARTS: usize>(
    cursor: Option<&str>,
) -> Result<Option<[String; PARTS]>, ApiError> {
    let Some(cursor) = cursor.filter(|cursor| !cursor.is_empty()) else { return Ok(None) };
    let text = URL_SAFE_NO_PAD.decode(cursor).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let parts: Option<Vec<String>> = text.map(|text| text.split(SEPARATOR).map(str::to_owned).collect());
    parts.and_then(|parts| parts.try_into().ok()).map(Some).ok_or_else(cursor_invalid)
}

pub(super) fn cursor_invalid() -> ApiError {
    ApiError::bad_request("CURSOR_INVALID", "That cursor is not one of ours.").field("cursor")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_was_written() {
        for position in [["2026-03-05", "10:00", "St. Mary's, 2/3"], ["", "", ""], ["Ó Briain", "+&=", "7"]]
        {
            let cursor = write_cursor(position);
            assert!(cursor.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')), "{cursor}");
            let read = read_cursor::<3>(Some(&cursor)).unwrap();
            assert_eq!(read, Some(position.map(str::to_owned)), "{cursor}");
        }
        for first in [None, Some("")] {
            assert_eq!(read_cursor::<3>(first).unwrap(), None);
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let of_two = write_cursor(["10:00", "7"]);
        for cursor in ["%", "x", "_w", of_two.as_str()] {
            assert_eq!(read_cursor::<3>(Some(cursor)).unwrap_err().code(), "CURSOR_INVALID", "{cursor}");
        }
    }
}
