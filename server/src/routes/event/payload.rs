//! The bodies and answers of the event calls: names, ids and times are read generously, everything else strictly.

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use sixfold_domain::identity::{self, Uaid};
use sixfold_domain::time::{Date, SlotTime, TimeOfDay, london_day_end, london_to_millis};
use utoipa::ToSchema;

use crate::http::ApiError;

/// The longest free text that a booking may carry, in characters.
pub(super) const TEXT_MAX: usize = 2_000;

const ID_MAX: usize = 100;

/// The longest search, in characters.
const SEARCH_MAX: usize = 100;

/// The body of a booking; also of a move, a decline and a change of status.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct BookingBody {
    /// Whose booking; the caller's own when absent.
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = Option<String>, example = "10000001")]
    pub uaid: Option<Uaid>,
    /// XXS to XXXL; unchanged when absent.
    pub t_shirt_size: Option<String>,
    /// Whether the athlete asks for help.
    pub assistance_required: Option<bool>,
    /// Which help.
    pub assistance_type: Option<String>,
    /// The emergency contact's name.
    pub emergency_name: Option<String>,
    /// The emergency contact's number: `+` and 8 to 15 digits.
    pub emergency_number: Option<String>,
    /// Medical notes; absent, empty or 'N/A' keeps what is stored.
    pub medical_issues: Option<String>,
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    pub event_id: Option<String>,
    /// `YYYY-MM-DD`.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    pub event_test_date: Option<Date>,
    /// `HH:MM`, a quarter hour from 09:00 to 23:45.
    #[serde(deserialize_with = "time")]
    #[schema(value_type = Option<String>, example = "14:15")]
    pub event_test_time: Option<TimeOfDay>,
    /// `test` or `retest`, as the client understood it; the athlete's history decides.
    #[serde(deserialize_with = "id")]
    pub event_test_type: Option<String>,
    /// `booked` or `assistance` for a booking; `declined` or `dnt` from roles 2 and 3.
    #[serde(deserialize_with = "id")]
    pub event_test_status: Option<String>,
    /// Roles 3 and 4: lifts daysAhead, startDate, windowDays and retestDelay.
    pub bypass_booking_rule: Option<bool>,
    /// The team it is made for.
    #[serde(deserialize_with = "id")]
    pub team_booking_id: Option<String>,
    /// The open booking that is moved, declined or updated.
    #[serde(alias = "eventBookingID", alias = "EventBookingId", deserialize_with = "id")]
    pub event_booking_id: Option<String>,
    /// With `eventTestStatus: "declined"`: undoes the decline, within ten minutes of it.
    pub undo: Option<bool>,
    /// Notes of staff on a decline.
    #[serde(alias = "Notes", alias = "notes")]
    pub event_test_notes: Option<String>,
}

/// The body of a cancellation.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct CancelBody {
    /// Whose booking; the caller's own when absent.
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = Option<String>)]
    pub uaid: Option<Uaid>,
    #[serde(
        rename = "eventBookingID",
        alias = "eventBookingId",
        alias = "EventBookingId",
        deserialize_with = "id"
    )]
    pub event_booking_id: Option<String>,
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    pub event_id: Option<String>,
}

/// A full slot.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_field_names, reason = "the names of the wire")]
pub(super) struct WaitBody {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    pub event_id: Option<String>,
    /// `YYYY-MM-DD`.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = String)]
    pub event_test_date: Option<Date>,
    /// `HH:MM`.
    #[serde(deserialize_with = "time")]
    #[schema(value_type = String)]
    pub event_test_time: Option<TimeOfDay>,
}

/// An offer of the waiting list.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct AcceptBody {
    /// The offer's id, from the e-mail.
    #[serde(deserialize_with = "id")]
    pub offer_id: Option<String>,
}

/// The envelope of an answer, for the OpenAPI document.
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the names of the wire")]
pub(in crate::routes) struct Succeeded<T> {
    /// Always `true`.
    succeeded: bool,
    data: T,
    /// Always `null`.
    #[schema(value_type = Option<serde_json::Value>)]
    error: (),
}

/// The answer to a booking.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookedAnswer {
    pub uaid: String,
    /// The code to show at the desk.
    pub code: String,
    pub event_booking_id: String,
}

/// The answer to a cancellation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CancelAnswer {
    pub uaid: String,
    pub event_booking_id: String,
}

/// The athlete's position on the waiting list.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(super) struct PositionAnswer {
    /// 1 is first; null once they are no longer on it.
    pub position: Option<usize>,
}

/// An athlete's entry on the waiting list of a slot.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    pub event_id: String,
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    pub event_test_date: Date,
    /// `HH:MM`.
    #[schema(value_type = String)]
    pub event_test_time: SlotTime,
    /// 1 is first.
    pub position: i64,
    /// The offer of a seat that came free and is held; null while there is none.
    pub offer_id: Option<String>,
    /// Until when it is held, ISO with `Z`; null while there is no offer.
    pub offer_expires_at: Option<String>,
}

/// The text to search for, trimmed; empty when absent.
pub(super) fn search(text: Option<&str>) -> Result<&str, ApiError> {
    let text = text.unwrap_or_default();
    if text.chars().count() > SEARCH_MAX {
        return Err(ApiError::invalid("search", "Keep your search to 100 characters."));
    }
    Ok(text)
}

/// Refuses a last day before the first.
pub(super) fn in_order(from: Option<Date>, to: Option<Date>) -> Result<(), ApiError> {
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        let message = "The first day is after the last. Check both dates.";
        return Err(ApiError::bad_request("DATE_OUT_OF_RANGE", message).field("from"));
    }
    Ok(())
}

/// The first and the last instant of the days from one to another, in ms; without a day, of all time. Days beyond the range of
/// instants are before everything or after it.
pub(super) fn instants(from: Option<Date>, to: Option<Date>) -> (i64, i64) {
    let first = from.and_then(|day| london_to_millis(day, TimeOfDay::MIDNIGHT).ok());
    (first.unwrap_or(i64::MIN), to.map_or(i64::MAX, |day| london_day_end(day).unwrap_or(i64::MIN)))
}

/// An id: text or whole number; empty, 0 and null mean absent, null also as the word that a query has for it.
pub(in crate::routes) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) if matches!(text.trim(), "" | "0" | "null") => Ok(None),
        Value::String(text) if text.chars().count() > ID_MAX => {
            Err(D::Error::custom("an id this long does not exist"))
        }
        Value::String(text) => Ok(Some(text.trim().to_owned())),
        Value::Number(number) if number.as_u64() == Some(0) => Ok(None),
        Value::Number(number) if number.is_u64() => Ok(Some(number.to_string())),
        other => Err(D::Error::invalid_type(unexpected(&other), &"an id")),
    }
}

/// An athlete number as [`identity::optional`] reads it, but spaces around a text are left out.
pub(in crate::routes) fn uaid<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Uaid>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) => Uaid::normalise(text.trim()).map_err(D::Error::custom),
        other => identity::optional(other).map_err(D::Error::custom),
    }
}

pub(super) fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    match text.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => text.parse().map(Some).map_err(D::Error::custom),
    }
}

pub(super) fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<TimeOfDay>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) if matches!(text.trim(), "" | "0") => Ok(None),
        Value::String(text) => text.trim().parse().map(Some).map_err(D::Error::custom),
        Value::Number(number) if number.as_u64() == Some(0) => Ok(None),
        other => Err(D::Error::invalid_type(unexpected(&other), &"a time like 14:15")),
    }
}

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(b) => Unexpected::Bool(*b),
        Value::Number(_) => Unexpected::Other("a number"),
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BookingBody, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn empty_zero_and_null_ids_are_absent_and_both_spellings_are_read() {
        let body =
            read(r#"{"uaid":"0","eventId":0,"eventBookingID":"","teamBookingId":null,"eventTestTime":"0"}"#)
                .unwrap();
        assert!(body.uaid.is_none() && body.event_id.is_none() && body.event_booking_id.is_none());
        assert!(body.team_booking_id.is_none() && body.event_test_time.is_none());
        let body =
            read(r#"{"uaid":12,"eventID":"e","eventBookingID":"b","eventTestDate":"2026-11-24"}"#).unwrap();
        assert_eq!(body.uaid.map(|uaid| uaid.to_string()), Some("12".into()));
        assert_eq!((body.event_id.as_deref(), body.event_booking_id.as_deref()), (Some("e"), Some("b")));
    }

    #[test]
    fn spaces_around_an_athlete_number_are_left_out() {
        let body = read(r#"{"uaid":" 012 "}"#).unwrap();
        assert_eq!(body.uaid.map(|uaid| uaid.to_string()), Some("12".into()));
    }

    #[test]
    fn what_is_no_date_time_or_id_is_refused() {
        for text in [
            r#"{"eventTestDate":"2026-02-30"}"#,
            r#"{"eventTestTime":"25:00"}"#,
            r#"{"uaid":"12a"}"#,
            r#"{"uaid":-1}"#,
            r#"{"eventBookingId":[]}"#,
            r#"{"assistanceRequired":"yes"}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
