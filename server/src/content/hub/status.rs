//! The state of the hub, and why it may have no answer.

use serde::Serialize;
use utoipa::ToSchema;

use crate::content::search::SearchError;
use crate::db::DbError;
use crate::http::ApiError;

/// When to try again while content is unavailable, in seconds.
pub(super) const AWAY_S: u64 = 5;
/// When to try again after a search did not get its turn, in seconds.
const SEARCH_BUSY_S: u64 = 2;

#[derive(Debug, thiserror::Error)]
pub enum HubError {
    #[error(transparent)]
    Db(#[from] DbError),
    /// The search could not be parsed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The remote hub does not answer, or not usably, and there is no copy.
    #[error("the content hub is away: {0}")]
    Away(String),
    /// Too many requests: a search did not get its turn, or did not finish in time.
    #[error("the search did not end in time")]
    Busy,
    /// A bug.
    #[error("{0}")]
    Broken(String),
}

/// The state of the content hub, for staff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HubState {
    /// `embedded` or `remote`.
    #[schema(example = "embedded")]
    pub mode: &'static str,
    /// `ok`; `stale` if visitors are served cached copies; `away` if something requested has no cached copy.
    #[schema(example = "ok")]
    pub state: &'static str,
    /// Since when it has not been `ok`, ISO with `Z`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The last error, and the request that it concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
}

impl From<HubError> for ApiError {
    fn from(error: HubError) -> Self {
        match error {
            HubError::Db(error) => error.into(),
            HubError::Search(error) => {
                let code = if error.is_budget() { "QUERY_TOO_LARGE" } else { "QUERY_INVALID" };
                Self::bad_request(code, error.to_string()).field(error.parameter())
            }
            HubError::Busy => Self::unavailable(SEARCH_BUSY_S)
                .renamed("SEARCH_BUSY")
                .message("Too many searches are running. Please try again in a moment."),
            HubError::Away(cause) => Self::unavailable(AWAY_S)
                .renamed("CONTENT_AWAY")
                .message("Our pages are out of reach for a moment. Please try again shortly.")
                .cause(cause),
            HubError::Broken(cause) => Self::internal(cause),
        }
    }
}
