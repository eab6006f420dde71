//! Addresses, postcodes, telephone numbers and handles, as people write them.

use proptest::prelude::*;

use crate::profile::ProfileError;
use crate::profile::contact::{email, is_mobile, phone, postcode};
use crate::profile::handles::{SocialMedia, handle};

#[test]
fn email_shapes() {
    assert_eq!(email(" Ann.Bell+run@Example.co.uk ").as_deref(), Ok("ann.bell+run@example.co.uk"));
    assert_eq!(email("ann@my-club.org.uk").as_deref(), Ok("ann@my-club.org.uk"));
    for bad in [
        "",
        "ann",
        "@example.com",
        "ann@",
        "ann@localhost",
        "a b@example.com",
        "ann@@example.com",
        "ann@example..com",
        ".ann@example.com",
        "ann.@example.com",
        "a..n@example.com",
        "ann@-example.com",
        "ann@example-.com",
        "ann@my_club.com",
        "ann@bücher.example",
        "ann@example.c",
        "ann@127.0.0.1",
        "ann@example.com\r\nBcc: x@example.com",
        "änn@example.com",
    ] {
        assert_eq!(email(bad), Err(ProfileError::Email), "{bad:?}");
    }
    let long =
        |n: usize| format!("{}@{}.com", "a".repeat(64), vec!["b".repeat(60); 3].join(".") + &"c".repeat(n));
    assert_eq!(email(&long(0)).map(|address| address.len()), Ok(251));
    assert!(email(&long(3)).is_ok());
    assert!(email(&long(4)).is_err());
    assert!(email(&format!("{}@example.com", "a".repeat(65))).is_err());
}

#[test]
fn postcodes_in_every_published_form() {
    for (typed, kept) in [
        ("m1 1ae", "M1 1AE"),
        ("B338TH", "B33 8TH"),
        ("cr2 6xh", "CR2 6XH"),
        ("DN551PT", "DN55 1PT"),
        ("w1a0ax", "W1A 0AX"),
        (" EC1A  1BB ", "EC1A 1BB"),
        ("gir0aa", "GIR 0AA"),
        ("SW11 8AL", "SW11 8AL"),
        ("n1c 4ag", "N1C 4AG"),
    ] {
        assert_eq!(postcode(typed).as_deref(), Ok(kept));
        assert_eq!(postcode(kept).as_deref(), Ok(kept));
    }
    for bad in [
        "",
        "M1",
        "QA1 1AA",
        "VA1 1AA",
        "XA1 1AA",
        "AI1 1AA",
        "AJ1 1AA",
        "AZ1 1AA",
        "Q1 1AA",
        "11 1AA",
        "QA11 1AA",
        "AI11 1AA",
        "A11A 1AA",
        "SWAB 1AA",
        "M1 1AC",
        "M1 1IA",
        "M1 1KA",
        "M1 1MA",
        "M1 1OA",
        "M1 1VA",
        "M1L 1AA",
        "EC1C 1BB",
        "M1-1AE",
        "GIR 0AB",
        "12345",
        "SW111 8AL",
        "ÉC1A 1BB",
        "90210-1234",
    ] {
        assert_eq!(postcode(bad), Err(ProfileError::Postcode), "{bad:?}");
    }
}

// RULES 9.10
#[test]
fn telephone_numbers_as_people_write_them() {
    for (written, kept) in [
        ("+44 (7700) 900-123", "+447700900123"),
        ("07700 900123", "+447700900123"),
        ("07700-900-123", "+447700900123"),
        ("(07700) 900123", "+447700900123"),
        ("+44 (0)7700 900123", "+447700900123"),
        ("+44 0 7700 900123", "+447700900123"),
        ("0044 7700 900123", "+447700900123"),
        ("0044 (0) 7700 900123", "+447700900123"),
        ("020 7946 0018", "+442079460018"),
        ("016977 2345", "+44169772345"),
        ("+44.7700.900123", "+447700900123"),
        ("00 33 6 12 34 56 78", "+33612345678"),
        ("+33 6 12 34 56 78", "+33612345678"),
        ("+12345678", "+12345678"),
        ("+123456789012345", "+123456789012345"),
    ] {
        assert_eq!(phone(written).as_deref(), Ok(kept), "{written}");
    }
    for bad in [
        "",
        "+",
        "0",
        "00",
        "999",
        "7700 900123",
        "07700 90012",
        "07700 9001234",
        "+44 (0)7700 90012",
        "0770090",
        "+1234567",
        "+0123456789",
        "+1234567890123456",
        "+44 77oo 900123",
        "++4477009001",
        "+٤٤٧٧٠٠٩٠٠١",
    ] {
        assert_eq!(phone(bad), Err(ProfileError::Phone), "{bad:?}");
    }
}

// RULES 16.6
#[test]
fn text_messages_go_to_mobile_numbers() {
    for mobile in ["+447700900123", "+447624123456", "+33612345678", "+15550100123"] {
        assert!(is_mobile(mobile), "{mobile}");
    }
    for other in ["+442079460000", "+447012345678", "+447612345678", "+448001111111", "", "07700900123"] {
        assert!(!is_mobile(other), "{other}");
    }
}

#[test]
fn handles_lose_their_at_sign() {
    assert_eq!(handle(SocialMedia::Instagram, " @ann.b_1 ").as_deref(), Ok("ann.b_1"));
    assert_eq!(handle(SocialMedia::TikTok, "").as_deref(), Ok(""));
    assert!(handle(SocialMedia::Instagram, &"a".repeat(30)).is_ok());
    assert_eq!(handle(SocialMedia::Instagram, &"a".repeat(31)), Err(ProfileError::Instagram));
    assert!(handle(SocialMedia::TikTok, &"a".repeat(24)).is_ok());
    assert_eq!(handle(SocialMedia::TikTok, &"a".repeat(25)), Err(ProfileError::TikTok));
    for bad in ["@@ann", "ann bell", "ann-bell", "änn", "https://x.com/ann"] {
        assert_eq!(handle(SocialMedia::Instagram, bad), Err(ProfileError::Instagram), "{bad}");
    }
}

proptest! {
    #[test]
    fn however_it_is_written_a_uk_number_is_one_number(
        digits in "7[0-9]{9}|[1-35689][0-9]{8,9}",
        spaces in proptest::collection::vec(proptest::sample::select(vec!["", " ", "-", ".", " - ", ") ", "("]), 10),
        prefix in proptest::sample::select(vec!["0", "(0)", "+44", "+44 (0)", "0044", "00 44 0", "+44 0"]),
    ) {
        let mut written = String::new();
        for (digit, space) in digits.chars().zip(&spaces) {
            written.push(digit);
            written.push_str(space);
        }
        prop_assert_eq!(phone(&format!("{prefix}{written}")), Ok(format!("+44{digits}")));
    }
}
