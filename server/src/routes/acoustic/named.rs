//! Which item a call is about.

use serde::Deserialize;

use crate::content::schedule::ElementError;
use crate::http::ApiError;
use crate::routes::event::id;

/// Which item to write.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct ItemParams {
    /// A fixed item, or a session's id.
    #[serde(deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    id: Option<String>,
}

impl ItemParams {
    pub(super) fn id(self) -> Result<String, ApiError> {
        self.id.ok_or_else(|| ApiError::required("id", "Say which item."))
    }
}

pub(super) fn malformed(error: &ElementError) -> ApiError {
    ApiError::invalid(error.field, error.message)
}
