//! What this process counts, for `/metrics`. A label is always a word of the program (a template of a route, a code, a
//! job's name), so their number is bounded and none is about a person.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The route of what no template matches: pages, files of the site, unknown addresses.
pub const NO_ROUTE: &str = "other";
/// What all names begin with.
const PREFIX: &str = "sixfold";
/// Seconds until a response begins: from what memory answers to the time limit of a request.
const LATENCIES_S: [f64; 13] =
    [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    method: &'static str,
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnswerLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CodeLabel {
    code: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ChangeLabel {
    change: BookingChange,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabel {
    outcome: LetterOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct NotificationLabels {
    channel: Channel,
    outcome: LetterOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct NameLabel {
    name: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum BookingChange {
    Created,
    /// Moved, confirmed, or its details saved.
    Changed,
    /// Declined, not come, or a decline undone.
    Closed,
    Cancelled,
    /// An offer from the waiting list was accepted.
    Accepted,
    /// A team was saved, with the bookings of its members.
    Team,
}

impl BookingChange {
    const ALL: [Self; 6] =
        [Self::Created, Self::Changed, Self::Closed, Self::Cancelled, Self::Accepted, Self::Team];
}

/// How somebody is notified besides letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum Channel {
    Push,
    Text,
}

/// What became of one attempt to send a letter or a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum LetterOutcome {
    Sent,
    /// The relay does not take this letter yet.
    Deferred,
    /// The service could not be used, or asked for another attempt.
    Retried,
    GivenUp,
    /// No longer true when it could be sent.
    Dropped,
}

impl LetterOutcome {
    const ALL: [Self; 5] = [Self::Sent, Self::Deferred, Self::Retried, Self::GivenUp, Self::Dropped];
}

type Latencies = Family<RouteLabels, Histogram, fn() -> Histogram>;
/// Seconds since 1970.
type Time = Gauge<f64, AtomicU64>;

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    latencies: Latencies,
    answers: Family<AnswerLabels, Counter>,
    refusals: Family<CodeLabel, Counter>,
    bookings: Family<ChangeLabel, Counter>,
    letters: Family<OutcomeLabel, Counter>,
    notifications: Family<NotificationLabels, Counter>,
    rounds: Family<NameLabel, Time>,
    failures: Family<NameLabel, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix(PREFIX),
            latencies: Family::new_with_constructor(|| Histogram::new(LATENCIES_S)),
            answers: Family::default(),
            refusals: Family::default(),
            bookings: Family::default(),
            letters: Family::default(),
            notifications: Family::default(),
            rounds: Family::default(),
            failures: Family::default(),
        };
        metrics.register();
        // A counter that appears at its first count would hide that count from `increase`.
        for change in BookingChange::ALL {
            drop(metrics.bookings.get_or_create(&ChangeLabel { change }));
        }
        for outcome in LetterOutcome::ALL {
            drop(metrics.letters.get_or_create(&OutcomeLabel { outcome }));
            for channel in [Channel::Push, Channel::Text] {
                drop(metrics.notifications.get_or_create(&NotificationLabels { channel, outcome }));
            }
        }
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let Self {
            registry,
            latencies,
            answers,
            refusals,
            bookings,
            letters,
            notifications,
            rounds,
            failures,
        } = self;
        registry.register_with_unit(
            "http_request_duration",
            "Time until a response began, by the template of its route",
            Unit::Seconds,
            latencies.clone(),
        );
        registry.register("http_requests", "Requests answered, by template and status", answers.clone());
        registry.register("refusals", "Refused requests, by error code", refusals.clone());
        registry.register("booking_changes", "Calls that changed bookings", bookings.clone());
        registry.register("letters", "Attempts to send a letter, by outcome", letters.clone());
        registry.register(
            "notifications",
            "Attempts to send a notification or a text message, by outcome",
            notifications.clone(),
        );
        registry.register(
            "background_job_last_run_timestamp_seconds",
            "When a background job last finished a round, in seconds since 1970",
            rounds.clone(),
        );
        registry.register("background_job_failures", "Failures of background jobs", failures.clone());
    }

    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Counts an answered request. `route` is a template or [`NO_ROUTE`], never a path.
    pub fn answered(&self, method: &'static str, route: &str, status: u16, after: Duration) {
        let labels = RouteLabels { method, route: route.to_owned() };
        self.latencies.get_or_create(&labels).observe(after.as_secs_f64());
        let labels = AnswerLabels { method, route: labels.route, status };
        self.answers.get_or_create(&labels).inc();
    }

    pub fn refused(&self, code: &'static str) {
        self.refusals.get_or_create(&CodeLabel { code }).inc();
    }

    pub fn booking(&self, change: BookingChange) {
        self.bookings.get_or_create(&ChangeLabel { change }).inc();
    }

    pub fn letter(&self, outcome: LetterOutcome) {
        self.letters.get_or_create(&OutcomeLabel { outcome }).inc();
    }

    pub fn notified(&self, channel: Channel, outcome: LetterOutcome) {
        self.notifications.get_or_create(&NotificationLabels { channel, outcome }).inc();
    }

    /// Records that a background job has finished a round, whatever came of it.
    pub fn ran(&self, name: &'static str, now_ms: i64) {
        let since_1970 = Duration::from_millis(u64::try_from(now_ms).unwrap_or(0));
        self.rounds.get_or_create(&NameLabel { name }).set(since_1970.as_secs_f64());
        drop(self.failures.get_or_create(&NameLabel { name }));
    }

    pub fn failed(&self, name: &'static str) {
        self.failures.get_or_create(&NameLabel { name }).inc();
    }
}
