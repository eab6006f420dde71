//! One connection of either engine, and how statements are run on it.

mod batch;
mod row;
mod sql;

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use batch::Batch;
use futures::future::ready;
use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use row::AnyRow;
use sqlx::pool::PoolConnection;
use sqlx::{Connection as _, Executor as _, PgConnection, Postgres, SqliteConnection};

use super::engine::Engine;
use super::error::{DbError, Result, casts_doubt};
use super::param::{Param, ToParam};

pub use row::Row;
pub use sql::Sql;

/// The most values that one statement with a list has.
const LONGEST_LIST: usize = 500;

/// A connection. Functions of the store take `&mut Conn`.
#[derive(Debug)]
pub struct Conn {
    /// For statements of one engine's own, which read only: they may come before a job's savepoint.
    pub link: Link,
    deferred: Batch,
    savepoint: Savepoint,
    raised: Vec<TopicVersion>,
    /// Whether statements are prepared and kept: not where the next transaction may run on another session.
    pub(in crate::db) prepares: bool,
}

#[derive(Debug)]
pub enum Link {
    Sqlite(SqliteConnection),
    Postgres(PostgresLink),
}

#[derive(Debug)]
pub enum PostgresLink {
    Single(PgConnection),
    /// Returned to its pool when it is dropped.
    Pooled(PoolConnection<Postgres>),
}

impl Deref for PostgresLink {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        match self {
            Self::Single(conn) => conn,
            Self::Pooled(conn) => conn,
        }
    }
}

impl DerefMut for PostgresLink {
    fn deref_mut(&mut self) -> &mut PgConnection {
        match self {
            Self::Single(conn) => conn,
            Self::Pooled(conn) => conn,
        }
    }
}

/// The state of the command that ends the previous job's savepoint and begins this one's ([`Conn::begin_job`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::db) enum Savepoint {
    /// Run, or not needed.
    Begun,
    /// Sent with the job's first statement, which has not come.
    Waiting(&'static str),
    /// Sent, but not answered: if the job is cut off now, nobody knows whether its savepoint has begun.
    Sent,
    /// The message with it failed, perhaps at the command itself.
    InDoubt,
}

/// A topic and the version that a job has raised it to.
pub type TopicVersion = (&'static str, i64);

impl Conn {
    pub fn sqlite(conn: SqliteConnection) -> Self {
        Self::on(Link::Sqlite(conn))
    }

    pub fn postgres(conn: PgConnection) -> Self {
        Self::on(Link::Postgres(PostgresLink::Single(conn)))
    }

    pub(in crate::db) fn pooled(conn: PoolConnection<Postgres>) -> Self {
        Self::on(Link::Postgres(PostgresLink::Pooled(conn)))
    }

    pub(in crate::db) fn preparing(self, prepares: bool) -> Self {
        Self { prepares, ..self }
    }

    fn on(link: Link) -> Self {
        Self {
            link,
            deferred: Batch::default(),
            savepoint: Savepoint::Begun,
            raised: Vec::new(),
            prepares: true,
        }
    }

    /// Forgets what an earlier job has left. On SQLite's writer a command may begin the job's savepoint, sent together with its
    /// first statement.
    pub(in crate::db) fn begin_job(&mut self, savepoint: Savepoint) {
        self.deferred = Batch::default();
        self.raised.clear();
        self.savepoint = savepoint;
    }

    pub(in crate::db) fn savepoint(&self) -> Savepoint {
        self.savepoint
    }

    /// Runs a command that belongs to no job, such as `COMMIT`.
    pub(in crate::db) async fn command(&mut self, sql: &'static str) -> sqlx::Result<()> {
        match &mut self.link {
            Link::Sqlite(c) => sqlx::query(sql).execute(c).await.map(drop),
            Link::Postgres(c) => sqlx::raw_sql(sql).execute(&mut **c).await.map(drop),
        }
    }

    pub(in crate::db) async fn close(self) -> sqlx::Result<()> {
        match self.link {
            Link::Sqlite(c) => c.close().await,
            Link::Postgres(PostgresLink::Single(c)) => c.close().await,
            Link::Postgres(PostgresLink::Pooled(c)) => c.close().await,
        }
    }

    pub fn engine(&self) -> Engine {
        match self.link {
            Link::Sqlite(_) => Engine::Sqlite,
            Link::Postgres(_) => Engine::Postgres,
        }
    }

    pub(in crate::db) fn raised(&mut self, topic: TopicVersion) {
        self.raised.push(topic);
    }

    /// The topics that the job has raised so far.
    pub(in crate::db) fn take_raised(&mut self) -> Vec<TopicVersion> {
        std::mem::take(&mut self.raised)
    }

    /// Runs an insert whose outcome the job does not need, together with the statement after it: on PostgreSQL only if that
    /// is an insert too. Whatever is run next runs after it, and reports its error.
    pub async fn defer(&mut self, insert: &'static str, params: &[Param<'_>]) -> Result<()> {
        if self.deferred.is_full() {
            self.flush().await?;
        }
        self.deferred.push(insert, params);
        Ok(())
    }

    /// Runs the deferred inserts.
    pub async fn flush(&mut self) -> Result<()> {
        match self.deferred.pop() {
            Some((last, params)) => self.insert(last, &params).await.map(drop),
            None => Ok(()),
        }
    }

    /// Runs the deferred inserts and this one in one message; returns how many rows this one inserted.
    pub async fn insert(&mut self, sql: &'static str, params: &[Param<'_>]) -> Result<u64> {
        let (sql, params) = self.deferred.take_with(self.engine(), sql, params);
        self.affected(Sql::built(sql), &params).await
    }

    /// Runs what waits by itself.
    async fn begin(&mut self) -> Result<()> {
        self.flush().await?;
        match self.savepoint {
            Savepoint::Waiting(_) => self.execute("SELECT 1", &[]).await,
            Savepoint::Begun | Savepoint::Sent | Savepoint::InDoubt => Ok(()),
        }
    }

    /// The statement behind those that wait to be sent with it.
    async fn with_waiting<'p>(
        &mut self,
        mut sql: Sql,
        params: &'p [Param<'p>],
    ) -> Result<(Sql, Cow<'p, [Param<'p>]>)> {
        let mut params = Cow::Borrowed(params);
        if !self.deferred.is_empty() {
            match self.engine() {
                Engine::Sqlite => {
                    let (text, all) = self.deferred.take_with(Engine::Sqlite, sql.text(), &params);
                    (sql, params) = (sql.with_text(text), Cow::Owned(all));
                }
                Engine::Postgres => Box::pin(self.flush()).await?,
            }
        }
        match self.savepoint {
            Savepoint::Begun => {}
            Savepoint::Waiting(command) => {
                let text = format!("{command}; {}", sql.text());
                sql = sql.with_text(text);
                self.savepoint = Savepoint::Sent;
            }
            Savepoint::Sent | Savepoint::InDoubt => {
                return Err(DbError::Busy("it is not certain that the job has a savepoint".to_owned()));
            }
        }
        Ok((sql, params))
    }

    /// Notes whether the savepoint has begun whose command was sent with a statement.
    fn sent<T>(&mut self, outcome: sqlx::Result<T>) -> Result<T> {
        if self.savepoint == Savepoint::Sent {
            let doubt = outcome.as_ref().is_err_and(casts_doubt);
            self.savepoint = if doubt { Savepoint::InDoubt } else { Savepoint::Begun };
        }
        Ok(outcome?)
    }

    pub async fn execute(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<()> {
        self.affected(sql, params).await.map(drop)
    }

    /// Runs a statement and returns how many rows it inserted, updated or deleted.
    pub async fn affected(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<u64> {
        let (sql, params) = self.with_waiting(sql.into(), params).await?;
        let outcome = match &mut self.link {
            Link::Sqlite(c) => {
                let results = c.execute_many(sql.on_sqlite(&params)?);
                results.try_fold(0, async |_, last| Ok(last.rows_affected())).await
            }
            Link::Postgres(c) => sql
                .on_postgres(&params, self.prepares)?
                .execute(&mut **c)
                .await
                .map(|done| done.rows_affected()),
        };
        self.sent(outcome)
    }

    /// Runs a statement about one row; false if it changed none.
    pub async fn affected_one(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<bool> {
        Ok(self.affected(sql, params).await? == 1)
    }

    /// Every row.
    pub async fn all<T: Row>(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<Vec<T>> {
        let mut all = Vec::new();
        let mut take = |row: AnyRow| {
            all.push(row.read()?);
            Ok(())
        };
        self.take_rows(sql.into(), params, &mut take).await?;
        Ok(all)
    }

    async fn take_rows(
        &mut self,
        sql: Sql,
        params: &[Param<'_>],
        take: &mut (dyn FnMut(AnyRow) -> sqlx::Result<()> + Send),
    ) -> Result<()> {
        let (sql, params) = self.with_waiting(sql, params).await?;
        let outcome = self.stream(sql, &params)?.try_for_each(|row| ready(take(row))).await;
        self.sent(outcome)
    }

    fn stream(
        &mut self,
        sql: Sql,
        params: &[Param<'_>],
    ) -> sqlx::Result<BoxStream<'_, sqlx::Result<AnyRow>>> {
        Ok(match &mut self.link {
            Link::Sqlite(c) => sql.on_sqlite(params)?.fetch(c).map_ok(AnyRow::Sqlite).boxed(),
            Link::Postgres(c) => {
                sql.on_postgres(params, self.prepares)?.fetch(&mut **c).map_ok(AnyRow::Postgres).boxed()
            }
        })
    }

    /// The first row, if any.
    pub async fn optional<T: Row>(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<Option<T>> {
        let row = self.first_row(sql.into(), params).await?;
        Ok(row.map(|row| row.read()).transpose()?)
    }

    async fn first_row(&mut self, sql: Sql, params: &[Param<'_>]) -> Result<Option<AnyRow>> {
        let (sql, params) = self.with_waiting(sql, params).await?;
        let outcome = match &mut self.link {
            Link::Sqlite(c) => {
                let row = sql.on_sqlite(&params)?.fetch_optional(c).await;
                row.map(|row| row.map(AnyRow::Sqlite))
            }
            Link::Postgres(c) => {
                let row = sql.on_postgres(&params, self.prepares)?.fetch_optional(&mut **c).await;
                row.map(|row| row.map(AnyRow::Postgres))
            }
        };
        self.sent(outcome)
    }

    /// The first row; [`DbError::NotFound`] if there is none.
    pub async fn one<T: Row>(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<T> {
        self.optional(sql, params).await?.ok_or(DbError::NotFound)
    }

    /// The first column of every row.
    pub async fn scalars<T>(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<Vec<T>>
    where
        (T,): Row,
    {
        Ok(self.all(sql, params).await?.into_iter().map(|(value,)| value).collect())
    }

    /// The first column of the first row, if any.
    pub async fn optional_scalar<T>(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<Option<T>>
    where
        (T,): Row,
    {
        Ok(self.optional(sql, params).await?.map(|(value,)| value))
    }

    /// The first column of the first row; [`DbError::NotFound`] if there is none.
    pub async fn scalar<T>(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<T>
    where
        (T,): Row,
    {
        self.optional_scalar(sql, params).await?.ok_or(DbError::NotFound)
    }

    /// Whether a statement that counts rows finds any.
    pub async fn any(&mut self, sql: impl Into<Sql>, params: &[Param<'_>]) -> Result<bool> {
        Ok(self.scalar::<i64>(sql, params).await? > 0)
    }

    /// Calls a function with each row in turn, without keeping all of them in memory.
    pub async fn each<T: Row>(
        &mut self,
        sql: impl Into<Sql>,
        params: &[Param<'_>],
        mut take: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        self.begin().await?;
        let mut rows = self.stream(sql.into(), params)?;
        while let Some(row) = rows.try_next().await? {
            take(row.read()?)?;
        }
        Ok(())
    }

    /// Every row of a statement with a list: its `{list}` is replaced by the list's parameters, which follow the
    /// others. A long list is split over several statements.
    pub async fn all_in<T: Row>(
        &mut self,
        sql: &str,
        params: &[Param<'_>],
        list: &[impl ToParam + Sync],
    ) -> Result<Vec<T>> {
        let mut rows = Vec::new();
        for part in list.chunks(LONGEST_LIST) {
            let places: Vec<String> =
                (params.len() + 1..).take(part.len()).map(|number| format!("${number}")).collect();
            let params: Vec<Param<'_>> =
                params.iter().cloned().chain(part.iter().map(ToParam::to_param)).collect();
            let sql = Sql::built(sql.replace("{list}", &places.join(", ")));
            rows.extend(self.all::<T>(sql, &params).await?);
        }
        Ok(rows)
    }
}
