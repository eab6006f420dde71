//! The account's e-mails: the code that confirms an address, the guardian's link, the password-reset link, the invitation to an
//! account that staff opened. Anybody can have most of them sent to any address, so each recipient is rate-limited.

use sixfold_domain::eligibility::{EligibilityRules, booking_refusals};

use crate::auth::keys::{new_secret, stored_hash};
use crate::db::calendar::schedule::Event;
use crate::db::people::eligibility::{self, EligibilityFacts};
use crate::db::people::role::Ended;
use crate::db::sign_in::email::{self, NewConfirmation};
use crate::db::sign_in::token::{self, Purpose};
use crate::db::upkeep::throttle::{self, Limit};
use crate::db::{self, Conn, DbError};
use crate::http::ApiError;
use crate::mail::letters::{self, CodeAndLink, Recipient, SiteInfo};
use crate::mail::{self, Message, Notice, Outbox, limit};
use crate::state::AppState;

/// How long a guardian is not asked again: forms are sent twice.
const ASK_AGAIN_MS: i64 = 10 * 60_000;
/// How many e-mails to a guardian somebody under 18 may cause.
const GUARDIANS: Limit = Limit { scope: "guardian-asked", attempts: 3, window_ms: 24 * 60 * 60_000 };

async fn site_info(conn: &mut Conn, state: &AppState) -> Result<SiteInfo, DbError> {
    if let Some(event) = state.events.in_job(conn, None).await? {
        return Ok(event.outbox.site_info.clone());
    }
    let title = state.hub.remote_title(&state.config.site_title);
    let no_event = Event::default();
    let outbox = Outbox::load(conn, &no_event, &state.config, &state.cipher, title.as_deref()).await?;
    Ok(SiteInfo { email: state.config.mail_from.email.to_string(), ..outbox.site_info })
}

/// Counts a letter to an address. `Some` is how many seconds to wait, once the limit is reached. Off with `--rate-limit off`.
async fn rate_limited(
    conn: &mut Conn,
    state: &AppState,
    address: &str,
    strangers: bool,
) -> Result<Option<u64>, DbError> {
    if !state.config.rate_limit {
        return Ok(None);
    }
    let (keys, now_ms) = (&state.auth.keys, state.clock.now_ms());
    if let Some(wait) = limit::recipient(conn, keys, address, now_ms).await? {
        return Ok(Some(wait));
    }
    if strangers { limit::stranger(conn, keys, address, now_ms).await } else { Ok(None) }
}

async fn send(conn: &mut Conn, state: &AppState, uaid: &str, message: Message) -> Result<bool, DbError> {
    let message = Message { about: Some(uaid.to_owned()), ..message };
    mail::enqueue(conn, &state.cipher, &message, state.clock.now_ms()).await
}

/// Mails the code and link that confirm an address: the account's own, or the one it is to change to. Returns how many seconds
/// to wait when that address has had too many e-mails.
pub(in crate::routes) async fn confirm_address(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    address: &str,
    asked_by: &str,
) -> Result<Option<u64>, ApiError> {
    let account = email::state(conn, uaid).await?.ok_or_else(ApiError::not_found)?;
    let is_new = address.to_lowercase() != account.email_lookup;
    if let Some(wait) = rate_limited(conn, state, address, is_new).await? {
        return Ok(Some(wait));
    }
    let (code, secret) = (new_code(), new_secret());
    let confirmation = NewConfirmation {
        uaid,
        email: address,
        code_hash: &state.auth.keys.code_hash(uaid, &code),
        token_hash: &stored_hash(&secret),
        asked_by,
    };
    email::begin(conn, &confirmation, state.clock.now_ms()).await?;
    let site_info = site_info(conn, state).await?;
    let to =
        Recipient { email: address.to_owned(), first_name: account.first_name, last_name: account.last_name };
    let sent = CodeAndLink { code, link: site_info.secret_page("confirm-email", &secret) };
    let message = letters::confirm_address(&site_info, &to, sent, is_new);
    let written = send(conn, state, uaid, message).await?;
    Ok((!written).then_some(24 * 60 * 60))
}

/// Six digits from the secure random generator.
fn new_code() -> String {
    format!("{:06}", u64::from_be_bytes(db::random_bytes()) % 1_000_000)
}

/// Notifies the account's former address of the change, with a link that undoes it.
pub(super) async fn address_changed(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    former: Recipient,
) -> Result<(), DbError> {
    let secret = new_secret();
    email::keep_former(conn, uaid, &former.email, &stored_hash(&secret), state.clock.now_ms()).await?;
    let site_info = site_info(conn, state).await?;
    let link = site_info.secret_page("undo-email-change", &secret);
    send(conn, state, uaid, letters::address_changed(&site_info, &former, link)).await.map(drop)
}

/// Asks the guardian whom a form names to confirm. Runs before the answers that name the guardian are stored. Nobody is asked
/// once a guardian has confirmed, and the same one not again within ten minutes. `athlete` is the name in the letter while the
/// account has none.
pub(in crate::routes) async fn ask_guardian(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    guardian: &str,
    athlete: &str,
) -> Result<(), ApiError> {
    let before = eligibility::guardian(conn, uaid).await?;
    if let Some((asked, confirmed)) = before
        && (confirmed
            || (asked.eq_ignore_ascii_case(guardian)
                && seconds_until_asked_again(conn, uaid, state.clock.now_ms()).await?.is_some()))
    {
        return Ok(());
    }
    mail_guardian(conn, state, uaid, (guardian, "eligibility.guardianEmail"), athlete).await
}

/// Asks a guardian to confirm at the athlete's request (RULES 6.8): 429 within ten minutes of the last letter to the same address.
/// `before` is the guardian named until now.
pub(super) async fn ask_guardian_again(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    (guardian, before): (&str, Option<&str>),
    athlete: &str,
) -> Result<(), ApiError> {
    if before.is_some_and(|before| before.eq_ignore_ascii_case(guardian))
        && let Some(wait) = seconds_until_asked_again(conn, uaid, state.clock.now_ms()).await?
    {
        let sentence = "We have just sent it to that address. Give it a few minutes, then send it again.";
        return Err(ApiError::too_many(wait).message(sentence).field("guardianEmail"));
    }
    mail_guardian(conn, state, uaid, (guardian, "guardianEmail"), athlete).await
}

/// Mails a guardian's link, valid for 14 days; earlier ones stop working once it is written. Nobody has more than three sent a
/// day. `field` is where the request has the address.
async fn mail_guardian(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    (guardian, field): (&str, &'static str),
    athlete: &str,
) -> Result<(), ApiError> {
    let now_ms = state.clock.now_ms();
    let wait = match throttle::hit(conn, GUARDIANS, uaid, now_ms).await? {
        Some(wait) => Some(wait),
        None => rate_limited(conn, state, guardian, true).await?,
    };
    let refused = |wait| {
        let sentence = "We have asked often enough for today. Check the address and try again tomorrow.";
        ApiError::too_many(wait).message(sentence).field(field)
    };
    if let Some(wait) = wait {
        return Err(refused(wait));
    }
    let secret = new_secret();
    let account = email::state(conn, uaid).await?;
    let name = account.map(|account| format!("{} {}", account.first_name, account.last_name));
    let name = name.unwrap_or_default();
    let named = if name.trim().is_empty() { athlete } else { name.trim() };
    let site_info = site_info(conn, state).await?;
    let to = Recipient { email: guardian.to_owned(), first_name: String::new(), last_name: String::new() };
    let link = site_info.secret_page("guardian-confirmation", &secret);
    if !send(conn, state, uaid, letters::guardian_request(&site_info, &to, named, link)).await? {
        return Err(refused(24 * 60 * 60));
    }
    Ok(token::insert(conn, Purpose::Guardian, uaid, &stored_hash(&secret), now_ms).await?)
}

/// For how many seconds the guardian is not asked again, if their link was made within the last ten minutes.
async fn seconds_until_asked_again(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<Option<u64>, DbError> {
    let made = token::made_at(conn, Purpose::Guardian, uaid).await?;
    let left_ms = made.map_or(0, |made| made + ASK_AGAIN_MS - now_ms);
    Ok(u64::try_from(left_ms).ok().filter(|left_ms| *left_ms > 0).map(|left_ms| left_ms.div_ceil(1_000)))
}

/// Reports to an athlete that their guardian has confirmed, by letter and on their devices, and whether they can book now
/// (RULES 6.9).
pub(super) async fn guardian_agreed(conn: &mut Conn, state: &AppState, uaid: &str) -> Result<(), ApiError> {
    let Some(to) = mail::recipient(conn, uaid).await? else { return Ok(()) };
    let today = state.today()?;
    let EligibilityFacts { born, record, .. } =
        eligibility::find(conn, uaid, &state.hub.consent_version()).await?;
    let missing = booking_refusals(&record, born, &EligibilityRules::default(), today);
    let site_info = site_info(conn, state).await?;
    send(conn, state, uaid, letters::guardian_agreed(&site_info, &to, &missing)).await?;
    let Some(event) = state.events.in_job(conn, None).await? else { return Ok(()) };
    let now_ms = state.clock.now_ms();
    let notice = Notice::guardian_agreed(missing.is_empty(), now_ms);
    Ok(event.outbox.notify(conn, uaid, &notice, now_ms).await?)
}

#[derive(Clone)]
pub(in crate::routes) struct LinkLetter {
    purpose: Purpose,
    /// The page that the link opens, with its query.
    page: String,
    letter: fn(&SiteInfo, &Recipient, String) -> Message,
}

/// For choosing a new password, valid for 30 minutes.
pub(in crate::routes) fn password_link() -> LinkLetter {
    LinkLetter { purpose: Purpose::Forgot, page: "reset-password".to_owned(), letter: letters::password_link }
}

/// For signing in, valid for 15 minutes. It leads to `destination`, a path of this site, or where the role starts.
pub(in crate::routes) fn sign_in_link(destination: Option<&str>) -> LinkLetter {
    let mut page = "sign-in-link".to_owned();
    if let Some(path) = destination {
        page.push_str("?callbackUrl=");
        page.extend(form_urlencoded::byte_serialize(path.as_bytes()));
    }
    LinkLetter { purpose: Purpose::SignIn, page, letter: letters::sign_in_link }
}

impl LinkLetter {
    /// Sends the link; earlier ones stop working. An address that has had too many letters gets none, and its last link stays
    /// valid. The caller cannot see that: they need not be its owner.
    pub(in crate::routes) async fn send(
        self,
        conn: &mut Conn,
        state: &AppState,
        uaid: &str,
        to: Recipient,
    ) -> Result<(), DbError> {
        if rate_limited(conn, state, &to.email, false).await?.is_some() {
            return Ok(());
        }
        let (secret, now_ms) = (new_secret(), state.clock.now_ms());
        let site_info = site_info(conn, state).await?;
        let link = site_info.secret_page(&self.page, &secret);
        let useful_until = Some(now_ms + self.purpose.lifetime_ms());
        let message = Message { useful_until, ..(self.letter)(&site_info, &to, link) };
        if send(conn, state, uaid, message).await? {
            token::insert(conn, self.purpose, uaid, &stored_hash(&secret), now_ms).await?;
        }
        Ok(())
    }

    /// Takes as long as [`LinkLetter::send`], for an address without an account; the letter is discarded.
    pub(in crate::routes) async fn send_to_nobody(
        self,
        conn: &mut Conn,
        state: &AppState,
        email: String,
    ) -> Result<(), DbError> {
        let site_info = site_info(conn, state).await?;
        let to = Recipient { email, first_name: String::new(), last_name: String::new() };
        let link = site_info.secret_page(&self.page, &new_secret());
        drop((self.letter)(&site_info, &to, link));
        Ok(())
    }
}

/// Notifies the owner of an account that a passkey was added, or removed.
pub(super) async fn passkey_changed(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    name: &str,
    added: bool,
) -> Result<(), DbError> {
    let Some(to) = mail::recipient(conn, uaid).await? else { return Ok(()) };
    let site_info = site_info(conn, state).await?;
    let link = format!("{}/en-gb/my-account-my-profile", site_info.public_url);
    let message = if added {
        letters::passkey_added(&site_info, &to, name, link)
    } else {
        letters::passkey_removed(&site_info, &to, name, link)
    };
    send(conn, state, uaid, message).await.map(drop)
}

/// Notifies somebody who has become staff of the passkeys and the two-step sign-in that ended with the role of an athlete; not
/// where single sign-on alone signs people in.
pub(in crate::routes) async fn ended_with_role(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    ended: &Ended,
) -> Result<(), DbError> {
    if !state.config.takes_passwords() || (ended.passkeys.is_empty() && !ended.second_factor) {
        return Ok(());
    }
    let Some(to) = mail::recipient(conn, uaid).await? else { return Ok(()) };
    let site_info = site_info(conn, state).await?;
    let link = format!("{}/en-gb/my-account-my-profile", site_info.public_url);
    let letter = letters::passkeys_ended(&site_info, &to, &ended.passkeys, ended.second_factor, link);
    send(conn, state, uaid, letter).await.map(drop)
}

/// A change to somebody's two-step sign-in, reported to its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TwoStep {
    /// Turned on by the owner.
    On,
    /// Turned off by the owner.
    Off,
    /// Reset by staff, by the operator or with a new role.
    Reset,
}

/// Notifies the owner of an account that its two-step sign-in has changed.
pub(crate) async fn two_step_changed(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    what: TwoStep,
) -> Result<(), DbError> {
    let Some(to) = mail::recipient(conn, uaid).await? else { return Ok(()) };
    let site_info = site_info(conn, state).await?;
    let link = format!("{}/en-gb/my-account-my-profile", site_info.public_url);
    let message = match what {
        TwoStep::On => letters::second_factor_on(&site_info, &to, link),
        TwoStep::Off => letters::second_factor_off(&site_info, &to, link),
        TwoStep::Reset => letters::second_factor_reset(&site_info, &to, link),
    };
    mail::enqueue(conn, &state.cipher, &message, state.clock.now_ms()).await.map(drop)
}

/// Mails the code that staff need to set up their first second factor; false when their address has had too many e-mails today.
pub(super) async fn second_factor_code(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    (code, expires_ms): (String, i64),
) -> Result<bool, DbError> {
    let Some(to) = mail::recipient(conn, uaid).await? else { return Ok(false) };
    let site_info = site_info(conn, state).await?;
    let message = letters::second_factor_code(&site_info, &to, code);
    send(conn, state, uaid, Message { useful_until: Some(expires_ms), ..message }).await
}

/// Tells somebody about the account that staff opened for them, with a single-use link, valid for seven days, to set a
/// password. Where sign-in is by single sign-on alone, the link leads to the sign-in page (RULES 10.11).
pub(in crate::routes) async fn invite(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    to: Recipient,
) -> Result<(), DbError> {
    let now_ms = state.clock.now_ms();
    let site_info = site_info(conn, state).await?;
    let secret = state.config.takes_passwords().then(new_secret);
    let link = match &secret {
        Some(secret) => site_info.secret_page("reset-password", secret),
        None => format!("{}/en-gb/login", site_info.public_url),
    };
    let useful_until = secret.as_ref().map(|_| now_ms + Purpose::Invitation.lifetime_ms());
    let message = Message { useful_until, ..letters::invitation(&site_info, &to, link) };
    let written = send(conn, state, uaid, message).await?;
    if let Some(secret) = secret.filter(|_| written) {
        token::insert(conn, Purpose::Invitation, uaid, &stored_hash(&secret), now_ms).await?;
    }
    Ok(())
}
