//! Everything that runs during a seed.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use sixfold_tests::http::Connection;

use crate::client::{self, Site};
use crate::history::Record;
use crate::hub::Hub;
use crate::node::Node;
use crate::plan::{Act, Plan};
use crate::provider::Provider;
use crate::relay::Relay;
use crate::stage::{PASSWORD, People, Person};
use crate::store::{Store, Template};

/// The services outside that the nodes use.
pub struct Services {
    pub relay: Relay,
    pub provider: Provider,
    pub hub: Hub,
}

/// What a visitor's complaint is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    SigningIn,
    Content,
}

pub struct World<'a> {
    pub template: &'a Template,
    pub plan: Plan,
    pub store: Store,
    pub services: Services,
    pub nodes: tokio::sync::Mutex<Vec<Node>>,
    pub site: Arc<Site>,
    /// Nodes that were killed, perhaps while sending letters.
    deaths: AtomicI64,
    /// Sessions that began during the seed.
    sessions: Mutex<Vec<Person>>,
    /// Writes that got another answer when they were repeated.
    otherwise: Mutex<Vec<String>>,
    /// What visitors found wrong.
    complaints: Mutex<Vec<(About, String)>>,
}

impl<'a> World<'a> {
    pub fn new(
        template: &'a Template,
        plan: Plan,
        store: Store,
        services: Services,
        nodes: Vec<Node>,
    ) -> Self {
        let hosts = nodes.iter().map(|node| node.host).collect();
        let site = Arc::new(Site::of(plan.seed, hosts, template.people.clone()));
        let nodes = tokio::sync::Mutex::new(nodes);
        let (deaths, sessions) = (AtomicI64::new(0), Mutex::default());
        let (otherwise, complaints) = (Mutex::default(), Mutex::default());
        Self { template, plan, store, services, nodes, site, deaths, sessions, otherwise, complaints }
    }

    pub fn people(&self) -> &People {
        &self.site.people
    }

    pub fn hosts(&self) -> Vec<SocketAddr> {
        self.site.nodes.clone()
    }

    pub fn deaths(&self) -> i64 {
        self.deaths.load(Ordering::SeqCst)
    }

    /// Records that a node died, perhaps while sending letters.
    pub fn died(&self) {
        self.deaths.fetch_add(1, Ordering::SeqCst);
    }

    pub fn sessions(&self) -> Vec<Person> {
        self.sessions.lock().expect("nobody has panicked").clone()
    }

    /// What visitors found wrong.
    pub fn complaints(&self, about: About) -> Vec<String> {
        let all = self.complaints.lock().expect("nobody has panicked");
        all.iter().filter(|(of, _)| *of == about).map(|(_, wrong)| wrong.clone()).collect()
    }

    pub fn complain(&self, about: About, wrong: String) {
        self.complaints.lock().expect("nobody has panicked").push((about, wrong));
    }

    /// Signs the staff in with their password at a node.
    pub async fn sign_in(&self, host: SocketAddr) {
        let body = json!({ "email": "staff@example.org", "password": PASSWORD }).to_string();
        let mut connection = Connection::open(host).await.expect("a node that is ready");
        let answer = connection.post("/api/user/login", "", &body).await.expect("an answer");
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        let answer: serde_json::Value = serde_json::from_slice(&answer.body).expect("JSON");
        let token = answer["data"]["token"].as_str().expect("a token").to_owned();
        let person = Person { uaid: self.people().staff.uaid.clone(), token };
        self.sessions.lock().expect("nobody has panicked").push(person);
    }

    /// The node that has the fault.
    pub async fn victim(&self) -> usize {
        self.plan.choice as usize % self.nodes.lock().await.len()
    }

    /// Waits until every node is ready.
    pub async fn ready(&self) {
        for node in self.nodes.lock().await.iter() {
            node.ready().await;
        }
    }

    /// Finds out by their keys which acts are stored, and repeats those: each has to get its first answer again.
    pub async fn settle(&self) -> Vec<Record> {
        let sql = format!(
            "SELECT owner || ' ' || key FROM idempotency_key WHERE status = 200 AND key LIKE 'seed{}-%'",
            self.plan.seed
        );
        let kept = self.store.texts(&sql).await;
        let mut records = self.site.history.records();
        for record in &mut records {
            record.stored = kept.contains(&format!("{} {}", record.owner, record.request.key));
            if !record.stored {
                continue;
            }
            let key = &record.request.key;
            match client::send(self.site.nodes[0], &record.request).await {
                Some(again) if again.status == 200 => {
                    if let Some((200, first)) = &record.answer
                        && *first != again.body
                    {
                        self.note(format!("{key} is answered otherwise when repeated"));
                    }
                    if record.answer.is_none() {
                        record.answer = Some((0, again.body));
                    }
                }
                again => {
                    let status = again.map_or(0, |again| again.status);
                    self.note(format!("{key} is answered {status} when repeated"));
                }
            }
        }
        mark_changes(&mut records);
        records
    }

    /// What [`World::settle`] found wrong.
    pub fn repeated_otherwise(&self) -> Vec<String> {
        self.otherwise.lock().expect("nobody has panicked").clone()
    }

    fn note(&self, wrong: String) {
        self.otherwise.lock().expect("nobody has panicked").push(wrong);
    }

    /// Waits until a query of one number answers zero; false if it does not in time.
    pub async fn until_none(&self, sql: &str) -> bool {
        for _ in 0..600 {
            if self.store.text(sql).await == "0" {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        false
    }
}

/// An athlete's own acts follow each other, so the place of a booking before a move is known.
fn mark_changes(records: &mut [Record]) {
    let mut places = HashMap::new();
    for record in records.iter_mut().filter(|record| record.stored) {
        record.changed = match record.act {
            Act::Book(slot) | Act::Move(slot) => places.insert(record.booking_id(), slot) != Some(slot),
            Act::Cancel
            | Act::Join(_)
            | Act::Leave(_)
            | Act::Decline(_)
            | Act::Test(..)
            | Act::Final(_)
            | Act::Correct(_) => true,
        };
    }
}
