//! What a node knows of who is inside and who waits, and whom it lets in.

use std::collections::{BTreeMap, HashMap, VecDeque, hash_map};

use sixfold_domain::waiting_room::{self, Measured, Place, WaitingRoom};

use super::pass::{KEPT_S, Pass, PassKind};
use crate::db::upkeep::waiting_room::NodeRow;
use crate::http::count::{Counted, Counts};

/// How far a node's knowledge of the others may lag, in seconds.
const BEHIND_S: i64 = 2;
/// How far the clocks of two nodes may differ, and a clock may go back, in seconds.
pub(super) const CLOCKS_S: i64 = 5;
/// Somebody who has not been seen for this long is no longer inside, in seconds.
const INSIDE_S: i64 = 60;
/// How long before an opening places are given out for its draw.
const DRAW_S: i64 = 15 * 60;
/// How long somebody who was let in has to come before others are let in instead, in seconds.
const COME_WITHIN_S: i64 = 30;
/// How long after it was let in a place lapses, in seconds.
const LAPSES_S: i64 = 10 * 60;
/// The most sessions that may use a pass, one after another: anybody can make them up.
const SESSIONS: usize = 20;
/// How many people with a session are looked up each second, and how many of them at one address, to see whether they are always
/// let in.
const LOOKUPS: usize = 200;
const LOOKUPS_OF_ONE_ADDRESS: usize = 20;

/// What the waiting room needs to know of a request's sender.
#[derive(Debug, Clone, Copy)]
pub struct Visitor {
    pub pass: Option<Pass>,
    /// The key of the session's credentials, if the request has any.
    pub session: Option<u64>,
    /// Whether this process has found the session live: anybody can make one up.
    pub is_live: bool,
    pub address: u64,
}

impl Visitor {
    /// The key of somebody without a pass in [`State::inside`].
    fn key(&self) -> u64 {
        self.session.unwrap_or(self.address)
    }

    fn live_session(&self) -> Option<u64> {
        self.session.filter(|_| self.is_live)
    }
}

/// Whether a request is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// With the pass to give its sender, if they need a new one.
    In(Option<Pass>),
    /// With the place that its sender has already, if any.
    Wait(Option<Pass>),
    /// Too many people from its sender's address are inside. They get no place, as then others would have to wait for them.
    AddressFull,
}

#[derive(Debug)]
pub(super) struct Person {
    /// When they were last seen, in seconds since 1970.
    seen: i64,
    /// The sessions that have used the pass, the latest one last.
    sessions: Vec<u64>,
    /// For a live session, or else for an address.
    counted: Counted<u64>,
}

impl Person {
    /// Counts them for a live session instead of their address, unless it has somebody inside already.
    fn count_for(&mut self, session: u64, counts: &Counts<u64>) {
        if *self.counted.key() != session
            && let Some(counted) = counts.acquire(session, 1)
        {
            self.counted = counted;
        }
    }
}

/// What comes of counting somebody as inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Inside,
    /// Their pass is shared: one session used it, then another, then the first again.
    Shared,
    /// Too many people from their address are inside.
    AddressFull,
}

/// What a node knows of who is inside and who waits.
#[derive(Debug)]
pub(super) struct State {
    /// The second of the latest [`State::turn`].
    pub(super) second: i64,
    /// When it read the rows of the nodes that were there before it, in seconds since 1970; 0 if it has not.
    pub(super) joined: i64,
    pub(super) room: WaitingRoom,
    /// The places of each second that this node has given out. Each counts for a live session, or else for an address, until others
    /// would be let in instead of its holder.
    own: BTreeMap<i64, Vec<Counted<u64>>>,
    places: Counts<u64>,
    pub(super) inside: HashMap<u64, Person>,
    /// How many people inside there are for each live session and each address.
    counts: Counts<u64>,
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
    /// The rows that were dated ahead when they were read. Only their places count, until their nodes write new ones.
    pub(super) ahead: Vec<NodeRow>,
    /// The address of each person who has been looked up in this second.
    lookups: Vec<u64>,
    /// How many people have come in during this second.
    came: u64,
}

/// Whether a second is later than that of any draw: a node whose clock was ahead gave out such a place.
fn is_ahead(second: i64, now: i64) -> bool {
    second > now + DRAW_S + CLOCKS_S
}

impl State {
    pub(super) fn new(people: u32) -> Self {
        Self {
            second: 0,
            joined: 0,
            room: WaitingRoom::new(Place::last_of(0)),
            own: BTreeMap::new(),
            places: Counts::default(),
            inside: HashMap::new(),
            counts: Counts::default(),
            limit: people,
            slow_for: 0,
            openings: Vec::new(),
            lately: VecDeque::new(),
            let_in: VecDeque::new(),
            others: Vec::new(),
            ahead: Vec::new(),
            lookups: Vec::new(),
            came: 0,
        }
    }

    /// Runs once a second: forgets people who have left, adjusts the limit to the measurement, and lets in as many people as
    /// there is room for.
    pub(super) fn turn(&mut self, now: i64, measured: Measured, node: &str) {
        if self.second == 0 && self.others.is_empty() && self.ahead.is_empty() {
            // Nobody was waiting before this process started.
            self.room.follow(Place::last_of(now - 1));
        }
        let opened = self.openings.iter().any(|opens| (self.second + 1..=now).contains(opens));
        self.second = now;
        self.came = 0;
        self.lookups.clear();
        if opened {
            // Everybody takes part in the draw.
            self.inside.clear();
        }
        self.inside.retain(|_, person| now - person.seen <= INSIDE_S);
        self.slow_for = if measured.is_slow() { self.slow_for + 1 } else { 0 };
        self.limit = waiting_room::adjusted(self.limit, measured, self.slow_for);
        self.lately.retain(|(second, ..)| now - second < COME_WITHIN_S);
        self.others.retain(|other| now - other.seen_at <= KEPT_S);
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
        if self.let_in.back().is_none_or(|(second, _)| now - second >= 10) {
            self.let_in.push_back((now, let_in));
        }
        while self.let_in.get(1).is_some_and(|(second, _)| now - second > LAPSES_S) {
            self.let_in.pop_front();
        }
        let over = self.let_in.iter().rfind(|(second, _)| now - second >= COME_WITHIN_S);
        if let Some((_, place)) = over {
            self.own = self.own.split_off(&place.second);
        }
    }

    /// Goes back to an earlier second, after a clock that was ahead has been put right: what is dated later is forgotten.
    pub(super) fn set_back(&mut self, now: i64) {
        self.second = now - 1;
        self.joined = self.joined.min(now);
        for person in self.inside.values_mut() {
            person.seen = person.seen.min(now);
        }
        self.lately.clear();
        self.let_in.clear();
        self.own.retain(|second, _| !is_ahead(*second, now));
        self.room = WaitingRoom::new(self.room.let_in().min(Place::last_of(now - 1)));
        let rows = self.others.iter().chain(&self.ahead).cloned().collect();
        self.take_over(rows, now);
    }

    /// How many places of each second this node has given out, without seconds that were let in.
    pub(super) fn own_places(&self) -> impl Iterator<Item = (i64, u64)> {
        let waiting = self.own.range(self.room.let_in().second..);
        waiting.map(|(second, places)| (*second, places.len() as u64))
    }

    /// Whether one more person from an address may be looked up in this second.
    pub(super) fn may_look_up(&mut self, address: u64) -> bool {
        let of_address = self.lookups.iter().filter(|other| **other == address).count();
        let may = self.lookups.len() < LOOKUPS && of_address < LOOKUPS_OF_ONE_ADDRESS;
        if may {
            self.lookups.push(address);
        }
        may
    }

    /// How many more people may be inside on all nodes. Room is reserved for those who were let in and may still come.
    fn free(&self, now: i64) -> u64 {
        let fresh = self.others.iter().filter(|other| other.is_fresh(now) && other.seen_at > self.joined);
        let (mut inside, mut limit) = (self.inside_or_expected(now), u64::from(self.limit));
        for other in fresh {
            inside += other.inside;
            limit += other.capacity;
        }
        limit.saturating_sub(inside)
    }

    /// How many people are inside on this node, or may still come: those who were let in, and for a minute those who were inside at
    /// nodes that have not been seen since this one started, as it may have replaced them.
    pub(super) fn inside_or_expected(&self, now: i64) -> u64 {
        let let_in: u64 = self.lately.iter().map(|(_, let_in, came)| let_in.saturating_sub(*came)).sum();
        // Nobody stays inside through an opening.
        let since = self.opened(now).unwrap_or(0).max(now - INSIDE_S);
        let replaced = self.others.iter().filter(|other| (since..=self.joined).contains(&other.seen_at));
        self.inside.len() as u64 + let_in + replaced.map(|other| other.inside).sum::<u64>()
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

    /// A new place; none if the address has as many as it may have. A live session has one that does not count for its address.
    pub(super) fn give(&mut self, second: i64, visitor: &Visitor) -> Option<Pass> {
        let most = waiting_room::places_of_one_address(self.limit);
        let own = visitor.live_session().and_then(|session| self.places.acquire(session, 1));
        let counted = own.or_else(|| self.places.acquire(visitor.address, most))?;
        self.own.entry(second).or_default().push(counted);
        self.room.add(second, 1);
        Some(Pass::with_place(second))
    }

    pub(super) fn enter(&mut self, visitor: &Visitor, now: i64) -> Entry {
        let Some(pass) = visitor.pass else { return self.enter_without_pass(visitor, now) };
        if pass.is_in(self.opened(now), now) {
            return self.enter_with_pass(pass, visitor, now);
        }
        let place =
            pass.place().filter(|place| !self.has_lapsed(*place, now) && !is_ahead(place.second, now));
        match place {
            Some(place) => self.enter_with_place(pass, place, visitor, now),
            None => self.enter_without_pass(visitor, now),
        }
    }

    fn enter_with_pass(&mut self, pass: Pass, visitor: &Visitor, now: i64) -> Entry {
        self.rename(visitor.key(), pass.id);
        match self.see(pass.id, visitor, now) {
            Seen::Inside => Entry::In(pass.renewed(now)),
            // They never wait, however many there are.
            Seen::AddressFull if matches!(pass.kind, PassKind::Always { .. }) => Entry::In(None),
            Seen::AddressFull | Seen::Shared if pass.place().is_some() => Entry::Wait(Some(pass)),
            Seen::AddressFull | Seen::Shared => self.enter_without_pass(visitor, now),
        }
    }

    fn enter_with_place(&mut self, pass: Pass, place: Place, visitor: &Visitor, now: i64) -> Entry {
        let (id, key) = (pass.id, visitor.key());
        let was_in = self.inside.contains_key(&id);
        if place.second > now {
            // A place in a draw: until the opening its holder comes in like anybody else.
            let may_enter = was_in || self.inside.contains_key(&key) || !self.is_full(now);
            if !may_enter {
                return Entry::Wait(Some(pass));
            }
            self.rename(key, id);
            return match self.see(id, visitor, now) {
                Seen::Inside => {
                    let kind = PassKind::InDraw { place, since: now, seen: now };
                    Entry::In(Some(Pass { id, kind }))
                }
                Seen::Shared | Seen::AddressFull => Entry::Wait(Some(pass)),
            };
        }
        if !self.room.admits(place) {
            return Entry::Wait(Some(pass));
        }
        self.rename(key, id);
        match self.see(id, visitor, now) {
            Seen::Shared => return self.enter_without_pass(visitor, now),
            Seen::AddressFull => return Entry::Wait(Some(pass)),
            Seen::Inside => {}
        }
        // Not again with each call that still carries the place.
        let has_come = !was_in && self.inside.contains_key(&id);
        let reserved = self.lately.iter_mut().find(|(_, let_in, came)| came < let_in);
        if let Some((_, _, came)) = reserved.filter(|_| has_come) {
            *came += 1;
        }
        Entry::In(Some(Pass { id, kind: PassKind::LetIn { since: now, seen: now } }))
    }

    fn enter_without_pass(&mut self, visitor: &Visitor, now: i64) -> Entry {
        let key = visitor.key();
        let was_in = self.inside.contains_key(&key);
        if self.is_full(now) && !was_in {
            return Entry::Wait(None);
        }
        let pass = self.is_near(now).then(|| Pass::let_in(now));
        let id = match pass {
            // Several people may share the address: the one who was counted inside gets the pass.
            Some(pass) if was_in && visitor.session.is_none() => {
                self.rename(key, pass.id);
                pass.id
            }
            Some(_) | None => key,
        };
        match self.see(id, visitor, now) {
            Seen::AddressFull => Entry::AddressFull,
            Seen::Inside | Seen::Shared => Entry::In(pass),
        }
    }

    /// The pass for somebody inside who has none yet.
    pub(super) fn pass_inside(&mut self, visitor: &Visitor, now: i64) -> Option<Pass> {
        if visitor.pass.is_some() || !self.inside.contains_key(&visitor.key()) {
            return None;
        }
        match self.enter_without_pass(visitor, now) {
            Entry::In(pass) => pass,
            Entry::Wait(_) | Entry::AddressFull => None,
        }
    }

    /// Whether a place was let in so long ago that it has lapsed.
    fn has_lapsed(&self, place: Place, now: i64) -> bool {
        self.let_in.front().is_some_and(|(second, let_in)| now - second > LAPSES_S && place <= *let_in)
    }

    /// Counts somebody under their pass who was counted by their session or address before they had it.
    fn rename(&mut self, key: u64, id: u64) {
        let Some(person) = self.inside.remove(&key) else { return };
        match self.inside.entry(id) {
            hash_map::Entry::Vacant(free) => {
                free.insert(person);
            }
            hash_map::Entry::Occupied(_) => self.came = self.came.saturating_sub(1),
        }
    }

    /// Counts somebody as inside.
    fn see(&mut self, id: u64, visitor: &Visitor, now: i64) -> Seen {
        let session = visitor.live_session();
        let person = match self.inside.entry(id) {
            hash_map::Entry::Occupied(known) => known.into_mut(),
            hash_map::Entry::Vacant(free) => {
                let (key, most) = match session {
                    Some(session) => (session, 1),
                    None => (visitor.address, waiting_room::inside_from_one_address(self.limit)),
                };
                let Some(counted) = self.counts.acquire(key, most) else {
                    // A session that is live is one person, who is inside already under another pass.
                    return if session.is_some() { Seen::Inside } else { Seen::AddressFull };
                };
                self.came += 1;
                free.insert(Person { seen: now, sessions: Vec::new(), counted })
            }
        };
        person.seen = now;
        if let Some(session) = session {
            person.count_for(session, &self.counts);
        }
        let Some(session) = visitor.session else { return Seen::Inside };
        match person.sessions.iter().position(|known| *known == session) {
            Some(at) if at + 1 == person.sessions.len() => Seen::Inside,
            None if person.sessions.len() < SESSIONS => {
                person.sessions.push(session);
                Seen::Inside
            }
            Some(_) | None => Seen::Shared,
        }
    }

    /// Counts somebody inside for their session, which has been found live since they came in.
    pub(super) fn vouch(&mut self, visitor: &Visitor) {
        let Some(session) = visitor.session else { return };
        for id in visitor.pass.map(|pass| pass.id).into_iter().chain([session]) {
            if let Some(person) = self.inside.get_mut(&id) {
                person.count_for(session, &self.counts);
            }
        }
    }
}

#[cfg(test)]
mod tests;
