//! The country of an address, for `region` on a profile: from a configured service or a file (RULES 9.9). Nothing here
//! can fail a registration: an error counts as `None`.

mod codes;
mod file;
mod public;
mod service;

use std::net::IpAddr;
use std::sync::Arc;

pub use file::CountryFile;
pub use service::CountryService;

/// Where countries are looked up. Cheap to clone.
#[derive(Clone, Default)]
pub enum Region {
    /// Not at all: every region is unknown.
    #[default]
    Off,
    /// With an HTTP service.
    Service(Arc<CountryService>),
    File(Arc<CountryFile>),
}

impl std::fmt::Debug for Region {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Off => "Off",
            Self::Service(_) => "Service",
            Self::File(_) => "File",
        })
    }
}

impl Region {
    /// The ISO 3166 alpha-2 code of an address's country. Addresses without a country (private, loopback, reserved) are
    /// not looked up. Takes at most [`service::LIMIT`].
    pub async fn country(&self, address: &str) -> Option<&'static str> {
        let address: IpAddr = address.parse().ok()?;
        let address = address.to_canonical();
        if !public::is_public(address) {
            return None;
        }
        match self {
            Self::Off => None,
            Self::Service(service) => service.country(address).await,
            Self::File(file) => file.country(address),
        }
    }
}
