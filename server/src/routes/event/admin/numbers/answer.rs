//! The answer of the statistics call.

use serde::Serialize;
use sixfold_domain::numbers::Step;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::rows::Row;

/// Statistics over a range of test dates.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes::event::admin) struct Numbers {
    pub(super) event_id: String,
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    pub(super) from: Date,
    /// `YYYY-MM-DD`, included.
    #[schema(value_type = String)]
    pub(super) to: Date,
    /// `day`, `week` or `month`, by the length of the range; absent where rows are not steps of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(super) step: Option<Step>,
    /// The first day whose figures are kept, `YYYY-MM-DD`; rows begin no earlier. Always with `waiting`, otherwise only if the
    /// range begins before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(super) kept_from: Option<Date>,
    pub(super) rows: Vec<Row>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "lowercase")]
pub(super) enum Statistic {
    Use,
    Bookings,
    Finals,
    Retests,
    Waiting,
    Distribution,
}
