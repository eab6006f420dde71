//! The letter to an athlete whose public card staff took down.

use super::{Message, Recipient, SiteInfo, linked};

/// A public card has been taken down.
pub fn card_taken_down(site_info: &SiteInfo, to: &Recipient) -> Message {
    linked(
        site_info,
        to,
        "card-taken-down",
        ("See your cards", site_info.page("my-account-media-center")),
        &[],
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{site_info, zoe};
    use super::*;

    #[test]
    fn it_says_what_happened_and_where_the_cards_are() {
        let mail = card_taken_down(&site_info(), &zoe());
        assert_eq!(mail.kind, "card-taken-down");
        let text = mail.letter.text();
        assert!(text.contains("taken down") && text.contains("my-account-media-center"), "{text}");
    }
}
