//! Files with secrets.

use std::path::Path;

/// Writes a new file that only its owner may read.
pub(super) fn write_private(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write as _;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut made = options.open(file)?;
    let written = made.write_all(bytes).and_then(|()| made.sync_all());
    if written.is_err() {
        // On a full disk: a file without its secret would stop every later start.
        std::fs::remove_file(file)?;
    }
    written
}
