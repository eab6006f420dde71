//! The pass in the cookie of the waiting room: a place, or that its holder has been let in. It is signed, so every node
//! can check it without the store, and bound to the `User-Agent` of the browser that it was given to.

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest as _, Sha256};
use sixfold_domain::waiting_room::Place;

use crate::auth::cookie::{self, Name};
use crate::auth::keys::{Keys, constant_time_eq};
use crate::db::random_bytes;

/// How long somebody who was let in may be away before they count as a newcomer, in seconds.
const AWAY_S: i64 = 15 * 60;
/// The age at which a pass is renewed, in seconds.
const RENEW_AFTER_S: i64 = 60;
/// How long staff, and athletes with an open booking, are let in before they are looked up again, in seconds.
const ALWAYS_S: i64 = 10 * 60;
/// How long a browser keeps a pass, in seconds.
pub(super) const KEPT_S: i64 = 24 * 60 * 60;

/// Who holds the pass, and what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// Drawn at random; the same while its holder waits and after they were let in.
    pub id: u64,
    pub kind: PassKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassKind {
    Place(Place),
    /// A place in a draw of somebody who was let in before it. Until the opening they are inside, as with [`PassKind::LetIn`].
    InDraw {
        place: Place,
        since: i64,
        seen: i64,
    },
    /// The holder was let in. Seconds since 1970.
    LetIn {
        since: i64,
        seen: i64,
    },
    /// The holder never waits, up to and including `until`.
    Always {
        until: i64,
    },
}

impl Pass {
    pub fn with_place(second: i64) -> Self {
        let lot = u32::from_be_bytes(random_bytes());
        Self { id: u64::from_be_bytes(random_bytes()), kind: PassKind::Place(Place { second, lot }) }
    }

    pub fn let_in(now: i64) -> Self {
        Self { id: u64::from_be_bytes(random_bytes()), kind: PassKind::LetIn { since: now, seen: now } }
    }

    pub fn always(now: i64) -> Self {
        Self { id: u64::from_be_bytes(random_bytes()), kind: PassKind::Always { until: now + ALWAYS_S } }
    }

    pub fn place(&self) -> Option<Place> {
        match self.kind {
            PassKind::Place(place) | PassKind::InDraw { place, .. } => Some(place),
            PassKind::LetIn { .. } | PassKind::Always { .. } => None,
        }
    }

    /// Whether its holder was let in at `opening` or later and has not been away for too long since.
    pub fn is_in(&self, opening: Option<i64>, now: i64) -> bool {
        let is_let_in =
            |since: i64, seen: i64| now - seen <= AWAY_S && opening.is_none_or(|opening| since >= opening);
        match self.kind {
            PassKind::Place(_) => false,
            PassKind::InDraw { place, since, seen } => now < place.second && is_let_in(since, seen),
            PassKind::LetIn { since, seen } => is_let_in(since, seen),
            PassKind::Always { until } => now <= until,
        }
    }

    /// The pass with the place of another, if its holder was let in; or else the other.
    pub fn with_place_of(self, drawn: Self) -> Self {
        let (PassKind::LetIn { since, seen } | PassKind::InDraw { since, seen, .. }) = self.kind else {
            return drawn;
        };
        let PassKind::Place(place) = drawn.kind else { return drawn };
        Self { id: self.id, kind: PassKind::InDraw { place, since, seen } }
    }

    /// The pass with `seen` set to now, if it is time to renew it.
    pub fn renewed(&self, now: i64) -> Option<Self> {
        let mut renewed = *self;
        let (PassKind::LetIn { seen, .. } | PassKind::InDraw { seen, .. }) = &mut renewed.kind else {
            return None;
        };
        if now - *seen <= RENEW_AFTER_S {
            return None;
        }
        *seen = now;
        Some(renewed)
    }

    /// The pass of a request. A forged one, or another browser's, counts as none.
    pub fn read(headers: &HeaderMap, keys: &Keys, https: bool) -> Option<Self> {
        let text = cookie::read(headers, Name::WaitingRoom, https)?;
        let (body, mark) = text.rsplit_once('.')?;
        constant_time_eq(mark, &keys.waiting_room_mark(&signed(body, headers))).then(|| parse(body))?
    }

    /// The `Set-Cookie` value for the browser that sent these headers.
    pub fn cookie(&self, headers: &HeaderMap, keys: &Keys, https: bool) -> HeaderValue {
        let body = self.to_text();
        let mark = keys.waiting_room_mark(&signed(&body, headers));
        cookie::write(Name::WaitingRoom, https, &format!("{body}.{mark}"), Some(KEPT_S))
    }

    fn to_text(self) -> String {
        let id = self.id;
        match self.kind {
            PassKind::Place(Place { second, lot }) => format!("p.{id:x}.{second}.{lot}"),
            PassKind::InDraw { place: Place { second, lot }, since, seen } => {
                format!("p.{id:x}.{second}.{lot}.{since}.{seen}")
            }
            PassKind::LetIn { since, seen } => format!("i.{id:x}.{since}.{seen}"),
            PassKind::Always { until } => format!("a.{id:x}.{until}"),
        }
    }
}

fn parse(body: &str) -> Option<Pass> {
    let parts: Vec<&str> = body.split('.').collect();
    let (id, kind) = match parts[..] {
        ["p", id, second, lot] => {
            (id, PassKind::Place(Place { second: second.parse().ok()?, lot: lot.parse().ok()? }))
        }
        ["p", id, second, lot, since, seen] => {
            let place = Place { second: second.parse().ok()?, lot: lot.parse().ok()? };
            (id, PassKind::InDraw { place, since: since.parse().ok()?, seen: seen.parse().ok()? })
        }
        ["i", id, since, seen] => {
            (id, PassKind::LetIn { since: since.parse().ok()?, seen: seen.parse().ok()? })
        }
        ["a", id, until] => (id, PassKind::Always { until: until.parse().ok()? }),
        _ => return None,
    };
    Some(Pass { id: u64::from_str_radix(id, 16).ok()?, kind })
}

/// What is signed: the pass and the `User-Agent`.
fn signed(body: &str, headers: &HeaderMap) -> Vec<u8> {
    let browser = headers.get(header::USER_AGENT).map_or(&b""[..], HeaderValue::as_bytes);
    [body.as_bytes(), b"\n", &Sha256::digest(browser)[..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn browser(name: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::USER_AGENT, HeaderValue::from_str(name).unwrap());
        headers
    }

    /// A request of a browser with the cookie that another one was given.
    fn with_cookie(mut headers: HeaderMap, set: &HeaderValue) -> HeaderMap {
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        headers.insert(header::COOKIE, HeaderValue::from_str(pair).unwrap());
        headers
    }

    #[test]
    fn a_pass_is_read_as_it_was_written_by_its_browser_and_this_secret_alone() {
        let (keys, others) = (Keys::derive(b"a secret"), Keys::derive(b"another"));
        let in_draw = Pass::let_in(5).with_place_of(Pass::with_place(7));
        for pass in [Pass::with_place(7), in_draw, Pass::let_in(7), Pass::always(7)] {
            let set = pass.cookie(&browser("one"), &keys, false);
            let own = with_cookie(browser("one"), &set);
            assert_eq!(Pass::read(&own, &keys, false), Some(pass));
            assert_eq!(Pass::read(&own, &others, false), None);
            assert_eq!(Pass::read(&with_cookie(browser("two"), &set), &keys, false), None);
            let earlier = set.to_str().unwrap().replacen(".7.", ".6.", 1);
            let forged = with_cookie(browser("one"), &HeaderValue::from_str(&earlier).unwrap());
            assert!(earlier.contains(".6.") || matches!(pass.kind, PassKind::Always { .. }));
            assert!(
                matches!(pass.kind, PassKind::Always { .. }) || Pass::read(&forged, &keys, false).is_none()
            );
        }
    }

    #[test]
    fn a_pass_lets_its_holder_in_while_they_are_seen_and_until_the_next_opening() {
        let pass = Pass { id: 1, kind: PassKind::LetIn { since: 100, seen: 200 } };
        assert!(pass.is_in(None, 200 + AWAY_S) && !pass.is_in(None, 201 + AWAY_S));
        assert!(pass.is_in(Some(100), 300) && !pass.is_in(Some(101), 300));
        assert_eq!(pass.renewed(200 + RENEW_AFTER_S), None);
        assert_eq!(pass.renewed(300).unwrap().kind, PassKind::LetIn { since: 100, seen: 300 });
        let drawn = Pass::with_place(400);
        let in_draw = pass.with_place_of(drawn);
        assert!(in_draw.is_in(Some(100), 399) && !in_draw.is_in(Some(100), 400), "the opening ends it");
        assert_eq!(in_draw.renewed(300), pass.renewed(300).map(|pass| pass.with_place_of(drawn)));
        assert_eq!(Pass::with_place(100).with_place_of(drawn), drawn);
        let always = Pass { id: 1, kind: PassKind::Always { until: 300 } };
        assert!(always.is_in(Some(250), 300) && !always.is_in(None, 301));
    }
}
