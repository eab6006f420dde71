//! The board as a file for staff.

use axum::response::{IntoResponse as _, Response};

use crate::board::{LeaderboardRow, Ranked};
use crate::http::ApiError;
use crate::http::csv::{BOM, field, headers, line};

const HEADINGS: &str = "position,prevPosition,uaid,firstName,lastName,gender,score";
/// Added on a board of one test.
const MARK_HEADINGS: &str = ",raw,unit";

/// The file, every row of the board.
pub(super) fn file(rows: &[LeaderboardRow], ranked: Ranked, name: &str) -> Result<Response, ApiError> {
    Ok((headers(name)?, write(rows, ranked)).into_response())
}

fn write(rows: &[LeaderboardRow], ranked: Ranked) -> String {
    let marked = match ranked {
        Ranked::Final => false,
        Ranked::Test(_) => true,
    };
    let mut text = format!("{BOM}{HEADINGS}");
    text.push_str(if marked { MARK_HEADINGS } else { "" });
    text.push_str("\r\n");
    for row in rows {
        let mut fields = vec![
            row.position.to_string(),
            row.prev_position.map(|position| position.to_string()).unwrap_or_default(),
            row.uaid.as_ref().map(ToString::to_string).unwrap_or_default(),
            field(&row.first_name),
            field(&row.last_name),
            row.gender.unwrap_or_default().to_owned(),
            row.score.to_string(),
        ];
        if marked {
            let (raw, unit) =
                row.measurement.map(|mark| (mark.raw.to_string(), mark.unit.as_str())).unwrap_or_default();
            fields.extend([raw, unit.to_owned()]);
        }
        text.push_str(&line(&fields));
    }
    text
}

#[cfg(test)]
mod tests {
    use sixfold_domain::attempt::Raw;
    use sixfold_domain::protocol::Unit;
    use sixfold_domain::score::Score;
    use sixfold_domain::test_type::TestType;

    use super::*;
    use crate::board::RowMeasurement;

    fn robin() -> LeaderboardRow {
        LeaderboardRow {
            uaid: Some("77".parse().unwrap()),
            first_name: "Robin".into(),
            last_name: "-Field".into(),
            score: Score::from_hundredths(6_400),
            measurement: None,
            position: 3,
            prev_position: None,
            is_user: false,
            gender: Some("female"),
        }
    }

    #[test]
    fn a_row_is_a_line() {
        let lines = write(&[robin()], Ranked::Final);
        assert_eq!(lines, format!("{BOM}{HEADINGS}\r\n3,,77,Robin,\"'-Field\",female,64.00\r\n"));
    }

    // RULES 8.11
    #[test]
    fn a_line_of_a_test_has_its_mark() {
        let speed = RowMeasurement { raw: Raw::from_thousandths(7_820), unit: Unit::Seconds };
        let marked = LeaderboardRow { measurement: Some(speed), ..robin() };
        let lines = write(&[marked, robin()], Ranked::Test(TestType::Speed));
        let start = "3,,77,Robin,\"'-Field\",female,64.00";
        assert_eq!(lines, format!("{BOM}{HEADINGS}{MARK_HEADINGS}\r\n{start},7.82,s\r\n{start},,\r\n"));
    }
}
