//! The state that handlers, jobs and commands share. Knows no route.

mod metrics;
mod readiness;

use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

use openidconnect::reqwest;
use sixfold_domain::time::Date;
use tokio_util::sync::CancellationToken;

use crate::auth::exhausted::Exhausted;
use crate::auth::keys::field_cipher;
use crate::auth::known_sessions::KnownSessions;
use crate::auth::oidc::Providers;
use crate::auth::passkey::RelyingParty;
use crate::auth::{Hasher, Keys};
use crate::board::Boards;
use crate::board::crew::Crews;
use crate::board::live::Live;
use crate::booking::event_snapshot::EventSnapshots;
use crate::config::Config;
use crate::config::clock::Clock;
use crate::content::hub::Hub;
use crate::db::Db;
use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::topic::topics::Topics;
use crate::db::upkeep::clock_guard::ClockGuard;
use crate::http::ApiError;
use crate::http::backlog::Backlog;
use crate::http::etag::Tagged;
use crate::http::shared_answer::SharedAnswer;
use crate::http::uploads::Uploads;
use crate::site::cache::Site;
use crate::site::card::Studio;
use crate::site::waiting_room::Room;

pub use metrics::{BookingChange, Channel, LetterOutcome, Metrics, NO_ROUTE};
pub use readiness::Readiness;

/// The services of a running server, behind one pointer: each layer and each handler of a request has a clone of it.
///
/// A trait object, to keep compile times down: with the concrete type, rustc checks for every handler and every job that all
/// of [`Services`] is `Send`.
#[derive(Debug, Clone)]
pub struct AppState(Arc<dyn AsServices>);

trait AsServices: Debug + Send + Sync {
    fn services(&self) -> &Services;
}

impl AsServices for Services {
    fn services(&self) -> &Services {
        self
    }
}

impl Deref for AppState {
    type Target = Services;

    fn deref(&self) -> &Services {
        self.0.services()
    }
}

impl From<Services> for AppState {
    fn from(services: Services) -> Self {
        Self(Arc::new(services))
    }
}

/// What a running server consists of.
#[derive(Debug, Clone)]
pub struct Services {
    pub db: Db,
    pub clock: Clock,
    /// Whether the clock can be trusted with work that cannot be undone.
    pub clock_guard: Arc<ClockGuard>,
    /// Whether this process can do its work.
    pub readiness: Arc<Readiness>,
    pub metrics: Arc<Metrics>,
    /// Cancelled when the server stops: background jobs finish their present step and end.
    pub stop: CancellationToken,
    pub config: Arc<Config>,
    /// Encrypts health data and other secrets for the database.
    pub cipher: FieldCipher,
    /// Keys and password hashing.
    pub auth: Arc<Auth>,
    pub hub: Arc<Hub>,
    pub site: Arc<Site>,
    /// Notifications of what other processes and nodes change.
    pub topics: Topics,
    /// Events with their schedules, as every booking needs them.
    pub events: EventSnapshots,
    /// What anybody can book, encoded.
    pub availability: Arc<SharedAnswer<Tagged>>,
    pub backlog: Arc<Backlog>,
    pub uploads: Uploads,
    pub boards: Boards,
    pub waiting_room: Arc<Room>,
    pub live: Arc<Live>,
    pub crews: Arc<Crews>,
    pub cards: Arc<Studio>,
    /// Locked while letters are sent; free once the letters in progress are sent and their outcome is stored.
    pub sending: Arc<tokio::sync::RwLock<()>>,
}

#[derive(Debug)]
pub struct Auth {
    pub keys: Keys,
    /// argon2id, with limited concurrency.
    pub hasher: Hasher,
    pub exhausted: Exhausted,
    /// Who is let in when the server is too busy, without asking the store.
    pub sessions: KnownSessions,
    pub providers: Providers,
    /// The site as passkeys know it.
    pub relying_party: RelyingParty,
}

#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The HTTP client for identity providers could not be created.
    #[error("the HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

impl AppState {
    pub fn new(config: Config, db: Db, clock: Clock) -> Result<Self, StateError> {
        let keys = Keys::derive(&config.secret);
        let providers = Providers::new(&config.providers, &config.public_url)?;
        let relying_party = RelyingParty::new(&config.public_url, &config.site_title);
        let hub = Arc::new(match &config.content {
            Some(remote) => Hub::remote(remote, &config.data_dir, clock.clone())?,
            None => Hub::embedded(db.clone(), clock.clone()),
        });
        // Leave a core for everything else.
        let config = Arc::new(config);
        let cipher = field_cipher(&config.secret, &config.previous_secrets);
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let at_once = cores.saturating_sub(1).max(1);
        Ok(Self::from(Services {
            topics: Topics::new(db.clone()),
            boards: Boards::new(clock.clone()),
            events: EventSnapshots::new(
                hub.clone(),
                config.clone(),
                cipher.clone(),
                clock.clone(),
                db.versions().clone(),
            ),
            availability: Arc::default(),
            backlog: Arc::default(),
            uploads: Uploads::default(),
            site: Arc::default(),
            clock_guard: Arc::default(),
            readiness: Arc::default(),
            metrics: Arc::default(),
            stop: CancellationToken::new(),
            live: Arc::new(Live::new(config.live)),
            crews: Arc::new(Crews::new(config.live)),
            waiting_room: Arc::new(Room::new(config.people)),
            cards: Arc::default(),
            sending: Arc::default(),
            hub,
            db,
            clock,
            cipher,
            config,
            auth: Arc::new(Auth {
                keys,
                hasher: Hasher::new(at_once),
                exhausted: Exhausted::default(),
                sessions: KnownSessions::default(),
                providers,
                relying_party,
            }),
        }))
    }

    /// London's date now.
    pub fn today(&self) -> Result<Date, ApiError> {
        self.clock.today().map_err(ApiError::internal)
    }
}
