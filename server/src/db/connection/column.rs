//! Text columns that are parsed when read: `Text<Date>` in a tuple, `#[sqlx(try_from = "Text<Date>")] date: Date` in a
//! struct. A text that cannot be parsed is an error that names the column, never the text.

use std::str::FromStr;

use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::identity::Uaid;
use sixfold_domain::score::Score;
use sixfold_domain::slot::SessionKind;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, SlotTime, TimeOfDay};
use sqlx::error::BoxDynError;
use sqlx::{Database, Decode, FromRow, Type};

use super::error::DbError;

pub struct Text<T>(pub T);

/// A text column that may be NULL.
pub struct OptionalText<T>(pub Option<T>);

fn parsed<T: FromStr>(text: &str) -> Result<T, BoxDynError> {
    text.parse().map_err(|_| "the stored text does not read".into())
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

/// Both have the column types of `str`.
macro_rules! typed_as_text {
    ($($type:ident),*) => {
        $(impl<DB: Database, T> Type<DB> for $type<T>
        where
            str: Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                str::type_info()
            }

            fn compatible(ty: &DB::TypeInfo) -> bool {
                str::compatible(ty)
            }
        })*
    };
}

typed_as_text!(Text, OptionalText);

macro_rules! read_from_text {
    ($($type:ty),*) => {
        $(impl From<Text<$type>> for $type {
            fn from(Text(value): Text<$type>) -> Self {
                value
            }
        }

        impl From<OptionalText<$type>> for Option<$type> {
            fn from(OptionalText(value): OptionalText<$type>) -> Self {
                value
            }
        })*
    };
}

read_from_text!(BookingStatus, Date, SessionKind, SlotTime, TestType, TimeOfDay, Uaid);

#[derive(Type)]
#[sqlx(transparent)]
pub struct BookingTypeText(String);

impl From<BookingTypeText> for BookingType {
    fn from(BookingTypeText(word): BookingTypeText) -> Self {
        if word == "retest" { Self::Retest } else { Self::Test }
    }
}

/// A score as it is stored.
#[derive(Type)]
#[sqlx(transparent)]
pub struct Hundredths(i64);

impl TryFrom<Hundredths> for Score {
    type Error = DbError;

    fn try_from(Hundredths(hundredths): Hundredths) -> Result<Self, DbError> {
        score(hundredths)
    }
}

/// A score from stored hundredths.
pub(in crate::db) fn score(hundredths: i64) -> Result<Score, DbError> {
    i32::try_from(hundredths).map(Score::from_hundredths).map_err(|_| DbError::broken("score"))
}

/// When a booking takes place; a request for assistance may have no date yet.
#[derive(FromRow)]
pub struct PlaceColumns {
    #[sqlx(try_from = "OptionalText<Date>")]
    test_date: Option<Date>,
    #[sqlx(try_from = "OptionalText<SlotTime>")]
    test_time: Option<SlotTime>,
}

impl From<PlaceColumns> for Option<(Date, SlotTime)> {
    fn from(PlaceColumns { test_date, test_time }: PlaceColumns) -> Self {
        test_date.zip(test_time)
    }
}
