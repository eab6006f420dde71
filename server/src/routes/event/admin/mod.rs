//! The calls of staff: people and roles, and the desk on a test day.

mod arrival;
mod assistance;
mod audit;
mod bookable;
mod booking;
mod booking_row;
mod bookings;
mod clearance;
mod clock;
mod coach_access;
mod coaches;
mod correct;
mod correction_request;
mod create_user;
mod day;
mod delete_user;
mod desk;
mod event;
mod export;
mod finish;
mod import;
mod kiosk;
mod lite;
mod numbers;
mod onboard;
mod profile;
mod protocols;
mod remove_score;
mod results;
mod reveal;
mod role;
mod schedule;
mod seasons;
mod settings;
mod setup;
mod sign_in;
mod stuck_mail;
mod sync;
mod test;
mod today;
mod update_user;
mod users;

pub(crate) use role::give as give_role;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(lite::post))
        .routes(routes!(bookings::post))
        .routes(routes!(booking::get))
        .routes(routes!(bookable::get))
        .routes(routes!(assistance::get))
        .routes(routes!(seasons::get, seasons::post, seasons::put, seasons::delete))
        .routes(routes!(settings::get, settings::put))
        .routes(routes!(setup::post))
        .routes(routes!(event::put))
        .routes(routes!(export::get))
        .routes(routes!(coaches::get))
        .routes(routes!(role::post))
        .routes(routes!(coach_access::post))
        .routes(routes!(users::post))
        .routes(routes!(sign_in::reset_factor))
        .routes(routes!(sign_in::end_sessions))
        .routes(routes!(update_user::post))
        .routes(routes!(create_user::post))
        .routes(routes!(delete_user::post))
        .routes(routes!(clearance::post, clearance::delete))
        .routes(routes!(audit::get))
        .routes(routes!(import::post))
        .routes(routes!(correct::post))
        .routes(routes!(remove_score::post))
        .routes(routes!(correction_request::post, correction_request::get, correction_request::delete))
        .routes(routes!(protocols::get, protocols::put))
        .routes(routes!(profile::get))
        .routes(routes!(reveal::get))
        .routes(routes!(onboard::post))
        .routes(routes!(test::post))
        .routes(routes!(finish::post))
        .routes(routes!(day::get))
        .routes(routes!(arrival::post))
        .routes(routes!(kiosk::get, kiosk::post, kiosk::delete))
        .routes(routes!(stuck_mail::again))
        .routes(routes!(today::get))
        .routes(routes!(clock::post))
        .routes(routes!(numbers::get))
        .routes(routes!(sync::post))
        .merge(schedule::router())
}
