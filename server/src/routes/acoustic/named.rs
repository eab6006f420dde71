//! Which item a call is about.

use serde::Deserialize;

use crate::content::schedule::ElementError;
use crate::http::error::ApiError;

/// Which item to write.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct ItemParams {
    /// A fixed item, or a session's id.
    id: Option<String>,
}

impl ItemParams {
    pub(super) fn id(self) -> Result<String, ApiError> {
        given(self.id).ok_or_else(|| ApiError::required("id", "Say which item."))
    }
}

/// An id; empty and 0 count as absent.
pub(super) fn given(id: Option<String>) -> Option<String> {
    id.map(|id| id.trim().to_owned()).filter(|id| !matches!(id.as_str(), "" | "0"))
}

pub(super) fn malformed(error: &ElementError) -> ApiError {
    ApiError::bad_request("FIELD_INVALID", error.message).field(error.field)
}
