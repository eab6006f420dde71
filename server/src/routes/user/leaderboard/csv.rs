//! The board as a file for staff.

use axum::response::{IntoResponse as _, Response};

use crate::board::LeaderboardRow;
use crate::http::csv::{field, headers, line};
use crate::http::error::ApiError;

const HEADINGS: &str = "position,prevPosition,uaid,firstName,lastName,gender,score\r\n";

/// The file, every row of the board.
pub(super) fn file(rows: &[LeaderboardRow], name: &str) -> Result<Response, ApiError> {
    Ok((headers(name)?, write(rows)).into_response())
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
        text.push_str(&line(&fields));
    }
    text
}

#[cfg(test)]
mod tests {
    use sixfold_domain::score::Score;

    use super::*;

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
