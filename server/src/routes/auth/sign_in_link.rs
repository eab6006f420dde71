//! `POST /api/auth/sign-in-link`: mails a link that signs in; `POST /api/auth/sign-in-link/use` does it (RULES 10.10). The link
//! leads to a page with a button, so that a program that looks at links in e-mails does not use it up.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use sixfold_domain::profile::{FieldError, contact};
use utoipa::ToSchema;

use super::entry::{self, Entry};
use crate::auth::audit::AuditEvent;
use crate::auth::keys::stored_hash;
use crate::auth::mode::PasswordsOpen;
use crate::auth::protocol::{CallbackRefused, Exchange, Redirect, own_path};
use crate::auth::sign_in::{self, MAILS, Method, Origin, Proof};
use crate::db::people::account::{self, LoginRow};
use crate::db::people::audit;
use crate::db::sign_in::email;
use crate::db::sign_in::token::{self, Purpose};
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope};
use crate::mail::letters::Recipient;
use crate::routes::refusals::{SingleSignOnOnly, TooManyRequests};
use crate::routes::user::account_mail::sign_in_link;
use crate::routes::user::forgot::token_invalid;
use crate::routes::user::sign_in_methods;
use crate::routes::user::wire::{self, Secret};
use crate::state::AppState;

/// The most characters of a page that a link leads to.
const LONGEST_PAGE: usize = 500;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignInLinkBody)]
pub(super) struct AskBody {
    #[serde(alias = "emailAddress")]
    email: String,
    /// The page of this site that the link leads to.
    callback_url: Option<String>,
}

/// Whether or not the address has an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SignInLinkAsked)]
pub(super) struct Asked {
    /// Always true.
    done: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UseSignInLinkBody)]
pub(super) struct UseBody {
    /// From behind the `#` of the link.
    #[schema(value_type = String)]
    token: Secret,
    /// Six digits or a recovery code, for people with a second factor.
    #[schema(value_type = Option<String>)]
    one_time_code: Option<Secret>,
    /// The browser's CSRF token.
    #[expect(dead_code, reason = "the exchange reads it")]
    csrf_token: String,
    /// Where to go afterwards, on this site.
    #[expect(dead_code, reason = "the exchange reads it")]
    callback_url: Option<String>,
}

/// Asks for a link that signs in; the answer is the same for unknown addresses. The link lives 15 minutes and works once.
#[utoipa::path(
    post, path = "/api/auth/sign-in-link", tag = "auth", operation_id = "askForSignInLink", request_body = AskBody,
    responses(
        (status = 200, description = "Mailed, if the address has an account", body = Envelope<Asked>),
        (status = 422, description = "EMAIL_INVALID", body = ErrorEnvelope),
        SingleSignOnOnly, TooManyRequests,
    )
)]
pub(super) async fn ask(
    State(state): State<AppState>,
    _: PasswordsOpen,
    origin: Origin,
    ApiJson(body): ApiJson<AskBody>,
) -> Result<Envelope<Asked>, ApiError> {
    let email =
        contact::email(&body.email).map_err(|error| wire::refuse_field(FieldError::new("email", error)))?;
    sign_in::throttle_address(&state, MAILS, &origin, "sign-in.throttled").await?;
    let event = AuditEvent::new(&state, &origin, "sign-in.link-asked").account(&state, &email);
    let page = body.callback_url.and_then(|url| own_path(&state.config.public_url, &url));
    let letter = sign_in_link(page.filter(|page| page.len() <= LONGEST_PAGE).as_deref());
    let job = state.clone();
    let asked: Result<(), ApiError> = state
        .db
        .write(async move |conn| {
            let account: Option<LoginRow> = account::find_login(conn, &email).await?;
            event.about(account.as_ref().map(|account| account.uaid.as_str())).write(conn).await?;
            match account {
                Some(LoginRow { uaid, email, first_name, last_name, .. }) => {
                    let to = Recipient { email, first_name, last_name };
                    letter.send(conn, &job, &uaid, to).await?;
                }
                // Rendering a letter takes time: an unknown address has to take as long.
                None => letter.send_to_nobody(conn, &job, email).await?,
            }
            Ok(())
        })
        .await;
    asked?;
    Ok(Envelope(Asked { done: true }))
}

/// Signs in with a mailed link, as the password does: the same cookie, the same answer. It is one factor: people with a second one
/// are asked for its code, and the link stays valid until that is right.
#[utoipa::path(
    post, path = "/api/auth/sign-in-link/use", tag = "auth", operation_id = "useSignInLink", request_body = UseBody,
    responses(
        (status = 200, description = "The address to go to, and the session cookie", body = Redirect),
        (status = 401, description = "SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG", body = ErrorEnvelope),
        (status = 403, description = "CSRF; AUTH_MODE: single sign-on only", body = ErrorEnvelope),
        (status = 422, description = "TOKEN_INVALID", body = ErrorEnvelope),
        TooManyRequests, CallbackRefused,
    )
)]
pub(super) async fn use_link(
    State(state): State<AppState>,
    _: PasswordsOpen,
    headers: HeaderMap,
    origin: Origin,
    ApiJson(UseBody { token: Secret(secret), one_time_code, .. }): ApiJson<UseBody>,
    exchange: Exchange,
) -> Result<Response, ApiError> {
    entry::require_csrf(&state, &origin, &exchange, "POST /api/auth/sign-in-link/use").await?;
    let spent = sign_in::throttle_sign_in(&state, &origin).await?;
    let (hash, now_ms) = (stored_hash(&secret), state.clock.now_ms());
    let owner: Option<LoginRow> = state
        .db
        .read(async |conn| match token::owner(conn, Purpose::SignIn, &hash, now_ms).await? {
            Some(uaid) => account::login_of(conn, &uaid).await.map_err(ApiError::from),
            None => Ok(None),
        })
        .await?;
    let Some(owner) = owner else {
        AuditEvent::new(&state, &origin, "sign-in.link-refused").record(&state).await?;
        return Err(token_invalid());
    };
    let code = one_time_code.as_ref().map(|Secret(code)| code.as_str());
    let second_factor = sign_in::ask_for_code(&state, &origin, &owner, code).await?;
    let proof = Proof { method: Method::Link, second_factor, password_hash: None };
    let entry = Entry::begin(&state, &headers, &owner.uaid, &origin, proof)?;
    let (job, started) = (state.clone(), entry.clone());
    state
        .db
        .write(async move |conn| {
            let uaid = token::redeem(conn, Purpose::SignIn, &hash, now_ms).await?;
            let uaid = uaid.ok_or_else(token_invalid)?;
            // A code of the second factor shows that its owner set the account up.
            if !second_factor {
                let account = email::state(conn, &uaid).await?.ok_or_else(token_invalid)?;
                if sign_in_methods::end_unproven(conn, &uaid, &account, now_ms).await? {
                    audit::system(conn, "password.ended", Some(&uaid), None, now_ms).await?;
                }
            }
            // The link came by e-mail, so the address is confirmed.
            email::confirm(conn, &uaid, now_ms).await?;
            started.complete(conn, &job).await?;
            Ok::<_, ApiError>(sign_in::give_back(conn, &job, &uaid, spent.as_ref()).await?)
        })
        .await?;
    entry.lead(&state, exchange)
}
