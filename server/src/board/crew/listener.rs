//! One listener of a crew. It learns that the board has changed, not how; its stream ends when they may no longer
//! see the crew.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use futures::future::BoxFuture;
use futures::stream::{self, Stream, StreamExt as _};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep};

use super::reading::CrewReading;
use crate::board::live::StreamPermit;
use crate::http::server_sent::{BEAT, RETRY};

/// Says whether a session still lasts.
pub type SignedIn = Box<dyn Fn() -> BoxFuture<'static, bool> + Send + Sync>;

pub struct Listener {
    pub uaid: String,
    /// Asked at each beat.
    pub signed_in: SignedIn,
    pub permit: StreamPermit,
}

struct Client {
    newest: watch::Receiver<Option<Arc<CrewReading>>>,
    listener: Listener,
    /// The version that they were last notified of.
    seen: Option<String>,
    period: Duration,
    beat: Pin<Box<Sleep>>,
}

/// The data for a listener, until they may not listen any more.
pub(super) fn listen(
    newest: watch::Receiver<Option<Arc<CrewReading>>>,
    listener: Listener,
    last: Option<String>,
    period: Duration,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + use<> {
    let mut newest = newest;
    newest.mark_changed();
    let client = Client { newest, listener, seen: last, period, beat: Box::pin(sleep(period)) };
    let rest = stream::unfold(client, |mut client| async move {
        let piece = client.next().await?;
        Some((piece, client))
    });
    stream::iter([Bytes::from_static(RETRY)]).chain(rest).map(Ok)
}

impl Client {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let piece = tokio::select! {
                changed = self.newest.changed() => {
                    changed.ok()?;
                    // None: the crew or the server has ended.
                    let reading = self.newest.borrow_and_update().clone()?;
                    // By the same reading that they are notified of: nobody hears of a change that was made after they had left.
                    if !reading.admits(&self.listener.uaid) {
                        return None;
                    }
                    self.event(&reading)
                }
                () = &mut self.beat => {
                    if !(self.listener.signed_in)().await {
                        return None;
                    }
                    Some(Bytes::from_static(BEAT))
                }
            };
            if piece.is_some() {
                self.beat.as_mut().reset(Instant::now() + self.period);
                return piece;
            }
        }
    }

    fn event(&mut self, reading: &CrewReading) -> Option<Bytes> {
        let version = &reading.version;
        if self.seen.as_ref() == Some(version) {
            return None;
        }
        self.seen = Some(version.clone());
        Some(format!("event: changed\ndata: {{\"version\":\"{version}\"}}\nid: {version}\n\n").into())
    }
}
