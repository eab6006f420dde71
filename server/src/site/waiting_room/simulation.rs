//! Simulates whole rushes in memory, one for each seed: people arrive at several nodes, ask again, lose patience or come back late,
//! while the exchange between nodes is delayed or lost, nodes are replaced and others are added. `SIXFOLD_SIMULATION_SEEDS=10000` runs more seeds.

use std::collections::{BTreeMap, BTreeSet};

use sixfold_domain::waiting_room::{Place, WaitingRoom};

use super::pass::{Pass, PassKind};
use super::{Entry, Room, Visitor};
use crate::db::upkeep::waiting_room::NodeRow;

const SEEDS: u64 = 1_000;
const START_S: i64 = 1_800_000_000;
/// How many people may be inside each node.
const PEOPLE: u32 = 4;
/// How long somebody who has been seen counts as inside, in seconds.
const INSIDE_S: i64 = 60;
/// What several nodes do not know of each other yet is at most this old, in seconds.
const UNKNOWN_S: i64 = 10;
/// How long people come, and how long the simulation may take, in seconds.
const COMING_S: i64 = 20;
const PATIENCE_S: i64 = 3_000;

/// SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % below
    }

    /// Milliseconds below a limit.
    pub fn roll_ms(&mut self, below: i64) -> i64 {
        self.roll(below.unsigned_abs()).cast_signed()
    }

    pub fn one_in(&mut self, chances: u64) -> bool {
        self.roll(chances) == 0
    }
}

struct Person {
    comes_at: i64,
    asks_at: i64,
    /// When they leave the site; none until they are in.
    leaves_at: Option<i64>,
    gives_up_at: Option<i64>,
    pass: Option<Pass>,
    was_in: bool,
    /// When they were last let in.
    seen_at: Option<i64>,
    address: u64,
}

impl Person {
    fn place(&self) -> Option<Place> {
        self.pass?.place()
    }
}

/// What a faulty node does, to prove that the checks notice it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    OutOfTurn,
    SamePlace,
    Forgets,
    Closed,
    /// It starts without reading what the others have given out.
    StartsEmpty,
}

struct Rush {
    seed: u64,
    fault: Option<Fault>,
    last: Option<Pass>,
    dice: Dice,
    nodes: Vec<Room>,
    /// Rows on their way between nodes: when each arrives, and at which node.
    in_transit: Vec<(i64, usize, NodeRow)>,
    rows: Vec<Vec<NodeRow>>,
    /// The latest row of each node, stopped ones too.
    stored: BTreeMap<String, NodeRow>,
    opening: Option<i64>,
    /// When a node is replaced, and when one is added.
    replaces_at: Option<i64>,
    adds_at: Option<i64>,
    /// The places given out, by second.
    given: BTreeMap<i64, u64>,
    /// When people came in or got a place.
    news: Vec<i64>,
    /// How many were inside at a node that stopped without a row: nobody had to wait there.
    untold: u64,
}

impl Rush {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let count = 1 + usize::try_from(dice.roll(3)).unwrap();
        let opening = dice.one_in(2).then(|| START_S + 5 + i64::try_from(dice.roll(10)).unwrap());
        let mut at_some_time = || dice.one_in(3).then(|| START_S + dice.roll_ms(2 * COMING_S));
        let (replaces_at, adds_at) = (at_some_time(), at_some_time());
        let mut rush = Self {
            seed,
            fault: None,
            last: None,
            dice,
            rows: vec![Vec::new(); count],
            nodes: Vec::new(),
            in_transit: Vec::new(),
            stored: BTreeMap::new(),
            opening,
            replaces_at,
            adds_at,
            given: BTreeMap::new(),
            news: Vec::new(),
            untold: 0,
        };
        rush.nodes = (0..count).map(|_| rush.node(START_S)).collect();
        rush
    }

    /// A node that starts now.
    fn node(&self, now: i64) -> Room {
        let node = Room::new(PEOPLE);
        node.set_openings(self.opening.map(|opens| opens * 1_000));
        if self.fault != Some(Fault::StartsEmpty) {
            node.state().join(self.stored.values().cloned().collect(), now);
        }
        drop(node.at(now * 1_000));
        node
    }

    /// Replaces a node, or adds one, if it is time for that.
    fn change_nodes(&mut self, now: i64) {
        if self.replaces_at == Some(now) {
            let stops = usize::try_from(self.dice.roll(self.nodes.len() as u64)).unwrap();
            let stopped = &self.nodes[stops];
            if self.stored.get(&stopped.node).is_none_or(|row| row.seen_at < now) {
                self.untold = stopped.state().inside.len() as u64;
            }
            // Its last row stays in the store, so sooner or later everybody reads it.
            if let Some(row) = self.stored.get(&stopped.node) {
                self.in_transit.extend((0..self.nodes.len()).map(|to| (now + 2, to, row.clone())));
            }
            self.nodes[stops] = self.node(now);
            self.rows[stops] = self.stored.values().cloned().collect();
        }
        if self.adds_at == Some(now) {
            self.nodes.push(self.node(now));
            self.rows.push(self.stored.values().cloned().collect());
        }
    }

    /// The last place that any node has let in.
    fn let_in(&self) -> Place {
        self.nodes.iter().map(|node| node.state().room.let_in()).max().unwrap()
    }

    /// How many people wait whose places have not been let in.
    fn waiting(&self, let_in: Place) -> u64 {
        let mut room = WaitingRoom::new(let_in);
        for (second, places) in &self.given {
            room.add(*second, *places);
        }
        room.waiting(i64::MAX)
    }

    /// How many people may be let in, at most: several nodes do not know yet what has happened lately at the others.
    fn room_left(&self, people: &[Person], now: i64) -> u64 {
        let is_inside = |seen: i64| now - seen <= INSIDE_S;
        let inside = people.iter().filter(|person| person.seen_at.is_some_and(is_inside)).count() as u64;
        let unknown = self.news.iter().filter(|at| self.nodes.len() > 1 && now - **at <= UNKNOWN_S).count();
        (u64::from(PEOPLE) * self.nodes.len() as u64).saturating_sub(inside) + unknown as u64 + self.untold
    }

    /// Every node sends its row to the others; one in eight is lost, the others take up to two seconds.
    fn exchange(&mut self, now: i64) {
        for from in 0..self.nodes.len() {
            let row = self.nodes[from].state().row(&self.nodes[from].node, now);
            self.stored.extend(row.clone().map(|row| (row.node_id.clone(), row)));
            for to in (0..self.nodes.len()).filter(|to| *to != from) {
                if let Some(row) = row.clone().filter(|_| !self.dice.one_in(8)) {
                    let delay = i64::try_from(self.dice.roll(3)).unwrap();
                    self.in_transit.push((now + delay, to, row));
                }
            }
        }
        for (_, to, row) in self.in_transit.extract_if(.., |(at, ..)| *at <= now) {
            self.rows[to].retain(|known| known.node_id != row.node_id || known.seen_at > row.seen_at);
            if !self.rows[to].iter().any(|known| known.node_id == row.node_id) {
                self.rows[to].push(row);
            }
        }
        for (node, rows) in self.nodes.iter().zip(&self.rows) {
            node.state().take_over(rows.clone(), now);
        }
    }

    /// Sends a person's request to a random node; true if they are let in.
    fn ask(&mut self, person: &mut Person, now: i64) -> bool {
        let node = usize::try_from(self.dice.roll(self.nodes.len() as u64)).unwrap();
        let (node, now_ms) = (&self.nodes[node], now * 1_000);
        let visitor = Visitor { pass: person.pass, session: None, is_live: false, address: person.address };
        if let Some((_, pass)) = node.draw(&visitor, now_ms) {
            person.pass = Some(pass);
            return person.was_in;
        }
        let entry = match (self.fault, node.enter(&visitor, now_ms)) {
            (Some(Fault::OutOfTurn), Entry::Wait(Some(_))) => Entry::In(None),
            (Some(Fault::Forgets), Entry::In(_)) if person.was_in => Entry::Wait(None),
            (Some(Fault::Closed), Entry::In(_)) if !person.was_in => Entry::Wait(person.pass),
            (_, entry) => entry,
        };
        match entry {
            Entry::In(pass) => {
                person.pass = pass.or(person.pass);
                true
            }
            Entry::Wait(own) => {
                let pass = match (self.fault, self.last, own) {
                    (Some(Fault::SamePlace), Some(last), None) => last,
                    (_, _, own) => own.or_else(|| node.place(&visitor, now_ms)).unwrap(),
                };
                self.last = Some(pass);
                assert!(own.is_none() || own == person.pass, "seed {}: a place has changed", self.seed);
                person.pass = Some(pass);
                false
            }
            Entry::AddressFull => panic!("seed {}: nobody else has their address", self.seed),
        }
    }

    fn people(&mut self) -> Vec<Person> {
        let count = 10 + self.dice.roll(15);
        (0..count)
            .map(|address| {
                let comes_at = START_S + i64::try_from(self.dice.roll(COMING_S.unsigned_abs())).unwrap();
                let gives_up = self.dice.one_in(6).then(|| comes_at + 30);
                Person {
                    comes_at,
                    asks_at: comes_at,
                    leaves_at: None,
                    gives_up_at: gives_up,
                    pass: None,
                    was_in: false,
                    seen_at: None,
                    address,
                }
            })
            .collect()
    }

    fn run(&mut self) {
        let mut people = self.people();
        let (mut ids, mut places) = (BTreeSet::new(), BTreeSet::new());
        let mut furthest = Place { second: 0, lot: 0 };
        for now in START_S.. {
            let (left, let_in_before) = (self.room_left(&people, now), self.let_in());
            self.exchange(now);
            self.change_nodes(now);
            let mut all_in = true;
            for person in &mut people {
                let gone = person.gives_up_at.is_some_and(|until| until <= now && !person.was_in);
                if gone || person.leaves_at.is_some_and(|until| until <= now) {
                    continue;
                }
                all_in &= person.was_in;
                if now < person.asks_at {
                    continue;
                }
                person.asks_at = now + 1 + i64::try_from(self.dice.roll(8)).unwrap();
                let (before, waited) = (person.place(), person.place().is_some());
                let had_pass = matches!(person.pass, Some(Pass { kind: PassKind::LetIn { .. }, .. }));
                let is_in = self.ask(person, now);
                // Somebody without a pass is known only to the node through which they came in.
                let is_known = had_pass || (self.nodes.len() == 1 && self.replaces_at.is_none());
                let may_stay = person.was_in && is_known && !self.ends_passes(now);
                assert!(is_in || !may_stay, "seed {}: sent out", self.seed);
                if let (Some(place), None) = (person.place(), before) {
                    assert!(places.insert(place), "seed {}: one place twice", self.seed);
                    assert!(
                        place.second >= person.comes_at,
                        "seed {}: a place from before they came",
                        self.seed
                    );
                    assert!(ids.insert(person.pass.unwrap().id), "seed {}: one pass twice", self.seed);
                    *self.given.entry(place.second).or_default() += 1;
                    self.news.push(now);
                }
                if is_in {
                    self.news.extend(person.seen_at.is_none().then_some(now));
                    person.seen_at = Some(now);
                }
                if is_in && !person.was_in {
                    person.was_in = true;
                    person.leaves_at = Some(now + 20 + i64::try_from(self.dice.roll(40)).unwrap());
                    furthest = furthest.max(before.filter(|_| waited).unwrap_or(furthest));
                }
            }
            // Once one node lets a place in, so does every node that has its row, and everybody ahead of that place is in too.
            let let_in = self.let_in();
            assert!(furthest <= let_in, "seed {}: somebody came in before their turn", self.seed);
            let came_up = self.waiting(let_in_before).saturating_sub(self.waiting(let_in));
            assert!(came_up <= left, "seed {}: {came_up} let in where {left} have room", self.seed);
            if all_in && now > START_S + COMING_S {
                return;
            }
            assert!(now < START_S + PATIENCE_S, "seed {}: somebody waits for ever", self.seed);
        }
    }

    /// An opening ends the passes of those inside.
    fn ends_passes(&self, now: i64) -> bool {
        self.opening.is_some_and(|opens| opens <= now)
    }
}

#[test]
fn everybody_comes_in_once_and_in_turn_whatever_is_late_or_lost() {
    let seeds = std::env::var("SIXFOLD_SIMULATION_SEEDS").ok().and_then(|seeds| seeds.parse().ok());
    for seed in 0..seeds.unwrap_or(SEEDS) {
        Rush::new(seed).run();
    }
}

/// Each fault is noticed by the check that is meant for it.
fn run_with(fault: Fault) {
    for seed in 0..SEEDS {
        Rush { fault: Some(fault), ..Rush::new(seed) }.run();
    }
}

#[test]
#[should_panic(expected = "somebody came in before their turn")]
fn a_node_that_lets_people_in_out_of_turn_is_noticed() {
    run_with(Fault::OutOfTurn);
}

#[test]
#[should_panic(expected = "one place twice")]
fn a_place_that_two_people_have_is_noticed() {
    run_with(Fault::SamePlace);
}

#[test]
#[should_panic(expected = "sent out")]
fn a_node_that_sends_somebody_out_is_noticed() {
    run_with(Fault::Forgets);
}

#[test]
#[should_panic(expected = "have room")]
fn a_node_that_starts_without_reading_is_noticed() {
    run_with(Fault::StartsEmpty);
}

#[test]
#[should_panic(expected = "somebody waits for ever")]
fn a_node_that_lets_nobody_in_is_noticed() {
    run_with(Fault::Closed);
}
