//! `sixfold user …`: accounts that the operator creates and helps at a terminal.

use crate::auth::keys::{new_secret, stored_hash};
use crate::auth::password;
use crate::db::account::{self, LoginRow, NewAccount};
use crate::db::token::{self, Purpose};
use crate::db::{DbError, audit};
use crate::routes;
use crate::state::AppState;

/// Creates an account and returns what to tell its owner. Without a password that is a link for setting one, so that
/// nobody else ever knows it.
pub async fn create(
    state: &AppState,
    email: &str,
    role: u8,
    (setting, given): (&str, Option<String>),
) -> Result<String, String> {
    let email =
        sixfold_domain::profile::contact::email(email).map_err(|error| format!("--email: {error}"))?;
    let password_hash = match given {
        Some(password) => {
            let known = [email.as_str(), state.config.site_title.as_str()];
            password::check_new(&password)
                .and_then(|()| password::check_not_about(&password, &known))
                .map_err(|error| format!("{setting}: {error}"))?;
            Some(state.auth.hasher.hash("", password).await.map_err(|error| error.to_string())?)
        }
        None => None,
    };
    let (invited, secret, now_ms) = (password_hash.is_none(), new_secret(), state.clock.now_ms());
    let new =
        NewAccount { email: email.clone(), password_hash, role, date_of_birth: None, email_confirmed: true };
    let hash = stored_hash(&secret);
    let made: Result<Option<String>, DbError> = state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let Some(uaid) = account::create(conn, &new, now_ms).await? else { return Ok(None) };
                if invited {
                    token::insert(conn, Purpose::Invitation, &uaid, &hash, now_ms).await?;
                }
                audit::system(conn, "account.created", Some(&uaid), None, now_ms).await?;
                Ok(Some(uaid))
            })
        })
        .await;
    let uaid = made.map_err(|error| format!("the database: {error}"))?;
    let uaid = uaid.ok_or_else(|| format!("--email: {email} has an account already"))?;
    let created = format!("Created {email}, role {role}, uaid {uaid}.");
    if !invited || !state.config.takes_passwords() {
        return Ok(created);
    }
    let page = format!("{}/en-gb/reset-password", state.config.public_url);
    Ok(format!(
        "{created}\nSet a password within seven days, once the server is running:\n{page}#token={secret}"
    ))
}

/// Removes an account's second factor, ends its sessions and writes its owner a letter.
pub async fn reset_factor(state: &AppState, email: &str) -> Result<String, String> {
    let email =
        sixfold_domain::profile::contact::email(email).map_err(|error| format!("--email: {error}"))?;
    let (job, lookup) = (state.clone(), email.clone());
    let reset: Result<Option<bool>, DbError> = state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let found: Option<LoginRow> = account::find_login(conn, &lookup).await?;
                let Some(found) = found else { return Ok(None) };
                routes::reset_second_factor(conn, &job, &found.uaid, None).await.map(Some)
            })
        })
        .await;
    match reset.map_err(|error| format!("the database: {error}"))? {
        Some(true) => Ok(format!(
            "Two-step sign-in of {email} is reset; their sessions have ended and a letter tells them."
        )),
        Some(false) => Err(format!("--email: {email} has no two-step sign-in")),
        None => Err(format!("--email: {email} has no account")),
    }
}
