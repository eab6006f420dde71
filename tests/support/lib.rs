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
pub mod patience;
pub mod peer;
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
pub use patience::{PATIENCE, eventually, until};
pub use peer::Peer;
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
///
/// Each gets a [`TestApp`], or what `maker(engine).await` gives after `from maker;`. After `from maker?;` a maker that gives
/// `None` ends the test: something that it needs is not installed.
#[macro_export]
macro_rules! both {
    (from $maker:path; $($(#[$meta:meta])* async fn $name:ident($made:pat) $body:block)*) => {$(
        $crate::on_both!($(#[$meta])* $name, |engine| async move {
            let $made = $maker(engine).await;
            $body
        });
    )*};
    (from $($maker:ident)::+ ?; $($(#[$meta:meta])* async fn $name:ident($made:pat) $body:block)*) => {
        $crate::both! { @some $($maker)::+; $($(#[$meta])* async fn $name($made) $body)* }
    };
    (@some $maker:path; $($(#[$meta:meta])* async fn $name:ident($made:pat) $body:block)*) => {$(
        $crate::on_both!($(#[$meta])* $name, |engine| async move {
            let Some($made) = $maker(engine).await else { return };
            $body
        });
    )*};
    ($(#[$meta:meta])* async $($tests:tt)*) => {
        $crate::both! { from $crate::TestApp::spawn; $(#[$meta])* async $($tests)* }
    };
}

/// Writes a test once and runs it on both engines: `on_both!(name, |engine| async move { … });`.
#[macro_export]
macro_rules! on_both {
    ($(#[$meta:meta])* $name:ident, $body:expr) => {
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports, reason = "a test may need nothing of its file")]
            use super::*;

            // The body stands here once, so that it is compiled once.
            async fn on_engine(engine: $crate::Engine) {
                let test = $body;
                test(engine).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let _watch = $crate::Stopwatch::start(concat!(module_path!(), "::sqlite"));
                on_engine($crate::Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let _watch = $crate::Stopwatch::start(concat!(module_path!(), "::postgres"));
                on_engine($crate::Engine::Postgres).await;
            }
        }
    };
}
