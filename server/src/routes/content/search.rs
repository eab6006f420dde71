//! `GET /api/content/{libraryId}/delivery/v1/search`: find items.

use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::cached;
use crate::content::search::SearchResults;
use crate::http::origin::Origin;
use crate::http::{ApiError, ErrorEnvelope};
use crate::routes::event::Succeeded;
use crate::routes::refusals::Malformed;
use crate::state::AppState;

/// Finds items by `q` and `fq` (`*:*`, `field:value`, quoted phrases, AND, OR, NOT, ranges, wildcards); `fl` picks fields,
/// `sort`, `start` and `rows` (at most 100) page through.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/delivery/v1/search", tag = "content", operation_id = "searchContent",
    params(
        ("libraryId" = String, Path, description = "The library"),
        ("q" = Option<String>, Query, description = "The query; everything when absent"),
        ("fq" = Option<String>, Query, description = "A further query that must hold too; may be repeated"),
        ("fl" = Option<String>, Query, description = "The fields wanted, separated by commas"),
        ("rows" = Option<u32>, Query, description = "The most documents to return, up to 100"),
        ("start" = Option<u32>, Query, description = "How many to skip"),
        ("sort" = Option<String>, Query, description = "`field asc` or `field desc`, separated by commas"),
    ),
    responses(
        (status = 200, description = "The documents found", body = Succeeded<SearchResults>),
        (status = 304, description = "Unchanged"),
        (status = 503, description = "SEARCH_BUSY, or the remote content hub does not answer and nothing is cached", body = ErrorEnvelope),
        Malformed,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Path(library_id): Path<String>,
    RawQuery(query): RawQuery,
    origin: Origin,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = query.as_deref().unwrap_or_default();
    let answer = state.hub.search_answer(&origin.counted(), &library_id, query).await?;
    Ok(cached::answer(&headers, answer))
}
