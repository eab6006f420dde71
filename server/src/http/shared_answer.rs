//! One reading of the store that answers everybody who asked before it began. Nobody gets an answer that is older than
//! their question, and a crowd that asks the same costs as much as one person.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use tokio::sync::Mutex;

use super::error::ApiError;

#[derive(Debug)]
pub struct SharedAnswer<T = Bytes> {
    /// How many have asked.
    asked: AtomicU64,
    /// The newest reading, locked while the store is read.
    newest: Mutex<Reading<T>>,
}

#[derive(Debug)]
struct Reading<T> {
    /// How many had asked when it began.
    answers: u64,
    /// None if it failed.
    body: Option<T>,
}

impl<T> Default for SharedAnswer<T> {
    fn default() -> Self {
        Self { asked: AtomicU64::new(0), newest: Mutex::new(Reading { answers: 0, body: None }) }
    }
}

impl<T: Clone> SharedAnswer<T> {
    /// The body, read by this caller or by another one since this one asked. If another's reading failed: 503.
    pub async fn get(&self, read: impl Future<Output = Result<T, ApiError>>) -> Result<T, ApiError> {
        let number = self.asked.fetch_add(1, Ordering::AcqRel) + 1;
        let mut newest = self.newest.lock().await;
        if newest.answers >= number {
            return newest.body.clone().ok_or_else(|| ApiError::unavailable(1));
        }
        let answers = self.asked.load(Ordering::Acquire);
        let read = read.await;
        *newest = Reading { answers, body: read.as_ref().ok().cloned() };
        read
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::Semaphore;

    use super::*;

    /// A store whose value changes with each reading, and whose readings wait to be let through.
    struct Store {
        shared: SharedAnswer,
        readings: AtomicU64,
        gate: Semaphore,
    }

    impl Store {
        async fn ask(self: Arc<Self>) -> Result<Bytes, ApiError> {
            let reading = async {
                let number = self.readings.fetch_add(1, Ordering::SeqCst) + 1;
                self.gate.acquire().await.unwrap().forget();
                if number == 3 { Err(ApiError::unavailable(9)) } else { Ok(Bytes::from(number.to_string())) }
            };
            self.shared.get(reading).await
        }
    }

    #[tokio::test]
    async fn who_asks_during_a_reading_gets_the_next_one_and_shares_it() {
        let store = Arc::new(Store {
            shared: SharedAnswer::default(),
            readings: AtomicU64::new(0),
            gate: Semaphore::new(0),
        });
        let first = tokio::spawn(store.clone().ask());
        while store.readings.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        let others: Vec<_> = (0..20).map(|_| tokio::spawn(store.clone().ask())).collect();
        while store.shared.asked.load(Ordering::SeqCst) < 21 {
            tokio::task::yield_now().await;
        }
        store.gate.add_permits(2);
        assert_eq!(first.await.unwrap().unwrap(), "1");
        for other in others {
            assert_eq!(other.await.unwrap().unwrap(), "2", "a reading that began before the question");
        }
        // The third reading fails, the fourth does not.
        store.gate.add_permits(2);
        assert!(store.clone().ask().await.is_err());
        assert_eq!(store.clone().ask().await.unwrap(), "4");
    }
}
