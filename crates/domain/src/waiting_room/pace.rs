//! How many people are let in, how long the others wait, and how often they ask (RULES 13.13).

/// An answer that takes longer than this, in milliseconds, is slow.
pub const SLOW_MS: u64 = 150;
/// The limit never falls below this many people, however slow the site is; a lower one does not fall at all.
pub const LEAST: u32 = 200;
/// This many may always come in during one second, however low the limit is.
const AT_ONCE_LEAST: u64 = 50;
/// One in this many of those inside may be from one address: enough for a school behind it, too few for one machine to fill the site.
const OF_ONE_ADDRESS: u32 = 10;
/// This many may always be from one address, however low the limit is: a browser sends a few calls before it has its pass.
const OF_ONE_ADDRESS_LEAST: u32 = 4;
/// One address may always have this many places, however low the limit is: a class may take part in a draw.
const PLACES_LEAST: usize = 50;
/// A second with fewer answers is not judged.
const ANSWERS: u32 = 50;
/// How many slow seconds in a row lower the limit: a single one can have any cause.
const SLOW_FOR: u32 = 3;
/// How many people in the queue may ask for their position each second.
const ASKING: u64 = 2_000;
/// The shortest and the longest polling interval, in seconds.
const PAUSE: (u32, u32) = (2, 60);

/// What was measured in one second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Measured {
    /// People who used the site within the last minute.
    pub inside: u32,
    /// Answers to the calls that a crowd makes.
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

/// The new limit on people inside: nine tenths of those inside after three or more slow seconds in a row (`slow_for` counts them),
/// a fiftieth more after a second that was full and fast.
pub fn adjusted(limit: u32, measured: Measured, slow_for: u32) -> u32 {
    let Measured { inside, answers, .. } = measured;
    if slow_for >= SLOW_FOR {
        (limit.min(inside) / 10 * 9).max(LEAST.min(limit))
    } else if answers < ANSWERS || slow_for > 0 {
        limit
    } else if u64::from(inside) * 10 >= u64::from(limit) * 9 {
        limit.saturating_add((limit / 50).max(1))
    } else {
        limit
    }
}

/// How many people may come in during one second when `limit` may be inside: people are busiest in their first seconds.
pub fn at_once(limit: u64) -> u64 {
    (limit / 20).max(AT_ONCE_LEAST)
}

/// How many of `limit` people inside may be from one address, not counting those with a live session.
pub fn inside_from_one_address(limit: u32) -> usize {
    (limit / OF_ONE_ADDRESS).max(OF_ONE_ADDRESS_LEAST) as usize
}

/// How many places in the queue and in a draw one address may have.
pub fn places_of_one_address(limit: u32) -> usize {
    inside_from_one_address(limit).max(PLACES_LEAST)
}

/// The wait of somebody with `ahead` people ahead of them, in seconds, if people go on being let in at the rate of `people` in
/// `seconds`; `None` if nobody was let in.
pub fn wait_seconds(ahead: u64, people: u64, seconds: u64) -> Option<u64> {
    (people > 0).then(|| (ahead * seconds).div_ceil(people))
}

/// When to ask again, in seconds: after a tenth of the wait, and later if that would be more than `ASKING` requests a second
/// from everybody in the queue.
pub fn pause_seconds(wait: Option<u64>, waiting: u64) -> u32 {
    let (least, most) = PAUSE;
    let pause = wait.map_or(u64::from(least), |wait| wait / 10).max(waiting / ASKING);
    u32::try_from(pause).unwrap_or(most).clamp(least, most)
}
