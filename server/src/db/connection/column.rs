//! Columns that become domain types when they are read: a text or a whole number is parsed by `Text<Date>` or `Number<Score>`
//! in a tuple, and by `#[sqlx(try_from = "Text<Date>")] date: Date` in a struct. A value that does not read is an error that
//! names the column, never the value.

use std::str::FromStr;

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::Gender;
use sixfold_domain::role::Role;
use sixfold_domain::score::Score;
use sixfold_domain::slot::SessionKind;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, SlotTime, TimeOfDay};
use sqlx::error::BoxDynError;
use sqlx::{ColumnIndex, Database, Decode, FromRow, Row, Type};

use crate::config::clock::iso;

/// A text column.
pub struct Text<T>(pub T);

/// A text column that may be NULL.
pub struct OptionalText<T>(pub Option<T>);

/// A column with a whole number.
pub struct Number<T>(pub T);

/// A column with a whole number that may be NULL.
pub struct OptionalNumber<T>(pub Option<T>);

/// A type that is stored as a whole number.
pub trait Whole: Sized {
    fn from_number(number: i64) -> Option<Self>;
}

/// Stored in hundredths.
impl Whole for Score {
    fn from_number(hundredths: i64) -> Option<Self> {
        i32::try_from(hundredths).map(Self::from_hundredths).ok()
    }
}

/// Stored in thousandths.
impl Whole for Raw {
    fn from_number(thousandths: i64) -> Option<Self> {
        i32::try_from(thousandths).map(Self::from_thousandths).ok()
    }
}

impl Whole for Role {
    fn from_number(number: i64) -> Option<Self> {
        u8::try_from(number).ok().and_then(|number| Self::from_number(number).ok())
    }
}

impl Whole for u32 {
    fn from_number(number: i64) -> Option<Self> {
        Self::try_from(number).ok()
    }
}

fn parsed<T: FromStr>(text: &str) -> Result<T, BoxDynError> {
    text.parse().map_err(|_| "the stored text does not read".into())
}

fn counted<T: Whole>(number: i64) -> Result<T, BoxDynError> {
    T::from_number(number).ok_or_else(|| "the stored number is out of range".into())
}

impl<'r, DB: Database, T: FromStr> Decode<'r, DB> for Text<T>
where
    &'r str: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        parsed(<&str>::decode(value)?).map(Self)
    }
}

impl<'r, DB: Database, T: FromStr> Decode<'r, DB> for OptionalText<T>
where
    Option<&'r str>: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Option::<&str>::decode(value)?.map(parsed).transpose().map(Self)
    }
}

impl<'r, DB: Database, T: Whole> Decode<'r, DB> for Number<T>
where
    i64: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        counted(i64::decode(value)?).map(Self)
    }
}

impl<'r, DB: Database, T: Whole> Decode<'r, DB> for OptionalNumber<T>
where
    Option<i64>: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Option::<i64>::decode(value)?.map(counted).transpose().map(Self)
    }
}

/// Each has the column types of what it is read from.
macro_rules! typed_as {
    ($($type:ident: $stored:ty),*) => {
        $(impl<DB: Database, T> Type<DB> for $type<T>
        where
            $stored: Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <$stored>::type_info()
            }

            fn compatible(ty: &DB::TypeInfo) -> bool {
                <$stored>::compatible(ty)
            }
        })*
    };
}

typed_as!(Text: str, OptionalText: str, Number: i64, OptionalNumber: i64);

/// Lets `#[sqlx(try_from = "…")]` name a column type for fields of these types.
macro_rules! read_from {
    ($column:ident, $optional:ident: $($type:ty),*) => {
        $(impl From<$crate::db::connection::column::$column<$type>> for $type {
            fn from(column: $crate::db::connection::column::$column<$type>) -> Self {
                column.0
            }
        }

        impl From<$crate::db::connection::column::$optional<$type>> for Option<$type> {
            fn from(column: $crate::db::connection::column::$optional<$type>) -> Self {
                column.0
            }
        })*
    };
}
pub(in crate::db) use read_from;

read_from!(Text, OptionalText: BookingStatus, Date, Gender, SessionKind, SlotTime, TestType, TimeOfDay, Uaid);
read_from!(Number, OptionalNumber: Raw, Role, Score, u32);

/// An instant in milliseconds; ISO in JSON.
#[derive(Debug, Clone, Copy, Type)]
#[sqlx(transparent)]
pub struct Instant(pub i64);

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        iso(self.0).map_err(S::Error::custom)?.serialize(serializer)
    }
}

#[derive(Type)]
#[sqlx(transparent)]
pub struct BookingTypeText(String);

impl From<BookingTypeText> for BookingType {
    fn from(BookingTypeText(word): BookingTypeText) -> Self {
        if word == "retest" { Self::Retest } else { Self::Test }
    }
}

/// When a team comes, or a booking with a seat takes place.
#[derive(FromRow)]
pub struct SlotColumns {
    #[sqlx(try_from = "Text<Date>")]
    test_date: Date,
    #[sqlx(try_from = "Text<SlotTime>")]
    test_time: SlotTime,
}

impl From<SlotColumns> for (Date, SlotTime) {
    fn from(SlotColumns { test_date, test_time }: SlotColumns) -> Self {
        (test_date, test_time)
    }
}

/// What a `LEFT JOIN` has read of a booking, by its `booking_id`; none if there is no booking.
pub struct JoinedBooking<T>(pub Option<T>);

impl<'r, R: Row, T> FromRow<'r, R> for JoinedBooking<T>
where
    T: FromRow<'r, R>,
    &'static str: ColumnIndex<R>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        let id: Option<String> = row.try_get("booking_id")?;
        id.map(|_| T::from_row(row)).transpose().map(Self)
    }
}

/// When a booking takes place; a request for assistance may have no date yet.
#[derive(FromRow)]
pub struct OptionalSlotColumns {
    #[sqlx(try_from = "OptionalText<Date>")]
    test_date: Option<Date>,
    #[sqlx(try_from = "OptionalText<SlotTime>")]
    test_time: Option<SlotTime>,
}

impl From<OptionalSlotColumns> for Option<(Date, SlotTime)> {
    fn from(OptionalSlotColumns { test_date, test_time }: OptionalSlotColumns) -> Self {
        test_date.zip(test_time)
    }
}
