//! The body of a reveal call: revealing one final, or a command of the ceremony.

use serde::{Deserialize, Serialize};
use sixfold_domain::identity::Uaid;
use sixfold_domain::reveal::{Move, Order, SPEEDS};
use utoipa::ToSchema;

use super::super::payload::{id, uaid};
use crate::http::ApiError;

/// The most athletes or bookings that an order may list.
const NAMES_MAX: usize = 10_000;
const TOO_LONG: &str = "That list is longer than any ceremony.";

/// `{uaid, eventBookingId?}` reveals one final; `{action}` runs the ceremony.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::routes) struct RevealBody {
    /// Whose held final to reveal; without `action`.
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = Option<String>, example = "10000001")]
    uaid: Option<Uaid>,
    /// With `uaid`: the booking of the final to reveal; the athlete's newest held final when absent. With `end`: the booking of
    /// the newest step that the operator sees; 409 if that is another one by now.
    #[serde(alias = "eventBookingID", alias = "EventBookingId", deserialize_with = "id")]
    #[schema(value_type = Option<String>)]
    event_booking_id: Option<String>,
    /// `start`, `next`, `back`, `jump`, `speed` or `end`.
    #[serde(deserialize_with = "id")]
    #[schema(value_type = Option<String>, example = "start")]
    action: Option<String>,
    /// With `start`: `ascending` (the default: the top is decided last), `descending`, or the athletes' uaids in order; anybody
    /// left out comes first.
    order: Option<OrderBody>,
    /// With `start`, instead of `order`: the bookings of the held finals in order, so that two finals of one athlete can be
    /// apart; finals left out come first.
    #[serde(alias = "eventBookingIDs")]
    event_booking_ids: Option<Vec<String>>,
    /// With `start`: the season whose held finals are revealed; the latest that has any when absent.
    #[schema(example = 10)]
    season: Option<u32>,
    /// With `jump`: how many steps to show.
    #[schema(example = 3)]
    step: Option<usize>,
    /// With `start` and `speed`: how fast screens play a step, 0.25 to 4.
    #[schema(example = 1.5)]
    speed: Option<f64>,
    /// How many steps the operator sees shown; 409 unless that is still the number.
    #[schema(example = 2)]
    expect: Option<usize>,
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[schema(value_type = Option<String>)]
    event_id: Option<String>,
}

/// An order by its name, or a list of athletes.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::routes) enum OrderBody {
    /// `ascending` or `descending`.
    Named(String),
    /// Uaids.
    Given(Vec<String>),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum RevealAction {
    /// Reveals an athlete's held final: the one of a booking, or the newest.
    One(Uaid, Option<String>),
    /// Starts a ceremony, by default at the normal speed, of the latest season with held finals.
    Start {
        order: Order,
        speed: Option<i64>,
        season: Option<u32>,
    },
    Go(Move),
    /// Changes the speed, in hundredths.
    Speed(i64),
    /// Ends the reveal, if the booking of its newest step is this one or none is named.
    End(Option<String>),
}

/// The request, parsed and checked.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RevealCommand {
    pub event_id: Option<String>,
    pub expect: Option<usize>,
    pub action: RevealAction,
}

impl RevealAction {
    pub(super) fn audited(&self) -> &'static str {
        match self {
            Self::One(..) => "reveal.one",
            Self::Start { .. } => "reveal.start",
            Self::Go(Move::Next) => "reveal.next",
            Self::Go(Move::Back) => "reveal.back",
            Self::Go(Move::Jump(_)) => "reveal.jump",
            Self::Speed(_) => "reveal.speed",
            Self::End(_) => "reveal.end",
        }
    }
}

impl RevealBody {
    pub(super) fn read(self) -> Result<RevealCommand, ApiError> {
        let action = match (self.uaid, self.action.as_deref()) {
            (Some(_), Some(_)) => {
                return Err(ApiError::invalid("action", "Say whose final, or which action; not both."));
            }
            (None, None) => return Err(ApiError::missing("action")),
            (Some(uaid), None) => RevealAction::One(uaid, self.event_booking_id),
            (None, Some("start")) => {
                let order = read_order(self.order, self.event_booking_ids)?;
                RevealAction::Start { order, speed: self.speed.map(speed).transpose()?, season: self.season }
            }
            (None, Some("next")) => RevealAction::Go(Move::Next),
            (None, Some("back")) => RevealAction::Go(Move::Back),
            (None, Some("jump")) => {
                RevealAction::Go(Move::Jump(self.step.ok_or_else(|| ApiError::missing("step"))?))
            }
            (None, Some("speed")) => {
                RevealAction::Speed(speed(self.speed.ok_or_else(|| ApiError::missing("speed"))?)?)
            }
            (None, Some("end")) => RevealAction::End(self.event_booking_id),
            (None, Some(_)) => {
                let message = "A reveal knows start, next, back, jump, speed and end.";
                return Err(ApiError::bad_request("ACTION_UNKNOWN", message).field("action"));
            }
        };
        Ok(RevealCommand { event_id: self.event_id, expect: self.expect, action })
    }
}

impl OrderBody {
    fn read(self) -> Result<Order, ApiError> {
        match self {
            Self::Named(name) if name == "ascending" => Ok(Order::Ascending),
            Self::Named(name) if name == "descending" => Ok(Order::Descending),
            Self::Named(_) => {
                Err(ApiError::invalid("order", "An order is ascending, descending, or a list of athletes."))
            }
            Self::Given(numbers) if numbers.len() > NAMES_MAX => Err(ApiError::invalid("order", TOO_LONG)),
            Self::Given(numbers) => {
                let read = numbers.iter().map(|number| number.parse::<Uaid>());
                let uaids: Result<Vec<Uaid>, _> = read.collect();
                uaids
                    .map(Order::Athletes)
                    .map_err(|_| ApiError::invalid("order", "An order names athletes by their numbers."))
            }
        }
    }
}

/// The order of a start: by its name, by athlete or by booking.
fn read_order(order: Option<OrderBody>, bookings: Option<Vec<String>>) -> Result<Order, ApiError> {
    match (order, bookings) {
        (None, None) => Ok(Order::Ascending),
        (Some(order), None) => order.read(),
        (None, Some(ids)) if ids.len() > NAMES_MAX => Err(ApiError::invalid("eventBookingIds", TOO_LONG)),
        (None, Some(ids)) => Ok(Order::Bookings(ids)),
        (Some(_), Some(_)) => {
            Err(ApiError::invalid("eventBookingIds", "Give an order, or bookings in order; not both."))
        }
    }
}

/// A speed in hundredths.
fn speed(speed: f64) -> Result<i64, ApiError> {
    let hundredths = (speed * 100.0).round();
    #[expect(clippy::cast_possible_truncation, reason = "a float beyond the range is none of the speeds")]
    Some(hundredths as i64)
        .filter(|hundredths| SPEEDS.contains(hundredths))
        .ok_or_else(|| ApiError::invalid("speed", "A speed is a number from 0.25 to 4."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<RevealCommand, ApiError> {
        serde_json::from_str::<RevealBody>(text).unwrap().read()
    }

    fn action(text: &str) -> RevealAction {
        read(text).unwrap().action
    }

    fn uaid(text: &str) -> Uaid {
        text.parse().unwrap()
    }

    fn start(order: Order, speed: Option<i64>) -> RevealAction {
        RevealAction::Start { order, speed, season: None }
    }

    #[test]
    fn each_act_reads() {
        assert_eq!(action(r#"{"uaid":"007"}"#), RevealAction::One(uaid("7"), None));
        assert_eq!(action(r#"{"uaid":7,"eventBookingId":null}"#), RevealAction::One(uaid("7"), None));
        assert_eq!(
            action(r#"{"uaid":"7","eventBookingId":"b"}"#),
            RevealAction::One(uaid("7"), Some("b".into()))
        );
        assert_eq!(action(r#"{"action":"start"}"#), start(Order::Ascending, None));
        assert_eq!(
            action(r#"{"action":"start","season":9}"#),
            RevealAction::Start { order: Order::Ascending, speed: None, season: Some(9) }
        );
        assert_eq!(
            action(r#"{"action":"start","order":"descending","speed":0.25}"#),
            start(Order::Descending, Some(25))
        );
        assert_eq!(
            action(r#"{"action":"start","order":["3","007"]}"#),
            start(Order::Athletes(vec![uaid("3"), uaid("7")]), None)
        );
        assert_eq!(
            action(r#"{"action":"start","eventBookingIds":["c","b"]}"#),
            start(Order::Bookings(vec!["c".into(), "b".into()]), None)
        );
        assert_eq!(action(r#"{"action":"next"}"#), RevealAction::Go(Move::Next));
        assert_eq!(action(r#"{"action":"jump","step":0}"#), RevealAction::Go(Move::Jump(0)));
        assert_eq!(action(r#"{"action":"speed","speed":4}"#), RevealAction::Speed(400));
        let command = read(r#"{"action":"end","expect":3,"eventID":"e"}"#).unwrap();
        assert_eq!(
            command,
            RevealCommand { event_id: Some("e".into()), expect: Some(3), action: RevealAction::End(None) }
        );
        assert_eq!(action(r#"{"action":"end","eventBookingId":"b"}"#), RevealAction::End(Some("b".into())));
    }

    #[test]
    fn what_is_no_act_names_its_field() {
        for (text, code, field) in [
            ("{}", "FIELD_MISSING", "action"),
            (r#"{"uaid":"0","action":""}"#, "FIELD_MISSING", "action"),
            (r#"{"uaid":"7","action":"next"}"#, "FIELD_INVALID", "action"),
            (r#"{"action":"forward"}"#, "ACTION_UNKNOWN", "action"),
            (r#"{"action":"jump"}"#, "FIELD_MISSING", "step"),
            (r#"{"action":"speed"}"#, "FIELD_MISSING", "speed"),
            (r#"{"action":"speed","speed":0.24}"#, "FIELD_INVALID", "speed"),
            (r#"{"action":"speed","speed":4.01}"#, "FIELD_INVALID", "speed"),
            (r#"{"action":"start","speed":-1}"#, "FIELD_INVALID", "speed"),
            (r#"{"action":"start","order":"random"}"#, "FIELD_INVALID", "order"),
            (r#"{"action":"start","order":["x"]}"#, "FIELD_INVALID", "order"),
            (r#"{"action":"start","order":["0"]}"#, "FIELD_INVALID", "order"),
            (r#"{"action":"start","order":[],"eventBookingIds":[]}"#, "FIELD_INVALID", "eventBookingIds"),
            (r#"{"eventBookingId":"b"}"#, "FIELD_MISSING", "action"),
        ] {
            let refused = read(text).unwrap_err();
            assert_eq!((refused.status().as_u16(), refused.code()), (400, code), "{text}");
            assert!(
                refused.to_json().contains(&format!("\"field\":\"{field}\"")),
                "{text}: {}",
                refused.to_json()
            );
        }
    }
}
