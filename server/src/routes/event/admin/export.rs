//! `GET /api/event/admin/export`: bookings, users, results or teams as a file, streamed.

mod lines;
mod reader;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use serde::Deserialize;
use serde_json::json;
use sixfold_domain::time::Date;
use utoipa::IntoParams;

use self::reader::{Dataset, ExportReader};
use super::super::payload::{date, id, in_order};
use crate::auth::CurrentUser;
use crate::auth::require::{Export, Require};
use crate::booking::event::find_event;
use crate::db::people::audit;
use crate::http::csv;
use crate::http::{ApiError, ApiQuery};
use crate::routes::refusals::{DeliveryOnly, Malformed, NoSuchEvent};
use crate::state::AppState;

/// What to export.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// `bookings`, `users`, `results` or `teams`.
    #[param(value_type = String)]
    what: Option<String>,
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_id: Option<String>,
    /// First day, `YYYY-MM-DD`: of tests, or for users the day on which their account was made. From the beginning when absent.
    /// Without dates, bookings without a day come last.
    #[serde(deserialize_with = "date")]
    #[param(value_type = Option<String>)]
    from: Option<Date>,
    /// Last day.
    #[serde(deserialize_with = "date")]
    #[param(value_type = Option<String>)]
    to: Option<Date>,
}

/// A file of bookings, users, results or teams, without health data. Text that a spreadsheet would take for a formula is
/// escaped. The audit log notes who downloaded which file.
#[utoipa::path(
    get, path = "/api/event/admin/export", tag = "people", operation_id = "exportFile",
    params(Params),
    responses(
        (status = 200, description = "The file, UTF-8 with a byte order mark", body = String, content_type = "text/csv"),
        Malformed, DeliveryOnly, NoSuchEvent,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Require { user, .. }: Require<Export>,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let named = params.what.as_deref().unwrap_or_default();
    let what: Dataset = named
        .parse()
        .map_err(|_| ApiError::invalid("what", "Say what to list: bookings, users, results or teams."))?;
    in_order(params.from, params.to)?;
    let today = state.today()?;
    let name = format!("{}-{today}", what.into_str());
    let event_id = note(&state, user, what, &params).await?;
    let reader = ExportReader::new(state, what, event_id, (params.from, params.to));
    // The first part is read before the response begins, so that an early error gets its proper status.
    let (first, rest) = reader.next_part().await?;
    let first = [csv::BOM, &what.heading(), &first].concat();
    let rest = stream::try_unfold(rest, |rest| async move {
        let Some(reader) = rest else { return Ok(None) };
        let (text, rest) = reader.next_part().await?;
        Ok(Some((Bytes::from(text), rest)))
    });
    let rest = rest.map_err(|error: ApiError| {
        error.log();
        std::io::Error::other(error.code().to_owned())
    });
    let body = stream::once(async move { Ok(Bytes::from(first)) }).chain(rest);
    Ok((csv::headers(&name)?, Body::from_stream(body)).into_response())
}

/// Logs who downloads which file; returns the event's id.
async fn note(
    state: &AppState,
    user: CurrentUser,
    what: Dataset,
    params: &Params,
) -> Result<String, ApiError> {
    let now_ms = state.clock.now_ms();
    let detail = json!({ "what": what.into_str(), "from": params.from, "to": params.to });
    let event_id = params.event_id.clone();
    let logged = state.db.write(async move |conn| {
        let event = find_event(conn, event_id.as_deref()).await?;
        let entry = audit::Entry::by(user.actor(), "export.taken").object(what.into_str()).detail(detail);
        audit::insert(conn, &entry, now_ms).await?;
        Ok::<_, ApiError>(event.event_id)
    });
    logged.await
}
