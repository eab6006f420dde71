//! One simulated test day: its nodes, tablets and screens, what troubles them, and what has to hold at every step.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::BodyDataStream;
use serde_json::Value;
use sixfold_domain::identity::Uaid;
use sixfold_domain::reveal::Move;

use super::super::body::RevealAction;
use super::super::command;
use super::model::Model;
use super::node::{CHECK_EVERY_MS, Fault, Node, Stage, today};
use super::operator::{Press, Tablet};
use super::stream::{newest, open, received, without_time};
use super::{ATHLETES, PATIENCE_MS, START_MS, STEP_MS, TROUBLED_MS, store};
use crate::board::live::{RevealSnapshot, Versions};
use crate::board::{BoardLookup, BoardSelector, Caller, DateSpan, Ranked, RowQuery};
use crate::db::calendar::schedule::ACADEMY;
use crate::db::upkeep::idempotency::Claim;
use crate::http::Idempotency;
use crate::routes::user::results::{self, Audience};
use crate::site::waiting_room::simulation::Dice;
use crate::state::AppState;

#[derive(Default)]
struct Screen {
    /// The node that it listens to, and the stream.
    stream: Option<(usize, BodyDataStream)>,
    last: Option<Versions>,
    /// The newest event of each kind.
    events: BTreeMap<String, Value>,
}

pub(super) struct Hall<'s> {
    seed: u64,
    fault: Option<Fault>,
    dice: Dice,
    base: &'s AppState,
    now: i64,
    nodes: Vec<Node>,
    presses: Vec<Press>,
    tablets: [Tablet; 2],
    /// Presses on their way: when each arrives, which, and at which node.
    in_transit: Vec<(i64, usize, usize)>,
    screens: [Screen; 3],
    model: Model,
    /// The finals that nobody may have seen yet.
    unseen: BTreeSet<i64>,
}

impl<'s> Hall<'s> {
    pub(super) async fn new(seed: u64, base: &'s AppState, fault: Option<Fault>) -> Self {
        let mut dice = Dice(seed);
        let nodes = (0..2 + dice.roll(2)).map(|_| Node::started(base)).collect();
        let model = Model::drawn(&mut dice);
        let unseen = model.held.iter().map(|which| model.finals[*which].hundredths).collect();
        store::replace(&base.db, &model).await;
        Self {
            seed,
            fault,
            dice,
            base,
            now: START_MS,
            nodes,
            presses: Vec::new(),
            tablets: Default::default(),
            in_transit: Vec::new(),
            screens: Default::default(),
            model,
            unseen,
        }
    }

    fn troubled(&self) -> bool {
        self.now < START_MS + TROUBLED_MS
    }

    fn has(&self, fault: Fault, at: usize) -> bool {
        at == 0 && self.fault == Some(fault)
    }

    /// A node that answers now.
    fn any_node(&mut self) -> Option<usize> {
        let at = usize::try_from(self.dice.roll(self.nodes.len() as u64)).unwrap();
        Some(at).filter(|at| self.nodes[*at].back_at <= self.now)
    }

    fn send(&mut self, press: usize) {
        let node = usize::try_from(self.dice.roll(self.nodes.len() as u64)).unwrap();
        let arrives_at = self.now + self.dice.roll_ms(1_500);
        self.in_transit.push((arrives_at, press, node));
    }

    /// Operators look at the reveal and press something, sometimes twice, and send again what was not answered.
    async fn press(&mut self) {
        for at in 0..self.tablets.len() {
            if self.tablets[at].acts_at > self.now {
                continue;
            }
            self.tablets[at].acts_at = self.now + 300 + self.dice.roll_ms(1_500);
            match self.tablets[at].waits_for {
                Some(press) if self.presses[press].is_known => self.tablets[at].waits_for = None,
                Some(press) => self.send(press),
                None if self.troubled() => {
                    let Some(node) = self.any_node() else { continue };
                    let shown = self.shown(node, true).await;
                    let command = super::operator::command(&mut self.dice, &shown, self.model.newest());
                    let times = if self.dice.one_in(5) { 2 } else { 1 };
                    for _ in 0..times {
                        let press = self.presses.len();
                        let by = Uaid::from_number(100 + at as u64).unwrap();
                        let (key, command) = (press.to_string(), command.clone());
                        self.presses.push(Press { key, by, command, answer: None, is_known: false });
                        self.tablets[at].waits_for = Some(press);
                        self.send(press);
                    }
                }
                None => {}
            }
        }
    }

    async fn arrive(&mut self) {
        let now = self.now;
        for (_, press, node) in self.in_transit.extract_if(.., |(at, ..)| *at <= now).collect::<Vec<_>>() {
            // What arrives at a node that is down is lost.
            if self.nodes[node].back_at <= now {
                self.carry_out(press, node).await;
            }
        }
    }

    /// A node carries out a press. It may die before it has answered, or stand still before its pages show the change.
    async fn carry_out(&mut self, press: usize, at: usize) {
        let mut command = self.presses[press].command.clone();
        if self.has(Fault::CountsSteps, at) && command.action == RevealAction::Go(Move::Next) {
            command.action = RevealAction::Go(Move::Jump(command.expect.unwrap_or(0) + 1));
        }
        if self.has(Fault::IgnoresExpect, at) {
            command.expect = None;
        }
        let again = self.has(Fault::ForgetsKeys, at) && self.presses[press].answer.is_some();
        let key = Some(if again { format!("again{}", self.now) } else { self.presses[press].key.clone() });
        let idempotency = Idempotency { key, claim: Claim::default() };
        let by = (self.presses[press].by.clone(), 2);
        let state = self.nodes[at].state.clone();
        let answer = command::carry_out(&state, by, &idempotency, command).await.unwrap();
        let seed = self.seed;
        if let Some(first) = &self.presses[press].answer {
            assert!(answer.replayed, "seed {seed}: a press that was sent again was taken for another");
            assert_eq!(*first, answer.body, "seed {seed}: a press has two answers");
        } else {
            self.check(press, answer.is_new()).await;
            self.presses[press].answer = Some(answer.body);
        }
        for other in 0..self.nodes.len() {
            // One notification in three is lost.
            if !self.dice.one_in(3) {
                let hears_at = self.now + self.dice.roll_ms(800);
                let node = &mut self.nodes[other];
                node.looks_at = node.looks_at.min(hears_at);
            }
        }
        match self.dice.roll(12) {
            0 | 1 if self.troubled() => return self.kill(at),
            2 if self.troubled() => self.rest(at),
            _ => state.boards.sync_after_write(&state.db).await,
        }
        self.nodes[at].looks_at = self.now;
        self.presses[press].is_known |= !self.troubled() || !self.dice.one_in(6);
    }

    /// Compares the store with what it has to be after a press.
    async fn check(&mut self, press: usize, is_done: bool) {
        let (seed, command) = (self.seed, &self.presses[press].command);
        match (self.model.after(command), is_done) {
            (Some(after), true) => self.model = after,
            (None, true) => {
                assert!(!self.model.is_outdated(command), "seed {seed}: a press on an outdated view counted");
                panic!("seed {seed}: a press counted that is to be refused: {command:?}");
            }
            (Some(_), false) => panic!("seed {seed}: refused without a reason: {command:?}"),
            (None, false) => {}
        }
        let rows = store::finals(&self.base.db).await;
        let model = &self.model;
        let number = |number: usize| i64::try_from(number).unwrap();
        for (booking_id, held, step_of, step, running, logged) in rows {
            let which = model.finals.iter().position(|one| one.booking_id == booking_id).unwrap();
            let place = model.steps.iter().position(|step| *step == which).map_or(0, |at| at + 1);
            assert_eq!((step, running), (number(model.step), model.running), "seed {seed}: at another step");
            assert_eq!(step_of, number(place), "seed {seed}: another order than the rule's");
            let is_held = model.held.contains(&which);
            assert!(held || !is_held, "seed {seed}: a final was revealed before its step");
            assert!(is_held || !held, "seed {seed}: a final that was revealed is held again");
            assert_eq!(logged, number(model.commands), "seed {seed}: not one line in the log for each press");
            if !held {
                self.unseen.remove(&model.finals[which].hundredths);
            }
        }
    }

    fn kill(&mut self, at: usize) {
        self.nodes[at] = Node::started(self.base);
        self.rest(at);
        for screen in &mut self.screens {
            screen.stream.take_if(|(node, _)| *node == at);
        }
    }

    /// The node does nothing for a while, as after SIGSTOP.
    fn rest(&mut self, at: usize) {
        self.nodes[at].back_at = self.now + self.dice.roll_ms(4_000);
    }

    /// Each node does what it does next.
    async fn work(&mut self) {
        for at in 0..self.nodes.len() {
            match self.dice.roll(60) {
                0 if self.troubled() => self.kill(at),
                1 if self.troubled() => self.rest(at),
                _ => {}
            }
            if self.nodes[at].back_at <= self.now {
                self.advance(at).await;
            }
        }
    }

    async fn advance(&mut self, at: usize) {
        let versions_last = self.has(Fault::VersionsLast, at);
        let hold = self.troubled() && self.dice.one_in(4);
        self.nodes[at].advance(self.now, versions_last, hold).await;
    }

    /// The public state of the reveal at a node, or an operator's.
    async fn shown(&mut self, at: usize, full: bool) -> Value {
        let state = self.nodes[at].state.clone();
        let snapshot = RevealSnapshot::read(&state, ACADEMY).await.unwrap();
        let shown = serde_json::to_value(snapshot.shown(ACADEMY, &state.boards, full).unwrap()).unwrap();
        self.look(&shown);
        shown
    }

    /// Nothing that can be seen has the score of a final that was never revealed.
    fn look(&self, at: &Value) {
        match at {
            Value::Array(values) => values.iter().for_each(|value| self.look(value)),
            Value::Object(fields) => fields.values().for_each(|value| self.look(value)),
            Value::Number(number) => {
                #[expect(clippy::cast_possible_truncation, reason = "a score, or no number of interest")]
                let hundredths = number.as_f64().map(|number| (number * 100.0).round() as i64);
                let seen = hundredths.is_some_and(|hundredths| self.unseen.contains(&hundredths));
                assert!(!seen, "seed {}: a final was shown before its step", self.seed);
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }

    /// Somebody reads the board, or results: their own, or those of an athlete whom they coach.
    async fn read(&mut self) {
        let Some(at) = self.any_node().filter(|_| self.dice.one_in(3)) else { return };
        let state = self.nodes[at].state.clone();
        if self.dice.one_in(2) {
            let selector =
                BoardSelector { event_id: None, span: DateSpan::Today, ranked: Ranked::Final, ages: None };
            let read = |boards: &crate::board::SeasonBoards<'_>| {
                serde_json::to_value(boards.answer(
                    &RowQuery::top_by_gender(15),
                    Caller::default(),
                    String::new(),
                ))
            };
            let BoardLookup::Season(board) =
                state.boards.with_boards(&state.db, &selector, read).await.unwrap()
            else {
                panic!("the season has a board")
            };
            return self.look(&board.unwrap());
        }
        let uaid = Uaid::from_number(1 + self.dice.roll(ATHLETES)).unwrap();
        let audience = match self.dice.roll(2) {
            _ if self.has(Fault::ShowsHeld, at) => Audience::Staff,
            0 => Audience::Coach,
            _ => Audience::Owner,
        };
        let read = state.db.read(async |conn| results::load(conn, uaid.as_str(), audience, today()).await);
        let seen = serde_json::to_value(read.await.unwrap()).unwrap();
        self.look(&seen);
    }

    async fn listen(&mut self) {
        for which in 0..self.screens.len() {
            if self.dice.one_in(4) {
                self.screens[which].stream = None;
            }
            if self.screens[which].stream.is_none()
                && let Some(at) = self.any_node()
                // Otherwise a new listener waits until the node has made its state.
                && matches!(self.nodes[at].stage, Stage::Idle)
            {
                let stream = open(&self.nodes[at].state, self.screens[which].last).await;
                self.screens[which].stream = Some((at, stream));
            }
            let mut screen = std::mem::take(&mut self.screens[which]);
            if let Some((at, stream)) = &mut screen.stream
                && self.nodes[*at].back_at <= self.now
            {
                let before = screen.last;
                let (events, last) = received(stream);
                for event in events.values() {
                    self.look(event);
                }
                screen.events.extend(events);
                screen.last = last.or(before);
                let went_back = screen.last.zip(before).is_some_and(|(now, before)| before.is_ahead_of(now));
                assert!(!went_back, "seed {}: a screen went back from {before:?} to {last:?}", self.seed);
            }
            self.screens[which] = screen;
        }
    }

    async fn withdraw(&mut self) {
        let uaid = Uaid::from_number(1 + self.dice.roll(ATHLETES)).unwrap();
        store::withdraw(&self.base.db, uaid.clone()).await;
        self.model.withdrawn.insert(uaid);
    }

    pub(super) async fn run(&mut self) {
        loop {
            self.now += 1 + self.dice.roll_ms(STEP_MS);
            self.base.clock.set(self.now);
            if self.troubled() && self.dice.one_in(40) {
                self.withdraw().await;
            }
            self.press().await;
            self.arrive().await;
            self.work().await;
            self.listen().await;
            self.read().await;
            let waits = self.tablets.iter().any(|tablet| tablet.waits_for.is_some());
            let down = self.nodes.iter().any(|node| node.back_at > self.now);
            if !self.troubled() && !waits && !down && self.in_transit.is_empty() {
                break;
            }
            assert!(self.now < START_MS + PATIENCE_MS, "seed {}: a press is never answered", self.seed);
        }
        self.quiet().await;
    }

    /// Once everything is quiet, every node and every screen shows what is stored.
    async fn quiet(&mut self) {
        self.now += 2 * CHECK_EVERY_MS;
        self.base.clock.set(self.now);
        for at in 0..self.nodes.len() {
            // What it was doing, then another look.
            for _ in 0..8 {
                self.advance(at).await;
                self.nodes[at].looks_at = self.nodes[at].looks_at.min(self.now);
            }
        }
        let stored = newest(&Node::started(self.base).state).await;
        let season = &stored["leaderboard"]["season"];
        assert_eq!(*season, self.model.season(), "seed {}: a board of another season", self.seed);
        for screen in &mut self.screens {
            let (_, stream) = match &mut screen.stream {
                Some(stream) => stream,
                none => none.insert((0, open(&self.nodes[0].state, screen.last).await)),
            };
            screen.events.extend(received(stream).0);
            let shown = without_time(std::mem::take(&mut screen.events));
            assert_eq!(shown, stored, "seed {}: a screen shows something else than the store", self.seed);
        }
        for node in &self.nodes {
            let shown = newest(&node.state).await;
            assert_eq!(shown, stored, "seed {}: a node shows something else than the store", self.seed);
        }
    }
}
