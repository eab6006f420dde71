//! The schedule as content items (RULES 13.9): two fixed items hold lists of dates, three hold the sessions of a kind,
//! and each session is an item.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value, json};
use sixfold_domain::bank_holiday;
use sixfold_domain::slot::{DateList, SessionKind, SessionWindow};
use sixfold_domain::time::{Date, TimeOfDay, london_date_time, parse_timestamp};
use utoipa::ToSchema;

use crate::config::clock;
use crate::db::calendar::timetable::{SessionItem, Timetable};
use crate::db::content::LIBRARY;
use crate::http::etag;

/// An item that always exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FixedItem {
    Dates(DateList),
    /// The sessions of a kind.
    Sessions(SessionKind),
}

impl FixedItem {
    /// Every fixed item: the lists of dates, then those of sessions.
    pub fn all() -> impl Iterator<Item = Self> {
        DateList::ALL.into_iter().map(Self::Dates).chain(SessionKind::ALL.into_iter().map(Self::Sessions))
    }

    /// The id of the primary item.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Dates(list) => list.item(),
            Self::Sessions(kind) => kind.item(),
        }
    }

    pub const fn type_id(self) -> &'static str {
        match self {
            Self::Dates(_) => "date-list",
            Self::Sessions(_) => "session-list",
        }
    }

    /// The ids of the item that mirrors this one in a remote hub, and of the one that is used if that answers 404.
    pub fn copies(self) -> [String; 2] {
        [format!("{}-second", self.id()), format!("{}-third", self.id())]
    }

    /// The fixed item with an id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::all().find(|fixed| fixed.id() == id)
    }

    /// Its elements for a timetable.
    pub fn elements(self, timetable: &Timetable) -> Map<String, Value> {
        let (name, kind, values): (_, _, Vec<Value>) = match self {
            Self::Dates(list) => {
                ("dates", "datetime", timetable.dates(list).iter().map(|date| json!(date)).collect())
            }
            Self::Sessions(kind) => {
                let items = timetable.sessions_of(kind).map(|session| {
                    let item = ScheduleItem::of_session(session);
                    json!({ "id": item.id, "name": item.name, "typeId": item.type_id, "elements": item.elements })
                });
                ("sessions", "reference", items.collect())
            }
        };
        Map::from_iter([(name.to_owned(), json!({ "elementType": kind, "values": values }))])
    }
}

/// An item of the schedule, as in JSON.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleItem {
    /// The id of a fixed item, such as `closed-dates` or `closed-sessions`, or of a session.
    pub id: String,
    /// For a session `prefix-date-start-end`, for a fixed item its id.
    pub name: String,
    /// `closed-session`, `training-session` or `mopup-session`; for a fixed item `date-list` or `session-list`.
    pub type_id: &'static str,
    /// The same as `typeId`: types of the schedule have no other name.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Always `ready`.
    pub status: &'static str,
    /// The library of the item.
    pub library_id: &'static str,
    /// Always empty: nobody tags the schedule.
    #[schema(value_type = Vec<String>)]
    pub tags: [&'static str; 0],
    /// For a list, `dates` or `sessions` with `values`. Bank holidays also have `names`, one per date and empty for
    /// dates that staff added; names follow from the dates and are ignored in writes. For a session, `sessionDate`,
    /// `sessionStart` and `sessionEnd`.
    #[schema(value_type = Object)]
    pub elements: Map<String, Value>,
    /// The revision number. A write has to name the current one; it differs whenever the content does.
    pub rev: i64,
    /// When a session was last changed, ISO with `Z`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
    /// After a write with decisions: the bookings whose decisions were carried out. The others were not affected any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<Vec<String>>,
}

impl ScheduleItem {
    /// A fixed item. Elements beside the stored lists do not affect its revision.
    pub fn of_fixed(fixed: FixedItem, timetable: &Timetable) -> Self {
        let mut elements = fixed.elements(timetable);
        let rev = rev_of(&elements);
        if fixed == FixedItem::Dates(DateList::BankHolidays) {
            elements.insert("names".to_owned(), holiday_names(&timetable.bank_holidays));
        }
        Self {
            id: fixed.id().to_owned(),
            name: fixed.id().to_owned(),
            type_id: fixed.type_id(),
            kind: fixed.type_id(),
            status: "ready",
            library_id: LIBRARY,
            tags: [],
            rev,
            elements,
            last_modified: None,
            decided: None,
        }
    }

    pub fn of_session(session: &SessionItem) -> Self {
        let SessionWindow { session_date, session_start, session_end } = session.window;
        let text = |time: TimeOfDay| json!({ "elementType": "text", "value": time });
        let date = json!({ "elementType": "datetime", "value": format!("{session_date}T00:00:00.000Z") });
        Self {
            id: session.id.clone(),
            name: session.kind.name(&session.window),
            type_id: session.kind.as_str(),
            kind: session.kind.as_str(),
            status: "ready",
            library_id: LIBRARY,
            tags: [],
            elements: Map::from_iter([
                ("sessionDate".to_owned(), date),
                ("sessionStart".to_owned(), text(session_start)),
                ("sessionEnd".to_owned(), text(session_end)),
            ]),
            rev: session.rev,
            last_modified: Some(session.updated_at).filter(|at| *at > 0).and_then(|at| clock::iso(at).ok()),
            decided: None,
        }
    }
}

/// The names of bank holidays, in the order of their dates; empty for a date that is not one by the calendar.
fn holiday_names(dates: &BTreeSet<Date>) -> Value {
    let name = |date: &Date| bank_holiday::on_date(*date).map(|holiday| holiday.title()).unwrap_or_default();
    json!({ "elementType": "text", "values": dates.iter().map(name).collect::<Vec<_>>() })
}

/// A fixed item's revision is a hash of its content: equal lists have equal revisions in any hub.
fn rev_of(elements: &Map<String, Value>) -> i64 {
    etag::number(Value::Object(elements.clone()).to_string())
}

/// Why elements cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ElementError {
    pub field: &'static str,
    pub message: &'static str,
}

/// The most dates or sessions in a list.
const LONGEST_LIST: usize = 2_000;

/// The dates of a list: each `YYYY-MM-DD`, or an instant of that day in London.
pub fn read_dates(elements: &Map<String, Value>) -> Result<BTreeSet<Date>, ElementError> {
    let wrong = |message| ElementError { field: "elements.dates", message };
    let values = values(elements, "dates").ok_or_else(|| wrong("dates needs values, a list of dates."))?;
    if values.len() > LONGEST_LIST {
        return Err(wrong("That is more dates than a list may have."));
    }
    let read = |value: &Value| value.as_str().and_then(read_date);
    let dates =
        values.iter().map(|value| read(value).ok_or_else(|| wrong("Use real dates, like 2026-11-21.")));
    dates.collect()
}

/// The ids in a list of sessions.
pub fn read_session_ids(elements: &Map<String, Value>) -> Result<BTreeSet<String>, ElementError> {
    let wrong = |message| ElementError { field: "elements.sessions", message };
    let values =
        values(elements, "sessions").ok_or_else(|| wrong("sessions needs values, a list of items."))?;
    if values.len() > LONGEST_LIST {
        return Err(wrong("That is more sessions than a list may have."));
    }
    let id = |value: &Value| value.get("id").unwrap_or(value).as_str().map(str::to_owned);
    values.iter().map(|value| id(value).ok_or_else(|| wrong("Each session is named by its id."))).collect()
}

/// The entries in a list of sessions.
pub fn named_sessions(elements: &Map<String, Value>) -> Vec<&Value> {
    values(elements, "sessions").map(|values| values.iter().collect()).unwrap_or_default()
}

/// The date and times of a session.
pub fn read_window(elements: &Map<String, Value>) -> Result<SessionWindow, ElementError> {
    let text = |name| elements.get(name).and_then(|element| element.get("value")).and_then(Value::as_str);
    let time = |name, field| {
        text(name)
            .and_then(|text| text.parse().ok())
            .ok_or(ElementError { field, message: "Use a time on the 24-hour clock, like 14:15." })
    };
    Ok(SessionWindow {
        session_date: text("sessionDate").and_then(read_date).ok_or(ElementError {
            field: "elements.sessionDate",
            message: "Use a real date, like 2026-11-21.",
        })?,
        session_start: time("sessionStart", "elements.sessionStart")?,
        session_end: time("sessionEnd", "elements.sessionEnd")?,
    })
}

fn values<'a>(elements: &'a Map<String, Value>, name: &str) -> Option<&'a Vec<Value>> {
    elements.get(name)?.get("values")?.as_array()
}

fn read_date(text: &str) -> Option<Date> {
    let plain = || text.parse().ok();
    let instant = || Some(london_date_time(parse_timestamp(text).ok()?).ok()?.date);
    plain().or_else(instant)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(value: Value) -> Map<String, Value> {
        let Value::Object(map) = value else { unreachable!("an object") };
        map
    }

    #[test]
    fn a_session_reads_back_as_it_was_written() {
        let window = SessionWindow {
            session_date: "2026-07-01".parse().unwrap(),
            session_start: "10:00".parse().unwrap(),
            session_end: "12:15".parse().unwrap(),
        };
        let kind = SessionKind::TrainingSession;
        let item =
            ScheduleItem::of_session(&SessionItem { id: "s".into(), kind, window, rev: 3, updated_at: 0 });
        assert_eq!(item.name, "training-session-2026-07-01-10:00-12:15");
        assert_eq!(read_window(&item.elements), Ok(window));
        // Midnight in London in summer, as a browser there writes it.
        let mut summer = item.elements;
        summer["sessionDate"]["value"] = json!("2026-06-30T23:00:00.000Z");
        assert_eq!(read_window(&summer).unwrap().session_date, window.session_date);
        summer["sessionEnd"]["value"] = json!("25:00");
        assert_eq!(read_window(&summer).unwrap_err().field, "elements.sessionEnd");
    }

    #[test]
    fn equal_lists_have_equal_revisions() {
        let mut timetable = Timetable::default();
        let fixed = FixedItem::Dates(DateList::Closed);
        let empty = ScheduleItem::of_fixed(fixed, &timetable);
        timetable.closed_dates.insert("2026-12-24".parse().unwrap());
        let one = ScheduleItem::of_fixed(fixed, &timetable);
        assert_ne!(empty.rev, one.rev);
        assert_eq!(read_dates(&one.elements), Ok(timetable.closed_dates.clone()));
        assert_eq!(one.rev, ScheduleItem::of_fixed(fixed, &timetable.clone()).rev);
        for wrong in
            [json!({}), json!({ "dates": { "values": "x" } }), json!({ "dates": { "values": ["x"] } })]
        {
            assert_eq!(read_dates(&elements(wrong)).unwrap_err().field, "elements.dates");
        }
        assert_eq!(one.elements.get("names"), None, "closed dates have no names");
        for fixed in FixedItem::all() {
            assert_eq!(FixedItem::from_id(fixed.id()), Some(fixed));
        }
    }

    #[test]
    fn bank_holidays_show_names_that_are_no_part_of_what_is_stored() {
        let mut timetable = Timetable::default();
        for date in ["2026-05-04", "2026-06-19", "2026-12-28"] {
            timetable.bank_holidays.insert(date.parse().unwrap());
        }
        let fixed = FixedItem::Dates(DateList::BankHolidays);
        let item = ScheduleItem::of_fixed(fixed, &timetable);
        let names = json!(["Early May bank holiday", "", "Boxing Day (substitute day)"]);
        assert_eq!(item.elements["names"]["values"], names);
        assert_eq!(read_dates(&item.elements), Ok(timetable.bank_holidays.clone()));
        assert_eq!(item.rev, rev_of(&fixed.elements(&timetable)));
    }
}
