//! What every handler, job and command can reach. Knows no route.

mod readiness;

use std::sync::Arc;

use openidconnect::reqwest;
use tokio_util::sync::CancellationToken;

use crate::auth::exhausted::Exhausted;
use crate::auth::oidc::Providers;
use crate::auth::password::HashError;
use crate::auth::{Hasher, Keys};
use crate::board::Boards;
use crate::board::live::Live;
use crate::config::Config;
use crate::config::clock::Clock;
use crate::content::hub::Hub;
use crate::db::Db;
use crate::db::clock_guard::ClockGuard;
use crate::db::field_encryption::Vault;
use crate::db::topics::Topics;
use crate::site::Site;
use crate::site::card::Studio;

pub use readiness::Readiness;

/// The parts of a running server. Cheap to clone.
#[derive(Debug, Clone)]
pub struct AppState {
    pub db: Db,
    pub clock: Clock,
    /// Whether the time can be trusted with what cannot be undone.
    pub clock_guard: Arc<ClockGuard>,
    /// Whether this process can do its work.
    pub readiness: Arc<Readiness>,
    /// Cancelled when the server stops: background jobs finish what they are at and end.
    pub stop: CancellationToken,
    pub config: Arc<Config>,
    /// Seals and opens health data.
    pub vault: Vault,
    /// Keys and password hashing.
    pub auth: Arc<Auth>,
    /// The site's content.
    pub hub: Arc<Hub>,
    /// The pages that have been made of it.
    pub site: Arc<Site>,
    /// News of what other processes and nodes change.
    pub topics: Topics,
    /// Who stands where.
    pub boards: Boards,
    /// Those who listen to the live screen.
    pub live: Arc<Live>,
    /// Where story cards are drawn.
    pub cards: Arc<Studio>,
    /// Held by whoever sends letters; free once the letters that were begun are sent and noted.
    pub sending: Arc<tokio::sync::RwLock<()>>,
}

/// What signing in needs.
#[derive(Debug)]
pub struct Auth {
    /// The keys derived from the secret.
    pub keys: Keys,
    /// argon2id behind its limit.
    pub hasher: Hasher,
    /// Limits that are used up.
    pub exhausted: Exhausted,
    /// Those who vouch for people.
    pub providers: Providers,
}

/// The parts could not be put together.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// Password hashing does not start.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The client that speaks with providers does not start.
    #[error("the HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

impl AppState {
    /// Puts the parts together.
    pub fn new(config: Config, db: Db, clock: Clock) -> Result<Self, StateError> {
        let keys = Keys::derive(&config.secret);
        let previous: Vec<Keys> = config.previous_secrets.iter().map(|secret| Keys::derive(secret)).collect();
        let providers = Providers::new(&config.providers, &config.public_url)?;
        let hub = match &config.content {
            Some(remote) => Hub::remote(remote, &config.data_dir, clock.clone())?,
            None => Hub::embedded(db.clone(), clock.clone()),
        };
        // One core is left to everything else.
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let at_once = cores.saturating_sub(1).max(1);
        Ok(Self {
            hub: Arc::new(hub),
            topics: Topics::new(db.clone()),
            boards: Boards::new(clock.clone()),
            site: Arc::default(),
            clock_guard: Arc::default(),
            readiness: Arc::default(),
            stop: CancellationToken::new(),
            live: Arc::new(Live::new(config.live)),
            cards: Arc::default(),
            sending: Arc::default(),
            db,
            clock,
            vault: Vault::new(keys.vault(), previous.iter().map(Keys::vault)),
            config: Arc::new(config),
            auth: Arc::new(Auth {
                keys,
                hasher: Hasher::new(at_once)?,
                exhausted: Exhausted::default(),
                providers,
            }),
        })
    }
}
