//! PostgreSQL's programs, and the user and the directory to run them with.

use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};

/// An in-memory file system of Linux.
const MEMORY: &str = "/dev/shm";

/// Whether PostgreSQL is installed. Tests require it; benchmarks run without.
pub fn is_installed() -> bool {
    find().is_some()
}

pub(super) fn programs() -> PathBuf {
    find().expect(
        "PostgreSQL is missing: install its server (Debian: postgresql), the tests need initdb and postgres",
    )
}

/// The directory of `initdb` and `postgres`: from PATH, else the newest version in Debian's location.
fn find() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect::<Vec<_>>())
        .unwrap_or_default();
    let mut debian: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|versions| versions.filter_map(Result::ok).map(|version| version.path().join("bin")).collect())
        .unwrap_or_default();
    debian.sort();
    on_path
        .into_iter()
        .chain(debian.into_iter().rev())
        .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

/// A program in the directory of `initdb`, or in the one that a link to `initdb` leads to.
///
/// # Panics
/// If it is in neither.
pub fn beside_initdb(name: &str) -> PathBuf {
    let directory = programs();
    let link = directory.join("initdb").canonicalize().expect("initdb is there");
    let places = [directory.join(name), link.with_file_name(name)];
    places
        .into_iter()
        .find(|file| file.is_file())
        .unwrap_or_else(|| panic!("{name} is missing beside initdb"))
}

/// The user that runs PostgreSQL: this program's own, or the one that its package creates, since it refuses to run as root.
pub(crate) struct ServerUser(Option<(u32, u32)>);

impl ServerUser {
    pub(crate) fn find() -> Self {
        let id = |arguments: &[&str]| -> Option<u32> {
            let output = Command::new("id").args(arguments).output().ok()?;
            String::from_utf8(output.stdout).ok()?.trim().parse().ok()
        };
        if id(&["-u"]) != Some(0) {
            return Self(None);
        }
        let user = id(&["-u", "postgres"]).zip(id(&["-g", "postgres"]));
        Self(Some(user.expect("root needs a user `postgres` to run PostgreSQL as")))
    }

    /// Runs a program as this user, in a directory that they can read.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir("/tmp");
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
        command
    }

    /// A shell whose output is dropped.
    pub(crate) fn silent_shell(&self) -> Command {
        let mut command = self.command(Path::new("/bin/sh"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// A new directory of this user's. It contains the socket, whose path has to be short.
    pub(crate) fn new_directory(&self) -> PathBuf {
        let folder = if is_in_memory() { MEMORY } else { "/tmp" };
        let directory =
            tempfile::Builder::new().prefix("sf").tempdir_in(folder).expect("a short directory").keep();
        std::fs::set_permissions(&directory, std::fs::Permissions::from_mode(0o700))
            .expect("its permissions");
        if let Some((user, group)) = self.0 {
            std::os::unix::fs::chown(&directory, Some(user), Some(group)).expect("its owner");
        }
        directory
    }
}

/// Whether the tests' files are in memory.
pub(super) fn is_in_memory() -> bool {
    std::env::temp_dir() == Path::new(MEMORY)
}

/// Waits until the server of this directory accepts connections.
///
/// # Panics
/// With its log, if it does not.
pub(crate) async fn wait_until_it_answers(options: &PgConnectOptions, directory: &Path) {
    for _ in 0..600 {
        if let Ok(conn) = PgConnection::connect_with(options).await {
            conn.close().await.ok();
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let log = std::fs::read_to_string(directory.join("log")).unwrap_or_default();
    panic!("the server in {} did not start: {log}", directory.display());
}
