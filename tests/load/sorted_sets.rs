//! The boards with which our index is compared: the same finals in Redis, a sorted set for everybody and one for each
//! gender.

use crate::field::FIRST_MOMENT_MS;
use crate::redis::{Redis, Reply};

const OVERALL: &str = "overall";
/// By the remainder of an athlete's number, as genders in [`crate::field`].
const GENDERS: [&str; 2] = ["female", "male"];
/// A sorted set's score combines the hundredths and, in its low digits, how early the final was: whole numbers that a
/// double represents exactly.
const MOMENT_BITS: u32 = 34;
/// Members added per command when filling, which is not measured.
const CHUNK: usize = 1_000;

/// A final, as given to both sides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// The index of the athlete, from 0.
    pub(crate) athlete: u32,
    pub(crate) hundredths: i32,
    /// When it became visible; unique.
    pub(crate) at_ms: i64,
}

pub(crate) struct SortedSets {
    redis: Redis,
    names: Vec<String>,
    /// The memory of Redis before the first member.
    empty: u64,
}

impl SortedSets {
    /// Fills them, one entry per athlete in order; `None` if Redis is not installed.
    pub(crate) fn of(entries: &[Entry], names: Vec<String>) -> Option<Self> {
        let mut redis = Redis::start()?;
        let empty = memory(&mut redis);
        let mut sets = Self { redis, names, empty };
        for entries in entries.chunks(CHUNK) {
            sets.add(OVERALL, entries.iter());
            for (gender, key) in (0..).zip(GENDERS) {
                sets.add(key, entries.iter().filter(|entry| entry.athlete % 2 == gender));
            }
        }
        Some(sets)
    }

    fn add<'a>(&mut self, key: &str, entries: impl Iterator<Item = &'a Entry>) {
        let pairs: Vec<(String, &str)> =
            entries.map(|entry| (packed(entry).to_string(), &*self.names[entry.athlete as usize])).collect();
        let mut words = vec!["ZADD", key];
        words.extend(pairs.iter().flat_map(|(score, name)| [score.as_str(), name]));
        assert!(words.len() == 2 || self.redis.number(&words).is_some());
    }

    /// `ZADD` overall and by gender.
    pub(crate) fn update(&mut self, entry: &Entry) {
        let (score, name) = (packed(entry).to_string(), &self.names[entry.athlete as usize]);
        for key in [OVERALL, gender(entry.athlete)] {
            self.redis.number(&["ZADD", key, &score, name]);
        }
    }

    /// `ZREVRANK` overall and by gender: how many rows come before.
    pub(crate) fn ranks(&mut self, athlete: u32) -> [Option<i64>; 2] {
        let name = &self.names[athlete as usize];
        [OVERALL, gender(athlete)].map(|key| self.redis.number(&["ZREVRANK", key, name]))
    }

    /// `ZREVRANGE`: the first fifteen overall.
    pub(crate) fn top(&mut self) -> Vec<String> {
        self.redis.texts(&["ZREVRANGE", OVERALL, "0", "14"])
    }

    /// The rows of a board in a range, counted from 0, both ends included. The overall board is `None`.
    pub(crate) fn rows(&mut self, of_athlete: Option<u32>, from: usize, to: usize) -> Vec<String> {
        let key = of_athlete.map_or(OVERALL, gender);
        self.redis.texts(&["ZREVRANGE", key, &from.to_string(), &to.to_string()])
    }

    /// How many have a better score, overall and within the athlete's gender.
    pub(crate) fn above(&mut self, athlete: u32, hundredths: i32) -> [Option<i64>; 2] {
        let from = (i64::from(hundredths + 1) << MOMENT_BITS).to_string();
        [OVERALL, gender(athlete)].map(|key| self.redis.number(&["ZCOUNT", key, &from, "+inf"]))
    }

    /// Resets the cost of commands.
    pub(crate) fn forget_costs(&mut self) {
        self.redis.forget_costs();
    }

    /// Microseconds per call of a command, as reported by Redis.
    pub(crate) fn own_cost(&mut self, command: &str) -> f64 {
        self.redis.own_cost(command)
    }

    /// Redis' memory for all members.
    pub(crate) fn bytes(&mut self) -> u64 {
        memory(&mut self.redis).saturating_sub(self.empty)
    }

    pub(crate) fn version(&mut self) -> String {
        self.redis.version()
    }
}

fn gender(athlete: u32) -> &'static str {
    GENDERS[(athlete % 2) as usize]
}

fn packed(entry: &Entry) -> i64 {
    let earlier = (1_i64 << MOMENT_BITS) - 1 - (entry.at_ms - FIRST_MOMENT_MS);
    (i64::from(entry.hundredths) << MOMENT_BITS) + earlier
}

fn memory(redis: &mut Redis) -> u64 {
    let Reply::Text(Some(info)) = redis.ask(&["INFO", "memory"]) else { panic!("no statistics") };
    let used = info.lines().find_map(|line| line.strip_prefix("used_memory:"));
    used.and_then(|number| number.trim().parse().ok()).expect("Redis knows its memory")
}
