//! The demo's people: seven public sign-ins of all four roles, and sixty athletes.

use std::collections::HashMap;

use sixfold_domain::eligibility::EligibilityAnswers;
use sixfold_domain::profile::handles::SocialMedia;
use sixfold_domain::profile::{Gender, ProfileUpdate, SocialHandle, TShirtSize};
use sixfold_domain::time::Date;

use super::athletes::ATHLETES;
use super::results::Dice;
use crate::db::people::account::{self, EncryptedHealth, NewAccount};
use crate::db::people::eligibility;
use crate::db::{Conn, DbError};
use crate::state::AppState;

pub(super) const PASSWORD: &str = "six-tests-one-score";

/// Address, role, first and last name, gender, and purpose. The two with scores of this season are also on the women's
/// and the men's board.
const SIGN_INS: [(&str, u8, &str, &str, Gender, &str); 7] = [
    ("athlete@sixfold.example", 1, "Alex", "Morgan", Gender::None, "athlete, nothing booked yet"),
    (BOOKED, 1, "Robin", "Hale", Gender::None, "athlete with a booking"),
    (RETEST, 1, "Jordan", "Wells", Gender::Female, "athlete with a score, ready for a retest"),
    (TODAY, 1, "Casey", "Drummond", Gender::Male, "athlete tested today: too soon for a retest"),
    (DESK, 2, "Sasha", "Pike", Gender::None, "in-store admin"),
    ("delivery@sixfold.example", 3, "Morgan", "Reeve", Gender::None, "programme-delivery admin"),
    (COACH, 4, "Dana", "Okoro", Gender::None, "coach"),
];
const BOOKED: &str = "booked@sixfold.example";
const RETEST: &str = "retest@sixfold.example";
const TODAY: &str = "today@sixfold.example";
const DESK: &str = "instore@sixfold.example";
const COACH: &str = "coach@sixfold.example";

pub(super) fn print_sign_ins() {
    say!("Demo sign-ins (password of all: {PASSWORD}):");
    for (email, role, _, _, _, purpose) in SIGN_INS {
        say!("  {email:<26} role {role}  {purpose}");
    }
}

/// The uaids of those for whom the demo adds bookings.
#[derive(Debug)]
pub(super) struct DemoPeople {
    /// In the order of `ATHLETES`.
    pub athletes: Vec<String>,
    pub booked: Option<String>,
    /// Has a score and may book a retest.
    pub retest: Option<String>,
    pub tested_today: Option<String>,
    pub coach: Option<String>,
    /// An in-store admin.
    pub desk: Option<String>,
}

pub(super) async fn add(
    conn: &mut Conn,
    state: &AppState,
    hash: &str,
    now_ms: i64,
) -> Result<DemoPeople, DbError> {
    let mut uaids = HashMap::new();
    for (email, role, first, last, gender, _) in SIGN_INS {
        let person =
            Person { email: email.to_owned(), role, first, last, gender, hash, seed: u64::from(role) };
        let uaid = person.add(conn, state, now_ms).await?;
        uaids.insert(email, uaid);
    }
    let mut people = DemoPeople {
        athletes: Vec::new(),
        booked: uaids.remove(BOOKED),
        retest: uaids.remove(RETEST),
        tested_today: uaids.remove(TODAY),
        coach: uaids.remove(COACH),
        desk: uaids.remove(DESK),
    };
    for (index, (first, last, gender)) in ATHLETES.into_iter().enumerate() {
        let email = format!("{}.{}@athletes.sixfold.example", first.to_lowercase(), last.to_lowercase());
        let seed = u64::try_from(index).unwrap_or(0) + 100;
        // No valid password hash: they cannot sign in.
        let person = Person { email, role: 1, first, last, gender, hash: "!", seed };
        people.athletes.push(person.add(conn, state, now_ms).await?);
    }
    Ok(people)
}

struct Person<'a> {
    email: String,
    role: u8,
    first: &'a str,
    last: &'a str,
    gender: Gender,
    hash: &'a str,
    seed: u64,
}

impl Person<'_> {
    async fn add(&self, conn: &mut Conn, state: &AppState, now_ms: i64) -> Result<String, DbError> {
        let mut dice = Dice::new(self.seed);
        let year = 1988 + i16::try_from(dice.roll(17)).unwrap_or(0);
        let month = 1 + i8::try_from(dice.roll(12)).unwrap_or(0);
        let born = Date::new(year, month, 1 + i8::try_from(dice.roll(28)).unwrap_or(0)).ok();
        let new = NewAccount {
            email: self.email.clone(),
            password_hash: Some(self.hash.to_owned()),
            role: self.role,
            date_of_birth: born.map(|date| date.to_string()),
            email_confirmed: true,
        };
        let uaid = account::create(conn, &new, now_ms)
            .await?
            .ok_or_else(|| DbError::Other(format!("{} has an account already", self.email)))?;
        let sports =
            ["Football", "Rugby", "Netball", "Rowing", "Athletics", "Boxing", "Hockey", "Basketball"];
        let levels = ["Club", "School", "County", "Just for fun"];
        let pick = |list: &[&str], roll: u64| {
            usize::try_from(roll)
                .ok()
                .and_then(|index| list.get(index))
                .copied()
                .unwrap_or_default()
                .to_owned()
        };
        let handle = format!("{}_{}", self.first.to_lowercase(), self.last.to_lowercase());
        let update = ProfileUpdate {
            first_name: Some(self.first.to_owned()),
            last_name: Some(self.last.to_owned()),
            gender: Some(self.gender),
            t_shirt_size: usize::try_from(dice.roll(5))
                .ok()
                .and_then(|index| TShirtSize::ALL.get(index + 1))
                .copied(),
            phone_number: Some(format!("+4477009{:05}", dice.roll(100_000))),
            postcode: Some(pick(&["SW11 8AL", "SE1 9TG", "E8 3DL", "N1 9AG", "W6 9YE"], dice.roll(5))),
            sport_played: Some(pick(&sports, dice.roll(8))),
            sport_level: Some(pick(&levels, dice.roll(4))),
            emergency_name: Some(format!("Pat {}", self.last)),
            emergency_number: Some(format!("+4477008{:05}", dice.roll(100_000))),
            is_competitor: Some(self.role == 1),
            social_media_handles: Some(vec![
                SocialHandle { social_media_name: SocialMedia::Instagram, handle },
                SocialHandle { social_media_name: SocialMedia::TikTok, handle: String::new() },
            ]),
            ..ProfileUpdate::default()
        };
        let health = EncryptedHealth::encrypt(&state.cipher, &uaid, &update)?;
        account::update_profile(conn, &uaid, &update, &health, now_ms).await?;
        account::mark_registered(conn, &uaid, now_ms).await?;
        let answers = EligibilityAnswers {
            age_range: true,
            consent: true,
            health_consent: true,
            consent_version: None,
            guardian_email: None,
            parq: [false; 7],
        };
        eligibility::put(conn, &state.cipher, &uaid, &answers, &state.hub.consent_version(), now_ms).await?;
        Ok(uaid)
    }
}
