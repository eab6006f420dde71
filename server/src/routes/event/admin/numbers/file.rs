//! Statistics as a CSV file: the columns are the fields of a row.

use axum::response::{IntoResponse as _, Response};
use sixfold_domain::numbers::PARTS;
use sixfold_domain::score::Score;

use super::answer::{Numbers, Statistic};
use super::rows::Row;
use crate::http::ApiError;
use crate::http::csv::{BOM, headers, line};

/// The file, named after the statistic and the days in it; if all of them are deleted, after those that were asked for.
pub(super) fn answer(what: Statistic, numbers: &Numbers) -> Result<Response, ApiError> {
    let first = numbers.kept_from.filter(|kept| *kept <= numbers.to);
    let first = first.map_or(numbers.from, |kept| kept.max(numbers.from));
    let name = format!("{}-{first}-{}", what.into_str(), numbers.to);
    let mut text = String::from(BOM);
    text.push_str(&line(&what.columns()));
    for row in &numbers.rows {
        text.push_str(&line(&row.cells()));
    }
    Ok((headers(&name)?, text).into_response())
}

impl Statistic {
    fn columns(self) -> Vec<String> {
        let columns = match self {
            Self::Use => "weekday hour booked arrived due",
            Self::Bookings => "date until booked arrived missed cancelled",
            Self::Finals => "date until finals mean",
            Self::Retests => "date until booked retests rate",
            Self::Waiting => "date until waited waiting offered accepted",
            Self::Distribution => "testType scores mean",
        };
        let mut columns: Vec<String> = columns.split(' ').map(str::to_owned).collect();
        if self == Self::Distribution {
            columns.extend((0..PARTS).map(|part| format!("from {}", part * 5)));
        }
        columns
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let text = |score: Option<Score>| score.map(|score| score.to_string()).unwrap_or_default();
        let counts = |counts: &[i64]| counts.iter().map(ToString::to_string).collect::<Vec<_>>();
        match self {
            Self::Use { weekday, hour, booked, arrived, due } => {
                counts(&[*weekday, *hour, *booked, *arrived, *due])
            }
            Self::Bookings { date, until, booked, arrived, missed, cancelled } => {
                let days = vec![date.to_string(), until.to_string()];
                [days, counts(&[*booked, *arrived, *missed, *cancelled])].concat()
            }
            Self::Finals { date, until, finals, mean } => {
                vec![date.to_string(), until.to_string(), finals.to_string(), text(*mean)]
            }
            Self::Retests { date, until, booked, retests, rate } => {
                let days = vec![date.to_string(), until.to_string()];
                [days, counts(&[*booked, *retests]), vec![text(*rate)]].concat()
            }
            Self::Waiting { date, until, waited, waiting, offered, accepted } => {
                let days = vec![date.to_string(), until.to_string()];
                [days, counts(&[*waited, *waiting, *offered, *accepted])].concat()
            }
            Self::Distribution { test_type, scores, mean, parts } => {
                let named = vec![(*test_type).to_owned(), scores.to_string(), text(*mean)];
                [named, counts(parts)].concat()
            }
        }
    }
}
