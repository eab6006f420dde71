//! The board as a file for staff: RFC 4180, and nothing in it that a spreadsheet would run.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

use crate::board::LeaderboardRow;
use crate::error::ApiError;

const HEADINGS: &str = "position,prevPosition,uaid,firstName,lastName,gender,score\r\n";

/// The file, every row of the board.
pub(super) fn file(rows: &[LeaderboardRow], name: &str) -> Result<Response, ApiError> {
    let disposition = format!("attachment; filename=\"{name}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8; header=present")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, write(rows)).into_response())
}

fn write(rows: &[LeaderboardRow]) -> String {
    let mut text = String::from(HEADINGS);
    for row in rows {
        let fields = [
            row.position.to_string(),
            row.prev_position.map(|position| position.to_string()).unwrap_or_default(),
            row.uaid.as_ref().map(ToString::to_string).unwrap_or_default(),
            field(&row.first_name),
            field(&row.last_name),
            row.gender.unwrap_or_default().to_owned(),
            row.score.to_string(),
        ];
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}

/// A text that people typed: quoted where it has to be, and an apostrophe before what would begin a formula.
fn field(text: &str) -> String {
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
    use sixfold_domain::score::Score;

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

    #[test]
    fn a_row_is_a_line() {
        let row = LeaderboardRow {
            uaid: Some("77".parse().unwrap()),
            first_name: "Robin".into(),
            last_name: "-Field".into(),
            score: Score::from_hundredths(6_400),
            position: 3,
            prev_position: None,
            is_user: false,
            gender: Some("female"),
        };
        let lines = write(&[row]);
        assert_eq!(lines, format!("{HEADINGS}3,,77,Robin,\"'-Field\",female,64.00\r\n"));
    }
}
