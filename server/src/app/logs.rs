//! Log lines on the error output, and traces where a receiver is configured.

use tracing::Subscriber;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer};

use super::traces::{self, Traces};
use crate::app::error::RunError;
use crate::config::cli::LogFormat;
use crate::config::{Config, ConfigError};
use crate::db::SPANS;

/// Starts them; only a server sends traces.
pub(super) fn start(config: &Config, is_server: bool) -> Result<Traces, RunError> {
    let filter = EnvFilter::try_new(&config.log_filter).map_err(|_| {
        ConfigError::new(
            "--log",
            "needs error, warn, info, debug or trace, or a filter such as info,sqlx=warn",
        )
    })?;
    let wrong = |error: tracing_subscriber::util::TryInitError| RunError::Other(error.to_string());
    if !is_server || !config.operations.traces() {
        // One filter for all, the cheapest to ask.
        tracing_subscriber::registry().with(filter).with(lines(config)).try_init().map_err(wrong)?;
        return Ok(Traces::none());
    }
    let traces = Traces::start(&config.operations)?;
    let spans = traces::layer(&traces).with_filter(filter_fn(|of| of.is_span() && of.target() == SPANS));
    tracing_subscriber::registry()
        .with(lines(config).with_filter(filter))
        .with(spans)
        .try_init()
        .map_err(wrong)?;
    Ok(traces)
}

fn lines<S>(config: &Config) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let base = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    match config.log_format {
        LogFormat::Json => base.json().flatten_event(true).boxed(),
        LogFormat::Text => base.with_target(false).boxed(),
    }
}
