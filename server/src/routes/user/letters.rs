//! The account's mails: the guardian's link, the link for a new password, and an account that staff opened.

use crate::auth::keys::{new_secret, stored_hash};
use crate::content::letter::Wordings;
use crate::db::token::{self, Purpose};
use crate::db::{self, Conn, DbError, schedule};
use crate::mail;
use crate::mail::letters::{self, House, Recipient};
use crate::state::AppState;

async fn house(conn: &mut Conn<'_>, state: &AppState) -> Result<House, DbError> {
    if let Some(event) = schedule::find_event(conn, None).await? {
        return mail::house(conn, &event, &state.config).await;
    }
    Ok(House {
        site: state.config.site_title.clone(),
        public_url: state.config.public_url.clone(),
        place: String::new(),
        address: String::new(),
        postcode: String::new(),
        phone: String::new(),
        email: state.config.mail_from.email.to_string(),
        wordings: Wordings::of(db::letter::edited(conn).await?),
    })
}

/// Asks a guardian to confirm, with a link that lives 14 days.
pub(in crate::routes) async fn ask_guardian(
    conn: &mut Conn<'_>,
    state: &AppState,
    uaid: &str,
    guardian: &str,
    athlete: &str,
) -> Result<(), DbError> {
    let now_ms = state.clock.now_ms();
    let secret = new_secret();
    token::insert(conn, Purpose::Guardian, uaid, &stored_hash(&secret), now_ms).await?;
    let house = house(conn, state).await?;
    let to = Recipient { email: guardian.to_owned(), first_name: String::new(), last_name: String::new() };
    let link = format!("{}/en-gb/guardian-confirmation?token={secret}", house.public_url);
    mail::enqueue(conn, letters::guardian_request(&house, &to, athlete, link), now_ms).await
}

/// Sends a link for a new password; it lives 30 minutes and serves once.
pub(super) async fn password_link(
    conn: &mut Conn<'_>,
    state: &AppState,
    uaid: &str,
    to: Recipient,
) -> Result<(), DbError> {
    let now_ms = state.clock.now_ms();
    let secret = new_secret();
    token::insert(conn, Purpose::Forgot, uaid, &stored_hash(&secret), now_ms).await?;
    let house = house(conn, state).await?;
    let link = format!("{}/en-gb/reset-password?token={secret}", house.public_url);
    mail::enqueue(conn, letters::password_link(&house, &to, link), now_ms).await
}

/// Tells somebody about the account that staff opened for them, with a link to set a password; it lives seven days and serves once.
/// Where nobody has a password of ours, the link leads to the sign-in.
pub(in crate::routes) async fn invite(
    conn: &mut Conn<'_>,
    state: &AppState,
    uaid: &str,
    to: Recipient,
) -> Result<(), DbError> {
    let now_ms = state.clock.now_ms();
    let house = house(conn, state).await?;
    let (label, link) = if state.config.takes_passwords() {
        let secret = new_secret();
        token::invite(conn, uaid, &stored_hash(&secret), now_ms).await?;
        ("Set a password", format!("{}/en-gb/reset-password?token={secret}", house.public_url))
    } else {
        ("Sign in", format!("{}/en-gb/login", house.public_url))
    };
    mail::enqueue(conn, letters::invitation(&house, &to, label, link), now_ms).await
}
