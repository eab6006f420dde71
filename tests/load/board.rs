//! The in-memory index of a board with a million athletes beside Redis with the same finals, in alternating turns: the
//! cost of a rank, an update and the top fifteen, the memory per athlete, and whether both agree on every position.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{Value, json};
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::Board;
use sixfold_domain::profile::Gender;
use sixfold_domain::score::Score;
use sixfold_server::board::{Best, Index, People};

use crate::accounts::median;
use crate::dice::Dice;
use crate::field::{FIRST_MOMENT_MS, Field};
use crate::served::resident;
use crate::sorted_sets::{Entry, SortedSets};
use crate::stage::NOW_MS;

const ATHLETES: u32 = 1_000_000;
/// The boards of each athlete: overall, and one by gender.
const BOARDS_EACH: u32 = 2;
const TURNS: usize = 7;
/// Operations of each kind in one turn.
const ACTS: usize = 10_000;
/// Rows compared per query, and the number of athletes whose positions are compared one by one.
const PAGE: usize = 1_000;
const SAMPLE: usize = 20_000;

/// Microseconds per operation of one side, for each turn.
#[derive(Default)]
struct Costs {
    rank: Vec<f64>,
    update: Vec<f64>,
    top: Vec<f64>,
}

/// Measures both sides; `redis` is null without Redis.
pub(crate) fn measure() -> Value {
    let mut dice = Dice::new(6);
    let entries: Vec<Entry> = (0..ATHLETES)
        .map(|athlete| Entry {
            athlete,
            hundredths: dice.score(),
            at_ms: FIRST_MOMENT_MS + i64::from(athlete),
        })
        .collect();
    let names: Vec<String> = (0..ATHLETES).map(Field::uaid).collect();
    let uaids = names.iter().map(|name| name.parse().expect("a number")).collect();
    let nobody = resident("self");
    let people = people(&names);
    let with_people = resident("self");
    let mut ours = Ours::of(&entries, uaids, people);
    let built = resident("self");

    let mut sets = SortedSets::of(&entries, names);
    let (mut own, mut trips, mut inside) = (Costs::default(), Costs::default(), Costs::default());
    let before_turns = resident("self");
    for turn in 0..TURNS {
        let asked: Vec<u32> = (0..ACTS).map(|_| dice.roll(ATHLETES)).collect();
        let updates: Vec<Entry> = (0..ACTS).map(|act| update(&mut dice, turn * ACTS + act)).collect();
        // Callers already have the number.
        let whose: Vec<(Uaid, u32)> = asked.iter().map(|athlete| (ours.uaid(*athlete), *athlete)).collect();
        own.rank.push(each(&whose, |(uaid, athlete)| hold(ours.ranks(uaid, *athlete))));
        let news: Vec<(Uaid, Best)> =
            updates.iter().map(|entry| (ours.uaid(entry.athlete), ours.best(entry))).collect();
        own.update.push(each(&news, |(uaid, best)| ours.update(uaid, *best)));
        own.top.push(each(&asked, |_| hold(ours.top())));
        let Some(sets) = &mut sets else { continue };
        sets.forget_costs();
        trips.rank.push(each(&asked, |athlete| hold(sets.ranks(*athlete))));
        trips.update.push(each(&updates, |entry| sets.update(entry)));
        trips.top.push(each(&asked, |_| hold(sets.top())));
        // A rank and an update take one command per board.
        inside.rank.push(f64::from(BOARDS_EACH) * sets.own_cost("zrevrank"));
        inside.update.push(f64::from(BOARDS_EACH) * sets.own_cost("zadd"));
        inside.top.push(sets.own_cost("zrevrange"));
    }
    let grown = resident("self").saturating_sub(before_turns);

    let redis = sets.map(|mut sets| {
        let (compared, differences) = ours.compare(&mut sets, &mut dice);
        let news = update(&mut dice, TURNS * ACTS);
        let (whose, best) = (ours.uaid(news.athlete), ours.best(&news));
        ours.update(&whose, best);
        let (_, control) = ours.compare(&mut sets, &mut dice);
        let cost = |trip, inside| json!({ "trip": median(trip), "inside": median(inside) });
        json!({
            "version": sets.version(),
            "rank": cost(trips.rank, inside.rank),
            "update": cost(trips.update, inside.update),
            "top": cost(trips.top, inside.top),
            "bytes": for_each_standing(sets.bytes()),
            "updates": TURNS * ACTS,
            "compared": compared,
            "differences": differences,
            "controlDiffers": control > 0,
        })
    });
    json!({
        "athletes": ATHLETES,
        "rank": median(own.rank),
        "update": median(own.update),
        "top": median(own.top),
        "bytes": for_each_standing(built - with_people + grown),
        "counted": for_each_standing(ours.index.bytes() as u64),
        "names": f64::from(BOARDS_EACH) * for_each_standing(with_people - nobody),
        "redis": redis,
    })
}

#[expect(clippy::cast_precision_loss, reason = "some hundred million")]
fn for_each_standing(bytes: u64) -> f64 {
    bytes as f64 / f64::from(ATHLETES) / f64::from(BOARDS_EACH)
}

/// Microseconds per operation.
fn each<T>(acts: &[T], mut act: impl FnMut(&T)) -> f64 {
    let begun = Instant::now();
    for one in acts {
        act(one);
    }
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let count = acts.len() as f64;
    begun.elapsed().as_secs_f64() * 1e6 / count
}

/// Results that are not used must not be optimised away.
fn hold<T>(answer: T) {
    black_box(answer);
}

/// A new score of an athlete, later than all others.
fn update(dice: &mut Dice, number: usize) -> Entry {
    let after = i64::try_from(number).expect("a small number");
    Entry { athlete: dice.roll(ATHLETES), hundredths: dice.score(), at_ms: NOW_MS + after }
}

/// Half women and half men, as in [`crate::field`].
fn gender(athlete: u32) -> (Gender, Board) {
    if athlete.is_multiple_of(2) { (Gender::Female, Board::Female) } else { (Gender::Male, Board::Male) }
}

fn people(names: &[String]) -> People {
    let mut people = People::new();
    for (athlete, name) in (0..).zip(names) {
        let (first, last) = (format!("Robin{}", athlete % 997), format!("Field{}", athlete % 9_973));
        people.put(&name.parse().expect("a number"), (&first, &last), gender(athlete).0);
    }
    people
}

/// Our side: the index and its people.
struct Ours {
    uaids: Vec<Uaid>,
    people: People,
    index: Index,
    /// The scores of the last midnight, which do not change.
    before: Vec<i32>,
}

impl Ours {
    fn of(entries: &[Entry], uaids: Vec<Uaid>, people: People) -> Self {
        let before = entries.iter().map(|entry| entry.hundredths).collect();
        let mut ours = Self { uaids, people, index: Index::new(), before };
        let finals = entries.iter().map(|entry| {
            let id = ours.people.id(&ours.uaids[entry.athlete as usize]).expect("everybody is known");
            (id, ours.best(entry))
        });
        ours.index = Index::build(&ours.people, finals);
        ours
    }

    fn best(&self, entry: &Entry) -> Best {
        let before = Some(Score::from_hundredths(self.before[entry.athlete as usize]));
        Best { score: Score::from_hundredths(entry.hundredths), mark: None, at_ms: entry.at_ms, before }
    }

    /// Position and previous position, overall and by gender, of a known athlete.
    fn ranks(&self, uaid: &Uaid, athlete: u32) -> [Option<(usize, Option<usize>)>; 2] {
        let id = self.people.id(uaid);
        [Board::Overall, gender(athlete).1].map(|board| {
            let rank = self.index.rank(board, id?)?;
            Some((rank.position, rank.previous))
        })
    }

    fn update(&mut self, uaid: &Uaid, best: Best) {
        let id = self.people.id(uaid).expect("everybody is known");
        self.index.set(&self.people, id, best);
    }

    fn uaid(&self, athlete: u32) -> Uaid {
        self.uaids[athlete as usize].clone()
    }

    fn top(&self) -> Vec<usize> {
        self.index.rows(Board::Overall, 0).take(15).map(|rank| rank.position).collect()
    }

    /// The number of comparisons and of differences: every row of all three boards, and for some athletes the position
    /// and how many are better.
    fn compare(&self, sets: &mut SortedSets, dice: &mut Dice) -> (usize, usize) {
        let (mut compared, mut differences) = (0, 0);
        // The first two athletes represent the boards of their genders.
        for (of_athlete, board) in [(None, Board::Overall), (Some(0), Board::Female), (Some(1), Board::Male)]
        {
            for from in (0..self.index.len(board)).step_by(PAGE) {
                let theirs = sets.rows(of_athlete, from, from + PAGE - 1);
                let rows = self.index.rows(board, from).take(PAGE);
                let ours: Vec<Option<Uaid>> = rows.map(|rank| self.people.get(rank.row.id).uaid()).collect();
                compared += ours.len();
                differences += ours.len().abs_diff(theirs.len());
                let pairs = ours.iter().zip(&theirs);
                differences +=
                    pairs.filter(|(ours, theirs)| ours.as_ref().map(Uaid::as_str) != Some(theirs)).count();
            }
        }
        for _ in 0..SAMPLE {
            let athlete = dice.roll(ATHLETES);
            let id = self.people.id(&self.uaids[athlete as usize]).expect("everybody is known");
            let boards = [Board::Overall, gender(athlete).1];
            let whole = |number: usize| i64::try_from(number).ok();
            let numbers = boards.map(|board| self.index.number(&self.people, board, id).and_then(whole));
            let ranks = boards.map(|board| self.index.rank(board, id));
            let above = ranks.map(|rank| whole(rank?.position - 1));
            let score = ranks[0].map_or(0, |rank| rank.row.score.hundredths());
            compared += 2;
            differences += usize::from(sets.ranks(athlete) != numbers);
            differences += usize::from(sets.above(athlete, score) != above);
        }
        (compared, differences)
    }
}
