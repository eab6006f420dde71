//! Large uploads in progress: each is in memory as a whole.

use std::net::IpAddr;

use super::count::{Counted, Counts};

/// The most at once: with 10 MB each, 160 MB.
const ALL: usize = 16;
/// The most photographs for cards among them, so that editors can always send pictures.
const PHOTOGRAPHS: usize = 12;
/// The most at once of one person.
const EACH: usize = 2;
/// The most photographs at once from one address: anybody can have several accounts.
const OF_ONE_ADDRESS: usize = 4;

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    All,
    Photographs,
    Person(String),
    Address(Option<IpAddr>),
}

/// The uploads in progress. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Uploads(Counts<Key>);

/// Held until the upload has been dealt with.
pub type UploadPermit = Vec<Counted<Key>>;

impl Uploads {
    /// Admits one more picture of an editor; `None` if there are too many.
    pub fn picture(&self, uaid: &str) -> Option<UploadPermit> {
        self.acquire([(Key::Person(uaid.to_owned()), EACH), (Key::All, ALL)])
    }

    /// Admits one more photograph for a card; `None` if there are too many.
    pub fn photograph(&self, uaid: &str, address: Option<IpAddr>) -> Option<UploadPermit> {
        self.acquire([
            (Key::Person(uaid.to_owned()), EACH),
            (Key::Address(address), OF_ONE_ADDRESS),
            (Key::Photographs, PHOTOGRAPHS),
            (Key::All, ALL),
        ])
    }

    fn acquire<const N: usize>(&self, counts: [(Key, usize); N]) -> Option<UploadPermit> {
        counts.into_iter().map(|(key, most)| self.0.acquire(key, most)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: usize) -> IpAddr {
        format!("192.0.2.{number}").parse().unwrap()
    }

    #[test]
    fn one_person_cannot_take_every_upload() {
        let uploads = Uploads::default();
        let own: Vec<_> = (0..EACH).map(|_| uploads.picture("ada").unwrap()).collect();
        assert!(uploads.picture("ada").is_none() && uploads.photograph("ada", Some(address(1))).is_none());
        let others: Vec<_> =
            (0..ALL - EACH).map(|number| uploads.picture(&number.to_string()).unwrap()).collect();
        assert!(uploads.picture("zoe").is_none());
        drop(own);
        assert!(uploads.picture("zoe").is_some());
        drop(others);
    }

    #[test]
    fn one_address_cannot_take_every_upload() {
        let uploads = Uploads::default();
        let send = |number: usize| uploads.photograph(&number.to_string(), Some(address(1)));
        let own: Vec<_> = (0..OF_ONE_ADDRESS).map(|number| send(number).unwrap()).collect();
        assert!(send(OF_ONE_ADDRESS).is_none());
        assert!(uploads.photograph("zoe", Some(address(2))).is_some() && uploads.picture("zoe").is_some());
        drop(own);
        assert!(send(OF_ONE_ADDRESS).is_some());
    }

    #[test]
    fn photographs_leave_room_for_the_pictures_of_editors() {
        let uploads = Uploads::default();
        let send = |number: usize| uploads.photograph(&number.to_string(), Some(address(number)));
        let photographs: Vec<_> = (0..PHOTOGRAPHS).map(|number| send(number).unwrap()).collect();
        assert!(send(PHOTOGRAPHS).is_none());
        assert!(uploads.picture("zoe").is_some());
        drop(photographs);
    }
}
