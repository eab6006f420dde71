//! What a visit would have come to with other measurements (RULES 7.12 to 7.14). Scores cross in hundredths, raw values in
//! thousandths of their unit, lists as typed arrays; `pkg/what-if.ts` converts them.

use sixfold_domain::attempt::Raw;
use sixfold_domain::protocol::{Protocol, Protocols, Unit};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::what_if::{Costs, Goal, OtherFinals, ScoreCounts, cheapest, final_of};
use wasm_bindgen::prelude::*;

/// In place of a goal's final: it is reached already.
const MET: i32 = -1;
/// In place of a goal's final: nothing reaches it.
const BEYOND: i32 = -2;

/// The six protocols and a season's finals, as one athlete meets them.
#[wasm_bindgen(js_name = CompiledField)]
pub struct CompiledField {
    protocols: [Protocol; 6],
    field: OtherFinals,
}

fn goal(goal: Goal) -> i32 {
    match goal {
        Goal::Met => MET,
        Goal::Final(score) => score.hundredths(),
        Goal::Beyond => BEYOND,
    }
}

/// Scores from pairs of a gap and a count.
fn counts(pairs: &[u32]) -> Option<ScoreCounts> {
    let (gaps, each): (Vec<u16>, Vec<u32>) =
        pairs.chunks_exact(2).map(|pair| (u16::try_from(pair[0]).unwrap_or(u16::MAX), pair[1])).unzip();
    ScoreCounts::from_gaps(&gaps, &each)
}

/// The protocols from six numbers each: the unit's place, the zero and the hundred mark, both ends of the range, the attempts.
fn protocols(numbers: &[i32]) -> Option<[Protocol; 6]> {
    let mut tests = *Protocols::STANDARD.tests();
    for (protocol, numbers) in tests.iter_mut().zip(numbers.chunks_exact(6)) {
        let [unit, zero, hundred, low, high, attempts] = *<&[i32; 6]>::try_from(numbers).ok()?;
        protocol.unit = usize::try_from(unit).ok().and_then(|place| Unit::ALL.get(place)).copied()?;
        [protocol.zero, protocol.hundred, protocol.low, protocol.high] =
            [zero, hundred, low, high].map(Raw::from_thousandths);
        protocol.attempts = u8::try_from(attempts).ok()?;
    }
    Some(tests)
}

fn costs(points: &[u32]) -> Costs {
    let mut tests = [[0; 101]; 6];
    for (test, points) in tests.iter_mut().zip(points.chunks_exact(101)) {
        test.copy_from_slice(points);
    }
    Costs::new(&tests)
}

/// Six raw values; what is missing is zero.
fn marks(raws: &[i32]) -> [Raw; 6] {
    TestType::ALL.map(|test| Raw::from_thousandths(raws.get(test.index()).copied().unwrap_or_default()))
}

#[wasm_bindgen(js_class = CompiledField)]
impl CompiledField {
    /// Takes the protocols of `event/config` and the answer of `user/leaderboard/field`, its six lists of points one after the
    /// other. `own` is the score of the athlete's row on its board. Undefined for what the server does not send.
    #[wasm_bindgen(js_name = create)]
    pub fn create(six: &[i32], board: &[u32], points: &[u32], own: Option<i32>) -> Option<CompiledField> {
        let field = OtherFinals::new(counts(board)?, own.map(Score::from_hundredths), costs(points));
        Some(Self { protocols: protocols(six)?, field })
    }

    /// The marks of a test's slider, in thousandths, from 0 points to 100.
    #[wasm_bindgen(js_name = sliderOf)]
    pub fn slider_of(&self, test: usize) -> Vec<i32> {
        self.protocol(test).into_iter().flat_map(Protocol::slider).map(Raw::thousandths).collect()
    }

    /// What six raw values come to: the points of each and their final, in hundredths; the position that the final would have
    /// and of how many; its percentile in hundredths of a per cent, and the percentage of the field that is lower, rounded
    /// down, both -1 with fewer than ten people. One call, since a slider asks for it in every frame.
    #[wasm_bindgen(js_name = outcomeOf)]
    pub fn outcome_of(&self, raws: &[i32]) -> Vec<i32> {
        let marks = marks(raws);
        let score = final_of(&self.protocols, &marks);
        let points =
            self.protocols.iter().zip(&marks).map(|(protocol, mark)| protocol.points(*mark).hundredths());
        let position = i32::try_from(self.field.position(score)).unwrap_or(i32::MAX);
        let ranked = i32::try_from(self.field.ranked()).unwrap_or(i32::MAX);
        let [percentile, better_than] = self
            .field
            .field_standing(score)
            .map_or([-1, -1], |standing| [standing.percentile.hundredths(), i32::from(standing.better_than)]);
        points.chain([score.hundredths(), position, ranked, percentile, better_than]).collect()
    }

    /// The per cent of the people on a test's board with at least the whole points of a score; undefined with fewer than ten.
    #[wasm_bindgen(js_name = reachedBy)]
    pub fn reached_by(&self, test: usize, points: i32) -> Option<f64> {
        let (reached, all) =
            self.field.costs().reached(*TestType::ALL.get(test)?, Score::from_hundredths(points))?;
        Some(f64::from(reached) * 100.0 / f64::from(all))
    }

    /// The least final of the three goals (the top 15, a new best, the next one up), in hundredths; -1 if it is reached, -2 if
    /// nothing reaches it. `visit` is the final to start from, `best` the athlete's best of any season.
    #[wasm_bindgen(js_name = goals)]
    pub fn goals(&self, visit: i32, best: i32) -> Vec<i32> {
        let [visit, best] = [visit, best].map(Score::from_hundredths);
        let own_best = OtherFinals::own_best(visit, best);
        vec![goal(self.field.top(visit)), goal(own_best), goal(self.field.next_up(visit))]
    }

    /// The six raw values that reach a final at the least cost, from these on; undefined if even the hundred marks do not.
    #[wasm_bindgen(js_name = cheapestTo)]
    pub fn cheapest_to(&self, raws: &[i32], score: i32) -> Option<Vec<i32>> {
        let score = Score::from_hundredths(score);
        let found = cheapest(&self.protocols, self.field.costs(), &marks(raws), score);
        found.map(|marks| marks.map(Raw::thousandths).to_vec())
    }
}

impl CompiledField {
    fn protocol(&self, test: usize) -> Option<&Protocol> {
        self.protocols.get(test)
    }
}
