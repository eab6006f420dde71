//! A sample letter for those who write its wording: exactly what would be sent, about an invented test.

use sixfold_domain::attempt::Raw;
use sixfold_domain::eligibility::EligibilityRefusal;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::{Score, final_score};
use sixfold_domain::time::{Date, SlotTime, london_to_millis};

use super::{Change, CodeAndLink, FinalScore, FinalVisibility, Message, Recipient, SiteInfo, Ticket};

/// The letter of an item's id, about a test in a week's time; none for an item that is not a letter.
pub fn sample(site_info: &SiteInfo, letter: &str, today: Date) -> Option<Message> {
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
        confirmed: true,
    };
    let request = Ticket { confirmed: false, ..ticket.clone() };
    let moved = Change::Moved(Some((today.add_days(6), time)));
    let booking = |change| super::booking(site_info, &to, &ticket, change, 0);
    let of_request = |change| super::booking(site_info, &to, &request, change, 0);
    let told = |seen, former| {
        let marks = [84_000, 38_870, 59_600, 3_151, 4_770, 14_000].map(Raw::from_thousandths);
        let mut scores = [Score::ZERO; 6];
        let mut tests = Vec::with_capacity(scores.len());
        for ((protocol, raw), score) in Protocols::STANDARD.tests().iter().zip(marks).zip(&mut scores) {
            *score = protocol.points(raw);
            tests.push((protocol.test_type, *score, protocol.mark(&[raw])));
        }
        let (score, slot) = (final_score(&scores), Some((date, time)));
        super::final_score(
            site_info,
            &to,
            &FinalScore { score, former, slot, tests: &tests, position: Some(12), seen },
        )
    };
    Some(match letter {
        "letter-account-invitation" => super::invitation(site_info, &to, site_info.page("")),
        "letter-assistance-confirmed" => booking(Change::AssistanceConfirmed),
        "letter-assistance-missed" => of_request(Change::Unanswered),
        "letter-assistance-moved" => of_request(moved),
        "letter-assistance-requested" => of_request(Change::AssistanceAsked),
        "letter-booking-cancelled" => booking(Change::Cancelled { by_staff: false }),
        "letter-booking-cancelled-by-staff" => booking(Change::Cancelled { by_staff: true }),
        "letter-booking-confirmed" => booking(Change::Confirmed),
        "letter-booking-declined" => booking(Change::Declined),
        "letter-booking-missed" => booking(Change::Missed),
        "letter-booking-moved" => booking(moved),
        "letter-booking-reminder" => super::reminder(site_info, &to, &ticket),
        "letter-card-taken-down" => super::card_taken_down(site_info, &to),
        "letter-coach-booking" => {
            let request = super::CoachRequest { coach: "Kim Hale", secret: "sample" };
            super::coach_booking(site_info, &to, &ticket, request, 0)
        }
        "letter-coming-of-age" => super::coming_of_age(site_info, &to, date),
        "letter-email-change" => super::confirm_address(site_info, &to, confirmation(site_info), true),
        "letter-email-changed" => super::address_changed(site_info, &to, site_info.page("")),
        "letter-email-confirmation" => super::confirm_address(site_info, &to, confirmation(site_info), false),
        "letter-final-corrected" => told(FinalVisibility::AtOnce, Some(Score::from_hundredths(5_000))),
        "letter-final-revealed" => told(FinalVisibility::Revealed, None),
        "letter-final-score" => told(FinalVisibility::AtOnce, None),
        "letter-guardian-agreed" => super::guardian_agreed(site_info, &to, &[]),
        "letter-guardian-agreed-not-yet" => {
            super::guardian_agreed(site_info, &to, &[EligibilityRefusal::ScreeningExpired])
        }
        "letter-guardian-request" => {
            super::guardian_request(site_info, &to, "Robin Field", site_info.page(""))
        }
        "letter-passkey-added" => super::passkey_added(site_info, &to, "Robin’s phone", site_info.page("")),
        "letter-passkey-removed" => {
            super::passkey_removed(site_info, &to, "Robin’s phone", site_info.page(""))
        }
        "letter-passkeys-ended" => {
            super::passkeys_ended(site_info, &to, &["Robin’s phone".to_owned()], true, site_info.page(""))
        }
        "letter-password-link" => super::password_link(site_info, &to, site_info.page("")),
        "letter-score-removed" => super::score_removed(
            site_info,
            &to,
            Some((date, time)),
            "The tests were taken under another person’s name",
        ),
        "letter-second-factor-code" => super::second_factor_code(site_info, &to, "402917".to_owned()),
        "letter-second-factor-off" => super::second_factor_off(site_info, &to, site_info.page("")),
        "letter-second-factor-on" => super::second_factor_on(site_info, &to, site_info.page("")),
        "letter-second-factor-reset" => super::second_factor_reset(site_info, &to, site_info.page("")),
        "letter-sign-in-link" => super::sign_in_link(site_info, &to, site_info.page("")),
        "letter-team-cancelled" => team(site_info, &to, &[(date, time)], &[], (4, 0)),
        "letter-team-changed" => team(site_info, &to, &[(date, time)], &[], (1, 3)),
        "letter-team-moved" => team(site_info, &to, &[(today.add_days(6), time)], &[(date, time)], (0, 0)),
        "letter-time-opened" => super::time_opened(site_info, &to, date, time),
        "letter-waitlist-closed" => super::offer_closed(site_info, &to, date, time),
        "letter-waitlist-lapsed" => super::offer_lapsed(site_info, &to, date, time),
        "letter-waitlist-offer" => {
            let now_ms = london_to_millis(today, time.time_of_day()).ok()?;
            super::offer(site_info, &to, date, time, ("sample", now_ms + 30 * 60_000), now_ms)
        }
        _ => return None,
    })
}

fn confirmation(site_info: &SiteInfo) -> CodeAndLink {
    CodeAndLink { code: "482915".to_owned(), link: site_info.page("") }
}

fn team(
    site_info: &SiteInfo,
    to: &Recipient,
    from: &[(Date, SlotTime)],
    now: &[(Date, SlotTime)],
    (cancelled, as_before): (usize, usize),
) -> Message {
    let slots = |slots: &[(Date, SlotTime)]| slots.iter().copied().collect();
    let (from, now) = (slots(from), slots(now));
    let change =
        super::TeamChange { team: "Harriers", from: &from, to: &now, cancelled, as_before, joined: 0 };
    super::team_changed(site_info, to, &change)
}

#[cfg(test)]
mod tests {
    use super::super::tests::site_info;
    use super::*;
    use crate::content::{mail_wording, seed};

    /// Letters that a site without passwords never sends: about what its people cannot ask for or add.
    const NOT_SENT: [&str; 3] = ["letter-passkey-added", "letter-passkeys-ended", "letter-password-link"];

    /// The text of each letter, with the id of its item.
    fn texts(passwords: bool) -> Vec<(String, String)> {
        let site_info = SiteInfo { passwords, ..site_info() };
        let today: Date = "2026-03-05".parse().unwrap();
        let letters = seed::items().unwrap().into_iter().map(|seed| seed.item);
        letters
            .filter(|item| item.type_id == mail_wording::TYPE)
            .map(|item| {
                let text = sample(&site_info, &item.id, today).unwrap().letter.text();
                (item.id, text)
            })
            .collect()
    }

    // RULES 10.3
    #[test]
    fn where_there_are_no_passwords_no_letter_speaks_of_one() {
        for (id, text) in texts(false).into_iter().filter(|(id, _)| !NOT_SENT.contains(&id.as_str())) {
            assert!(!text.to_lowercase().contains("password"), "{id}: {text}");
            assert!(!text.contains("sign in with this address"), "{id}: {text}");
        }
    }

    /// Where to write to is at its foot. While there is no event, a reply goes to the address that mails are sent from, which
    /// nobody need read.
    #[test]
    fn no_letter_asks_for_a_reply() {
        for (id, text) in texts(true).into_iter().chain(texts(false)) {
            assert!(!text.to_lowercase().contains("reply"), "{id}: {text}");
        }
    }
}
