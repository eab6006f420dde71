//! A row of any table, with the same values whichever engine it was read from, and the sum by which two tables are
//! compared.

use sha2::{Digest as _, Sha256};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row as _, TypeInfo as _, ValueRef as _};

use crate::db::connection::param::Param;

/// What a column holds, as the target's engine declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Integer,
    /// PostgreSQL only: SQLite has 0 and 1 instead.
    Bool,
    Text,
    Blob,
}

impl Kind {
    /// The kind of a declared type; none if it is a type that the store does not use.
    pub fn of(declared: &str) -> Option<Self> {
        match declared.to_ascii_lowercase().as_str() {
            "integer" | "bigint" => Some(Self::Integer),
            "boolean" => Some(Self::Bool),
            "text" => Some(Self::Text),
            "blob" | "bytea" => Some(Self::Blob),
            _ => None,
        }
    }
}

/// A value as SQLite has it: truth is 0 or 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Null,
    Integer(i64),
    Text(String),
    Blob(Vec<u8>),
}

impl Cell {
    /// The value as a parameter for a column of a kind; none if it does not fit.
    pub fn to_param(&self, kind: Kind) -> Option<Param<'_>> {
        Some(match (self, kind) {
            (Self::Null, Kind::Integer) => Param::Integer(None),
            (Self::Null, Kind::Bool) => Param::Bool(None),
            (Self::Null, Kind::Text) => Param::Text(None),
            (Self::Null, Kind::Blob) => Param::Blob(None),
            (Self::Integer(number), Kind::Integer) => Param::Integer(Some(*number)),
            (Self::Integer(number @ (0 | 1)), Kind::Bool) => Param::Bool(Some(*number == 1)),
            (Self::Text(text), Kind::Text) => Param::Text(Some(text.as_str().into())),
            (Self::Blob(bytes), Kind::Blob) => Param::Blob(Some(bytes.as_slice().into())),
            (Self::Integer(_), Kind::Bool | Kind::Text | Kind::Blob)
            | (Self::Text(_), Kind::Integer | Kind::Bool | Kind::Blob)
            | (Self::Blob(_), Kind::Integer | Kind::Bool | Kind::Text) => return None,
        })
    }

    fn add_to(&self, hash: &mut Sha256) {
        let (tag, bytes): (u8, &[u8]) = match self {
            Self::Null => (0, &[]),
            Self::Integer(number) => (1, &number.to_be_bytes()),
            Self::Text(text) => (2, text.as_bytes()),
            Self::Blob(bytes) => (3, bytes),
        };
        hash.update([tag]);
        // With its length, so that a byte cannot go from one column to the next unnoticed.
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    }
}

/// A row, in the order of the statement's columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values(pub Vec<Cell>);

fn unknown(column: usize, name: &str) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.to_string(), source: format!("a value of type {name}").into() }
}

impl FromRow<'_, SqliteRow> for Values {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let value = |at: usize| {
            let raw = row.try_get_raw(at)?;
            if raw.is_null() {
                return Ok(Cell::Null);
            }
            match raw.type_info().name() {
                "INTEGER" => row.try_get(at).map(Cell::Integer),
                "TEXT" => row.try_get(at).map(Cell::Text),
                "BLOB" => row.try_get(at).map(Cell::Blob),
                other => Err(unknown(at, other)),
            }
        };
        (0..row.len()).map(value).collect::<sqlx::Result<_>>().map(Self)
    }
}

impl FromRow<'_, PgRow> for Values {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        let value = |at: usize| {
            let raw = row.try_get_raw(at)?;
            if raw.is_null() {
                return Ok(Cell::Null);
            }
            match raw.type_info().name() {
                "INT8" => row.try_get(at).map(Cell::Integer),
                "INT4" => row.try_get::<i32, _>(at).map(|number| Cell::Integer(number.into())),
                "BOOL" => row.try_get::<bool, _>(at).map(|truth| Cell::Integer(truth.into())),
                "TEXT" => row.try_get(at).map(Cell::Text),
                "BYTEA" => row.try_get(at).map(Cell::Blob),
                other => Err(unknown(at, other)),
            }
        };
        (0..row.len()).map(value).collect::<sqlx::Result<_>>().map(Self)
    }
}

/// How many rows a table has, and a sum over all their values in which the order of rows does not matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum {
    pub rows: u64,
    pub sum: u64,
}

impl Sum {
    /// Adds the first eight bytes of the row's SHA-256.
    pub fn add(&mut self, row: &Values) {
        let mut hash = Sha256::new();
        for value in &row.0 {
            value.add_to(&mut hash);
        }
        let first = hash.finalize().iter().take(8).fold(0, |first, byte| (first << 8) | u64::from(*byte));
        self.rows += 1;
        self.sum = self.sum.wrapping_add(first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(rows: &[Values]) -> Sum {
        let mut sum = Sum::default();
        for row in rows {
            sum.add(row);
        }
        sum
    }

    fn texts(row: &[&str]) -> Values {
        Values(row.iter().map(|text| Cell::Text((*text).to_owned())).collect())
    }

    #[test]
    fn the_order_of_rows_does_not_matter_and_every_value_does() {
        let (a, b) = (texts(&["ab", "c"]), texts(&["d", ""]));
        assert_eq!(sum(&[a.clone(), b.clone()]), sum(&[b.clone(), a.clone()]));
        let whole = sum(&[a.clone(), b.clone()]);
        for other in [
            vec![a.clone()],
            vec![a.clone(), b.clone(), b.clone()],
            vec![texts(&["a", "bc"]), b.clone()],
            vec![a.clone(), texts(&["", "d"])],
            vec![a.clone(), Values(vec![Cell::Text("d".into()), Cell::Null])],
            vec![a, Values(vec![Cell::Blob(b"d".to_vec()), Cell::Text(String::new())])],
        ] {
            assert_ne!(sum(&other), whole, "{other:?}");
        }
    }

    #[test]
    fn only_0_and_1_are_truth() {
        assert!(matches!(Cell::Integer(1).to_param(Kind::Bool), Some(Param::Bool(Some(true)))));
        assert!(matches!(Cell::Null.to_param(Kind::Bool), Some(Param::Bool(None))));
        assert!(Cell::Integer(2).to_param(Kind::Bool).is_none());
        assert!(Cell::Text("1".into()).to_param(Kind::Bool).is_none());
    }
}
