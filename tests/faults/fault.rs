//! The faults: the names that the command takes, and the code of each.

use std::time::Duration;

use clap::ValueEnum;
use sixfold_tests::Engine;
use tempfile::TempDir;

use crate::faults::{clients, clock, connections, disk, failover, mail, network, node, postgres, provider};
use crate::node::Node;
use crate::provider::Provider;
use crate::store::{self, Store, Template};
use crate::world::World;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    /// No fault.
    None,
    /// A node is killed with kill -9 and started again.
    KillNode,
    /// A node is paused.
    PauseNode,
    /// PostgreSQL is killed with kill -9 and started again.
    KillPostgres,
    /// PostgreSQL is paused.
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
    /// The relay answers slowly.
    RelaySlow,
    /// The relay takes letters and disconnects before it confirms them.
    RelaySilent,
    /// The identity provider refuses connections.
    ProviderAway,
    /// The provider answers slowly.
    ProviderSlow,
    /// The provider takes requests and does not answer.
    ProviderSilent,
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
    Clients, ClockAhead, ClockBehind, Connections, Failover, FullDisk, KillNode, KillPostgres, LossyNetwork,
    None as Nothing, PauseNode, PausePostgres, ProviderAway, ProviderSilent, ProviderSlow, RelayAway,
    RelaySilent, RelaySlow, SilentNetwork, SlowDisk,
};

impl Fault {
    /// As the command names it.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The engines to which it applies.
    pub fn engines(self) -> &'static [Engine] {
        match self {
            Nothing | KillNode | PauseNode | Clients | RelayAway | RelaySlow | RelaySilent | ClockAhead
            | ClockBehind | ProviderAway | ProviderSlow | ProviderSilent => {
                &[Engine::Sqlite, Engine::Postgres]
            }
            KillPostgres | PausePostgres | Failover | Connections | SilentNetwork | LossyNetwork => {
                &[Engine::Postgres]
            }
            FullDisk | SlowDisk => &[Engine::Sqlite],
        }
    }

    /// Whether it is part of the ordinary check: a seed takes seconds, and it needs no privileges.
    pub fn is_quick(self) -> bool {
        match self {
            Nothing | KillNode | KillPostgres | Clients | RelaySilent => true,
            PauseNode | PausePostgres | Connections | RelayAway | Failover | FullDisk | SlowDisk
            | RelaySlow | ClockAhead | ClockBehind | SilentNetwork | LossyNetwork | ProviderAway
            | ProviderSlow | ProviderSilent => false,
        }
    }

    /// Whether it affects something that seeds share, so that they have to run one after another.
    pub fn is_alone(self) -> bool {
        match self {
            KillPostgres | PausePostgres | Failover | Connections | SlowDisk | SilentNetwork
            | LossyNetwork => true,
            Nothing | KillNode | PauseNode | Clients | RelayAway | RelaySlow | RelaySilent | FullDisk
            | ClockAhead | ClockBehind | ProviderAway | ProviderSlow | ProviderSilent => false,
        }
    }

    /// The longest that it lasts.
    pub fn longest(self) -> Duration {
        Duration::from_millis(match self {
            KillNode | Clients | FullDisk => 700,
            Nothing | KillPostgres | Failover | RelayAway | RelaySlow | RelaySilent | ProviderAway
            | ProviderSlow | ProviderSilent => 1_000,
            PauseNode | PausePostgres | Connections | ClockAhead | ClockBehind | SlowDisk => 2_000,
            SilentNetwork | LossyNetwork => 3_000,
        })
    }

    /// Why this machine cannot run it.
    pub fn lacks(self) -> Option<&'static str> {
        let needs_root = matches!(self, FullDisk | SlowDisk | SilentNetwork | LossyNetwork);
        if needs_root && !rustix::process::getuid().is_root() {
            return Some("it needs root");
        }
        match self {
            Nothing | KillNode | PauseNode | KillPostgres | PausePostgres | Failover | Connections
            | Clients | RelayAway | RelaySlow | RelaySilent | ClockAhead | ClockBehind | FullDisk
            | ProviderAway | ProviderSlow | ProviderSilent => Option::None,
            SilentNetwork | LossyNetwork => {
                (!network::is_possible()).then_some("it needs network namespaces")
            }
            SlowDisk => {
                (!disk::can_be_slowed()).then_some("it needs a loop device and cgroups that limit writes")
            }
        }
    }

    /// The directory of a seed's store.
    pub fn directory(self) -> TempDir {
        let directory = store::directory();
        match self {
            FullDisk => disk::mount_small(directory.path()),
            SlowDisk => disk::mount_slow(directory.path()),
            Nothing | KillNode | PauseNode | KillPostgres | PausePostgres | Failover | Connections
            | Clients | RelayAway | RelaySlow | RelaySilent | ClockAhead | ClockBehind | SilentNetwork
            | LossyNetwork | ProviderAway | ProviderSlow | ProviderSilent => {}
        }
        directory
    }

    /// Prepares nodes before they start.
    pub async fn prepare(self, template: &Template, store: &Store, idp: &Provider, nodes: &mut [Node]) {
        match self {
            Failover => failover::prepare(template, store, nodes).await,
            SilentNetwork | LossyNetwork => network::prepare(template, store, nodes).await,
            ProviderAway | ProviderSlow | ProviderSilent => {
                for node in nodes {
                    node.before = idp.configure();
                }
            }
            RelaySlow | RelayAway | RelaySilent | Nothing | KillNode | PauseNode | KillPostgres
            | PausePostgres | Connections | FullDisk | SlowDisk | Clients | ClockAhead | ClockBehind => {}
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
            ClockAhead => clock::ahead(world).await,
            ClockBehind => clock::behind(world).await,
            SilentNetwork => network::silence(world).await,
            LossyNetwork => network::lose(world).await,
        }
    }

    /// Cleans up after it.
    pub fn tidy(self, directory: &std::path::Path) {
        match self {
            FullDisk => disk::unmount_small(directory),
            SlowDisk => disk::unmount_slow(directory),
            SilentNetwork | LossyNetwork => network::remove(),
            Nothing | KillNode | PauseNode | KillPostgres | PausePostgres | Failover | Connections
            | Clients | RelayAway | RelaySlow | RelaySilent | ClockAhead | ClockBehind | ProviderAway
            | ProviderSlow | ProviderSilent => {}
        }
    }
}
