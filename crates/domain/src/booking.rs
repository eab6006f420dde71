//! A booking: its type, its status and transitions, and until when an athlete may cancel it (RULES 4.2, 4.4, 4.8, 4.17).

mod code;

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

pub use code::{BookingCode, BookingCodeError, code_part};

use crate::time::{Date, MINUTE_MS, SlotTime, TimeError, london_to_millis};

/// Whether a booking is for a first test or a retest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum BookingType {
    /// No completed test yet.
    #[default]
    Test = 0,
    /// At least one completed test.
    Retest = 1,
}

impl BookingType {
    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Retest => "retest",
        }
    }
}

/// `eventTestStatus`: the status of a booking (RULES 4.4). For an athlete without a booking it is null on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum BookingStatus {
    /// A seat is taken.
    Booked,
    /// The athlete asked for assistance; the chosen slot's seat is held, if one was chosen.
    Assistance,
    /// Tested, with a final score.
    Completed,
    /// Did not test, or not completely, or the score was removed; does not count towards a retest.
    Dnt,
    /// Declined by staff.
    Declined,
    /// Cancelled.
    Cancelled,
}

/// A transition that does not exist (409).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A booking that is {from} cannot become {to}.", from = .from.map_or("new", BookingStatus::as_str), to = .to.as_str())]
pub struct TransitionError {
    /// The current status; `None` for a booking that does not exist yet.
    pub from: Option<BookingStatus>,
    /// The requested status.
    pub to: BookingStatus,
}

impl TransitionError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "STATUS_CONFLICT"
    }
}

impl BookingStatus {
    /// Every status.
    pub const ALL: [Self; 6] =
        [Self::Booked, Self::Assistance, Self::Completed, Self::Dnt, Self::Declined, Self::Cancelled];

    /// The word on the wire and in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Booked => "booked",
            Self::Assistance => "assistance",
            Self::Completed => "completed",
            Self::Dnt => "dnt",
            Self::Declined => "declined",
            Self::Cancelled => "cancelled",
        }
    }

    /// The label on screen.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Booked => "Booked",
            Self::Assistance => "Asked for help",
            Self::Completed => "Finished",
            Self::Dnt => "Did not test",
            Self::Declined => "Declined",
            Self::Cancelled => "Cancelled",
        }
    }

    /// Whether it prevents the athlete from having another booking.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Booked | Self::Assistance)
    }

    /// Whether it frees its seat: cancelled and declined do, a test taken or missed does not.
    pub const fn frees_place(self) -> bool {
        matches!(self, Self::Declined | Self::Cancelled)
    }

    /// Whether a booking can go from `from` (`None`: it does not exist yet) to this status. A late tablet may still complete a
    /// booking that was marked as not tested at midnight.
    ///
    /// # Errors
    /// [`TransitionError`] for any other transition.
    pub const fn reached_from(self, from: Option<Self>) -> Result<Self, TransitionError> {
        use BookingStatus::{Assistance, Booked, Cancelled, Completed, Declined, Dnt};
        let exists = matches!(
            (from, self),
            (None, Booked | Assistance)
                | (Some(Assistance), Booked | Declined | Cancelled | Dnt)
                | (Some(Booked), Completed | Dnt | Declined | Cancelled)
                | (Some(Dnt), Completed)
        );
        if exists { Ok(self) } else { Err(TransitionError { from, to: self }) }
    }
}

impl fmt::Display for BookingStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for BookingStatus {
    type Err = UnknownStatus;

    fn from_str(word: &str) -> Result<Self, UnknownStatus> {
        Self::ALL.into_iter().find(|status| status.as_str() == word).ok_or(UnknownStatus)
    }
}

/// A word that is not a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A status is one of booked, assistance, completed, dnt, declined, cancelled.")]
pub struct UnknownStatus;

impl UnknownStatus {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "STATUS_UNKNOWN"
    }
}

/// What the rules need to know about an earlier booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// Its status.
    pub event_test_status: BookingStatus,
    /// The date of the test; `None` for an assistance booking without a slot.
    #[serde(default)]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub event_test_date: Option<Date>,
}

/// The type of an athlete's next booking: a retest once a test has been completed. Bookings that were not tested, declined or
/// cancelled do not count (RULES 4.2).
pub fn booking_type(history: &[HistoryEntry]) -> BookingType {
    if history.iter().any(|entry| entry.event_test_status == BookingStatus::Completed) {
        BookingType::Retest
    } else {
        BookingType::Test
    }
}

/// The date of the latest completed test in any season.
pub fn last_completed(history: &[HistoryEntry]) -> Option<Date> {
    history
        .iter()
        .filter(|entry| entry.event_test_status == BookingStatus::Completed)
        .filter_map(|entry| entry.event_test_date)
        .max()
}

/// The first day on which a retest can be booked or moved after a test on `completed`.
pub fn retest_opens_on(completed: Date, retest_delay: u16) -> Date {
    completed.add_days(i32::from(retest_delay))
}

/// A retest requested too early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Your retest opens on {opens_on}.")]
pub struct RetestTooSoon {
    /// The first day on which it can be booked.
    pub opens_on: Date,
}

impl RetestTooSoon {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "RETEST_TOO_SOON"
    }
}

/// Whether an athlete may book a retest today: not while fewer than `retest_delay` days have passed since the completed test
/// (RULES 4.3).
///
/// # Errors
/// [`RetestTooSoon`] with the first possible day.
pub fn may_book_retest(
    last_completed: Option<Date>,
    retest_delay: u16,
    today: Date,
) -> Result<(), RetestTooSoon> {
    match last_completed.map(|completed| retest_opens_on(completed, retest_delay)) {
        Some(opens_on) if today < opens_on => Err(RetestTooSoon { opens_on }),
        _ => Ok(()),
    }
}

/// How long a decline can be undone (RULES 4.4).
pub const DECLINE_UNDO_MS: i64 = 10 * MINUTE_MS;

/// A decline that can no longer be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A decline can be undone for ten minutes. Make a new booking instead.")]
pub struct UndoTooLate;

impl UndoTooLate {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "UNDO_TOO_LATE"
    }
}

/// Whether a decline at `declined_at` can still be undone. Setting the clock back does not end that time.
///
/// # Errors
/// [`UndoTooLate`] once more than ten minutes have passed.
pub const fn may_undo_decline(declined_at: i64, now_ms: i64) -> Result<(), UndoTooLate> {
    if now_ms.saturating_sub(declined_at) > DECLINE_UNDO_MS { Err(UndoTooLate) } else { Ok(()) }
}

/// A booking without a score to remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("That booking is {status}; only a completed one has a score to remove.")]
pub struct NoScore {
    /// Its status.
    pub status: BookingStatus,
}

impl NoScore {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "STATUS_CONFLICT"
    }
}

/// The status of a booking once its score is removed (RULES 4.17). It is the only way out of `completed`, and no move of
/// [`BookingStatus::reached_from`]: those are for everybody who may end a booking.
///
/// # Errors
/// [`NoScore`] for a booking that is not completed.
pub const fn without_score(status: BookingStatus) -> Result<BookingStatus, NoScore> {
    if matches!(status, BookingStatus::Completed) { Ok(BookingStatus::Dnt) } else { Err(NoScore { status }) }
}

/// Why an athlete cannot cancel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CancelError {
    /// The booking is not open.
    #[error("Only an open booking can be cancelled.")]
    NotOpen,
    /// The cut-off has passed.
    #[error("It is too late to cancel online. Please call the academy.")]
    TooLate,
}

impl CancelError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotOpen => "STATUS_CONFLICT",
            Self::TooLate => "CANCEL_TOO_LATE",
        }
    }
}

/// Whether a booking can be cancelled: by staff at any time, by the athlete until `cutoff_minutes` before the start. `start` is
/// `None` for an assistance booking without a slot.
///
/// # Errors
/// [`CancelError`].
pub fn may_cancel(
    status: BookingStatus,
    start: Option<(Date, SlotTime)>,
    cutoff_minutes: u16,
    by_staff: bool,
    now_ms: i64,
) -> Result<(), CancelError> {
    if !status.is_open() {
        return Err(CancelError::NotOpen);
    }
    let Some((date, time)) = start.filter(|_| !by_staff) else { return Ok(()) };
    let starts = london_to_millis(date, time.time_of_day()).map_err(|_: TimeError| CancelError::TooLate)?;
    if now_ms < starts - i64::from(cutoff_minutes) * MINUTE_MS { Ok(()) } else { Err(CancelError::TooLate) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn entry(status: BookingStatus, on: &str) -> HistoryEntry {
        HistoryEntry { event_test_status: status, event_test_date: Some(date(on)) }
    }

    // RULES 4.4
    #[test]
    fn only_the_decided_moves_exist() {
        use BookingStatus::{Assistance, Booked, Cancelled, Completed, Declined, Dnt};
        let exist = [
            (None, Booked),
            (None, Assistance),
            (Some(Assistance), Booked),
            (Some(Assistance), Declined),
            (Some(Assistance), Cancelled),
            (Some(Assistance), Dnt),
            (Some(Booked), Completed),
            (Some(Booked), Dnt),
            (Some(Booked), Declined),
            (Some(Booked), Cancelled),
            (Some(Dnt), Completed),
        ];
        for from in [None].into_iter().chain(BookingStatus::ALL.map(Some)) {
            for to in BookingStatus::ALL {
                assert_eq!(to.reached_from(from).is_ok(), exist.contains(&(from, to)), "{from:?} to {to}");
            }
        }
        let refused = Booked.reached_from(Some(Cancelled)).unwrap_err();
        assert_eq!(refused.to_string(), "A booking that is cancelled cannot become booked.");
    }

    #[test]
    fn a_word_is_the_same_in_text_and_json() {
        for status in BookingStatus::ALL {
            assert_eq!(status.to_string().parse(), Ok(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.to_string());
        }
        assert_eq!("Booked".parse::<BookingStatus>(), Err(UnknownStatus));
        for kind in [BookingType::Test, BookingType::Retest] {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }

    // RULES 4.4
    #[test]
    fn only_what_is_called_off_frees_its_place() {
        use BookingStatus::{Cancelled, Declined};
        let freeing: Vec<_> = BookingStatus::ALL.into_iter().filter(|status| status.frees_place()).collect();
        assert_eq!(freeing, [Declined, Cancelled]);
    }

    // RULES 4.4
    #[test]
    fn a_decline_can_be_undone_for_ten_minutes() {
        let declined = 1_795_000_000_000;
        assert_eq!(may_undo_decline(declined, declined), Ok(()));
        assert_eq!(may_undo_decline(declined, declined + 600_000), Ok(()));
        assert_eq!(may_undo_decline(declined, declined + 600_001), Err(UndoTooLate));
        assert_eq!(may_undo_decline(declined, declined - 3_600_000), Ok(()), "the clock was set back");
    }

    // RULES 4.17
    #[test]
    fn a_score_is_removed_from_a_completed_booking_and_by_no_other_move() {
        for status in BookingStatus::ALL {
            let removed = without_score(status);
            let completed = status == BookingStatus::Completed;
            assert_eq!(removed, if completed { Ok(BookingStatus::Dnt) } else { Err(NoScore { status }) });
            assert!(status.reached_from(Some(BookingStatus::Completed)).is_err(), "{status}");
        }
        let open = without_score(BookingStatus::Booked).unwrap_err();
        assert_eq!(open.to_string(), "That booking is booked; only a completed one has a score to remove.");
    }

    // RULES 4.2, 4.17
    #[test]
    fn a_visit_whose_score_is_removed_makes_no_retest_and_starts_no_delay() {
        let first = entry(BookingStatus::Completed, "2026-01-02");
        let second = entry(BookingStatus::Completed, "2026-02-02");
        let removed = |of: HistoryEntry| HistoryEntry {
            event_test_status: without_score(of.event_test_status).unwrap(),
            ..of
        };
        let newest_removed = [first, removed(second)];
        assert_eq!(booking_type(&newest_removed), BookingType::Retest);
        assert_eq!(last_completed(&newest_removed), first.event_test_date);
        let both_removed = newest_removed.map(|of| if of == first { removed(of) } else { of });
        assert_eq!(booking_type(&both_removed), BookingType::Test);
        assert_eq!(last_completed(&both_removed), None);
    }

    // RULES 4.2
    #[test]
    fn only_a_completed_test_makes_a_retest() {
        use BookingStatus::{Cancelled, Completed, Declined, Dnt};
        let missed =
            [entry(Dnt, "2026-01-03"), entry(Declined, "2026-01-04"), entry(Cancelled, "2026-01-05")];
        assert_eq!(booking_type(&[]), BookingType::Test);
        assert_eq!(booking_type(&missed), BookingType::Test);
        assert_eq!(last_completed(&missed), None);
        let taken =
            [entry(Completed, "2026-01-02"), entry(Completed, "2026-02-02"), entry(Dnt, "2026-03-03")];
        assert_eq!(booking_type(&taken), BookingType::Retest);
        assert_eq!(last_completed(&taken), Some(date("2026-02-02")));
    }

    // RULES 4.3
    #[test]
    fn a_retest_opens_after_the_delay() {
        let completed = Some(date("2026-10-24"));
        for delay in [1, 7, 30] {
            let opens_on = date("2026-10-24").add_days(i32::from(delay));
            assert_eq!(
                may_book_retest(completed, delay, opens_on.add_days(-1)),
                Err(RetestTooSoon { opens_on })
            );
            assert_eq!(may_book_retest(completed, delay, opens_on), Ok(()));
        }
        assert_eq!(may_book_retest(completed, 0, date("2026-10-24")), Ok(()));
        assert_eq!(may_book_retest(None, 30, date("2026-10-24")), Ok(()));
    }

    #[test]
    fn an_athlete_cancels_until_the_cut_off_and_staff_always() {
        let start = Some((date("2026-11-21"), "10:00".parse().unwrap()));
        let starts = london_to_millis(date("2026-11-21"), "10:00".parse().unwrap()).unwrap();
        let by_athlete = |now, cutoff| may_cancel(BookingStatus::Booked, start, cutoff, false, now);
        assert_eq!(by_athlete(starts - 1, 0), Ok(()));
        assert_eq!(by_athlete(starts, 0), Err(CancelError::TooLate));
        assert_eq!(by_athlete(starts - 60 * MINUTE_MS, 60), Err(CancelError::TooLate));
        assert_eq!(by_athlete(starts - 60 * MINUTE_MS - 1, 60), Ok(()));
        assert_eq!(may_cancel(BookingStatus::Booked, start, 60, true, starts + 1), Ok(()));
        assert_eq!(may_cancel(BookingStatus::Assistance, None, 60, false, starts), Ok(()));
        assert_eq!(may_cancel(BookingStatus::Completed, start, 0, true, starts), Err(CancelError::NotOpen));
    }
}
