//! `POST /api/user/delete`: delete one's account. Personal data is erased, seats are freed, finals stay as anonymous history.

use std::collections::BTreeSet;

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::role::Role;
use utoipa::ToSchema;

use super::proof::{require_password, with_password};
use super::sessions::{SessionsEnded, provider_session, with_sign_out};
use super::wire::{Secret, UaidAnswer};
use crate::auth::sign_in::Origin;
use crate::db::Conn;
use crate::db::bookings::booking::{self, Booking};
use crate::db::bookings::waitlist;
use crate::db::calendar::schedule;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::people::audit::{self, Actor};
use crate::db::people::{erase, role};
use crate::db::sign_in::{email, session};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{NotFound, OwnOnly, TooManyRequests};
use crate::state::AppState;

#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = DeleteAccountBody)]
pub(super) struct DeleteBody {
    /// Needed where the account has one; those without have to have signed in elsewhere within the last ten minutes.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
}

/// Deletes the caller's account. The last account with role 3 cannot be deleted.
#[utoipa::path(
    post, path = "/api/user/delete", tag = "user", operation_id = "deleteAccount", request_body = DeleteBody,
    responses(
        (status = 200, description = "Deleted", body = Envelope<SessionsEnded>),
        (status = 409, description = "LAST_DELIVERY_ADMIN", body = ErrorEnvelope),
        (status = 422, description = "PASSWORD_WRONG, or SIGN_IN_AGAIN", body = ErrorEnvelope),
        OwnOnly, NotFound, TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<DeleteBody>,
) -> Result<Answer, ApiError> {
    require_password(&state, &origin, &user, body.password, "password").await?;
    // While the session still says which provider it began at.
    let (federated, uaid) = (provider_session(&state, &user).await?, user.uaid.clone());
    let idempotency = with_password(&state, &user, idempotency);
    let job = state.clone();
    let answer = once(&state, &idempotency, async move |conn| {
        delete_account(conn, &job, user.uaid.as_str(), Some(user.actor())).await?;
        Ok::<_, ApiError>(UaidAnswer { uaid: user.uaid })
    })
    .await?;
    state.boards.sync_after_write(&state.db).await;
    with_sign_out(&state, answer, uaid, federated)
}

/// Deletes an account on behalf of its owner, of staff, or of the operator, who is no actor: gives its places back, erases it,
/// ends its sessions and logs who did it. The last account with role 3 stays.
pub(crate) async fn delete_account(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    actor: Option<Actor<'_>>,
) -> Result<(), ApiError> {
    let now_ms = state.clock.now_ms();
    let staff = actor.filter(|(caller, _)| *caller != uaid);
    let own = actor.is_some() && staff.is_none();
    schedule::lock_shared(conn).await?;
    role::lock(conn).await?;
    // The role in the store, not the session's: it is the one that others count by.
    let held = role::find(conn, uaid).await?.ok_or_else(ApiError::no_person)?;
    if held == Role::Delivery && !role::another_delivery_admin(conn, uaid).await? {
        let message = if own {
            "You are the last one with this role. Hand it on before you leave."
        } else {
            "They are the last one with this role. Give it to somebody else first."
        };
        return Err(ApiError::conflict("LAST_DELIVERY_ADMIN", message));
    }
    if let Some(staff) = staff
        && !role::still_has(conn, staff).await?
    {
        return Err(ApiError::forbidden());
    }
    give_places_back(conn, state, uaid, now_ms).await?;
    let address = email::state(conn, uaid).await?.ok_or_else(ApiError::no_person)?.email;
    erase::account(conn, uaid, &address, now_ms).await?;
    session::revoke_all(conn, uaid, now_ms).await?;
    let action = if staff.is_some() { "account.deleted-by-staff" } else { "account.deleted" };
    Ok(audit::insert(conn, &audit::Entry::new(actor, action).subject(uaid), now_ms).await?)
}

/// Cancels the open booking, offers its seat to the waiting list, and leaves every waiting list.
async fn give_places_back(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    now_ms: i64,
) -> Result<(), ApiError> {
    booking::lock_athlete(conn, uaid, now_ms).await?;
    let open = booking::find_open(conn, uaid).await?;
    // Slots are locked in the order that every job needing several of them uses.
    let mut slots: BTreeSet<SlotKey> = waitlist::slots_of(conn, uaid).await?.into_iter().collect();
    slots.extend(open.as_ref().and_then(Booking::held_slot));
    for key in &slots {
        slot::lock_existing(conn, key).await?;
    }
    erase::leave_lines(conn, uaid, now_ms).await?;
    let Some(open) = open else { return Ok(()) };
    booking::close(conn, &open, BookingStatus::Cancelled, None, now_ms).await?;
    let event = state.events.in_job(conn, Some(&open.event_id)).await?;
    if let (Some(key), Some(event)) = (open.held_slot(), event) {
        event.pass_on(conn, state, &key, now_ms).await?;
    }
    Ok(())
}
