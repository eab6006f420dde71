//! Secrets: given as flags, read from files, or the one that is generated on the first run and kept in the data
//! directory.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::error::ConfigError;
use super::private_file::write_private;
use crate::config::cli::Flags;
use crate::db::engines::open::Target;

/// The file in the data directory for the secret generated on the first run.
const FILE: &str = "secret";
/// The fewest bytes of a secret.
const LENGTH: usize = 32;
/// The fewest distinct bytes in a secret of a public site, and the longest prefix that may not simply be repeated: 32
/// random hex digits have fewer than eight distinct ones once in ten million times.
const DISTINCT: usize = 8;
const REPEATED: usize = 16;

/// The flags, with the contents of files in place of their names.
pub(super) fn from_files(flags: &Flags) -> Result<Flags, ConfigError> {
    let mut flags = flags.clone();
    let texts = [
        ("--database-url-file", &mut flags.database_url, &flags.database_url_file),
        ("--secret-file", &mut flags.secret, &flags.secret_file),
        ("--smtp-url-file", &mut flags.smtp_url, &flags.smtp_url_file),
        ("--region-url-file", &mut flags.region_url, &flags.region_url_file),
        ("--content-key-file", &mut flags.content_key, &flags.content_key_file),
        ("--text-key-file", &mut flags.notifications.text_key, &flags.notifications.text_key_file),
        ("--read-url-file", &mut flags.nodes.read_url, &flags.nodes.read_url_file),
        ("--listen-url-file", &mut flags.nodes.listen_url, &flags.nodes.listen_url_file),
    ];
    for (setting, given, file) in texts {
        let Some(file) = named(file.as_ref()) else { continue };
        if given.as_ref().is_some_and(|given| !given.is_empty()) {
            return Err(both(setting));
        }
        *given = Some(one_line(setting, file)?);
    }
    let lists = [
        ("--previous-secrets-file", &mut flags.previous_secrets, &flags.previous_secrets_file),
        ("--signing-keys-file", &mut flags.signing_keys, &flags.signing_keys_file),
    ];
    for (setting, given, file) in lists {
        let Some(file) = named(file.as_ref()) else { continue };
        if given.iter().any(|given| !given.is_empty()) {
            return Err(both(setting));
        }
        *given = text(setting, file)?.lines().map(|line| line.trim().to_owned()).collect();
    }
    Ok(flags)
}

/// An empty variable counts as absent, so that a template may list every one.
fn named(file: Option<&PathBuf>) -> Option<&PathBuf> {
    file.filter(|file| !file.as_os_str().is_empty())
}

fn both(setting: &'static str) -> ConfigError {
    let other = setting.trim_end_matches("-file");
    ConfigError::new(setting, format!("give either this or {other}, not both"))
}

/// The only line of a file, trimmed; `-` is standard input.
pub(crate) fn one_line(setting: impl Into<Cow<'static, str>>, file: &Path) -> Result<String, ConfigError> {
    let setting = setting.into();
    let text = text(setting.clone(), file)?;
    let line = text.trim();
    if line.is_empty() || line.contains(['\n', '\r']) {
        return Err(ConfigError::new(setting, format!("{} does not hold one line", file.display())));
    }
    Ok(line.to_owned())
}

fn text(setting: impl Into<Cow<'static, str>>, file: &Path) -> Result<String, ConfigError> {
    let read = if file == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(file)
    };
    read.map_err(|error| ConfigError::new(setting, format!("{} cannot be read: {error}", file.display())))
}

/// The warning about a directory that other users of this machine can read.
#[cfg(unix)]
pub(super) fn exposed(directory: &Path) -> Option<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(directory).ok()?.permissions().mode() & 0o777;
    let directory = directory.display();
    (mode & 0o077 != 0).then(|| {
        format!("--data-dir: other users of this machine can look into {directory} ({mode:o}); chmod -R go= {directory}")
    })
}

/// Other systems have no such permissions.
#[cfg(not(unix))]
pub(super) fn exposed(_directory: &Path) -> Option<String> {
    None
}

/// The secret from which every key is derived.
pub(super) fn find(given: Option<&str>, data_dir: &Path, https: bool) -> Result<Vec<u8>, ConfigError> {
    stored(given, data_dir, https)?.ok_or_else(|| {
        let reason = format!("none is given, and none is kept in {}; give the server's", data_dir.display());
        ConfigError::new("--secret", reason)
    })
}

/// The same; makes one unless there is a database, which belongs to another.
pub(super) fn find_or_make(
    given: Option<&str>,
    data_dir: &Path,
    database: &Target,
    https: bool,
) -> Result<Vec<u8>, ConfigError> {
    if let Some(secret) = stored(given, data_dir, https)? {
        return Ok(secret);
    }
    let file = data_dir.join(FILE);
    if let Target::Sqlite(path) = database
        && std::fs::metadata(path).is_ok_and(|database| database.len() > 0)
    {
        let (path, file) = (path.display(), file.display());
        let reason =
            format!("none is given, and {path} belongs to one: put that into {file}, or give it here");
        return Err(ConfigError::new("--secret", reason));
    }
    let secret = hex::encode(crate::db::random_bytes::<32>());
    write_private(&file, secret.as_bytes()).map_err(|error| failed(&file, &error))?;
    Ok(secret.into_bytes())
}

/// The secret of the flags, or of the data directory.
fn stored(given: Option<&str>, data_dir: &Path, https: bool) -> Result<Option<Vec<u8>>, ConfigError> {
    if let Some(secret) = given {
        if secret.len() < LENGTH {
            return Err(ConfigError::new("--secret", "wanted at least 32 characters"));
        }
        if https && is_weak(secret.as_bytes()) {
            let reason = "too easy to guess for an https --public-url; openssl rand -hex 32 makes a good one";
            return Err(ConfigError::new("--secret", reason));
        }
        return Ok(Some(secret.as_bytes().to_vec()));
    }
    if https {
        return Err(ConfigError::new(
            "--secret",
            "needed with an https --public-url (at least 32 characters), or --secret-file (NO_SECRET)",
        ));
    }
    let file = data_dir.join(FILE);
    match std::fs::read(&file) {
        Ok(secret) if secret.trim_ascii().len() >= LENGTH => Ok(Some(secret.trim_ascii().to_vec())),
        // Left by a first start on a full disk: nothing was ever encrypted with it.
        Ok(secret) if secret.is_empty() => {
            std::fs::remove_file(&file).map_err(|error| failed(&file, &error))?;
            Ok(None)
        }
        Ok(_) => Err(ConfigError::new("--data-dir", format!("{} holds no secret", file.display()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(&file, &error)),
    }
}

fn failed(file: &Path, error: &std::io::Error) -> ConfigError {
    ConfigError::new("--data-dir", format!("{}: {error}", file.display()))
}

/// Whether a secret could be found by trying: few distinct characters, or a short prefix repeated.
fn is_weak(secret: &[u8]) -> bool {
    let distinct: HashSet<&u8> = secret.iter().collect();
    let repeats = |period: usize| secret.iter().zip(&secret[period..]).all(|(a, b)| a == b);
    distinct.len() < DISTINCT || (1..=REPEATED).any(repeats)
}

/// The earlier secrets; values encrypted with them can still be read.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weak_secret_is_known_by_its_look() {
        for weak in
            ["a".repeat(64), "abab cdcd ".repeat(5), "0123456789".repeat(4), "abcdefghabcdefgh".repeat(3)]
        {
            assert!(is_weak(weak.as_bytes()), "{weak}");
        }
        for _ in 0..1_000 {
            let good = hex::encode(crate::db::random_bytes::<16>());
            assert!(!is_weak(good.as_bytes()), "{good}");
        }
    }
}
