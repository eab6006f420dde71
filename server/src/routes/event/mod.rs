//! The event calls: settings, availability, booking, cancelling, the waiting list, alerts.

mod accept;
mod admin;
mod alerts;
mod arrival;
mod availability;
mod book;
mod calendar;
mod cancel;
pub(crate) mod config;
mod decline;
mod details;
mod livescreen;
mod payload;
mod team;
mod ticket;
pub(super) mod timetable;
mod wait;

pub(super) use payload::{Succeeded, id, uaid};
pub(super) use team::{call_off, lock_to_call_off};

pub(crate) use admin::give_role;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(config::get))
        .routes(routes!(availability::get))
        .routes(routes!(book::post))
        .routes(routes!(cancel::delete))
        .routes(routes!(wait::get, wait::post, wait::delete))
        .routes(routes!(accept::post))
        .routes(routes!(alerts::get, alerts::post))
        .routes(routes!(alerts::delete))
        .merge(team::router())
        .routes(routes!(arrival::get, arrival::post))
        .routes(routes!(calendar::get))
        .routes(routes!(ticket::apple))
        .routes(routes!(ticket::google))
        .merge(livescreen::router())
        .merge(admin::router())
}
