//! `sixfold user …` and `sixfold mail …`: accounts that the operator creates and helps at a terminal, and their letters.
//!
//! A server may be running in another process with sessions in memory: whatever ends sessions here raises
//! [`topic::SESSION`].

use sixfold_domain::role::Role;

use crate::auth::keys::{new_secret, stored_hash};
use crate::auth::password;
use crate::db::messages::mail;
use crate::db::people::account::{self, LoginRow, NewAccount};
use crate::db::people::audit;
use crate::db::sign_in::password as stored_password;
use crate::db::sign_in::session;
use crate::db::sign_in::token::{self, Purpose};
use crate::db::{DbError, Job, topic};
use crate::http::ApiError;
use crate::routes;
use crate::state::AppState;

const NO_PASSWORDS: &str = "people sign in with a provider here, not with passwords";

/// Creates an account and returns what to tell its owner. Without a password that is a link for setting one, so that
/// nobody else ever knows it; where single sign-on alone signs people in, that a provider opens it (RULES 10.11).
pub async fn create(
    state: &AppState,
    email: &str,
    role: u8,
    (setting, given): (&str, Option<String>),
) -> Result<String, String> {
    let (email, passwords) = (read_email(email)?, state.config.takes_passwords());
    let password_hash = match given {
        Some(_) if !passwords => return Err(format!("{setting}: {NO_PASSWORDS}")),
        Some(password) => {
            let known = [email.as_str(), state.config.site_title.as_str()];
            password::check_new(&password)
                .and_then(|()| password::check_not_about(&password, &known))
                .map_err(|error| format!("{setting}: {error}"))?;
            Some(state.auth.hasher.hash("", password).await.map_err(|error| error.to_string())?)
        }
        None => None,
    };
    let (invited, secret, now_ms) =
        (passwords && password_hash.is_none(), new_secret(), state.clock.now_ms());
    let new =
        NewAccount { email: email.clone(), password_hash, role, date_of_birth: None, email_confirmed: true };
    let hash = stored_hash(&secret);
    let made: Result<Option<String>, DbError> = state
        .db
        .write(async move |conn| {
            let Some(uaid) = account::create(conn, &new, now_ms).await? else { return Ok(None) };
            if invited {
                token::insert(conn, Purpose::Invitation, &uaid, &hash, now_ms).await?;
            }
            audit::system(conn, "account.created", Some(&uaid), None, now_ms).await?;
            Ok(Some(uaid))
        })
        .await;
    let uaid = made.map_err(database)?;
    let uaid = uaid.ok_or_else(|| format!("--email: {email} has an account already"))?;
    let created = format!("Created {email}, role {role}, uaid {uaid}.");
    if !passwords {
        return Ok(format!("{created}\nIts owner signs in with a provider that has verified this address."));
    }
    if !invited {
        return Ok(created);
    }
    let page = password_page(state, &secret);
    Ok(format!("{created}\nSet a password within seven days, once the server is running:\n{page}"))
}

/// Sets an account's password and ends its sessions; without one, returns a link for setting it.
pub async fn set_password(state: &AppState, email: &str, given: Option<String>) -> Result<String, String> {
    if !state.config.takes_passwords() {
        return Err(format!("--auth-mode: {NO_PASSWORDS}"));
    }
    let (now_ms, lookup) = (state.clock.now_ms(), read_email(email)?);
    let found = state.db.read(async |conn| account::find_login(conn, &lookup).await).await;
    let owner = found.map_err(database)?.ok_or_else(|| no_account(&lookup))?;
    let Some(password) = given else {
        let secret = new_secret();
        let (hash, uaid) = (stored_hash(&secret), owner.uaid.clone());
        write(state, async move |conn| {
            token::insert(conn, Purpose::Forgot, &uaid, &hash, now_ms).await?;
            audit::system(conn, "password.link-printed", Some(&uaid), None, now_ms).await
        })
        .await?;
        let minutes = Purpose::Forgot.lifetime_ms() / 60_000;
        return Ok(format!("Set a password within {minutes} minutes:\n{}", password_page(state, &secret)));
    };
    password::check_new(&password)
        .and_then(|()| password::check_not_about(&password, &owner.known(&state.config.site_title)))
        .map_err(|error| format!("--password-file: {error}"))?;
    let hash = state.auth.hasher.hash("", password).await.map_err(|error| error.to_string())?;
    write(state, async move |conn| {
        stored_password::set(conn, &owner.uaid, &hash, now_ms).await?;
        session::revoke_all(conn, &owner.uaid, now_ms).await?;
        audit::system(conn, "password.set", Some(&owner.uaid), None, now_ms).await?;
        topic::bump(conn, topic::SESSION).await
    })
    .await?;
    Ok(format!("The password of {lookup} is set; their sessions have ended."))
}

/// Gives an account a role by the rules of the API, and ends its sessions.
pub async fn set_role(state: &AppState, email: &str, number: u8) -> Result<String, String> {
    let role = Role::from_number(number).map_err(|error| format!("--role: {error}"))?;
    let lookup = read_email(email)?;
    let (job, of) = (state.clone(), lookup.clone());
    let given: Result<Option<bool>, ApiError> = state
        .db
        .write(async move |conn| {
            let Some(found) = account::find_login(conn, &of).await? else { return Ok(None) };
            let changed = routes::give_role(conn, &job, &found.uaid, role, None).await?;
            if changed {
                topic::bump(conn, topic::SESSION).await?;
            }
            Ok(Some(changed))
        })
        .await;
    match given {
        Ok(Some(true)) => Ok(format!("{lookup} has role {number} now; their sessions have ended.")),
        Ok(Some(false)) => Ok(format!("{lookup} has role {number} already.")),
        Ok(None) => Err(no_account(&lookup)),
        Err(error) => {
            error.log();
            Err(format!("--role: {}", error.sentence()))
        }
    }
}

/// Makes letters that could not be sent due again.
pub async fn retry_letters(state: &AppState, id: Option<String>) -> Result<String, String> {
    let (now_ms, job_id) = (state.clock.now_ms(), id.clone());
    let due = write(state, async move |conn| {
        let due = mail::send_again(conn, job_id.as_deref(), now_ms).await?;
        if due > 0 {
            audit::system(conn, "letters.sent-again", None, job_id.as_deref(), now_ms).await?;
        }
        Ok(due)
    })
    .await?;
    match (due, id) {
        (0, Some(id)) => Err(format!("--id: no letter {id} was given up or failed")),
        (due, _) => Ok(format!("Letters due again: {due}. A running server sends them.")),
    }
}

/// Removes an account's second factor, ends its sessions and writes its owner a letter.
pub async fn reset_factor(state: &AppState, email: &str) -> Result<String, String> {
    let email = read_email(email)?;
    let (job, lookup) = (state.clone(), email.clone());
    let reset: Result<Option<bool>, DbError> = state
        .db
        .write(async move |conn| {
            let found: Option<LoginRow> = account::find_login(conn, &lookup).await?;
            let Some(found) = found else { return Ok(None) };
            let changed = routes::reset_second_factor(conn, &job, &found.uaid, None).await?;
            if changed {
                topic::bump(conn, topic::SESSION).await?;
            }
            Ok(Some(changed))
        })
        .await;
    match reset.map_err(database)? {
        Some(true) => Ok(format!(
            "Two-step sign-in of {email} is reset; their sessions have ended and a letter tells them."
        )),
        Some(false) => Err(format!("--email: {email} has no two-step sign-in")),
        None => Err(no_account(&email)),
    }
}

/// Deletes an account by the rules of the API.
pub async fn erase(state: &AppState, email: &str) -> Result<String, String> {
    let lookup = read_email(email)?;
    let (job, of) = (state.clone(), lookup.clone());
    let erased: Result<bool, ApiError> = state
        .db
        .write(async move |conn| {
            let Some(found) = account::find_login(conn, &of).await? else { return Ok(false) };
            routes::delete_account(conn, &job, &found.uaid, None).await?;
            topic::bump(conn, topic::SESSION).await?;
            Ok(true)
        })
        .await;
    match erased {
        Ok(true) => Ok(format!("The account of {lookup} is deleted; their sessions have ended.")),
        Ok(false) => Err(no_account(&lookup)),
        Err(error) => {
            error.log();
            Err(format!("--email: {}", error.sentence()))
        }
    }
}

async fn write<T: Send + 'static>(state: &AppState, job: impl Job<T, DbError>) -> Result<T, String> {
    state.db.write(job).await.map_err(database)
}

fn read_email(email: &str) -> Result<String, String> {
    sixfold_domain::profile::contact::email(email).map_err(|error| format!("--email: {error}"))
}

fn database(error: DbError) -> String {
    format!("the database: {error}")
}

fn no_account(email: &str) -> String {
    format!("--email: {email} has no account")
}

/// The page on which the owner of a link sets a password.
fn password_page(state: &AppState, secret: &str) -> String {
    format!("{}/en-gb/reset-password#token={secret}", state.config.public_url)
}
