//! Notifications: what somebody has chosen, their devices, and what waits to be sent.

pub mod choice;
pub mod device;
pub mod message;
pub mod text;

use crate::db::{Conn, Result};

/// Forgets a person's devices, what waits for them, and what they chose.
pub async fn forget(conn: &mut Conn, uaid: &str) -> Result<()> {
    device::forget_all(conn, uaid).await?;
    text::forget(conn, uaid).await?;
    choice::forget(conn, uaid).await
}
