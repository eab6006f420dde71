//! Letters about the waiting list: a seat is offered, or the offer has lapsed.

use sixfold_domain::time::{Date, SlotTime};

use super::{Letter, Message, Recipient, SiteInfo, plain};
use crate::content::dates::spoken;

/// Offers a freed seat to the first on the list.
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
