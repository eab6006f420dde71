//! The router: every folder of routes, and the middleware around them.

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tower::ServiceBuilder;

use crate::app::middleware::{answer_in_time, around, method_not_allowed, unknown};
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

/// Routes with all the middleware, the outermost first. Benchmarks use it to measure other handlers under the same conditions.
///
/// It is one layer: each layer of a router is cloned and boxed again for every request, with all layers inside of it.
pub fn surrounded(routes: Router<AppState>, state: AppState) -> Router {
    let layers = ServiceBuilder::new()
        .layer(from_fn_with_state(state.clone(), around))
        .layer(from_fn_with_state(Cors::new(&state.config.network.allowed_origins), cors::share))
        .layer(from_fn(answer_in_time))
        .layer(from_fn(compress))
        .layer(from_fn_with_state(state.clone(), shed::refuse))
        .layer(from_fn_with_state(state.clone(), identify))
        .layer(from_fn_with_state(state.clone(), signed::verify))
        .layer(from_fn_with_state(state.clone(), waiting_room::gate::gate))
        .layer(from_fn_with_state(state.clone(), maintenance::gate))
        .layer(from_fn_with_state(state.clone(), shed::measure));
    routes.fallback(unknown).method_not_allowed_fallback(method_not_allowed).layer(layers).with_state(state)
}
