//! `POST /api/event/admin/results/import`: imports results from a CSV file, all of them or none.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::auth::require::{ManageResults, Require};
use crate::booking::history_import::{self, Outcome};
use crate::http::{ApiError, ApiJson, ApiQuery, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::DeliveryOnly;
use crate::state::AppState;

/// Whether it is a dry run.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// `false` imports; `true`, the default, only reports what would be imported and what is wrong.
    dry_run: Option<bool>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ImportBody {
    /// Its text: `uaid,date,test,attempt1,attempt2,attempt3` and a row for each test. At most 1 MiB and 5,000 rows.
    csv: String,
}

/// Imports results from a CSV file. A dry run reports problems by line and column and stores nothing; an import with any
/// problem stores nothing either. A file that was imported before is refused line by line.
#[utoipa::path(
    post, path = "/api/event/admin/results/import", tag = "people", operation_id = "importResults",
    params(Params), request_body = ImportBody,
    responses(
        (status = 200, description = "What was or would be imported", body = Envelope<Outcome>),
        (status = 422, description = "IMPORT_REFUSED with `error.problems`, `rows`, `athletes` and `problemCount`; \
            IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeliveryOnly,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageResults>,
    idempotency: Idempotency,
    ApiQuery(params): ApiQuery<Params>,
    ApiJson(body): ApiJson<ImportBody>,
) -> Result<Response, ApiError> {
    let now_ms = state.clock.now_ms();
    if params.dry_run.unwrap_or(true) {
        let outcome = state
            .db
            .read(async |conn| {
                let by = Some(user.actor());
                history_import::run(conn, &body.csv, by, true, now_ms).await.map_err(ApiError::from)
            })
            .await?;
        return Ok(Envelope(outcome).into_response());
    }
    // The idempotency key is bound to the body and not to the query. A dry run and the import still never share an answer,
    // since that of a dry run is not stored.
    let answer = once(&state, &idempotency, async move |conn| {
        let outcome = history_import::run(conn, &body.csv, Some(user.actor()), false, now_ms).await?;
        if outcome.problem_count > 0 {
            return Err(refused(&outcome));
        }
        Ok(outcome)
    });
    let answer = answer.await?;
    state.boards.sync_after_write(&state.db).await;
    Ok(answer.into_response())
}

fn refused(outcome: &Outcome) -> ApiError {
    ApiError::rule("IMPORT_REFUSED", "Nothing was imported: the file has lines that do not fit.")
        .field("csv")
        .with("problems", &outcome.problems)
        .with("problemCount", outcome.problem_count)
        .with("rows", outcome.rows)
        .with("athletes", outcome.athletes)
}
