//! The country that an address comes from, for `region` on a profile: asked of a configured service or looked up in a file
//! (RULES 9.9). Nothing here can fail a registration: no answer is `None`.

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
    /// Nowhere: every region is unknown.
    #[default]
    Off,
    /// At an HTTP service.
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
    /// The ISO 3166 alpha-2 code of an address's country. Addresses of no country (private, loopback, reserved) are not
    /// asked about. Takes [`service::LIMIT`] at most.
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
