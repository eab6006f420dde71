//! An open-loop load: all arrivals are drawn beforehand, so a slow site gets no fewer requests. Each person looks at the busiest
//! day, chooses a time, mostly around six in the evening, and books. Somebody who is refused looks again a moment later;
//! somebody who gets `Retry-After` comes back.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use sixfold_domain::time::{Date, SlotTime};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::accounts::PASSWORD;
use crate::dice::Dice;
use crate::http::Answer;
use crate::stage::{Athlete, booking};
use crate::visits::{Step, Visits};

/// How often somebody tries for a place, and how often they come back after a `Retry-After`.
const TRIES: u32 = 3;
const RETURNS: u32 = 20;
/// How long somebody takes to choose again, in milliseconds: the least, and the most to add to it.
const THOUGHT: (u64, u32) = (200, 1_000);
/// Somebody who begins later than this after the schedule is counted as late.
const LATE: Duration = Duration::from_millis(20);
/// 18:00 as an index of the day's times.
const FAVOURITE: usize = 36;
/// How long the last ones may take.
const PATIENCE: Duration = Duration::from_mins(10);
/// The request of the booking page.
const LOOK: &str = "/api/event/availability?type=test";

pub(crate) struct Arrivals<'a> {
    pub(crate) people: &'a [Athlete],
    pub(crate) rate: u32,
    pub(crate) day: Date,
    pub(crate) signs_in: bool,
}

/// How punctually this program let people arrive.
#[derive(Default)]
pub(crate) struct Arrived {
    pub(crate) late: usize,
    pub(crate) latest_ms: f64,
    /// From the first arrival to the last.
    pub(crate) took: Duration,
}

/// Lets everybody arrive, and waits until the last one has left.
pub(crate) async fn arrive(visits: &Arc<Visits>, arrivals: Arrivals<'_>, mut dice: Dice) -> Arrived {
    let mut after = Duration::ZERO;
    let schedule: Vec<(Duration, Dice)> = arrivals
        .people
        .iter()
        .map(|_| {
            after += gap(&mut dice, arrivals.rate);
            (after, Dice::new(dice.roll(u32::MAX).into()))
        })
        .collect();
    let (begun, mut arrived, mut inside) = (Instant::now(), Arrived::default(), JoinSet::new());
    for (number, (athlete, (after, dice))) in (0_u32..).zip(arrivals.people.iter().zip(schedule)) {
        let due = begun + after;
        sleep_until(due).await;
        let late = due.elapsed();
        arrived.late += usize::from(late > LATE);
        arrived.latest_ms = arrived.latest_ms.max(late.as_secs_f64() * 1e3);
        let person = Person {
            athlete: athlete.clone(),
            day: arrivals.day,
            signs_in: arrivals.signs_in,
            address: forwarded(number),
            pass: None,
            dice,
            visits: visits.clone(),
        };
        inside.spawn(person.visit(due));
        while inside.try_join_next().is_some() {}
    }
    arrived.took = begun.elapsed();
    let left = async { while inside.join_next().await.is_some() {} };
    tokio::time::timeout(PATIENCE, left).await.expect("everybody leaves in the end");
    arrived
}

/// The header in which a proxy passes on somebody's address.
pub(crate) fn forwarded(number: u32) -> String {
    let [_, b, c, d] = number.to_be_bytes();
    format!("x-forwarded-for: 10.{b}.{c}.{d}\r\n")
}

/// The time to the next arrival of a Poisson process.
fn gap(dice: &mut Dice, rate: u32) -> Duration {
    let chance = f64::from(dice.roll(1_000_000) + 1) / 1e6;
    Duration::from_secs_f64(-chance.ln() / f64::from(rate))
}

struct Person {
    athlete: Athlete,
    day: Date,
    signs_in: bool,
    /// The header with their address.
    address: String,
    /// The cookie of the waiting room.
    pass: Option<String>,
    dice: Dice,
    visits: Arc<Visits>,
}

#[derive(Deserialize)]
struct Day {
    slots: Vec<Slot>,
}

#[derive(Deserialize)]
struct Slot {
    time: String,
    available: bool,
}

impl Person {
    async fn visit(mut self, due: Instant) {
        let mut due = due;
        if self.signs_in {
            let body = json!({ "emailAddress": self.athlete.email, "password": PASSWORD }).to_string();
            let answer = self.returning(due, Step::SignIn, "/api/user/login", "", &body).await;
            let Some((answer, _)) = answer else { return };
            let signed_in: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
            let Some(token) = signed_in["data"]["token"].as_str() else { return };
            token.clone_into(&mut self.athlete.token);
            due = Instant::now();
        }
        for attempt in 0..TRIES {
            let Some((free, since)) = self.look(due).await else { return };
            let time = self.choose(&free);
            // The first booking is measured from the arrival, looking included; without the time in the waiting room.
            let since = if attempt == 0 { since } else { Instant::now() };
            match self.book(since, attempt, time).await {
                Some(409 | 422) => {}
                Some(_) | None => return,
            }
            let (least, more) = THOUGHT;
            due = Instant::now() + Duration::from_millis(least + u64::from(self.dice.roll(more)));
            sleep_until(due).await;
        }
    }

    /// The free times of the day, and when the request was due.
    async fn look(&mut self, due: Instant) -> Option<(Vec<SlotTime>, Instant)> {
        let (answer, due) = self.returning(due, Step::Look, LOOK, "", "").await?;
        if answer.status != 200 {
            return None;
        }
        // Only this day is parsed: the whole answer has a month.
        let text = std::str::from_utf8(&answer.body).expect("JSON");
        let from = text.find(&format!("{{\"date\":\"{}\"", self.day))?;
        let day: Day = serde_json::Deserializer::from_str(&text[from..]).into_iter().next()?.ok()?;
        let free = day.slots.iter().filter(|slot| slot.available);
        Some((free.map(|slot| slot.time.parse().expect("a quarter hour")).collect(), due))
    }

    /// Of three times the one nearest to the favourite; if nothing is free, one of all: perhaps somebody gives theirs back.
    fn choose(&mut self, free: &[SlotTime]) -> SlotTime {
        let all: Vec<SlotTime> = SlotTime::all().collect();
        let from = if free.is_empty() { &all } else { free };
        let count = u32::try_from(from.len()).expect("at most sixty");
        let three = [(); 3].map(|()| from[self.dice.roll(count) as usize]);
        three.into_iter().min_by_key(|time| time.index().abs_diff(FAVOURITE)).expect("three of them")
    }

    async fn book(&mut self, due: Instant, attempt: u32, time: SlotTime) -> Option<u16> {
        let body = booking(&self.athlete.uaid, self.day, time);
        let key = format!("idempotency-key: rush-{}-{attempt}\r\n", self.athlete.uaid);
        let (answer, _) = self.returning(due, Step::Book, "/api/user/event/booking", &key, &body).await?;
        Some(answer.status)
    }

    /// Asks, and again when told to come back later, as a browser that keeps the waiting room's pass. Returns the answer and
    /// when it was due: each try is measured from its own moment.
    async fn returning(
        &mut self,
        due: Instant,
        step: Step,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Option<(Answer, Instant)> {
        let mut due = due;
        for _ in 0..RETURNS {
            let headers = format!("{}{headers}", self.credentials(step));
            let answer = self.visits.visit(due, step, path, &headers, body).await.ok()?;
            if step != Step::SignIn && answer.cookie.is_some() {
                self.pass.clone_from(&answer.cookie);
            }
            let Some(seconds) = answer.retry_after else { return Some((answer, due)) };
            sleep(Duration::from_secs(seconds)).await;
            due = Instant::now();
        }
        None
    }

    fn credentials(&self, step: Step) -> String {
        if step == Step::SignIn {
            return self.address.clone();
        }
        let pass = self.pass.as_ref().map(|pass| format!("cookie: {pass}\r\n")).unwrap_or_default();
        format!("{}authorization: Bearer {}\r\n{pass}", self.address, self.athlete.token)
    }
}
