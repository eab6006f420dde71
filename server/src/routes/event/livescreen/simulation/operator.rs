//! What operators press at their tablets.

use serde_json::Value;
use sixfold_domain::identity::Uaid;
use sixfold_domain::reveal::{Move, Order};

use super::{ATHLETES, SEASON};
use crate::routes::event::livescreen::body::{RevealAction, RevealCommand};
use crate::site::waiting_room::simulation::Dice;

pub(super) struct Press {
    pub(super) key: String,
    pub(super) by: Uaid,
    pub(super) command: RevealCommand,
    pub(super) answer: Option<String>,
    /// Whether its tablet has the answer.
    pub(super) is_known: bool,
}

#[derive(Default)]
pub(super) struct Tablet {
    /// The press that it waits for.
    pub(super) waits_for: Option<usize>,
    pub(super) acts_at: i64,
}

/// A command of an operator who sees this; `newest` is the booking of the newest step.
pub(super) fn command(dice: &mut Dice, shown: &Value, newest: Option<&str>) -> RevealCommand {
    let [steps, step] = ["steps", "step"].map(|name| shown[name].as_u64().unwrap());
    let number = |number: u64| usize::try_from(number).unwrap();
    let whose = |dice: &mut Dice| Uaid::from_number(1 + dice.roll(ATHLETES)).unwrap();
    let start = |order, speed, season| RevealAction::Start { order, speed, season };
    let action = match dice.roll(24) {
        0 => RevealAction::One(whose(dice), None),
        _ if shown["running"] == false => match dice.roll(6) {
            0 => RevealAction::End(newest.map(str::to_owned)),
            1 => RevealAction::Go(Move::Next),
            2 => start(Order::Descending, None, None),
            3 => start(Order::Athletes((0..3).map(|_| whose(dice)).collect()), None, None),
            _ => start(Order::Ascending, Some(200), dice.one_in(3).then_some(SEASON - 1)),
        },
        1 => start(Order::Ascending, None, None),
        2 => RevealAction::End(newest.map(str::to_owned)),
        3 => RevealAction::Speed(50),
        4 | 5 => RevealAction::Go(Move::Jump(number(dice.roll(steps + 2)))),
        6..=9 => RevealAction::Go(Move::Back),
        _ => RevealAction::Go(Move::Next),
    };
    RevealCommand { event_id: None, expect: Some(number(step)), action }
}
