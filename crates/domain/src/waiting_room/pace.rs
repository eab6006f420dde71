//! How many people are let in, how long the others wait, and how often they ask (RULES 13.13).

/// Slower than this, in milliseconds, is not served well.
pub const SLOW_MS: u64 = 150;
/// However slow the site is, this many people may use it.
pub const LEAST: u32 = 200;
/// However few may be inside, this many may come in during one second.
const AT_ONCE_LEAST: u64 = 50;
/// A second with fewer answers says nothing about how many people are too many.
const ANSWERS: u32 = 50;
/// So many slow seconds in a row mean that too many people are inside.
const SLOW_FOR: u32 = 3;
/// How many people may ask for their place each second.
const ASKING: u64 = 2_000;
/// The shortest and the longest pause between two times of asking, in seconds.
const PAUSE: (u32, u32) = (2, 60);

/// What was measured in one second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Measured {
    /// People who used the site within the last minute.
    pub inside: u32,
    /// Answers of the calls that a crowd makes.
    pub answers: u32,
    /// How many of those took longer than [`SLOW_MS`].
    pub slow: u32,
}

impl Measured {
    /// Whether more than one answer in a hundred was slow.
    pub fn is_slow(&self) -> bool {
        self.answers >= ANSWERS && u64::from(self.slow) * 100 > u64::from(self.answers)
    }
}

/// How many people the site serves well: a tenth fewer than are inside when this is the third slow second in a row (`slow_for`
/// counts them), or a later one; a fiftieth more when it is full and fast. One slow second can have any cause.
pub fn adjusted(limit: u32, measured: Measured, slow_for: u32) -> u32 {
    let Measured { inside, answers, .. } = measured;
    if slow_for >= SLOW_FOR {
        (limit.min(inside) / 10 * 9).max(LEAST)
    } else if answers < ANSWERS || slow_for > 0 {
        limit
    } else if u64::from(inside) * 10 >= u64::from(limit) * 9 {
        limit.saturating_add((limit / 50).max(1))
    } else {
        limit
    }
}

/// How many people may come in during one second, of `limit` who may be inside: everybody does most in their first seconds.
pub fn at_once(limit: u64) -> u64 {
    (limit / 20).max(AT_ONCE_LEAST)
}

/// How long somebody waits who has `ahead` people before them, in seconds, when `people` were let in within `seconds`; `None`
/// if nobody was.
pub fn wait_seconds(ahead: u64, people: u64, seconds: u64) -> Option<u64> {
    (people > 0).then(|| (ahead * seconds).div_ceil(people))
}

/// When to ask again, in seconds: at a tenth of the wait, and so seldom that all who wait ask no more often than the site
/// answers them beside everything else.
pub fn pause_seconds(wait: Option<u64>, waiting: u64) -> u32 {
    let (least, most) = PAUSE;
    let pause = wait.map_or(u64::from(least), |wait| wait / 10).max(waiting / ASKING);
    u32::try_from(pause).unwrap_or(most).clamp(least, most)
}
