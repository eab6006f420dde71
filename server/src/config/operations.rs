//! The settings of what operators watch and how a server stops.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;
use sixfold_domain::time::Date;

use super::cli::values;
use super::error::ConfigError;

/// The variables of OpenTelemetry's own specification that name a receiver of traces.
const OTLP_VARIABLES: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

#[derive(Debug, Clone, Args)]
pub struct Operations {
    /// Where to serve `/metrics` for Prometheus, such as 127.0.0.1:9464; never on the public address [default: nowhere].
    #[arg(long, env = "SIXFOLD_METRICS_LISTEN", value_name = "ADDRESS", global = true,
        value_parser = values::address)]
    pub metrics_listen: Option<SocketAddr>,
    /// How long requests are still taken after the signal to stop, while `/readyz` says that the server is stopping.
    #[arg(long, env = "SIXFOLD_DRAIN_SECONDS", default_value_t = 0, global = true,
        value_parser = values::number::<u32>(0, 3600))]
    pub drain_seconds: u32,
    /// How many seconds a booking may have to wait: while it would be more, further ones get 503 at once.
    #[arg(long, env = "SIXFOLD_LONGEST_WAIT", default_value_t = 1, global = true,
        value_parser = values::number::<u32>(1, 30))]
    pub longest_wait: u32,
    /// Where to send traces, by OTLP over HTTP, such as `http://127.0.0.1:4318` [default: what
    /// OTEL_EXPORTER_OTLP_ENDPOINT says, else nowhere].
    #[arg(long, env = "SIXFOLD_OTLP_ENDPOINT", value_name = "URL", global = true)]
    pub otlp_endpoint: Option<String>,
    /// Days after their day until slots, ended waiting-list entries, settled requests and withdrawn cards are deleted.
    #[arg(long, env = "SIXFOLD_HISTORY_DAYS", default_value_t = 400, global = true,
        value_parser = values::number::<u32>(30, 36_500))]
    pub history_days: u32,
    /// Days until the figures of a day are deleted.
    #[arg(long, env = "SIXFOLD_FIGURES_DAYS", default_value_t = 3_650, global = true,
        value_parser = values::number::<u32>(366, 36_500))]
    pub figures_days: u32,
    /// Days until a revision of content is deleted, except the 20 newest of each item.
    #[arg(long, env = "SIXFOLD_REVISION_DAYS", default_value_t = 400, global = true,
        value_parser = values::number::<u32>(30, 36_500))]
    pub revision_days: u32,
    /// Days until e-mails that were written as files are deleted.
    #[arg(long, env = "SIXFOLD_MAIL_FILE_DAYS", default_value_t = 30, global = true,
        value_parser = values::number::<u32>(1, 3_650))]
    pub mail_file_days: u32,
}

impl Operations {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let wrong = |url: &String| !(url.starts_with("http://") || url.starts_with("https://"));
        if self.otlp_endpoint.as_ref().is_some_and(wrong) {
            return Err(ConfigError::new("--otlp-endpoint", "needs a URL, such as http://127.0.0.1:4318"));
        }
        Ok(())
    }

    /// The first day whose slots and ended waiting-list entries are kept (RULES 14.2).
    pub fn history_from(&self, today: Date) -> Date {
        days_before(today, self.history_days)
    }

    /// The first day whose figures are kept (RULES 14.2).
    pub fn figures_from(&self, today: Date) -> Date {
        days_before(today, self.figures_days)
    }

    pub fn drain(&self) -> Duration {
        Duration::from_secs(self.drain_seconds.into())
    }

    pub fn longest_wait(&self) -> Duration {
        Duration::from_secs(self.longest_wait.into())
    }

    /// Whether traces are sent.
    pub fn traces(&self) -> bool {
        let given = |name: &str| std::env::var_os(name).is_some_and(|url| !url.is_empty());
        self.otlp_endpoint.is_some() || OTLP_VARIABLES.into_iter().any(given)
    }
}

fn days_before(today: Date, days: u32) -> Date {
    today.add_days(-i32::try_from(days).unwrap_or(i32::MAX))
}
