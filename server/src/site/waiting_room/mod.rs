//! The waiting room (RULES 13.11, 13.12): while more people want to use the site than it serves well, newcomers wait in a
//! fair order. The rules are in [`sixfold_domain::waiting_room`]; this module answers for one node who is let in
//! and how long the others wait.

pub mod gate;
mod nodes;
mod pass;
#[cfg(test)]
pub mod simulation;
mod state;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sixfold_domain::waiting_room::{self, Measured, Place, SLOW_MS};

use pass::{Pass, PassKind};
use state::{CLOCKS_S, State};
pub use state::{Entry, Visitor};

/// How many participants of a draw are asked to come back in each second after the opening.
const ASKING: u64 = 2_000;
/// The longest polling interval before an opening, in seconds.
const DRAW_PAUSE_S: u64 = 120;
/// The shortest polling interval of somebody without a place, in seconds: people from their address have to leave first.
const WITHOUT_PLACE_PAUSE_S: u32 = 10;

/// A visitor's position in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueuePosition {
    /// How many people are let in before them.
    pub ahead: u64,
    pub waiting: u64,
    /// How long they will wait, in seconds; `None` if nobody has been let in lately.
    pub wait_s: Option<u64>,
    /// When to ask again, in seconds.
    pub pause_s: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    pub opens_at_ms: i64,
    pub people: u64,
    /// When to ask again, in seconds: after the opening those with the lowest lots first, so that not everybody asks at once.
    pub pause_s: u32,
}

#[derive(Debug)]
pub struct Room {
    state: Mutex<State>,
    answers: AtomicU32,
    slow: AtomicU32,
    node: String,
}

impl Room {
    /// `people` is how many may be inside until it has been measured how many the site can serve well.
    pub fn new(people: u32) -> Self {
        Self {
            state: Mutex::new(State::new(people)),
            answers: AtomicU32::new(0),
            slow: AtomicU32::new(0),
            node: crate::db::new_id(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state in the second of `now_ms`, which is also returned.
    fn at(&self, now_ms: i64) -> (MutexGuard<'_, State>, i64) {
        let now = now_ms.div_euclid(1_000);
        let mut state = self.state();
        if now < state.second - CLOCKS_S {
            state.set_back(now);
        }
        if now > state.second {
            let measured = Measured {
                inside: u32::try_from(state.inside.len()).unwrap_or(u32::MAX),
                answers: self.answers.swap(0, Ordering::Relaxed),
                slow: self.slow.swap(0, Ordering::Relaxed),
            };
            state.turn(now, measured, &self.node);
        }
        (state, now)
    }

    /// Counts an answer of one of the calls that a crowd makes.
    pub fn answered(&self, after: Duration) {
        self.answers.fetch_add(1, Ordering::Relaxed);
        if after > Duration::from_millis(SLOW_MS) {
            self.slow.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The instants of the openings, past ones too, in milliseconds since 1970.
    pub fn set_openings(&self, opens_at_ms: impl IntoIterator<Item = i64>) {
        let mut openings: Vec<i64> = opens_at_ms.into_iter().map(|at| at.div_euclid(1_000)).collect();
        openings.sort_unstable();
        self.state().openings = openings;
    }

    /// Decides about a request.
    pub fn enter(&self, visitor: &Visitor, now_ms: i64) -> Entry {
        let (mut state, now) = self.at(now_ms);
        state.enter(visitor, now)
    }

    /// Whether one more person from an address may be looked up in this second, to see whether they are always let in.
    pub fn may_look_up(&self, address: u64, now_ms: i64) -> bool {
        let (mut state, _) = self.at(now_ms);
        state.may_look_up(address)
    }

    /// Records that the session of somebody who was let in has been found live since.
    pub fn vouch(&self, visitor: &Visitor) {
        self.state().vouch(visitor);
    }

    /// A new place at the end of the queue, or in the draw; none if the address has as many as it may have.
    pub fn place(&self, visitor: &Visitor, now_ms: i64) -> Option<Pass> {
        let (mut state, now) = self.at(now_ms);
        let second = state.draw(now).unwrap_or(now);
        state.give(second, visitor)
    }

    /// The draw that is open now, with the visitor's place in it; none if they have no place and their address may have no more.
    pub fn draw(&self, visitor: &Visitor, now_ms: i64) -> Option<(Draw, Pass)> {
        let (mut state, now) = self.at(now_ms);
        let opens = state.draw(now)?;
        let pass = match visitor.pass {
            Some(pass @ Pass { kind: PassKind::Always { .. }, .. }) => pass,
            Some(pass) if pass.place().is_some_and(|place| place.second == opens) => pass,
            held => {
                let drawn = state.give(opens, visitor)?;
                held.or_else(|| state.pass_inside(visitor, now))
                    .map_or(drawn, |held| held.with_place_of(drawn))
            }
        };
        let people = state.room.waiting(opens) - state.room.waiting(now);
        let turn = pass.place().map_or(0, |place| state.room.ahead(place) / ASKING);
        let until = u64::try_from(opens - now).unwrap_or(0) + 1 + turn;
        let pause_s = u32::try_from(until.min(DRAW_PAUSE_S)).unwrap_or(1);
        Some((Draw { opens_at_ms: opens * 1_000, people, pause_s }, pass))
    }

    pub fn queue_position(&self, place: Place, now_ms: i64) -> QueuePosition {
        let (state, now) = self.at(now_ms);
        let (ahead, waiting) = (state.room.ahead(place), state.room.waiting(now));
        let people: u64 = state.lately.iter().map(|(_, people, _)| people).sum();
        let seconds = state.lately.front().map_or(1, |(first, ..)| (now - first).max(1)).unsigned_abs();
        let wait_s = waiting_room::wait_seconds(ahead + 1, people, seconds);
        QueuePosition { ahead, waiting, wait_s, pause_s: waiting_room::pause_seconds(wait_s, waiting) }
    }

    /// The position of somebody without a place: behind everybody who has one.
    pub fn queue_position_without_place(&self, now_ms: i64) -> QueuePosition {
        let last = self.queue_position(Place::last_of(now_ms.div_euclid(1_000)), now_ms);
        QueuePosition { pause_s: last.pause_s.max(WITHOUT_PLACE_PAUSE_S), ..last }
    }

    /// How many people are inside on this node, how many are waiting, and how many may be inside on this node.
    pub fn counts(&self, now_ms: i64) -> (usize, u64, u32) {
        let (state, now) = self.at(now_ms);
        (state.inside.len(), state.room.waiting(now), state.limit)
    }
}
