//! The body of a refused answer, as the OpenAPI document describes it.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The shape of a refused answer, for the OpenAPI document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorEnvelope {
    /// Always `false`.
    pub succeeded: bool,
    /// Always `null`.
    #[schema(value_type = Option<Value>)]
    pub data: Option<()>,
    /// Why the call was refused.
    pub error: ErrorBody,
}

/// Why a call was refused. The fields after `requestId` come with some codes only: the call, or the list of codes, names them.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// A stable upper-case word, such as `SLOT_FULL`.
    #[schema(example = "SLOT_FULL")]
    pub error_code: String,
    /// A sentence for people.
    pub error_message: String,
    /// The field of the request that is meant, when one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The id to quote to an operator; on a 5xx only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    #[serde(flatten)]
    pub details: ErrorDetails,
}

/// What refusals say beside their code, for the OpenAPI document; each field belongs to a few codes.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetails {
    /// How many athletes the file of an import names.
    pub athletes: Option<i64>,
    /// The bookings that a change of the schedule affects.
    pub bookings: Option<Vec<Value>>,
    /// Whether the athlete is checked in, so that only staff change the booking.
    pub checked_in: Option<bool>,
    /// What is stored now.
    pub current: Option<Value>,
    /// The day that is meant, `YYYY-MM-DD`.
    pub date: Option<String>,
    /// Whether the item was deleted.
    pub deleted: Option<bool>,
    /// The booking that is meant.
    pub event_booking_id: Option<String>,
    /// The step that the operator expected.
    pub expect: Option<i64>,
    /// The athletes who cannot be booked or removed, each with `uaid` and `code`.
    pub members: Option<Vec<Value>>,
    /// How many places are needed.
    pub needed: Option<i64>,
    /// When booking opens, ISO with `Z`.
    pub opens_at: Option<String>,
    /// The first day on which it is possible, `YYYY-MM-DD`.
    pub opens_on: Option<String>,
    /// How many problems there are in all.
    pub problem_count: Option<i64>,
    pub problems: Option<Vec<Value>>,
    /// How many places are left.
    pub remaining: Option<i64>,
    /// How many rows the file of an import has.
    pub rows: Option<i64>,
    /// Who saved the present state.
    pub saved_by: Option<String>,
    /// The status of the booking.
    pub status: Option<String>,
    /// The step that the ceremony is at.
    pub step: Option<i64>,
    /// The teams that a change of the schedule affects.
    pub teams: Option<Vec<Value>>,
    /// The tests that are still open.
    pub tests: Option<Vec<String>>,
    /// The items that show this one.
    pub used_by: Option<Vec<Value>>,
    /// The session that is at the same time.
    pub with: Option<Value>,
    /// What the caller sent.
    pub yours: Option<Value>,
}
