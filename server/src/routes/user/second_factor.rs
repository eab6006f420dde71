//! `user/second-factor`: people set up, confirm and remove the one-time codes of their own sign-in.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::account_mail::{self, TwoStep};
use super::proof::{require_live, require_password};
use super::wire::{Secret, UaidAnswer};
use crate::auth::CurrentUser;
use crate::auth::second_factor::{CodeAttempt, NewSecret, Outcome, encrypt};
use crate::auth::sign_in::{self, Origin};
use crate::db::bookings::booking;
use crate::db::messages::notification::device;
use crate::db::people::audit;
use crate::db::sign_in::email;
use crate::db::sign_in::second_factor::{self as store, SecondFactorRow};
use crate::db::sign_in::session;
use crate::db::upkeep::throttle::Limit;
use crate::db::{Conn, DbError, random_bytes};
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope, Own};
use crate::routes::refusals::{NotFound, OwnOnly, TooManyRequests};
use crate::state::AppState;

/// How long a mailed code is valid, ms.
const MAILED_CODE_MS: i64 = 10 * 60_000;
/// Codes that may be mailed to one person.
const MAILS_OF_ONE: Limit = Limit { scope: "second-factor-mails", attempts: 5, window_ms: 60 * 60_000 };
/// Attempts at mailed codes that one person has.
const TRIES: Limit = Limit { scope: "second-factor-mailed", attempts: 10, window_ms: 60 * 60_000 };

/// The state of one's second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorAnswer {
    /// Whether a code is asked for at sign-in.
    enrolled: bool,
    /// Since when, ms.
    since: Option<i64>,
    /// Unused recovery codes.
    recovery_codes_left: i64,
    /// Whether this server requires one of staff.
    required: bool,
}

/// The current password; accounts without one need a sign-in within the last ten minutes instead.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BeginBody {
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
    /// Six digits from an e-mail, for staff; without them the e-mail is sent.
    #[schema(value_type = Option<String>)]
    mailed_code: Option<Secret>,
}

/// A new secret; sign-in asks for its codes once one of them has confirmed it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BegunAnswer {
    /// In base32, for typing into an app.
    secret: String,
    /// `otpauth://…`, for the QR code.
    otpauth_url: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ConfirmBody {
    /// Six digits
    #[schema(value_type = String)]
    code: Secret,
}

/// Ten codes, each for one sign-in without the app; shown only this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryAnswer {
    recovery_codes: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RemoveSecondFactorBody)]
pub(super) struct RemoveBody {
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
    /// Six digits, or a recovery code
    #[schema(value_type = String)]
    one_time_code: Secret,
}

async fn load(state: &AppState, user: &CurrentUser) -> Result<Option<SecondFactorRow>, ApiError> {
    let row = state.db.read(async |conn| store::find(conn, user.uaid.as_str()).await).await?;
    Ok(row.filter(|row| row.confirmed_at.is_some()))
}

/// Somebody with staff rights first proves that the address is theirs too, so that the password alone is not enough to enrol or
/// to add a passkey. Without a code one is mailed, and the call says so.
pub(super) async fn prove_address(
    state: &AppState,
    user: &CurrentUser,
    code: Option<Secret>,
) -> Result<(), ApiError> {
    let Some(Secret(code)) = code else { return mail_code(state, user).await };
    sign_in::throttle(state, TRIES, user.uaid.as_str()).await?;
    let hash = code_hash(state, user, &code);
    let (uaid, now_ms) = (user.uaid.clone(), state.clock.now_ms());
    let taken = state
        .db
        .write(async move |conn| {
            booking::lock_athlete(conn, uaid.as_str(), now_ms).await?;
            let taken = store::take_mailed(conn, uaid.as_str(), &hash, now_ms).await?;
            if taken {
                // The code came by e-mail, so the address is confirmed.
                email::confirm(conn, uaid.as_str(), now_ms).await?;
            }
            Ok::<_, DbError>(taken)
        })
        .await?;
    if taken {
        return Ok(());
    }
    let message = "That code is not right, or its ten minutes are over. Ask for a new one.";
    Err(ApiError::rule("MAILED_CODE_WRONG", message).field("mailedCode"))
}

async fn mail_code(state: &AppState, user: &CurrentUser) -> Result<(), ApiError> {
    sign_in::throttle(state, MAILS_OF_ONE, user.uaid.as_str()).await?;
    let code = format!("{:06}", u64::from_be_bytes(random_bytes()) % 1_000_000);
    let hash = code_hash(state, user, &code);
    let (job, uaid) = (state.clone(), user.uaid.clone());
    let expires_ms = state.clock.now_ms() + MAILED_CODE_MS;
    let mailed = state
        .db
        .write(async move |conn| {
            let letter = (code, expires_ms);
            let mailed = account_mail::second_factor_code(conn, &job, uaid.as_str(), letter).await?;
            if mailed {
                store::mail_code(conn, uaid.as_str(), &hash, expires_ms).await?;
            }
            Ok::<_, DbError>(mailed)
        })
        .await?;
    if !mailed {
        return Err(ApiError::too_many(24 * 60 * 60));
    }
    let message = "We have mailed you a code of six digits. Type it here to go on.";
    Err(ApiError::rule("MAILED_CODE_NEEDED", message).field("mailedCode"))
}

/// The hash under which a mailed code is stored: keyed, since there are only a million codes.
fn code_hash(state: &AppState, user: &CurrentUser, code: &str) -> String {
    let digits: String = code.chars().filter(char::is_ascii_digit).take(12).collect();
    state.auth.keys.throttle_subject(&format!("second-factor-code|{}|{digits}", user.uaid))
}

/// The state of the caller's second factor.
#[utoipa::path(
    get, path = "/api/user/second-factor", tag = "user", operation_id = "secondFactor",
    responses((status = 200, description = "Whether there is one", body = Envelope<SecondFactorAnswer>), OwnOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<SecondFactorAnswer>, ApiError> {
    let row = load(&state, &user).await?;
    Ok(Envelope(SecondFactorAnswer {
        enrolled: row.is_some(),
        since: row.as_ref().and_then(|row| row.confirmed_at),
        recovery_codes_left: row.map_or(0, |row| row.codes_left),
        required: state.config.require_second_factor && user.role.is_staff(),
    }))
}

/// Makes a secret; staff need a code that is mailed to them first. Sign-in does not ask for its codes until one has confirmed
/// it; beginning again replaces it.
#[utoipa::path(
    post, path = "/api/user/second-factor", tag = "user", operation_id = "beginSecondFactor", request_body = BeginBody,
    responses(
        (status = 200, description = "The new secret, to be confirmed", body = Envelope<BegunAnswer>),
        (status = 409, description = "SECOND_FACTOR_ENROLLED", body = ErrorEnvelope),
        (status = 422, description = "PASSWORD_WRONG, SIGN_IN_AGAIN; for staff MAILED_CODE_NEEDED, MAILED_CODE_WRONG", body = ErrorEnvelope),
        OwnOnly, TooManyRequests,
    )
)]
pub(super) async fn begin(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    ApiJson(body): ApiJson<BeginBody>,
) -> Result<Envelope<BegunAnswer>, ApiError> {
    if load(&state, &user).await?.is_some() {
        return Err(enrolled());
    }
    require_password(&state, &origin, &user, body.password, "password").await?;
    if user.role.is_staff() {
        prove_address(&state, &user, body.mailed_code).await?;
    }
    let fresh = NewSecret::generate(&crate::site::title(&state).await, &user.email)?;
    let encrypted = encrypt(&state.cipher, user.uaid.as_str(), &fresh.secret)?;
    let now_ms = state.clock.now_ms();
    let begun = state
        .db
        .write(async move |conn| {
            require_live(conn, &user, now_ms).await?;
            Ok::<_, ApiError>(store::begin(conn, user.uaid.as_str(), &encrypted, now_ms).await?)
        })
        .await?;
    if !begun {
        return Err(enrolled());
    }
    Ok(Envelope(BegunAnswer { secret: fresh.secret, otpauth_url: fresh.url }))
}

fn enrolled() -> ApiError {
    ApiError::conflict(
        "SECOND_FACTOR_ENROLLED",
        "Two-step sign-in is on already. Turn it off first to use another app.",
    )
}

/// Finishes the set-up: from now on each sign-in asks for a code. Every other session ends; this one counts as having given
/// one.
#[utoipa::path(
    post, path = "/api/user/second-factor/confirm", tag = "user", operation_id = "confirmSecondFactor",
    request_body = ConfirmBody,
    responses(
        (status = 200, description = "On", body = Envelope<RecoveryAnswer>),
        (status = 409, description = "SECOND_FACTOR_NOT_BEGUN", body = ErrorEnvelope),
        (status = 422, description = "SECOND_FACTOR_WRONG", body = ErrorEnvelope),
        OwnOnly, TooManyRequests,
    )
)]
pub(super) async fn confirm(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    ApiJson(body): ApiJson<ConfirmBody>,
) -> Result<Envelope<RecoveryAnswer>, ApiError> {
    let attempt = CodeAttempt::new(&state, &origin, user.uaid.as_str(), &body.code.0);
    let (job, cipher, now_ms) = (state.clone(), state.cipher.clone(), state.clock.now_ms());
    let (outcome, recovery_codes) = state
        .db
        .write(async move |conn| {
            let (outcome, codes) = attempt.confirm(conn, &cipher).await?;
            if outcome == Outcome::Fits {
                let uaid = user.uaid.as_str();
                session::revoke_others(conn, uaid, &user.session_id, now_ms).await?;
                session::set_second_factor(conn, &user.session_id, true).await?;
                audit::by(conn, user.actor(), "second-factor.enrolled", Some(uaid), None, now_ms).await?;
                account_mail::two_step_changed(conn, &job, uaid, TwoStep::On).await?;
            }
            Ok::<_, ApiError>((outcome, codes))
        })
        .await?;
    outcome.or_refuse("code")?;
    Ok(Envelope(RecoveryAnswer { recovery_codes }))
}

/// Turns it off. Every other session ends.
#[utoipa::path(
    delete, path = "/api/user/second-factor", tag = "user", operation_id = "removeSecondFactor",
    request_body = RemoveBody,
    responses(
        (status = 200, description = "Off", body = Envelope<UaidAnswer>),
        (status = 422, description = "PASSWORD_WRONG, SIGN_IN_AGAIN, SECOND_FACTOR_WRONG", body = ErrorEnvelope),
        OwnOnly, NotFound, TooManyRequests,
    )
)]
pub(super) async fn remove(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    ApiJson(body): ApiJson<RemoveBody>,
) -> Result<Envelope<UaidAnswer>, ApiError> {
    if load(&state, &user).await?.is_none() {
        return Err(ApiError::new(StatusCode::NOT_FOUND, "NOT_FOUND", "Two-step sign-in is not on."));
    }
    require_password(&state, &origin, &user, body.password, "password").await?;
    let attempt = CodeAttempt::new(&state, &origin, user.uaid.as_str(), &body.one_time_code.0);
    let (job, cipher, now_ms) = (state.clone(), state.cipher.clone(), state.clock.now_ms());
    let answer = UaidAnswer { uaid: user.uaid.clone() };
    let outcome = state
        .db
        .write(async move |conn| {
            let outcome = attempt.check(conn, &cipher).await?;
            if outcome == Outcome::Fits {
                let uaid = user.uaid.as_str();
                store::remove(conn, uaid).await?;
                session::revoke_others(conn, uaid, &user.session_id, now_ms).await?;
                session::set_second_factor(conn, &user.session_id, false).await?;
                audit::by(conn, user.actor(), "second-factor.removed", Some(uaid), None, now_ms).await?;
                account_mail::two_step_changed(conn, &job, uaid, TwoStep::Off).await?;
            }
            Ok::<_, ApiError>(outcome)
        })
        .await?;
    outcome.or_refuse("oneTimeCode")?;
    Ok(Envelope(answer))
}

/// Removes somebody else's second factor: their sessions end, they get a letter, and the log says who did it (nobody for the
/// operator at a terminal). False when they have none.
pub(crate) async fn reset(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    actor: Option<(&str, i64)>,
) -> Result<bool, DbError> {
    if store::find(conn, uaid).await?.is_none_or(|row| row.confirmed_at.is_none()) {
        return Ok(false);
    }
    let now_ms = state.clock.now_ms();
    store::remove(conn, uaid).await?;
    session::revoke_all(conn, uaid, now_ms).await?;
    device::forget_all(conn, uaid).await?;
    let entry = audit::Entry::new(actor, "second-factor.reset").subject(uaid);
    audit::insert(conn, &entry, now_ms).await?;
    account_mail::two_step_changed(conn, state, uaid, TwoStep::Reset).await?;
    Ok(true)
}
