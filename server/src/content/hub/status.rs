//! How the hub stands and why it may have no answer.

use serde::Serialize;
use utoipa::ToSchema;

use crate::content::search::SearchError;
use crate::db::DbError;
use crate::http::error::ApiError;

/// The topic that rises with every change of public content.
pub const TOPIC: &str = "content";
/// When to come back for content that is away, in seconds.
pub(super) const AWAY_S: u64 = 5;
/// When to come back for a search that did not get its turn, in seconds.
const SEARCH_BUSY_S: u64 = 2;

/// Why the hub has no answer.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// The store refused.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The search does not read.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The hub elsewhere does not answer, or with something that cannot be used, and there is no copy.
    #[error("the content hub is away: {0}")]
    Away(String),
    /// Too much is asked at once: a search did not get its turn, or did not end in time.
    #[error("the search did not end in time")]
    Busy,
    /// A fault of ours.
    #[error("{0}")]
    Broken(String),
}

/// How the hub stands, for staff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HubState {
    /// `embedded` or `remote`.
    #[schema(example = "embedded")]
    pub mode: &'static str,
    /// `ok`; `stale` when visitors are served copies; `away` when something is asked for that there is no copy of.
    #[schema(example = "ok")]
    pub state: &'static str,
    /// Since when it is not `ok`, ISO with `Z`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// What was wrong the last time, and with what.
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
