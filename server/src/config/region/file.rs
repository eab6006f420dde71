//! The look-up in an MMDB file: GeoLite2, DB-IP and the like.

use std::net::IpAddr;
use std::path::Path;

use maxminddb::{PathElement, Reader};

use super::codes;

/// Where such files have the code of the country.
const PLACES: [&[PathElement<'static>]; 3] = [
    &[PathElement::Key("country"), PathElement::Key("iso_code")],
    &[PathElement::Key("country_code")],
    &[PathElement::Key("country")],
];

/// An open file, read into memory.
pub struct CountryFile(Reader<Vec<u8>>);

impl std::fmt::Debug for CountryFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CountryFile")
    }
}

impl CountryFile {
    /// Reads the file; the error says what is wrong with it.
    pub fn open(path: &Path) -> Result<Self, String> {
        let message = |reason: &dyn std::fmt::Display| format!("{}: {reason}", path.display());
        let bytes = std::fs::read(path).map_err(|error| message(&error))?;
        let reader = Reader::from_source(bytes)
            .map_err(|error| message(&format!("not a file in MMDB format ({error})")))?;
        Ok(Self(reader))
    }

    pub(super) fn country(&self, address: IpAddr) -> Option<&'static str> {
        let found = self.0.lookup(address).ok()?;
        PLACES.iter().find_map(|place| {
            let code: &str = found.decode_path(place).ok().flatten()?;
            codes::read(code)
        })
    }
}
