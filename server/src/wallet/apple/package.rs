//! The files of a pass in a zip.

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};

use sha1::{Digest as _, Sha1};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{PassError, pass, pictures, signature};
use crate::config::wallets::AppleWallet;
use crate::wallet::TicketFacts;

/// A pass, signed now. `token` is what the device shows when it asks for changes.
pub fn package(
    wallet: &AppleWallet,
    facts: &TicketFacts<'_>,
    token: &str,
    now_ms: i64,
) -> Result<Vec<u8>, PassError> {
    let description = serde_json::to_vec(&pass::describe(wallet, facts, token))?;
    let mut files = vec![("pass.json", description.as_slice())];
    let pictures = pictures::pictures().ok_or(PassError::Pictures)?;
    files.extend(pictures.iter().map(|(name, png)| (name.as_str(), png.as_slice())));
    // The format has SHA-1 here; what is signed below is hashed with SHA-256.
    let digests: BTreeMap<&str, String> =
        files.iter().map(|(name, content)| (*name, hex::encode(Sha1::digest(content)))).collect();
    let manifest = serde_json::to_vec(&digests)?;
    let signature = signature::sign(wallet, &manifest, now_ms)?;
    files.extend([("manifest.json", manifest.as_slice()), ("signature", signature.as_slice())]);
    // Pictures are compressed already, and the rest is small.
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(name, stored)?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.into_inner())
}
