//! A letter to nobody, for those who write its words: exactly what would be sent, about a test that there is not.

use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, SlotTime};

use super::{Change, FinalScore, House, Message, Recipient, Seen, Ticket};

/// The letter of an item's id, with the house's words, about a test in a week's time; none for an item that is no letter of
/// the product's.
pub fn sample(house: &House, letter: &str, today: Date) -> Option<Message> {
    let to = Recipient {
        email: "robin@athletes.example".to_owned(),
        first_name: "Robin".to_owned(),
        last_name: "Field".to_owned(),
    };
    let (date, time) = (today.add_days(7), SlotTime::from_index(21)?);
    let ticket = Ticket {
        booking_id: "sample".to_owned(),
        sequence: 0,
        date: Some(date),
        time: Some(time),
        code: "7K3QXM".to_owned(),
        label: "Test",
    };
    let booking = |change| super::booking(house, &to, &ticket, change, 0);
    let told = |seen| {
        let tests: Vec<(TestType, Score)> = TestType::ALL
            .into_iter()
            .zip([7_150, 6_820, 7_430, 6_990, 7_210, 8_452])
            .map(|(test, points)| (test, Score::from_hundredths(points)))
            .collect();
        let (score, place) = (Score::from_hundredths(7_342), Some((date, time)));
        super::final_score(house, &to, &FinalScore { score, place, tests: &tests, position: Some(12), seen })
    };
    Some(match letter {
        "letter-account-invitation" => super::invitation(house, &to, "Set a password", house.page("")),
        "letter-assistance-confirmed" => booking(Change::AssistanceConfirmed),
        "letter-assistance-requested" => booking(Change::AssistanceAsked),
        "letter-booking-cancelled" => booking(Change::Cancelled { by_staff: false }),
        "letter-booking-cancelled-by-staff" => booking(Change::Cancelled { by_staff: true }),
        "letter-booking-confirmed" => booking(Change::Confirmed),
        "letter-booking-declined" => booking(Change::Declined),
        "letter-booking-missed" => booking(Change::Missed),
        "letter-booking-moved" => booking(Change::Moved(Some((today.add_days(6), time)))),
        "letter-booking-reminder" => super::reminder(house, &to, &ticket),
        "letter-final-held" => told(Seen::Held),
        "letter-final-revealed" => told(Seen::Revealed),
        "letter-final-score" => told(Seen::AtOnce),
        "letter-guardian-request" => super::guardian_request(house, &to, &to.email, house.page("")),
        "letter-password-link" => super::password_link(house, &to, house.page("")),
        "letter-waitlist-lapsed" => super::offer_lapsed(house, &to, date, time),
        "letter-waitlist-offer" => super::offer(house, &to, date, time, 30, "sample"),
        _ => return None,
    })
}
