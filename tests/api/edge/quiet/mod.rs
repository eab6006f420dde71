//! Secrets and medical data never reach a log line or a refusal. Unique words are planted in every such field during a walk
//! through the product, with good calls and bad ones; then everything that was logged is searched.

mod athlete;
mod house;
pub(super) mod log;

use sixfold_server::db::Engine;
use sixfold_tests::{Reply, TestApp};

use self::log::{Log, keep};
use crate::event::stage::week;

const EMAIL: &str = "canary-of-the-address@athletes.example";

/// The words planted, and the refusals.
#[derive(Default)]
struct Walk {
    planted: Vec<String>,
    refusals: Vec<String>,
}

impl Walk {
    /// Remembers a word to search for afterwards.
    fn plant(&mut self, word: impl Into<String>) -> String {
        let word = word.into();
        assert!(word.len() >= 8, "too short to be looked for: {word}");
        self.planted.push(word.clone());
        word
    }

    /// Remembers an answer if it is a refusal, and returns it.
    fn seen(&mut self, reply: Reply) -> Reply {
        if reply.status.as_u16() >= 400 {
            self.refusals.push(format!("{} {:?} {}", reply.status, reply.headers, reply.text()));
        }
        reply
    }

    fn refused(&mut self, status: u16, reply: Reply) {
        assert_eq!(reply.status.as_u16(), status, "{}", reply.text());
        self.seen(reply);
    }
}

async fn run(engine: Engine) {
    let log = Log::default();
    let guard = keep(&log);
    tracing::trace!("the walk begins");
    let app = TestApp::spawn(engine).await;
    app.set_schedule(week(6)).await;
    let mut walk = Walk::default();
    walk.plant("canary-of-the-address");
    let (token, password) = athlete::sign_up_and_in(&app, &mut walk).await;
    athlete::browse(&app, &mut walk, &password).await;
    athlete::use_account(&app, &mut walk, &token).await;
    athlete::book(&app, &mut walk, &token).await;
    house::enrol(&app, &mut walk).await;
    house::hand_out_links(&app, &mut walk).await;
    let password = athlete::reset(&app, &mut walk).await;
    let told = house::configure(&mut walk);
    walk.refusals.extend(told);
    walk.refusals.push(format!("{:?}", app.state));
    house::fail(&app, &mut walk, &token, &password).await;
    drop(guard);

    let logged = log.text();
    assert!(logged.contains("answered") && logged.contains("/api/user/login"), "the log was kept");
    assert!(logged.contains("the walk begins"), "down to the last level");
    assert!(logged.contains("a request failed"), "failures were logged");
    assert!(logged.contains("it broke at /x"), "a browser's report was logged");
    assert!(walk.refusals.len() > 40 && walk.planted.len() > 40, "the walk went its way");
    for word in &walk.planted {
        if let Some(line) = logged.lines().find(|line| line.contains(word.as_str())) {
            panic!("{word:?} was logged: {line}");
        }
        if let Some(refusal) = walk.refusals.iter().find(|refusal| refusal.contains(word.as_str())) {
            let begin: String = refusal.chars().take(300).collect();
            panic!("{word:?} was told in a refusal: {begin}");
        }
    }
}

#[tokio::test]
async fn nothing_secret_is_logged_or_told_on_sqlite() {
    run(Engine::Sqlite).await;
}

#[tokio::test]
async fn nothing_secret_is_logged_or_told_on_postgres() {
    run(Engine::Postgres).await;
}
