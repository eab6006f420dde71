//! The checks on texts that proptest puts together from the words and marks of each parser, so that they run without nightly.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sixfold_tests::parsers::{
    border, calendar, contact, content_query, credentials, csv, forwarded, markdown, picture, schedule,
};

/// A text put together from these words, single characters, digits and anything else.
fn text_of(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    let word = prop_oneof![
        6 => select(words).prop_map(str::to_owned),
        2 => "[ -~\\t\\r\\n]",
        1 => "[0-9]{1,4}",
        1 => any::<char>().prop_map(String::from),
    ];
    vec(word, 0..24).prop_map(|words| words.concat())
}

/// Whatever is found becomes a file of the corpus, so proptest keeps none.
fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(count) }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn details_and_words(text in text_of(&[
        "0", "+", "44", "(0)", "7700 900123", "\u{2212}", "SW11", "8AB", "gir", "0aa", "zoe", "@", "gmial.com", ".co.uk", "’",
        "\u{301}", "2026-02-28", "T14:15", ":00.000", "Z", "+01:00", "-", "7K3", "QXM", "e9",
    ])) {
        contact::check(text.as_bytes());
    }

    #[test]
    fn credentials_and_returns(text in text_of(&[
        "next-auth.session-token", "__Host-next-auth.csrf-token", "=", "; ", "%7C", "%", "\"", "\n", "Bearer ", "token=", "&",
        "{\"token\":\"", "\"}", "https://sixfold.example", "/en-gb/", "//", "?", "#", "javascript:", "\\", "W/\"a\"", "7.8.9",
    ])) {
        credentials::check(text.as_bytes());
    }

    #[test]
    fn addresses_behind_proxies(peer in 0_u8..4, text in text_of(&[
        "10.0.0.2", "192.0.2.7", "::ffff:10.0.0.1", "[2001:db8::7]", ":4711", ",", ", ", "\n", "fd00::9", "unknown", " ",
    ])) {
        forwarded::check(&[&[peer], text.as_bytes()].concat());
    }

    #[test]
    fn files_of_results(text in text_of(&[
        "uaid,date,test,attempt1", ",attempt2", "\n", "\r\n", ",", "\"", "\"\"", "42", "2026-03-02", "Speed", "Cognitive",
        "dnt", "3.1", "64", "7,2026-03-02,Speed,3.1", "\u{feff}", "=1+1", "\u{1f}", "＝", " ", "\t", ";",
    ])) {
        csv::check(text.as_bytes());
        csv::check(format!("uaid,date,test,attempt1,attempt2\n{text}").as_bytes());
    }

    #[test]
    fn queries_of_content(text in text_of(&[
        "a", "type:", "*", "?", "*:*", " AND ", " OR ", "NOT ", "-", "+", "!", "(", ")", "\"", "\\", "[", "]", "{", "}", " TO ",
        "NOW", "2026-01-01T00:00:00Z", ":", "9", "NaN", "-0",
    ])) {
        content_query::check(text.as_bytes());
    }

    #[test]
    fn calendars(text in text_of(&[
        "\0", "\\", ";", ",", ":", "\n", "\r\n", "\r", "\\n", "\"", "BEGIN:VEVENT", "é", "ENDE", "\t", "\u{85}", "\u{2028}", "@",
        "a long word that goes on, and on; and on until the line has to be folded somewhere in it",
    ])) {
        calendar::check(text.as_bytes());
    }

    #[test]
    fn schedules(text in text_of(&[
        "{\"dates\":{\"values\":[", "\"2026-12-24\"", "\"2026-06-30T23:00:00.000Z\"", "]}}", ",", "{\"sessionDate\":{\"value\":",
        "\"sessionStart\":{\"value\":\"10:00\"}", "\"sessionEnd\":{\"value\":\"12:15\"}", "}", "{\"testSlots\":{\"monday\":[",
        "\"09:00\"", "\"daysAhead\":3",
    ])) {
        schedule::check(text.as_bytes());
    }

    #[test]
    fn the_border_of_the_rules(kind in "[012]", text in text_of(&[
        "{", "}", "[", "]", ":", ",", "null", "true", "\"firstName\"", "\"Zoë\"", "\"phoneNumber\"", "\"07700 900123\"",
        "\"slotCapacity\"", "7", "\"startDate\"", "\"2026-02-29\"", "booked", "cancelled", "2026-11-21", "14:15", "\0",
        "\u{1}\0", "\u{6}\u{2}",
    ])) {
        border::check(format!("{kind}{text}").as_bytes());
    }
}

proptest! {
    // Sanitising and decoding take longer.
    #![proptest_config(cases(150))]

    #[test]
    fn rich_texts(text in text_of(&[
        "# ", "\n\n", "\n", "- ", "> ", "**", "*", "~~", "`", "```", "| a | b |\n|---|---|\n", "[x](", ")", "javascript:", "//",
        "/terms", "<a href=\"", "\">", "</a>", "<h2 id=a>", "<script>", "</script>", "<svg>", "<style>", "<table>", "&#x6a;",
        "&amp;", "<!--", "-->", "<math>", "\t",
    ])) {
        markdown::check(text.as_bytes());
    }

    #[test]
    fn pictures(at in vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6), cut in any::<proptest::sample::Index>(), kind in 0..PICTURES.len()) {
        let mut bytes = PICTURES[kind].to_vec();
        for (at, byte) in at {
            let place = at.index(bytes.len());
            bytes[place] = byte;
        }
        picture::check(&bytes);
        picture::check(&bytes[..cut.index(bytes.len())]);
    }
}

/// Pictures of which a few bytes are changed.
const PICTURES: [&[u8]; 4] = [
    include_bytes!("../../fuzz/corpus/picture/alpha-png"),
    include_bytes!("../../fuzz/corpus/picture/jpeg"),
    include_bytes!("../../fuzz/corpus/picture/webp"),
    include_bytes!("../../fuzz/corpus/picture/webp-lossy-alpha"),
];
