//! The parameters of a statement, written once for both engines: `params![uaid, now_ms]`.

use std::borrow::Cow;

use sixfold_domain::booking::{BookingCode, BookingStatus, BookingType};
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::{Gender, TShirtSize};
use sixfold_domain::score::Score;
use sixfold_domain::slot::SessionKind;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, SlotTime, TimeOfDay};
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, Encode, Type};

/// A value. `None` is a NULL of that type, which PostgreSQL has to know.
#[derive(Clone)]
pub enum Param<'q> {
    Integer(Option<i64>),
    Bool(Option<bool>),
    Text(Option<Cow<'q, str>>),
    Blob(Option<Cow<'q, [u8]>>),
}

/// A type that can be a parameter. Whole numbers are stored as 64-bit integers, dates and times as ISO text, scores as
/// hundredths.
pub trait ToParam {
    const NULL: Param<'static>;

    fn to_param(&self) -> Param<'_>;
}

/// The parameters of a statement, `$1` first. Values are borrowed.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$($crate::db::ToParam::to_param(&$value)),*]
    };
}

impl Param<'_> {
    /// The same value, not borrowed.
    pub(in crate::db) fn to_owned(&self) -> Param<'static> {
        match self {
            Self::Integer(value) => Param::Integer(*value),
            Self::Bool(value) => Param::Bool(*value),
            Self::Text(value) => Param::Text(value.as_deref().map(|text| Cow::Owned(text.to_owned()))),
            Self::Blob(value) => Param::Blob(value.as_deref().map(|bytes| Cow::Owned(bytes.to_owned()))),
        }
    }

    fn add_to<A: Arguments>(&self, arguments: &mut A) -> Result<(), BoxDynError>
    where
        for<'t> Option<i64>: Encode<'t, A::Database> + Type<A::Database>,
        for<'t> Option<bool>: Encode<'t, A::Database> + Type<A::Database>,
        for<'t> Option<&'t str>: Encode<'t, A::Database> + Type<A::Database>,
        for<'t> Option<&'t [u8]>: Encode<'t, A::Database> + Type<A::Database>,
    {
        match self {
            Self::Integer(value) => arguments.add(*value),
            Self::Bool(value) => arguments.add(*value),
            Self::Text(value) => arguments.add(value.as_deref()),
            Self::Blob(value) => arguments.add(value.as_deref()),
        }
    }
}

pub(in crate::db) fn sqlite(params: &[Param<'_>]) -> sqlx::Result<SqliteArguments> {
    let mut arguments = SqliteArguments::default();
    arguments.reserve(params.len(), 0);
    params.iter().try_for_each(|param| param.add_to(&mut arguments)).map_err(sqlx::Error::Encode)?;
    Ok(arguments)
}

pub(in crate::db) fn postgres(params: &[Param<'_>]) -> sqlx::Result<PgArguments> {
    let mut arguments = PgArguments::default();
    arguments.reserve(params.len(), 0);
    params.iter().try_for_each(|param| param.add_to(&mut arguments)).map_err(sqlx::Error::Encode)?;
    Ok(arguments)
}

impl<'q, T: ToParam + ?Sized> From<&'q T> for Param<'q> {
    fn from(value: &'q T) -> Self {
        value.to_param()
    }
}

impl From<i64> for Param<'_> {
    fn from(value: i64) -> Self {
        Self::Integer(Some(value))
    }
}

impl<T: ToParam + ?Sized> ToParam for &T {
    const NULL: Param<'static> = T::NULL;

    fn to_param(&self) -> Param<'_> {
        (**self).to_param()
    }
}

impl<T: ToParam> ToParam for Option<T> {
    const NULL: Param<'static> = T::NULL;

    fn to_param(&self) -> Param<'_> {
        self.as_ref().map_or(T::NULL, ToParam::to_param)
    }
}

/// How a type is bound: `type: variant, value => what the variant holds`.
macro_rules! bound_as {
    ($($type:ty: $variant:ident, $value:ident => $held:expr;)*) => {
        $(impl ToParam for $type {
            const NULL: Param<'static> = Param::$variant(None);

            fn to_param(&self) -> Param<'_> {
                let $value = self;
                Param::$variant(Some($held))
            }
        })*
    };
}

bound_as! {
    i64: Integer, value => *value;
    i32: Integer, value => i64::from(*value);
    u32: Integer, value => i64::from(*value);
    u16: Integer, value => i64::from(*value);
    u8: Integer, value => i64::from(*value);
    usize: Integer, value => i64::try_from(*value).unwrap_or(i64::MAX);
    bool: Bool, value => *value;
    str: Text, text => Cow::Borrowed(text);
    String: Text, text => Cow::Borrowed(text);
    Cow<'_, str>: Text, text => Cow::Borrowed(text);
    [u8]: Blob, bytes => Cow::Borrowed(bytes);
    Vec<u8>: Blob, bytes => Cow::Borrowed(bytes);
    Score: Integer, score => i64::from(score.hundredths());
    Date: Text, date => Cow::Owned(date.to_string());
    SlotTime: Text, time => Cow::Owned(time.to_string());
    TimeOfDay: Text, time => Cow::Owned(time.to_string());
    Uaid: Text, uaid => Cow::Borrowed(uaid.as_str());
    Gender: Text, gender => Cow::Borrowed(gender.as_str());
    TShirtSize: Text, size => Cow::Borrowed(size.as_str());
    SessionKind: Text, kind => Cow::Borrowed(kind.as_str());
    BookingCode: Text, code => Cow::Borrowed(code.as_str());
    BookingStatus: Text, status => Cow::Borrowed(status.as_str());
    BookingType: Text, kind => Cow::Borrowed(kind.as_str());
    TestType: Text, test => Cow::Borrowed(test.as_str());
}
