//! Letters about places that come free: a seat is offered to somebody on the waiting list, the offer has lapsed or its time was
//! closed, or a time has opened that somebody has an alert about.

use sixfold_domain::time::{Date, SlotTime, london_date_time, london_to_millis};

use super::{Letter, Message, Recipient, SiteInfo, linked, plain};
use crate::content::dates::{spoken, spoken_minute};

/// Offers a freed seat, kept until `until_ms`, to somebody on the waiting list.
pub fn offer(
    site_info: &SiteInfo,
    to: &Recipient,
    date: Date,
    time: SlotTime,
    (offer_id, until_ms): (&str, i64),
    now_ms: i64,
) -> Message {
    let minutes = (until_ms - now_ms) / 60_000;
    let until = london_date_time(until_ms).map(|until| spoken_minute(until.date, until.time));
    let (when, place) = (spoken(date, time), site_info.where_it_is());
    let path = format!("my-account-book-test#offer={offer_id}");
    let values = [
        ("firstName", to.first_name.trim()),
        ("when", &when),
        ("where", &place),
        ("minutes", &minutes.to_string()),
    ];
    let worded = site_info.worded("letter-waitlist-offer", &values);
    let mut facts = vec![("When", when), ("Where", place)];
    // The minutes count from when the letter was written; it may be read later.
    facts.extend(until.ok().map(|until| ("Kept until", until)));
    let letter = Letter { facts, button: Some(("Take the place", site_info.page(&path))), ..worded };
    plain(to, "waitlist-offer", letter)
}

/// An offer has lapsed.
pub fn offer_lapsed(site_info: &SiteInfo, to: &Recipient, date: Date, time: SlotTime) -> Message {
    offer_ended(site_info, to, "waitlist-lapsed", date, time)
}

/// The time of an offer was closed.
pub fn offer_closed(site_info: &SiteInfo, to: &Recipient, date: Date, time: SlotTime) -> Message {
    offer_ended(site_info, to, "waitlist-closed", date, time)
}

fn offer_ended(
    site_info: &SiteInfo,
    to: &Recipient,
    kind: &'static str,
    date: Date,
    time: SlotTime,
) -> Message {
    let button = ("Find another time", site_info.page("my-account-book-test"));
    linked(site_info, to, kind, button, &[("when", &spoken(date, time))])
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

#[cfg(test)]
mod tests {
    use super::super::tests::{site_info, zoe};
    use super::*;

    // RULES 5.2
    #[test]
    fn an_offer_says_until_when_the_place_is_kept_by_londons_clock() {
        let (date, time) = ("2026-07-03".parse().unwrap(), "10:00".parse().unwrap());
        let now_ms = london_to_millis("2026-07-02".parse().unwrap(), "23:45".parse().unwrap()).unwrap();
        let letter = offer(&site_info(), &zoe(), date, time, ("offer", now_ms + 30 * 60_000), now_ms);
        let text = letter.letter.text();
        assert!(text.contains("Kept until: Fri 3 Jul 2026, 00:15\n"), "{text}");
        assert!(text.contains("for 30 minutes"), "{text}");
    }
}
