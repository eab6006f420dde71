//! The requests of a rush over a pool of connections, and the latency of each from the moment when it was due.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::http::{Answer, Connection};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    SignIn,
    Look,
    Book,
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Self::SignIn => "signIn",
            Self::Look => "look",
            Self::Book => "book",
        }
    }
}

/// The answers to one step.
#[derive(Default)]
struct Tally {
    /// By status and error code; `failed` without an answer.
    answers: BTreeMap<String, usize>,
    /// In milliseconds.
    took: Vec<f64>,
}

pub(crate) struct Visits {
    host: SocketAddr,
    idle: Mutex<Vec<Connection>>,
    tallies: Mutex<BTreeMap<Step, Tally>>,
}

impl Visits {
    pub(crate) fn of(host: SocketAddr) -> Self {
        Self { host, idle: Mutex::default(), tallies: Mutex::default() }
    }

    /// One request, measured from when it was due.
    pub(crate) async fn visit(
        &self,
        due: Instant,
        step: Step,
        path: &str,
        headers: &str,
        body: &str,
    ) -> io::Result<Answer> {
        let method = if step == Step::Look { "GET" } else { "POST" };
        let answer = self.ask(method, path, headers, body).await;
        self.note(step, due, &answer);
        answer
    }

    /// An idle connection may have been closed by the server meanwhile: then again on a new one, as a browser does.
    async fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> io::Result<Answer> {
        let lent = lock(&self.idle).pop();
        if let Some(mut connection) = lent
            && let Ok(answer) = connection.send(method, path, headers, body).await
        {
            lock(&self.idle).push(connection);
            return Ok(answer);
        }
        let mut connection = Connection::open(self.host).await?;
        let answer = connection.send(method, path, headers, body).await?;
        lock(&self.idle).push(connection);
        Ok(answer)
    }

    fn note(&self, step: Step, due: Instant, answer: &io::Result<Answer>) {
        let took = due.elapsed().as_secs_f64() * 1e3;
        let name = match answer {
            Ok(answer) if answer.status == 200 => "200".to_owned(),
            Ok(answer) => format!("{} {}", answer.status, code(&answer.body)),
            Err(_) => "failed".to_owned(),
        };
        let mut tallies = lock(&self.tallies);
        let tally = tallies.entry(step).or_default();
        *tally.answers.entry(name).or_default() += 1;
        tally.took.push(took);
    }

    /// Of each step: the answers, how many a second while people arrived, and the times in milliseconds.
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    pub(crate) fn figures(&self, arriving: Duration) -> Value {
        let mut all = serde_json::Map::new();
        for (step, tally) in &mut *lock(&self.tallies) {
            let took = &mut tally.took;
            took.sort_by(f64::total_cmp);
            let at = |percent: usize| took[(took.len() * percent).div_ceil(100) - 1];
            let figures = json!({
                "answers": tally.answers,
                "count": took.len(),
                "perSecond": took.len() as f64 / arriving.as_secs_f64(),
                "p50": at(50),
                "p99": at(99),
                "max": at(100),
            });
            all.insert(step.name().to_owned(), figures);
        }
        Value::Object(all)
    }
}

fn code(body: &[u8]) -> String {
    let answer: Value = serde_json::from_slice(body).unwrap_or_default();
    answer["error"]["errorCode"].as_str().unwrap_or_default().to_owned()
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().expect("nobody has panicked")
}
