//! `GET /metrics` for Prometheus, on a listener of its own: what the process has counted, and what is found when it is
//! asked (the store, the outbox, streams, boards).

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::db::messages::mail::{self, Waiting};
use crate::db::messages::notification::message;
use crate::db::{DbError, topic};
use crate::http::ApiError;
use crate::state::AppState;

/// How long the store may take to be asked: shorter than Prometheus waits by default.
const WITHIN: Duration = Duration::from_secs(5);
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the store says.
struct Stored {
    waiting: Waiting,
    notifications: i64,
    board_version: i64,
}

pub fn router(state: AppState) -> Router {
    Router::new().route("/metrics", get(scrape)).with_state(state)
}

async fn scrape(State(state): State<AppState>) -> Response {
    let (stored, cannot_write) = futures::join!(
        tokio::time::timeout(WITHIN, ask(&state)),
        state.readiness.cannot_write(&state.db, state.clock.now_ms())
    );
    // Without an answer the gauges of the store are missing, rather than old.
    let stored = stored.ok().and_then(|stored| {
        stored.inspect_err(|error| tracing::warn!(%error, "the store does not answer for the metrics")).ok()
    });
    let mut text = String::new();
    let written = prometheus_text::encode(&mut text, state.metrics.registry())
        .and_then(|()| prometheus_text::encode(&mut text, &gauges(&state, stored, cannot_write.is_none())));
    match written {
        Ok(()) => ([(header::CONTENT_TYPE, TEXT)], text).into_response(),
        Err(error) => ApiError::internal(error).into_response(),
    }
}

async fn ask(state: &AppState) -> Result<Stored, DbError> {
    let now_ms = state.clock.now_ms();
    state
        .db
        .read(async |conn| {
            Ok(Stored {
                waiting: mail::waiting(conn, now_ms).await?,
                notifications: message::waiting(conn).await?,
                board_version: topic::version(conn, topic::BOARD).await?,
            })
        })
        .await
}

fn gauges(state: &AppState, stored: Option<Stored>, is_writable: bool) -> Registry {
    let mut registry = Registry::with_prefix("sixfold");
    registry.register("build", "The running version", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    let mut put = |name: &str, help: &str, value: i64| {
        let gauge: Gauge = Gauge::default();
        gauge.set(value);
        registry.register(name, help, gauge);
    };
    let load = state.db.load();
    if let Some(queued) = load.queued {
        put("writer_queue_jobs", "Jobs that wait for SQLite's writer", count(queued));
    }
    let (inside, waiting, people) = state.waiting_room.counts(state.clock.now_ms());
    put("people_inside", "People who used the site within a minute", count(inside));
    put("people_waiting", "People in the waiting room", i64::try_from(waiting).unwrap_or(i64::MAX));
    put("people_max", "People who may be inside before others wait", people.into());
    put("live_streams", "Open live streams", count(state.live.open()));
    put("live_streams_max", "Live streams that may be open", count(state.config.live.streams));
    put("boards_version", "The version that the boards show", state.boards.version());
    put("background_jobs_ended", "Background jobs that have ended", count(state.readiness.names().len()));
    put("draining", "1 once the server has been told to stop", i64::from(state.readiness.is_draining()));
    let doubted = state.clock_guard.warning(state.clock.now_ms()).is_some();
    put("clock_doubted", "1 while the clock is not trusted", i64::from(doubted));
    put("store_up", "Whether the store answered for these metrics", i64::from(stored.is_some()));
    put("store_writable", "Whether the store took a write for these metrics", i64::from(is_writable));
    if let Some(Stored { waiting, notifications, board_version }) = stored {
        put("boards_stored_version", "The version of the boards in the store", board_version);
        put("outbox_waiting_letters", "Letters that have not been sent", waiting.letters);
        put("outbox_failed_letters", "Letters that were given up", waiting.failed);
        let help = "Letters that have failed three times, written since the last one was sent";
        put("outbox_blocked_letters", help, waiting.blocked);
        put("outbox_waiting_notifications", "Notifications that have not been sent", notifications);
        let mut age = |name: &str, help: &str, ms: i64| {
            let gauge: Gauge = Gauge::default();
            gauge.set(ms / 1000);
            registry.register_with_unit(name, help, Unit::Seconds, gauge);
        };
        age("outbox_age", "How long ago the oldest letter was written that is not sent", waiting.age_ms);
        age("outbox_overdue", "How long the longest waiting letter has been due", waiting.overdue_ms);
    }
    if let Some(wallet) = &state.config.wallets.apple {
        let end: Gauge = Gauge::default();
        end.set(wallet.end_ms() / 1000);
        let help = "When the certificate for Apple Wallet expires";
        registry.register_with_unit("wallet_certificate_end_timestamp", help, Unit::Seconds, end);
    }
    let connections: Family<[(&str, &str); 1], Gauge> = Family::default();
    for (at, number) in [("idle", load.idle), ("used", load.connections - load.idle)] {
        connections.get_or_create(&[("state", at)]).set(number);
    }
    registry.register("store_connections", "Connections of the pool to the store", connections);
    let most: Gauge = Gauge::default();
    most.set(load.most_connections);
    registry.register("store_connections_max", "Connections that the pool may have", most);
    registry
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
