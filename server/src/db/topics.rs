//! Notification of changes: a cache watches its topic and reloads when the version rises, whichever process or node
//! raised it.
//!
//! What this process raises is known with the commit, before the writing job's caller hears of it. For the rest,
//! PostgreSQL notifies at once; a notification is lost while the connection is down, so every version is read again
//! after reconnecting, and every second besides. On SQLite reading every second is all there is.

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
    /// Only what this process writes is known before [`Topics::follow`] runs.
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
                tracing::warn!(%error, "the store tells no news; trying again");
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
        // `try_recv` is dropped with each tick: it must not be what connects anew, or a slow connection is never made, or
        // made without the lock.
        listener.eager_reconnect(false);
        listener.listen(topic::CHANNEL).await?;
        keep_copies_off(&mut listener).await?;
        let mut ticks = tokio::time::interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                // The first tick is immediate: it reads what rose before the connection was made.
                _ = ticks.tick() => self.sync().await?,
                heard = listener.try_recv() => if let Some(news) = heard? {
                    self.heard(news.payload());
                } else {
                    // The connection was lost; this makes it again.
                    keep_copies_off(&mut listener).await?;
                    self.sync().await?;
                },
            }
        }
    }

    /// Reads every version.
    async fn sync(&self) -> Result<()> {
        let versions: Result<Vec<(String, i64)>> = self.db.read(|conn| Box::pin(topic::versions(conn))).await;
        for (name, version) in versions? {
            self.db.versions().rise(&name, version);
        }
        Ok(())
    }

    fn heard(&self, news: &str) {
        if let Some((name, version)) = news.rsplit_once(' ')
            && let Ok(version) = version.parse()
        {
            self.db.versions().rise(name, version);
        }
    }
}

/// Tells `sixfold copy` that a server has the database open, for as long as the connection lasts.
async fn keep_copies_off(listener: &mut PgListener) -> Result<()> {
    let kept: bool = sqlx::query_scalar(topic::LOCK_SHARED).fetch_one(listener).await?;
    if !kept {
        tracing::warn!("this database is being copied; what is written from now on is not in the copy");
    }
    Ok(())
}
