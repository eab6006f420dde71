//! The browser for the journeys: `$CHROME`, one in `PATH`, else the system's package.

use std::env;
use std::path::PathBuf;

use crate::command::Program;
use crate::failure::{Failure, Outcome};
use crate::place::{Place, in_path, is_root};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The fallbacks while Archivo loads (web/src/components/fonts.css). Without any of them, headlines wrap differently until it has
/// loaded, and pages shift.
const STAND_INS: [&str; 4] = ["Arial", "Liberation Sans", "Roboto", "Helvetica"];

/// Finds Chromium and a font for its pages, or installs them if possible.
pub(crate) fn find_or_install(place: &Place) -> Outcome<PathBuf> {
    let browser = find_or_install_browser(place)?;
    if !has_font(place)? {
        if !(is_root() && in_path("apt-get").is_some()) {
            let fonts = STAND_INS.join(", ");
            return Err(Failure::new(format!("no font for the journeys: install one of {fonts}")));
        }
        install_package(place, "fonts-liberation")?;
    }
    Ok(browser)
}

/// Systems without fontconfig bring Arial.
fn has_font(place: &Place) -> Outcome<bool> {
    if in_path("fc-list").is_none() {
        return Ok(true);
    }
    let families = Program::new(place, "fc-list").args([":", "family"]).read()?;
    Ok(String::from_utf8_lossy(&families)
        .lines()
        .flat_map(|line| line.split(','))
        .any(|family| STAND_INS.contains(&family.trim())))
}

fn find_or_install_browser(place: &Place) -> Outcome<PathBuf> {
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
