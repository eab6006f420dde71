//! Notification of changes: a cache watches its topic and reloads when the version rises, whichever process or node
//! raised it.
//!
//! A version raised by this process is known at the commit, before the caller of the writing job has its result. PostgreSQL
//! notifies of the others at once; notifications are lost while the connection is down, so all versions are read again after
//! reconnecting, and also every second. On SQLite they are only read every second.

use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::db::{Db, Result, topic};

/// How often every version is read, notified or not.
pub const EVERY: Duration = Duration::from_secs(1);
/// The pause before another try when the store does not answer.
const PAUSE: Duration = Duration::from_secs(1);

/// Follows the topics of a store. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Topics {
    db: Db,
}

impl Topics {
    /// Until [`Topics::follow`] runs, only this process's own writes are known.
    pub fn new(db: Db) -> Self {
        Self { db }
    }

    /// The version of a topic, now and whenever it rises; 0 until one is known.
    pub fn watch(&self, name: &str) -> watch::Receiver<i64> {
        self.db.versions().watch(name)
    }

    /// Follows the store until the task ends.
    pub async fn follow(self, every: Duration) {
        loop {
            let ended = match &self.db {
                Db::Sqlite { .. } => self.poll(every).await,
                Db::Postgres(postgres) => match postgres.listener().await {
                    Ok(listener) => self.listen(listener, every).await,
                    Err(error) => Err(error),
                },
            };
            if let Err(error) = ended {
                tracing::warn!(%error, "cannot follow changes in the store; trying again");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn poll(&self, every: Duration) -> Result<()> {
        let mut ticks = tokio::time::interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.sync().await?;
        }
    }

    async fn listen(&self, mut listener: PgListener, every: Duration) -> Result<()> {
        // Each tick drops `try_recv`. If `try_recv` reconnected by itself, a slow connection would never be completed, or be
        // completed without the lock.
        listener.eager_reconnect(false);
        listener.listen(topic::CHANNEL).await?;
        keep_copies_off(&mut listener).await?;
        let mut ticks = tokio::time::interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                // The first tick is immediate: it reads versions that rose before the connection was made.
                _ = ticks.tick() => self.sync().await?,
                received = listener.try_recv() => if let Some(notification) = received? {
                    self.apply(notification.payload());
                } else {
                    // The connection was lost; this connects again.
                    keep_copies_off(&mut listener).await?;
                    self.sync().await?;
                },
            }
        }
    }

    async fn sync(&self) -> Result<()> {
        let versions: Result<Vec<(String, i64)>> = self.db.read(topic::versions).await;
        for (name, version) in versions? {
            self.db.versions().rise(&name, version);
        }
        Ok(())
    }

    /// Takes over the version in the payload of a notification, `topic version`.
    fn apply(&self, payload: &str) {
        if let Some((name, version)) = payload.rsplit_once(' ')
            && let Ok(version) = version.parse()
        {
            self.db.versions().rise(name, version);
        }
    }
}

/// Tells `sixfold copy` that a server has the database open, for as long as the connection lasts.
async fn keep_copies_off(listener: &mut PgListener) -> Result<()> {
    let locked: bool = sqlx::query_scalar(topic::LOCK_SHARED).fetch_one(listener).await?;
    if !locked {
        tracing::warn!("this database is being copied; what is written from now on is not in the copy");
    }
    Ok(())
}
