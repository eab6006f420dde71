//! The calls of staff: people and roles, and the desk on a test day.

mod arrival;
mod assistance;
mod audit;
mod booking;
mod booking_row;
mod bookings;
mod clearance;
mod coaches;
mod correct;
mod create_user;
mod day;
mod desk;
mod export;
mod final_;
mod import;
mod kiosk;
mod lite;
mod numbers;
mod onboard;
mod profile;
mod protocols;
mod results;
mod reveal;
mod role;
mod schedule;
mod seasons;
mod settings;
mod sync;
mod test;
mod today;
mod update_user;
mod users;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this folder.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(lite::post))
        .routes(routes!(bookings::post))
        .routes(routes!(booking::get))
        .routes(routes!(assistance::get))
        .routes(routes!(seasons::get, seasons::post, seasons::put, seasons::delete))
        .routes(routes!(settings::get, settings::put))
        .routes(routes!(export::get))
        .routes(routes!(coaches::get))
        .routes(routes!(role::post))
        .routes(routes!(users::post))
        .routes(routes!(update_user::post))
        .routes(routes!(create_user::post))
        .routes(routes!(clearance::post, clearance::delete))
        .routes(routes!(audit::get))
        .routes(routes!(import::post))
        .routes(routes!(correct::post))
        .routes(routes!(protocols::get, protocols::put))
        .routes(routes!(profile::get))
        .routes(routes!(reveal::get))
        .routes(routes!(onboard::post))
        .routes(routes!(test::post))
        .routes(routes!(final_::post))
        .routes(routes!(day::get))
        .routes(routes!(arrival::post))
        .routes(routes!(kiosk::get, kiosk::post, kiosk::delete))
        .routes(routes!(today::get))
        .routes(routes!(numbers::get))
        .routes(routes!(sync::post))
        .merge(schedule::router())
}
