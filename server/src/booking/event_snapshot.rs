//! What changes weekly at most and every booking needs: an event with its schedule, seasons, protocols, and what its
//! letters say about the site. Cached by the versions of the topics that it is read from, and by a remote hub's title.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use sixfold_domain::protocol::Protocols;
use sixfold_domain::season::Season;
use sixfold_domain::slot::{BookingSessionConfig, Schedule};
use sixfold_domain::time::Date;

use crate::config::Config;
use crate::config::clock::Clock;
use crate::content::hub::Hub;
use crate::db::calendar::schedule::{self, Event};
use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::results::protocol;
use crate::db::topic::known_versions::KnownVersions;
use crate::db::topic::topics::Topics;
use crate::db::{Conn, Db, DbError, topic};
use crate::mail::Outbox;

/// An event as it is at one version of its topics.
#[derive(Debug, Clone)]
pub struct EventSnapshot {
    pub event: Event,
    /// Every event, the academy first.
    pub events: Vec<Event>,
    /// With dates from today on.
    pub config: BookingSessionConfig,
    pub schedule: Schedule,
    pub seasons: Vec<Season>,
    pub protocols: Protocols,
    pub outbox: Outbox,
}

/// The snapshots of every event. Cheap to clone.
#[derive(Debug, Clone)]
pub struct EventSnapshots {
    hub: Arc<Hub>,
    config: Arc<Config>,
    cipher: FieldCipher,
    clock: Clock,
    versions: KnownVersions,
    cached: Arc<RwLock<Cached>>,
}

/// By the id that is asked for: none is the academy.
type Cached = HashMap<Option<String>, (Version, Arc<EventSnapshot>)>;

/// What a snapshot depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Version {
    topics: topic::EventVersions,
    today: Date,
    /// The site's title, if a remote hub has it.
    remote_title: Option<String>,
}

impl EventSnapshots {
    pub fn new(
        hub: Arc<Hub>,
        config: Arc<Config>,
        cipher: FieldCipher,
        clock: Clock,
        versions: KnownVersions,
    ) -> Self {
        Self { hub, config, cipher, clock, versions, cached: Arc::default() }
    }

    /// The academy as this process knows it, without asking the store, for answers that only show: what another process
    /// changes is in it as soon as its version is known, a second later at most.
    pub async fn known(&self, db: &Db) -> Result<Option<Arc<EventSnapshot>>, DbError> {
        let version = self.version_at(topic::EventVersions::known(&self.versions))?;
        if let Some(snapshot) = self.find(&version, None) {
            return Ok(Some(snapshot));
        }
        db.read(async |conn| self.read(conn, None).await).await
    }

    /// For a job that reads: the event of an id, or the academy; none if there is no such event. Keeps what it had to
    /// load.
    pub async fn read(
        &self,
        conn: &mut Conn,
        event_id: Option<&str>,
    ) -> Result<Option<Arc<EventSnapshot>>, DbError> {
        let version = self.version(conn).await?;
        if let Some(snapshot) = self.find(&version, event_id) {
            return Ok(Some(snapshot));
        }
        let loaded = self.load(conn, event_id, &version).await?;
        // What changed while it was read is read again by the next.
        if let Some(snapshot) = &loaded
            && self.version(conn).await? == version
        {
            let mut cached = self.cached.write().unwrap_or_else(PoisonError::into_inner);
            cached.insert(event_id.map(str::to_owned), (version, snapshot.clone()));
        }
        Ok(loaded)
    }

    /// As [`EventSnapshots::read`], for a job that writes: never keeps what it loads, since the job may have changed it
    /// and may yet be rolled back.
    pub async fn in_job(
        &self,
        conn: &mut Conn,
        event_id: Option<&str>,
    ) -> Result<Option<Arc<EventSnapshot>>, DbError> {
        let topics = topic::event_versions(conn).await?;
        self.at(conn, event_id, topics).await
    }

    /// The same for a job that has just read the versions.
    pub async fn at(
        &self,
        conn: &mut Conn,
        event_id: Option<&str>,
        topics: topic::EventVersions,
    ) -> Result<Option<Arc<EventSnapshot>>, DbError> {
        let version = self.version_at(topics)?;
        match self.find(&version, event_id) {
            Some(snapshot) => Ok(Some(snapshot)),
            None => self.load(conn, event_id, &version).await,
        }
    }

    /// Reads the academy's snapshot again whenever its topics rise, so that a booking finds it.
    pub async fn follow(&self, db: &Db, topics: &Topics) {
        let (mut schedule, mut content) = (topics.watch(topic::SCHEDULE), topics.watch(topic::CONTENT));
        loop {
            let read = db.read(async |conn| self.read(conn, None).await).await;
            if let Err(error) = read {
                tracing::warn!(%error, "the event could not be read; bookings read it themselves");
            }
            tokio::select! {
                _ = schedule.changed() => {}
                _ = content.changed() => {}
            }
        }
    }

    fn find(&self, version: &Version, event_id: Option<&str>) -> Option<Arc<EventSnapshot>> {
        let cached = self.cached.read().unwrap_or_else(PoisonError::into_inner);
        // A map of a handful of events: comparing is cheaper than making a key.
        let (_, (at, snapshot)) = cached.iter().find(|(id, _)| id.as_deref() == event_id)?;
        (at == version).then(|| snapshot.clone())
    }

    async fn version(&self, conn: &mut Conn) -> Result<Version, DbError> {
        let topics = topic::event_versions(conn).await?;
        topics.note(&self.versions);
        self.version_at(topics)
    }

    fn version_at(&self, topics: topic::EventVersions) -> Result<Version, DbError> {
        let today = self.clock.today().map_err(|_| DbError::broken("clock"))?;
        Ok(Version { topics, today, remote_title: self.hub.remote_title(&self.config.site_title) })
    }

    async fn load(
        &self,
        conn: &mut Conn,
        event_id: Option<&str>,
        version: &Version,
    ) -> Result<Option<Arc<EventSnapshot>>, DbError> {
        let Some(event) = schedule::find_event(conn, event_id).await? else { return Ok(None) };
        let config = schedule::config(conn, &event.event_id, version.today).await?;
        let schedule = Schedule::new(&config).map_err(|_| DbError::broken("schedule"))?;
        let title = version.remote_title.as_deref();
        let outbox = Outbox::load(conn, &event, &self.config, &self.cipher, title).await?;
        let (seasons, protocols) = (schedule::seasons(conn).await?, protocol::current(conn).await?);
        let events = schedule::list_events(conn).await?;
        Ok(Some(Arc::new(EventSnapshot { event, events, config, schedule, seasons, protocols, outbox })))
    }
}
