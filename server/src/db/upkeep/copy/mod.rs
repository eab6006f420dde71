//! Copying a whole store into an empty one, of the other engine or of the same, and comparing both at the end.
//!
//! Tables go in the order of their foreign keys, in batches by primary key. Each batch is a transaction of the target
//! that also records how far the copy is, so that a copy that was interrupted goes on where it stopped. The target's
//! triggers are off in it: what they would count is copied as well. The source is read in one snapshot.

mod batch;
mod progress;
mod schema;
mod side;
mod values;

use std::collections::VecDeque;

use sha2::{Digest as _, Sha256};

use self::schema::{OWN, Table};
use self::side::Side;
use self::values::{Cell, Values};
use crate::db::engines::open::Target;
use crate::db::engines::{migrate, store_metadata};
use crate::db::{Conn, DbError, Engine, Result, Sql, params};

pub use side::CopyError;
pub use values::Sum;

/// All that PostgreSQL generates numbers for: the statement that lets it go on after the highest one.
const POSTGRES_NUMBERS: &str = "SELECT format('SELECT setval(%L, COALESCE(MAX(%I), 0) + 1, FALSE) FROM %I', \
     pg_get_serial_sequence(quote_ident(c.relname), a.attname), a.attname, c.relname) \
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' \
     AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL";
/// SQLite's search indexes: the statement that rebuilds each from its table.
const SQLITE_INDEXES: &str = "SELECT 'INSERT INTO \"' || name || '\" (\"' || name || '\") VALUES (''rebuild'')' \
     FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'";

/// A table in both databases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    pub table: String,
    pub source: Sum,
    pub target: Sum,
}

impl Compared {
    pub fn is_same(&self) -> bool {
        self.source == self.target
    }
}

/// A copy under way. Dropped before its end, it can be begun again and goes on.
#[derive(Debug)]
pub struct StoreCopy {
    source: Side,
    target: Side,
    /// In the order of their foreign keys, with the target's types.
    tables: Vec<Table>,
    /// Those that are not copied yet, and after which key.
    left: VecDeque<(Table, Option<Vec<Cell>>)>,
}

impl StoreCopy {
    /// Opens both databases. Refuses a source of another schema, a target that holds anything but an unfinished copy of
    /// this source, and either while a server has it open.
    pub async fn begin(from: &Target, to: &Target) -> Result<Self, CopyError> {
        if from.display_url() == to.display_url() {
            let reason = "is the database of --from".to_owned();
            return Err(CopyError { flag: "--to", reason });
        }
        let mut source = Side::open(from, "--from", true).await?;
        let opened = open_source(&mut source.conn).await;
        let (origin, of_source) = match opened {
            Ok((canary, tables)) => (format!("{} {canary}", source.display_url), tables),
            Err(error) => return Err(source.error(error)),
        };
        let mut target = Side::open(to, "--to", false).await?;
        let opened = open_target(&mut target.conn, &origin).await;
        let (tables, mut progress) = match opened {
            Ok(opened) => opened,
            Err(error) => return Err(target.error(error)),
        };
        if let Some(name) = difference(&of_source, &tables) {
            return Err(target.error(format!("the table {name} is not the same in both databases")));
        }
        let left = tables.iter().map(|table| (table.clone(), progress.keys.remove(&table.name))).collect();
        Ok(Self { source, target, tables, left })
    }

    /// Copies the next batch; false once there is none. After an error the copy has to be begun again.
    pub async fn step(&mut self) -> Result<bool, CopyError> {
        while let Some((table, after)) = self.left.front_mut() {
            let rows = batch::read(&mut self.source.conn, table, after.as_deref()).await;
            let rows = rows.map_err(|error| self.source.error(format!("{}: {error}", table.name)))?;
            let Some(last) = rows.last() else {
                tracing::info!(table = table.name, "copied");
                self.left.pop_front();
                continue;
            };
            let key: Vec<Cell> = table.key.iter().filter_map(|at| last.0.get(*at).cloned()).collect();
            let written = batch::write(&mut self.target.conn, table, &rows, &key).await;
            written.map_err(|error| self.target.error(format!("{}: {error}", table.name)))?;
            *after = Some(key);
            return Ok(true);
        }
        Ok(false)
    }

    /// Copies what is left and compares every table. Only a target that is the same becomes a store that a server opens.
    pub async fn finish(mut self) -> Result<Vec<Compared>, CopyError> {
        while self.step().await? {}
        let derived = derive(&mut self.target.conn).await;
        derived.map_err(|error| self.target.error(error))?;
        let mut compared = Vec::with_capacity(self.tables.len());
        for table in &self.tables {
            let (source, target) = futures::join!(
                batch::sum(&mut self.source.conn, table),
                batch::sum(&mut self.target.conn, table)
            );
            let told = |error: DbError| format!("{}: {error}", table.name);
            compared.push(Compared {
                table: table.name.clone(),
                source: source.map_err(|error| self.source.error(told(error)))?,
                target: target.map_err(|error| self.target.error(told(error)))?,
            });
        }
        if compared.iter().all(Compared::is_same) {
            let ended = end(&mut self.target.conn, &self.tables).await;
            ended.map_err(|error| self.target.error(error))?;
        }
        self.source.close().await.ok();
        let flag = self.target.flag;
        self.target.close().await.map_err(|error| CopyError { flag, reason: error.to_string() })?;
        Ok(compared)
    }
}

/// Begins the snapshot; returns what tells this database from others, and its tables.
async fn open_source(conn: &mut Conn) -> Result<(String, Vec<Table>)> {
    migrate::is_current(conn).await?;
    migrate::refuse_unfinished(conn).await?;
    let begin = match conn.engine() {
        Engine::Sqlite => "BEGIN",
        Engine::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    };
    conn.execute(begin, params![]).await?;
    let canary = store_metadata::find(conn, store_metadata::CANARY).await?.unwrap_or_default();
    let canary = hex::encode(&Sha256::digest(canary.as_bytes())[..8]);
    Ok((canary, without_own(schema::tables(conn).await?)))
}

/// Makes the schema of an empty target, or reads how far the copy in it is.
async fn open_target(conn: &mut Conn, origin: &str) -> Result<(Vec<Table>, progress::Progress)> {
    let before = schema::tables(conn).await?;
    let [migrations, progress] = OWN.map(|own| before.iter().any(|table| table.name == own));
    if progress {
        migrate::is_current(conn).await?;
        let progress = progress::read(conn).await?;
        if progress.origin != origin {
            let source = progress.origin.rsplit_once(' ').map_or("", |(source, _)| source);
            return Err(DbError::Other(format!(
                "holds an unfinished copy of {source}, as it was then: go on with that one, or take an empty database"
            )));
        }
        return Ok((without_own(before), progress));
    }
    if !migrations && !before.is_empty() {
        return Err(DbError::Other("holds tables of another program: take an empty database".to_owned()));
    }
    for table in without_own(before) {
        let any = ["SELECT 1", " FROM ", &batch::quoted(&table.name), " LIMIT 1"].concat();
        if !conn.all::<Values>(Sql::built(any), params![]).await?.is_empty() {
            return Err(DbError::Other(format!(
                "holds data already ({}): take an empty database",
                table.name
            )));
        }
    }
    migrate::run(conn).await?;
    conn.execute("BEGIN", params![]).await?;
    progress::begin(conn, origin).await?;
    conn.execute("COMMIT", params![]).await?;
    Ok((without_own(schema::tables(conn).await?), progress::Progress::default()))
}

fn without_own(tables: Vec<Table>) -> Vec<Table> {
    tables.into_iter().filter(|table| !OWN.contains(&table.name.as_str())).collect()
}

/// The first table that only one database has, or whose columns or key differ.
fn difference(source: &[Table], target: &[Table]) -> Option<String> {
    let face = |table: &Table| {
        let columns: Vec<String> = table.columns.iter().map(|column| column.name.clone()).collect();
        (table.name.clone(), columns, table.key.clone())
    };
    let (source, target): (Vec<_>, Vec<_>) =
        (source.iter().map(face).collect(), target.iter().map(face).collect());
    let lonely = |of: &[(String, Vec<String>, Vec<usize>)], other: &[(String, Vec<String>, Vec<usize>)]| {
        of.iter().find(|face| face.2.is_empty() || !other.contains(face)).map(|face| face.0.clone())
    };
    lonely(&source, &target).or_else(|| lonely(&target, &source))
}

/// Brings up to date what an engine derives from the tables outside them.
async fn derive(conn: &mut Conn) -> Result<()> {
    let statements = match conn.engine() {
        Engine::Sqlite => SQLITE_INDEXES,
        Engine::Postgres => POSTGRES_NUMBERS,
    };
    let statements: Vec<String> = conn.scalars(statements, params![]).await?;
    for sql in statements {
        conn.execute(Sql::built(sql).planned_anew(), params![]).await?;
    }
    Ok(())
}

async fn end(conn: &mut Conn, tables: &[Table]) -> Result<()> {
    progress::end(conn).await?;
    match conn.engine() {
        Engine::Sqlite => Ok(()),
        Engine::Postgres => {
            // The planner knows nothing of what was just copied.
            for table in tables {
                let sql = ["ANALYZE ", &batch::quoted(&table.name)].concat();
                conn.execute(Sql::built(sql).planned_anew(), params![]).await?;
            }
            Ok(())
        }
    }
}
