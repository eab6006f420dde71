//! The sessions of the schedule: the kinds, their names, and which may be at the same time (RULES 3.4).

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use crate::time::{Date, TimeOfDay};

/// A closed, training or mop-up session: `[session_start, session_end)` on one date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SessionWindow {
    /// Its date.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub session_date: Date,
    /// When it starts.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub session_start: TimeOfDay,
    /// When it ends.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub session_end: TimeOfDay,
}

/// How a session affects the times of its day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// No test starts during it, for this reason.
    Closes(Refusal),
    /// Every quarter hour during it is added to both lists.
    Opens,
}

/// What staff pages call an entry of the schedule.
#[derive(Debug, Clone, Copy)]
pub struct KindWords {
    /// As a heading or an option.
    pub label: &'static str,
    /// Inside a sentence.
    pub in_sentence: &'static str,
    /// How it affects the times on offer.
    pub hint: &'static str,
}

macro_rules! session_kinds {
    ($(
        $(#[$doc:meta])*
        $name:ident { word: $word:literal, list: $list:literal, item: $item:literal, effect: $effect:expr,
            label: $label:literal, in_sentence: $in_sentence:literal, hint: $hint:literal, tone: $tone:literal, }
    )+) => {
        /// The effect of a session on the schedule; its word is the prefix of its item's name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum SessionKind {
            $($(#[$doc])* #[serde(rename = $word)] $name,)+
        }

        impl SessionKind {
            /// Every kind. If sessions of several kinds close a time, the first in this order gives the reason.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            /// The word on the wire and in the store.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $word,)+ }
            }

            /// The field of the booking session config that holds its windows.
            pub const fn list(self) -> &'static str {
                match self { $(Self::$name => $list,)+ }
            }

            /// The id of the content item that holds its sessions.
            pub const fn item(self) -> &'static str {
                match self { $(Self::$name => $item,)+ }
            }

            /// How it affects the times of its day.
            pub const fn effect(self) -> Effect {
                match self { $(Self::$name => $effect,)+ }
            }

            /// What the pages of staff call it.
            pub const fn words(self) -> KindWords {
                match self {
                    $(Self::$name => KindWords { label: $label, in_sentence: $in_sentence, hint: $hint },)+
                }
            }

            /// How staff pages draw it: the `data-tone` of its block.
            pub const fn tone(self) -> &'static str {
                match self { $(Self::$name => $tone,)+ }
            }
        }
    };
}

session_kinds! {
    /// No test starts during it.
    ClosedSession {
        word: "closed-session", list: "closedSessions", item: "closed-sessions",
        effect: Effect::Closes(Refusal::ClosedSession),
        label: "Closed", in_sentence: "closed session", hint: "No test starts in this time.", tone: "closed",
    }
    /// Staff training, during which no test starts.
    TrainingSession {
        word: "training-session", list: "trainingSessions", item: "training-sessions",
        effect: Effect::Closes(Refusal::TrainingSession),
        label: "Staff training", in_sentence: "training session",
        hint: "The team is training: no test starts in this time.", tone: "training",
    }
    /// Every quarter hour is added to both lists.
    MopUpSession {
        word: "mopup-session", list: "mopupSessionsRef", item: "mopup-sessions",
        effect: Effect::Opens,
        label: "Mop-up", in_sentence: "mop-up session",
        hint: "Extra times: every quarter hour can be booked, also on a bank holiday.", tone: "mopup",
    }
}

impl SessionKind {
    /// A session item's name: `prefix-date-start-end`.
    pub fn name(self, window: &SessionWindow) -> String {
        let SessionWindow { session_date, session_start, session_end } = window;
        format!("{self}-{session_date}-{session_start}-{session_end}")
    }
}

impl fmt::Display for SessionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A word that is not a kind of session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownKind;

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("A session is ")?;
        for (index, kind) in SessionKind::ALL.into_iter().enumerate() {
            if index + 1 == SessionKind::ALL.len() {
                f.write_str(" or ")?;
            } else if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "a {kind}")?;
        }
        f.write_str(".")
    }
}

impl core::error::Error for UnknownKind {}

impl FromStr for SessionKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(UnknownKind)
    }
}

/// Why a session cannot be in the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// It starts or ends between two quarter hours.
    #[error("A session starts and ends on the quarter hour.")]
    OffGrid,
    /// It ends before, or when, it starts.
    #[error("A session ends after it starts.")]
    Reversed,
    /// Its date is before today.
    #[error("That day is over.")]
    Past,
    /// It overlaps another session of its kind.
    #[error("There is such a session already, from {start} to {end}.", start = .0.session_start, end = .0.session_end)]
    Overlap(SessionWindow),
}

impl SessionError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OffGrid => "SESSION_OFF_GRID",
            Self::Reversed => "SESSION_REVERSED",
            Self::Past => "DATE_PAST",
            Self::Overlap(_) => "SESSION_OVERLAP",
        }
    }
}

/// The last minute of a day; as an end it means the end of the day.
const LAST_MINUTE: u16 = 24 * 60 - 1;

/// Whether a session may be added to the `others` of its kind.
///
/// # Errors
/// The first reason why not.
pub fn check_session<'a>(
    window: &SessionWindow,
    others: impl IntoIterator<Item = &'a SessionWindow>,
    today: Date,
) -> Result<(), SessionError> {
    let quarter = |time: TimeOfDay| time.minutes().is_multiple_of(15);
    if !quarter(window.session_start)
        || !(quarter(window.session_end) || window.session_end.minutes() == LAST_MINUTE)
    {
        return Err(SessionError::OffGrid);
    }
    if window.session_end <= window.session_start {
        return Err(SessionError::Reversed);
    }
    if window.session_date < today {
        return Err(SessionError::Past);
    }
    let meets = |other: &&SessionWindow| {
        other.session_date == window.session_date
            && other.session_start < window.session_end
            && window.session_start < other.session_end
    };
    match others.into_iter().find(meets) {
        Some(other) => Err(SessionError::Overlap(*other)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(date: &str, start: &str, end: &str) -> SessionWindow {
        SessionWindow {
            session_date: date.parse().unwrap(),
            session_start: start.parse().unwrap(),
            session_end: end.parse().unwrap(),
        }
    }

    // RULES 3.4
    #[test]
    fn a_session_stands_beside_others_and_never_over_them() {
        let today = "2026-03-02".parse().unwrap();
        let there = [window("2026-03-05", "10:00", "12:00")];
        let check = |date, start, end| check_session(&window(date, start, end), &there, today);
        assert_eq!(check("2026-03-05", "12:00", "13:00"), Ok(()));
        assert_eq!(check("2026-03-05", "09:00", "10:00"), Ok(()));
        assert_eq!(check("2026-03-06", "10:00", "12:00"), Ok(()));
        assert_eq!(check("2026-03-02", "22:00", "23:59"), Ok(()));
        for (start, end) in [("11:45", "12:15"), ("09:00", "10:15"), ("10:30", "11:00"), ("09:00", "23:59")] {
            assert_eq!(check("2026-03-05", start, end), Err(SessionError::Overlap(there[0])), "{start}");
        }
        assert_eq!(check("2026-03-05", "13:00", "13:00"), Err(SessionError::Reversed));
        assert_eq!(check("2026-03-05", "14:00", "13:00"), Err(SessionError::Reversed));
        assert_eq!(check("2026-03-05", "13:05", "14:00"), Err(SessionError::OffGrid));
        assert_eq!(check("2026-03-05", "13:00", "13:59"), Err(SessionError::OffGrid));
        assert_eq!(check("2026-03-01", "13:00", "14:00"), Err(SessionError::Past));
    }

    #[test]
    fn a_name_is_prefix_date_start_and_end() {
        let item = window("2026-03-05", "10:00", "12:15");
        assert_eq!(SessionKind::MopUpSession.name(&item), "mopup-session-2026-03-05-10:00-12:15");
        for kind in SessionKind::ALL {
            assert_eq!(kind.as_str().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
        assert_eq!("open-session".parse::<SessionKind>(), Err(UnknownKind));
        assert_eq!(
            UnknownKind.to_string(),
            "A session is a closed-session, a training-session or a mopup-session."
        );
    }
}
