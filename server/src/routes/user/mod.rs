//! The account's own calls: signing up and in, the profile, deleting the account.

pub(super) mod account_mail;
pub(super) mod admin;
mod authorization;
mod calendar_feed;
mod card;
mod coaches;
mod consent;
mod crew;
pub(super) mod delete;
mod email;
mod email_change;
mod export;
mod export_body;
pub(super) mod forgot;
mod guardian;
mod identities;
mod leaderboard;
mod login;
mod marketing;
mod notifications;
mod passkeys;
mod password;
mod profile;
mod progress;
mod proof;
mod register;
pub(super) mod results;
pub(super) mod second_factor;
mod sessions;
mod share;
pub(super) mod sign_in_methods;
mod signup;
pub(super) mod view;
pub(super) mod wire;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(signup::post))
        .routes(routes!(login::login))
        .routes(routes!(login::admin))
        .routes(routes!(authorization::get))
        .routes(routes!(forgot::post))
        .routes(routes!(register::register))
        .routes(routes!(register::account_management))
        .routes(routes!(profile::get, profile::put))
        .routes(routes!(marketing::put))
        .routes(routes!(notifications::settings::get, notifications::settings::put))
        .routes(routes!(notifications::devices::post))
        .routes(routes!(notifications::devices::delete))
        .routes(routes!(password::post))
        .routes(routes!(email::get, email::post, email::delete))
        .routes(routes!(email::send))
        .routes(routes!(email::confirm))
        .routes(routes!(email::link))
        .routes(routes!(email::undo))
        .routes(routes!(coaches::get, coaches::post))
        .routes(routes!(coaches::by_link))
        .routes(routes!(consent::get, consent::post))
        .routes(routes!(delete::post))
        .routes(routes!(export::get))
        .routes(routes!(sessions::get, sessions::delete))
        .routes(routes!(second_factor::get, second_factor::begin, second_factor::remove))
        .routes(routes!(second_factor::confirm))
        .routes(routes!(passkeys::list, passkeys::add))
        .routes(routes!(passkeys::options))
        .routes(routes!(passkeys::rename, passkeys::remove))
        .routes(routes!(admin::put))
        .routes(routes!(identities::get, identities::delete))
        .routes(routes!(guardian::post))
        .routes(routes!(guardian::request))
        .routes(routes!(guardian::send))
        .routes(routes!(leaderboard::get))
        .routes(routes!(leaderboard::field::get))
        .routes(routes!(results::get))
        .routes(routes!(progress::get))
        .routes(routes!(card::get))
        .routes(routes!(card::facts::get))
        .routes(routes!(card::photo::post))
        .routes(routes!(card::certificate::get))
        .routes(routes!(share::get, share::put, share::post))
        .routes(routes!(share::delete))
        .routes(routes!(share::report::post))
        .routes(routes!(share::reports::get))
        .routes(routes!(share::reports::post))
        .routes(routes!(crew::list::get, crew::create::post))
        .routes(routes!(crew::one::get, crew::one::put, crew::one::delete))
        .routes(routes!(crew::board::get))
        .routes(routes!(crew::link::look))
        .routes(routes!(crew::link::renew))
        .routes(routes!(crew::join::post))
        .routes(routes!(crew::member::delete))
        .routes(routes!(crew::membership::put, crew::membership::delete))
        .routes(routes!(crew::stream::get))
        .routes(routes!(calendar_feed::get, calendar_feed::post, calendar_feed::delete))
}
