//! One listener: a reference to the newest state and a timer, nothing that grows. Unread data waits in the connection;
//! data that is replaced meanwhile is never sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use futures::stream::{self, Stream, StreamExt as _};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep};

use super::frames::{Frames, ListenerState, Versions};
use crate::http::count::Counted;
use crate::http::server_sent::{BEAT, RETRY};

/// The newest state, which everybody listens to; none once the server is stopping.
pub(super) type Newest = watch::Receiver<Option<Arc<Frames>>>;

/// One of the streams that may be open at once, until it is dropped.
#[derive(Debug)]
pub struct StreamPermit(
    Arc<AtomicUsize>,
    #[expect(dead_code, reason = "counts as long as it is held")] Counted<String>,
);

impl StreamPermit {
    /// Takes one of `all`, if one is free. `counted` is the address's.
    pub(super) fn acquire(taken: &Arc<AtomicUsize>, all: usize, counted: Counted<String>) -> Option<Self> {
        let free = |count: usize| (count < all).then_some(count + 1);
        taken
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, free)
            .ok()
            .map(|_| Self(taken.clone(), counted))
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

struct Client {
    newest: Newest,
    seen: ListenerState,
    period: Duration,
    beat: Pin<Box<Sleep>>,
    _permit: StreamPermit,
}

/// The data for a listener, from `frames` on, until the server stops or the client disconnects.
pub(super) fn listen(
    newest: Newest,
    frames: &Frames,
    last: Option<Versions>,
    period: Duration,
    permit: StreamPermit,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + use<> {
    let (seen, first) = frames.begin(last);
    let client = Client { newest, seen, period, beat: Box::pin(sleep(period)), _permit: permit };
    let opening = [Some(Bytes::from_static(RETRY)), first].into_iter().flatten();
    let rest = stream::unfold(client, |mut client| async move {
        let piece = client.next().await?;
        Some((piece, client))
    });
    stream::iter(opening).chain(rest).map(Ok)
}

impl Client {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let piece = tokio::select! {
                changed = self.newest.changed() => {
                    changed.ok()?;
                    // None: the server is stopping.
                    let frames = self.newest.borrow_and_update().clone()?;
                    frames.after(&mut self.seen)
                }
                () = &mut self.beat => Some(Bytes::from_static(BEAT)),
            };
            if piece.is_some() {
                self.beat.as_mut().reset(Instant::now() + self.period);
                return piece;
            }
        }
    }
}
