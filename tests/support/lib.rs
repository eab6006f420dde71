//! Shared by the server's tests: the real router on a fresh database of either engine, a clock moved by hand, users who
//! can call, and reading of responses.
//!
//! Only time is faked: PostgreSQL is a real server that runs as long as the tests (see [`postgres`]).

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

pub mod app;
pub mod child_process;
pub mod client;
pub mod dice;
pub mod http;
pub mod mmdb;
pub mod parsers;
pub mod passkey;
pub mod past;
pub mod people;
pub mod pooler;
pub mod postgres;
pub mod replicated;
pub mod second_factor;
pub mod stopwatch;
pub mod store;
mod supervisor;
pub mod wallet_keys;

pub use app::TestApp;
pub use client::{Client, Reply};
pub use past::PastDay;
pub use people::Person;
pub use sixfold_server::db::Engine;
pub use stopwatch::Stopwatch;
pub use store::TestStore;

/// Runs each test on both engines:
///
/// ```text
/// both! {
///     async fn a_stranger_may_read_the_settings(app) {
///         assert_eq!(app.client().get("/api/event/config").await.status, 200);
///     }
/// }
/// ```
#[macro_export]
macro_rules! both {
    ($($(#[$attribute:meta])* async fn $name:ident($app:ident) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            #[expect(clippy::allow_attributes, reason = "not every test uses what its file imports")]
            #[allow(unused_imports)]
            use super::*;

            async fn run($app: $crate::TestApp) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let _watch = $crate::Stopwatch::start(concat!(module_path!(), "::sqlite"));
                run($crate::TestApp::spawn($crate::Engine::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let _watch = $crate::Stopwatch::start(concat!(module_path!(), "::postgres"));
                run($crate::TestApp::spawn($crate::Engine::Postgres).await).await;
            }
        }
    )*};
}
