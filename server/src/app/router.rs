//! The router: every folder of routes, and the middleware around them.

use axum::Router;
use axum::middleware;

use crate::app::middleware::{around, method_not_allowed, unknown};
use crate::auth::identify::identify;
use crate::http::compress::compress;
use crate::http::cors::{self, Cors};
use crate::http::{shed, signed};
use crate::routes;
use crate::site::{maintenance, waiting_room};
use crate::state::AppState;

pub fn router(state: AppState) -> Router {
    surrounded(routes::router(), state)
}

/// Routes with all the middleware. Benchmarks use it to measure other handlers under the same conditions.
pub fn surrounded(routes: Router<AppState>, state: AppState) -> Router {
    routes
        .fallback(unknown)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(state.clone(), shed::measure))
        .layer(middleware::from_fn_with_state(state.clone(), maintenance::gate))
        .layer(middleware::from_fn_with_state(state.clone(), waiting_room::gate::gate))
        .layer(middleware::from_fn_with_state(state.clone(), signed::verify))
        .layer(middleware::from_fn_with_state(state.clone(), identify))
        .layer(middleware::from_fn_with_state(state.clone(), shed::refuse))
        .layer(middleware::from_fn_with_state(Cors::new(&state.config.network.allowed_origins), cors::share))
        .layer(middleware::from_fn(compress))
        .layer(middleware::from_fn_with_state(state.clone(), around))
        .with_state(state)
}
