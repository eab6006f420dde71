//! PostgreSQL's programs for the tests' temporary servers: from `PATH` or Debian's location, else installed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::browser::install_package;
use crate::failure::{Failure, Outcome};
use crate::place::{Place, in_path, is_root};

/// Where Debian keeps one directory for each version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// Debian's PgBouncer, which is not in the `PATH` of everybody.
const POOLER: &str = "/usr/sbin/pgbouncer";

/// The directory that holds `initdb` and `postgres`.
pub(crate) fn find_or_install(place: &Place) -> Outcome<PathBuf> {
    if let Some(directory) = find() {
        return Ok(directory);
    }
    if is_root() && in_path("apt-get").is_some() {
        install_package(place, "postgresql")?;
    }
    find().ok_or_else(|| {
        Failure::new(
            "no PostgreSQL for the tests: install it (Debian's package `postgresql`), or put the directory of its \
             `initdb` and `postgres` into PATH",
        )
    })
}

/// PgBouncer for the tests: from `PATH` or Debian's location, else installed.
pub(crate) fn find_or_install_pooler(place: &Place) -> Outcome<PathBuf> {
    let find = || in_path("pgbouncer").or_else(|| Some(PathBuf::from(POOLER)).filter(|path| path.is_file()));
    if find().is_none() && is_root() && in_path("apt-get").is_some() {
        install_package(place, "pgbouncer")?;
    }
    find()
        .ok_or_else(|| Failure::new("no PgBouncer for the tests: install it (Debian's package `pgbouncer`)"))
}

/// The programs of `tests/load/cluster.sh`, with Debian's package of each.
const CLUSTER: [(&str, &str); 4] =
    [("etcd", "etcd-server"), ("patroni", "patroni"), ("haproxy", "haproxy"), ("curl", "curl")];

/// Installs what is missing of them.
pub(crate) fn install_cluster(place: &Place) -> Outcome {
    find_or_install(place)?;
    find_or_install_pooler(place)?;
    for (program, package) in CLUSTER {
        let find = || in_path(program).is_some() || Path::new("/usr/sbin").join(program).is_file();
        if !find() && is_root() && in_path("apt-get").is_some() {
            install_package(place, package)?;
        }
        if !find() {
            let reason = format!("no {program} for several nodes: install it (Debian's package `{package}`)");
            return Err(Failure::new(reason));
        }
    }
    Ok(())
}

fn find() -> Option<PathBuf> {
    if let (Some(initdb), Some(_)) = (in_path("initdb"), in_path("postgres")) {
        return initdb.parent().map(Path::to_owned);
    }
    let versions = fs::read_dir(VERSIONS).ok()?;
    let mut directories: Vec<PathBuf> = versions
        .filter_map(Result::ok)
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("initdb").is_file() && bin.join("postgres").is_file())
        .collect();
    directories.sort_by_key(|bin| version_number(bin));
    directories.pop()
}

fn version_number(bin: &Path) -> u32 {
    let version = bin.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    version.parse().unwrap_or(0)
}
