//! `GET /api/event/admin/audit`: the audit log, newest first.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sixfold_domain::identity::Uaid;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::super::payload::{date, in_order, instants, uaid};
use crate::auth::require::{ReadAudit, Require};
use crate::config::clock::iso;
use crate::db::people::audit::{self, PAGE, Query, Row};
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope};
use crate::routes::page;
use crate::routes::refusals::DeliveryOnly;
use crate::state::AppState;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct AuditQuery {
    #[serde(deserialize_with = "date")]
    from: Option<Date>,
    #[serde(deserialize_with = "date")]
    to: Option<Date>,
    action: Option<String>,
    #[serde(deserialize_with = "uaid")]
    uaid: Option<Uaid>,
    cursor: Option<String>,
}

/// One line of the log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AuditEntry {
    audit_id: String,
    /// When it happened.
    at: String,
    /// Who did it; null for the server itself.
    actor_uaid: Option<String>,
    /// Their present name; empty for a deleted account.
    actor_name: String,
    /// Their role at the time, 1 to 4.
    actor_role: Option<i64>,
    /// A stable word such as `booking.created`.
    action: String,
    /// The person whom it concerned.
    subject_uaid: Option<String>,
    /// Their present name; empty for a deleted account.
    subject_name: String,
    /// The id of what it was done to, such as a booking.
    object_id: Option<String>,
    /// Further details, none of them personal except a `reason` that staff typed, which is null once the account of `subjectUaid`
    /// has been deleted.
    detail: Value,
}

/// A page of the log.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditPage {
    /// At most a hundred, newest first.
    entries: Vec<AuditEntry>,
    /// Pass it to get the next page; null on the last.
    cursor: Option<String>,
}

/// Who did what to whom: each write, each reading of health data, each refused call. `uaid` finds what somebody did and what
/// was done to them. Days are London's.
#[utoipa::path(
    get, path = "/api/event/admin/audit", tag = "people", operation_id = "auditLog",
    params(
        ("from" = Option<String>, Query, description = "The first day, `YYYY-MM-DD`"),
        ("to" = Option<String>, Query, description = "The last day, `YYYY-MM-DD`"),
        ("action" = Option<String>, Query, description = "Only entries of this action"),
        ("uaid" = Option<String>, Query, description = "The person, as actor or as subject"),
        ("cursor" = Option<String>, Query, description = "The cursor of the previous page"),
        ("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it"),
    ),
    responses(
        (status = 200, description = "A page of the log", body = Envelope<AuditPage>),
        (status = 400, description = "Malformed, the first day is after the last, or CURSOR_INVALID", body = ErrorEnvelope),
        DeliveryOnly,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ReadAudit>,
    ApiQuery(params): ApiQuery<AuditQuery>,
) -> Result<Envelope<AuditPage>, ApiError> {
    let query = read(params)?;
    let mut rows: Vec<Row> =
        state.db.read_lagging(async |conn| audit::list(conn, &query).await.map_err(ApiError::from)).await?;
    let cursor = page::cut_at_cursor(&mut rows, PAGE, |last| format!("{}.{}", last.at, last.audit_id));
    let entries = rows.into_iter().map(AuditEntry::of).collect::<Result<_, _>>()?;
    Ok(Envelope(AuditPage { entries, cursor }))
}

fn read(params: AuditQuery) -> Result<Query, ApiError> {
    in_order(params.from, params.to)?;
    let (from_ms, last_ms) = instants(params.from, params.to);
    let end_ms = last_ms.saturating_add(1);
    let cursor = params.cursor.filter(|cursor| !cursor.is_empty());
    let (before_ms, before_id) = match cursor {
        None => (end_ms, String::new()),
        Some(cursor) => {
            let read = cursor.split_once('.').and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())));
            read.filter(|(at_ms, id): &(i64, String)| *at_ms < end_ms && !id.is_empty())
                .ok_or_else(page::cursor_invalid)?
        }
    };
    Ok(Query {
        from_ms,
        before_ms,
        before_id,
        action: params.action.unwrap_or_default(),
        uaid: params.uaid.map(|uaid| uaid.to_string()).unwrap_or_default(),
    })
}

impl AuditEntry {
    fn of(row: Row) -> Result<Self, ApiError> {
        Ok(Self {
            actor_name: row.actor_name(),
            subject_name: row.subject_name(),
            at: iso(row.at).map_err(ApiError::internal)?,
            detail: serde_json::from_str(&row.detail).map_err(ApiError::internal)?,
            audit_id: row.audit_id,
            actor_uaid: row.actor_uaid,
            actor_role: row.actor_role,
            action: row.action,
            subject_uaid: row.subject_uaid,
            object_id: row.object_id,
        })
    }
}
