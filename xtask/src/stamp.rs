//! Skipping work whose inputs have not changed: a digest of the inputs, kept beside the output.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::failure::{Context, Outcome};
use crate::place::Place;

/// Directory names that are never input.
const OUTPUTS: [&str; 6] = ["node_modules", "dist", "output", ".vite", "target", ".git"];

/// A remembered digest of the inputs of one step.
pub(crate) struct Stamp {
    file: PathBuf,
    digest: String,
}

impl Stamp {
    /// Reads the inputs (files, or directories with all below them) of the step `name`.
    pub(crate) fn of(place: &Place, name: &str, inputs: &[PathBuf]) -> Outcome<Self> {
        let mut hasher = DefaultHasher::new();
        for input in inputs {
            read(input, &mut hasher)?;
        }
        let file = place.scratch().join(format!("{name}.stamp"));
        Ok(Self { file, digest: format!("{:016x}", hasher.finish()) })
    }

    /// Was the step done with these very inputs, and is its output still there?
    pub(crate) fn is_fresh(&self, output: &Path) -> bool {
        output.exists() && fs::read_to_string(&self.file).is_ok_and(|known| known == self.digest)
    }

    /// Remembers that the step is done.
    pub(crate) fn keep(&self) -> Outcome {
        if let Some(directory) = self.file.parent() {
            fs::create_dir_all(directory).context(format!("cannot make {}", directory.display()))?;
        }
        fs::write(&self.file, &self.digest).context(format!("cannot write {}", self.file.display()))
    }
}

fn read(path: &Path, hasher: &mut DefaultHasher) -> Outcome {
    if path.is_dir() {
        let entries = fs::read_dir(path).context(format!("cannot list {}", path.display()))?;
        let mut below: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        below.sort();
        for entry in below {
            let name = entry.file_name().unwrap_or_default().to_string_lossy();
            if !OUTPUTS.contains(&&*name) {
                read(&entry, hasher)?;
            }
        }
    } else if path.exists() {
        path.hash(hasher);
        fs::read(path).context(format!("cannot read {}", path.display()))?.hash(hasher);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_or_a_missing_output_makes_a_step_stale() {
        let root = tempfile::tempdir().unwrap();
        let place = Place { root: root.path().into(), target: root.path().join("target"), log: None };
        let source = root.path().join("source");
        fs::create_dir(&source).unwrap();
        fs::write(source.join("a.ts"), "one").unwrap();
        let output = root.path().join("result");
        fs::write(&output, "").unwrap();

        let stamp = |name: &str| Stamp::of(&place, name, std::slice::from_ref(&source)).unwrap();
        assert!(!stamp("web").is_fresh(&output));
        stamp("web").keep().unwrap();
        assert!(stamp("web").is_fresh(&output));
        assert!(!stamp("other").is_fresh(&output));

        fs::create_dir(source.join("node_modules")).unwrap();
        fs::write(source.join("node_modules/x.js"), "ignored").unwrap();
        assert!(stamp("web").is_fresh(&output));

        fs::write(source.join("a.ts"), "two").unwrap();
        assert!(!stamp("web").is_fresh(&output));
        stamp("web").keep().unwrap();
        fs::remove_file(&output).unwrap();
        assert!(!stamp("web").is_fresh(&output));
    }
}
