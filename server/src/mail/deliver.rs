//! Sending mail: through an SMTP relay if one is configured, otherwise as one `.eml` file per message in the data
//! directory.

use std::path::Path;

use lettre::message::Mailbox;
use lettre::transport::smtp;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use super::mime::{self, MimeError};
pub use crate::config::Transport;
use crate::db::messages::mail::Stored;

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum DeliverError {
    /// It can never be sent: the address or the message itself is wrong, or the relay refused it for good.
    #[error("{0}")]
    Never(String),
    /// It may be sent later: no connection, a busy relay, a full disk.
    #[error("{0}")]
    Later(String),
}

impl DeliverError {
    /// The reason without what the relay says: it may quote the recipient's address.
    pub fn for_log(&self) -> &str {
        let (Self::Never(reason) | Self::Later(reason)) = self;
        reason.split_once(": ").map_or(reason.as_str(), |(kind, _)| kind)
    }
}

impl From<MimeError> for DeliverError {
    fn from(error: MimeError) -> Self {
        Self::Never(error.to_string())
    }
}

impl Transport {
    pub async fn send(&self, stored: &Stored, from: &Mailbox) -> Result<(), DeliverError> {
        let message = mime::build(stored, from)?;
        match self {
            Self::Smtp(relay) => match relay.send(message).await {
                Ok(_) => Ok(()),
                Err(error) if is_final(&error) && takes_mail(relay).await => {
                    Err(DeliverError::Never(error.to_string()))
                }
                Err(error) => Err(DeliverError::Later(error.to_string())),
            },
            Self::Files(directory) => write_file(directory, stored, &message.formatted())
                .await
                .map_err(|e| DeliverError::Later(e.to_string())),
        }
    }
}

/// Whether the relay refused the recipient or the letter itself: mailbox unknown or not allowed, content refused. A
/// refused login (530, 534, 535, 538), a full quota (552) and other problems of the relay or of ours can be fixed.
fn is_final(error: &smtp::Error) -> bool {
    error.is_permanent()
        && error
            .status()
            .is_some_and(|code| matches!(u16::from(code), 501 | 521 | 550 | 551 | 553 | 554 | 555 | 556))
}

/// Whether the relay accepts our connection and login: the same codes in its greeting (554, 521) mean that it takes no
/// mail at all.
async fn takes_mail(relay: &AsyncSmtpTransport<Tokio1Executor>) -> bool {
    relay.test_connection().await.unwrap_or(false)
}

/// Writes to a temporary file and renames it, so that nobody who watches the directory sees half a message.
async fn write_file(directory: &Path, stored: &Stored, bytes: &[u8]) -> std::io::Result<()> {
    tokio::fs::create_dir_all(directory).await?;
    let name = format!("{}-{}-{}", stored.created_at, stored.kind, stored.id);
    let (draft, target) = (directory.join(format!(".{name}.part")), directory.join(format!("{name}.eml")));
    tokio::fs::write(&draft, bytes).await?;
    tokio::fs::rename(&draft, &target).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_relay_says_is_not_logged() {
        let refused = "permanent error (550): 5.1.1 <robin@athletes.example>: Recipient address rejected";
        assert_eq!(DeliverError::Never(refused.to_owned()).for_log(), "permanent error (550)");
        assert_eq!(DeliverError::Later("Connection error".to_owned()).for_log(), "Connection error");
    }
}
