//! Every call, one file each. A handler reads: parse, authorise, load, decide (in the domain crate), save, answer.

pub mod acoustic;
pub mod auth;
mod coach;
pub mod content;
pub mod docs;
mod error_codes;
pub mod event;
mod examples;
pub mod ops;
mod page;
mod parameter;
mod refusals;
pub mod user;
mod waiting_room;
mod wallet;

pub(crate) use event::give_role;
pub(crate) use user::delete::delete_account;
pub(crate) use user::second_factor::reset as reset_second_factor;

use axum::Router;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Sixfold",
        description = "The athletic-testing programme's API. Every answer of the event API is an envelope: \
            `{succeeded, data, error}`; the HTTP status tells the same story. The session token comes as a cookie, as \
            `Authorization: Bearer`, or as `token` in query or body. Writes with a session accept an `Idempotency-Key`, \
            unless they answer with a secret or take a one-time code; writes whose only credential is the cookie need \
            `x-csrf-token`. `iv`, a time in milliseconds, is read on every call; a server with signing keys wants it with \
            `x-signature-key-id` and `x-signature`, in hex the HMAC-SHA-256 of method, path, query, SHA-256 of the body in \
            hex, and `iv`, each on a line of its own. It may be five minutes off, and a signature can be used once; our own \
            pages, which carry no token, need none.",
    ),
    tags(
        (name = "user", description = "The account and its profile"),
        (name = "booking", description = "Availability, bookings and the waiting list"),
        (name = "people", description = "What programme delivery does for other people's accounts"),
        (name = "desk", description = "The desk on a test day: onboarding, tests, finals"),
        (name = "live", description = "The live screen: the stream, the reveal and its operators"),
        (name = "schedule", description = "The schedule and the content service that keeps it"),
        (name = "event", description = "Public settings"),
        (name = "content", description = "The content hub"),
        (name = "wallet", description = "Tickets in the wallets of phones, in Apple's own format"),
        (name = "auth", description = "The auth client's protocol (next-auth v4)"),
        (name = "operations", description = "For operators and tools"),
    ),
)]
struct Document;

/// The API's routes, with its own description.
pub fn router() -> Router<AppState> {
    calls().0.merge(docs::router(document))
}

/// The API's OpenAPI document.
pub fn document() -> OpenApi {
    examples::add(calls().1)
}

fn calls() -> (Router<AppState>, OpenApi) {
    OpenApiRouter::with_openapi(Document::openapi())
        .merge(auth::router())
        .merge(user::router())
        .merge(event::router())
        .merge(content::router())
        .merge(acoustic::router())
        .merge(ops::router())
        .merge(waiting_room::router())
        .merge(wallet::router())
        .split_for_parts()
}
