//! Sending mail: through an SMTP relay if one is configured, otherwise as one `.eml` file per message in the data
//! directory.

use std::error::Error as _;
use std::path::Path;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use super::mime::{self, MimeError};
pub use crate::config::Transport;
use crate::db::messages::mail::Stored;

/// How long the relay may take for one letter, from the connection to its last answer: the library limits the connection alone.
const WITHIN: Duration = Duration::from_mins(1);
/// How long it may take to say whether it accepts mail at all. With [`WITHIN`] less than a letter is claimed for.
const CHECK_WITHIN: Duration = Duration::from_secs(20);
/// How long one attempt may take.
pub const ATTEMPT_WITHIN: Duration = WITHIN.saturating_add(CHECK_WITHIN);

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum DeliverError {
    /// It can never be sent: the address or the message itself is wrong, or the relay refused it for good.
    #[error("{0}")]
    Never(String),
    /// The relay takes letters, but not this one yet: it said so of the recipient or the letter.
    #[error("{0}")]
    Deferred(String),
    /// It may be sent later: no connection, a busy relay, a full disk.
    #[error("{0}")]
    Later(String),
}

impl DeliverError {
    /// The reason without what the relay says: it may quote the recipient's address.
    pub fn for_log(&self) -> &str {
        let (Self::Never(reason) | Self::Deferred(reason) | Self::Later(reason)) = self;
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
            Self::Smtp(relay) => match tokio::time::timeout(WITHIN, relay.send(message)).await {
                Ok(Ok(_)) => Ok(()),
                Ok(Err(error)) if is_final(&error) && takes_mail(relay).await => {
                    Err(DeliverError::Never(error.to_string()))
                }
                Ok(Err(error)) if !is_final(&error) && is_about_letter(&error) => {
                    Err(DeliverError::Deferred(error.to_string()))
                }
                Ok(Err(error)) => Err(DeliverError::Later(error.to_string())),
                Err(_) => Err(DeliverError::Later("the relay did not answer within a minute".to_owned())),
            },
            Self::Files(directory) => write_file(directory, stored, &message.formatted())
                .await
                .map_err(|e| DeliverError::Later(e.to_string())),
        }
    }
}

/// Whether the relay refused the recipient or the letter itself: mailbox unknown or not allowed, content refused. A
/// refused login (530, 534, 535, 538), a full quota (552) and other problems of the relay or of ours can be fixed, and so can a
/// day's limit or a sender that the relay does not accept, which only the enhanced code tells from an unknown mailbox.
fn is_final(error: &smtp::Error) -> bool {
    let basic = error.status().filter(|_| error.is_permanent()).map(u16::from);
    matches!(basic, Some(501 | 521 | 550 | 551 | 553 | 554 | 555 | 556))
        && enhanced_code(error).is_none_or(|code| match code {
            // The sender's address.
            (1, 7 | 8) => false,
            // The recipient's address, a mailbox that is closed, the syntax, the letter.
            (1 | 5 | 6, _) | (2, 1) => true,
            _ => false,
        })
}

/// Whether a refusal that is not final is about the recipient or the letter: a domain that is not found, a full mailbox,
/// greylisting (4.7.1). Any other is about the relay, or about all that we send.
fn is_about_letter(error: &smtp::Error) -> bool {
    let is_mailbox_busy = error.status().map(u16::from) == Some(450);
    enhanced_code(error).map_or(is_mailbox_busy, |code| match code {
        // The sender's address.
        (1, 7 | 8) => false,
        (1 | 2 | 6, _) => true,
        (7, 1) => error.is_transient(),
        _ => false,
    })
}

/// Subject and detail of the enhanced code (RFC 3463) with which a refusal begins.
fn enhanced_code(error: &smtp::Error) -> Option<(u16, u16)> {
    let class = if error.is_permanent() { "5." } else { "4." };
    let reply = error.source()?.to_string();
    let code = reply.split_whitespace().next()?.strip_prefix(class)?;
    let (subject, detail) = code.split_once('.')?;
    Some((subject.parse().ok()?, detail.parse().ok()?))
}

/// Whether the relay accepts our connection and login: the same codes in its greeting (554, 521) mean that it takes no
/// mail at all.
async fn takes_mail(relay: &AsyncSmtpTransport<Tokio1Executor>) -> bool {
    matches!(tokio::time::timeout(CHECK_WITHIN, relay.test_connection()).await, Ok(Ok(true)))
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
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
    use tokio::net::TcpListener;

    use super::*;
    use crate::db::messages::mail::{Body, Rendered};

    fn letter() -> Stored {
        let body = Rendered {
            text: "Plain".into(),
            html: "<p>Rich</p>".into(),
            ticket_code: None,
            calendar: None,
            reply_to: String::new(),
        };
        Stored {
            id: "0192".into(),
            kind: "booking-confirmed".into(),
            to_address: "zoe@athletes.example".into(),
            to_name: String::new(),
            subject: "You're in".into(),
            body: Body::Rendered(body),
            created_at: 1_795_000_000_000,
            attempts: 0,
        }
    }

    /// A relay that gives these answers on each connection, then none, and keeps the connection open; and how many there were.
    async fn falls_silent(answers: &'static [&'static str]) -> (Transport, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let connections = Arc::<AtomicUsize>::default();
        let counted = connections.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                counted.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(async move {
                    let (read, mut write) = stream.into_split();
                    let mut lines = BufReader::new(read).lines();
                    for answer in answers {
                        write.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
                        lines.next_line().await.unwrap();
                    }
                    std::future::pending::<()>().await;
                });
            }
        });
        (Transport::from_config(Some(&url), Path::new("")).unwrap(), connections)
    }

    /// Silent from the start, after its greeting, and with half a letter.
    const ANSWERS: [&[&str]; 3] = [
        &[],
        &["220 relay.example ESMTP"],
        &["220 relay.example ESMTP", "250 relay.example", "250 Ok", "250 Ok", "354 Go on"],
    ];

    #[tokio::test(start_paused = true)]
    async fn a_relay_that_falls_silent_only_delays_a_letter() {
        let from: Mailbox = "Sixfold <hello@sixfold.example>".parse().unwrap();
        for answers in ANSWERS {
            let (letter, (transport, connections)) = (letter(), falls_silent(answers).await);
            for attempt in 1..=2 {
                let sending = transport.send(&letter, &from);
                let sent =
                    tokio::time::timeout(Duration::from_mins(2), sending).await.expect("it never ends");
                assert!(matches!(sent, Err(DeliverError::Later(_))), "{sent:?}");
                // Whatever the relay says later must not be read as the answer about another letter.
                assert_eq!(connections.load(Ordering::SeqCst), attempt, "{answers:?}");
            }
        }
    }

    #[tokio::test]
    async fn a_relay_that_refuses_one_recipient_for_now_is_not_away() {
        const RECIPIENT: [&[&str]; 4] = [
            &["220 relay.example", "250 Hello", "250 Ok", "450 4.1.2 Domain not found", "221 Bye"],
            &["220 relay.example", "250 Hello", "250 Ok", "450 Mailbox busy", "221 Bye"],
            &["220 relay.example", "250 Hello", "250 Ok", "451 4.7.1 Greylisted", "221 Bye"],
            &["220 relay.example", "250 Hello", "250 Ok", "552 5.2.2 Mailbox full", "221 Bye"],
        ];
        const RELAY: [&[&str]; 5] = [
            &["421 4.3.2 Closing"],
            &["220 relay.example", "250 Hello", "454 4.7.0 Try again", "221 Bye"],
            &["220 relay.example", "250 Hello", "530 5.7.1 Log in first", "221 Bye"],
            &["220 relay.example", "250 Hello", "450 4.1.8 Sender's domain not found", "221 Bye"],
            &["220 relay.example", "250 Hello", "250 Ok", "452 4.3.1 Disk full", "221 Bye"],
        ];
        let from: Mailbox = "Sixfold <hello@sixfold.example>".parse().unwrap();
        for answers in RECIPIENT {
            let sent = falls_silent(answers).await.0.send(&letter(), &from).await;
            assert!(matches!(sent, Err(DeliverError::Deferred(_))), "{answers:?}: {sent:?}");
        }
        for answers in RELAY {
            let sent = falls_silent(answers).await.0.send(&letter(), &from).await;
            assert!(matches!(sent, Err(DeliverError::Later(_))), "{answers:?}: {sent:?}");
        }
    }

    #[test]
    fn what_a_relay_says_is_not_logged() {
        let refused = "permanent error (550): 5.1.1 <robin@athletes.example>: Recipient address rejected";
        assert_eq!(DeliverError::Never(refused.to_owned()).for_log(), "permanent error (550)");
        assert_eq!(DeliverError::Later("Connection error".to_owned()).for_log(), "Connection error");
    }
}
