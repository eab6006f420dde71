//! Traces, sent to a receiver by OTLP over HTTP: a span for each request, named by the template of its route, and for
//! what it waits for in the store. None of their attributes is about a person.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, Response};
use futures::future::BoxFuture;
use openidconnect::reqwest;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::Handle;
use tracing::{Span, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

use crate::app::error::RunError;
use crate::config::{ConfigError, Operations};
use crate::db::SPANS;
use crate::http::error::RefusalCode;

/// The name of the service, unless `OTEL_SERVICE_NAME` gives one.
const SERVICE: &str = "sixfold";
/// How long a receiver may take for a batch.
const WITHIN: Duration = Duration::from_secs(10);

/// What sends traces; nothing if no receiver is configured.
pub(super) struct Traces(Option<SdkTracerProvider>);

impl Traces {
    pub(super) fn none() -> Self {
        Self(None)
    }

    pub(super) fn start(operations: &Operations) -> Result<Self, RunError> {
        let wrong = |reason: String| RunError::Config(ConfigError::new("--otlp-endpoint", reason));
        let http = reqwest::Client::builder().timeout(WITHIN).redirect(reqwest::redirect::Policy::none());
        let client = Client {
            http: http.build().map_err(|error| wrong(error.to_string()))?,
            runtime: Handle::current(),
            refused: Arc::default(),
        };
        let mut exporter =
            SpanExporter::builder().with_http().with_http_client(client).with_protocol(Protocol::HttpBinary);
        if let Some(url) = &operations.otlp_endpoint {
            exporter = exporter.with_endpoint(format!("{}/v1/traces", url.trim_end_matches('/')));
        }
        let exporter = exporter.build().map_err(|error| wrong(error.to_string()))?;
        let mut resource = Resource::builder();
        if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name(SERVICE);
        }
        let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = resource.with_attribute(version).build();
        let provider =
            SdkTracerProvider::builder().with_resource(resource).with_batch_exporter(exporter).build();
        Ok(Self(Some(provider)))
    }

    /// Sends what has not been sent.
    pub(super) async fn end(self) {
        let Some(provider) = self.0 else { return };
        // Waits for the sender's own thread, which needs the runtime meanwhile.
        let ended = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(WITHIN)).await;
        if let Ok(Err(error)) = ended {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}

pub(super) fn layer<S>(traces: &Traces) -> Option<impl Layer<S> + use<S>>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let tracer = traces.0.as_ref()?.tracer(SERVICE);
    Some(
        tracing_opentelemetry::layer()
            .with_tracer(tracer)
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false),
    )
}

/// The span of a call; costs nothing while no traces are sent.
pub(super) fn call(method: &'static str, route: &str, id: &str) -> Span {
    let span = tracing::trace_span!(
        target: SPANS,
        "request",
        otel.name = tracing::field::Empty,
        otel.kind = "server",
        otel.status_code = tracing::field::Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = tracing::field::Empty,
        error.type = tracing::field::Empty,
        request.id = id,
    );
    if !span.is_disabled() {
        span.record("otel.name", format!("{method} {route}"));
    }
    span
}

/// Records how a call was answered.
pub(super) fn answered(span: &Span, status: u16, refused: Option<RefusalCode>) {
    if span.is_disabled() {
        return;
    }
    span.record("http.response.status_code", status);
    if let Some(RefusalCode(code)) = refused {
        span.record("error.type", code);
    }
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}

/// Sends on the server's runtime what the exporter's own thread wants sent.
#[derive(Debug)]
struct Client {
    http: reqwest::Client,
    runtime: Handle,
    /// Whether the last batch was not taken: an outage is logged once.
    refused: Arc<AtomicBool>,
}

impl HttpClient for Client {
    fn send_bytes<'s, 'f>(
        &'s self,
        request: Request<Bytes>,
    ) -> BoxFuture<'f, Result<Response<Bytes>, HttpError>>
    where
        's: 'f,
        Self: 'f,
    {
        let (http, refused) = (self.http.clone(), self.refused.clone());
        let sending = self.runtime.spawn(async move {
            let sent = send(&http, request).await;
            let taken = sent.as_ref().is_ok_and(|answer| answer.status().is_success());
            match (refused.swap(!taken, Ordering::Relaxed), &sent) {
                (false, Err(error)) => tracing::warn!(%error, "traces cannot be sent"),
                (false, Ok(answer)) if !taken => {
                    tracing::warn!(status = answer.status().as_u16(), "the receiver refuses traces");
                }
                (true, Ok(_)) if taken => tracing::info!("traces are taken again"),
                _ => {}
            }
            sent
        });
        Box::pin(async move { sending.await? })
    }
}

async fn send(http: &reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let response = http.execute(request.try_into()?).await?;
    let mut answer = Response::builder().status(response.status());
    if let Some(headers) = answer.headers_mut() {
        headers.clone_from(response.headers());
    }
    Ok(answer.body(response.bytes().await?)?)
}
