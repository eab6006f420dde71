//! Paths: the tree's root, cargo's target directory, and what is below them.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::failure::{Context, Failure, Outcome};

/// The directories that tasks work in.
#[derive(Clone)]
pub(crate) struct Place {
    /// The root of the tree (where the virtual workspace's Cargo.toml is).
    pub(crate) root: PathBuf,
    /// Cargo's target directory, wherever configuration or `CARGO_TARGET_DIR` put it.
    pub(crate) target: PathBuf,
    /// The log that programs print into; `None` for the terminal.
    pub(crate) log: Option<Arc<File>>,
}

/// A [`Place`] whose programs print into a file.
pub(crate) struct Aside {
    pub(crate) place: Place,
    pub(crate) file: PathBuf,
}

impl Place {
    /// Asks cargo.
    pub(crate) fn find() -> Outcome<Self> {
        // The directory from which cargo runs this: working trees that share a target directory share this program too.
        let tree = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let output = Command::new(cargo())
            .args(["metadata", "--format-version", "1", "--no-deps"])
            .current_dir(tree)
            .stderr(Stdio::inherit())
            .output()
            .context("cannot start cargo")?;
        let metadata: serde_json::Value =
            serde_json::from_slice(&output.stdout).context("cannot read the answer of cargo metadata")?;
        let directory = |name: &str| {
            let path = metadata.get(name).and_then(serde_json::Value::as_str);
            path.map(PathBuf::from).ok_or_else(|| Failure::new(format!("cargo metadata has no {name}")))
        };
        Ok(Self { root: directory("workspace_root")?, target: directory("target_directory")?, log: None })
    }

    /// Scratch files of these tasks: stamps, half-built output.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// The same directories for programs that print into a log of this name.
    pub(crate) fn with_log(&self, name: &str) -> Outcome<Aside> {
        let directory = self.scratch().join("logs");
        fs::create_dir_all(&directory).context(format!("cannot make {}", directory.display()))?;
        let file = directory.join(format!("{name}.log"));
        let log = File::create(&file).context(format!("cannot write {}", file.display()))?;
        Ok(Aside { place: Self { log: Some(Arc::new(log)), ..self.clone() }, file })
    }

    /// The server's binary in a profile's directory (`debug` or `release`).
    pub(crate) fn server(&self, profile: Profile) -> PathBuf {
        self.target.join(profile.directory()).join(format!("sixfold{}", env::consts::EXE_SUFFIX))
    }

    /// The npm package that wraps the rules.
    pub(crate) fn pkg(&self) -> PathBuf {
        self.root.join("pkg")
    }

    /// The web application.
    pub(crate) fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// The built site, which the server embeds.
    pub(crate) fn site(&self) -> PathBuf {
        self.web().join("dist")
    }

    /// The browser journeys.
    pub(crate) fn journeys(&self) -> PathBuf {
        self.root.join("tests").join("browser")
    }

    /// The script that checks the server against its OpenAPI document.
    pub(crate) fn contract(&self) -> PathBuf {
        self.root.join("tests").join("schemathesis")
    }

    /// A path for messages: relative to the root if it is below it.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }
}

/// The two ways the server is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Dev,
    Release,
}

impl Profile {
    fn directory(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }
}

/// The cargo that started this program.
pub(crate) fn cargo() -> PathBuf {
    env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from)
}

/// Looks a program up in `PATH`.
pub(crate) fn in_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|directory| directory.join(&name)).find(|path| path.is_file())
}

/// Whether this user may install system packages.
pub(crate) fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == "0")
}
