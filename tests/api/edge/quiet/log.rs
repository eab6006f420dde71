//! Everything that a test logs: every crate, every task of the thread, down to `trace`.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

use tracing::Dispatch;
use tracing::dispatcher::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::FmtSpan;

#[derive(Clone, Default)]
pub(in crate::edge) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(in crate::edge) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

fn everything(writer: Log) -> Dispatch {
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_span_events(FmtSpan::FULL)
        .with_ansi(false)
        .with_writer(writer);
    Dispatch::new(subscriber.finish())
}

/// Writes what this thread logs to a log until the guard is dropped.
pub(in crate::edge) fn keep(log: &Log) -> DefaultGuard {
    // With a single subscriber, a call site that logs for the first time asks only its own thread whether it is enabled, and
    // remembers a no from another test's thread. With two more that stay alive it asks them all.
    static LISTENERS: OnceLock<[Dispatch; 2]> = OnceLock::new();
    LISTENERS.get_or_init(|| [everything(Log::default()), everything(Log::default())]);
    tracing::dispatcher::set_default(&everything(log.clone()))
}

/// The control: what is logged on purpose is found, from another task of the test too.
#[tokio::test]
async fn a_word_that_is_logged_on_purpose_is_found() {
    let log = Log::default();
    let _guard = keep(&log);
    tracing::trace!(field = "canary-in-a-field", "canary-in-a-message");
    tokio::spawn(async { tracing::debug!("canary-in-a-task") }).await.unwrap();
    for word in ["canary-in-a-field", "canary-in-a-message", "canary-in-a-task"] {
        assert!(log.text().contains(word), "{word}");
    }
}
