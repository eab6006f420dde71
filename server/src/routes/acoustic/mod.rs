//! The content-management proxy through which the schedule is kept (RULES 13.9): in this server's own tables,
//! or in the hub elsewhere.

mod read;
mod write;

use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::content::schedule::ElementError;
use crate::http::error::ApiError;
use crate::state::AppState;

/// The routes of this folder.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read::get, write::put, write::post, write::delete))
}

/// Which item a write means.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct ItemParams {
    /// A fixed item, or a session's id.
    id: Option<String>,
}

impl ItemParams {
    fn id(self) -> Result<String, ApiError> {
        given(self.id).ok_or_else(|| ApiError::required("id", "Say which item."))
    }
}

/// An id that says something: empty and 0 mean absent.
fn given(id: Option<String>) -> Option<String> {
    id.map(|id| id.trim().to_owned()).filter(|id| !matches!(id.as_str(), "" | "0"))
}

fn malformed(error: &ElementError) -> ApiError {
    ApiError::bad_request("FIELD_INVALID", error.message).field(error.field)
}
