//! The contract: checks the running server against its OpenAPI document with Schemathesis (`tests/schemathesis`), which
//! is installed in a Python environment below the target directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::browser::install_package;
use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::place::{Place, in_path, is_root};

/// A script that checks whether a Python is new enough and has `venv`.
const FIT: &str = "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 10) else 1)";
/// Newest first: plain `python3` may be an old one.
const NAMES: [&str; 3] = ["python3", "python", "py"];

/// The environment's Python.
pub(crate) fn installed(place: &Place) -> Outcome<PathBuf> {
    python(place, &place.contract(), "contract")
}

/// The Python of an environment of this name with the packages that a folder lists.
pub(crate) fn python(place: &Place, folder: &Path, name: &str) -> Outcome<PathBuf> {
    environment(place, &find_or_install(place)?, folder, name)
}

/// Finds Python with `venv`, or installs it if possible.
fn find_or_install(place: &Place) -> Outcome<PathBuf> {
    if let Some(python) = find() {
        return Ok(python);
    }
    if is_root() && in_path("apt-get").is_some() {
        install_package(place, "python3-venv")?;
    }
    find().ok_or_else(|| {
        Failure::new(
            "no Python for the tests: install Python 3.10 or later with its venv (Debian's package `python3-venv`)",
        )
    })
}

fn find() -> Option<PathBuf> {
    NAMES.iter().filter_map(|name| in_path(name)).find(|python| {
        let run = Command::new(python).args(["-c", FIT]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        run.is_ok_and(|status| status.success())
    })
}

/// Creates the environment with the pinned packages, unless their list is unchanged. Returns its Python.
fn environment(place: &Place, python: &Path, folder: &Path, name: &str) -> Outcome<PathBuf> {
    let wanted = folder.join("requirements.txt");
    let directory = place.scratch().join(name);
    let (installed, own) = (directory.join("requirements.txt"), programs(&directory).join(executable()));
    let list = fs::read(&wanted).context(format!("cannot read {}", place.shown(&wanted)))?;
    if own.is_file() && fs::read(&installed).is_ok_and(|kept| kept == list) {
        return Ok(own);
    }
    Program::new(place, python).args(["-m", "venv", "--clear"]).args([&directory]).run()?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
    Program::new(place, &own).args(pip).args([&wanted]).run()?;
    fs::write(&installed, list).context(format!("cannot write {}", place.shown(&installed)))?;
    Ok(own)
}

/// The program that checks a server against its document.
pub(crate) fn program(place: &Place, python: &Path, server: &Path) -> Program {
    Program::new(place, python)
        .args([place.contract().join("run.py")])
        .env("SIXFOLD_BINARY", server)
        .env("PYTHONDONTWRITEBYTECODE", "1")
}

fn programs(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts" } else { "bin" })
}

fn executable() -> String {
    format!("python{}", std::env::consts::EXE_SUFFIX)
}
