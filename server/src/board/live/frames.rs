//! The events of a stream: for each kind its newest complete state, encoded once and shared by every listener. A client
//! that was away or reads slowly gets the newest of what it has missed; there is no queue.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use axum::body::Bytes;

/// The kinds of events, in the order in which they are sent.
pub(super) const KINDS: [&str; 3] = ["leaderboard", "reveal", "config"];

/// How new each kind is, from the store, so that it means the same on every node and after a restart. As the id of an
/// event: `board.reveal.config.season`. Each version is a sum of numbers that only rise, so it rises with any of them; board
/// and settings depend on the day, so the day is included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    /// Of the topics `leaderboard` and `schedule`, plus the day in London.
    pub board: i64,
    /// Of the topic `reveal`.
    pub reveal: i64,
    /// Of the topics shown in `event/config`, plus the day in London.
    pub config: i64,
    /// The season of the board. No version, since a reveal may lead back to an earlier season: the board and the reveal decide
    /// it, but most changes of the reveal leave it alone.
    pub season: u32,
}

impl Versions {
    /// Whether any kind is newer than in the other.
    pub fn is_ahead_of(self, other: Self) -> bool {
        self.board > other.board || self.reveal > other.reveal || self.config > other.config
    }

    /// Whether both are of one board.
    pub(super) fn is_same_board(self, other: Self) -> bool {
        (self.board, self.season) == (other.board, other.season)
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}.{}", self.board, self.reveal, self.config, self.season)
    }
}

/// A text that is not an event id of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoId;

impl FromStr for Versions {
    type Err = NoId;

    fn from_str(text: &str) -> Result<Self, NoId> {
        let mut parts = text.trim().split('.');
        let mut next = || parts.next().and_then(|part| part.parse::<i64>().ok()).ok_or(NoId);
        let [board, reveal, config, season] = [next()?, next()?, next()?, next()?];
        let versions = Self { board, reveal, config, season: season.try_into().map_err(|_| NoId)? };
        if parts.next().is_some() { Err(NoId) } else { Ok(versions) }
    }
}

type Mask = [bool; KINDS.len()];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListenerState {
    /// For each kind, counted within this process.
    serials: [u64; KINDS.len()],
    /// The id that they reconnected with, until the versions differ from it: a state may be a little newer than its
    /// versions say, so what was not sent to them counts only as far as the id says.
    last: Option<Versions>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Event {
    /// Rises with every change.
    serial: u64,
    /// `event:` and `data:` lines.
    text: Bytes,
}

/// The newest state of each kind.
#[derive(Debug)]
pub struct Frames {
    versions: Versions,
    /// Whether the reveal depends on the board because somebody is being shown.
    on_stage: bool,
    events: [Event; KINDS.len()],
    /// The data for a listener that lacks a set of kinds; encoded for the first such listener.
    batches: [OnceLock<Bytes>; 1 << KINDS.len()],
}

impl Frames {
    /// The state that follows `before`, or the first. `data` is JSON for each kind; none keeps the present one.
    pub(super) fn new(
        before: Option<&Self>,
        versions: Versions,
        on_stage: bool,
        data: [Option<String>; KINDS.len()],
    ) -> Self {
        let mut kind = 0;
        let events = data.map(|data| {
            let held = before.map(|before| &before.events[kind]);
            let text = data.map(|data| Bytes::from(format!("event: {}\ndata: {data}\n", KINDS[kind])));
            kind += 1;
            match (held, text) {
                (Some(held), Some(text)) if held.text != text => Event { serial: held.serial + 1, text },
                (Some(held), _) => held.clone(),
                (None, text) => Event { serial: 1, text: text.unwrap_or_default() },
            }
        });
        Self { versions, on_stage, events, batches: Default::default() }
    }

    pub(super) fn versions(&self) -> Versions {
        self.versions
    }

    /// Whether a listener of `before` has anything to receive.
    pub(super) fn says_more_than(&self, before: &Self) -> bool {
        self.versions != before.versions || self.events != before.events
    }

    /// What a listener receives first: everything, or what has changed since the connection broke.
    pub(super) fn begin(&self, last: Option<Versions>) -> (ListenerState, Option<Bytes>) {
        let seen = ListenerState { serials: self.serials(), last };
        (seen, self.batch(last.map_or([true; KINDS.len()], |last| self.since(last))))
    }

    /// What a listener has not received yet.
    pub(super) fn after(&self, seen: &mut ListenerState) -> Option<Bytes> {
        let now = self.serials();
        let by_id = seen.last.map_or([false; KINDS.len()], |last| self.since(last));
        let mask = std::array::from_fn(|kind| by_id[kind] || now[kind] != seen.serials[kind]);
        let last = seen.last.filter(|last| *last == self.versions);
        *seen = ListenerState { serials: now, last };
        self.batch(mask)
    }

    fn serials(&self) -> [u64; KINDS.len()] {
        std::array::from_fn(|kind| self.events[kind].serial)
    }

    fn since(&self, last: Versions) -> Mask {
        let board = !self.versions.is_same_board(last);
        // Names and positions in a reveal come from the board.
        let reveal = self.versions.reveal != last.reveal || (board && self.on_stage);
        [board, reveal, self.versions.config != last.config]
    }

    /// The events of some kinds as one chunk. Only the last has the id: if the connection breaks in between, the client
    /// does not have everything that the id says.
    fn batch(&self, mask: Mask) -> Option<Bytes> {
        let last = mask.iter().rposition(|wanted| *wanted)?;
        let place = mask.iter().fold(0, |place, wanted| place << 1 | usize::from(*wanted));
        let made = self.batches[place].get_or_init(|| {
            let mut text = Vec::new();
            for (event, _) in self.events.iter().zip(mask).take(last + 1).filter(|(_, wanted)| *wanted) {
                text.extend_from_slice(&event.text);
                text.push(b'\n');
            }
            text.pop();
            text.extend_from_slice(format!("id: {}\n\n", self.versions).as_bytes());
            text.into()
        });
        Some(made.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Versions = Versions { board: 12, reveal: 3, config: 4, season: 9 };

    fn data(board: &str, reveal: &str, config: &str) -> [Option<String>; 3] {
        [board, reveal, config].map(|text| (!text.is_empty()).then(|| text.to_owned()))
    }

    fn first() -> Frames {
        Frames::new(None, FIRST, false, data("{1}", "{2}", "{3}"))
    }

    fn text(bytes: Option<Bytes>) -> String {
        bytes.map(|bytes| String::from_utf8(bytes.to_vec()).unwrap()).unwrap_or_default()
    }

    fn kinds(bytes: Option<Bytes>) -> String {
        let text = text(bytes);
        text.lines().filter_map(|line| line.strip_prefix("event: ")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ids_read_as_they_are_written() {
        assert_eq!(FIRST.to_string(), "12.3.4.9");
        assert_eq!("12.3.4.9".parse(), Ok(FIRST));
        for wrong in [
            "",
            "12",
            "12.3.4",
            "12.3.4.x",
            "12.3.4.-9",
            "12.3.4.9.5",
            "12.3.99999999999999999999.9",
            "a.b.c.d",
        ] {
            assert_eq!(wrong.parse::<Versions>(), Err(NoId), "{wrong}");
        }
    }

    #[test]
    fn a_listener_begins_with_everything_and_only_the_last_event_has_the_id() {
        let (mut seen, batch) = first().begin(None);
        assert_eq!(
            text(batch),
            "event: leaderboard\ndata: {1}\n\nevent: reveal\ndata: {2}\n\nevent: config\ndata: {3}\nid: 12.3.4.9\n\n"
        );
        assert_eq!(first().after(&mut seen), None);
    }

    #[test]
    fn what_changed_comes_once_and_the_newest_of_it() {
        let (mut seen, _) = first().begin(None);
        let second =
            Frames::new(Some(&first()), Versions { board: 13, ..FIRST }, false, data("{4}", "{2}", ""));
        let third = Frames::new(
            Some(&second),
            Versions { board: 14, config: 5, ..FIRST },
            false,
            data("{5}", "", "{6}"),
        );
        assert_eq!(
            text(third.after(&mut seen)),
            "event: leaderboard\ndata: {5}\n\nevent: config\ndata: {6}\nid: 14.3.5.9\n\n"
        );
        assert_eq!(third.after(&mut seen), None);
        let (mut slow, _) = first().begin(None);
        assert_eq!(kinds(second.after(&mut slow)), "leaderboard");
        assert!(second.says_more_than(&first()) && !first().says_more_than(&first()));
    }

    #[test]
    fn what_was_newer_than_it_was_said_to_be_comes_when_it_is_said() {
        // The reveal is ahead of the versions: a client that returns with these has an older one.
        let ahead = Frames::new(Some(&first()), FIRST, true, data("", "{later}", ""));
        let (mut seen, batch) = ahead.begin(Some(FIRST));
        assert_eq!(batch, None);
        assert_eq!(ahead.after(&mut seen), None);
        let said =
            Frames::new(Some(&ahead), Versions { board: 13, ..FIRST }, true, data("{4}", "{later}", ""));
        assert_eq!(kinds(said.after(&mut seen)), "leaderboard reveal");
        let more =
            Frames::new(Some(&said), Versions { board: 14, ..FIRST }, true, data("{5}", "{later}", ""));
        assert_eq!(kinds(more.after(&mut seen)), "leaderboard");
    }

    #[test]
    fn everybody_gets_the_same_bytes() {
        let frames = first();
        let ((_, one), (_, other)) = (frames.begin(None), frames.begin(None));
        assert_eq!(one.unwrap().as_ptr(), other.unwrap().as_ptr());
    }

    #[test]
    fn whoever_comes_back_gets_what_is_another_than_theirs() {
        let back = |change: fn(&mut Versions), on_stage| {
            let mut versions = FIRST;
            change(&mut versions);
            kinds(Frames::new(None, versions, on_stage, data("{1}", "{2}", "{3}")).begin(Some(FIRST)).1)
        };
        assert_eq!(back(|_| (), false), "");
        assert_eq!(back(|versions| versions.board += 1, false), "leaderboard");
        assert_eq!(back(|versions| versions.board += 1, true), "leaderboard reveal");
        assert_eq!(back(|versions| versions.reveal += 1, false), "reveal");
        assert_eq!(back(|versions| versions.config += 1, true), "config");
        // The reveal has led to a step of another season.
        assert_eq!(back(|versions| (versions.reveal, versions.season) = (4, 8), true), "leaderboard reveal");
        assert_eq!(back(|versions| (versions.board, versions.config) = (13, 5), false), "leaderboard config");
        // A database restored to an earlier state counts as another state too.
        assert_eq!(back(|versions| versions.reveal -= 1, false), "reveal");
    }
}
