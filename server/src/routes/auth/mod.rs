//! `/api/auth`: the protocol of the auth client, and our own calls for signing in without a password. Any other path below it
//! answers 400 in plain text.

mod answers;
mod credentials;
mod entry;
mod log;
mod oauth;
mod pages;
pub(super) mod passkeys;
mod read;
mod sign_in_link;
pub(super) mod sign_out;
mod update;

pub(super) use log::clean as cleaned;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::csrf))
        .routes(routes!(read::providers))
        .routes(routes!(read::session, update::post))
        .routes(routes!(oauth::callback, credentials::callback))
        .routes(routes!(oauth::page, credentials::signin))
        .routes(routes!(passkeys::options))
        .routes(routes!(passkeys::sign_in))
        .routes(routes!(sign_in_link::ask))
        .routes(routes!(sign_in_link::use_link))
        .routes(routes!(pages::signin))
        .routes(routes!(pages::signout, sign_out::post))
        .routes(routes!(pages::error))
        .routes(routes!(log::post))
}
