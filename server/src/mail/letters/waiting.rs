//! Letters about places that come free: a seat is offered to somebody on the waiting list, the offer has lapsed or its time was
//! closed, or a time has opened that somebody has an alert about.

use sixfold_domain::time::{Date, SlotTime, london_to_millis};

use super::{Letter, Message, Recipient, SiteInfo, plain};
use crate::content::dates::spoken;

/// Offers a freed seat to somebody on the waiting list.
pub fn offer(
    site_info: &SiteInfo,
    to: &Recipient,
    date: Date,
    time: SlotTime,
    minutes: i64,
    offer_id: &str,
) -> Message {
    let (when, place) = (spoken(date, time), site_info.where_it_is());
    let path = format!("my-account-book-test#offer={offer_id}");
    let values = [
        ("firstName", to.first_name.trim()),
        ("when", &when),
        ("where", &place),
        ("minutes", &minutes.to_string()),
    ];
    let worded = site_info.worded("letter-waitlist-offer", &values);
    let letter = Letter {
        facts: vec![("When", when), ("Where", place)],
        button: Some(("Take the place", site_info.page(&path))),
        ..worded
    };
    plain(to, "waitlist-offer", letter)
}

/// An offer has lapsed.
pub fn offer_lapsed(site_info: &SiteInfo, to: &Recipient, date: Date, time: SlotTime) -> Message {
    let values = [("firstName", to.first_name.trim()), ("when", &spoken(date, time))];
    let letter = Letter {
        button: Some(("Find another time", site_info.page("my-account-book-test"))),
        ..site_info.worded("letter-waitlist-lapsed", &values)
    };
    plain(to, "waitlist-lapsed", letter)
}

/// The time of an offer was closed.
pub fn offer_closed(site_info: &SiteInfo, to: &Recipient, date: Date, time: SlotTime) -> Message {
    let values = [("firstName", to.first_name.trim()), ("when", &spoken(date, time))];
    let letter = Letter {
        button: Some(("Find another time", site_info.page("my-account-book-test"))),
        ..site_info.worded("letter-waitlist-closed", &values)
    };
    plain(to, "waitlist-closed", letter)
}

/// A time has opened for which the athlete had set an alert. It is not reserved for them. The letter is useful until it begins.
pub fn time_opened(site_info: &SiteInfo, to: &Recipient, date: Date, time: SlotTime) -> Message {
    let (when, place) = (spoken(date, time), site_info.where_it_is());
    let values = [("firstName", to.first_name.trim()), ("when", &when), ("where", &place)];
    let worded = site_info.worded("letter-time-opened", &values);
    let path = format!("my-account-book-test?date={date}T{time}");
    let letter = Letter {
        facts: vec![("When", when), ("Where", place)],
        button: Some(("Book this time", site_info.page(&path))),
        ..worded
    };
    let useful_until = london_to_millis(date, time.time_of_day()).ok();
    Message { useful_until, ..plain(to, "time-opened", letter) }
}
