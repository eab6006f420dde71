//! What every handler can reach, and the router put together from the folders of routes.

use std::sync::Arc;

use axum::Router;
use axum::middleware;
use tower_http::compression::CompressionLayer;

use crate::auth::presented::identify;
use crate::auth::{Hasher, Keys};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::frame;
use crate::routes;
use crate::vault::Vault;

/// The parts of a running server. Cheap to clone.
#[derive(Debug, Clone)]
pub struct AppState {
    /// The store.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The settings.
    pub config: Arc<Config>,
    /// Seals and opens health data.
    pub vault: Vault,
    /// Keys and password hashing.
    pub auth: Arc<Auth>,
}

/// What signing in needs.
#[derive(Debug)]
pub struct Auth {
    /// The keys derived from the secret.
    pub keys: Keys,
    /// argon2id behind its limit.
    pub hasher: Hasher,
}

impl AppState {
    /// Puts the parts together.
    pub fn new(config: Config, db: Db, clock: Clock) -> Result<Self, crate::auth::password::HashError> {
        let keys = Keys::derive(&config.secret);
        let at_once = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Ok(Self {
            db,
            clock,
            vault: Vault::new(keys.vault()),
            config: Arc::new(config),
            auth: Arc::new(Auth { keys, hasher: Hasher::new(at_once)? }),
        })
    }
}

/// The whole server as one service.
pub fn router(state: AppState) -> Router {
    let (api, _) = routes::api();
    api.fallback(frame::unknown)
        .method_not_allowed_fallback(frame::method_not_allowed)
        .layer(middleware::from_fn_with_state(state.clone(), identify))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(state.clone(), frame::around))
        .with_state(state)
}
