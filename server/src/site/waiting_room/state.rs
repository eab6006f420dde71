//! What a node knows of who is inside and who waits, and whom it lets in.

use std::collections::{BTreeMap, HashMap, VecDeque};

use sixfold_domain::waiting_room::{self, Measured, Place, WaitingRoom};

use super::pass::{Pass, PassKind};
use crate::db::upkeep::waiting_room::NodeRow;

/// How far a node's knowledge of the others may lag, in seconds.
const BEHIND_S: i64 = 2;
/// How long the places that a node has given out count after it was last seen, in seconds.
pub(super) const REMEMBERED_S: i64 = 10 * 60;
/// Somebody who has not been seen for this long is no longer inside, in seconds.
const INSIDE_S: i64 = 60;
/// How long before an opening places are given out for its draw.
const DRAW_S: i64 = 15 * 60;
/// How long somebody who was let in has to come before others are let in instead, in seconds.
const COME_WITHIN_S: i64 = 30;
/// How long after it was let in a place lapses, in seconds.
const LAPSES_S: i64 = 10 * 60;

/// Who sends a request, as far as the waiting room needs to know.
#[derive(Debug, Clone, Copy)]
pub struct Visitor {
    pub pass: Option<Pass>,
    /// A hash of the session's credentials, if the request has any.
    pub session: Option<u64>,
    pub address: u64,
}

impl Visitor {
    /// The key of somebody without a pass in [`State::inside`].
    fn key(&self) -> u64 {
        self.session.unwrap_or(self.address)
    }
}

/// Whether a request is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// With the pass to give its sender, if they need a new one.
    In(Option<Pass>),
    /// With the place that its sender has already, if any.
    Wait(Option<Pass>),
}

#[derive(Debug)]
pub(super) struct Person {
    /// When they were last seen, in seconds since 1970.
    seen: i64,
    /// The sessions that have used the pass, the latest one last.
    sessions: Vec<u64>,
}

/// What a node knows of who is inside and who waits.
#[derive(Debug)]
pub(super) struct State {
    /// The second of the latest [`State::turn`].
    pub(super) second: i64,
    pub(super) room: WaitingRoom,
    /// How many places of each second this node has given out, without seconds that were let in.
    pub(super) own: BTreeMap<i64, u64>,
    pub(super) inside: HashMap<u64, Person>,
    pub(super) limit: u32,
    /// How many of the last seconds in a row were slow.
    slow_for: u32,
    /// The instants of the openings, past ones too, in seconds since 1970, ascending.
    pub(super) openings: Vec<i64>,
    /// For each of the last seconds: how many people were let in, and how many of them have come.
    pub(super) lately: VecDeque<(i64, u64, u64)>,
    /// The last place let in, recorded every ten seconds.
    let_in: VecDeque<(i64, Place)>,
    /// The latest row of each other node.
    pub(super) others: Vec<NodeRow>,
    /// How many people have been looked up in this second.
    pub(super) lookups: u32,
    /// How many people have come in during this second.
    came: u64,
}

impl State {
    pub(super) fn new(people: u32) -> Self {
        Self {
            second: 0,
            room: WaitingRoom::new(Place::last_of(0)),
            own: BTreeMap::new(),
            inside: HashMap::new(),
            limit: people,
            slow_for: 0,
            openings: Vec::new(),
            lately: VecDeque::new(),
            let_in: VecDeque::new(),
            others: Vec::new(),
            lookups: 0,
            came: 0,
        }
    }

    /// Runs once a second: forgets people who have left, adjusts the limit to the measurement, and lets in as many people as
    /// there is room for.
    pub(super) fn turn(&mut self, now: i64, measured: Measured, node: &str) {
        if self.second == 0 {
            // Nobody was waiting before this process started.
            self.room.follow(Place::last_of(now - 1));
        }
        let opened = self.openings.iter().any(|opens| (self.second + 1..=now).contains(opens));
        self.second = now;
        (self.lookups, self.came) = (0, 0);
        if opened {
            // Everybody takes part in the draw.
            self.inside.clear();
        }
        self.inside.retain(|_, person| now - person.seen <= INSIDE_S);
        self.slow_for = if measured.is_slow() { self.slow_for + 1 } else { 0 };
        self.limit = waiting_room::adjusted(self.limit, measured, self.slow_for);
        self.lately.retain(|(second, ..)| now - second < COME_WITHIN_S);
        self.others.retain(|other| now - other.seen_at <= REMEMBERED_S);
        if self.leads(node, now) {
            let is_alone = !self.others.iter().any(|other| other.is_fresh(now));
            // What other nodes have given out in the last seconds is not known yet.
            let known = if is_alone { now } else { now - BEHIND_S };
            let people = self.free(now).min(waiting_room::at_once(self.limit.into()));
            let let_in = self.room.waiting(known - 1).min(people);
            self.room.let_in_next(people, known);
            if let_in > 0 {
                self.lately.push_back((now, let_in, 0));
            }
        }
        let let_in = self.room.let_in();
        self.own = self.own.split_off(&let_in.second);
        if self.let_in.back().is_none_or(|(second, _)| now - second >= 10) {
            self.let_in.push_back((now, let_in));
        }
        while self.let_in.get(1).is_some_and(|(second, _)| now - second > LAPSES_S) {
            self.let_in.pop_front();
        }
    }

    /// How many more people may be inside on all nodes. Room is reserved for those who were let in and may still come.
    fn free(&self, now: i64) -> u64 {
        let fresh = self.others.iter().filter(|other| other.is_fresh(now));
        let (mut inside, mut limit) = (self.inside.len() as u64, u64::from(self.limit));
        for other in fresh {
            inside += other.inside;
            limit += other.capacity;
        }
        let expected: u64 = self.lately.iter().map(|(_, let_in, came)| let_in.saturating_sub(*came)).sum();
        limit.saturating_sub(inside + expected)
    }

    /// Of several nodes the one with the lowest id lets people in.
    fn leads(&self, node: &str, now: i64) -> bool {
        self.others.iter().filter(|other| other.is_fresh(now)).all(|other| node < other.node_id.as_str())
    }

    fn is_full(&self, now: i64) -> bool {
        let is_half_full = self.inside.len() as u64 * 2 >= u64::from(self.limit);
        let too_fast = is_half_full && self.came >= waiting_room::at_once(self.limit.into());
        self.room.waiting(now) > 0 || self.free(now) == 0 || too_fast
    }

    /// Whether passes are given out: somebody has to wait, or may have to soon, at this node or another.
    pub(super) fn is_near(&self, now: i64) -> bool {
        self.inside.len() as u64 * 2 >= u64::from(self.limit)
            || self.draw(now).is_some()
            || self.is_full(now)
            || self.others.iter().any(|other| other.is_fresh(now) && other.is_near())
    }

    /// The opening whose draw is open.
    pub(super) fn draw(&self, now: i64) -> Option<i64> {
        self.openings.iter().copied().find(|opens| (opens - DRAW_S..*opens).contains(&now))
    }

    fn opened(&self, now: i64) -> Option<i64> {
        self.openings.iter().copied().rfind(|opens| *opens <= now)
    }

    pub(super) fn give(&mut self, second: i64) -> Pass {
        *self.own.entry(second).or_default() += 1;
        self.room.add(second, 1);
        Pass::with_place(second)
    }

    pub(super) fn enter(&mut self, visitor: &Visitor, now: i64) -> Entry {
        if let Some(pass) = visitor.pass {
            if pass.is_in(self.opened(now), now) {
                if !self.see(pass.id, visitor.session, now) {
                    return Entry::Wait(None);
                }
                if self.inside.remove(&visitor.key()).is_some() {
                    // They were counted before they had the pass.
                    self.came = self.came.saturating_sub(1);
                }
                return Entry::In(pass.renewed(now));
            }
            if let PassKind::Place(place) = pass.kind
                && !self.has_lapsed(place, now)
            {
                return self.enter_with_place(pass, place, visitor, now);
            }
        }
        let key = visitor.key();
        let was_in = self.inside.contains_key(&key);
        if self.is_full(now) && !was_in {
            return Entry::Wait(None);
        }
        let pass = self.is_near(now).then(|| Pass::let_in(now));
        match pass {
            // Several people may share the address: the one who was counted inside gets the pass.
            Some(pass) if was_in && visitor.session.is_none() => {
                self.inside.remove(&key);
                self.see(pass.id, None, now);
            }
            Some(_) | None => {
                self.see(key, None, now);
            }
        }
        Entry::In(pass)
    }

    fn enter_with_place(&mut self, pass: Pass, place: Place, visitor: &Visitor, now: i64) -> Entry {
        if place.second > now {
            // A place in a draw: until the opening its holder comes in like anybody else.
            let is_in = [pass.id, visitor.key()].iter().any(|key| self.inside.contains_key(key));
            let is_in = is_in || !self.is_full(now);
            return if is_in && self.see(pass.id, visitor.session, now) {
                Entry::In(None)
            } else {
                Entry::Wait(Some(pass))
            };
        }
        if !self.room.admits(place) {
            return Entry::Wait(Some(pass));
        }
        if let Some((_, _, came)) = self.lately.iter_mut().find(|(_, let_in, came)| came < let_in) {
            *came += 1;
        }
        if !self.see(pass.id, visitor.session, now) {
            return Entry::Wait(None);
        }
        Entry::In(Some(Pass { id: pass.id, kind: PassKind::LetIn { since: now, seen: now } }))
    }

    /// Whether a place was let in so long ago that it has lapsed.
    fn has_lapsed(&self, place: Place, now: i64) -> bool {
        self.let_in.front().is_some_and(|(second, let_in)| now - second > LAPSES_S && place <= *let_in)
    }

    /// Counts somebody as inside; false if their pass is shared: one session used it, then another, then the first again.
    fn see(&mut self, id: u64, session: Option<u64>, now: i64) -> bool {
        let came = &mut self.came;
        let person = self.inside.entry(id).or_insert_with(|| {
            *came += 1;
            Person { seen: now, sessions: Vec::new() }
        });
        person.seen = now;
        let Some(session) = session else { return true };
        match person.sessions.iter().position(|known| *known == session) {
            Some(at) if at + 1 == person.sessions.len() => true,
            Some(_) => false,
            None => {
                person.sessions.push(session);
                true
            }
        }
    }
}
