//! Changing the address of an account: requested by its owner or by staff, applied once the new address is confirmed.

use serde_json::json;
use sixfold_domain::identity::Uaid;

use super::account_mail;
use super::forgot::token_invalid;
use crate::auth::CurrentUser;
use crate::db::messages::mail;
use crate::db::people::{audit, coach};
use crate::db::sign_in::email::{self, Confirmation};
use crate::db::sign_in::{second_factor, token};
use crate::db::upkeep::idempotency;
use crate::db::{Conn, DbError};
use crate::http::ApiError;
use crate::mail::letters::Recipient;
use crate::state::AppState;

/// Begins a change of address: the new address gets a code. The caller has locked the athlete.
///
/// An unconfirmed address of an account without a password was mistyped by staff and reached nobody: it is replaced at once,
/// and the new one gets the invitation.
pub(super) async fn ask(
    conn: &mut Conn,
    state: &AppState,
    uaid: &Uaid,
    new_address: &str,
    actor: &CurrentUser,
) -> Result<(), ApiError> {
    let now_ms = state.clock.now_ms();
    let by_staff = !actor.is(uaid);
    let account = email::state(conn, uaid.as_str()).await?.ok_or_else(ApiError::not_found)?;
    if new_address == account.email_lookup {
        email::forget(conn, uaid.as_str()).await?;
        return Ok(());
    }
    if email::is_taken(conn, new_address, uaid.as_str(), now_ms).await? {
        return Err(taken());
    }
    let unused = account.email_confirmed_at.is_none() && !account.has_password();
    if by_staff && unused {
        email::change(conn, uaid.as_str(), new_address, None, now_ms).await.map_err(taken_meanwhile)?;
        move_letters(conn, state, uaid.as_str(), (&account.email, new_address), now_ms).await?;
        note(conn, actor, uaid, "email.replaced-by-staff", now_ms).await?;
        let to = recipient(conn, uaid.as_str()).await?;
        return Ok(account_mail::invite(conn, state, uaid.as_str(), to).await?);
    }
    mail_code(conn, state, uaid.as_str(), new_address, actor.uaid.as_str()).await?;
    note(conn, actor, uaid, "email.change-asked", now_ms).await
}

async fn note(
    conn: &mut Conn,
    actor: &CurrentUser,
    uaid: &Uaid,
    action: &'static str,
    now_ms: i64,
) -> Result<(), ApiError> {
    Ok(audit::by(conn, actor.actor(), action, Some(uaid.as_str()), None, now_ms).await?)
}

/// Mails a code to the address that is to be confirmed; 429 once it has had too many letters.
pub(super) async fn mail_code(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    to: &str,
    asked_by: &str,
) -> Result<(), ApiError> {
    match account_mail::confirm_address(conn, state, uaid, to, asked_by).await? {
        None => Ok(()),
        Some(wait) => Err(ApiError::too_many(wait)
            .message("That address has had enough mails from us for now. Look in its spam folder too.")
            .field("emailAddress")),
    }
}

/// Makes a confirmed address the account's own. The caller has locked the athlete.
pub(super) async fn apply(conn: &mut Conn, state: &AppState, open: &Confirmation) -> Result<(), ApiError> {
    let (uaid, now_ms) = (open.uaid.as_str(), state.clock.now_ms());
    let before = email::state(conn, uaid).await?.ok_or_else(token_invalid)?;
    if open.email.to_lowercase() == before.email_lookup {
        email::forget(conn, uaid).await?;
        email::confirm(conn, uaid, now_ms).await?;
        audit::system(conn, "email.confirmed", Some(uaid), None, now_ms).await?;
        return Ok(());
    }
    if email::is_taken(conn, &open.email.to_lowercase(), uaid, now_ms).await? {
        return Err(taken());
    }
    email::change(conn, uaid, &open.email, Some(now_ms), now_ms).await.map_err(taken_meanwhile)?;
    move_letters(conn, state, uaid, (&before.email, &open.email), now_ms).await?;
    let detail = json!({ "asked": if open.asked_by == uaid { "owner" } else { "staff" } });
    let entry = audit::Entry::new(None, "email.changed").subject(uaid).detail(detail);
    audit::insert(conn, &entry, now_ms).await?;
    // A former address that was never confirmed may be a stranger's: it gets no undo link.
    if before.email_confirmed_at.is_some() {
        let former =
            Recipient { email: before.email, first_name: before.first_name, last_name: before.last_name };
        account_mail::address_changed(conn, state, uaid, former).await?;
    }
    Ok(())
}

/// Sends letters that have not left to the account's new address, invalidates every code and link in letters to the former one
/// (RULES 10.5), and deletes the stored answers that name it.
pub(super) async fn move_letters(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    (former, new): (&str, &str),
    now_ms: i64,
) -> Result<(), DbError> {
    mail::readdress(conn, uaid, former, new, now_ms).await?;
    email::forget(conn, uaid).await?;
    token::cancel_sign_in(conn, uaid, now_ms).await?;
    second_factor::forget_mailed(conn, uaid).await?;
    coach::forget_links(conn, uaid).await?;
    idempotency::forget_addresses(conn, uaid).await?;
    let Some(event) = state.events.in_job(conn, None).await? else { return Ok(()) };
    crate::mail::ask_athlete_again(conn, &event.outbox, uaid, now_ms).await
}

/// The name and address for letters to an account.
pub(super) async fn recipient(conn: &mut Conn, uaid: &str) -> Result<Recipient, ApiError> {
    crate::mail::recipient(conn, uaid).await?.ok_or_else(ApiError::not_found)
}

fn taken() -> ApiError {
    let message = "Another account has that address, or had it in the last seven days.";
    ApiError::conflict("EMAIL_TAKEN", message).field("emailAddress")
}

fn taken_meanwhile(error: DbError) -> ApiError {
    match error {
        DbError::Conflict(_) => taken(),
        error => error.into(),
    }
}
