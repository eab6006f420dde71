//! What the account's mails say: the guardian's link and the link for a new password.

use crate::auth::keys::{new_secret, stored_hash};
use crate::db::token::{self, Purpose};
use crate::db::{Conn, DbError, schedule};
use crate::mail::letters::{House, Recipient, plain};
use crate::mail::{self, Letter};
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
    })
}

/// Asks a guardian to confirm, with a link that lives 14 days.
pub(super) async fn ask_guardian(
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
    let letter = Letter {
        subject: "Your yes is needed before a first test".into(),
        heading: "They need you in their corner.".into(),
        opening: vec![
            format!(
                "Somebody under 18 has signed up for athletic testing with the address {athlete} and named you as their parent or guardian."
            ),
            "They can book their first test once you confirm.".into(),
        ],
        facts: Vec::new(),
        button: Some(("Confirm", link)),
        closing: vec!["You do not know them? Then do nothing: without your yes nobody is tested.".into()],
    };
    mail::enqueue(conn, plain(&house, &to, "guardian-request", letter), now_ms).await
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
    let letter = Letter {
        subject: "Set a new password".into(),
        heading: "Back in the game.".into(),
        opening: vec!["Use this link within 30 minutes to set a new password. It works once.".into()],
        facts: Vec::new(),
        button: Some(("Set a new password", link)),
        closing: vec!["You did not ask for it? Then nothing has changed, and nothing is to do.".into()],
    };
    mail::enqueue(conn, plain(&house, &to, "password-link", letter), now_ms).await
}
