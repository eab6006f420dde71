//! What the waiting list says: a place is free, or has moved on.

use sixfold_domain::time::{Date, SlotTime};

use super::{House, Letter, Message, Recipient, greeting, plain, spoken};

/// The message that offers a freed place to the first in line.
pub fn offer(
    house: &House,
    to: &Recipient,
    date: Date,
    time: SlotTime,
    minutes: i64,
    offer_id: &str,
) -> Message {
    let when = spoken(date, time);
    let path = format!("my-account-book-test#offer={offer_id}");
    plain(
        house,
        to,
        "waitlist-offer",
        Letter {
            subject: format!("A place is free: {when}"),
            heading: format!("Your shot{}.", greeting(&to.first_name)),
            opening: vec![format!(
                "A place has come free and you're first in line. We're holding it for {minutes} minutes."
            )],
            facts: vec![("When", when), ("Where", house.where_it_is())],
            button: Some(("Take the place", house.page(&path))),
            closing: vec!["After that it goes to the next in line.".into()],
        },
    )
}

/// The message that an offer has run out.
pub fn offer_lapsed(house: &House, to: &Recipient, date: Date, time: SlotTime) -> Message {
    plain(
        house,
        to,
        "waitlist-lapsed",
        Letter {
            subject: "Your held place has moved on".into(),
            heading: "Time's up on that one.".into(),
            opening: vec![format!(
                "The place on {} went to the next in line. There are others.",
                spoken(date, time)
            )],
            facts: Vec::new(),
            button: Some(("Find another time", house.page("my-account-book-test"))),
            closing: Vec::new(),
        },
    )
}
