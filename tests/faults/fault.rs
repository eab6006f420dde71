//! The faults: the names that the command takes, and the code of each.

use std::time::Duration;

use clap::ValueEnum;
use sixfold_tests::Engine;
use tempfile::TempDir;

use crate::faults::{
    clients, clock, connections, disk, failover, hub, mail, network, node, postgres, provider,
};
use crate::node::Node;
use crate::store::{self, Store, Template};
use crate::world::{Services, World};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    None,
    /// A node is killed with kill -9 and started again.
    KillNode,
    PauseNode,
    /// PostgreSQL is killed with kill -9 and started again.
    KillPostgres,
    PausePostgres,
    /// The primary is killed, and its synchronous replica takes over.
    Failover,
    /// PostgreSQL has no free connection.
    Connections,
    /// The disk of the SQLite database is full.
    FullDisk,
    /// The disk takes only a few writes a second. Needs root.
    SlowDisk,
    /// Clients send half a request, or hang up before the answer.
    Clients,
    /// The mail relay refuses connections, or every letter for now.
    RelayAway,
    RelaySlow,
    /// The relay takes letters and disconnects before it confirms them.
    RelaySilent,
    /// The identity provider refuses connections.
    ProviderAway,
    ProviderSlow,
    /// The provider takes requests and does not answer.
    ProviderSilent,
    /// The content hub refuses connections.
    HubAway,
    HubSlow,
    /// The hub takes requests and does not answer.
    HubSilent,
    /// A node is started with its clock far ahead, and then with the right time.
    ClockAhead,
    /// The same with its clock two hours behind.
    ClockBehind,
    /// Packets between a node and PostgreSQL are lost without an error. Needs root.
    SilentNetwork,
    /// The same for half of the time. Needs root.
    LossyNetwork,
}

use Fault::{
    Clients, ClockAhead, ClockBehind, Connections, Failover, FullDisk, HubAway, HubSilent, HubSlow, KillNode,
    KillPostgres, LossyNetwork, None as Nothing, PauseNode, PausePostgres, ProviderAway, ProviderSilent,
    ProviderSlow, RelayAway, RelaySilent, RelaySlow, SilentNetwork, SlowDisk,
};

/// What is known of a fault.
struct Row {
    engines: &'static [Engine],
    longest_ms: u64,
    /// Whether it is part of the ordinary check: a seed takes seconds, and it needs no privileges.
    is_quick: bool,
    /// Whether it affects something that seeds share, so that they have to run one after another.
    is_alone: bool,
    needs_root: bool,
}

const fn row(engines: &'static [Engine], longest_ms: u64) -> Row {
    Row { engines, longest_ms, is_quick: false, is_alone: false, needs_root: false }
}

impl Row {
    const fn quick(self) -> Self {
        Self { is_quick: true, ..self }
    }

    const fn alone(self) -> Self {
        Self { is_alone: true, ..self }
    }

    const fn for_root(self) -> Self {
        Self { needs_root: true, ..self }
    }
}

const BOTH: &[Engine] = &[Engine::Sqlite, Engine::Postgres];
const SQLITE: &[Engine] = &[Engine::Sqlite];
const POSTGRES: &[Engine] = &[Engine::Postgres];

impl Fault {
    const fn row(self) -> Row {
        match self {
            Nothing | RelaySilent => row(BOTH, 1_000).quick(),
            KillNode | Clients => row(BOTH, 700).quick(),
            PauseNode | ClockAhead | ClockBehind => row(BOTH, 2_000),
            RelayAway | RelaySlow | ProviderAway | ProviderSlow | ProviderSilent | HubAway | HubSlow
            | HubSilent => row(BOTH, 1_000),
            KillPostgres => row(POSTGRES, 1_000).quick().alone(),
            Failover => row(POSTGRES, 1_000).alone(),
            PausePostgres | Connections => row(POSTGRES, 2_000).alone(),
            SilentNetwork | LossyNetwork => row(POSTGRES, 3_000).alone().for_root(),
            FullDisk => row(SQLITE, 700).for_root(),
            SlowDisk => row(SQLITE, 2_000).alone().for_root(),
        }
    }

    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    pub fn engines(self) -> &'static [Engine] {
        self.row().engines
    }

    pub fn is_quick(self) -> bool {
        self.row().is_quick
    }

    pub fn is_alone(self) -> bool {
        self.row().is_alone
    }

    pub fn longest(self) -> Duration {
        Duration::from_millis(self.row().longest_ms)
    }

    /// Why this machine cannot run it.
    pub fn lacks(self) -> Option<&'static str> {
        if self.row().needs_root && !rustix::process::getuid().is_root() {
            Some("it needs root")
        } else if self.is_network() && !network::is_possible() {
            Some("it needs network namespaces")
        } else if self == SlowDisk && !disk::can_be_slowed() {
            Some("it needs a loop device and cgroups that limit writes")
        } else {
            None
        }
    }

    fn is_network(self) -> bool {
        matches!(self, SilentNetwork | LossyNetwork)
    }

    pub fn directory(self) -> TempDir {
        let directory = store::directory();
        if self == FullDisk {
            disk::mount_small(directory.path());
        } else if self == SlowDisk {
            disk::mount_slow(directory.path());
        }
        directory
    }

    pub async fn prepare(self, template: &Template, store: &Store, services: &Services, nodes: &mut [Node]) {
        if self == Failover {
            failover::prepare(template, store, nodes).await;
        } else if self.is_network() {
            network::prepare(template, store, nodes).await;
        } else if matches!(self, ProviderAway | ProviderSlow | ProviderSilent) {
            for node in nodes {
                node.before = services.provider.configure();
            }
        } else if matches!(self, HubAway | HubSlow | HubSilent) {
            let flags = services.hub.start(&services.relay).await;
            for node in nodes {
                node.flags.extend(flags.iter().cloned());
            }
        }
    }

    /// Injects the fault, waits, and ends it.
    pub async fn strike(self, world: &World<'_>) {
        match self {
            Nothing => {}
            KillNode => node::kill(world).await,
            PauseNode => node::pause(world).await,
            KillPostgres => postgres::kill(world).await,
            PausePostgres => postgres::pause(world).await,
            Failover => failover::strike(world).await,
            Connections => connections::exhaust(world).await,
            FullDisk => disk::fill(world).await,
            SlowDisk => disk::slow_down(world).await,
            Clients => clients::vanish(world).await,
            RelayAway => mail::away(world).await,
            RelaySlow => mail::slow(world).await,
            RelaySilent => mail::silent(world).await,
            ProviderAway => provider::away(world).await,
            ProviderSlow => provider::slow(world).await,
            ProviderSilent => provider::silent(world).await,
            HubAway => hub::away(world).await,
            HubSlow => hub::slow(world).await,
            HubSilent => hub::silent(world).await,
            ClockAhead => clock::ahead(world).await,
            ClockBehind => clock::behind(world).await,
            SilentNetwork => network::silence(world).await,
            LossyNetwork => network::lose(world).await,
        }
    }

    /// Cleans up after it.
    pub fn tidy(self, directory: &std::path::Path) {
        if self == FullDisk {
            disk::unmount_small(directory);
        } else if self == SlowDisk {
            disk::unmount_slow(directory);
        } else if self.is_network() {
            network::remove();
        }
    }
}
