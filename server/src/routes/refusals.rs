//! The refusals that many calls share, for the `responses` of `#[utoipa::path]`. A refusal with codes of its own is listed at
//! its call; `examples` adds those of every JSON body (400, 413, 415) and of the calls that are shed (503).

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

/// A response with the error envelope as its body.
pub(super) fn refusal(description: &str) -> RefOr<Response> {
    let body = Content::new(Some(Ref::from_schema_name("ErrorEnvelope")));
    RefOr::T(ResponseBuilder::new().description(description).content("application/json", body).build())
}

macro_rules! refusals {
    ($($name:ident { $($status:literal: $description:expr),+ })+) => {$(
        pub(crate) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                BTreeMap::from([$(($status.to_owned(), refusal($description))),+])
            }
        }
    )+};
}

const NO_SESSION: &str = "No session";

const CONTENT_AWAY: &str = "CONTENT_AWAY: the remote hub does not answer";

const MALFORMED: &str = "Malformed, or a field is missing: `error.field` names it";

refusals! {
    Malformed { "400": MALFORMED }
    CredentialsMixed { "401": "CREDENTIALS_MIXED: credentials of two sessions" }
    SignedIn { "401": NO_SESSION }
    OwnOnly { "400": MALFORMED, "401": NO_SESSION, "403": "Somebody else's, or a write without its CSRF token" }
    DeskOnly { "401": NO_SESSION, "403": "Neither role 2 nor role 3, or a write without its CSRF token" }
    DeliveryOnly { "401": NO_SESSION, "403": "Not role 3, or a write without its CSRF token" }
    TeamsOnly { "401": NO_SESSION, "403": "Neither coach nor programme delivery, or another coach's team" }
    WaitingOnly { "401": NO_SESSION, "403": "The role has no waiting list, or a write without its CSRF token" }
    SingleSignOnOnly { "403": "AUTH_MODE: single sign-on only" }
    NotFound { "404": "Something that the request names does not exist: the message says what" }
    NoSuchEvent { "404": "No such event" }
    NoSuchItem { "404": "No such item" }
    NoSuchLibrary { "404": "No such library" }
    NoSuchPerson { "404": "No such person" }
    BookingNotFound { "404": "BOOKING_NOT_FOUND: no such booking of that athlete" }
    CrewNotFound { "404": "CREW_NOT_FOUND: the caller is in no such crew" }
    CrewLinkInvalid { "404": "CREW_LINK_INVALID: the link was renewed, or never was one" }
    CrewOwnerOnly { "400": MALFORMED, "401": NO_SESSION, "403": "CREW_OWNER_ONLY, or a write without its CSRF token" }
    ContentElsewhere { "409": "CONTENT_REMOTE: the content is edited in a remote hub" }
    EmailTaken { "409": "EMAIL_TAKEN: an account has the address, or had it in the last seven days" }
    FieldInvalid { "422": "A field does not pass: `error.field` names it" }
    KeyReused { "422": "IDEMPOTENCY_KEY_REUSED" }
    TokenInvalid { "422": "TOKEN_INVALID" }
    StreamsFull {
        "429": "STREAMS_OF_ADDRESS: the caller's address has too many open, or opens them too fast; see `Retry-After`",
        "503": "STREAMS_FULL: too many streams are open; see `Retry-After`"
    }
    TooManyRequests { "429": "Too many attempts: see `Retry-After`" }
    ContentAway { "503": CONTENT_AWAY }
    RemoteSchedule {
        "4XX": "What a remote hub refuses, except with 401 or 403: its own code and message",
        "502": "Any other refusal of a remote hub: its own code and message",
        "503": "CONTENT_AWAY: the remote hub does not answer; SCHEDULE_IN_PART: it stopped answering half-way through a write"
    }
}
