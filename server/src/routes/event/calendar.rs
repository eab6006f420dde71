//! `GET /api/event/calendar/{secret}.ics`: the schedule for a calendar program. The secret in the address authenticates the
//! request; it is kept out of the logs (`app/middleware.rs`).

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use sixfold_domain::role::Role;
use sixfold_domain::time::london_date_time;

use crate::auth::keys::stored_hash;
use crate::booking::event::find_event;
use crate::booking::ical_feed::{self, CalendarFeed};
use crate::db::Conn;
use crate::db::calendar::{calendar_feed, schedule};
use crate::http::ApiError;
use crate::http::etag::{self, is_current};
use crate::mail::calendar::host;
use crate::routes::refusals::NotFound;
use crate::site;
use crate::state::AppState;

/// How far the calendar reaches back and ahead, in days.
const DAYS: (i32, i32) = (14, 90);

/// Closed days and sessions, how full each time is, and which teams come, in iCalendar: two weeks back and ninety days ahead. A
/// coach sees their own teams. No athlete is named. The secret is that of a link of `user/calendar-feed`, followed by `.ics`.
#[utoipa::path(
    get, path = "/api/event/calendar/{feed}", tag = "event", operation_id = "calendar",
    params(("feed" = String, Path, description = "The link's secret and `.ics`")),
    responses(
        (status = 200, description = "The calendar", content_type = "text/calendar", body = String),
        (status = 304, description = "Unchanged"),
        NotFound,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Path(named): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let secret = named.strip_suffix(".ics").ok_or_else(ApiError::not_found)?;
    let (hash, now_ms, site) = (stored_hash(secret), state.clock.now_ms(), site::title(&state).await);
    let host = host(&state.config.public_url).to_owned();
    let body = state.db.read(async |conn| write(conn, &hash, &site, &host, now_ms).await);
    let body = body.await?;
    let tag = etag::strong(&body).map_err(ApiError::internal)?;
    let unchanged = is_current(&headers, &tag);
    let answered = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8")),
    ];
    Ok(if unchanged {
        (StatusCode::NOT_MODIFIED, answered).into_response()
    } else {
        (answered, body).into_response()
    })
}

async fn write(
    conn: &mut Conn,
    secret_hash: &str,
    site: &str,
    host: &str,
    now_ms: i64,
) -> Result<String, ApiError> {
    let reader = calendar_feed::reader(conn, secret_hash).await?;
    let (uaid, role) = reader.ok_or_else(ApiError::not_found)?;
    let event = find_event(conn, None).await?;
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
    let days = (today.add_days(-DAYS.0), today.add_days(DAYS.1));
    let config = schedule::config(conn, &event.event_id, days.0).await?;
    let coach = (role == Role::Coach).then_some(uaid.as_str());
    // A coach does not see how full the academy is.
    let slots = match coach {
        None => calendar_feed::slots(conn, &event.event_id, days).await?,
        Some(_) => Vec::new(),
    };
    let teams = calendar_feed::teams(conn, &event.event_id, days, coach).await?;
    ical_feed::write(&CalendarFeed {
        site,
        host,
        event: &event,
        config: &config,
        slots: &slots,
        teams: &teams,
        today,
        days,
    })
    .map_err(ApiError::internal)
}
