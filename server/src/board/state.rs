//! The boards in memory: people, seasons, and the boards of each event and season.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::age_group::AgeGroup;
use sixfold_domain::leaderboard::is_public;
use sixfold_domain::profile::Gender;
use sixfold_domain::season::SeasonTable;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, TimeOfDay, london_date_time, london_to_millis};

use super::answer::RowQuery;
use super::encoded::Encoded;
use super::index::{Best, Index};
use super::people::{Id, People};
use crate::db::boards::board::Counted;
use crate::db::calendar::schedule;
use crate::db::{Conn, DbError};

/// How many encoded answers are cached for one version; then all are dropped.
const ANSWERS: usize = 512;

/// What a board ranks people by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ranked {
    Final,
    Test(TestType),
}

/// A board: the number of the event in the calendar, the season's number, what is ranked, and of which age group, if not of
/// everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub event: usize,
    pub season: u32,
    pub ranked: Ranked,
    pub ages: Option<AgeGroup>,
}

/// A result that counts: where, and its value there.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoardEntry {
    pub event: usize,
    pub season: u32,
    /// On the day of the test (RULES 8.10); none without a date of birth.
    pub ages: Option<AgeGroup>,
    pub best: Best,
}

impl BoardEntry {
    /// The boards that it counts on: everybody's, then that of its age group.
    pub(super) fn keys(self, ranked: Ranked) -> impl Iterator<Item = Key> {
        let Self { event, season, ages, .. } = self;
        [None, ages].into_iter().take(1 + usize::from(ages.is_some())).map(move |ages| Key {
            event,
            season,
            ranked,
            ages,
        })
    }
}

/// The events by id, the academy first, and the seasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Calendar {
    pub events: Vec<String>,
    pub seasons: SeasonTable,
}

impl Calendar {
    pub(super) async fn read(conn: &mut Conn) -> Result<Self, DbError> {
        let events = schedule::list_events(conn).await?.into_iter().map(|event| event.event_id).collect();
        let seasons = SeasonTable::new(schedule::seasons(conn).await?);
        Ok(Self { events, seasons: seasons.map_err(|_| DbError::broken("table of seasons"))? })
    }

    /// The number of an event; of the academy for none.
    pub(super) fn event(&self, id: Option<&str>) -> Option<usize> {
        let wanted = |event: &String| id.is_none_or(|id| event == id);
        self.events.iter().position(wanted)
    }
}

/// The day that the boards show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Today {
    pub date: Date,
    /// When it began in London.
    pub midnight_ms: i64,
}

impl Today {
    pub(super) fn at(now_ms: i64) -> Result<Self, DbError> {
        let wrong = |error: sixfold_domain::time::TimeError| DbError::Other(error.to_string());
        let date = london_date_time(now_ms).map_err(wrong)?.date;
        Ok(Self { date, midnight_ms: london_to_millis(date, TimeOfDay::MIDNIGHT).map_err(wrong)? })
    }
}

/// Decides which results count on which board, and records what that depended on.
#[derive(Debug)]
pub(super) struct CountingRules {
    pub calendar: Arc<Calendar>,
    pub today: Today,
    /// When the latest result that counts became visible.
    latest_ms: i64,
    /// Those under age who have not opted in, with their dates of birth: they are added on their birthday.
    young: Vec<(Date, String)>,
}

impl CountingRules {
    pub(super) fn new(calendar: Arc<Calendar>, today: Today) -> Self {
        Self { calendar, today, latest_ms: i64::MIN, young: Vec::new() }
    }

    /// Where a result counts, and its value there; none if it counts in no season, or its athlete may not be shown.
    pub(super) fn counts_on(&mut self, counted: &Counted<'_>) -> Option<BoardEntry> {
        let event = self.calendar.event(Some(counted.event_id))?;
        let season = self.calendar.seasons.on(counted.date)?.season;
        if !is_public(counted.date_of_birth, self.today.date, counted.opted_in) {
            if let Some(born) = counted.date_of_birth {
                self.young.push((born, counted.uaid.to_string()));
            }
            return None;
        }
        self.latest_ms = self.latest_ms.max(counted.since_ms);
        let best = Best::new(counted.score, counted.at_ms, counted.since_ms, self.today.midnight_ms);
        let best = Best { mark: counted.mark, ..best };
        let ages = counted.date_of_birth.map(|born| AgeGroup::on(born, counted.date));
        Some(BoardEntry { event, season, ages, best })
    }
}

/// The boards at one version of the store.
pub(super) struct BoardState {
    pub people: People,
    /// The finals of every event and season, and the tests and age groups that have been requested.
    pub boards: HashMap<Key, Index>,
    pub version: i64,
    rules: CountingRules,
    answers: Mutex<HashMap<(Key, RowQuery), Arc<Encoded>>>,
}

impl BoardState {
    pub(super) fn new(
        people: People,
        boards: HashMap<Key, Index>,
        version: i64,
        rules: CountingRules,
    ) -> Self {
        let mut state = Self { people, boards, version, rules, answers: Mutex::default() };
        state.tidy_young();
        state
    }

    pub(super) fn calendar(&self) -> &Arc<Calendar> {
        &self.rules.calendar
    }

    pub(super) fn today(&self) -> Today {
        self.rules.today
    }

    /// Applies athletes as they are at a version.
    pub(super) fn apply(&mut self, athletes: &[Athlete], rules: CountingRules, version: i64) {
        for athlete in athletes {
            self.set(athlete);
        }
        self.version = version;
        self.note(rules);
    }

    /// Adds a board that was requested; with that of an age group those of all others, which took the same reading.
    pub(super) fn add(&mut self, key: Key, results: Vec<(Competitor, BoardEntry)>, rules: CountingRules) {
        let people = &mut self.people;
        let results: Vec<(Id, BoardEntry)> = results
            .into_iter()
            .map(|(named, entry)| (people.put(&named.uaid, (&named.first, &named.last), named.gender), entry))
            .collect();
        let groups = match key.ages {
            None => vec![None],
            Some(_) => AgeGroup::all().map(Some).collect(),
        };
        for ages in groups {
            let of_group = results.iter().filter(|(_, entry)| ages.is_none() || entry.ages == ages);
            let bests = of_group.map(|(id, entry)| (*id, entry.best));
            self.boards.insert(Key { ages, ..key }, Index::build(people, bests));
        }
        self.note(rules);
    }

    fn note(&mut self, rules: CountingRules) {
        self.rules.latest_ms = self.rules.latest_ms.max(rules.latest_ms);
        self.rules.young.extend(rules.young);
        self.tidy_young();
        self.forget_answers();
    }

    /// Updates an athlete's rows: one on each board for which they have a best result, none on the others.
    fn set(&mut self, athlete: &Athlete) {
        let Some(named) = &athlete.named else {
            if let Some(id) = self.people.id(&athlete.uaid) {
                for index in self.boards.values_mut() {
                    index.remove(&self.people, id);
                }
                self.people.forget(id);
            }
            return;
        };
        let id = self.people.put(&named.uaid, (&named.first, &named.last), named.gender);
        for (key, index) in &mut self.boards {
            match athlete.bests.get(key) {
                Some(best) => index.set(&self.people, id, *best),
                None => {
                    index.remove(&self.people, id);
                }
            }
        }
    }

    pub(super) fn tests(&self) -> Vec<TestType> {
        let is_held = |test: &TestType| self.boards.keys().any(|key| key.ranked == Ranked::Test(*test));
        TestType::ALL.into_iter().filter(is_held).collect()
    }

    /// Whether the state can simply be moved to a day: not if the clock was set back, or a result became visible after
    /// that midnight.
    pub(super) fn can_turn(&self, today: Today) -> bool {
        today >= self.rules.today && self.rules.latest_ms < today.midnight_ms
    }

    /// Moves the state to the next day.
    pub(super) fn turn_day(&mut self, today: Today) {
        self.boards.values_mut().for_each(Index::turn_day);
        self.rules.today = today;
        self.forget_answers();
    }

    /// Those under age whose birthday has come by a day.
    pub(super) fn of_age(&self, on: Date) -> Vec<String> {
        let of_age = self.rules.young.iter().filter(|(born, _)| is_public(Some(*born), on, false));
        of_age.map(|(_, uaid)| uaid.clone()).collect()
    }

    /// Removes those who are of age, and duplicates.
    fn tidy_young(&mut self) {
        let today = self.rules.today.date;
        let young = &mut self.rules.young;
        young.retain(|(born, _)| !is_public(Some(*born), today, false));
        young.sort_unstable();
        young.dedup();
    }

    /// The latest season before one that has anybody on its board.
    pub(super) fn season_before(&self, key: Key) -> Option<u32> {
        let earlier = self.calendar().seasons.seasons().iter().rev().map(|season| season.season);
        earlier.filter(|season| *season < key.season).find(|season| {
            let before = Key { season: *season, ranked: Ranked::Final, ages: None, ..key };
            self.boards.get(&before).is_some_and(|index| !index.is_empty())
        })
    }

    fn forget_answers(&mut self) {
        self.answers.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// An encoded answer, made when it is first requested.
    pub(super) fn answer<E>(
        &self,
        of: (Key, RowQuery),
        make: impl FnOnce() -> Result<Encoded, E>,
    ) -> Result<Arc<Encoded>, E> {
        let answers = || self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = answers().get(&of) {
            return Ok(known.clone());
        }
        let made = Arc::new(make()?);
        let mut answers = answers();
        if answers.len() >= ANSWERS {
            answers.clear();
        }
        answers.insert(of, made.clone());
        Ok(made)
    }
}

/// A competitor's uaid, names and gender, as stored.
#[derive(Debug, Clone)]
pub(super) struct Competitor {
    pub uaid: Uaid,
    pub first: String,
    pub last: String,
    pub gender: Gender,
}

impl Competitor {
    pub(super) fn of(counted: &Counted<'_>) -> Self {
        Self {
            uaid: counted.uaid.clone(),
            first: counted.first_name.to_owned(),
            last: counted.last_name.to_owned(),
            gender: counted.gender,
        }
    }
}

/// An athlete and their results that count.
#[derive(Debug)]
pub(super) struct Athlete {
    pub uaid: Uaid,
    /// None if there are no results.
    pub named: Option<Competitor>,
    pub bests: HashMap<Key, Best>,
}

impl Athlete {
    pub(super) fn nowhere(uaid: Uaid) -> Self {
        Self { uaid, named: None, bests: HashMap::new() }
    }

    pub(super) fn add(&mut self, counted: &Counted<'_>, ranked: Ranked, entry: BoardEntry) {
        self.named.get_or_insert_with(|| Competitor::of(counted));
        for key in entry.keys(ranked) {
            self.bests.entry(key).and_modify(|known| *known = known.or(entry.best)).or_insert(entry.best);
        }
    }
}
