//! The files of `deploy/`, tried around the real server with the programs that they are for (`tests/deploy`).

use std::path::{Path, PathBuf};

use crate::browser::install_package;
use crate::command::Program;
use crate::contract;
use crate::failure::{Failure, Outcome};
use crate::place::{Place, in_path, is_root};

/// Each program, and Debian's package of it.
const PROGRAMS: [(&str, &str); 6] = [
    ("caddy", "caddy"),
    ("nginx", "nginx-light"),
    ("openssl", "openssl"),
    ("promtool", "prometheus"),
    ("strace", "strace"),
    ("systemd-analyze", "systemd"),
];

/// Finds or installs the programs; returns the Python of the script.
pub(crate) fn installed(place: &Place) -> Outcome<PathBuf> {
    for (program, package) in PROGRAMS {
        if in_path(program).is_none() && is_root() && in_path("apt-get").is_some() {
            install_package(place, package)?;
        }
        if in_path(program).is_none() {
            let lack = format!("no {program} for the files of deploy/: install Debian's package `{package}`");
            return Err(Failure::new(lack));
        }
    }
    contract::python(place, &folder(place), "deploy")
}

/// The program that tries them.
pub(crate) fn program(place: &Place, python: &Path, server: &Path) -> Program {
    Program::new(place, python)
        .args([folder(place).join("run.py")])
        .env("SIXFOLD_BINARY", server)
        .env("PYTHONDONTWRITEBYTECODE", "1")
}

fn folder(place: &Place) -> PathBuf {
    place.root.join("tests/deploy")
}
