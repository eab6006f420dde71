//! Chromium: `$CHROME`, one in `PATH`, else the system's package.

use std::env;
use std::path::PathBuf;

use crate::command::Program;
use crate::failure::{Failure, Outcome};
use crate::place::{Place, in_path, is_root};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Chromium without windows: the same pages for a quarter less of the processor's time.
const HEADLESS: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];

/// Finds Chromium as people use it, or installs it if possible.
pub(crate) fn find_or_install(place: &Place) -> Outcome<PathBuf> {
    if let Some(path) = chosen()? {
        return Ok(path);
    }
    let found = || first_in_path(&NAMES);
    if found().is_none() && can_install() {
        install_package(place, "chromium")?;
    }
    found().ok_or_else(|| {
        Failure::new(
            "no browser for the journeys: install Chromium, or name one with CHROME=/path/to/chromium",
        )
    })
}

/// Finds or installs Chromium without windows, else Chromium as people use it.
pub(crate) fn find_or_install_headless(place: &Place) -> Outcome<PathBuf> {
    if let Some(path) = chosen()? {
        return Ok(path);
    }
    let found = || first_in_path(&HEADLESS);
    if found().is_none() && can_install() && install_package(place, HEADLESS[0]).is_err() {
        println!("    no package {}: Chromium with windows does as well", HEADLESS[0]);
    }
    found().map_or_else(|| find_or_install(place), Ok)
}

/// The browser that `$CHROME` names.
fn chosen() -> Outcome<Option<PathBuf>> {
    let Some(path) = env::var_os("CHROME").filter(|chosen| !chosen.is_empty()).map(PathBuf::from) else {
        return Ok(None);
    };
    if path.is_file() {
        Ok(Some(path))
    } else {
        Err(Failure::new(format!("CHROME names {}, which is not a file", path.display())))
    }
}

fn first_in_path(names: &[&str]) -> Option<PathBuf> {
    names.iter().find_map(|name| in_path(name))
}

fn can_install() -> bool {
    is_root() && in_path("apt-get").is_some()
}

/// Installs a system package (on Debian and its derivatives, as root).
pub(crate) fn install_package(place: &Place, name: &str) -> Outcome {
    let apt = |arguments: &[&str]| {
        Program::new(place, "apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(arguments).run()
    };
    apt(&["update", "--quiet"])?;
    apt(&["install", "--yes", "--quiet", "--no-install-recommends", name])
}
