//! How a team that does not fit into one slot is spread over the following ones (RULES 12.4).
//!
//! Decides which athlete of a team gets which time. The page previews it and the server books by it.

use crate::time::SlotTime;

/// The seats available to a team in each quarter hour of a day: the free ones, and those that the team itself gives up. `None`
/// if a quarter hour is not open to all of its athletes.
pub type Room = [Option<u16>; SlotTime::COUNT];

/// A team that does not fit from the requested time on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("From that time on the team does not fit.")]
pub struct Short {
    /// How many seats there are in consecutive quarter hours.
    pub room: usize,
    /// How many the team needs.
    pub needed: usize,
}

impl Short {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "TEAM_TOO_LARGE"
    }
}

/// Assigns every athlete a time: from `start` on, each quarter hour takes as many as it has seats, up to the first that is full
/// or not open. `current_times` has the slot of each athlete who stays, and `None` for each to be placed; those are placed
/// in the order of the list. A quarter hour with an athlete of the team who stays is never a gap.
///
/// # Errors
/// [`Short`] if the consecutive quarter hours cannot take everybody: nobody is placed then.
pub fn spread(
    current_times: &[Option<SlotTime>],
    start: SlotTime,
    room: &Room,
) -> Result<Vec<SlotTime>, Short> {
    let needed = current_times.iter().filter(|time| time.is_none()).count();
    let mut seats = Vec::with_capacity(needed);
    for (index, room) in room.iter().enumerate().skip(start.index()) {
        if seats.len() >= needed {
            break;
        }
        let Some(time) = u8::try_from(index).ok().and_then(SlotTime::from_index) else { break };
        let take = usize::from(room.unwrap_or(0));
        if take == 0 && !current_times.contains(&Some(time)) {
            break;
        }
        seats.extend(core::iter::repeat_n(time, take));
    }
    if seats.len() < needed {
        return Err(Short { room: seats.len(), needed });
    }
    let mut seats = seats.into_iter();
    Ok(current_times.iter().filter_map(|time| time.or_else(|| seats.next())).collect())
}

/// The order in which the athletes of a team that moves get their new times: by their current time, then new athletes;
/// otherwise as listed. Returns indices of the list.
pub fn order(current_times: &[Option<SlotTime>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..current_times.len()).collect();
    order.sort_by_key(|index| current_times[*index].map_or(SlotTime::COUNT, SlotTime::index));
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> SlotTime {
        text.parse().unwrap()
    }

    fn room(open: &[(&str, u16)]) -> Room {
        let mut room = [None; SlotTime::COUNT];
        for (time, places) in open {
            room[at(time).index()] = Some(*places);
        }
        room
    }

    #[test]
    fn each_quarter_hour_takes_what_it_has_room_for() {
        let day = room(&[("10:00", 1), ("10:15", 4), ("10:30", 4), ("10:45", 0), ("11:00", 4)]);
        let times = spread(&[None; 6], at("10:00"), &day).unwrap();
        let wanted = ["10:00", "10:15", "10:15", "10:15", "10:15", "10:30"].map(at);
        assert_eq!(times, wanted);
        assert_eq!(spread(&[None; 10], at("10:00"), &day), Err(Short { room: 9, needed: 10 }));
        assert_eq!(spread(&[None; 1], at("10:45"), &day), Err(Short { room: 0, needed: 1 }));
        assert_eq!(spread(&[None; 1], at("09:45"), &day), Err(Short { room: 0, needed: 1 }));
        assert_eq!(spread(&[], at("10:45"), &day), Ok(vec![]));
    }

    #[test]
    fn who_stays_keeps_the_time_and_is_no_gap() {
        let day = room(&[("10:00", 0), ("10:15", 1), ("10:30", 2)]);
        let here = Some(at("10:00"));
        let times = spread(&[here, None, here, None], at("10:00"), &day).unwrap();
        assert_eq!(times, ["10:00", "10:15", "10:00", "10:30"].map(at));
        assert_eq!(spread(&[None], at("10:00"), &day), Err(Short { room: 0, needed: 1 }));
    }

    #[test]
    fn a_team_moves_in_the_order_in_which_it_stands() {
        let current_times = [Some(at("10:15")), None, Some(at("10:00")), Some(at("10:00"))];
        assert_eq!(order(&current_times), [2, 3, 0, 1]);
    }

    #[test]
    fn the_day_ends_at_its_last_quarter_hour() {
        let late = room(&[("23:30", 2), ("23:45", 2)]);
        assert_eq!(spread(&[None; 4], at("23:30"), &late).unwrap().len(), 4);
        assert_eq!(spread(&[None; 5], at("23:30"), &late), Err(Short { room: 4, needed: 5 }));
    }

    fn places() -> impl Strategy<Value = Option<u16>> {
        prop_oneof![1 => Just(None), 1 => Just(Some(0)), 6 => (1_u16..9).prop_map(Some)]
    }

    fn a_day() -> impl Strategy<Value = Room> {
        prop::collection::vec(places(), SlotTime::COUNT).prop_map(|room| room.try_into().unwrap())
    }

    proptest! {
        // RULES 12.4
        #[test]
        fn everybody_is_placed_without_a_gap_or_nobody_is(
            room in a_day(),
            start in 0..SlotTime::COUNT,
            team in prop::collection::vec(prop::option::of(0..SlotTime::COUNT), 0..61),
        ) {
            let slot = |index: usize| SlotTime::from_index(u8::try_from(index).unwrap()).unwrap();
            let current_times: Vec<Option<SlotTime>> = team.iter().map(|index| index.map(slot)).collect();
            let needed = current_times.iter().filter(|time| time.is_none()).count();
            // The consecutive quarter hours with their seats.
            let row: Vec<usize> = (start..SlotTime::COUNT)
                .take_while(|index| room[*index].is_some_and(|room| room > 0) || current_times.contains(&Some(slot(*index))))
                .collect();
            let holds: usize = row.iter().map(|index| usize::from(room[*index].unwrap_or(0))).sum();
            match spread(&current_times, slot(start), &room) {
                Ok(times) => {
                    prop_assert_eq!(times.len(), current_times.len());
                    let mut taken = [0_u16; SlotTime::COUNT];
                    let mut placed = Vec::new();
                    for (before, time) in current_times.iter().zip(&times) {
                        if let Some(before) = before {
                            prop_assert_eq!(before, time, "who stays, stays");
                        } else {
                            taken[time.index()] += 1;
                            placed.push(time.index());
                        }
                    }
                    for (index, taken) in taken.iter().enumerate() {
                        prop_assert!(*taken <= room[index].unwrap_or(0), "{index} is oversold");
                        prop_assert!(*taken == 0 || row.contains(&index), "{index} stands apart");
                    }
                    prop_assert!(placed.is_sorted(), "the list's order is the day's");
                    prop_assert!(holds >= needed);
                }
                Err(short) => {
                    prop_assert_eq!(short, Short { room: holds, needed });
                    prop_assert!(holds < needed, "there would have been room");
                }
            }
        }
    }
}
