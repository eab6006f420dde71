//! How e-mails are sent: to a relay, or as files in the data directory.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::transport::smtp::PoolConfig;
use lettre::{AsyncSmtpTransport, Tokio1Executor};

/// How long connecting to the relay may take.
const CONNECT: Duration = Duration::from_secs(20);

/// The directory of e-mails that are written as files.
pub fn mail_files(data_dir: &Path) -> PathBuf {
    data_dir.join("mail")
}

#[derive(Debug, Clone)]
pub enum Transport {
    /// A relay. Each letter has a connection of its own: one on which an answer is outstanding must not carry another letter.
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
    /// Files in this directory, named by time and row.
    Files(PathBuf),
}

impl Transport {
    /// The transport for a relay's URL, `smtp://user:pass@host:587?tls=required`, or files without one.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the URL, without its password.
    pub fn from_config(smtp_url: Option<&str>, data_dir: &Path) -> Result<Self, String> {
        let Some(url) = smtp_url.filter(|url| !url.is_empty()) else {
            return Ok(Self::Files(mail_files(data_dir)));
        };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| "not an SMTP URL (wanted: smtp://user:password@host:587?tls=required)".to_owned())?;
        let no_pool = PoolConfig::new().max_size(0);
        Ok(Self::Smtp(Box::new(builder.timeout(Some(CONNECT)).pool_config(no_pool).build())))
    }
}
