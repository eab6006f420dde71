//! `POST /api/event/admin/user/role`: changes somebody's role.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::Role;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::auth::require::{ChangeRoles, Require};
use crate::db::Conn;
use crate::db::people::{audit, role};
use crate::db::sign_in::session;
use crate::http::{Answer, ApiError, ApiJson, ApiQuery, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{KeyReused, NoSuchPerson, SignedIn};
use crate::routes::user::account_mail;
use crate::state::AppState;

/// The person and the new role; in the query or in the body.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(super) struct RoleBody {
    #[schema(value_type = Option<String>)]
    uaid: Option<Value>,
    /// 1 athlete, 2 in-store, 3 programme delivery, 4 coach.
    #[serde(alias = "roleId", alias = "roleID")]
    #[schema(value_type = Option<u8>)]
    roleid: Option<Value>,
}

/// Somebody's role.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RoleAnswer {
    #[schema(value_type = String)]
    uaid: Uaid,
    #[schema(value_type = u8)]
    role: Role,
}

/// Changes a role and ends the person's sessions at once. Nobody can change their own, and there is always an account with role
/// 3.
#[utoipa::path(
    post, path = "/api/event/admin/user/role", tag = "people", operation_id = "changeRole",
    params(
        ("uaid" = Option<String>, Query, description = "Whose role"),
        ("roleid" = Option<u8>, Query, description = "The new role, 1 to 4"),
        ("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it"),
    ),
    request_body(content = Option<RoleBody>, description = "The same fields, when they are not in the query"),
    responses(
        (status = 200, description = "The role as it is now", body = Envelope<RoleAnswer>),
        (status = 403, description = "Not role 3, OWN_ROLE, or no CSRF token", body = ErrorEnvelope),
        (status = 409, description = "LAST_DELIVERY: nobody else holds role 3", body = ErrorEnvelope),
        SignedIn, NoSuchPerson, KeyReused,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<ChangeRoles>,
    idempotency: Idempotency,
    ApiQuery(query): ApiQuery<RoleBody>,
    body: Option<ApiJson<RoleBody>>,
) -> Result<Answer, ApiError> {
    let body = body.map_or_else(RoleBody::default, |ApiJson(body)| body);
    let uaid = read_uaid(&one("uaid", query.uaid, body.uaid)?)?;
    let role = read_role(&one("roleid", query.roleid, body.roleid)?)?;
    if user.is(&uaid) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "OWN_ROLE",
            "Nobody changes their own role. Ask somebody else of the team.",
        ));
    }
    // The idempotency key is bound to the body and not to the query, which here may name the person and the role.
    let request = format!("{} {uaid} {role:?}", idempotency.claim.body_hash);
    let idempotency = idempotency.with_body_hash(crate::auth::keys::stored_hash(&request));
    let job = state.clone();
    once(&state, &idempotency, async move |conn| change(conn, job, user, uaid, role).await).await
}

async fn change(
    conn: &mut Conn,
    state: AppState,
    actor: CurrentUser,
    uaid: Uaid,
    new_role: Role,
) -> Result<RoleAnswer, ApiError> {
    give(conn, &state, uaid.as_str(), new_role, Some(actor.actor())).await?;
    Ok(RoleAnswer { uaid, role: new_role })
}

/// Gives somebody a role and ends their sessions, on behalf of staff or of the operator; false if they had it. An athlete who
/// becomes staff loses their passkeys and their two-step sign-in, and gets a letter about each.
pub(crate) async fn give(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    new_role: Role,
    actor: Option<(&str, i64)>,
) -> Result<bool, ApiError> {
    let now_ms = state.clock.now_ms();
    role::lock(conn).await?;
    let former = role::find(conn, uaid).await?.ok_or_else(ApiError::no_person)?;
    if former == Role::Delivery
        && new_role != Role::Delivery
        && !role::another_delivery_admin(conn, uaid).await?
    {
        return Err(ApiError::conflict(
            "LAST_DELIVERY",
            "They are the last one with this role. Give it to somebody else first.",
        ));
    }
    if let Some(caller) = actor
        && !role::still_has(conn, caller).await?
    {
        return Err(ApiError::forbidden());
    }
    if former == new_role {
        return Ok(false);
    }
    let ended = role::set(conn, uaid, new_role, now_ms).await?;
    session::revoke_all(conn, uaid, now_ms).await?;
    account_mail::ended_with_role(conn, state, uaid, &ended).await?;
    let entry = audit::Entry::new(actor, "role.changed")
        .subject(uaid)
        .detail(json!({ "from": former, "to": new_role }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(true)
}

/// The value of a field that may be in the query, in the body, or in both with the same value.
fn one(field: &'static str, query: Option<Value>, body: Option<Value>) -> Result<String, ApiError> {
    let text = |value: Option<Value>| match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text).filter(|text| !text.is_empty())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(_) => Err(ApiError::invalid(field, format!("Give {field} as text."))),
    };
    match (text(query)?, text(body)?) {
        (None, None) => Err(ApiError::missing(field)),
        (Some(in_query), Some(in_body)) if in_query != in_body => {
            let message = format!("The query and the body each give a different {field}. Send one.");
            Err(ApiError::invalid(field, message))
        }
        (Some(text), _) | (None, Some(text)) => Ok(text),
    }
}

fn read_uaid(text: &str) -> Result<Uaid, ApiError> {
    text.parse::<Uaid>().map_err(|error| ApiError::bad_request(error.code(), error.to_string()).field("uaid"))
}

fn read_role(text: &str) -> Result<Role, ApiError> {
    text.parse::<Role>()
        .map_err(|error| ApiError::bad_request(error.code(), error.to_string()).field("roleid"))
}
