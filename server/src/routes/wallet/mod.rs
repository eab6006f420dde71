//! `/api/wallet/apple/v1`: the calls of phones that have a ticket in Apple Wallet, as Apple's format prescribes them (RULES 4.15).
//! Answers are Apple's, not in our envelope; refusals are.

mod changed;
mod log;
mod pass;
mod phone;
mod registration;

pub(super) use phone::apple_pass;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(registration::post, registration::delete))
        .routes(routes!(changed::get))
        .routes(routes!(pass::get))
        .routes(routes!(log::post))
}
