//! The protocol's answers, as next-auth's client expects them: bare JSON, without the envelope of the other calls.

use serde::Serialize;
use serde_json::{Map, Value};
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::Role;
use utoipa::ToSchema;

use crate::auth::CurrentUser;

/// A browser's CSRF token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CsrfToken {
    /// 64 hex digits.
    pub(super) csrf_token: String,
}

/// A way to sign in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Way)]
pub(super) struct SignInMethod {
    pub(super) id: String,
    /// The label of its button.
    pub(super) name: String,
    /// `credentials` or `oauth`.
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) signin_url: String,
    pub(super) callback_url: String,
}

/// The person of a session.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SessionUser {
    /// First and last name; null until they are known.
    name: Option<String>,
    email: String,
    /// Always null: a profile has no photo.
    image: Option<String>,
    #[schema(value_type = String)]
    uaid: Uaid,
    #[schema(value_type = u8)]
    role: Role,
    /// The API token of the session.
    token: String,
    /// The login time, ms.
    stamp: i64,
}

/// A browser's session; empty without one.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct Session {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    user: Option<SessionUser>,
    /// The absolute end, ISO with `Z`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expires: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, nullable = false, required = false)]
    uaid: Option<Uaid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u8, nullable = false, required = false)]
    role: Option<Role>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<String>,
    /// The login time, ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    stamp: Option<i64>,
    /// The client's own data, stored by `POST /api/auth/session`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<Map<String, Value>>,
}

impl Session {
    pub(super) fn of(user: CurrentUser, expires: String, data: Option<Map<String, Value>>) -> Self {
        Self {
            data,
            uaid: Some(user.uaid.clone()),
            role: Some(user.role),
            token: Some(user.token.clone()),
            stamp: Some(user.stamp),
            expires: Some(expires),
            user: Some(SessionUser {
                name: Some(user.name).filter(|name| !name.is_empty()),
                email: user.email,
                image: None,
                uaid: user.uaid,
                role: user.role,
                token: user.token,
                stamp: user.stamp,
            }),
        }
    }
}
