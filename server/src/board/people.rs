//! Who stands on boards: for each a small number of our own, by which the boards know them, their name and gender. Whoever
//! stands on none any more is not known here either.

use hashbrown::HashTable;
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::Gender;

/// The small number of somebody; given anew once they are forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id(pub(super) u32);

impl Id {
    /// The largest: boards keep two more bits beside it.
    pub(super) const LAST: u32 = (1 << 30) - 1;
}

/// Somebody as boards show them.
#[derive(Clone, Default)]
pub struct Person {
    /// The uaid as the number that it means; 0 of nobody.
    number: u128,
    /// Both names, the first one first.
    names: Box<str>,
    /// The bytes of the first name.
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

    /// The last name, whole.
    pub fn last_name(&self) -> &str {
        self.names.get(usize::from(self.first)..).unwrap_or_default()
    }

    /// The gender that they stated.
    pub fn gender(&self) -> Gender {
        self.gender
    }
}

/// Everybody who stands on a board. The uaid is kept once, with the person: the table holds small numbers alone.
#[derive(Clone, Default)]
pub struct People {
    ids: HashTable<u32>,
    all: Vec<Person>,
    free: Vec<u32>,
}

impl People {
    /// Nobody.
    pub fn new() -> Self {
        Self::default()
    }

    /// The small number of a uaid; none of who stands on no board.
    pub fn id(&self, uaid: &Uaid) -> Option<Id> {
        self.id_of(number(uaid))
    }

    fn id_of(&self, number: u128) -> Option<Id> {
        self.ids.find(hash(number), |id| self.all[*id as usize].number == number).copied().map(Id)
    }

    /// Somebody with the names and the gender that they have now.
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

    /// Forgets somebody, their names too. They must not stand on any board any more.
    pub fn forget(&mut self, id: Id) {
        let number = self.all[id.0 as usize].number;
        if let Ok(found) = self.ids.find_entry(hash(number), |other| *other == id.0) {
            found.remove();
            self.all[id.0 as usize] = Person::default();
            self.free.push(id.0);
        }
    }

    /// Somebody by their small number.
    pub fn get(&self, id: Id) -> &Person {
        &self.all[id.0 as usize]
    }

    /// The uaid as a number, for the last tie-break.
    pub(super) fn number(&self, id: Id) -> u128 {
        self.all[id.0 as usize].number
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Gives back what was set aside to grow.
    pub(super) fn shrink(&mut self) {
        self.all.shrink_to_fit();
    }

    /// The memory behind it, names included.
    pub fn bytes(&self) -> usize {
        let names: usize = self.all.iter().map(|person| person.names.len()).sum();
        self.ids.allocation_size()
            + self.all.capacity() * size_of::<Person>()
            + self.free.capacity() * size_of::<u32>()
            + names
    }
}

impl std::fmt::Debug for People {
    /// Never their names.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("People").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// At most twenty digits always fit.
fn number(uaid: &Uaid) -> u128 {
    uaid.as_str().parse().unwrap_or(0)
}

/// Spreads numbers that run on: the halves are folded and multiplied by an odd constant, then the high bits, which the table
/// looks at first, come down.
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
        // Another name is the same person.
        assert_eq!(people.put(&uaid("10000001"), ("Robin", "Meadow"), Gender::Male), robin);
        assert_eq!((people.get(robin).last_name(), people.get(robin).gender()), ("Meadow", Gender::Male));
        assert_eq!(people.len(), 2);
        people.forget(robin);
        assert_eq!((people.id(&uaid("10000001")), people.get(robin).first_name()), (None, ""));
        // The small number is given to the next.
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
