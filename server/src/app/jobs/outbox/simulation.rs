//! Simulates the sending of letters in memory, once for each seed: several nodes with clocks of their own share one outbox, the relay
//! is busy, refuses a letter or takes it without an answer, and nodes die or are suspended in the middle of one. `SIXFOLD_SIMULATION_SEEDS=10000` runs more
//! seeds.

use std::collections::BTreeMap;

use sqlx::{Connection as _, SqliteConnection};

use super::{AT_ONCE, CLAIM_MS, outcome};
use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::engines::migrate;
use crate::db::messages::mail::{self, Claim, Claimed, NewMail, Stored};
use crate::db::{Conn, params};
use crate::mail::deliver::DeliverError;
use crate::site::waiting_room::simulation::Dice;

const SEEDS: u64 = 200;
const START_MS: i64 = 1_800_000_000_000;
/// How long nodes and relay are unreliable.
const TROUBLED_MS: i64 = 15 * 60_000;
/// A letter that has not left by then never will: the longest pauses take an hour each.
const PATIENCE_MS: i64 = 40 * 60 * 60_000;
const NODES: u64 = 3;
const LETTERS: u64 = 8;
/// How far two nodes' clocks may be apart: further than they can be while neither is doubted (RULES 1.3).
const CLOCKS_MS: i64 = 12 * 60_000;
const SLOWEST_MS: i64 = 60_000;
/// How long no other node takes a claimed letter, whatever its clock says: the slowest attempt, and the storing of its outcome.
const SAFE_MS: i64 = 3 * 60_000;

/// The longest that a node is down, or stands still.
const LONGEST_REST_MS: i64 = 600_000;
const STEP_MS: i64 = 15_000;

const LIST: &str = "SELECT mail_id, sent_at IS NOT NULL, failed_at IS NOT NULL FROM mail_outbox";
const NEXT: &str = "SELECT MIN(CASE WHEN claimed_until > next_attempt_at THEN claimed_until ELSE next_attempt_at END) \
    FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL";

/// What a faulty node does, to prove that the checks notice it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    IgnoresClaims,
    ForgetsOutcomes,
    CallsBusySent,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Taken,
    /// Taken, but the answer does not arrive.
    Silent,
    Busy,
    Refused,
}

#[derive(Default)]
struct Letter {
    /// Whether the relay refuses its address.
    bad_address: bool,
    delivered: u32,
    /// How often it may be delivered once more, because nobody can know whether it was.
    excused: u32,
}

struct Attempt {
    stored: Stored,
    answer: Answer,
    begun_at: i64,
    answered_at: i64,
    /// In time of its node's clock.
    claim: Claim,
}

#[derive(Default)]
struct Node {
    clock_ms: i64,
    /// When it goes on, if it is down or stands still.
    back_at: i64,
    attempts: Vec<Attempt>,
}

struct Outbox<'c> {
    seed: u64,
    dice: Dice,
    conn: &'c mut Conn,
    cipher: FieldCipher,
    now: i64,
    letters: BTreeMap<String, Letter>,
    nodes: Vec<Node>,
    fault: Option<Fault>,
}

impl<'c> Outbox<'c> {
    async fn new(seed: u64, conn: &'c mut Conn, fault: Option<Fault>) -> Self {
        let mut dice = Dice(seed);
        let count = 1 + dice.roll(NODES);
        let clocks = (0..count).map(|_| dice.roll_ms(CLOCKS_MS));
        let nodes = clocks.map(|clock_ms| Node { clock_ms, ..Node::default() }).collect();
        conn.execute("DELETE FROM mail_outbox", params![]).await.unwrap();
        let cipher = FieldCipher::new(&[7; 32], []);
        let letters = BTreeMap::new();
        Self { seed, dice, conn, cipher, now: START_MS, letters, nodes, fault }
    }

    fn troubled(&self) -> bool {
        self.now < START_MS + TROUBLED_MS
    }

    /// Writes a letter in a job, which may be rolled back.
    async fn write(&mut self) {
        let subject = self.letters.len().to_string();
        let mail = NewMail {
            kind: "booking-confirmed",
            to_address: "zoe@example.com",
            to_name: "",
            subject: &subject,
            about: None,
            content: "{}",
        };
        let keep = !self.dice.one_in(4);
        self.conn.execute("BEGIN", params![]).await.unwrap();
        mail::insert(self.conn, &self.cipher, &mail, self.now).await.unwrap();
        self.conn.flush().await.unwrap();
        let newest = "SELECT mail_id FROM mail_outbox WHERE subject = $1";
        let id: String = self.conn.scalar(newest, params![subject]).await.unwrap();
        self.conn.execute(if keep { "COMMIT" } else { "ROLLBACK" }, params![]).await.unwrap();
        if keep {
            let bad_address = self.dice.one_in(6);
            self.letters.insert(id, Letter { bad_address, ..Letter::default() });
        }
    }

    fn letter(&mut self, id: &str) -> &mut Letter {
        let seed = self.seed;
        self.letters.get_mut(id).unwrap_or_else(|| panic!("seed {seed}: a letter of a job that was undone"))
    }

    fn deliver(&mut self, id: &str) {
        let seed = self.seed;
        let letter = self.letter(id);
        letter.delivered += 1;
        assert!(letter.delivered <= 1 + letter.excused, "seed {seed}: a letter was sent again");
    }

    async fn claim(&mut self, at: usize) {
        let now = self.now + self.nodes[at].clock_ms;
        if self.fault == Some(Fault::IgnoresClaims) {
            self.conn.execute("UPDATE mail_outbox SET claimed_until = NULL", params![]).await.unwrap();
        }
        let claimed = mail::claim(self.conn, now, now + CLAIM_MS, AT_ONCE).await.unwrap();
        for claimed in claimed {
            self.begin(at, claimed);
        }
    }

    fn begin(&mut self, at: usize, claimed: Claimed) {
        let claim = claimed.claim();
        let stored = claimed.decrypt(&self.cipher).unwrap();
        let begun_at = self.now;
        let elsewhere = self
            .nodes
            .iter()
            .flat_map(|node| &node.attempts)
            .any(|other| other.claim.id == claim.id && begun_at < other.begun_at + SAFE_MS);
        assert!(!elsewhere, "seed {}: two nodes have one letter", self.seed);
        let answer = match self.dice.roll(8) {
            _ if self.letter(&stored.id).bad_address => Answer::Refused,
            0 | 1 if self.troubled() => Answer::Busy,
            2 if self.troubled() => Answer::Silent,
            _ => Answer::Taken,
        };
        let answered_at = begun_at + 1 + self.dice.roll_ms(SLOWEST_MS);
        self.nodes[at].attempts.push(Attempt { stored, answer, begun_at, answered_at, claim });
    }

    /// Ends the attempts of a node that the relay has answered by now.
    async fn end_attempts(&mut self, at: usize) {
        let now = self.now;
        for attempt in
            self.nodes[at].attempts.extract_if(.., |one| one.answered_at <= now).collect::<Vec<_>>()
        {
            let Attempt { stored, answer, begun_at, claim, .. } = attempt;
            let here = now + self.nodes[at].clock_ms;
            let silent = answer == Answer::Silent;
            // It stood still for so long that its claim may have ended: another one may have sent the letter.
            self.letter(&stored.id).excused += u32::from(silent || now >= begun_at + SAFE_MS);
            if matches!(answer, Answer::Taken | Answer::Silent) {
                self.deliver(&stored.id);
            }
            let sent = match answer {
                Answer::Taken => Ok(()),
                Answer::Busy if self.fault == Some(Fault::CallsBusySent) => Ok(()),
                Answer::Silent | Answer::Busy => Err(DeliverError::Later(String::new())),
                Answer::Refused => Err(DeliverError::Never(String::new())),
            };
            let (outcome, _) = outcome(&stored, sent, here);
            if self.fault != Some(Fault::ForgetsOutcomes) {
                mail::settle(self.conn, &claim, &outcome, here).await.unwrap();
            }
        }
    }

    /// The node dies: what it was sending may have arrived.
    fn kill(&mut self, at: usize) {
        for attempt in std::mem::take(&mut self.nodes[at].attempts) {
            if matches!(attempt.answer, Answer::Taken | Answer::Silent) && self.dice.one_in(2) {
                self.letter(&attempt.stored.id).excused += 1;
                self.deliver(&attempt.stored.id);
            }
        }
        self.rest(at);
    }

    /// The node does nothing for a while, as after SIGSTOP.
    fn rest(&mut self, at: usize) {
        self.nodes[at].back_at = self.now + self.dice.roll_ms(LONGEST_REST_MS);
    }

    async fn run(&mut self) {
        let mut unwritten = 1 + self.dice.roll(LETTERS);
        loop {
            if unwritten > 0 && self.dice.one_in(3) {
                self.write().await;
                unwritten -= 1;
            }
            for at in 0..self.nodes.len() {
                match self.dice.roll(40) {
                    0 if self.troubled() => self.kill(at),
                    1 if self.troubled() => self.rest(at),
                    _ => {}
                }
                if self.nodes[at].back_at > self.now {
                    continue;
                }
                self.end_attempts(at).await;
                if self.nodes[at].attempts.is_empty() {
                    self.claim(at).await;
                }
            }
            if unwritten == 0 && !self.troubled() && self.nodes.iter().all(|node| node.attempts.is_empty()) {
                match self.conn.scalar::<Option<i64>>(NEXT, params![]).await.unwrap() {
                    None => break,
                    Some(next) => self.now = self.now.max(next + 10_000),
                }
                assert!(self.now < START_MS + PATIENCE_MS, "seed {}: a letter never leaves", self.seed);
            }
            self.now += 1 + self.dice.roll_ms(STEP_MS);
        }
        let rows: Vec<(String, bool, bool)> = self.conn.all(LIST, params![]).await.unwrap();
        assert_eq!(rows.len(), self.letters.len());
        for (id, sent, failed) in rows {
            let letter = &self.letters[&id];
            assert_eq!(failed, letter.bad_address, "seed {}: given up without a reason", self.seed);
            assert_eq!(sent, !failed, "seed {}", self.seed);
            assert_eq!(letter.delivered > 0, sent, "seed {}: a letter was lost", self.seed);
        }
    }
}

async fn run(seeds: u64, fault: Option<Fault>) {
    let mut conn = Conn::sqlite(SqliteConnection::connect("sqlite::memory:").await.unwrap());
    migrate::run(&mut conn).await.unwrap();
    for seed in 0..seeds {
        Outbox::new(seed, &mut conn, fault).await.run().await;
    }
}

#[tokio::test]
async fn a_letter_is_sent_again_only_if_nobody_can_know_whether_it_was_sent() {
    let seeds = std::env::var("SIXFOLD_SIMULATION_SEEDS").ok().and_then(|seeds| seeds.parse().ok());
    run(seeds.unwrap_or(SEEDS), None).await;
}

#[tokio::test]
#[should_panic(expected = "two nodes have one letter")]
async fn a_node_that_takes_another_s_letter_is_noticed() {
    run(SEEDS, Some(Fault::IgnoresClaims)).await;
}

#[tokio::test]
#[should_panic(expected = "a letter was sent again")]
async fn a_node_that_forgets_what_it_sent_is_noticed() {
    run(SEEDS, Some(Fault::ForgetsOutcomes)).await;
}

#[tokio::test]
#[should_panic(expected = "a letter was lost")]
async fn a_node_that_calls_a_letter_sent_too_early_is_noticed() {
    run(SEEDS, Some(Fault::CallsBusySent)).await;
}
