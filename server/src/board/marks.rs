//! The marks of the results on a board of one test (RULES 8.11).

use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Slot;
use sixfold_domain::protocol::Measurement;

use super::people::Id;

/// A mark for each competitor who has one; allocates nothing before the first. Twelve bytes each.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks(HashTable<(Id, Measurement)>);

impl Marks {
    pub(super) fn get(&self, id: Id) -> Option<Measurement> {
        self.0.find(id.hash(), |(whose, _)| *whose == id).map(|(_, mark)| *mark)
    }

    pub(super) fn set(&mut self, id: Id, mark: Option<Measurement>) {
        let is_of = |(whose, _): &(Id, Measurement)| *whose == id;
        let Some(mark) = mark else {
            if let Ok(known) = self.0.find_entry(id.hash(), is_of) {
                known.remove();
            }
            return;
        };
        match self.0.entry(id.hash(), is_of, |(whose, _)| whose.hash()) {
            Slot::Occupied(mut known) => known.get_mut().1 = mark,
            Slot::Vacant(free) => {
                free.insert((id, mark));
            }
        }
    }

    /// Frees capacity reserved for growth.
    pub(super) fn shrink(&mut self) {
        self.0.shrink_to_fit(|(whose, _)| whose.hash());
    }

    /// The memory it uses.
    pub(super) fn bytes(&self) -> usize {
        self.0.allocation_size()
    }
}
