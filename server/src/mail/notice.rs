//! Notifications on people's devices and by text message, queued where their letters are: in the job of the change.
//!
//! Anybody may read them on a locked screen: no score, nothing of health, nobody's name (RULES 16.2).

use serde::Serialize;
use sixfold_domain::notification::Topic;
use sixfold_domain::time::{DAY_MS, Date, SlotTime, london_date_time, london_to_millis};

use super::Outbox;
use super::letters::Change;
use crate::content::dates::spoken;
use crate::db::bookings::booking::Booking;
use crate::db::messages::notification::message::{self, NewMessage};
use crate::db::messages::notification::text::{self, NewText};
use crate::db::{Conn, DbError};

pub use crate::db::messages::notification::message::About;

/// How long a result, or a change of a booking without a time, is worth a notification.
const RECENT_MS: i64 = 3 * DAY_MS;

/// What a notification says of a final, which is not what it is.
pub(super) const RESULT_READY: &str = "Your result is ready.";
pub(super) const RESULT_CORRECTED: &str = "Your result was corrected.";

/// The pages that notifications lead to.
const MY_TESTS: &str = "/en-gb/my-account-my-booking";
const BOOK_A_TEST: &str = "/en-gb/my-account-book-test";

/// What a device shows, and until when it is of use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub topic: Topic,
    pub title: String,
    pub body: String,
    /// A path on the site.
    pub url: String,
    /// What it is about: a later one with the same tag replaces it.
    pub tag: String,
    pub about: About,
    /// ms
    pub useful_until: i64,
}

/// The content of a notification, as the service worker reads it.
#[derive(Serialize)]
struct Content<'a> {
    title: &'a str,
    body: &'a str,
    url: &'a str,
    tag: &'a str,
}

impl Notice {
    /// A place is offered from a waiting list.
    pub(super) fn offer(date: Date, time: SlotTime, offer_id: &str, until_ms: i64) -> Self {
        let when = spoken(date, time);
        let until = london_date_time(until_ms).map(|until| format!(" It is kept until {}.", until.time));
        Self {
            topic: Topic::Offers,
            title: "A place is free".to_owned(),
            body: format!("{when}.{}", until.unwrap_or_default()),
            url: format!("{BOOK_A_TEST}#offer={offer_id}"),
            tag: format!("offer-{offer_id}"),
            about: About::Offer(offer_id.to_owned()),
            useful_until: until_ms,
        }
    }

    /// A time that somebody has an alert for has opened; none if London's clock skips that time.
    pub(super) fn opened(date: Date, time: SlotTime) -> Option<Self> {
        Some(Self {
            topic: Topic::Alerts,
            title: "A time has opened".to_owned(),
            body: format!("{}. Whoever books first has it.", spoken(date, time)),
            url: format!("{BOOK_A_TEST}?date={date}T{time}"),
            tag: format!("opened-{date}T{time}"),
            about: About::Nothing,
            useful_until: london_to_millis(date, time.time_of_day()).ok()?,
        })
    }

    /// A guardian has confirmed.
    pub fn guardian_agreed(may_book: bool, now_ms: i64) -> Self {
        let agreed = "Your parent or guardian has agreed";
        let (title, body) = if may_book {
            ("You can book now".to_owned(), format!("{agreed}."))
        } else {
            (agreed.to_owned(), "There is something left to settle before you can book.".to_owned())
        };
        Self {
            topic: Topic::Bookings,
            title,
            body,
            url: BOOK_A_TEST.to_owned(),
            tag: "guardian".to_owned(),
            about: About::Nothing,
            useful_until: now_ms + RECENT_MS,
        }
    }

    /// Somebody else has changed a booking; none for changes that concern nobody's plans.
    fn booking(booking: &Booking, change: Change, now_ms: i64) -> Option<Self> {
        let when = booking.slot.map(|(date, time)| format!("{}.", spoken(date, time)));
        let found = when.clone().unwrap_or_else(|| "We’ll find a time with you.".to_owned());
        let (title, body, url) = match change {
            Change::Confirmed | Change::AssistanceConfirmed => ("You are booked for a test", found, MY_TESTS),
            Change::AssistanceReopened => ("Your request is open again", found, MY_TESTS),
            Change::Moved(_) => ("Your test has moved", format!("It is now on {found}"), MY_TESTS),
            Change::Cancelled { .. } | Change::Declined => {
                let when = when.map(|when| when + " ").unwrap_or_default();
                ("Your test is called off", format!("{when}You can find another time."), BOOK_A_TEST)
            }
            Change::AssistanceAsked | Change::Missed | Change::Unanswered => return None,
        };
        Some(Self {
            topic: Topic::Bookings,
            title: title.to_owned(),
            body,
            url: url.to_owned(),
            tag: tag_of(&booking.id),
            about: about(booking),
            useful_until: start_ms(booking).unwrap_or(now_ms + RECENT_MS),
        })
    }

    /// A final is visible, or has been corrected.
    fn result(site: &str, booking_id: &str, body: &str, now_ms: i64) -> Self {
        Self {
            topic: Topic::Results,
            title: site.to_owned(),
            body: body.to_owned(),
            url: MY_TESTS.to_owned(),
            tag: format!("result-{booking_id}"),
            about: About::Final(booking_id.to_owned()),
            useful_until: now_ms + RECENT_MS,
        }
    }

    /// A test is coming up; none without a time.
    fn reminder(booking: &Booking) -> Option<Self> {
        let (date, time) = booking.slot?;
        Some(Self {
            topic: Topic::Reminders,
            title: "Your test is coming up".to_owned(),
            body: format!("{}. Your ticket is in My tests.", spoken(date, time)),
            url: MY_TESTS.to_owned(),
            tag: tag_of(&booking.id),
            about: about(booking),
            useful_until: start_ms(booking)?,
        })
    }
}

fn tag_of(booking_id: &str) -> String {
    format!("booking-{booking_id}")
}

fn about(booking: &Booking) -> About {
    About::Booking { id: booking.id.clone(), sequence: booking.sequence }
}

fn start_ms(booking: &Booking) -> Option<i64> {
    let (date, time) = booking.slot?;
    london_to_millis(date, time.time_of_day()).ok()
}

impl Outbox {
    /// Notifies somebody on their devices, in the caller's job: they are sent if and only if it is committed.
    pub async fn notify(
        &self,
        conn: &mut Conn,
        uaid: &str,
        notice: &Notice,
        now_ms: i64,
    ) -> Result<(), DbError> {
        if !self.push {
            return Ok(());
        }
        let Notice { topic, title, body, url, tag, about, useful_until } = notice;
        let content = serde_json::to_string(&Content { title, body, url, tag })
            .map_err(|error| DbError::Other(error.to_string()))?;
        let message =
            NewMessage { topic: *topic, tag, content: &content, about, useful_until: *useful_until };
        message::insert(conn, &self.cipher, uaid, &message, now_ms).await.map(drop)
    }

    /// Notifies an athlete of what somebody else has done with their booking.
    pub async fn notify_of_booking(
        &self,
        conn: &mut Conn,
        booking: &Booking,
        change: Change,
        now_ms: i64,
    ) -> Result<(), DbError> {
        match Notice::booking(booking, change, now_ms) {
            Some(notice) => self.notify(conn, &booking.uaid, &notice, now_ms).await,
            None => Ok(()),
        }
    }

    /// Notifies an athlete of a final of theirs.
    pub(super) async fn notify_of_result(
        &self,
        conn: &mut Conn,
        (uaid, booking_id): (&str, &str),
        body: &str,
        now_ms: i64,
    ) -> Result<(), DbError> {
        let notice = Notice::result(&self.site_info.site, booking_id, body, now_ms);
        self.notify(conn, uaid, &notice, now_ms).await
    }

    /// Reminds an athlete of their test, on their devices and by text message.
    pub async fn remind(&self, conn: &mut Conn, booking: &Booking, now_ms: i64) -> Result<(), DbError> {
        let Some(notice) = Notice::reminder(booking) else { return Ok(()) };
        self.notify(conn, &booking.uaid, &notice, now_ms).await?;
        let Some((date, time)) = booking.slot.filter(|_| self.texts) else { return Ok(()) };
        let site = &self.site_info;
        let text = format!(
            "{}: your test is on {} at {}. Ticket: {}{MY_TESTS}",
            site.site,
            spoken(date, time),
            site.place,
            site.public_url.trim_end_matches('/')
        );
        let (booking_id, sequence, useful_until) = (&*booking.id, booking.sequence, notice.useful_until);
        let new = NewText { text: &text, booking_id, sequence, useful_until };
        text::insert(conn, &self.cipher, &booking.uaid, &new, now_ms).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use sixfold_domain::booking::{BookingStatus, BookingType};

    use super::*;

    fn booking(slot: Option<(&str, &str)>) -> Booking {
        Booking {
            id: "7".to_owned(),
            uaid: "10000001".to_owned(),
            event_id: "academy".to_owned(),
            status: BookingStatus::Booked,
            booking_type: BookingType::Test,
            slot: slot.map(|(date, time)| (date.parse().unwrap(), time.parse().unwrap())),
            seat: None,
            code: "7K3QXM".to_owned(),
            team_booking_id: None,
            sequence: 3,
            onboarded_at: None,
        }
    }

    // RULES 16.2
    #[test]
    fn a_locked_screen_says_what_it_may() {
        let booked = booking(Some(("2026-03-05", "10:00")));
        let of = |change| Notice::booking(&booked, change, 0);
        for (change, title, body) in [
            (Change::Moved(None), "Your test has moved", "It is now on Thu 5 Mar 2026, 10:00."),
            (
                Change::Cancelled { by_staff: true },
                "Your test is called off",
                "Thu 5 Mar 2026, 10:00. You can find another time.",
            ),
            (Change::AssistanceConfirmed, "You are booked for a test", "Thu 5 Mar 2026, 10:00."),
            (Change::AssistanceReopened, "Your request is open again", "Thu 5 Mar 2026, 10:00."),
        ] {
            let notice = of(change).unwrap();
            assert_eq!((&*notice.title, &*notice.body), (title, body));
            assert_eq!((&*notice.tag, notice.topic), ("booking-7", Topic::Bookings));
            assert!(!notice.body.contains("7K3QXM") && !notice.body.to_lowercase().contains("assist"));
        }
        assert!(of(Change::Missed).is_none() && of(Change::AssistanceAsked).is_none());
        for body in [RESULT_READY, RESULT_CORRECTED] {
            let result = Notice::result("Sixfold", "7", body, 1_000);
            assert_eq!((&*result.title, &*result.body), ("Sixfold", body));
            assert!(!body.contains(|c: char| c.is_ascii_digit()));
        }
    }

    // RULES 16.4
    #[test]
    fn a_notice_knows_when_it_is_of_no_use_any_more() {
        let booked = booking(Some(("2026-03-05", "10:00")));
        let start = london_to_millis("2026-03-05".parse().unwrap(), "10:00".parse().unwrap()).unwrap();
        assert_eq!(Notice::reminder(&booked).unwrap().useful_until, start);
        assert_eq!(
            Notice::reminder(&booked).unwrap().about,
            About::Booking { id: "7".to_owned(), sequence: 3 }
        );
        assert_eq!(Notice::booking(&booked, Change::Moved(None), 5).unwrap().useful_until, start);
        assert_eq!(Notice::reminder(&booking(None)), None);
        let undated = Notice::booking(&booking(None), Change::Declined, 5).unwrap();
        assert_eq!(undated.useful_until, 5 + RECENT_MS);
        assert_eq!(undated.body, "You can find another time.");
        let offer = Notice::offer("2026-03-05".parse().unwrap(), "10:00".parse().unwrap(), "o1", start);
        assert_eq!(offer.body, "Thu 5 Mar 2026, 10:00. It is kept until 10:00.");
        assert_eq!((&*offer.url, offer.useful_until), ("/en-gb/my-account-book-test#offer=o1", start));
        let opened = Notice::opened("2026-03-05".parse().unwrap(), "10:00".parse().unwrap()).unwrap();
        assert_eq!(
            (&*opened.url, opened.useful_until),
            ("/en-gb/my-account-book-test?date=2026-03-05T10:00", start)
        );
    }
}
