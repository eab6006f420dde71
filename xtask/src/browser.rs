//! The browser for the journeys: `$CHROME`, one in `PATH`, else the system's package.

use std::env;
use std::path::PathBuf;

use crate::command::Program;
use crate::failure::{Failure, Outcome};
use crate::place::{Place, in_path, is_root};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Finds Chromium, or installs it if possible.
pub(crate) fn find_or_install(place: &Place) -> Outcome<PathBuf> {
    if let Some(chosen) = env::var_os("CHROME").filter(|chosen| !chosen.is_empty()) {
        let path = PathBuf::from(chosen);
        return if path.is_file() {
            Ok(path)
        } else {
            Err(Failure::new(format!("CHROME names {}, which is not a file", path.display())))
        };
    }
    let found = || NAMES.iter().find_map(|name| in_path(name));
    if let Some(path) = found() {
        return Ok(path);
    }
    if is_root() && in_path("apt-get").is_some() {
        install_package(place, "chromium")?;
    }
    found().ok_or_else(|| {
        Failure::new(
            "no browser for the journeys: install Chromium, or name one with CHROME=/path/to/chromium",
        )
    })
}

/// Installs a system package (on Debian and its derivatives, as root).
pub(crate) fn install_package(place: &Place, name: &str) -> Outcome {
    let apt = |arguments: &[&str]| {
        Program::new(place, "apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(arguments).run()
    };
    apt(&["update", "--quiet"])?;
    apt(&["install", "--yes", "--quiet", "--no-install-recommends", name])
}
