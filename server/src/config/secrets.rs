//! The secret and its predecessors: given, or made on the first run and kept in the data directory.

use std::path::Path;

use super::error::ConfigError;
use crate::cli::Flags;

/// The file in the data directory that keeps the secret made on the first run.
const FILE: &str = "secret";
/// The fewest bytes of a secret.
const LENGTH: usize = 32;

/// The secret from which every key is derived.
pub(super) fn read(given: Option<&str>, data_dir: &Path, https: bool) -> Result<Vec<u8>, ConfigError> {
    if let Some(secret) = given {
        if secret.len() < LENGTH {
            return Err(ConfigError::new("--secret", "wanted at least 32 characters"));
        }
        return Ok(secret.as_bytes().to_vec());
    }
    if https {
        return Err(ConfigError::new(
            "--secret",
            "needed with an https --public-url (at least 32 characters)",
        ));
    }
    let file = data_dir.join(FILE);
    let failed =
        |error: std::io::Error| ConfigError::new("--data-dir", format!("{}: {error}", file.display()));
    match std::fs::read(&file) {
        Ok(kept) if kept.trim_ascii().len() >= LENGTH => Ok(kept.trim_ascii().to_vec()),
        Ok(_) => Err(ConfigError::new("--data-dir", format!("{} holds no secret", file.display()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let secret = crate::auth::keys::new_secret();
            write_private(&file, secret.as_bytes()).map_err(failed)?;
            Ok(secret.into_bytes())
        }
        Err(error) => Err(failed(error)),
    }
}

/// The earlier secrets; what they sealed still opens.
pub(super) fn read_previous(flags: &Flags) -> Result<Vec<Vec<u8>>, ConfigError> {
    let given = flags.previous_secrets.iter().map(|secret| secret.trim()).filter(|secret| !secret.is_empty());
    given
        .map(|secret| {
            if secret.len() < LENGTH {
                return Err(ConfigError::new("--previous-secrets", "wanted at least 32 characters for each"));
            }
            Ok(secret.as_bytes().to_vec())
        })
        .collect()
}

/// Writes a file that only its owner may read.
fn write_private(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write as _;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(bytes)
}
