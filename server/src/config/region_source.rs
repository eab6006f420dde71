//! Where countries are looked up: `--region-url` or `--region-file`.

use std::sync::Arc;

use super::error::ConfigError;
use crate::config::cli::Flags;
use crate::config::region::{CountryFile, CountryService, Region};

/// Reads both settings, of which one at most may be set. The file is opened now, so that a missing one stops the start.
pub(super) fn read(flags: &Flags) -> Result<Region, ConfigError> {
    let url = flags.region_url.as_deref().filter(|url| !url.is_empty());
    let file = flags.region_file.as_deref().filter(|file| !file.as_os_str().is_empty());
    match (url, file) {
        (None, None) => Ok(Region::Off),
        (Some(_), Some(_)) => {
            Err(ConfigError::new("--region-url", "give either this or --region-file, not both"))
        }
        (Some(url), None) => {
            let service =
                CountryService::new(url).map_err(|reason| ConfigError::new("--region-url", reason))?;
            Ok(Region::Service(Arc::new(service)))
        }
        (None, Some(file)) => {
            let file = CountryFile::open(file).map_err(|reason| ConfigError::new("--region-file", reason))?;
            Ok(Region::File(Arc::new(file)))
        }
    }
}
