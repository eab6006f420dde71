mod contact_details;

use proptest::prelude::*;

use super::contact::{email, phone, postcode};
use super::handles::{SocialMedia, handle, no_handles};
use super::password::password;
use super::person::name;
use super::*;

fn today() -> Date {
    "2026-11-21".parse().unwrap()
}

fn input(json: &str) -> ProfileInput {
    serde_json::from_str(json).unwrap()
}

fn update(json: &str) -> ProfileUpdate {
    check_profile(&input(json), today()).into_result().unwrap()
}

fn codes(check: &ProfileCheck) -> Vec<(&'static str, &'static str)> {
    check.errors.iter().map(|error| (error.field, error.code)).collect()
}

#[test]
fn names_of_many_peoples() {
    for good in [
        "Ann",
        "O'Neill",
        "Jean-Luc",
        "J. R. R.",
        "Zoë",
        "Zoe\u{308}",
        "Łukasz",
        "Nguyễn",
        "Иван",
        "李小龍",
        "محمد",
        "מֹשֶׁה",
        "क्षमा",
        "สมชาย",
        "X Æ A-12",
        "Jane (mum) & Dad",
        "Bell, Ann",
        "Nguye\u{302}\u{303}\u{323}n",
    ] {
        assert_eq!(name(good).as_deref(), Ok(good));
    }
    assert_eq!(name("  Ann  ").as_deref(), Ok("Ann"));
    assert_eq!(name("O’Neill").as_deref(), Ok("O'Neill"));
    let bad =
        ["", "   ", "a@b", "<b>", "Ann\nBell", "Ann\u{0}", "🙂", "a/b", "\"A\"", "3", "...", "-.-", "( & )"];
    let direction = ["a\u{202E}b", "a\u{200F}b", "\u{2066}a", "a\u{200B}b", "\u{FEFF}a", "\u{61C}a"];
    let marks = ["a\u{300}\u{301}\u{302}\u{303}", "\u{300}\u{301}"].map(str::to_owned);
    let marks = marks.into_iter().chain([format!("Z{}", "\u{336}".repeat(58))]);
    for bad in bad.into_iter().chain(direction).map(str::to_owned).chain(marks) {
        let bad = bad.as_str();
        assert_eq!(name(bad), Err(ProfileError::Name), "{bad:?}");
    }
    assert!(name(&"é".repeat(60)).is_ok());
    assert!(name(&"é".repeat(61)).is_err());
}

#[test]
fn both_platforms_are_always_listed() {
    let json = r#"{"socialMediaHandles":[{"socialMediaName":"tiktok","handle":"@ann"}]}"#;
    let kept = serde_json::to_value(update(json)).unwrap();
    assert_eq!(
        kept,
        serde_json::json!({"socialMediaHandles": [
            {"socialMediaName": "Instagram", "handle": ""},
            {"socialMediaName": "TikTok", "handle": "ann"},
        ]})
    );
    assert_eq!(update(r#"{"socialMediaHandles":null}"#).social_media_handles, Some(no_handles()));
    assert_eq!(update("{}").social_media_handles, None);
    for json in [
        r#"{"socialMediaHandles":[{"socialMediaName":"Myspace","handle":"ann"}]}"#,
        r#"{"socialMediaHandles":[{"socialMediaName":"TikTok","handle":"a"},{"socialMediaName":"TikTok","handle":"b"}]}"#,
    ] {
        let outcome = check_profile(&input(json), today());
        assert_eq!(codes(&outcome), [("socialMediaHandles", "SOCIAL_MEDIA_INVALID")]);
    }
}

#[test]
fn empty_values_keep_what_is_stored_but_for_three_fields() {
    let json = r#"{"firstName":"","lastName":null,"gender":" ","tShirtSize":"","dateOfBirth":null,"emergencyName":"",
        "medicalIssues":null,"sportPlayed":"","phoneNumber":null,"postcode":"","socialMediaHandles":[]}"#;
    let kept = update(json);
    let expected = ProfileUpdate {
        phone_number: Some(String::new()),
        postcode: Some(String::new()),
        social_media_handles: Some(no_handles()),
        ..ProfileUpdate::default()
    };
    assert_eq!(kept, expected);
    assert_eq!(update("{}"), ProfileUpdate::default(), "absent fields stay, all of them");
}

// RULES 9.7
#[test]
fn not_stated_is_shown_and_never_stored() {
    let kept = update(r#"{"medicalIssues":"N/A","emergencyName":"n/a","emergencyNumber":" N/A "}"#);
    assert_eq!(kept, ProfileUpdate::default());
    assert_eq!(shown(None), "N/A");
    assert_eq!(shown(Some(" ")), "N/A");
    assert_eq!(shown(Some("Asthma")), "Asthma");
    assert_eq!(TShirtSize::default().as_str(), "M");
}

#[test]
fn words_of_gender_and_size() {
    let kept = update(r#"{"gender":"Female","tShirtSize":"xxl"}"#);
    assert_eq!(serde_json::to_string(&kept).unwrap(), r#"{"tShirtSize":"XXL","gender":"female"}"#);
    for size in TShirtSize::ALL {
        assert_eq!(serde_json::to_string(&size).unwrap(), format!("\"{size}\""));
    }
    for gender in Gender::ALL {
        assert_eq!(serde_json::to_string(&gender).unwrap(), format!("\"{gender}\""));
    }
    let outcome = check_profile(&input(r#"{"gender":"m","tShirtSize":"XXXXL"}"#), today());
    assert_eq!(codes(&outcome), [("gender", "GENDER_INVALID"), ("tShirtSize", "TSHIRT_SIZE_INVALID")]);
}

#[test]
fn dates_of_birth() {
    let code = |born: &str, registering: bool| {
        let input = ProfileInput {
            first_name: Some("Ann".into()),
            last_name: Some("Bell".into()),
            date_of_birth: Some(born.into()),
            ..ProfileInput::default()
        };
        let outcome =
            if registering { check_registration(&input, today()) } else { check_profile(&input, today()) };
        outcome.errors.first().map(|error| error.code)
    };
    assert_eq!(code("2010-11-21", true), None);
    assert_eq!(code("2010-11-22", true), Some("AGE_OUT_OF_RANGE"));
    assert_eq!(code("2010-11-22", false), Some("AGE_OUT_OF_RANGE"));
    assert_eq!(code("1926-11-21", true), Some("AGE_OUT_OF_RANGE"));
    assert_eq!(code("1926-11-21", false), None, "somebody who registered at 99 can still change the profile");
    assert_eq!(code("1700-01-01", false), Some("AGE_OUT_OF_RANGE"));
    for bad in ["2026-11-21", "2030-01-01", "1990-02-30", "1990-1-1", "01/02/1990", "yesterday"] {
        assert_eq!(code(bad, true), Some("DATE_OF_BIRTH_INVALID"), "{bad}");
    }
}

#[test]
fn a_first_profile_needs_both_names() {
    let outcome = check_registration(&input(r#"{"firstName":"","lastName":"<b>"}"#), today());
    assert_eq!(codes(&outcome), [("lastName", "NAME_INVALID"), ("firstName", "REQUIRED")]);
    assert!(outcome.into_result().is_err());
}

#[test]
fn texts_have_lengths_and_no_control_characters() {
    let long = "x".repeat(text::SPORT_PLAYED_MAX + 1);
    let outcome = check_profile(
        &ProfileInput {
            sport_played: Some(long),
            sport_level: Some("club\u{0}".into()),
            medical_issues: Some("Asthma.\nInhaler in the bag.".into()),
            improvement: Some("speed\u{7}".into()),
            ..ProfileInput::default()
        },
        today(),
    );
    assert_eq!(
        codes(&outcome),
        [("sportPlayed", "TEXT_TOO_LONG"), ("sportLevel", "TEXT_INVALID"), ("improvement", "TEXT_INVALID")]
    );
    assert_eq!(outcome.errors[0].message, "Keep it to 80 characters.");
    let longest = "é".repeat(text::SPORT_PLAYED_MAX);
    assert_eq!(text::line(&longest, text::SPORT_PLAYED_MAX), Ok(longest));
    assert_eq!(outcome.value.medical_issues.as_deref(), Some("Asthma.\nInhaler in the bag."));
}

// RULES 10.3
#[test]
fn passwords_by_length_in_characters() {
    assert_eq!(password(&"é".repeat(11)), Err(ProfileError::PasswordTooShort));
    assert_eq!(password(&"é".repeat(12)), Ok(()));
    assert_eq!(password(&"é".repeat(128)), Ok(()));
    assert_eq!(password(&"é".repeat(129)), Err(ProfileError::PasswordTooLong));
}

#[test]
fn wrong_types_are_refused_and_strangers_ignored() {
    assert!(serde_json::from_str::<ProfileInput>(r#"{"firstName":5}"#).is_err());
    assert!(serde_json::from_str::<ProfileInput>(r#"{"marketingPref1":"yes"}"#).is_err());
    assert_eq!(
        update(r#"{"token":"t","role":3,"region":"GB","isCompetitor":true}"#).is_competitor,
        Some(true)
    );
}

proptest! {
    #[test]
    fn every_check_is_idempotent_and_never_panics(text: String) {
        for check in [name, email, phone, postcode] as [fn(&str) -> Result<String, ProfileError>; 4] {
            if let Ok(once) = check(&text) {
                prop_assert_eq!(check(&once), Ok(once));
            }
        }
        for platform in SocialMedia::ALL {
            if let Ok(once) = handle(platform, &text) {
                prop_assert_eq!(handle(platform, &once), Ok(once));
            }
        }
    }

    #[test]
    fn well_formed_values_pass_and_settle(
        digits in "[1-35-9][0-9]{7,14}", area in "[A-PR-UWYZ][1-9]", unit in "[0-9][ABD-HJLNP-UW-Z]{2}",
        local in "[a-z]{1,20}", host in "[a-z]{1,20}", person in "[A-Za-zÀ-ÖØ-öø-ÿ' .-]{0,58}[a-z]",
    ) {
        prop_assert_eq!(phone(&format!("+{digits}")), Ok(format!("+{digits}")));
        prop_assert_eq!(postcode(&format!("{area}{unit}")), Ok(format!("{area} {unit}")));
        prop_assert_eq!(email(&format!("{local}@{host}.uk")), Ok(format!("{local}@{host}.uk")));
        let person = person.trim().to_owned();
        prop_assert_eq!(name(&person), Ok(person));
    }

    // RULES 9.10
    #[test]
    fn whatever_passes_as_a_name_fits_a_board(text in "[\\PC]{0,70}|[A-Za-z\u{300}-\u{336} .(),&'-]{0,70}") {
        if let Ok(name) = name(&text) {
            prop_assert!((1..=60).contains(&name.chars().count()));
            prop_assert!(name.chars().any(char::is_alphabetic));
            let hidden = |c: char| c.is_control() || ('\u{200B}'..='\u{206F}').contains(&c);
            prop_assert!(!name.chars().any(hidden));
            let stacked = name.contains("\u{336}\u{336}\u{336}\u{336}");
            prop_assert!(!stacked);
        }
    }
}
