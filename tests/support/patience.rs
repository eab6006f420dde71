//! Waiting for what another task or process does.

use std::time::Duration;

/// Longer than anything takes on a busy machine: what has not happened by then never will.
pub const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(20);

/// Looks until something is found.
///
/// # Panics
/// With `missing` if nothing is.
pub async fn eventually<T>(missing: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let looking = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(PAUSE).await;
        }
    };
    tokio::time::timeout(PATIENCE, looking).await.unwrap_or_else(|_| panic!("{missing}"))
}

/// Waits until something is so.
///
/// # Panics
/// With `missing` if it never is.
pub async fn until(missing: &str, mut is_so: impl AsyncFnMut() -> bool) {
    eventually(missing, async || is_so().await.then_some(())).await;
}
