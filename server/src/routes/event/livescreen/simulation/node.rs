//! A node, which brings its live pages up to date in stages.

use std::sync::Arc;

use sixfold_domain::time::Date;

use super::DAY;
use crate::board::Boards;
use crate::board::live::{Live, RevealSnapshot, StoredVersions};
use crate::config::LiveSettings;
use crate::db::calendar::schedule::ACADEMY;
use crate::state::{AppState, Services};

/// How often a node looks at the store without a notification.
pub(super) const CHECK_EVERY_MS: i64 = 1_000;

/// What a faulty node does, to prove that the checks notice it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Steps by position instead of by number.
    CountsSteps,
    /// Does not compare the step that the operator saw.
    IgnoresExpect,
    /// Carries out a command again that is sent again.
    ForgetsKeys,
    /// Takes what it read before a commit for what is stored since.
    VersionsLast,
    /// Shows athletes what staff see.
    ShowsHeld,
}

/// What a node is doing to bring its live pages up to date. Anything can happen between two stages.
pub(super) enum Stage {
    Idle,
    Versions(StoredVersions),
    Read(Box<RevealSnapshot>),
    Boards(Box<RevealSnapshot>),
}

pub(super) struct Node {
    pub(super) state: AppState,
    pub(super) stage: Stage,
    /// When it looks at the store next.
    pub(super) looks_at: i64,
    /// When it goes on, if it is down or stands still.
    pub(super) back_at: i64,
}

pub(super) fn today() -> Date {
    DAY.parse().unwrap()
}

impl Node {
    /// One that has just started on the store.
    pub(super) fn started(base: &AppState) -> Self {
        let services = Services {
            boards: Boards::new(base.clock.clone()),
            live: Arc::new(Live::new(LiveSettings::new(100))),
            ..Services::clone(base)
        };
        Self { state: services.into(), stage: Stage::Idle, looks_at: 0, back_at: 0 }
    }

    /// Does what comes next.
    pub(super) async fn advance(&mut self, now: i64, versions_last: bool, hold: bool) {
        let db = &self.state.db;
        let read_versions = || db.read(StoredVersions::read);
        self.stage = match std::mem::replace(&mut self.stage, Stage::Idle) {
            Stage::Idle if self.looks_at > now => Stage::Idle,
            Stage::Idle => {
                self.looks_at = now + CHECK_EVERY_MS;
                Stage::Versions(read_versions().await.unwrap())
            }
            Stage::Versions(versions) => {
                let read =
                    db.read(async |conn| RevealSnapshot::load(conn, ACADEMY, versions, today()).await).await;
                Stage::Read(Box::new(read.unwrap()))
            }
            Stage::Read(mut snapshot) => {
                if versions_last {
                    snapshot.versions = read_versions().await.unwrap();
                }
                snapshot.bring_boards(&self.state).await.unwrap();
                Stage::Boards(snapshot)
            }
            Stage::Boards(snapshot) => {
                self.state.live.publish(&self.state, ACADEMY, &snapshot, hold).unwrap();
                Stage::Idle
            }
        };
    }
}
