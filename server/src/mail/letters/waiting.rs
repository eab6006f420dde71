//! What the waiting list says: a place is free, or has moved on.

use sixfold_domain::time::{Date, SlotTime};

use super::{House, Letter, Message, Recipient, plain};
use crate::dates::spoken;

/// The message that offers a freed place to the first in line.
pub fn offer(
    house: &House,
    to: &Recipient,
    date: Date,
    time: SlotTime,
    minutes: i64,
    offer_id: &str,
) -> Message {
    let (when, place) = (spoken(date, time), house.where_it_is());
    let path = format!("my-account-book-test#offer={offer_id}");
    let values = [
        ("firstName", to.first_name.trim()),
        ("when", &when),
        ("where", &place),
        ("minutes", &minutes.to_string()),
    ];
    let worded = house.worded("letter-waitlist-offer", &values);
    let letter = Letter {
        facts: vec![("When", when), ("Where", place)],
        button: Some(("Take the place", house.page(&path))),
        ..worded
    };
    plain(house, to, "waitlist-offer", letter)
}

/// The message that an offer has run out.
pub fn offer_lapsed(house: &House, to: &Recipient, date: Date, time: SlotTime) -> Message {
    let values = [("firstName", to.first_name.trim()), ("when", &spoken(date, time))];
    let letter = Letter {
        button: Some(("Find another time", house.page("my-account-book-test"))),
        ..house.worded("letter-waitlist-lapsed", &values)
    };
    plain(house, to, "waitlist-lapsed", letter)
}
