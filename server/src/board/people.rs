//! The people on boards: each has a small id, by which the boards refer to them, a name and a gender. Somebody who is
//! on no board any more is removed here too.

use hashbrown::HashTable;
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::Gender;

/// The small id of a person; reused after they are removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id(pub(super) u32);

impl Id {
    /// The largest id: boards store two more bits beside it.
    pub(super) const LAST: u32 = (1 << 30) - 1;

    /// Ids are consecutive: an odd constant spreads them over the low bits without collisions, and over the high ones.
    pub(super) fn hash(self) -> u64 {
        u64::from(self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// A person as boards show them.
#[derive(Clone, Default)]
pub struct Person {
    /// The uaid as a number; 0 for a free entry.
    number: u128,
    /// First and last name, joined.
    names: Box<str>,
    /// The length of the first name, in bytes.
    first: u16,
    gender: Gender,
}

impl Person {
    pub fn uaid(&self) -> Option<Uaid> {
        self.number.to_string().parse().ok()
    }

    pub fn first_name(&self) -> &str {
        self.names.get(..usize::from(self.first)).unwrap_or(&self.names)
    }

    /// In full.
    pub fn last_name(&self) -> &str {
        self.names.get(usize::from(self.first)..).unwrap_or_default()
    }

    /// As stated by the athlete.
    pub fn gender(&self) -> Gender {
        self.gender
    }
}

/// Everybody on a board. The uaid is stored once, with the person: the table contains small ids only.
#[derive(Clone, Default)]
pub struct People {
    ids: HashTable<u32>,
    all: Vec<Person>,
    free: Vec<u32>,
}

impl People {
    pub fn new() -> Self {
        Self::default()
    }

    /// The small id of a uaid; none if they are on no board.
    pub fn id(&self, uaid: &Uaid) -> Option<Id> {
        self.id_of(number(uaid))
    }

    fn id_of(&self, number: u128) -> Option<Id> {
        self.ids.find(hash(number), |id| self.all[*id as usize].number == number).copied().map(Id)
    }

    /// Adds or updates a person, with their present names and gender.
    pub fn put(&mut self, uaid: &Uaid, names: (&str, &str), gender: Gender) -> Id {
        let number = number(uaid);
        let (first, last) = names;
        let first_bytes = u16::try_from(first.len()).unwrap_or(u16::MAX);
        let person = Person { number, names: [first, last].concat().into(), first: first_bytes, gender };
        if let Some(Id(id)) = self.id_of(number) {
            self.all[id as usize] = person;
            return Id(id);
        }
        let id = if let Some(id) = self.free.pop() {
            self.all[id as usize] = person;
            id
        } else {
            self.all.push(person);
            let id = u32::try_from(self.all.len() - 1).ok().filter(|id| *id <= Id::LAST);
            id.expect("fewer people than a thousand million")
        };
        let all = &self.all;
        self.ids.insert_unique(hash(number), id, |id| hash(all[*id as usize].number));
        Id(id)
    }

    /// Removes a person, their names too. They must not be on any board.
    pub fn forget(&mut self, id: Id) {
        let number = self.all[id.0 as usize].number;
        if let Ok(found) = self.ids.find_entry(hash(number), |other| *other == id.0) {
            found.remove();
            self.all[id.0 as usize] = Person::default();
            self.free.push(id.0);
        }
    }

    pub fn get(&self, id: Id) -> &Person {
        &self.all[id.0 as usize]
    }

    /// The uaid as a number, for breaking ties.
    pub(super) fn number(&self, id: Id) -> u128 {
        self.all[id.0 as usize].number
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Frees capacity reserved for growth.
    pub(super) fn shrink(&mut self) {
        self.all.shrink_to_fit();
    }

    /// The memory it uses, names included.
    pub fn bytes(&self) -> usize {
        let names: usize = self.all.iter().map(|person| person.names.len()).sum();
        self.ids.allocation_size()
            + self.all.capacity() * size_of::<Person>()
            + self.free.capacity() * size_of::<u32>()
            + names
    }
}

impl std::fmt::Debug for People {
    /// Without their names.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("People").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// Twenty digits at most always fit.
fn number(uaid: &Uaid) -> u128 {
    uaid.as_str().parse().unwrap_or(0)
}

/// Spreads consecutive numbers: the halves are folded and multiplied by an odd constant, then the high bits, which the
/// table reads first, are mixed into the low ones.
#[expect(clippy::cast_possible_truncation, reason = "the halves of the number")]
fn hash(number: u128) -> u64 {
    let folded = (number as u64) ^ ((number >> 64) as u64).rotate_left(32);
    let spread = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ (spread >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uaid(text: &str) -> Uaid {
        text.parse().unwrap()
    }

    #[test]
    fn everybody_is_found_by_their_number_and_forgotten_with_their_name() {
        let mut people = People::new();
        let robin = people.put(&uaid("10000001"), ("Robin", "Field"), Gender::Female);
        let long = people.put(&uaid("99999999999999999999"), ("李", ""), Gender::None);
        assert_eq!(people.id(&uaid("99999999999999999999")), Some(long));
        assert_eq!((people.get(long).first_name(), people.get(long).last_name()), ("李", ""));
        assert_eq!(people.get(robin).uaid(), Some(uaid("10000001")));
        // Another name is still the same person.
        assert_eq!(people.put(&uaid("10000001"), ("Robin", "Meadow"), Gender::Male), robin);
        assert_eq!((people.get(robin).last_name(), people.get(robin).gender()), ("Meadow", Gender::Male));
        assert_eq!(people.len(), 2);
        people.forget(robin);
        assert_eq!((people.id(&uaid("10000001")), people.get(robin).first_name()), (None, ""));
        // The small id is reused.
        assert_eq!(people.put(&uaid("7"), ("Sam", "Reed"), Gender::Male), robin);
        assert_eq!(people.get(robin).first_name(), "Sam");
    }

    #[test]
    fn a_hundred_thousand_numbers_that_run_on_are_all_found() {
        let mut people = People::new();
        let numbers = || (10_000_000_u64..10_100_000).filter_map(Uaid::from_number);
        let ids: Vec<Id> = numbers().map(|uaid| people.put(&uaid, ("A", "B"), Gender::None)).collect();
        assert!(numbers().zip(ids).all(|(uaid, id)| people.id(&uaid) == Some(id)));
        assert!(people.bytes() < 100 * people.len(), "{} bytes", people.bytes());
    }
}
