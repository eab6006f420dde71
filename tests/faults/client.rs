//! A client: it follows its script, and repeats requests that were not answered.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use sixfold_tests::http::{Answer, Connection};

use crate::history::{History, Record, Request};
use crate::plan::{Act, Script, TESTS, Who};
use crate::stage::{People, SLOTS, booking_of};

/// How long one attempt waits for its answer, and how long a client keeps trying.
const ANSWER_WITHIN: Duration = Duration::from_secs(6);
const PATIENCE: Duration = Duration::from_secs(25);
const AGAIN: Duration = Duration::from_millis(60);

/// What all clients share.
pub struct Site {
    pub seed: u64,
    pub nodes: Vec<SocketAddr>,
    pub people: People,
    pub history: History,
    /// The latest booking that each athlete was answered with.
    pub last: Mutex<Vec<Option<String>>>,
    /// Whether clients hang up in the middle of their requests.
    pub hurried: AtomicBool,
    pub begun: Instant,
}

impl Site {
    pub fn of(seed: u64, nodes: Vec<SocketAddr>, people: People) -> Self {
        let last = Mutex::new(vec![None; people.athletes.len()]);
        let (history, hurried) = (History::default(), AtomicBool::new(false));
        Self { seed, nodes, people, history, last, hurried, begun: Instant::now() }
    }
}

pub async fn act_out(site: Arc<Site>, number: usize, script: Script) {
    for (step_number, step) in script.steps.iter().enumerate() {
        tokio::time::sleep(step.pause).await;
        let key = format!("seed{}-{number}-{step_number}", site.seed);
        let Some(mut record) = prepare(&site, script.who, step.act, key) else { continue };
        record.at = site.begun.elapsed();
        let answered = ask(&site, &mut record, step.node, script.repeats).await;
        if let (Who::Athlete(athlete), true) = (script.who, record.was_granted())
            && let (Act::Book(_), Some(id)) = (step.act, record.booking_id())
        {
            site.last.lock().expect("nobody has panicked")[athlete] = Some(id);
        }
        site.history.add(record);
        if !answered {
            return;
        }
    }
}

/// The request of an act; none if it needs a booking and there has been none.
fn prepare(site: &Site, who: Who, act: Act, key: String) -> Option<Record> {
    let booking = "/api/user/event/booking";
    let last = |athlete: usize| site.last.lock().expect("nobody has panicked")[athlete].clone();
    let place = |slot: usize| json!({ "eventTestDate": SLOTS[slot].0, "eventTestTime": SLOTS[slot].1 });
    let (person, about) = match who {
        Who::Athlete(number) => (&site.people.athletes[number], &site.people.athletes[number]),
        Who::Staff => match act {
            Act::Decline(athlete) => (&site.people.staff, &site.people.athletes[athlete]),
            Act::Test(guest, _) | Act::Final(guest) | Act::Correct(guest) => {
                (&site.people.staff, &site.people.guests[guest])
            }
            Act::Book(_) | Act::Move(_) | Act::Cancel | Act::Join(_) | Act::Leave(_) => return None,
        },
    };
    let own = match act {
        Act::Move(_) | Act::Cancel => match who {
            Who::Athlete(number) => Some(last(number)?),
            Who::Staff => None,
        },
        Act::Decline(athlete) => Some(last(athlete)?),
        Act::Test(..) | Act::Final(_) | Act::Correct(_) => Some(booking_of(about)),
        Act::Book(_) | Act::Join(_) | Act::Leave(_) => None,
    };
    let (method, path, body) = match act {
        Act::Book(slot) => ("POST", booking, place(slot)),
        Act::Move(slot) => {
            let mut body = place(slot);
            body["eventBookingId"] = json!(own);
            ("POST", booking, body)
        }
        Act::Cancel => ("DELETE", "/api/user/event/cancel", json!({ "eventBookingID": own })),
        Act::Join(slot) => ("POST", "/api/event/booking/waitlist", place(slot)),
        Act::Leave(slot) => ("DELETE", "/api/event/booking/waitlist", place(slot)),
        Act::Decline(_) => {
            let body = json!({ "eventBookingId": own, "uaid": about.uaid, "eventTestStatus": "declined" });
            ("POST", booking, body)
        }
        Act::Test(_, test) => {
            let (name, raw) = TESTS[test];
            let results = json!({ "TestType": name, "Attempts": [{ "score": raw }] });
            let body = json!({ "uaid": about.uaid, "eventBookingId": own, "results": results });
            ("POST", "/api/event/admin/test", body)
        }
        Act::Final(_) => {
            let body = json!({ "uaid": about.uaid, "EventBookingId": own, "Status": "completed" });
            ("POST", "/api/event/admin/final", body)
        }
        Act::Correct(_) => {
            let speed = json!([{ "TestType": "Speed", "Attempts": [{ "score": 3.3 }], "replaces": 1 }]);
            let body = json!({ "eventBookingId": own, "results": speed, "reason": "Timed by hand" });
            ("POST", "/api/event/admin/results/correct", body)
        }
    };
    let owner = if who == Who::Staff { "staff".to_owned() } else { person.uaid.clone() };
    let request = Request { method, path, key, token: person.token.clone(), body };
    let (uaid, booking) = (about.uaid.clone(), own);
    let (tries, at) = (Vec::new(), Duration::ZERO);
    Some(Record {
        act,
        uaid,
        owner,
        booking,
        request,
        at,
        tries,
        answer: None,
        stored: false,
        changed: false,
    })
}

/// Sends a request to one node after another until it is answered; false if it never was.
async fn ask(site: &Site, record: &mut Record, first: usize, repeats: bool) -> bool {
    let begun = Instant::now();
    for turn in first.. {
        let sent = Instant::now();
        let answer = send(site.nodes[turn % site.nodes.len()], &record.request);
        let answer = if site.hurried.load(Ordering::SeqCst) {
            let within = Duration::from_millis(1 + turn as u64 * 7 % 23);
            tokio::time::timeout(within, answer).await.ok().flatten()
        } else {
            answer.await
        };
        let status = answer.as_ref().map_or(0, |answer| answer.status);
        record.tries.push((status, sent.elapsed()));
        // 503 and 408 mean that nothing was done and the client may retry; so would a proxy's 502.
        if let Some(answer) = answer.filter(|answer| answer.status < 500 && answer.status != 408) {
            record.answer = Some((answer.status, answer.body));
            return true;
        }
        if !repeats || begun.elapsed() > PATIENCE {
            return false;
        }
        tokio::time::sleep(AGAIN).await;
    }
    false
}

/// One attempt; none without an answer.
pub async fn send(host: SocketAddr, request: &Request) -> Option<Answer> {
    let headers = format!("authorization: Bearer {}\r\nidempotency-key: {}\r\n", request.token, request.key);
    let sent = async {
        let mut connection = Connection::open(host).await?;
        connection.send(request.method, request.path, &headers, &request.body.to_string()).await
    };
    tokio::time::timeout(ANSWER_WITHIN, sent).await.ok()?.ok()
}
