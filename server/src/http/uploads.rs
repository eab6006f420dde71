//! Large uploads in progress: each is in memory as a whole.

use super::count::{Counted, Counts};

/// The most at once: with 10 MB each, 160 MB.
const ALL: usize = 16;
/// The most at once of one person.
const EACH: usize = 2;

/// The uploads of everybody (`None`) and of each person. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Uploads(Counts<Option<String>>);

/// Held until the upload has been dealt with.
pub type UploadPermit = [Counted<Option<String>>; 2];

impl Uploads {
    /// Admits one more upload of a person; `None` if there are too many.
    pub fn acquire(&self, uaid: &str) -> Option<UploadPermit> {
        Some([self.0.acquire(Some(uaid.to_owned()), EACH)?, self.0.acquire(None, ALL)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_cannot_take_every_upload() {
        let uploads = Uploads::default();
        let own: Vec<_> = (0..EACH).map(|_| uploads.acquire("ada").unwrap()).collect();
        assert!(uploads.acquire("ada").is_none());
        let others: Vec<_> =
            (0..ALL - EACH).map(|number| uploads.acquire(&number.to_string()).unwrap()).collect();
        assert!(uploads.acquire("zoe").is_none());
        drop(own);
        assert!(uploads.acquire("zoe").is_some());
        drop(others);
    }
}
