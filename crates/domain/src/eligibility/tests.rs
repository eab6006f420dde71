use proptest::prelude::*;

use super::*;

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn answers() -> EligibilityAnswers {
    EligibilityAnswers {
        age_range: true,
        consent: true,
        health_consent: true,
        consent_version: None,
        guardian_email: None,
        parq: [false; PARQ_QUESTIONS],
    }
}

fn rules() -> EligibilityRules {
    EligibilityRules::default()
}

fn register(answers: &EligibilityAnswers, born: &str, today: &str) -> Result<(), &'static str> {
    may_register(answers, Some(date(born)), &rules(), date(today)).map_err(EligibilityRefusal::code)
}

fn record() -> Eligibility {
    Eligibility::default().answered(&answers(), "1", "1", date("2026-01-10"))
}

fn book(record: &Eligibility, born: &str, today: &str) -> Result<(), &'static str> {
    may_book(record, Some(date(born)), &rules(), date(today)).map_err(EligibilityRefusal::code)
}

// RULES 6.1
#[test]
fn ages_sixteen_to_ninety_nine_on_the_day() {
    let mut young = answers();
    young.guardian_email = Some("mum@example.com".into());
    assert_eq!(register(&young, "2010-11-22", "2026-11-21"), Err("AGE_OUT_OF_RANGE"));
    assert_eq!(register(&young, "2010-11-21", "2026-11-21"), Ok(()));
    assert_eq!(register(&answers(), "1926-11-22", "2026-11-21"), Ok(()));
    assert_eq!(register(&answers(), "1926-11-21", "2026-11-21"), Err("AGE_OUT_OF_RANGE"));
    assert_eq!(register(&answers(), "2027-01-01", "2026-11-21"), Err("AGE_OUT_OF_RANGE"));
    assert_eq!(
        may_register(&answers(), None, &rules(), date("2026-11-21")),
        Err(EligibilityRefusal::DateOfBirthRequired)
    );
}

// RULES 6.5
#[test]
fn a_screening_is_due_on_the_first_day_on_which_it_has_expired() {
    for (screened, months, due) in [
        ("2026-01-10", 12, "2027-01-10"),
        ("2024-02-29", 12, "2025-03-01"),
        ("2026-01-31", 1, "2026-03-01"),
        ("2026-02-01", 1, "2026-03-01"),
        ("2026-12-31", 2, "2027-03-01"),
        ("2026-01-10", 0, "2026-01-10"),
    ] {
        let rules = EligibilityRules { screening_months: months, ..rules() };
        assert_eq!(rules.screening_due(date(screened)), date(due), "{months} months after {screened}");
        assert!(rules.screening_expired(date(screened), date(due)));
        assert!(!rules.screening_expired(date(screened), date(due).add_days(-1)));
    }
}

#[test]
fn a_leap_day_birthday_comes_on_the_first_of_march() {
    let mut young = answers();
    young.guardian_email = Some("mum@example.com".into());
    assert_eq!(register(&young, "2012-02-29", "2028-02-28"), Err("AGE_OUT_OF_RANGE"));
    assert_eq!(register(&young, "2012-02-29", "2028-02-29"), Ok(()));
    assert_eq!(register(&answers(), "2008-02-29", "2026-02-28"), Err("GUARDIAN_EMAIL_REQUIRED"));
    assert_eq!(register(&answers(), "2008-02-29", "2026-03-01"), Ok(()));
}

#[test]
fn both_consents_and_the_age_answer_are_asked() {
    for (change, code) in [
        (
            (|a: &mut EligibilityAnswers| a.age_range = false) as fn(&mut EligibilityAnswers),
            "AGE_OUT_OF_RANGE",
        ),
        (|a| a.consent = false, "CONSENT_REQUIRED"),
        (|a| a.health_consent = false, "HEALTH_CONSENT_REQUIRED"),
    ] {
        let mut given = answers();
        change(&mut given);
        assert_eq!(register(&given, "1990-01-01", "2026-11-21"), Err(code));
    }
}

#[test]
fn the_young_name_a_guardian() {
    let mut given = answers();
    assert_eq!(register(&given, "2009-01-01", "2026-11-21"), Err("GUARDIAN_EMAIL_REQUIRED"));
    given.guardian_email = Some("  ".into());
    assert_eq!(register(&given, "2009-01-01", "2026-11-21"), Err("GUARDIAN_EMAIL_REQUIRED"));
    given.guardian_email = Some("nobody".into());
    assert_eq!(register(&given, "2009-01-01", "2026-11-21"), Err("GUARDIAN_EMAIL_INVALID"));
    given.guardian_email = Some(" Mum@Example.com ".into());
    assert_eq!(register(&given, "2009-01-01", "2026-11-21"), Ok(()));
    assert_eq!(given.guardian().as_deref(), Some("mum@example.com"));
    assert_eq!(
        check_guardian_email("mum@example.com", "mum@example.com"),
        Err(EligibilityRefusal::GuardianEmailOwn)
    );
    assert_eq!(check_guardian_email("mum@example.com", "me@example.com"), Ok(()));
}

// RULES 6.4
#[test]
fn a_yes_may_register_and_ask_for_help_but_not_book() {
    let mut given = answers();
    given.parq[6] = true;
    let outcome = check_eligibility(&given, Some(date("1990-01-01")), &rules(), date("2026-01-10"));
    assert!(outcome.may_register && !outcome.cleared && !outcome.needs_guardian);
    let mut record = Eligibility::default().answered(&given, "1", "1", date("2026-01-10"));
    assert_eq!(book(&record, "1990-01-01", "2026-02-01"), Err("SCREENING_NOT_CLEARED"));
    assert_eq!(may_ask_assistance(&record, Some(date("1990-01-01")), &rules(), date("2026-02-01")), Ok(()));

    record.clearance = Some(Clearance { basis: "Doctor's letter".into(), expires: date("2026-06-30") });
    assert_eq!(book(&record, "1990-01-01", "2026-06-30"), Ok(()));
    assert_eq!(book(&record, "1990-01-01", "2026-07-01"), Err("SCREENING_NOT_CLEARED"));
    let again = record.answered(&given, "1", "1", date("2026-05-01"));
    assert_eq!(book(&again, "1990-01-01", "2026-06-30"), Err("SCREENING_NOT_CLEARED"));
}

// RULES 6.4
#[test]
fn new_answers_do_not_lift_a_yes_that_nobody_has_cleared() {
    let (mut yes, no, today) = (answers(), answers(), date("2026-01-10"));
    yes.parq[6] = true;
    let mut record = Eligibility::default().answered(&yes, "1", "1", today);
    assert_eq!(
        book(&record.answered(&no, "1", "1", today), "1990-01-01", "2026-02-01"),
        Err("SCREENING_NOT_CLEARED")
    );
    let erased = Eligibility { screened_on: None, ..record.clone() };
    assert_eq!(book(&erased.answered(&no, "1", "1", today), "1990-01-01", "2026-02-01"), Ok(()));
    record.clearance = Some(Clearance { basis: "Doctor's letter".into(), expires: date("2026-06-30") });
    assert_eq!(book(&record.answered(&no, "1", "1", today), "1990-01-01", "2026-07-01"), Ok(()));
    let again = |on: &str| book(&record.answered(&no, "1", "1", date(on)), "1990-01-01", "2026-07-02");
    assert_eq!(again("2026-06-30"), Ok(()), "the last day of the clearance");
    assert_eq!(again("2026-07-01"), Err("SCREENING_NOT_CLEARED"), "the clearance has expired");
}

#[test]
fn booking_asks_for_everything_stored() {
    assert_eq!(book(&record(), "1990-01-01", "2026-02-01"), Ok(()));
    assert_eq!(book(&Eligibility::default(), "1990-01-01", "2026-02-01"), Err("CONSENT_REQUIRED"));
    let withdrawn = Eligibility { health_consent_version: None, ..record() };
    assert_eq!(book(&withdrawn, "1990-01-01", "2026-02-01"), Err("HEALTH_CONSENT_REQUIRED"));
    let erased = Eligibility { screened_on: None, ..record() };
    assert_eq!(book(&erased, "1990-01-01", "2026-02-01"), Err("SCREENING_REQUIRED"));
    assert_eq!(book(&record(), "2011-01-01", "2026-02-01"), Err("AGE_OUT_OF_RANGE"));
    assert_eq!(book(&record(), "1925-01-01", "2026-02-01"), Ok(()), "registered at 99, now past it");
    assert_eq!(
        may_book(&record(), None, &rules(), date("2026-02-01")),
        Err(EligibilityRefusal::DateOfBirthRequired)
    );
}

// RULES 6.5
#[test]
fn the_screening_is_asked_again_after_twelve_months() {
    assert_eq!(book(&record(), "1990-01-01", "2027-01-09"), Ok(()));
    assert_eq!(book(&record(), "1990-01-01", "2027-01-10"), Err("SCREENING_EXPIRED"));
    assert!(!rules().screening_expired(date("2028-02-29"), date("2029-02-28")));
    assert!(rules().screening_expired(date("2028-02-29"), date("2029-03-01")));
}

#[test]
fn under_age_waits_for_the_guardian() {
    let waiting = record();
    assert_eq!(book(&waiting, "2009-06-01", "2026-02-01"), Err("GUARDIAN_REQUIRED"));
    assert_eq!(
        book(&Eligibility { guardian_confirmed: true, ..waiting }, "2009-06-01", "2026-02-01"),
        Ok(())
    );
    assert_eq!(book(&record(), "2008-02-01", "2026-02-01"), Ok(()), "eighteen today");
}

#[test]
fn the_wire_is_letter_for_letter() {
    let json = r#"{"ageRange":true,"consent":true,"healthConsent":true,"PARQ":[false,false,false,false,false,false,true]}"#;
    let read: EligibilityAnswers = serde_json::from_str(json).unwrap();
    assert!(!read.cleared());
    assert_eq!(serde_json::to_string(&read).unwrap(), json);
    let shown = json.replace(r#""PARQ""#, r#""consentVersion":"2026-2","PARQ""#);
    let read_with_version: EligibilityAnswers = serde_json::from_str(&shown).unwrap();
    assert_eq!(
        read_with_version,
        EligibilityAnswers { consent_version: Some("2026-2".into()), ..read.clone() }
    );
    for wrong in [
        r#"{"ageRange":true,"consent":true,"healthConsent":true}"#,
        r#"{"ageRange":true,"consent":true,"healthConsent":true,"PARQ":[false]}"#,
        r#"{"ageRange":true,"consent":true,"healthConsent":true,"PARQ":[false,false,false,false,false,false,false,false]}"#,
        r#"{"ageRange":"yes","consent":true,"healthConsent":true,"PARQ":[false,false,false,false,false,false,false]}"#,
    ] {
        assert!(serde_json::from_str::<EligibilityAnswers>(wrong).is_err(), "{wrong}");
    }
    let refused = check_eligibility(
        &EligibilityAnswers { consent: false, ..read },
        Some(date("2009-01-01")),
        &rules(),
        date("2026-01-10"),
    );
    assert!(!refused.may_register && refused.needs_guardian);
    let fields: Vec<_> = refused.errors.iter().map(|error| (error.field, error.code)).collect();
    assert_eq!(fields, [("consent", "CONSENT_REQUIRED"), ("guardianEmail", "GUARDIAN_EMAIL_REQUIRED")]);
}

proptest! {
    #[test]
    fn who_may_book_may_ask_for_help(
        year in 1920_i16..2020, month in 1_i8..=12, day in 1_i8..=28, offset in 0_i32..800,
        yes: bool, consent: bool, health: bool, guardian: bool, cleared: bool,
    ) {
        let screened = date("2026-01-10");
        let today = screened.add_days(offset);
        let mut given = answers();
        given.parq[0] = yes;
        given.consent = consent;
        given.health_consent = health;
        let mut record = Eligibility::default().answered(&given, "1", "1", screened);
        record.guardian_confirmed = guardian;
        record.clearance = cleared.then(|| Clearance { basis: "letter".into(), expires: today });
        let born = Some(Date::new(year, month, day).unwrap());
        let book = may_book(&record, born, &rules(), today);
        let ask = may_ask_assistance(&record, born, &rules(), today);
        if ask.is_ok() && (!yes || cleared) {
            prop_assert!(book.is_ok());
        } else if ask.is_ok() {
            prop_assert_eq!(book, Err(EligibilityRefusal::ScreeningNotCleared));
        } else {
            prop_assert_eq!(book, ask);
        }
    }

    // RULES 6.3
    #[test]
    fn a_text_says_who_is_of_age(born in 0..20_000_i32, today in 0..40_000_i32) {
        let (born, today) = (date("1950-01-01").add_days(born), date("1980-01-01").add_days(today));
        let of_age = born.to_string() <= rules().adult_born_by(today);
        prop_assert_eq!(of_age, !rules().needs_guardian(born, today), "{} {}", born, today);
    }

    // RULES 8.12
    #[test]
    fn the_day_of_coming_of_age_is_the_first_without_a_guardian(born in 0..40_000_i32) {
        let born = date("1950-01-01").add_days(born);
        let day = rules().of_age_on(born);
        prop_assert!(!rules().needs_guardian(born, day) && rules().needs_guardian(born, day.add_days(-1)));
    }

    #[test]
    fn the_first_refusal_is_the_head_of_all(age: bool, consent: bool, health: bool, year in 1900_i16..2030) {
        let given = EligibilityAnswers { age_range: age, consent, health_consent: health, ..answers() };
        let born = Some(Date::new(year, 6, 1).unwrap());
        let all = check_eligibility(&given, born, &rules(), date("2026-11-21"));
        let first = may_register(&given, born, &rules(), date("2026-11-21"));
        prop_assert_eq!(all.errors.first().map(|error| error.code), first.err().map(EligibilityRefusal::code));
    }
}

// RULES 6.8
#[test]
fn a_guardian_is_written_to_while_they_have_not_confirmed() {
    let ask = |record: &Eligibility, born: Option<&str>| {
        may_write_to_guardian(record, born.map(date), &rules(), date("2026-11-21"))
    };
    let waiting = Eligibility::default();
    assert_eq!(ask(&waiting, Some("2008-11-22")), Ok(()));
    assert_eq!(ask(&waiting, Some("2008-11-21")), Err(GuardianLetterRefusal::NotNeeded));
    assert_eq!(ask(&waiting, None), Err(GuardianLetterRefusal::NotNeeded));
    let confirmed = Eligibility { guardian_confirmed: true, ..waiting };
    let refused = ask(&confirmed, Some("2008-11-22")).unwrap_err();
    assert_eq!((refused, refused.code()), (GuardianLetterRefusal::Confirmed, "GUARDIAN_CONFIRMED"));
}

// RULES 6.3
#[test]
fn nobody_comes_of_age_by_filling_in_a_form() {
    let rules = rules();
    let (young, grown) = (date("2010-01-01"), date("2000-01-01"));
    let change = |record: &Eligibility, born, wanted| {
        may_change_birth(record, born, wanted, &rules, date("2026-11-21"))
    };
    let waiting = Eligibility::default();
    let refused = Err(EligibilityRefusal::GuardianRequired);
    let of_age_tomorrow = date("2008-11-22");
    for wanted in [grown, of_age_tomorrow, young.add_days(-1)] {
        assert_eq!(change(&waiting, Some(young), wanted), refused, "{wanted}");
    }
    assert_eq!(change(&waiting, Some(young), young), Ok(()), "a form sends it unchanged");
    assert_eq!(change(&waiting, Some(young), young.add_days(1)), Ok(()));
    assert_eq!(change(&waiting, Some(grown), young), Ok(()));
    assert_eq!(change(&waiting, None, grown), Ok(()));
    let confirmed = Eligibility { guardian_confirmed: true, ..Eligibility::default() };
    assert_eq!(change(&confirmed, Some(young), grown), Ok(()));
}

#[test]
fn everything_that_stands_against_a_booking_is_told_at_once() {
    let codes = |record: &Eligibility, born: Option<Date>| -> Vec<&'static str> {
        booking_refusals(record, born, &rules(), date("2026-11-21"))
            .into_iter()
            .map(EligibilityRefusal::code)
            .collect()
    };
    let adult = Some(date("1999-05-17"));
    assert!(codes(&record(), adult).is_empty());
    assert_eq!(
        codes(&Eligibility::default(), None),
        ["DATE_OF_BIRTH_REQUIRED", "CONSENT_REQUIRED", "HEALTH_CONSENT_REQUIRED", "SCREENING_REQUIRED"]
    );
    let yes = Eligibility { any_yes: true, ..record() };
    assert_eq!(codes(&yes, Some(date("2010-01-01"))), ["GUARDIAN_REQUIRED", "SCREENING_NOT_CLEARED"]);
    assert_eq!(codes(&yes, adult), ["SCREENING_NOT_CLEARED"]);
}

// RULES 5.2
#[test]
fn what_is_missing_is_given_by_the_athlete_and_the_rest_depends_on_others() {
    let settles = |record: &Eligibility, born: &str| -> Vec<bool> {
        let refusals = booking_refusals(record, Some(date(born)), &rules(), date("2026-11-21"));
        refusals.into_iter().map(EligibilityRefusal::athlete_can_settle).collect()
    };
    assert_eq!(settles(&Eligibility::default(), "1999-05-17"), [true, true, true]);
    assert_eq!(settles(&Eligibility { any_yes: true, ..record() }, "2010-01-01"), [false, false]);
    assert_eq!(settles(&record(), "2012-01-01"), [false, false]);
    let old = Eligibility { screened_on: Some(date("2025-01-10")), ..record() };
    assert_eq!(settles(&old, "1999-05-17"), [true]);
}

proptest! {
    #[test]
    fn the_booking_call_and_the_page_read_one_list(
        consent: bool, health: bool, screened in proptest::option::of(0..800_i32), yes: bool, cleared: bool,
        confirmed: bool, age in proptest::option::of(10..70_i32),
    ) {
        let today = date("2026-11-21");
        let version = |given: bool| given.then(|| "1".to_owned());
        let record = Eligibility {
            consent_version: version(consent),
            health_consent_version: version(health),
            screened_on: screened.map(|days| today.add_days(-days)),
            any_yes: yes,
            clearance: cleared.then(|| Clearance { basis: String::new(), expires: today }),
            guardian_confirmed: confirmed,
        };
        let born = age.map(|years| today.add_days(-years * 366));
        let refusals = booking_refusals(&record, born, &rules(), today);
        let books = may_book(&record, born, &rules(), today);
        let asks = may_ask_assistance(&record, born, &rules(), today);
        prop_assert_eq!(books.err(), refusals.first().copied());
        prop_assert_eq!(booking_mode(&refusals) == BookingMode::Open, books.is_ok());
        prop_assert_eq!(booking_mode(&refusals) == BookingMode::Assistance, asks.is_ok() && books.is_err());
        prop_assert_eq!(booking_mode(&refusals) == BookingMode::Blocked, asks.is_err());
    }
}
